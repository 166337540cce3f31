"""Where pages and widgets get the explainer from: an address, or a folder dist/ whose scripts and wasm are put into the page.

In one file there is no address to fetch from. So each file of dist/ lies in the page as base64 of gzip, and in the scripts the places that
name another file say so in a way that unpack.js fills in. How these places are written is esbuild's affair (web/build/scripts.mjs):

    from"./x.js"  import"./x.js"              ->  from"file:x.js"             its address, once it is unpacked
    import("./x.js")                          ->  attentionFiles.load("x.js")
    new URL("./x.wasm",import.meta.url)       ->  new URL("file:x.wasm")
"""

import base64
import gzip
import json
import re
from pathlib import Path

HERE = Path(__file__).parent
# Where a built dist/ may be: installed with the package (setup.py), or beside python/ in a checkout.
FOLDERS = [HERE / "dist", HERE.parent.parent / "dist"]
ANY = "*"  # every language
BUILD = "simd128"  # of the engine's three, the one that is put into pages: every browser that can unpack them has it

STATIC = re.compile(r'\b(from|import)"\./([\w.-]+\.js)"')
DYNAMIC = re.compile(r'\bimport\("\./([\w.-]+\.js)"\)')
ADDRESS = re.compile(r'\bnew URL\("\./([\w./-]+)",import\.meta\.url\)')
ENGINE = re.compile(r"^(explainer(?:\.[\w-]+)?)\.(relaxed|simd128|scalar)\.wasm$")


def find(source=None):
    """An address that ends in a slash, as a string; or a folder, as a Path."""
    if isinstance(source, str) and re.match(r"https?://", source):
        return source if source.endswith("/") else source + "/"
    folders = FOLDERS if source is None else [Path(source)]
    for folder in folders:
        if (folder / "attention-explainer.js").exists():
            return folder
    if source is None:
        raise ValueError("source is not given, and no dist/ was installed: give the folder that ./build.sh makes, or its address, https://…/")
    raise ValueError(f"source is {str(source)!r}; there is no attention-explainer.js")


def kept(name: str, own_tensors: bool, language: str):
    """The name of the file that stands for a file that scripts name, or None: it is left out."""
    engine = ENGINE.match(name)
    if engine:
        return None if engine[2] == "scalar" else f"{engine[1]}.{BUILD}.wasm"
    if name.startswith("words/"):
        spoken = re.split("[-_]", language.lower())[0]
        return name if language == ANY or name == f"words/{spoken}.json" else None
    if name == "checkpoint-worker.js":
        return None  # runs a reader's model, which no argument brings
    return None if own_tensors else name  # a model of the project's, what trains it, builds that are timed


def files_of(folder: Path, entry: str, own_tensors: bool, language: str = "") -> dict:
    """{name: its bytes} of a script and of all that it needs, the places that name others rewritten."""
    out, wanted = {}, [entry]
    while wanted:
        name = wanted.pop()
        if name in out or not (folder / name).exists():
            continue
        out[name] = (folder / name).read_bytes()
        if not name.endswith(".js"):
            continue

        def addressed(match):
            file = kept(match[1], own_tensors, language)
            if file is None or not (folder / file).exists():
                return match[0]  # whoever asks for it is told that it cannot be loaded
            wanted.append(file)
            return f'new URL("file:{file}")'

        text = out[name].decode()
        wanted += [other for _, other in STATIC.findall(text)] + DYNAMIC.findall(text)
        text = STATIC.sub(r'\1"file:\2"', text)
        text = DYNAMIC.sub(r'attentionFiles.load("\1")', text)
        out[name] = ADDRESS.sub(addressed, text).encode()
    return out


def packed(data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, mtime=0)).decode()


def script_in_one(folder: Path, entry: str, own_tensors: bool, language: str = "") -> str:
    """A module's text that unpacks dist/ and has the module `entry` of it as `module`."""
    files = {name: packed(data) for name, data in sorted(files_of(folder, entry, own_tensors, language).items())}
    unpack = (HERE / "unpack.js").read_text(encoding="utf-8")
    return unpack.replace("{/* files */}", json.dumps(files, indent=0)) + f"\nconst module = await globalThis.attentionFiles.load({json.dumps(entry)});\n"


def licences(folder: Path) -> str:
    """Those of what is put into a page, with no end of a script in them."""
    file = folder / "LICENSE.txt"
    return file.read_text(encoding="utf-8").replace("</", "<\\/") if file.exists() else ""

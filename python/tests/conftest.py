"""What several tests use: a small stand-in for dist/, a browser, a reader of safetensors that shares no code with the writer."""

import json
import os
import queue
import re
import subprocess
import sys
import threading
from html import unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[1]
BUILT = Path(os.environ.get("ATTENTION_EXPLAINER_DIST", ROOT.parent / "dist"))  # what ./build.sh makes
sys.path.insert(0, str(ROOT))  # what is tested is what lies here, installed or not

# Written as esbuild writes: the element imports a part when it needs it, and the part imports the element's script.
FAKE = {
    "attention-explainer.js": 'import{a as t}from"./chunk-AAAA.js";import"./chunk-CCCC.js";export{t as AttentionExplainer};',
    "anywidget.js": 'import"./chunk-AAAA.js";function render({model:m,el:e}){e.textContent=m.get("exhibit")+m.get("tensors").length}var o={render};export{o as default,render};',
    "chunk-CCCC.js": "globalThis.second=1;",
    "chunk-AAAA.js": """
        var engine=p=>p?new URL("./explainer.relaxed.wasm",import.meta.url):new URL("./explainer.scalar.wasm",import.meta.url);
        var heads=()=>new URL("./explainer.heads.simd128.wasm",import.meta.url),de=()=>new URL("./words/de.json",import.meta.url);
        var weights=()=>new URL("./learned/model.safetensors",import.meta.url);
        var bytes=async u=>[...new Uint8Array(await(await fetch(u)).arrayBuffer())].join();
        class E extends HTMLElement{
            set tensors(t){this.dataset.tensors=t.length+" "+t.constructor.name+" "+t[0]}
            async connectedCallback(){
                const {part:p}=await import("./chunk-BBBB.js");
                this.dataset.part=p()+globalThis.second;
                const r=await fetch(engine(true));
                this.dataset.wasm=r.headers.get("content-type")+" "+await bytes(engine(true))+" "+await bytes(heads());
                for(const[n,u]of Object.entries({scalar:()=>engine(false),de,weights}))
                    this.dataset[n]=await Promise.resolve().then(u).then(bytes).catch(()=>"none");
                this.dataset.done="yes";
            }
        }
        customElements.define("attention-explainer",E);export{E as a};""",
    "chunk-BBBB.js": 'import{a}from"./chunk-AAAA.js";var part=()=>"part of "+a.name;export{part};',
    "explainer.relaxed.wasm": bytes([1, 1]),
    "explainer.simd128.wasm": bytes([0, 255, 3]),
    "explainer.scalar.wasm": bytes([2, 2]),
    "explainer.heads.simd128.wasm": bytes([7]),
    "words/de.json": b"[1]",
    "learned/model.safetensors": bytes([9]),
    "LICENSE.txt": "=== attention-explainer\n\nMIT </script> Licence\n",
    "guide.html": "not needed",
}


@pytest.fixture
def dist(tmp_path):
    """A folder in place of dist/."""
    for name, content in FAKE.items():
        file = tmp_path / "fake" / "dist" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return tmp_path / "fake" / "dist"


def weights(*shape) -> np.ndarray:
    """Rows that sum to 1, causal."""
    scores = np.random.default_rng(3).normal(size=shape)
    shares = np.tril(np.exp(scores))
    return shares / shares.sum(-1, keepdims=True)


def read_safetensors(data: bytes):
    """(arrays, metadata), by the format's description: checks all that it demands."""
    size = int.from_bytes(data[:8], "little")
    text = data[8 : 8 + size].decode("utf-8")
    assert text[0] == "{" and text.rstrip(" ")[-1] == "}"
    header = json.loads(text, object_pairs_hook=without_duplicates)
    metadata = header.pop("__metadata__", {})
    assert all(isinstance(one, str) for pair in metadata.items() for one in pair)
    body, arrays, at = data[8 + size :], {}, 0
    for name, said in sorted(header.items(), key=lambda pair: pair[1]["data_offsets"]):
        assert set(said) == {"dtype", "shape", "data_offsets"}
        begin, end = said["data_offsets"]
        assert begin == at  # no holes
        width = {"F32": 4, "F16": 2}[said["dtype"]]
        count = 1
        for one in said["shape"]:
            count *= one
        assert end - begin == width * count
        arrays[name] = np.frombuffer(body[begin:end], "<f4" if width == 4 else "<f2").reshape(said["shape"])
        at = end
    assert at == len(body)
    return arrays, metadata


def without_duplicates(pairs):
    assert len({name for name, _ in pairs}) == len(pairs)
    return dict(pairs)


def opened(page: Path, ready: str, seconds: int = 60) -> str:
    """What is in the page once `ready`, an expression of JavaScript, is true there: the page is opened from the disk by a browser without a window, and
    sends it here. (Chromium's --dump-dom does not wait for what is compiled and unpacked beside the page.)"""
    told: queue.Queue = queue.Queue()

    class Ear(BaseHTTPRequestHandler):
        def do_POST(self):
            told.put(self.rfile.read(int(self.headers["content-length"])).decode())
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Ear) as ear:
        threading.Thread(target=ear.serve_forever, daemon=True).start()
        tell = f'fetch("http://127.0.0.1:{ear.server_port}/", {{ method: "POST", mode: "no-cors", body: document.documentElement.outerHTML }})'
        script = f"<script>const asking = setInterval(() => {{ if ({ready}) {{ clearInterval(asking); {tell}; }} }}, 20);</script>"
        whole = page.parent / f"opened-{page.name}"
        whole.write_text(page.read_text(encoding="utf-8") + script, encoding="utf-8")
        command = ["chromium-headless-shell", "--no-sandbox", "--disable-gpu", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
        command += ["--remote-debugging-port=0", "--enable-logging=stderr", f"--user-data-dir={page.parent / 'profile'}", whole.as_uri()]
        with open(page.parent / "browser.log", "wb") as log:
            browser = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, "HOME": str(page.parent)})
        try:
            return told.get(timeout=seconds)
        except queue.Empty:
            raise AssertionError(f"{ready} is not true\n{(page.parent / 'browser.log').read_text()[-3000:]}") from None
        finally:
            browser.terminate()
            browser.wait()
            ear.shutdown()


# Goes through all heads and queries of the page's figure, or of that in its frame, and writes down what it says: as it opens, row by row, what went
# wrong, and what the page fetched that is not in it.
LOOK = """<script type="module">
const first = "attention-explainer";
const find = () => document.querySelector(first) ?? document.querySelector("iframe")?.contentDocument?.querySelector(first);
while (!find()) await new Promise((next) => setTimeout(next, 10));
const figure = find();
const said = { errors: [], rows: [] };
const failed = new Promise((failed) => figure.addEventListener("error", ({ detail }) => (said.errors.push(detail.message), failed())));
await Promise.race([figure.loaded.then(() => figure.settled()), failed]);
if (said.errors.length === 0) {
    Object.assign(said, JSON.parse(figure.export("json")));
    const [layers, heads, queries] = SHAPE;
    for (let at = 0; at < layers * heads * queries; ++at) {
        const query = at % queries;
        const head = ((at - query) / queries) % heads;
        figure.state = { layer: Math.floor(at / queries / heads), head, query };
        await figure.settled();
        said.rows.push(figure.describe().tables[0].rows);
    }
}
const { performance } = figure.ownerDocument.defaultView;
said.fetched = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => !/^(blob|data):/.test(name));
const out = document.createElement("pre");
out.id = "said";
out.textContent = JSON.stringify(said, (_, one) => (typeof one === "number" && !Number.isFinite(one) ? String(one) : one));
document.body.append(out);
</script>"""


def said_by(page: Path, shape) -> dict:
    """What the figure of a page on the disk says, whose weights are of that shape: [layers, heads, queries, …]. Parts of export("json"), `rows`,
    `errors` and `fetched`."""
    looked = page.with_name(f"looked-{page.name}")
    looked.write_text(page.read_text(encoding="utf-8") + LOOK.replace("SHAPE", json.dumps(shape[:3])), encoding="utf-8")
    dom = opened(looked, 'document.getElementById("said")')
    return json.loads(unescape(re.search('<pre id="said">(.*?)</pre>', dom, re.S)[1]))


def assert_shows(said: dict, weights: np.ndarray, tokens=None) -> None:
    """That the rows are the very numbers of weights in f32, [layers, heads, n, m], m at most 64, and that nothing went wrong or came from elsewhere."""
    assert (said["errors"], said["fetched"]) == ([], [])
    assert said["summary"].startswith("Attention of your own")
    _, _, _, m = weights.shape
    names = [str(j) for j in range(m)] if tokens is None else [token.replace("\n", "\\n") for token in tokens]
    rows = weights.astype(np.float32).reshape(-1, m)
    assert len(said["rows"]) == len(rows)
    for found, row in zip(said["rows"], rows):
        assert [(j, name, np.float32(weight)) for j, name, weight in sorted(found)] == [(j, names[j], row[j]) for j in range(m)]


def attribute(dom: str, name: str):
    """Of the first attention-explainer."""
    tag = re.search(r"<attention-explainer[^>]*>", dom)
    found = tag and re.search(rf'\s{name}="([^"]*)"', tag[0])
    return found and unescape(found[1])


def pytest_terminal_summary(terminalreporter):
    """The counts, as tests/run reads them."""
    for word, kinds in [("pass", ["passed"]), ("fail", ["failed", "error"]), ("skipped", ["skipped"])]:
        terminalreporter.write_line(f"ℹ {word} {sum(len(terminalreporter.stats.get(kind, [])) for kind in kinds)}")

"""A page with one figure. What it shows is in it, and so is the explainer, unless `source` is an address."""

import base64
import json
import os
from html import escape
from pathlib import Path

from .explainer import find, licences, script_in_one
from .save import safetensors
from .states import written_state
from .tensors import gather

PAGE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>body {{ margin: 0 auto; max-width: 60rem; padding: 0.5rem }}</style>
</head>
<body>
<p id="figure">{alt}</p>
<noscript><p>This figure is computed while you look at it, and needs JavaScript for that.</p></noscript>
{blocks}<script type="module">
{script}</script>
</body>
</html>
"""

# The tag is made here, so that it has its tensors as it begins: one that stands in the page would first show numbers of its own, and not know the
# state. In a frame (a notebook's) the frame is as high as the figure.
SETTING = """
const figure = document.createElement("attention-explainer");
for (const [name, value] of Object.entries({attributes})) figure.setAttribute(name, value);
const tensors = document.getElementById("tensors");
if (tensors) figure.tensors = Uint8Array.from(atob(tensors.textContent), (letter) => letter.charCodeAt(0));
const place = document.getElementById("figure");
figure.append(...place.childNodes);
place.replaceWith(figure);
const frame = window.frameElement;
const fit = () => (frame.style.height = `${{document.body.offsetHeight}}px`);
if (frame) new ResizeObserver(() => requestAnimationFrame(fit)).observe(document.body);
"""


LOOKS = ("theme", "alt", "menu", "lang", "words", "show", "group")


def checked(looks: dict) -> dict:
    """Attributes of the tag, those that there are."""
    wrong = sorted(set(looks) - set(LOOKS))
    if wrong:
        raise TypeError(f"{wrong[0]!r} is no argument, and no attribute of the tag: {', '.join(LOOKS)}")
    return {name: str(value) for name, value in looks.items() if value is not None}


def sentence(arrays: dict, tokens) -> str:
    """What stands where the figure cannot run."""
    if "attention" in arrays:
        layers, heads, _, n = arrays["attention"].shape
        said = f"Attention weights of {layers} {'layer' if layers == 1 else 'layers'} of {heads} {'head' if heads == 1 else 'heads'} over {n} {'token' if n == 1 else 'tokens'}"
    elif arrays:
        said = f"Attention over {len(arrays.get('k', next(iter(arrays.values()))))} tokens"
    else:
        return "A figure about attention."
    return said + (f": {' '.join(word.strip() for word in tokens[:40])}{' …' if len(tokens) > 40 else ''}" if tokens else "") + "."


def in_script(value) -> str:
    """As JSON that no HTML parser takes for the end of a script."""
    return json.dumps(value).replace("<", "\\u003c")


def html(path=None, attention=None, tokens=None, q=None, k=None, v=None, *, exhibit="heads", state=None, source=None, title=None, **looks):
    """One file with a figure in it, to mail or to put on a server: written to `path`; without a path its text is given back.

    attention, tokens, q, k, v   as save takes them; without them the exhibit shows what it shows by itself
    exhibit     "heads" or another
    state       the values of its parameters, a dictionary, or a string as the figure's menu copies it
    source      where the explainer is: a folder dist/ (put into the page; by default the one that was built or installed), or the address
                of one, "https://…/" (the page is small, and shows its figure only where that can be reached)
    title       of the page
    looks       theme, alt, menu, lang, words, show, group: attributes of the tag"""
    if path is not None and not isinstance(path, (str, os.PathLike)):
        raise ValueError("path is no path; write html(attention=…)")
    looks = checked(looks)
    given = any(one is not None for one in (attention, tokens, q, k, v))
    arrays, words = gather(attention, tokens, q, k, v) if given else ({}, None)
    place = find(source)
    lang = looks.get("lang", "en")
    blocks = ""
    if arrays:
        data = base64.b64encode(safetensors(arrays, words)).decode()
        blocks += f'<script type="application/octet-stream;base64" id="tensors">{data}</script>\n'
    if isinstance(place, str):
        script = f"import {in_script(place + 'attention-explainer.js')};\n"
    else:
        script = script_in_one(place, "attention-explainer.js", bool(arrays), lang)
        blocks += f'<script type="text/plain" id="licences">\n{licences(place)}</script>\n'
    attributes = {"exhibit": exhibit, **looks, "loading": "eager", "state": written_state(state)}
    page = PAGE.format(
        lang=escape(lang),
        title=escape(title or "Attention"),
        alt=escape(sentence(arrays, words)),
        blocks=blocks,
        script=script + SETTING.format(attributes=in_script(attributes)),
    )
    if path is None:
        return page
    Path(path).write_text(page, encoding="utf-8")
    return None  # (a notebook would print all of it)

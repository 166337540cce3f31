"""One file with a figure in it: what is in it, and that a browser shows it with nothing beside it."""

import base64
import json
import re
import shutil

import numpy as np
import pytest
from attention_explainer import Attention, explainer, html
from conftest import attribute, opened, read_safetensors, weights

DONE = 'document.querySelector("attention-explainer")?.dataset.done'
TOKENS = ["<b>", ' "cat"', "</script>", "&amp;", "mat"]


def tensors_in(page: str) -> bytes:
    [data] = re.findall(r'<script type="application/octet-stream;base64" id="tensors">([^<]*)</script>', page)
    return base64.b64decode(data, validate=True)


def attributes_in(page: str) -> dict:
    return json.loads(re.search(r"of Object.entries\((.*?)\)\) figure", page)[1])


def files_in(page: str) -> dict:
    return json.loads(re.search(r"const files = (\{.*?\});", page, re.S)[1])


def test_the_tensors_are_in_it_as_a_file(dist, tmp_path):
    given = weights(2, 3, 5, 5)
    assert html(tmp_path / "a.html", given, TOKENS, source=dist) is None
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    arrays, metadata = read_safetensors(tensors_in(page))
    np.testing.assert_array_equal(arrays["attention"], given.astype(np.float32))
    assert json.loads(metadata["tokens"]) == TOKENS
    assert '<p id="figure">Attention weights of 2 layers of 3 heads over 5 tokens: &lt;b&gt; &quot;cat&quot; &lt;/script&gt; &amp;amp; mat.<' in page
    assert html(attention=Attention(given, TOKENS), source=dist) == page == html(None, given, TOKENS, source=str(dist))


def test_what_else_is_said_of_them(dist):
    assert "1 layer of 1 head over 5 tokens.<" in html(attention=np.eye(5), source=dist)
    assert ">Attention over 5 tokens.<" in html(q=np.eye(5), k=np.eye(5), source=dist)
    assert ">A figure about attention.<" in html(source=dist)
    many = html(attention=np.eye(41), tokens=[f"w{i}" for i in range(41)], source=dist)
    assert "w38 w39 …." in many and "w40" not in many
    assert "w38 w39." in html(attention=np.eye(40), tokens=[f"w{i}" for i in range(40)], source=dist)


def test_only_what_it_needs_is_in_it(dist):
    scripts = {"attention-explainer.js", "chunk-AAAA.js", "chunk-BBBB.js", "chunk-CCCC.js"}
    engine = {"explainer.simd128.wasm", "explainer.heads.simd128.wasm"}
    assert set(files_in(html(attention=np.eye(5), source=dist))) == scripts | engine
    assert set(files_in(html(attention=np.eye(5), lang="de", source=dist))) == scripts | engine | {"words/de.json"}
    assert set(files_in(html(source=dist))) == scripts | engine | {"learned/model.safetensors"}
    assert 'id="licences">\n=== attention-explainer\n\nMIT <\\/script> Licence\n</script>' in html(source=dist)


def test_the_same_each_time(dist):
    assert html(attention=np.eye(5), source=dist) == html(attention=np.eye(5), source=dist)


@pytest.mark.parametrize("source", ["https://example.org/dist", "https://example.org/dist/"])
def test_from_an_address(source):
    page = html(attention=np.eye(5), source=source)
    assert 'import "https://example.org/dist/attention-explainer.js";' in page and "attentionFiles" not in page and len(page) < 3000


def test_attributes_and_title(dist):
    page = html(exhibit='so"ft', theme="dark", alt='a "<', show="", lang="de", menu=None, title="<me>", source=dist)
    assert '<html lang="de">' in page and "<title>&lt;me&gt;</title>" in page
    assert attributes_in(page) == {"exhibit": 'so"ft', "theme": "dark", "alt": 'a "<', "show": "", "lang": "de", "loading": "eager", "state": ""}


@pytest.mark.parametrize(
    "state, written",
    [
        (None, ""),
        ({}, ""),
        ("temperature=0.5;a=b", "temperature=0.5;a=b"),
        ({"temperature": 0.5, "head": np.int64(2), "on": True, "off": np.False_}, "temperature=0.5;head=2;on=true;off=false"),
        ({"words": "a;b=c</script> é", "by": "entropy"}, "words=a%3Bb%3Dc%3C%2Fscript%3E%20%C3%A9;by=entropy"),
        ({"q": [[1, -0.5], [1e-7, 2]], "k": np.eye(2)}, "q=1,-0.5/1e-07,2;k=1.0,0.0/0.0,1.0"),
    ],
    ids=range(6),
)
def test_a_state_is_written_as_figures_read_it(dist, state, written):
    assert attributes_in(html(state=state, source=dist))["state"] == written


def test_what_is_wrong_is_said(tmp_path, dist, monkeypatch):
    for error, sentence, given in [
        (ValueError, "path is no path; write html(attention=…)", dict(path=np.eye(5))),
        (TypeError, "'colour' is no argument, and no attribute of the tag: theme, alt, menu, lang, words, show, group", dict(colour="red")),
        (ValueError, f"source is {str(tmp_path)!r}; there is no attention-explainer.js", dict(source=tmp_path)),
        (ValueError, "tokens has 1 and attention has 5 keys", dict(attention=np.eye(5), tokens=["a"])),
        (ValueError, "attention is not given, nor are q and k", dict(tokens=["a"])),
    ]:
        with pytest.raises(error) as told:
            html(**{"path": tmp_path / "a.html", "source": dist, **given})
        assert str(told.value) == sentence
    assert not (tmp_path / "a.html").exists()
    monkeypatch.setattr(explainer, "FOLDERS", [tmp_path])
    with pytest.raises(ValueError) as told:
        html()
    assert str(told.value) == "source is not given, and no dist/ was installed: give the folder that ./build.sh makes, or its address, https://…/"
    monkeypatch.setattr(explainer, "FOLDERS", [tmp_path, dist])
    assert html() == html(source=dist)


def test_a_browser_unpacks_it_with_nothing_beside_it(dist, tmp_path):
    html(tmp_path / "a.html", np.eye(5), TOKENS, state={"head": np.int64(2), "words": "</script>"}, source=dist)
    shutil.rmtree(dist)
    dom = opened(tmp_path / "a.html", DONE)
    assert attribute(dom, "data-part") == "part of E1"  # a part that imports who imported it: there is one of each
    assert attribute(dom, "data-wasm") == "application/wasm 0,255,3 7"
    size = len(tensors_in((tmp_path / "a.html").read_text(encoding="utf-8")))
    assert re.fullmatch(rf"{size} Uint8Array \d+", attribute(dom, "data-tensors"))
    assert (attribute(dom, "exhibit"), attribute(dom, "state")) == ("heads", "head=2;words=%3C%2Fscript%3E")
    assert [attribute(dom, f"data-{name}") for name in ("scalar", "de", "weights")] == ["none", "none", "none"]
    assert ">Attention weights of 1 layer of 1 head over 5 tokens" in dom and 'id="figure"' not in dom.split("<script", 1)[0]


def test_a_browser_finds_all_of_a_figure_without_tensors(dist, tmp_path):
    html(tmp_path / "a.html", exhibit="softmax", state="temperature=2", lang="de", source=dist)
    dom = opened(tmp_path / "a.html", DONE)
    said = {name: attribute(dom, name) for name in ("state", "lang", "data-tensors", "data-de", "data-weights", "data-done")}
    assert said == {"state": "temperature=2", "lang": "de", "data-tensors": None, "data-de": "91,49,93", "data-weights": "9", "data-done": "yes"}

"""In a notebook: a widget where anywidget is (here stand-ins that keep what they are given), a frame elsewhere; and the example, cell by cell."""

import importlib
import json
import re
import sys
from contextlib import nullcontext
from html import unescape
from types import ModuleType

import attention_explainer
import numpy as np
import pytest
from attention_explainer import explainer, html
from conftest import BUILT, ROOT, assert_shows, opened, read_safetensors, said_by, weights

TOKENS = ["The", ' "cat"', "<b>", "on", "mat"]


class Trait:
    def __init__(self, default=None, allow_none=False):
        self.default, self.allow_none, self.metadata = default, allow_none, {}

    def tag(self, **metadata):
        self.metadata.update(metadata)
        return self

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, one, owner):
        return self if one is None else one.__dict__.get(self.name, self.default)

    def __set__(self, one, value):
        assert isinstance(value, self.type) or (value is None and self.allow_none), (self.name, value)
        one.__dict__[self.name] = value


class AnyWidget:
    messages = 0

    def hold_sync(self):
        self.messages += 1
        return nullcontext()

    def __init__(self, **values):
        for name, value in values.items():
            assert isinstance(getattr(type(self), name), Trait), name
            setattr(self, name, value)


def package(monkeypatch, with_anywidget: bool):
    """attention_explainer, imported anew where anywidget is or is not."""
    stubs = {"anywidget": ModuleType("anywidget"), "traitlets": ModuleType("traitlets")}
    stubs["anywidget"].AnyWidget = AnyWidget
    for name, type_ in [("Unicode", str), ("Bytes", bytes), ("Dict", dict)]:
        setattr(stubs["traitlets"], name, type(name, (Trait,), {"type": type_, "__init__": given_default({"Dict": {}, "Unicode": "", "Bytes": b""}[name])}))
    for name in [name for name in sys.modules if name.split(".")[0] == "attention_explainer"]:
        monkeypatch.delitem(sys.modules, name)
    for name, stub in stubs.items():
        monkeypatch.setitem(sys.modules, name, stub if with_anywidget else None)
    return importlib.import_module("attention_explainer")


def given_default(empty):
    return lambda self, default=empty, allow_none=False: Trait.__init__(self, default, allow_none)


def test_a_frame_without_anywidget(monkeypatch, dist):
    plain = package(monkeypatch, with_anywidget=False)
    assert not hasattr(plain, "AttentionFigure") and "AttentionFigure" not in plain.__all__
    frame = plain.show(weights(3, 5, 5), TOKENS, exhibit="heads", state={"a": 1}, source=dist, height=300, theme="dark")
    [(page, style)] = re.findall(r'^<iframe srcdoc="([^"]*)" style="([^"]*)"></iframe>$', frame._repr_html_())
    assert unescape(page) == html(attention=weights(3, 5, 5), tokens=TOKENS, state={"a": 1}, source=dist, theme="dark")
    assert "height: 300px" in style


def test_the_frame_in_a_browser_becomes_as_high_as_its_figure(dist, tmp_path, monkeypatch):
    frame = package(monkeypatch, with_anywidget=False).show(np.eye(5), source=dist)
    page = frame._repr_html_() + """<script>
        const figure = () => document.querySelector("iframe").contentDocument?.querySelector("attention-explainer");
        const tall = () => { figure().style.cssText = "display: block; height: 123px"; return document.querySelector("iframe").style.height === "139px"; };
    </script>"""
    (tmp_path / "a.html").write_text(page, encoding="utf-8")
    # (16 for the padding around it)
    opened(tmp_path / "a.html", "figure()?.dataset.done && figure().dataset.wasm === 'application/wasm 0,255,3 7' && tall()")


def test_a_widget_with_anywidget(monkeypatch, dist):
    with_it = package(monkeypatch, with_anywidget=True)
    assert "AttentionFigure" in with_it.__all__
    figure = with_it.show(weights(3, 5, 5), TOKENS, state={"a": 1}, source=dist, theme="dark", show="")
    assert type(figure) is with_it.AttentionFigure
    assert (figure.exhibit, figure.state, figure.theme, figure.show, figure.alt) == ("heads", {"a": 1}, "dark", "", None)
    arrays, metadata = read_safetensors(figure.tensors)
    np.testing.assert_array_equal(arrays["attention"][0], weights(3, 5, 5).astype(np.float32))
    assert json.loads(metadata["tokens"]) == TOKENS
    figure.error = "of those before"
    figure.set_tensors(np.eye(2), list("ab"), v=np.ones((2, 1)))
    arrays, metadata = read_safetensors(figure.tensors)
    assert arrays["attention"].tolist() == [[[[1, 0], [0, 1]]]] and list(arrays) == ["attention", "v"] and json.loads(metadata["tokens"]) == ["a", "b"]
    assert (figure.messages, figure.error, figure.state) == (1, "", {"a": 1})
    figure.set_tensors(np.eye(2), state={"head": np.int64(0)})
    assert (figure.messages, figure.state) == (2, {"head": 0}) and type(figure.state["head"]) is int
    with pytest.raises(ValueError, match="^attention is not given"):
        figure.set_tensors()
    with pytest.raises(TypeError):
        figure.set_tensors(np.eye(2), colour="red")
    # the traits that web/anywidget.ts reads, and all of them are sent
    traits = {name: one for name, one in vars(with_it.AttentionFigure).items() if isinstance(one, Trait)}
    source = (ROOT.parent / "web/anywidget.ts").read_text(encoding="utf-8")
    looks = re.findall(r'"(\w+)"', re.search(r"const looks = \[(.*?)\]", source)[1])
    assert set(traits) == {"_esm", "exhibit", "state", "tensors", "error", *looks}
    assert {name for name in traits if f'model.get("{name}")' in source} == {"exhibit", "state", "tensors", "error", "alt"}
    assert all(one.metadata == {"sync": True} for one in traits.values())
    assert {name for name, one in traits.items() if one.allow_none} == set(looks)
    assert with_it.show(source=dist).tensors == b"" and with_it.show(source=dist).state == {}
    # the class does what show does
    q = np.arange(10.0).reshape(5, 2)
    made = with_it.AttentionFigure(weights(5, 5), TOKENS, q=q, k=q, source=dist, exhibit="heads", state={"head": np.int64(0)}, theme="dark")
    assert (made._esm, made.theme, made.state, made.error) == (figure._esm, "dark", {"head": 0}, "")
    assert type(made.state["head"]) is int  # as JSON wants it
    assert made.tensors == with_it.show(weights(5, 5), TOKENS, q, q, source=dist).tensors
    np.testing.assert_array_equal(read_safetensors(made.tensors)[0]["q"], q)


def test_a_widget_s_script_is_an_address_or_has_all_in_it(monkeypatch, dist, tmp_path):
    with_it = package(monkeypatch, with_anywidget=True)
    assert with_it.show(np.eye(2), source="https://example.org/dist")._esm == "https://example.org/dist/anywidget.js"
    script = with_it.show(np.eye(2), source=dist)._esm
    # all widgets of a page share the files that the first one brings
    assert "words/de.json" in script and "learned/model" in script
    assert script == with_it.show(source=dist, exhibit="learned-heads", lang="de-AT")._esm
    # as anywidget does: the module's text becomes a Blob, which is imported; a second widget brings the same text again
    (tmp_path / "a.html").write_text(
        f"""<!doctype html><title></title><p></p><p></p><script type="module">
        const text = {json.dumps(script).replace("</", "<" + chr(92) + "/")};
        const model = new Map([["exhibit", "heads"], ["tensors", "12345"]]);
        for (const el of document.querySelectorAll("p")) {{
            const module = await import(URL.createObjectURL(new Blob([text], {{ type: "text/javascript" }})));
            module.default.render({{ model, el }});
            document.title += Object.keys(module).join() + el.textContent + ".";
        }}</script>""",
        encoding="utf-8",
    )
    assert "<title>defaultheads5.defaultheads5.</title>" in opened(tmp_path / "a.html", "document.title.split('.').length === 3")


def test_a_widget_s_bytes_are_shown_by_its_script(monkeypatch, tmp_path):
    """As anywidget does it: the bytes are a view into a message, and the script is a Blob."""
    given = weights(2, 3, 4, 5).astype(np.float16)
    figure = package(monkeypatch, with_anywidget=True).AttentionFigure(given, TOKENS, source=BUILT, state={"layer": 1, "head": 2, "key": 3})
    (tmp_path / "a.html").write_text(
        f"""<!doctype html><body><p></p><script type="application/json" id="esm">{json.dumps(figure._esm).replace("<", chr(92) + "u003c")}</script>
        <script type="module">
        const esm = new Blob([JSON.parse(document.getElementById("esm").textContent)], {{ type: "text/javascript" }});
        const message = Uint8Array.of({", ".join(str(byte) for byte in b"head" + figure.tensors + b"end")});
        const model = new Map([["exhibit", "heads"], ["error", ""], ["state", {json.dumps(figure.state)}]]);
        model.set("tensors", new DataView(message.buffer, 4, message.length - 7));
        Object.assign(model, {{ on() {{}}, off() {{}}, save_changes() {{}} }});
        (await import(URL.createObjectURL(esm))).default.render({{ model, el: document.querySelector("p") }});
        </script>""",
        encoding="utf-8",
    )
    said = said_by(tmp_path / "a.html", given.shape)
    assert_shows(said, given, TOKENS)
    assert {name: said["state"][name] for name in ("layer", "head", "key")} == {"layer": 1, "head": 2, "key": 3}


@pytest.mark.parametrize("with_anywidget", [False, True])
def test_what_is_wrong_is_said(monkeypatch, dist, with_anywidget):
    show = package(monkeypatch, with_anywidget).show
    for error, sentence, given in [
        (ValueError, "state is 'a=1'; in a notebook it should be a dictionary", dict(state="a=1")),
        (TypeError, "'colour' is no argument, and no attribute of the tag: theme, alt, menu, lang, words, show, group", dict(colour="red")),
        (ValueError, "tokens has 1 and attention has 5 keys", dict(attention=np.eye(5), tokens=["a"])),
        (ValueError, "attention is not given, nor are q and k", dict(tokens=["a"])),
    ]:
        with pytest.raises(error) as told:
            show(**{"source": dist, **given})
        assert str(told.value) == sentence


def test_the_example_runs_from_top_to_bottom_and_shows_its_weights(monkeypatch, tmp_path):
    """No Jupyter: a cell is the text of its lines, run in one namespace; the value of its last line is what Jupyter would show."""
    monkeypatch.setattr(explainer, "FOLDERS", [BUILT])
    monkeypatch.chdir(tmp_path)
    notebook = json.loads((ROOT / "examples/attention.ipynb").read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4 and all(cell["metadata"] == {} and "id" in cell for cell in notebook["cells"])
    codes = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(codes) >= 4 and all(cell["outputs"] == [] and cell["execution_count"] is None for cell in codes)
    names, shown = {}, []
    for cell in codes:
        *before, last = "".join(cell["source"]).rstrip().split("\n")
        exec(compile("\n".join(before), "cell", "exec"), names)
        try:
            value = eval(compile(last, "cell", "eval"), names)
        except SyntaxError:  # no expression
            exec(compile(last, "cell", "exec"), names)
            continue
        if value is not None and not isinstance(value, str):
            shown.append(value._repr_html_())
    assert len(shown) == 2 and all(one.startswith("<iframe srcdoc=") for one in shown)
    written = {file.name for file in tmp_path.iterdir() if file.is_file()}
    assert written == {"attention.safetensors", "attention.npz", "attention.html"}
    arrays, metadata = read_safetensors((tmp_path / "attention.safetensors").read_bytes())
    tokens = json.loads(metadata["tokens"])
    n = len(tokens)
    assert arrays["attention"].shape[2:] == (n, n)
    np.testing.assert_allclose(arrays["attention"].sum(-1), 1, atol=1e-6)
    for i, frame in enumerate(shown):
        (tmp_path / f"frame{i}.html").write_text(f"<!doctype html><body>{frame}", encoding="utf-8")
    for page, weights in [("frame0", names["weights"][None]), ("frame1", arrays["attention"]), ("attention", arrays["attention"])]:
        assert_shows(said_by(tmp_path / f"{page}.html", weights.shape), weights, tokens)

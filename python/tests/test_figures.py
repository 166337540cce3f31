"""The explainer itself, as it was built: a page in one file shows the very numbers of the weights that it was given, and asks nobody for anything."""

import re

import numpy as np
import pytest
import torch
from attention_explainer import from_transformers, html
from conftest import BUILT, assert_shows, opened, said_by, weights

TOKENS = ["<b>", ' "cat"', "</script>", "&amp; é🙂", "a\nb"]


@pytest.fixture(autouse=True)
def built():
    assert (BUILT / "attention-explainer.js").exists(), "this test needs dist/: ./build.sh makes it"


GIVEN = weights(2, 3, 5, 5)
CASES = {
    "PyTorch": (torch.tensor(GIVEN), TOKENS, GIVEN),
    "half": (GIVEN[0].astype(np.float16), None, GIVEN[:1].astype(np.float16)),
    "bfloat16": (torch.tensor(GIVEN).to(torch.bfloat16), TOKENS, torch.tensor(GIVEN).to(torch.bfloat16).float().numpy()),
    "rows": (list(GIVEN[1, 2]), TOKENS, GIVEN[1:, 2:]),
    "with a cache": ([layer[None, :, 3:] for layer in GIVEN], TOKENS, GIVEN[:, :, 3:]),
    "more queries than keys": (GIVEN[..., :3], TOKENS[:3], GIVEN[..., :3]),
}


@pytest.mark.parametrize("name", CASES)
def test_a_page_shows_the_very_numbers(tmp_path, name):
    given, tokens, shown = CASES[name]
    html(tmp_path / "a.html", given, tokens, source=BUILT)
    said = said_by(tmp_path / "a.html", shown.shape)
    assert_shows(said, shown, tokens)
    layers, heads, n, m = shown.shape
    counts = f"{layers} layer{'s' * (layers > 1)}, {heads} head{'s' * (heads > 1)} each, {n} queries, {m} keys."
    assert said["summary"].startswith(f"Attention of your own: {counts}")
    # and what is computed of them, of the first head
    w = shown[0, 0].astype(np.float32).astype(float)
    entropy = -np.where(w > 0, w * np.log(np.where(w > 0, w, 1)), 0).sum(-1).mean()
    np.testing.assert_allclose([said["values"]["mean entropy"], said["values"]["on first token"]], [entropy, w[:, 0].mean()], rtol=1e-9)
    assert said["values"]["rows that do not sum to 1"] == (abs(shown.astype(float).sum(-1) - 1) > 0.01).sum()


def test_a_page_opens_in_its_state(tmp_path):
    """That it is of the tensors: the exhibit's own heads are fewer, and know no layers."""
    for state in [{"layer": 1, "head": np.int64(2), "query": 3, "key": 1, "showList": False}, "layer=1;head=2;query=3;key=1;showList=false"]:
        html(tmp_path / "a.html", GIVEN, TOKENS, state=state, lang="de", source=BUILT)
        said = said_by(tmp_path / "a.html", (0, 0, 0))
        assert (said["errors"], said["fetched"]) == ([], [])
        assert np.float32(said["values"]["weight"]) == np.float32(GIVEN[1, 2, 3, 1])
        assert said["state"]["showList"] is False and said["summary"].startswith("Eigene Attention")


def test_numbers_that_are_none_are_shown_and_counted(tmp_path):
    given = GIVEN.astype(np.float32)
    given[0, 1, 2] = np.nan, np.inf, -np.inf, 0.25, np.nan
    with pytest.warns(UserWarning, match="4 of 150"):
        html(tmp_path / "a.html", given, source=BUILT)
    said = said_by(tmp_path / "a.html", given.shape)
    assert [said["values"][name] for name in ("not numbers", "infinite", "rows that do not sum to 1")] == [2, 2, 1]
    row = {j: float(weight) for j, _, weight in said["rows"][7]}
    assert {j: row[j] for j in (1, 3)} == {1: np.inf, 3: 0.25}


def test_what_a_model_gives_comes_into_the_page(tmp_path):
    class Tokenizer:
        def convert_ids_to_tokens(self, ids):
            return ["The", "Ġcat", "Ċ", "ĠcafÃ©", "<|endoftext|>"]

    layers = tuple(torch.tensor(weights(2, 3, 5, 5)) for _ in range(2))
    html(tmp_path / "a.html", from_transformers((torch.ones(2, 5, 9), layers), Tokenizer(), torch.arange(5), batch=1), source=BUILT)
    assert_shows(said_by(tmp_path / "a.html", (2, 3, 5)), np.stack([layer[1] for layer in layers]), ["The", " cat", "↵", " café", "<|endoftext|>"])


def test_what_the_figure_refuses_it_says(tmp_path):
    html(tmp_path / "a.html", np.eye(2), exhibit="softmax", source=BUILT)
    [error] = said_by(tmp_path / "a.html", (1, 1, 2))["errors"]
    assert error.startswith("softmax shows no tensors")


@pytest.mark.parametrize("exhibit, state, says", [("softmax", "temperature=0.5", "0.5"), ("learned-heads", None, "")])
def test_exhibits_with_numbers_of_their_own(tmp_path, exhibit, state, says):
    html(tmp_path / "a.html", exhibit=exhibit, state=state, source=BUILT)
    said = said_by(tmp_path / "a.html", (0, 0, 0))
    assert (said["errors"], said["fetched"], said["exhibit"]) == ([], [], exhibit)
    assert len(said["summary"]) > 20 and says in said["summary"]


def test_a_page_is_as_large_as_the_readme_says():
    size = len(html(attention=np.eye(5), source=BUILT).encode()) / 1e6
    said = re.search(r"about ([\d.]+) MB", (BUILT.parent / "python/README.md").read_text(encoding="utf-8"))[1]
    assert abs(size - float(said)) < 0.15, size


def test_what_is_fetched_would_be_seen(tmp_path):
    """Of the tests above: they look at the right place."""
    page = html(attention=np.eye(2), source=BUILT).replace("const figure", 'await fetch("http://127.0.0.1:9/x").catch(() => {});\nconst figure', 1)
    (tmp_path / "a.html").write_text(page, encoding="utf-8")
    assert said_by(tmp_path / "a.html", (0, 0, 0))["fetched"] == ["http://127.0.0.1:9/x"]

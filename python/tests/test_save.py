"""Files: their shapes and types, read by others."""

import json

import numpy as np
import pytest
import torch
from attention_explainer import Attention, save
from conftest import read_safetensors, weights

TOKENS = ["The", " cat", " sat", '"</ü↵', "##s"]
SHAPES = [(5, 5), (3, 5, 5), (2, 3, 5, 5)]


def saved(path, *arguments, **named):
    save(path, *arguments, **named)
    return read_safetensors(path.read_bytes())


@pytest.mark.parametrize("shape", SHAPES)
def test_any_shape_becomes_layers_heads_n_n(tmp_path, shape):
    given = weights(*shape)
    arrays, metadata = saved(tmp_path / "a.safetensors", given, TOKENS)
    assert list(arrays) == ["attention"] and arrays["attention"].dtype == np.float32
    assert arrays["attention"].shape == (1,) * (4 - len(shape)) + shape
    np.testing.assert_array_equal(arrays["attention"].reshape(shape), given.astype(np.float32))
    assert json.loads(metadata["tokens"]) == TOKENS


@pytest.mark.parametrize("shape", SHAPES)
def test_npz_is_read_by_numpy(tmp_path, shape):
    given = weights(*shape)
    save(tmp_path / "a.npz", given, TOKENS)
    with np.load(tmp_path / "a.npz", allow_pickle=False) as file:
        assert sorted(file) == ["attention", "tokens"]
        assert file["attention"].dtype == np.float32 and file["attention"].shape == (1,) * (4 - len(shape)) + shape
        np.testing.assert_array_equal(file["attention"].reshape(shape), given.astype(np.float32))
        assert file["tokens"].dtype.kind == "U" and file["tokens"].tolist() == TOKENS


def test_without_tokens_nothing_is_said_of_them(tmp_path):
    assert saved(tmp_path / "a.safetensors", weights(5, 5))[1] == {}
    save(tmp_path / "a.npz", weights(5, 5))
    assert list(np.load(tmp_path / "a.npz")) == ["attention"]


@pytest.mark.parametrize("batch", [False, True])
@pytest.mark.parametrize("kind", [tuple, list])
def test_a_list_of_layers(tmp_path, kind, batch):
    given = weights(2, 3, 5, 5)
    arrays, _ = saved(tmp_path / "a.safetensors", kind(layer[None] if batch else layer for layer in given))
    np.testing.assert_array_equal(arrays["attention"], given.astype(np.float32))


def test_layers_that_were_stacked_with_their_batch(tmp_path):
    given = weights(2, 3, 5, 5)
    arrays, _ = saved(tmp_path / "a.safetensors", given[:, None])
    np.testing.assert_array_equal(arrays["attention"], given.astype(np.float32))


@pytest.mark.parametrize("row", [np.float32, np.float16, torch.tensor, lambda row: torch.tensor(row, dtype=torch.bfloat16, requires_grad=True)], ids=range(4))
def test_a_list_of_rows_is_one_map(tmp_path, row):
    arrays, _ = saved(tmp_path / "a.safetensors", [row(one) for one in [[1.0, 0.0], [0.25, 0.75]]], q=[row([1.0])] * 2, k=(row([2.0]), row([3.0])))
    assert arrays["attention"].tolist() == [[[[1, 0], [0.25, 0.75]]]] and arrays["k"].tolist() == [[2], [3]]
    assert arrays["attention"].dtype == (np.float16 if row is np.float16 else np.float32)


def test_rows_in_lists_are_lists_of_numbers(tmp_path):
    arrays, _ = saved(tmp_path / "a.safetensors", [list(torch.eye(2).to(torch.bfloat16)), list(np.ones((2, 2)) / 2)])
    assert arrays["attention"].tolist() == [[[[1, 0], [0, 1]], [[0.5, 0.5], [0.5, 0.5]]]]


@pytest.mark.parametrize("shape", [(2, 5), (3, 1, 5), (2, 3, 4, 5), (2, 3, 5, 4)])
def test_other_queries_than_keys(tmp_path, shape):
    *_, n, m = shape
    arrays, metadata = saved(tmp_path / "a.safetensors", weights(*shape), TOKENS[:m], q=np.ones((n, 2)), k=np.ones((m, 2)), v=np.ones((m, 3)))
    np.testing.assert_array_equal(arrays["attention"].reshape(shape), weights(*shape).astype(np.float32))
    assert (arrays["q"].shape, arrays["k"].shape, json.loads(metadata["tokens"])) == ((n, 2), (m, 2), TOKENS[:m])
    arrays, _ = saved(tmp_path / "b.safetensors", tokens=TOKENS[:m], q=np.ones((n, 2)), k=np.ones((m, 2)))
    assert (arrays["q"].shape, arrays["k"].shape) == ((n, 2), (m, 2))


@pytest.mark.parametrize("path", ["a.safetensors", "a.npz"])
def test_weights_that_are_no_numbers_are_a_warning(tmp_path, path):
    given = np.stack([np.eye(3), np.ones((3, 3))])
    given[1, 0] = np.nan, np.inf, -np.inf
    with pytest.warns(UserWarning) as told:
        save(tmp_path / path, given)
    assert [str(one.message) for one in told] == ["attention has numbers that are infinite or not a number, 3 of 18; the figure counts them"]
    assert told[0].filename == __file__
    found = np.load(tmp_path / path)["attention"] if path.endswith("npz") else read_safetensors((tmp_path / path).read_bytes())[0]["attention"]
    np.testing.assert_array_equal(found[0], given)


def test_lists_of_numbers(tmp_path):
    arrays, _ = saved(tmp_path / "a.safetensors", [[1, 0], [0.25, 0.75]])
    assert arrays["attention"].tolist() == [[[[1, 0], [0.25, 0.75]]]]


@pytest.mark.parametrize(
    "given, written",
    [("float64", "float32"), ("float32", "float32"), ("float16", "float16"), (">f4", "float32"), (">f2", "float16"), ("int64", "float32"), ("bool", "float32")],
)
def test_half_precision_is_kept_and_all_else_is_single(tmp_path, given, written):
    array = np.tril(np.ones((3, 3))).astype(given)
    arrays, _ = saved(tmp_path / "a.safetensors", array)
    assert arrays["attention"].dtype == written
    np.testing.assert_array_equal(arrays["attention"][0, 0], np.tril(np.ones((3, 3))))
    save(tmp_path / "a.npz", array)
    assert np.load(tmp_path / "a.npz")["attention"].dtype == written


@pytest.mark.parametrize(
    "type, written", [(torch.float64, "float32"), (torch.float32, "float32"), (torch.float16, "float16"), (torch.bfloat16, "float32")]
)
def test_tensors_of_pytorch(tmp_path, type, written):
    given = torch.tril(torch.ones(2, 1, 3, 5, 5)).to(type) / 4
    given.requires_grad_(True)
    arrays, _ = saved(tmp_path / "a.safetensors", tuple(given))
    assert arrays["attention"].dtype == written and arrays["attention"].shape == (2, 3, 5, 5)
    np.testing.assert_array_equal(arrays["attention"], given.detach().float().numpy()[:, 0])
    arrays, _ = saved(tmp_path / "b.safetensors", given[0, 0].transpose(1, 2))  # not contiguous
    np.testing.assert_array_equal(arrays["attention"][0], given[0, 0].transpose(1, 2).detach().float().numpy())


def test_queries_keys_and_values(tmp_path):
    q, k, v = np.arange(10.0).reshape(5, 2), torch.ones(5, 2, dtype=torch.float16), np.ones((5, 7))
    arrays, metadata = saved(tmp_path / "a.safetensors", weights(5, 5), TOKENS, q=q, k=k, v=v)
    assert {name: (one.shape, str(one.dtype)) for name, one in arrays.items()} == {
        "attention": ((1, 1, 5, 5), "float32"),
        "q": ((5, 2), "float32"),
        "k": ((5, 2), "float16"),
        "v": ((5, 7), "float32"),
    }
    np.testing.assert_array_equal(arrays["q"], q)
    arrays, metadata = saved(tmp_path / "b.safetensors", tokens=TOKENS, q=q, k=k)
    assert list(arrays) == ["q", "k"] and json.loads(metadata["tokens"]) == TOKENS


def test_numbers_begin_where_machines_like_them(tmp_path):
    for n in range(1, 9):
        save(tmp_path / "a.safetensors", np.eye(n), ["x" * n] * n)
        assert int.from_bytes((tmp_path / "a.safetensors").read_bytes()[:8], "little") % 8 == 0


def test_an_attention_and_what_is_said_besides(tmp_path):
    given = Attention(weights(2, 3, 5, 5), TOKENS, v=np.ones((5, 3)))
    arrays, metadata = saved(tmp_path / "a.safetensors", given)
    assert list(arrays) == ["attention", "v"] and json.loads(metadata["tokens"]) == TOKENS
    arrays, metadata = saved(tmp_path / "a.safetensors", given, list("abcde"), v=np.zeros((5, 2)))
    assert arrays["v"].shape == (5, 2) and json.loads(metadata["tokens"]) == list("abcde")


def test_tokens_of_numpy(tmp_path):
    assert json.loads(saved(tmp_path / "a.safetensors", np.eye(2), np.array(["a", "b"]))[1]["tokens"]) == ["a", "b"]


A = np.eye(5)
WRONG = [
    (dict(attention=np.ones(5)), "attention is [5]; it should be [n, n], [heads, n, n], [layers, heads, n, n] or a list of layers, each [heads, n, n]"),
    (dict(attention=np.ones((1,) * 6)), "attention is [1, 1, 1, 1, 1, 1]; it should be [n, n], [heads, n, n], [layers, heads, n, n] or a list of layers, each [heads, n, n]"),
    (dict(attention=np.ones((0, 5, 5))), "attention is [1, 0, 5, 5]: there is nothing in it"),
    (dict(attention=np.ones((0, 0))), "attention is [1, 1, 0, 0]: there is nothing in it"),
    (dict(attention=[np.ones((2, 5, 5)), np.ones((3, 5, 5))]), "attention[1] is [3, 5, 5] and attention[0] is [2, 5, 5]: layers have one shape"),
    (dict(attention=[np.ones(0), np.ones(0)]), "attention is [1, 1, 2, 0]: there is nothing in it"),
    (dict(attention=[np.ones(5), np.ones(5), torch.ones(4)]), "attention[2] is [4] and attention[0] is [5]: rows have one shape"),
    (dict(attention=[np.ones(5), np.ones((1, 5))]), "attention[0] is [5]; a layer of a list should be [heads, n, n] or [1, heads, n, n]"),
    (dict(attention=[np.ones((1, 2, 5, 5)), np.ones((1, 2, 4, 4))]), "attention[1] is [2, 4, 4] and attention[0] is [2, 5, 5]: layers have one shape"),
    (dict(attention=[np.ones((2, 5, 5)), np.ones((2, 3, 5, 5))]), "attention[1] is [2, 3, 5, 5], a batch of 2; give one of them: [layer[0] for layer in attention]"),
    (dict(attention=np.ones((2, 4, 3, 5, 5))), "attention[0] is [4, 3, 5, 5], a batch of 4; give one of them: [layer[0] for layer in attention]"),
    (dict(attention=[A, A]), "attention[0] is [5, 5]; a layer of a list should be [heads, n, n] or [1, heads, n, n]"),
    (dict(attention=[np.ones((0, 2, 5, 5))]), "attention[0] is [0, 2, 5, 5]; a layer of a list should be [heads, n, n] or [1, heads, n, n]"),
    (dict(attention=np.array([["a", "b"]] * 2)), "attention is no array of real numbers"),
    (dict(attention=[[1, 0], [1]]), "attention is no array of real numbers"),
    (dict(attention=A * 1j), "attention is no array of real numbers"),
    (dict(attention=[np.full((1, 5, 5), None)]), "attention[0] is no array of real numbers"),
    (dict(attention=A * 1e300), "attention has numbers that are too large for single precision"),
    (dict(attention=[[A * 1e300]]), "attention has numbers that are too large for single precision"),
    (dict(attention=[[[-(10**40)]]]), "attention is no array of real numbers"),
    (dict(attention=A, v=A * np.nan), "v has numbers that are infinite or not a number"),
    (dict(q=A, k=A + np.inf), "k has numbers that are infinite or not a number"),
    (dict(attention=A, tokens=["a"] * 4), "tokens has 4 and attention has 5 keys"),
    (dict(attention=np.ones((4, 5)), tokens=["a"] * 4), "tokens has 4 and attention has 5 keys"),
    (dict(attention=A, tokens="abcde"), "tokens is one string; it should be a list of strings, one for each token"),
    (dict(attention=A, tokens=["a", "b", "c", "d", 5]), "tokens[4] is 5; it should be a string"),
    (dict(), "attention is not given, nor are q and k"),
    (dict(tokens=["a"]), "attention is not given, nor are q and k"),
    (dict(attention=A, q=A), "q is given and k is not; scores need both"),
    (dict(attention=A, k=A), "k is given and q is not; scores need both"),
    (dict(attention=A, q=np.ones(5), k=A), "q is [5]; it should be [n, d]"),
    (dict(attention=A, q=A, k=np.ones((1, 5, 5))), "k is [1, 5, 5]; it should be [n, d]"),
    (dict(attention=A, v=np.ones((5, 0))), "v is [5, 0]; it should be [n, d]"),
    (dict(attention=A, v=np.ones((4, 3))), "v has 4 rows and attention has 5 keys"),
    (dict(attention=np.ones((4, 5)), v=np.ones((4, 3))), "v has 4 rows and attention has 5 keys"),
    (dict(attention=np.ones((4, 5)), q=A, k=A), "q has 5 rows and attention has 4 queries"),
    (dict(attention=np.ones((4, 5)), q=A[:4], k=A[:4]), "k has 4 rows and attention has 5 keys"),
    (dict(q=np.ones((5, 3)), k=np.ones((5, 4))), "k is 4 wide and q is 3; a dot product needs one width"),
    (dict(q=A, k=A, v=np.ones((3, 3))), "v has 3 rows and k has 5 keys"),
    (dict(q=A, k=A, tokens=["a"]), "tokens has 1 and k has 5 keys"),
    (dict(q=[["a"]], k=A), "q is no array of real numbers"),
]


@pytest.mark.parametrize("suffix", ["safetensors", "npz"])
@pytest.mark.parametrize("given, sentence", WRONG, ids=[f"{i}" for i in range(len(WRONG))])
def test_what_is_wrong_is_said_and_nothing_is_written(tmp_path, given, sentence, suffix):
    with pytest.raises(ValueError) as told:
        save(tmp_path / f"a.{suffix}", **given)
    assert str(told.value) == sentence
    assert list(tmp_path.iterdir()) == []


def test_another_suffix(tmp_path):
    with pytest.raises(ValueError) as told:
        save(tmp_path / "a.npy", A)
    assert str(told.value) == "path ends in '.npy'; it should end in .safetensors or .npz"
    save(str(tmp_path / "a.npz"), A)  # (a string will do)

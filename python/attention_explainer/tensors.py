"""What a figure is given, in one shape, or an error that names the argument. No files, no pages in here."""

import warnings
from dataclasses import dataclass
from typing import Any, Optional

import numpy as np


@dataclass
class Attention:
    """Weights and what else is known of them. save, html and show take one in place of their argument `attention`."""

    attention: Any  # [layers, heads, n, m], n queries and m keys, or another of the shapes that save takes
    tokens: Optional[list] = None  # m strings
    q: Any = None  # [n, d]
    k: Any = None  # [m, d]
    v: Any = None  # [m, width of a value]


def written(shape) -> str:
    return "[" + ", ".join(str(size) for size in shape) + "]"


def is_array(value) -> bool:
    """Of NumPy, PyTorch or the like: what is no list of Python's."""
    return hasattr(value, "detach") or hasattr(value, "__array__")


def holds_arrays(value) -> bool:
    """A list of arrays, or of such lists."""
    return isinstance(value, (list, tuple)) and len(value) > 0 and (is_array(value[0]) or holds_arrays(value[0]))


def plain(value) -> np.ndarray:
    """An array of NumPy's, also of a list of arrays. PyTorch is known by what its tensors can do, so that nothing imports it."""
    if holds_arrays(value):
        value = [plain(one) for one in value]
    if hasattr(value, "detach"):
        value = value.detach().cpu()
        if "bfloat16" in str(value.dtype):  # NumPy has no such type
            value = value.float()
        value = value.numpy()
    try:
        return np.asarray(value)
    except ValueError:  # rows of different length
        return np.empty(0, object)


def numbers(name: str, value) -> np.ndarray:
    """The array, f16 where it was f16, else f32; what was finite still is."""
    array = plain(value)
    if array.dtype.kind not in "fiub":
        raise ValueError(f"{name} is no array of real numbers")
    half = array.dtype.kind == "f" and array.dtype.itemsize == 2
    with np.errstate(over="ignore"):  # found below
        out = array.astype(np.float16 if half else np.float32)
    if (np.isinf(out) & np.isfinite(array)).any():
        raise ValueError(f"{name} has numbers that are too large for single precision")
    return out


def layers_of(value) -> np.ndarray:
    """attention as [layers, heads, n, m]."""
    shapes = "[n, n], [heads, n, n], [layers, heads, n, n] or a list of layers, each [heads, n, n]"
    if isinstance(value, (list, tuple)) and len(value) > 0 and all(is_array(one) for one in value):
        parts = [numbers(f"attention[{i}]", one) for i, one in enumerate(value)]
        rows = all(part.ndim == 1 for part in parts)  # those of one [n, m]
        layers = [part if rows else one_layer(f"attention[{i}]", part) for i, part in enumerate(parts)]
        for i, layer in enumerate(layers):
            if layer.shape != layers[0].shape:
                sizes = f"attention[{i}] is {written(layer.shape)} and attention[0] is {written(layers[0].shape)}"
                raise ValueError(f"{sizes}: {'rows' if rows else 'layers'} have one shape")
        stacked = np.stack(layers)[None, None] if rows else np.stack(layers)
    else:
        stacked = numbers("attention", value)
        if stacked.ndim == 5:  # numpy.stack(outputs.attentions)
            return layers_of(list(stacked))
        if stacked.ndim not in (2, 3, 4):
            raise ValueError(f"attention is {written(stacked.shape)}; it should be {shapes}")
        stacked = stacked.reshape((1,) * (4 - stacked.ndim) + stacked.shape)
    if stacked.size == 0:
        raise ValueError(f"attention is {written(stacked.shape)}: there is nothing in it")
    return stacked


def one_layer(name: str, layer: np.ndarray) -> np.ndarray:
    """[heads, n, m] of [heads, n, m] or [1, heads, n, m]."""
    if layer.ndim == 4 and layer.shape[0] > 1:
        raise ValueError(f"{name} is {written(layer.shape)}, a batch of {layer.shape[0]}; give one of them: [layer[0] for layer in attention]")
    if layer.ndim not in (3, 4) or (layer.ndim == 4 and layer.shape[0] == 0):
        raise ValueError(f"{name} is {written(layer.shape)}; a layer of a list should be [heads, n, n] or [1, heads, n, n]")
    return layer.reshape(layer.shape[-3:])


def words_of(tokens) -> list:
    """tokens as a list of strings."""
    if isinstance(tokens, (str, bytes)):
        raise ValueError("tokens is one string; it should be a list of strings, one for each token")
    words = list(tokens)
    for i, word in enumerate(words):
        if not isinstance(word, str):
            raise ValueError(f"tokens[{i}] is {word!r}; it should be a string")
    return words


def gather(attention=None, tokens=None, q=None, k=None, v=None):
    """(arrays by their names in a file, tokens or None), all checked against each other. What is not given is not there.

    Weights that are infinite or not a number are for the figure to show, and to count; here they are a warning."""
    if isinstance(attention, Attention):
        given = attention
        attention, tokens = given.attention, given.tokens if tokens is None else tokens
        q, k, v = (mine if mine is not None else its for mine, its in [(q, given.q), (k, given.k), (v, given.v)])
    arrays, sizes = {}, {}  # how many queries and keys there are, and what says so
    if attention is not None:
        weights = arrays["attention"] = layers_of(attention)
        sizes = {"queries": (weights.shape[2], "attention"), "keys": (weights.shape[3], "attention")}
        wrong = np.count_nonzero(~np.isfinite(weights))
        if wrong > 0:
            warnings.warn(f"attention has numbers that are infinite or not a number, {wrong} of {weights.size}; the figure counts them", stacklevel=3)
    if (q is None) != (k is None):
        raise ValueError("q is given and k is not; scores need both" if k is None else "k is given and q is not; scores need both")
    for name, value in [("q", q), ("k", k), ("v", v)]:
        if value is None:
            continue
        array = arrays[name] = numbers(name, value)
        if array.ndim != 2 or array.size == 0:
            raise ValueError(f"{name} is {written(array.shape)}; it should be [n, d]")
        if not np.isfinite(array).all():
            raise ValueError(f"{name} has numbers that are infinite or not a number")
        of = "queries" if name == "q" else "keys"
        size, says = sizes.setdefault(of, (array.shape[0], name))
        if array.shape[0] != size:
            raise ValueError(f"{name} has {array.shape[0]} rows and {says} has {size} {of}")
    if "q" in arrays and arrays["q"].shape[1] != arrays["k"].shape[1]:
        raise ValueError(f"k is {arrays['k'].shape[1]} wide and q is {arrays['q'].shape[1]}; a dot product needs one width")
    if not arrays:
        raise ValueError("attention is not given, nor are q and k")
    words = None if tokens is None else words_of(tokens)
    size, says = sizes["keys"]
    if words is not None and len(words) != size:
        raise ValueError(f"tokens has {len(words)} and {says} has {size} keys")
    return arrays, words

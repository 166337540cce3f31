"""What a figure is given, in one shape, or an error that names the argument. No files, no pages in here."""

from dataclasses import dataclass
from typing import Any, Optional

import numpy as np


@dataclass
class Attention:
    """Weights and what else is known of them. save, html and show take one in place of their argument `attention`."""

    attention: Any  # [layers, heads, n, n], or another of the shapes that save takes
    tokens: Optional[list] = None  # n strings
    q: Any = None  # [n, d]
    k: Any = None  # [n, d]
    v: Any = None  # [n, width of a value]


def written(shape) -> str:
    return "[" + ", ".join(str(size) for size in shape) + "]"


def is_array(value) -> bool:
    """Of NumPy, PyTorch or the like: what is no list of Python's."""
    return hasattr(value, "detach") or hasattr(value, "__array__")


def plain(value) -> np.ndarray:
    """An array of NumPy's. PyTorch is known by what its tensors can do, so that nothing imports it."""
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
    """The array, f16 where it was f16, else f32."""
    array = plain(value)
    if array.dtype.kind not in "fiub":
        raise ValueError(f"{name} is no array of real numbers")
    half = array.dtype.kind == "f" and array.dtype.itemsize == 2
    with np.errstate(over="ignore"):  # found below
        array = array.astype(np.float16 if half else np.float32)
    if not np.isfinite(array).all():
        raise ValueError(f"{name} has numbers that are infinite or not a number")
    return array


def layers_of(value) -> np.ndarray:
    """attention as [layers, heads, n, n]."""
    shapes = "[n, n], [heads, n, n], [layers, heads, n, n] or a list of layers, each [heads, n, n]"
    if isinstance(value, (list, tuple)) and len(value) > 0 and all(is_array(one) for one in value):
        layers = [one_layer(f"attention[{i}]", numbers(f"attention[{i}]", one)) for i, one in enumerate(value)]
        for i, layer in enumerate(layers):
            if layer.shape != layers[0].shape:
                raise ValueError(f"attention[{i}] is {written(layer.shape)} and attention[0] is {written(layers[0].shape)}: layers have one shape")
        stacked = np.stack(layers)
    else:
        stacked = numbers("attention", value)
        if stacked.ndim == 5:  # numpy.stack(outputs.attentions)
            return layers_of(list(stacked))
        if stacked.ndim not in (2, 3, 4):
            raise ValueError(f"attention is {written(stacked.shape)}; it should be {shapes}")
        stacked = stacked.reshape((1,) * (4 - stacked.ndim) + stacked.shape)
    if stacked.shape[2] != stacked.shape[3]:
        raise ValueError(f"attention has {stacked.shape[2]} queries and {stacked.shape[3]} keys; a figure shows a square, [n, n]")
    if stacked.size == 0:
        raise ValueError(f"attention is {written(stacked.shape)}: there is nothing in it")
    return stacked


def one_layer(name: str, layer: np.ndarray) -> np.ndarray:
    """[heads, n, n] of [heads, n, n] or [1, heads, n, n]."""
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
    """(arrays by their names in a file, tokens or None), all checked against each other. What is not given is not there."""
    if isinstance(attention, Attention):
        given = attention
        attention, tokens = given.attention, given.tokens if tokens is None else tokens
        q, k, v = (mine if mine is not None else its for mine, its in [(q, given.q), (k, given.k), (v, given.v)])
    arrays, n, counted = {}, None, ""  # n tokens, as what is named in `counted` says
    if attention is not None:
        arrays["attention"] = layers_of(attention)
        n, counted = arrays["attention"].shape[-1], "attention"
    if (q is None) != (k is None):
        raise ValueError("q is given and k is not; scores need both" if k is None else "k is given and q is not; scores need both")
    for name, value in [("q", q), ("k", k), ("v", v)]:
        if value is None:
            continue
        array = arrays[name] = numbers(name, value)
        if array.ndim != 2 or array.size == 0:
            raise ValueError(f"{name} is {written(array.shape)}; it should be [n, d]")
        if n is not None and array.shape[0] != n:
            raise ValueError(f"{name} has {array.shape[0]} rows and {counted} has {n}")
        n, counted = array.shape[0], counted or name
    if "q" in arrays and arrays["q"].shape[1] != arrays["k"].shape[1]:
        raise ValueError(f"k is {arrays['k'].shape[1]} wide and q is {arrays['q'].shape[1]}; a dot product needs one width")
    if not arrays:
        raise ValueError("attention is not given, nor are q and k")
    words = None if tokens is None else words_of(tokens)
    if words is not None and len(words) != n:
        raise ValueError(f"tokens has {len(words)} and {counted} has {n}")
    return arrays, words

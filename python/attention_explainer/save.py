"""Tensors as a file: .safetensors (a header, JSON; then all numbers) or .npz (NumPy's). What is in them was checked by tensors.py."""

import io
import json
import struct
from pathlib import Path

import numpy as np

from .tensors import gather

DTYPES = {"f4": "F32", "f2": "F16"}


def safetensors(arrays: dict, tokens=None) -> bytes:
    """The format of huggingface/safetensors: the header's length, 8 bytes; the header; all numbers, little-endian.
    Its metadata "tokens" is a list of strings, as JSON."""
    header: dict = {} if tokens is None else {"__metadata__": {"tokens": json.dumps(tokens)}}
    parts, offset = [], 0
    for name, array in arrays.items():
        data = array.astype(array.dtype.newbyteorder("<")).tobytes()
        header[name] = {"dtype": DTYPES[array.dtype.str[1:]], "shape": list(array.shape), "data_offsets": [offset, offset + len(data)]}
        parts.append(data)
        offset += len(data)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)  # so that numbers are aligned
    return struct.pack("<Q", len(text)) + text + b"".join(parts)


def npz(arrays: dict, tokens=None) -> bytes:
    """numpy.savez of the arrays; tokens is an array of strings."""
    out = io.BytesIO()
    np.savez(out, **arrays, **({} if tokens is None else {"tokens": np.array(tokens, dtype=np.str_)}))
    return out.getvalue()


FORMATS = {".safetensors": safetensors, ".npz": npz}


def save(path, attention=None, tokens=None, q=None, k=None, v=None) -> None:
    """Writes a file for <attention-explainer src="…">; its suffix says which, .safetensors or .npz.

    attention   [n, m], n queries and m keys, [heads, n, m], [layers, heads, n, m], a list of layers, each [heads, n, m] or
                [1, heads, n, m] (outputs.attentions of transformers), or an Attention; the file has [layers, heads, n, m].
                With fewer queries than keys, as with a cache, the queries are the last of the tokens
    tokens      m strings
    q, k        [n, d] and [m, d]: queries and keys of one head
    v           [m, width of a value]

    Arrays are of NumPy or PyTorch. Half precision is kept, all else is written as float32."""
    path = Path(path)
    if path.suffix not in FORMATS:
        raise ValueError(f"path ends in {path.suffix!r}; it should end in .safetensors or .npz")
    path.write_bytes(FORMATS[path.suffix](*gather(attention, tokens, q, k, v)))

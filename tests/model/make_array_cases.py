"""Writes tests/model/array_cases.zip: files of arrays as NumPy writes them, and what they hold, for arrays.test.cpp.

Run by hand, from the repository's root, and its result is committed (tests of C++ need no NumPy):

    /usr/bin/python3 tests/model/make_array_cases.py

Its entry cases.json says of each file what is to be read: names, shapes, and the bits of each float32 as NumPy converts them, or the words; or,
of a file that is to be refused, the whole sentence.
"""

import io
import json
import struct
import warnings
import zipfile
from pathlib import Path

import numpy as np

NUMBERS = ["f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "b1"]
TOKENS = ["The", " cat", "", "naïve", "日本", "🦜🦜", "Ġsat", "a\0b", "\n"]

rng = np.random.default_rng(20)
files: dict[str, bytes] = {}
cases: list[dict] = []


def npy(array: np.ndarray, **options) -> bytes:
    out = io.BytesIO()
    np.lib.format.write_array(out, np.asanyarray(array), **options)
    return out.getvalue()


def described(array: np.ndarray, name: str = "") -> dict:
    array = np.asanyarray(array)
    if array.dtype.kind == "U":
        values = {"words": array.ravel().tolist()}
    elif array.dtype.kind == "S":
        values = {"words": [word.decode("utf-8", "replace") for word in array.ravel().tolist()]}
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what float32 does not hold becomes infinite
            values = {"bits": array.astype(np.float32).ravel().view(np.uint32).tolist()}
    return {"name": name, "shape": list(array.shape), **values}


def good(file: str, content: bytes, arrays: dict[str, np.ndarray], metadata: dict[str, str] | None = None) -> None:
    files[file] = content
    cases.append({"file": file, "arrays": [described(array, name) for name, array in arrays.items()], "metadata": metadata or {}})


def bad(file: str, content: bytes, sentence: str) -> None:
    files[file] = content
    cases.append({"file": file, "sentence": sentence})


def values_of(kind: str, shape: tuple[int, ...]) -> np.ndarray:
    """Of all the type has: bits drawn at random, and its ends."""
    dtype = np.dtype(kind)
    if kind == "b1":
        return rng.integers(0, 2, shape).astype(bool)
    values = np.frombuffer(rng.bytes(int(np.prod(shape)) * dtype.itemsize), dtype).copy()
    if dtype.kind == "f":
        ends = [np.nan, np.inf, -np.inf, -0.0, np.finfo(dtype).max, np.finfo(dtype).smallest_subnormal]
        values = np.where(np.isnan(values), dtype.type(1), values)  # payloads of NaN are not converted alike everywhere
    else:
        ends = [np.iinfo(dtype).min, np.iinfo(dtype).max, 0, 1]
    values[: len(ends)] = ends
    return values.reshape(shape)


def zipped(entries: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as to:
        for name, content in entries.items():
            to.writestr(zipfile.ZipInfo(name), content, method)
    return out.getvalue()


class Unseekable(io.RawIOBase):
    """What cannot be gone back in: sizes then follow the data (bit 3 of the flags)."""

    def __init__(self):
        self.content = b""

    def writable(self):
        return True

    def write(self, part):
        self.content += bytes(part)
        return len(part)


def npz(save, **arrays: np.ndarray) -> bytes:
    out = io.BytesIO()
    save(out, **arrays)
    return out.getvalue()


def safetensors(tensors: dict[str, tuple[str, np.ndarray]], metadata: dict[str, str]) -> bytes:
    header: dict = {"__metadata__": metadata}
    data = b""
    for name, (dtype, array) in tensors.items():
        raw = array.tobytes()
        header[name] = {"dtype": dtype, "shape": list(array.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def numbers() -> None:
    for kind in NUMBERS:
        array = values_of(kind, (2, 3, 4))
        for order in "<>" if np.dtype(kind).itemsize > 1 else "|":
            typed = array.astype(np.dtype(order + kind))
            name = f"{kind}{'_big' if order == '>' else ''}"
            good(f"{name}.npy", npy(typed), {"": typed})
            good(f"{name}_fortran.npy", npy(np.asfortranarray(typed)), {"": typed})
    for shape in [(), (1,), (7,), (0,), (3, 0), (0, 3), (1, 5, 1), (2, 1, 3, 2)]:
        array = rng.standard_normal(shape).astype(np.float32)
        name = "x".join(map(str, shape)) or "single"
        good(f"shape_{name}.npy", npy(array), {"": array})
        if len(shape) > 1:
            good(f"shape_{name}_fortran.npy", npy(np.asfortranarray(array)), {"": array})
    array = values_of("f4", (3, 5))
    for version in [(1, 0), (2, 0), (3, 0)]:
        good(f"version_{version[0]}.npy", npy(array, version=version), {"": array})


def text() -> None:
    words = np.array(TOKENS)
    for name, array in {
        "U": words,
        "U_big": words.astype(words.dtype.newbyteorder(">")),
        "U_table": words.reshape(3, 3),
        "U_table_fortran": np.asfortranarray(words.reshape(3, 3)),
        "U_none": np.array([], "U"),
        "U_single": np.array("word"),
        "S": np.array([word.encode() for word in TOKENS]),
        # half of a character, as byte-level tokens have
        "S_broken": np.array([b"\xe2\x80", b"\x9ca", b"\xf0\x9f\xa6", b"\xc0\x80", b"\xed\xa0\x80"]),
    }.items():
        good(f"{name}.npy", npy(array), {"": array})


def several() -> None:
    n, d = 5, 3
    scores = np.where(np.tri(n, dtype=bool), rng.standard_normal((2, 3, n, n)), -np.inf)
    weights = np.exp(scores)
    head = {
        "attention": (weights / weights.sum(-1, keepdims=True)).astype(np.float32),
        "tokens": np.array(TOKENS[:n]),
        **{name: rng.standard_normal((n, d)).astype(kind) for name, kind in [("q", "f4"), ("k", "f2"), ("v", "f8")]},
        "größe": np.array(3),
    }
    good("stored.npz", npz(np.savez, **head), head)
    good("deflated.npz", npz(np.savez_compressed, **head), head)
    good("none.npz", npz(np.savez), {})
    layers = [head["attention"][0], head["attention"][1]]
    out = io.BytesIO()
    np.savez(out, *layers)
    good("list.npz", out.getvalue(), {"arr_0": layers[0], "arr_1": layers[1]})
    stream = Unseekable()
    np.savez_compressed(stream, q=head["q"], v=head["v"])
    good("streamed.npz", stream.content, {"q": head["q"], "v": head["v"]})

    values = {kind: values_of(kind, (2, 6)) for kind in NUMBERS}
    upper = (values["f4"].view(np.uint32) >> 16).astype(np.uint16)
    tensors = {kind: (("BOOL" if kind == "b1" else kind[0].upper() + str(8 * int(kind[1]))), array) for kind, array in values.items()}
    tensors["bf16"] = ("BF16", upper)
    metadata = {"tokens": json.dumps(TOKENS), "format": "np"}
    expected = values | {"bf16": (upper.astype(np.uint32) << 16).view(np.float32)}
    good("all.safetensors", safetensors(tensors, metadata), expected, metadata)
    bad(
        "f8.safetensors",
        safetensors({"q": ("F8_E4M3", np.zeros(4, np.uint8))}, {}),
        "q has type F8_E4M3, which is not read: must be F16, BF16, F32, F64, whole numbers or BOOL",
    )


def refused() -> None:
    supported = "must be float (f2 f4 f8), integer (i1 i2 i4 i8 u1 u2 u4 u8), bool or text"
    pickled = "and reading those runs what the file says"
    ragged = np.array([np.zeros(2), np.zeros(3)], dtype=object)
    objects = f"has Python objects in it (type |O), {pickled}: save numbers (dtype=float) or text (dtype=str)"
    structured = "has a structured type, whose elements have fields: must be of numbers or of text"
    bad("objects.npy", npy(ragged), f"file {objects}")
    bad("objects.npz", npz(np.savez, q=np.zeros(2), ragged=ragged), f"ragged {objects}")
    bad("fields.npy", npy(np.zeros(2, [("a", "<f4"), ("b'", "<i4", (2,))])), f"file {structured}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that version 3.0 is needed
        bad("fields_3.npy", npy(np.zeros(2, [("größe", "<f4")])), f"file {structured}")
    # bfloat16 of ml_dtypes (JAX) is saved so
    bad("bfloat16.npy", npy(np.zeros(2, "V2")), "file has type |V2, as which NumPy saves bfloat16: save .astype(np.float32) of it")
    for kind in ["<c8", "<M8[ns]", "<f16", "|V3"]:
        bad(f"type_{kind[1:3]}.npy", npy(np.zeros(2, kind)), f"file has type {kind}, {supported}")
    twice = npy(np.zeros(2)) + npy(np.ones(2))
    bad("two.npy", twice, "file has 144 bytes more than its shape takes")
    one = npy(np.zeros(2))
    bad("bzip2.npz", zipped({"q.npy": one}, zipfile.ZIP_BZIP2), "q.npy is compressed by method 12, must be stored (0) or deflated (8)")
    bad("lzma.npz", zipped({"q.npy": one}, zipfile.ZIP_LZMA), "q.npy is compressed by method 14, must be stored (0) or deflated (8)")
    bad("other.zip", zipped({"q.npy": one, "notes.txt": b"q"}), "notes.txt is no .npy file, as those of np.savez are")
    bad("folder.zip", zipped({"head/": b"", "head/q.npy": one}), "head/ is no .npy file, as those of np.savez are")
    bad(
        "model.pt",
        zipped({"model/data.pkl": b"\x80\x02}.", "model/version": b"3"}),
        f"model/data.pkl is a pickle, as in PyTorch's files, {pickled}: save with np.savez or safetensors",
    )
    bad("head.pkl", b"\x80\x04}.", f"file is a pickle, {pickled}: save with np.savez or safetensors")
    bad("head.txt", b"0.5 0.5\n", "file is none of .npy, .npz, .safetensors and JSON")
    bad("head.npy", b"", "file is empty")


def main() -> None:
    numbers()
    text()
    several()
    refused()
    path = Path(__file__).with_name("array_cases.zip")
    files["cases.json"] = json.dumps(cases, ensure_ascii=False, separators=(",", ":")).encode()
    path.write_bytes(zipped(files, zipfile.ZIP_DEFLATED))
    print(f"{path}: {len(cases)} cases, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()

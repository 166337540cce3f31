"""Attention of a reader's own, written to files and drawn, by NumPy alone: for each case the colour of every cell of the chosen head's map.

Arguments: a folder, a seed, how many. Prints a list of cases as JSON: file, state, theme, colours [rows][cols] as [red, green, blue].
Nothing in here is the project's: weights become a share of the way from the paper to the query's colour, on a straight line in OKLab
(Ottosson 2020)."""

import json
import sys
from pathlib import Path

import numpy as np

COLOURS = {"light": ("#ffffff", "#2563c9"), "dark": ("#14181f", "#7db0ff")}  # paper, query: the defaults of the element's custom properties

TO_LMS = np.array([[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]])
TO_LAB = np.array([[0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099], [0.0259040371, 0.7827717662, -0.8086757660]])


def lab(text):
    srgb = np.array([int(text[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    return TO_LAB @ np.cbrt(TO_LMS @ linear)


def coloured(shares, theme):
    """[rows, cols] in 0 to 1 → [rows, cols, 3], 0 to 255."""
    paper, query = (lab(colour) for colour in COLOURS[theme])
    mixed = paper + shares[..., None] * (query - paper)
    linear = np.clip(np.linalg.solve(TO_LMS, (np.linalg.solve(TO_LAB, mixed.reshape(-1, 3).T)) ** 3).T, 0, 1)
    srgb = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return np.rint(srgb * 255).reshape(*shares.shape, 3)


def attention(draw, shape, causal):
    scores = draw.normal(0, draw.uniform(0.5, 4), shape)
    rows, cols = shape[-2:]
    if causal:
        scores = np.where(np.arange(cols) > np.arange(rows)[:, None] + cols - rows, -np.inf, scores)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True)


def safetensors(array):
    header = json.dumps({"attention": {"dtype": f"F{8 * array.itemsize}", "shape": array.shape, "data_offsets": [0, array.nbytes]}}).encode()
    return len(header).to_bytes(8, "little") + header + array.astype(array.dtype.newbyteorder("<")).tobytes()


def case(draw, folder, number):
    layers, heads = int(draw.integers(1, 4)), int(draw.integers(1, 5))
    cols = int(draw.integers(2, 19))
    rows = cols if draw.random() < 0.7 else int(draw.integers(1, cols + 1))
    weights = attention(draw, (layers, heads, rows, cols), draw.random() < 0.7)
    weights = weights.astype(draw.choice(["<f4", ">f4", "<f2", "<f8", ">f8"]))
    if draw.random() < 0.3:
        weights = np.asfortranarray(weights)
    layer, head = int(draw.integers(layers)), int(draw.integers(heads))
    kind = draw.choice(["npy", "npz", "stored", "safetensors"])
    file = folder / f"{number}.{'npz' if kind == 'stored' else kind}"
    if kind == "npy":
        np.save(file, weights)
    elif kind == "safetensors":
        weights = np.ascontiguousarray(weights, "<f4" if weights.itemsize == 8 else weights.dtype.newbyteorder("<"))
        file.write_bytes(safetensors(weights))
    else:
        (np.savez if kind == "stored" else np.savez_compressed)(file, attention=weights, other=np.arange(3))
    shown = weights[layer, head].astype(np.float64)
    logarithmic = bool(draw.random() < 0.4)
    with np.errstate(divide="ignore"):
        shares = np.clip((np.log10(shown) + 5) / 4, 0, 1) if logarithmic else np.clip(shown, 0, 1)
    theme = str(draw.choice(["light", "dark"]))
    state = f"layer={layer};head={head}" + (";logarithmic=true" if logarithmic else "")
    return {"file": str(file), "state": state, "theme": theme, "colours": coloured(shares, theme).tolist()}


if __name__ == "__main__":
    folder, seed, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    generator = np.random.default_rng(seed)
    print(json.dumps([case(generator, folder, number) for number in range(count)]))

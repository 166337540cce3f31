"""The model that learned, in NumPy: `from forward import run`, beside model.safetensors. What figures export as Python asks this file."""

import json
from pathlib import Path

import numpy as np

data = (Path(__file__).parent / "model.safetensors").read_bytes()
size = int.from_bytes(data[:8], "little")
w = {
    name: np.frombuffer(data[8 + size :], "<f2", np.prod(one["shape"]), one["data_offsets"][0]).reshape(one["shape"]).astype(float)
    for name, one in json.loads(data[8 : 8 + size]).items()
    if name != "__metadata__"
}


def linear(x, name):
    return x @ w[name + ".weight"] + w[name + ".bias"]


def norm(x, name):
    x = x - x.mean(1, keepdims=True)
    return x / np.sqrt((x * x).mean(1, keepdims=True) + 1e-5) * w[name + ".weight"] + w[name + ".bias"]


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def run(tokens, off=(), layers=2):
    """Attention weights by (layer, head), [n, n] each, and the probabilities of the next token behind each, [n, 74]; the heads in `off`
    add nothing. With fewer layers: what the model would say after so many of them (the logit lens)."""
    n = len(tokens)
    x, maps = w["wte.weight"][tokens] + w["wpe.weight"][:n], {}
    for layer in range(layers):
        q, k, v = np.split(linear(norm(x, f"h.{layer}.ln_1"), f"h.{layer}.attn.c_attn"), 3, 1)
        heads = []
        for head in range(4):
            own = slice(16 * head, 16 * head + 16)
            maps[layer, head] = softmax(np.where(np.tri(n), q[:, own] @ k[:, own].T / 4, -np.inf))
            heads.append(maps[layer, head] @ v[:, own] * ((layer, head) not in off))
        x = x + linear(np.hstack(heads), f"h.{layer}.attn.c_proj")
        y = linear(norm(x, f"h.{layer}.ln_2"), f"h.{layer}.mlp.c_fc")
        x = x + linear(y / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (y + 0.044715 * y**3))), f"h.{layer}.mlp.c_proj")
    return maps, softmax(norm(x, "ln_f") @ w["wte.weight"].T)

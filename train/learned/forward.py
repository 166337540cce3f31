"""The model that learned, in NumPy: `from forward import run`, beside model.safetensors. What figures export as Python asks this file.
`checkpoint(step)` is the model at a step of its training, from checkpoints/ beside it: `run(tokens, weights=checkpoint(520))`."""

import json
from pathlib import Path

import numpy as np

folder = Path(__file__).parent
types = {"F16": "<f2", "U8": "u1"}


def read(path):
    """Its tensors, and its metadata."""
    data = path.read_bytes()
    size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + size])
    metadata = header.pop("__metadata__", {})
    return {
        name: np.frombuffer(data[8 + size :], types[one["dtype"]], np.prod(one["shape"]), one["data_offsets"][0]).reshape(one["shape"]).astype(float)
        for name, one in header.items()
    }, metadata


w, _ = read(folder / "model.safetensors")


def checkpoint(step):
    """The weights at a step that there is a file of; the last step's are the model's. Each number is its base's, plus what its code stands for."""
    path = folder / f"checkpoints/step-{step:04}.safetensors"
    if not path.exists():
        return w
    stored, metadata = read(path)
    bits, base = int(metadata["bits"]), metadata["base"]
    of = w if base == "../model.safetensors" else checkpoint(0) if base else None
    codes = (stored["codes"].astype(int)[:, None] >> np.arange(0, 8, bits) & 2**bits - 1).ravel() - (2**bits - 1) / 2
    out, code, row = {}, 0, 0
    for name, like in w.items():
        rows = like.size // like.shape[-1]
        added = codes[code : code + like.size].reshape(rows, -1) * stored["scales"][row : row + rows, None]
        out[name] = added.reshape(like.shape) + (of[name] if of else 0)
        code, row = code + like.size, row + rows
    return out


def linear(x, w, name):
    return x @ w[name + ".weight"] + w[name + ".bias"]


def norm(x, w, name):
    x = x - x.mean(1, keepdims=True)
    return x / np.sqrt((x * x).mean(1, keepdims=True) + 1e-5) * w[name + ".weight"] + w[name + ".bias"]


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def run(tokens, off=(), layers=2, weights=w, kept=None, put={}):
    """Attention weights by (layer, head), [n, n] each, and the probabilities of the next token behind each, [n, 74]; the heads in `off`
    add nothing. With fewer layers: what the model would say after so many of them (the logit lens). `kept`, a dictionary, gets the residual
    stream after each number of layers, [n, 64], and by (layer, head) what a head says, [n, 16]; what `put` has by these names takes its place."""
    w, n = weights, len(tokens)

    def keep(name, x):
        if kept is not None:
            kept[name] = put.get(name, x)
        return put.get(name, x)

    x, maps = keep(0, w["wte.weight"][tokens] + w["wpe.weight"][:n]), {}
    for layer in range(layers):
        q, k, v = np.split(linear(norm(x, w, f"h.{layer}.ln_1"), w, f"h.{layer}.attn.c_attn"), 3, 1)
        heads = []
        for head in range(4):
            own = slice(16 * head, 16 * head + 16)
            maps[layer, head] = softmax(np.where(np.tri(n), q[:, own] @ k[:, own].T / 4, -np.inf))
            heads.append(keep((layer, head), maps[layer, head] @ v[:, own]) * ((layer, head) not in off))
        x = x + linear(np.hstack(heads), w, f"h.{layer}.attn.c_proj")
        y = linear(norm(x, w, f"h.{layer}.ln_2"), w, f"h.{layer}.mlp.c_fc")
        x = keep(layer + 1, x + linear(y / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (y + 0.044715 * y**3))), w, f"h.{layer}.mlp.c_proj"))
    return maps, softmax(norm(x, w, "ln_f") @ w["wte.weight"].T)


def write(tokens, temperature, top_k, top_p, written, seed=None):
    """Writes so many tokens behind `tokens`, each drawn by its share from NumPy's generator of that seed, or without one the likeliest. What it then
    says; its tokens, the likeliest first; their shares at that temperature, and once top-k and top-p have cut them."""
    random = np.random.RandomState(seed)
    while True:
        said = run(tokens)[1][-1]
        order = np.argsort(-said, kind="stable")
        before = said ** (1 / temperature)
        before /= before.sum()
        left = before[order][:top_k]
        if top_p < 1:
            left = left[: np.searchsorted(left.cumsum(), top_p * left.sum()) + 1]
        after = np.zeros(len(said))
        after[order[: len(left)]] = left / left.sum()
        if written == 0:
            return said, order, before, after
        tokens.append(order[0] if seed is None else order[np.searchsorted(after[order].cumsum(), random.rand(), "right")])
        written -= 1


def brought(tokens, there, name, position=None):
    """What of another run does in this one (activation patching): `tokens` go through the model with what `run` has of `there` by that name in the place
    of their own, at one position or at all. How far that moves the answer, the probability of the likeliest token then, in `tokens` as they are
    and in `there`, and how many logits it is from the one's answer to the other's. Where these are less than 1 there is no way to take a share
    of: then the first is by how much the probability of the answer to `tokens` changes."""
    kept, found = {}, {}
    base, source = run(tokens, kept=kept)[1][-1], run(there, kept=found)[1][-1]
    here = np.arange(len(tokens))[:, None] == position
    put = found[name] if position is None else np.where(here, found[name], kept[name])
    patched = run(tokens, put={name: put})[1][-1]
    answer, aim = base.argmax(), source.argmax()
    lead = [np.log(said[aim] / said[answer]) for said in (base, source, patched)]
    way = lead[1] - lead[0]
    moved = patched[answer] - base[answer] if way < 1 else (lead[2] - lead[0]) / way
    return moved, patched.max(), base.max(), source.max(), way


def one_word(tokens):
    """What head 2.1 does for the last token: its query [16], the keys [n, 16], the weights [n], the probabilities of the next token, the likeliest and
    the one behind it; the cosine of each embedding with that of the second token; and what each token's value, by its weight, brings to the lead of the
    likeliest (the lead is linear in the residual stream, with the scale of the last norm as it is here). Last, head 1.4's weights [n], and those it would
    have if places added nothing."""
    kept = {}
    maps, said = run(tokens, kept=kept)
    nowhere, _ = run(tokens, weights={**w, "wpe.weight": 0 * w["wpe.weight"]})
    q, k, v = (one[:, :16] for one in np.split(linear(norm(kept[1], w, "h.1.ln_1"), w, "h.1.attn.c_attn"), 3, 1))
    said, words, x = said[-1], w["wte.weight"], kept[2][-1]
    subject, (rival, word) = words[tokens[1]], np.argsort(said)[-2:]
    cosines = words @ subject / np.linalg.norm(words, axis=1) / np.linalg.norm(subject)
    ahead = (words[word] - words[rival]) * w["ln_f.weight"] / np.sqrt(x.var() + 1e-5)
    brings = maps[1, 0][-1] * (v @ w["h.1.attn.c_proj.weight"][:16] @ (ahead - ahead.mean()))
    return q[-1], k, maps[1, 0][-1], said, word, rival, cosines, brings, maps[0, 3][-1], nowhere[0, 3][-1]

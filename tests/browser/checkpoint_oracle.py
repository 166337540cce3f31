"""What a checkpoint says of a text, in NumPy and in double, from its files alone: nothing of src/ or web/ is used. For checkpoint.test.mjs.

    python3 tests/browser/checkpoint_oracle.py < WANTED > SAID

WANTED is JSON, {"model": path, "config": {…}, "tokenizer": {…}, "jobs": [{"text": …} or {"ids": […]}, with "off": [layer, head] perhaps]};
SAID is a list, {"tokens": […], "attention": [layers, heads, n, n], "logits": [vocabulary]} of each.
"""

import json
import re
import struct
import sys

import numpy as np


def read(path):
    """The tensors of a safetensors file; bfloat16 is not wanted here."""
    data = open(path, "rb").read()
    [length] = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + length])
    types = {"F16": "<f2", "F32": "<f4", "I32": "<i4", "U8": "u1"}
    tensors = {}
    for name, one in header.items():
        if name == "__metadata__":
            continue
        begin, end = (8 + length + offset for offset in one["data_offsets"])
        numbers = np.frombuffer(data[begin:end], types[one["dtype"]]).astype(np.float64)
        tensors[name.removeprefix("transformer.")] = numbers.reshape(one["shape"])
    return tensors


def letters():
    """GPT-2's letter for each byte, as its paper's code makes them: those that can be seen are themselves."""
    seen = [*range(33, 127), *range(161, 173), *range(174, 256)]
    hidden = [byte for byte in range(256) if byte not in seen]
    return {byte: chr(byte) for byte in seen} | {byte: chr(256 + i) for i, byte in enumerate(hidden)}


def encoded(tokenizer, text):
    """Byte-level BPE (Sennrich et al. 2016, Radford et al. 2019): words with the blank before them, in bytes, merged by rank."""
    vocabulary = tokenizer["model"]["vocab"]
    ranks = {tuple(merge.split(" ")): rank for rank, merge in enumerate(tokenizer["model"]["merges"])}
    ids = []
    for word in re.findall(r" ?[^\W\d_]+| ?\d+| ?[^\s\w]+|\s+(?!\S)|\s+", text):
        parts = [letters()[byte] for byte in word.encode()]
        while len(parts) > 1:
            pairs = list(zip(parts, parts[1:]))
            best = min(pairs, key=lambda pair: ranks.get(pair, len(ranks)))
            if best not in ranks:
                break
            merged, i = [], 0
            while i < len(parts):
                both = tuple(parts[i : i + 2]) == best
                merged.append("".join(best) if both else parts[i])
                i += 2 if both else 1
            parts = merged
        ids += [vocabulary[part] for part in parts]
    return ids


def decoded(tokenizer, ids):
    texts = {token: text for text, token in tokenizer["model"]["vocab"].items()}
    of_byte = {letter: byte for byte, letter in letters().items()}
    return bytes(of_byte[letter] for token in ids for letter in texts[token]).decode(errors="replace")


def softmax(scores):
    shares = np.exp(scores - scores.max(-1, keepdims=True))
    return shares / shares.sum(-1, keepdims=True)


def attend(q, k, v, off, layer):
    """q [heads, n, d], k and v of as many heads or fewer → weights [heads, n, n], what is said [n, heads · d]."""
    heads, n, d = q.shape
    k, v = (np.repeat(part, heads // len(part), 0) for part in (k, v))
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(d)
    scores[:, ~np.tri(n, dtype=bool)] = -np.inf
    weights = softmax(scores)
    said = weights @ v
    if off and off[0] == layer:
        said[off[1]] = 0
    return weights, said.transpose(1, 0, 2).reshape(n, heads * d)


def by_heads(x, heads):
    return x.reshape(len(x), heads, -1).transpose(1, 0, 2)


def gpt2(w, config, ids, off):
    heads, epsilon = config["n_head"], config.get("layer_norm_epsilon", 1e-5)

    def norm(x, name):
        centred = x - x.mean(-1, keepdims=True)
        return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + epsilon) * w[f"{name}.weight"] + w[f"{name}.bias"]

    def linear(x, name):
        return x @ w[f"{name}.weight"] + w[f"{name}.bias"]

    x, attention = w["wte.weight"][ids] + w["wpe.weight"][: len(ids)], []
    for layer in range(config["n_layer"]):
        name = f"h.{layer}"
        q, k, v = (by_heads(part, heads) for part in np.split(linear(norm(x, f"{name}.ln_1"), f"{name}.attn.c_attn"), 3, axis=-1))
        weights, said = attend(q, k, v, off, layer)
        attention.append(weights)
        x = x + linear(said, f"{name}.attn.c_proj")
        hidden = linear(norm(x, f"{name}.ln_2"), f"{name}.mlp.c_fc")
        hidden = 0.5 * hidden * (1 + np.tanh(np.sqrt(2 / np.pi) * (hidden + 0.044715 * hidden**3)))
        x = x + linear(hidden, f"{name}.mlp.c_proj")
    return attention, norm(x, "ln_f") @ w.get("lm_head.weight", w["wte.weight"]).T


def llama(w, config, ids, off):
    heads, kv_heads, n = config["num_attention_heads"], config["num_key_value_heads"], len(ids)
    d = config.get("head_dim", config["hidden_size"] // heads)

    def norm(x, name):
        return x / np.sqrt((x**2).mean(-1, keepdims=True) + config["rms_norm_eps"]) * w[f"{name}.weight"]

    def rope(x):
        angles = np.arange(n)[:, None] * config["rope_theta"] ** (-2 * np.arange(d // 2) / d)
        a, b = x[..., : d // 2], x[..., d // 2 :]
        return np.concatenate([a * np.cos(angles) - b * np.sin(angles), b * np.cos(angles) + a * np.sin(angles)], -1)

    x, attention = w["model.embed_tokens.weight"][ids], []
    for layer in range(config["num_hidden_layers"]):
        name = f"model.layers.{layer}"
        normed = norm(x, f"{name}.input_layernorm")
        q, k, v = (by_heads(normed @ w[f"{name}.self_attn.{part}_proj.weight"].T, count)
                   for part, count in (("q", heads), ("k", kv_heads), ("v", kv_heads)))
        weights, said = attend(rope(q), rope(k), v, off, layer)
        attention.append(weights)
        x = x + said @ w[f"{name}.self_attn.o_proj.weight"].T
        normed = norm(x, f"{name}.post_attention_layernorm")
        gate = normed @ w[f"{name}.mlp.gate_proj.weight"].T
        x = x + (gate / (1 + np.exp(-gate)) * (normed @ w[f"{name}.mlp.up_proj.weight"].T)) @ w[f"{name}.mlp.down_proj.weight"].T
    return attention, norm(x, "model.norm") @ w.get("lm_head.weight", w["model.embed_tokens.weight"]).T


def main():
    wanted = json.load(sys.stdin)
    weights, config, tokenizer = read(wanted["model"]), wanted["config"], wanted.get("tokenizer")
    forward = llama if config.get("model_type") == "llama" else gpt2
    said = []
    for job in wanted["jobs"]:
        ids = job.get("ids") or encoded(tokenizer, job["text"])
        attention, logits = forward(weights, config, ids, job.get("off"))
        tokens = [decoded(tokenizer, [token]) for token in ids] if tokenizer else []
        likeliest = np.argsort(-logits[-1], kind="stable")[:64].tolist()
        names = [decoded(tokenizer, [token]) for token in likeliest] if tokenizer else []
        said.append({"ids": ids, "tokens": tokens, "attention": np.stack(attention).tolist(), "logits": logits[-1].tolist(),
                     "order": likeliest, "names": names})
    json.dump(said, sys.stdout)


if __name__ == "__main__":
    main()

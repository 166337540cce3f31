"""The learned model once more, in NumPy and in double, from its files alone: nothing of src/model, of train/ or of PyTorch is used.

    python3 tests/model/numpy_forward.py build/native-debug/model-tests

has our C++ compute a hundred random sentences (learned.test.cpp; SEED says which) and compares logits and attention weights; then looks at
500 sentences of its own: rows sum to 1, all is finite, nothing looks ahead, and a head that is left out is a head whose output is zero; and reads
the checkpoints, as train/README.md says that they are read.
"""

import json
import os
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

LEARNED = Path(__file__).resolve().parents[2] / "train/learned"
CONFIG = json.loads((LEARNED / "config.json").read_text())
LAYERS, HEADS, WIDTH, VOCABULARY = CONFIG["n_layer"], CONFIG["n_head"], CONFIG["n_embd"], CONFIG["vocab_size"]
D = WIDTH // HEADS


def read(path):
    """Its tensors, and its metadata."""
    data = path.read_bytes()
    [length] = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + length])
    metadata = header.pop("__metadata__", {})
    types = {"F16": "<f2", "F32": "<f4", "U8": "u1"}
    tensors = {}
    for name, one in header.items():
        begin, end = (8 + length + offset for offset in one["data_offsets"])
        tensors[name] = np.frombuffer(data[begin:end], types[one["dtype"]]).astype(np.float64).reshape(one["shape"])
    return tensors, metadata


FINAL, _ = read(LEARNED / "model.safetensors")
W = FINAL


def read_checkpoint(path):
    """Each number is that of the base and (code - middle) * its row's scale; without a base, the latter alone."""
    stored, metadata = read(path)
    name = metadata["base"]
    base = None if name == "" else FINAL if name == "../model.safetensors" else read_checkpoint(path.parent / name)
    bits = int(metadata["bits"])
    shifts = np.arange(0, 8, bits)
    codes = (stored["codes"].astype(np.uint8)[:, None] >> shifts & 2**bits - 1).ravel()
    tensors, row, at = {}, 0, 0
    for name, like in FINAL.items():
        rows = like.reshape(-1, like.shape[-1]).shape[0]
        scales = np.repeat(stored["scales"][row : row + rows], like.shape[-1])
        added = ((codes[at : at + like.size] - (2**bits - 1) / 2) * scales).reshape(like.shape)
        tensors[name] = added + (base[name] if base else 0)
        row, at = row + rows, at + like.size
    assert row == len(stored["scales"]) and at == len(codes), path
    return tensors


def norm(x, name):
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + CONFIG["layer_norm_epsilon"]) * W[f"{name}.weight"] + W[f"{name}.bias"]


def linear(x, name):
    return x @ W[f"{name}.weight"] + W[f"{name}.bias"]


def gelu(x):
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


def forward(tokens, off=None, leave_out=False):
    """tokens [n] → logits [n, vocabulary], weights [layers, heads, n, n]. Heads that are off [layers, heads] say zeros; or with `leave_out` each head
    has its own rows of the output matrix, and is not asked at all."""
    off = np.zeros((LAYERS, HEADS), bool) if off is None else off
    n = len(tokens)
    x = W["wte.weight"][tokens] + W["wpe.weight"][:n]
    weights = np.zeros((LAYERS, HEADS, n, n))
    for layer in range(LAYERS):
        name = f"h.{layer}"
        q, k, v = np.split(linear(norm(x, f"{name}.ln_1"), f"{name}.attn.c_attn"), 3, axis=-1)
        outputs = np.zeros((n, WIDTH))
        added = np.tile(W[f"{name}.attn.c_proj.bias"], (n, 1))
        for head in range(HEADS):
            its = slice(head * D, (head + 1) * D)
            scores = q[:, its] @ k[:, its].T / np.sqrt(D)
            scores[np.triu_indices(n, 1)] = -np.inf
            shares = np.exp(scores - scores.max(-1, keepdims=True))
            weights[layer, head] = shares / shares.sum(-1, keepdims=True)
            if off[layer, head]:
                continue
            outputs[:, its] = weights[layer, head] @ v[:, its]
            added += outputs[:, its] @ W[f"{name}.attn.c_proj.weight"][its]
        x = x + (added if leave_out else linear(outputs, f"{name}.attn.c_proj"))
        x = x + linear(gelu(linear(norm(x, f"{name}.ln_2"), f"{name}.mlp.c_fc")), f"{name}.mlp.c_proj")
    return norm(x, "ln_f") @ W["wte.weight"].T, weights


def theirs(program):
    """What our C++ gives: tokens, heads that are off, logits, weights of each sentence."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "logits"
        case = "learned weights: logits and weights of a hundred*"
        run = subprocess.run([program, f"-tc={case}", "--no-colors"], env={**os.environ, "LOGITS": str(path)}, capture_output=True, text=True)
        if run.returncode != 0 or not path.exists():
            sys.exit(f"{program} failed\n{run.stdout}{run.stderr}")
        data = path.read_bytes()
    at = 0

    def take(kind, *shape):
        nonlocal at
        got = np.frombuffer(data, kind, int(np.prod(shape)), at).reshape(shape)
        at += got.nbytes
        return got

    while at < len(data):
        [n] = take("<i4", 1)
        yield take("<i4", n), take("u1", LAYERS, HEADS) != 0, take("<f4", n, VOCABULARY), take("<f4", LAYERS, HEADS, n, n)


def same_as_ours(program):
    count, worst_logit, worst_weight = 0, 0.0, 0.0
    for tokens, off, logits, weights in theirs(program):
        expected, expected_weights = forward(tokens, off)
        assert np.isfinite(logits).all() and np.isfinite(weights).all(), f"not a number: tokens {tokens.tolist()}"
        worst_logit = max(worst_logit, np.abs(logits - expected).max())
        worst_weight = max(worst_weight, np.abs(weights - expected_weights).max())
        count += 1
    assert count == 100, f"{count} sentences"
    assert worst_logit <= 1e-4, f"logits differ by {worst_logit}"
    assert worst_weight <= 1e-5, f"weights differ by {worst_weight}"
    return f"{count} sentences of our C++: logits within {worst_logit:.1e}, weights within {worst_weight:.1e}"


def rows_and_heads(random):
    worst_sum, worst_off, changed = 0.0, 0.0, 0
    for _ in range(500):
        tokens = random.integers(VOCABULARY, size=random.integers(1, CONFIG["n_ctx"] + 1))
        logits, weights = forward(tokens)
        assert np.isfinite(logits).all() and np.isfinite(weights).all() and (weights >= 0).all(), tokens
        assert (weights[..., ~np.tri(len(tokens), dtype=bool)] == 0).all(), f"looks ahead: {tokens}"
        worst_sum = max(worst_sum, np.abs(weights.sum(-1) - 1).max())
        off = random.random((LAYERS, HEADS)) < 0.3
        zeroed, _ = forward(tokens, off)
        left_out, _ = forward(tokens, off, leave_out=True)
        worst_off = max(worst_off, np.abs(zeroed - left_out).max())
        changed += np.abs(zeroed - logits).max() > 1e-3
    assert worst_sum < 1e-12, f"a row sums to 1 only within {worst_sum}"
    assert worst_off < 1e-9, f"a head left out differs from zeros by {worst_off}"
    assert changed > 300, f"switching heads off changed {changed} of 500"
    return f"500 sentences: rows sum to 1 within {worst_sum:.1e}, heads left out are zeros within {worst_off:.1e}"


def checkpoints():
    global W
    words = json.loads((LEARNED / "vocabulary.json").read_text())
    asked = [words.index(word) for word in "the cat sat on the soft".split()]
    recorded = json.loads((LEARNED / "training.json").read_text())["checkpoints"]
    answers, distances = [], []
    for step in (one["step"] for one in recorded):
        path = LEARNED / f"checkpoints/step-{step:04}.safetensors"
        W = read_checkpoint(path) if step != recorded[-1]["step"] else FINAL
        logits, _ = forward(asked)
        shares = np.exp(logits[-1] - logits[-1].max())
        answers.append(shares[words.index("cushion")] / shares.sum())
        distances.append(sum(((W[name] - FINAL[name]) ** 2).sum() for name in FINAL) ** 0.5)
    W = FINAL
    size = sum(path.stat().st_size for path in (LEARNED / "checkpoints").iterdir())
    assert size <= 1_000_000, f"{size} bytes"
    assert len(recorded) == 24, len(recorded)
    assert answers[0] < 0.2 and min(answers[-4:]) > 0.9, f"the share of cushion: {answers}"
    assert distances[0] > 3 * distances[-2] > 0, f"how far from the final weights: {distances}"
    return f"24 checkpoints, {size} bytes: cushion after the soft from {answers[0]:.3f} to {answers[-1]:.3f}"


def main():
    seed = int(os.environ.get("SEED", "1"))
    good, tests = 0, [lambda: same_as_ours(sys.argv[1]), lambda: rows_and_heads(np.random.default_rng(seed)), checkpoints]
    for test in tests:
        try:
            print(test())
            good += 1
        except AssertionError as error:
            print(f"FAILED (SEED={seed}): {error}")
    print(f"ℹ pass {good}\nℹ fail {len(tests) - good}")
    return 0 if good == len(tests) else 1


if __name__ == "__main__":
    sys.exit(main())

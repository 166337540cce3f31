"""Writes tests/model/torch_case.safetensors: a small random model and what PyTorch makes of it, for torch.test.cpp.

Run by hand, from the repository's root, and its result is committed (tests need no PyTorch):

    /usr/bin/python3 tests/model/make_torch_cases.py

The file is written here byte by byte, with nothing but the format's description, so that our reader does not read what it wrote.
"""

import json
import struct
import sys
from pathlib import Path

import torch

root = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root))
from train.model import Config, Transformer  # noqa: E402

TYPES = {torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16", torch.int32: "I32", torch.uint8: "U8"}


def write(path: Path, tensors: dict[str, torch.Tensor], metadata: dict[str, str]) -> None:
    header: dict = {"__metadata__": metadata}
    data = b""
    for name, tensor in tensors.items():
        raw = tensor.detach().contiguous().flatten().view(torch.uint8).numpy().tobytes()
        header[name] = {"dtype": TYPES[tensor.dtype], "shape": list(tensor.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def main() -> None:
    torch.manual_seed(20)
    config = Config(vocab_size=23, n_ctx=12, n_embd=24, n_layer=3, n_head=3, n_inner=40)
    model = Transformer(config)
    with torch.no_grad():
        # Training begins with weights so small that all heads are averages: these are larger, and biases count.
        for name, parameter in model.named_parameters():
            if "ln_" in name and name.endswith("weight"):
                parameter.copy_(1 + 0.3 * torch.randn(parameter.shape))
            elif name.endswith("bias"):
                parameter.copy_(0.3 * torch.randn(parameter.shape))
            else:
                parameter.copy_(torch.randn(parameter.shape) / parameter.shape[-1 if name.startswith("w") else 0] ** 0.5)
        tokens = torch.randint(config.vocab_size, (4, config.n_ctx))
        logits, weights = model(tokens)
        kept = (torch.rand(config.n_layer, config.n_head) > 0.4).float()
        assert 0 < kept.sum() < kept.numel()
        without, _ = model(tokens, kept)
        halves = torch.cat([torch.randn(40), 1e-6 * torch.randn(20), torch.tensor([0.0, -0.0, 65504.0, float("inf")])])
        tensors = dict(model.named_parameters()) | {
            "case.tokens": tokens.int(),
            "case.logits": logits,
            "case.weights": torch.stack(weights),  # [layers, batch, heads, n, n]
            "case.off": (1 - kept).to(torch.uint8),
            "case.logits_without": without,
            "case.f16": halves.half(),
            "case.f16_as_f32": halves.half().float(),
            "case.bf16": halves.bfloat16(),
            "case.bf16_as_f32": halves.bfloat16().float(),
        }
    path = root / "tests/model/torch_case.safetensors"
    write(path, tensors, {"config": json.dumps(config.to_json()), "torch": torch.__version__})
    print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()

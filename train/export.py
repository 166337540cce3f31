"""Writes the model as files: weights as safetensors in half precision, its configuration, its vocabulary, what was measured."""

import json
import struct
from pathlib import Path

import torch

from .grammar import VOCABULARY
from .model import Config, Transformer

FOLDER = Path(__file__).parent / "learned"
DTYPES = {torch.float16: "F16", torch.float32: "F32", torch.uint8: "U8"}
FROM_NAMES = {name: dtype for dtype, name in DTYPES.items()}


def write_safetensors(path: Path, tensors: dict[str, torch.Tensor], metadata: dict[str, str] | None = None) -> None:
    """The format of huggingface/safetensors: the header's length, 8 bytes; the header, JSON; all numbers, little-endian."""
    header: dict = {"__metadata__": metadata} if metadata else {}
    parts, offset = [], 0
    for name, tensor in tensors.items():
        data = tensor.contiguous().numpy().tobytes()
        header[name] = {"dtype": DTYPES[tensor.dtype], "shape": list(tensor.shape), "data_offsets": [offset, offset + len(data)]}
        parts.append(data)
        offset += len(data)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)  # so that numbers are aligned
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(parts))


def read_safetensors(path: Path, metadata: dict[str, str] | None = None) -> dict[str, torch.Tensor]:
    """Its tensors; what its "__metadata__" says goes into metadata."""
    data = path.read_bytes()
    [length] = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + length])
    said = header.pop("__metadata__", {})
    if metadata is not None:
        metadata.update(said)
    numbers = bytearray(data[8 + length :])
    return {
        name: torch.frombuffer(numbers, dtype=FROM_NAMES[one["dtype"]], offset=one["data_offsets"][0], count=torch.Size(one["shape"]).numel()).reshape(one["shape"])
        for name, one in header.items()
    }


def rounded(content):
    """To five places, which is more than another machine's sums agree in."""
    if isinstance(content, dict):
        return {key: rounded(value) for key, value in content.items()}
    if isinstance(content, list):
        return [rounded(value) for value in content]
    return round(content, 5) if isinstance(content, float) and abs(content) > 1e-3 else content


def write_json(path: Path, content, indent: int | None = 1) -> None:
    path.write_text(json.dumps(rounded(content), indent=indent) + "\n")


def halved(model: Transformer) -> Transformer:
    """The model with the very weights that its file has: what is measured is what is shipped."""
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(parameter.half().float())
    return model


def save(model: Transformer, evaluation: dict, folder: Path = FOLDER) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    write_safetensors(folder / "model.safetensors", {name: tensor.half() for name, tensor in model.state_dict().items()})
    for name, content in [("config", model.config.to_json()), ("vocabulary", VOCABULARY), ("evaluation", evaluation)]:
        write_json(folder / f"{name}.json", content)


def load(folder: Path = FOLDER) -> Transformer:
    """The model that the files hold."""
    fields = json.loads((folder / "config.json").read_text())
    del fields["model_type"]
    model = Transformer(Config(**fields))
    model.load_state_dict({name: tensor.float() for name, tensor in read_safetensors(folder / "model.safetensors").items()})
    return model

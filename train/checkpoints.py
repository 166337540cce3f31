"""The model as it was at 24 steps of its training, each in a file that is small enough to be fetched when it is looked at.

A checkpoint is what is added to weights that the page has anyway: to step 0 while it has hardly moved, to the final ones when it is nearly
there. What is added is rounded, to 4 bits where much changes, to 2 where little does. train/README.md says how such a file is read.
"""

from pathlib import Path

import torch

from .export import FOLDER, load, read_safetensors, write_safetensors
from .model import Transformer
from .training import CHECKPOINTS

NAME = "step-{:04}.safetensors"
FAST = range(65, 861)  # steps between which the model turns from noise into what it is
Tensors = dict[str, torch.Tensor]


def steps_of(numbers: torch.Tensor, bits: int) -> tuple[torch.Tensor, torch.Tensor]:
    """[rows, columns] → codes 0 … 2^bits − 1, which stand for (code − (2^bits − 1) / 2) · scale, and of each row the scale that fits best of some."""
    middle = (2**bits - 1) / 2
    largest = numbers.abs().amax(1, keepdim=True)
    best = None
    for part in torch.linspace(0.3, 1, 15):
        scale = (largest * part / middle).half().float()
        codes = (numbers / scale.clamp(min=1e-12) + middle).round().clamp(0, 2 * middle)
        wrong = (((codes - middle) * scale - numbers) ** 2).sum(1, keepdim=True)
        if best is None:
            best = [codes, scale, wrong]
        else:
            better = wrong < best[2]
            best = [torch.where(better, new, old) for new, old in zip([codes, scale, wrong], best)]
    return best[0].to(torch.uint8), best[1].half()


def packed(codes: torch.Tensor, bits: int) -> torch.Tensor:
    """The first code in a byte's lowest bits."""
    of_bytes = codes.flatten().view(-1, 8 // bits).int()
    return sum(of_bytes[:, i] << (bits * i) for i in range(8 // bits)).to(torch.uint8)


def unpacked(data: torch.Tensor, bits: int) -> torch.Tensor:
    return torch.stack([(data.int() >> (bits * i)) & (2**bits - 1) for i in range(8 // bits)], 1).flatten()


def rows_of(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.reshape(-1, tensor.shape[-1])


def write_checkpoint(path: Path, tensors: Tensors, base_name: str, base: Tensors, bits: int) -> None:
    codes, scales = [], []
    for name, tensor in tensors.items():
        ours, scale = steps_of(rows_of(tensor - base[name] if base else tensor), bits)
        codes.append(packed(ours, bits))
        scales.append(scale.flatten())
    write_safetensors(path, {"scales": torch.cat(scales), "codes": torch.cat(codes)}, {"base": base_name, "bits": str(bits)})


def read_checkpoint(path: Path) -> Tensors:
    """Its weights in float32, in the order and shapes of the final ones."""
    final = {name: tensor.float() for name, tensor in read_safetensors(path.parents[1] / "model.safetensors").items()}
    if not path.exists():  # the last step's file is the model's
        return final
    metadata: dict[str, str] = {}
    stored = read_safetensors(path, metadata)
    bits, base = int(metadata["bits"]), metadata["base"]
    added_to = final if base == "../model.safetensors" else read_checkpoint(path.parent / base) if base else {}
    codes, scales = unpacked(stored["codes"], bits), stored["scales"].float()
    out, code, row = {}, 0, 0
    for name, like in final.items():
        rows = rows_of(like).shape[0]
        numbers = (codes[code : code + like.numel()].view(rows, -1) - (2**bits - 1) / 2) * scales[row : row + rows, None]
        out[name] = numbers.view(like.shape) + (added_to[name] if base else 0)
        code, row = code + like.numel(), row + rows
    return out


def save_checkpoints(kept: dict[int, Tensors], folder: Path = FOLDER) -> None:
    """kept: the weights at each of CHECKPOINTS; the final model's file is there already. Step 0 is a base, so it comes first."""
    place = folder / "checkpoints"
    place.mkdir(parents=True, exist_ok=True)
    for old in place.glob("*.safetensors"):
        old.unlink()
    final = read_checkpoint(place / NAME.format(CHECKPOINTS[-1]))
    first = place / NAME.format(0)
    write_checkpoint(first, kept[0], "", {}, 4)
    start = read_checkpoint(first)

    def far(step: int, base: Tensors) -> float:
        return sum(float(((kept[step][name] - base[name]) ** 2).sum()) for name in base)

    for step in CHECKPOINTS[1:-1]:
        near = far(step, start) < far(step, final)
        base_name, base = (NAME.format(0), start) if near else ("../model.safetensors", final)
        write_checkpoint(place / NAME.format(step), kept[step], base_name, base, 4 if step in FAST else 2)


def load_checkpoint(step: int, folder: Path = FOLDER) -> Transformer:
    model = load(folder)
    model.load_state_dict(read_checkpoint(folder / "checkpoints" / NAME.format(step)))
    return model

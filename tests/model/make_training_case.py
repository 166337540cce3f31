"""Writes tests/model/training_case.safetensors: a small network, its loss, PyTorch's gradient of it, and what PyTorch's AdamW makes of three steps
with that gradient, for training.test.cpp.

Run by hand, from the repository's root, and its result is committed (tests need no PyTorch):

    /usr/bin/python3 tests/model/make_training_case.py
"""

import torch
from make_torch_cases import root, write

VOCABULARY, CONTEXT, WIDTH, LAYERS, HEADS, SEQUENCES = 8, 8, 16, 2, 2, 3


def norm(x: torch.Tensor, gain: torch.Tensor) -> torch.Tensor:
    return x / (x.square().mean(-1, keepdim=True) + 1e-5).sqrt() * gain


def logits_of(parts: list[torch.Tensor], tokens: torch.Tensor) -> torch.Tensor:
    """The network as src/model/small_network.h describes it; parts in the order of SmallParameters."""
    letters, places, *layers = parts[:-2]
    gain, unembed = parts[-2:]
    x = letters[tokens] + places
    hidden = torch.ones(CONTEXT, CONTEXT).triu(1).bool()
    for l in range(LAYERS):
        before, qkv, output = layers[3 * l : 3 * l + 3]
        q, k, v = (part.unflatten(-1, (HEADS, -1)).transpose(1, 2) for part in (norm(x, before) @ qkv).chunk(3, -1))
        weights = (q @ k.transpose(-1, -2) / (WIDTH // HEADS) ** 0.5).masked_fill(hidden, float("-inf")).softmax(-1)
        x = x + (weights @ v).transpose(1, 2).flatten(2) @ output
    return norm(x, gain) @ unembed


def main() -> None:
    torch.manual_seed(21)
    shapes = [(VOCABULARY, WIDTH), (CONTEXT, WIDTH)]
    for _ in range(LAYERS):
        shapes += [(1, WIDTH), (WIDTH, 3 * WIDTH), (WIDTH, WIDTH)]
    shapes += [(1, WIDTH), (WIDTH, VOCABULARY)]
    parts = [(1 + 0.3 * torch.randn(s) if s[0] == 1 else torch.randn(s) / s[0] ** 0.5).requires_grad_() for s in shapes]
    tokens = torch.randint(VOCABULARY, (SEQUENCES, CONTEXT))
    answers = torch.randint(VOCABULARY, (SEQUENCES, CONTEXT)).masked_fill(torch.rand(SEQUENCES, CONTEXT) < 0.3, -1)

    def flat(all_parts: list[torch.Tensor]) -> torch.Tensor:
        return torch.cat([part.flatten() for part in all_parts]).detach().clone()

    parameters = flat(parts)
    logits = logits_of(parts, tokens)
    loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), answers.flatten(), ignore_index=-1)
    loss.backward()
    gradient = flat([part.grad for part in parts])

    one = parameters.clone().requires_grad_()
    optimizer = torch.optim.AdamW([one], lr=0.01, betas=(0.9, 0.99), eps=1e-8, weight_decay=0.01)
    for step in range(3):
        one.grad = gradient * (1 - 0.5 * step)  # also against its first direction
        optimizer.step()
    tensors = {
        "parameters": parameters,
        "tokens": tokens.int(),
        "answers": answers.int(),
        "logits": logits,
        "loss": loss.reshape(1),
        "gradient": gradient,
        "after": one,
    }
    write(root / "tests/model/training_case.safetensors", tensors, {})


if __name__ == "__main__":
    main()

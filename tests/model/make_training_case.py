"""Writes tests/model/training_case.safetensors, for training.test.cpp: a small network without an MLP and one with ("mlp."), their losses, PyTorch's
gradients of them, and what PyTorch's AdamW makes of three steps with the first one's gradient.

Run by hand, from the repository's root, and its result is committed (tests need no PyTorch):

    /usr/bin/python3 tests/model/make_training_case.py
"""

import torch
from torch.nn.functional import cross_entropy, gelu, layer_norm
from make_torch_cases import root, write

VOCABULARY, CONTEXT, WIDTH, LAYERS, HEADS, SEQUENCES = 8, 8, 16, 2, 2, 3
INNER = 24  # of the MLP
GAIN = BIAS = (1, WIDTH)
NORM = {0: [GAIN], INNER: [GAIN, BIAS]}
MLP = {0: [], INNER: [*NORM[INNER], (WIDTH, INNER), (1, INNER), (INNER, WIDTH), (1, WIDTH)]}


def shapes_of(inner: int) -> list[tuple[int, int]]:
    """In the order of SmallParameters."""
    layer = [*NORM[inner], (WIDTH, 3 * WIDTH), (WIDTH, WIDTH), *MLP[inner]]
    return [(VOCABULARY, WIDTH), (CONTEXT, WIDTH), *(layer * LAYERS), *NORM[inner], (WIDTH, VOCABULARY)]


def logits_of(parts: list[torch.Tensor], tokens: torch.Tensor, inner: int) -> torch.Tensor:
    """The network as src/model/small_network.h describes it."""
    left = iter(parts)

    def norm(x: torch.Tensor) -> torch.Tensor:
        gain = next(left).flatten()
        if inner == 0:
            return x / (x.square().mean(-1, keepdim=True) + 1e-5).sqrt() * gain
        return layer_norm(x, (WIDTH,), gain, next(left).flatten(), 1e-5)

    x = next(left)[tokens] + next(left)
    hidden = torch.ones(CONTEXT, CONTEXT).triu(1).bool()
    for _ in range(LAYERS):
        q, k, v = (part.unflatten(-1, (HEADS, -1)).transpose(1, 2) for part in (norm(x) @ next(left)).chunk(3, -1))
        weights = (q @ k.transpose(-1, -2) / (WIDTH // HEADS) ** 0.5).masked_fill(hidden, float("-inf")).softmax(-1)
        x = x + (weights @ v).transpose(1, 2).flatten(2) @ next(left)
        if inner:
            bent = gelu(norm(x) @ next(left) + next(left), approximate="tanh")
            x = x + bent @ next(left) + next(left)
    return norm(x) @ next(left)


def flat(parts: list[torch.Tensor]) -> torch.Tensor:
    return torch.cat([part.flatten() for part in parts]).detach().clone()


def case(inner: int, tokens: torch.Tensor, answers: torch.Tensor) -> dict[str, torch.Tensor]:
    parts = [(1 + 0.3 * torch.randn(s) if s[0] == 1 else torch.randn(s) / s[0] ** 0.5).requires_grad_() for s in shapes_of(inner)]
    logits = logits_of(parts, tokens, inner)
    loss = cross_entropy(logits.flatten(0, 1), answers.flatten(), ignore_index=-1)
    loss.backward()
    return {
        "parameters": flat(parts),
        "logits": logits,
        "loss": loss.reshape(1),
        "gradient": flat([part.grad for part in parts]),
    }


def main() -> None:
    torch.manual_seed(21)
    tokens = torch.randint(VOCABULARY, (SEQUENCES, CONTEXT))
    answers = torch.randint(VOCABULARY, (SEQUENCES, CONTEXT)).masked_fill(torch.rand(SEQUENCES, CONTEXT) < 0.3, -1)
    plain = case(0, tokens, answers)

    one = plain["parameters"].clone().requires_grad_()
    optimizer = torch.optim.AdamW([one], lr=0.01, betas=(0.9, 0.99), eps=1e-8, weight_decay=0.01)
    for step in range(3):
        one.grad = plain["gradient"] * (1 - 0.5 * step)  # also against its first direction
        optimizer.step()
    tensors = {
        "tokens": tokens.int(),
        "answers": answers.int(),
        **plain,
        "after": one,
        **{f"mlp.{name}": tensor for name, tensor in case(INNER, tokens, answers).items()},
    }
    write(root / "tests/model/training_case.safetensors", tensors, {})


if __name__ == "__main__":
    main()

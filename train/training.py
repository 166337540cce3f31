"""Training: random text of the grammar, cross-entropy of the next word, AdamW; checkpoints on the way."""

from collections.abc import Iterator
from math import cos, pi
from random import Random

import torch
from torch.nn import functional as F

from .grammar import VOCABULARY, text
from .model import Config, Transformer

STEPS, BATCH, WARM_UP, RATE = 2500, 64, 100, 3e-3
# About evenly spaced in the logarithm of the step.
CHECKPOINTS = [0, 1, 2, 4, 7, 12, 20, 30, 45, 65, 90, 125, 170, 230, 300, 400, 520, 670, 860, 1100, 1400, 1750, 2100, STEPS]
NUMBERS = {word: number for number, word in enumerate(VOCABULARY)}


def batch(random: Random, length: int, count: int = BATCH) -> torch.Tensor:
    """[count, length + 1] numbers of words: what goes in, and one further word."""
    return torch.tensor([[NUMBERS[word] for word in text(random, length + 1)] for _ in range(count)])


def loss_of(model: Transformer, tokens: torch.Tensor) -> torch.Tensor:
    """Cross-entropy of the next word, in nats."""
    logits, _ = model(tokens[:, :-1])
    return F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())


def rate_at(step: int, steps: int = STEPS) -> float:
    """Up in a straight line, then down along half a cosine, to a tenth."""
    if step < WARM_UP:
        return RATE * (step + 1) / WARM_UP
    return RATE * (0.55 + 0.45 * cos(pi * (step - WARM_UP) / max(1, steps - WARM_UP)))


def train(seed: int, steps: int = STEPS) -> Iterator[tuple[int, float, Transformer]]:
    """Yields before each step, and at the end: how many steps were made, the loss on a batch that is new to it, and the model, which is the same object
    throughout."""
    torch.set_num_threads(1)  # sums in one order, whatever the machine has
    torch.manual_seed(seed)
    random = Random(seed)
    model = Transformer(Config(len(VOCABULARY)))
    matrices = [p for p in model.parameters() if p.dim() > 1]
    others = [p for p in model.parameters() if p.dim() == 1]
    groups = [{"params": matrices, "weight_decay": 0.01}, {"params": others, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=RATE, betas=(0.9, 0.98))
    for step in range(steps + 1):
        loss = loss_of(model, batch(random, model.config.n_ctx))
        yield step, loss.item(), model
        if step == steps:
            return
        for group in optimizer.param_groups:
            group["lr"] = rate_at(step, steps)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()

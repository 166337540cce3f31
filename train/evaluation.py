"""What the model can do, and what each of its heads does, on sentences that it was not trained on."""

from random import Random

import torch

from .grammar import END, Sentence, held_out_sentences
from .model import Transformer
from .training import NUMBERS

SENTENCES = 1000
SEED = 2_000_000_011  # far from any that a training is likely to have


def measured_sentences() -> list[Sentence]:
    return held_out_sentences(Random(SEED), SENTENCES)


def numbers_of(sentences: list[Sentence]) -> torch.Tensor:
    """[count, longest], with full stops behind those that are shorter: no word looks at what is behind it."""
    rows = [[NUMBERS[word] for word in [*one.words, END]] for one in sentences]
    longest = max(map(len, rows))
    return torch.tensor([row + [NUMBERS[END]] * (longest - len(row)) for row in rows])


@torch.no_grad()
def evaluate(model: Transformer, sentences: list[Sentence], without_each: bool = True) -> dict:
    """Losses and accuracies; of each head the mean weights on the word before, the word itself and the first one; by kind, the mean weight on the word
    that decides ("weight"), that word's weight on the one before it ("before"), and unless it is not asked for, how much is right without the head."""
    layers, heads = model.config.n_layer, model.config.n_head
    tokens = numbers_of(sentences)
    at = torch.arange(len(sentences))
    target = torch.tensor([one.target for one in sentences])
    source = torch.tensor([one.source for one in sentences])
    kinds = sorted({one.kind for one in sentences})
    of = {kind: torch.tensor([one.kind == kind for one in sentences]) for kind in kinds}
    wanted = torch.zeros(len(sentences), model.config.vocab_size)  # 1: a right answer
    for row, one in enumerate(sentences):
        wanted[row, [NUMBERS[word] for word in one.answers]] = 1

    def answers(kept: torch.Tensor | None = None) -> tuple[torch.Tensor, torch.Tensor, list[torch.Tensor], torch.Tensor]:
        logits, weights = model(tokens, kept)
        chosen = logits[at, target]
        return wanted[at, chosen.argmax(-1)], (chosen.softmax(-1) * wanted).sum(-1), weights, logits

    right, share, weights, logits = answers()
    lengths = torch.tensor([len(one.words) for one in sentences])
    inside = torch.arange(tokens.shape[1] - 1) < lengths.unsqueeze(1)
    each = torch.nn.functional.cross_entropy(logits[:, :-1].transpose(1, 2), tokens[:, 1:], reduction="none")
    row = torch.arange(1, tokens.shape[1])
    asks = row < lengths.unsqueeze(1)  # neither the first word, which has no choice, nor the full stop
    measured = []
    for layer in range(layers):
        for head in range(heads):
            map_ = weights[layer][:, head]
            looked_at = {"previous": row - 1, "itself": row, "first": torch.zeros_like(row)}
            entry = {"layer": layer, "head": head} | {name: map_[:, row, column][asks].mean().item() for name, column in looked_at.items()} | {"kinds": {}}
            kept = torch.ones(layers, heads)
            kept[layer, head] = 0
            without = answers(kept) if without_each else None
            for kind in kinds:
                rows = of[kind]
                entry["kinds"][kind] = {
                    "weight": map_[at, target, source][rows].mean().item(),
                    "before": map_[at, source, source - 1][rows].mean().item(),
                }
                if without:
                    entry["kinds"][kind] |= {
                        "even": (1 / (target[rows] + 1)).mean().item(),
                        "accuracy_without": without[0][rows].mean().item(),
                        "share_without": without[1][rows].mean().item(),
                    }
            measured.append(entry)
    return {
        "sentences": len(sentences),
        "loss": each[inside].mean().item(),
        "kinds": {
            kind: {
                "sentences": int(of[kind].sum()),
                "accuracy": right[of[kind]].mean().item(),
                "share": share[of[kind]].mean().item(),
            }
            for kind in kinds
        },
        "heads": measured,
    }

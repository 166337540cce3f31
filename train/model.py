"""A transformer of GPT-2's shape, small enough to hold in the hand. Names of its tensors, and what they mean, are GPT-2's:
weights of linear layers are [in, out], the three parts of c_attn are queries, keys and values.
"""

from dataclasses import asdict, dataclass
from math import sqrt

import torch
from torch import Tensor, nn
from torch.nn import functional as F


@dataclass(frozen=True)
class Config:
    """As in GPT-2's config.json."""

    vocab_size: int
    n_ctx: int = 48
    n_embd: int = 64
    n_layer: int = 2
    n_head: int = 4
    n_inner: int = 256
    activation_function: str = "gelu_new"
    layer_norm_epsilon: float = 1e-5

    def to_json(self) -> dict:
        return {"model_type": "gpt2", **asdict(self)}


class Linear(nn.Module):
    """x [.., in] → x weight + bias [.., out]. (GPT-2's Conv1D.)"""

    def __init__(self, inputs: int, outputs: int, deviation: float):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(inputs, outputs) * deviation)
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, x: Tensor) -> Tensor:
        return x @ self.weight + self.bias


class Attention(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        self.heads = config.n_head
        d = config.n_embd
        # Not GPT-2's 0.02: with so few dimensions all heads would begin as averages, and the first that is none would take every task.
        self.c_attn = Linear(d, 3 * d, 1 / sqrt(d))
        self.c_proj = Linear(d, d, 0.02 / sqrt(2 * config.n_layer))

    def forward(self, x: Tensor, kept: Tensor) -> tuple[Tensor, Tensor]:
        """x [batch, n, d], kept [heads]: 1, or 0 for a head that is switched off → what is added to x, and weights [batch, heads, n, n]."""
        batch, n, d = x.shape
        q, k, v = (part.view(batch, n, self.heads, -1).transpose(1, 2) for part in self.c_attn(x).split(d, -1))
        scores = q @ k.transpose(-2, -1) / sqrt(d // self.heads)
        later = torch.ones(n, n, dtype=torch.bool).triu(1)
        weights = scores.masked_fill(later, float("-inf")).softmax(-1)
        heads = (weights @ v) * kept.view(-1, 1, 1)
        return self.c_proj(heads.transpose(1, 2).reshape(batch, n, d)), weights


class MLP(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        self.c_fc = Linear(config.n_embd, config.n_inner, 0.02)
        self.c_proj = Linear(config.n_inner, config.n_embd, 0.02 / sqrt(2 * config.n_layer))

    def forward(self, x: Tensor) -> Tensor:
        return self.c_proj(F.gelu(self.c_fc(x), approximate="tanh"))


class Block(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        self.ln_1 = nn.LayerNorm(config.n_embd, config.layer_norm_epsilon)
        self.attn = Attention(config)
        self.ln_2 = nn.LayerNorm(config.n_embd, config.layer_norm_epsilon)
        self.mlp = MLP(config)

    def forward(self, x: Tensor, kept: Tensor) -> tuple[Tensor, Tensor]:
        added, weights = self.attn(self.ln_1(x), kept)
        x = x + added
        return x + self.mlp(self.ln_2(x)), weights


class Transformer(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        self.config = config
        self.wte = nn.Embedding(config.vocab_size, config.n_embd)
        self.wpe = nn.Embedding(config.n_ctx, config.n_embd)
        nn.init.normal_(self.wte.weight, std=0.02)
        nn.init.normal_(self.wpe.weight, std=0.01)
        self.h = nn.ModuleList(Block(config) for _ in range(config.n_layer))
        self.ln_f = nn.LayerNorm(config.n_embd, config.layer_norm_epsilon)

    def forward(self, tokens: Tensor, kept: Tensor | None = None) -> tuple[Tensor, list[Tensor]]:
        """tokens [batch, n] → logits [batch, n, vocabulary], and each layer's weights. `kept` [layers, heads] is 0 for heads that are switched off."""
        if kept is None:
            kept = torch.ones(self.config.n_layer, self.config.n_head)
        x = self.wte(tokens) + self.wpe(torch.arange(tokens.shape[1]))
        all_weights = []
        for block, heads in zip(self.h, kept):
            x, weights = block(x, heads)
            all_weights.append(weights)
        return self.ln_f(x) @ self.wte.weight.T, all_weights

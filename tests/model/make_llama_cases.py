"""Writes tests/model/{llama_f32,llama_f16,llama_bf16,gpt2_file}_case.safetensors: small random models as their files come,
and what PyTorch makes of them in double precision, for llama.test.cpp and tests/node/llama.test.mjs.

Run by hand, from the repository's root, and its result is committed (tests need no PyTorch):

    /usr/bin/python3 tests/model/make_llama_cases.py

Llama's forward pass is written out here by its papers: RMSNorm x/√(mean x² + ε)·g (Zhang and Sennrich 2019), SwiGLU
down(silu(gate x)·up x) (Shazeer 2020), RoPE on halves (Su et al. 2021, as GPT-NeoX pairs components), grouped queries (Ainslie et
al. 2023). GPT-2's is train/model.py. Weights are rounded to the file's type first, so that ours are the same numbers.
"""

import json

import torch
from make_torch_cases import root, write
from torch import Tensor
from torch.nn import functional as F
from train.model import Config, Transformer


def rms_norm(x: Tensor, gain: Tensor, epsilon: float) -> Tensor:
    return x / (x.square().mean(-1, keepdim=True) + epsilon).sqrt() * gain


def rope(x: Tensor, theta: float) -> Tensor:
    """x [heads, n, d]: components p and p + d/2 of row i, turned by i · theta^(−2p/d)."""
    n, d = x.shape[-2:]
    angles = torch.arange(n).double()[:, None] * theta ** (-2 * torch.arange(d // 2).double() / d)
    a, b = x[..., : d // 2], x[..., d // 2 :]
    return torch.cat([a * angles.cos() - b * angles.sin(), b * angles.cos() + a * angles.sin()], -1)


def llama(config: dict, w: dict[str, Tensor], tokens: Tensor) -> dict[str, Tensor]:
    """w in double; tokens [n] → logits [n, vocabulary], weights [layers, heads, n, n], residual [2 · layers + 1, n, width]."""
    n, heads, kv_heads = len(tokens), config["num_attention_heads"], config["num_key_value_heads"]
    epsilon, d = config["rms_norm_eps"], config["head_dim"]
    later = torch.ones(n, n, dtype=torch.bool).triu(1)
    x = w["model.embed_tokens.weight"][tokens]
    residual, all_weights = [x], []
    for layer in range(config["num_hidden_layers"]):
        of = {name.removeprefix(f"model.layers.{layer}."): tensor for name, tensor in w.items() if f".layers.{layer}." in name}
        normed = rms_norm(x, of["input_layernorm.weight"], epsilon)
        q, k, v = (
            (normed @ of[f"self_attn.{part}_proj.weight"].T).view(n, count, d).transpose(0, 1)
            for part, count in (("q", heads), ("k", kv_heads), ("v", kv_heads))
        )
        q, k = rope(q, config["rope_theta"]), rope(k, config["rope_theta"])
        k, v = (part.repeat_interleave(heads // kv_heads, 0) for part in (k, v))
        weights = (q @ k.transpose(-2, -1) / d**0.5).masked_fill(later, float("-inf")).softmax(-1)
        all_weights.append(weights)
        x = x + (weights @ v).transpose(0, 1).reshape(n, heads * d) @ of["self_attn.o_proj.weight"].T
        residual.append(x)
        normed = rms_norm(x, of["post_attention_layernorm.weight"], epsilon)
        gated = F.silu(normed @ of["mlp.gate_proj.weight"].T) * (normed @ of["mlp.up_proj.weight"].T)
        x = x + gated @ of["mlp.down_proj.weight"].T
        residual.append(x)
    head = w["model.embed_tokens.weight" if config["tie_word_embeddings"] else "lm_head.weight"]
    logits = rms_norm(x, w["model.norm.weight"], epsilon) @ head.T
    return {"logits": logits, "weights": torch.stack(all_weights), "residual": torch.stack(residual)}


def llama_weights(config: dict) -> dict[str, Tensor]:
    width, inner, d = config["hidden_size"], config["intermediate_size"], config["head_dim"]
    heads, kv_heads = config["num_attention_heads"] * d, config["num_key_value_heads"] * d

    def matrix(out: int, into: int) -> Tensor:
        return torch.randn(out, into) / into**0.5

    def gain() -> Tensor:
        return 1 + 0.3 * torch.randn(width)

    w = {"model.embed_tokens.weight": torch.randn(config["vocab_size"], width)}
    for layer in range(config["num_hidden_layers"]):
        w |= {
            f"model.layers.{layer}.{name}.weight": tensor
            for name, tensor in {
                "input_layernorm": gain(),
                "self_attn.q_proj": 1.5 * matrix(heads, width),
                "self_attn.k_proj": 1.5 * matrix(kv_heads, width),
                "self_attn.v_proj": matrix(kv_heads, width),
                "self_attn.o_proj": matrix(width, heads),
                "post_attention_layernorm": gain(),
                "mlp.gate_proj": 2 * matrix(inner, width),
                "mlp.up_proj": matrix(inner, width),
                "mlp.down_proj": matrix(width, inner),
            }.items()
        }
    w["model.norm.weight"] = gain()
    if not config["tie_word_embeddings"]:
        w["lm_head.weight"] = matrix(config["vocab_size"], width)
    return w


def store(name: str, config: dict, weights: dict[str, Tensor], case: dict[str, Tensor]) -> None:
    path = root / f"tests/model/{name}_case.safetensors"
    tensors = weights | {f"case.{what}": tensor.float() if tensor.is_floating_point() else tensor.int() for what, tensor in case.items()}
    write(path, tensors, {"config": json.dumps(config), "torch": torch.__version__})
    print(f"{path}: {path.stat().st_size} bytes")


def store_llama(name: str, dtype: torch.dtype, n: int, **sizes) -> None:
    config = {"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_act": "silu", "rope_scaling": None} | sizes
    weights = {key: tensor.to(dtype) for key, tensor in llama_weights(config).items()}
    tokens = torch.randint(config["vocab_size"], (n,))
    case = llama(config, {key: tensor.double() for key, tensor in weights.items()}, tokens)
    # What older files carry besides, and nobody needs.
    weights["model.layers.0.self_attn.rotary_emb.inv_freq"] = torch.ones(config["head_dim"] // 2)
    store(name, config, weights, case | {"tokens": tokens})


def store_gpt2() -> None:
    """As models of Hugging Face's were saved: a prefix, causal masks, a matrix of its own for the logits, and n_positions."""
    sizes = Config(vocab_size=17, n_ctx=9, n_embd=20, n_layer=2, n_head=2, n_inner=28)
    model = Transformer(sizes)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            spread = 0.3 if parameter.dim() == 1 else parameter.shape[-1 if name.startswith("w") else 0] ** -0.5
            centre = 1 if "ln_" in name and name.endswith("weight") else 0
            parameter.copy_((centre + spread * torch.randn(parameter.shape)).half())
        weights = {f"transformer.{name}": parameter.detach().half() for name, parameter in model.named_parameters()}
        own = (torch.randn(sizes.vocab_size, sizes.n_embd) / sizes.n_embd**0.5).half()
        tokens = torch.randint(sizes.vocab_size, (sizes.n_ctx,))
        normed = []  # which train/model.py multiplies with the embeddings
        model.ln_f.register_forward_hook(lambda module, inputs, output: normed.append(output))
        # (train/model.py makes switches in float32)
        torch.set_default_dtype(torch.float64)
        _, all_weights = model.double()(tokens[None])
        torch.set_default_dtype(torch.float32)
        case = {"logits": normed[0][0] @ own.double().T, "weights": torch.stack(all_weights)[:, 0], "tokens": tokens}
    for layer in range(sizes.n_layer):
        weights[f"transformer.h.{layer}.attn.bias"] = torch.ones(1, 1, sizes.n_ctx, sizes.n_ctx).tril().to(torch.uint8)
        weights[f"transformer.h.{layer}.attn.masked_bias"] = torch.tensor(-1e4)
    weights["lm_head.weight"] = own
    config = sizes.to_json() | {"n_positions": sizes.n_ctx, "tie_word_embeddings": False}
    del config["n_ctx"]
    store("gpt2_file", config, weights, case)


def main() -> None:
    torch.manual_seed(7)
    shared = {"rms_norm_eps": 1e-5, "max_position_embeddings": 16}
    # Grouped queries, and heads whose columns are more than the width.
    store_llama("llama_f32", torch.float32, 13, vocab_size=19, hidden_size=20, num_hidden_layers=2, num_attention_heads=4,
                num_key_value_heads=2, head_dim=6, intermediate_size=24, rope_theta=10000.0, tie_word_embeddings=False, **shared)
    store_llama("llama_f16", torch.float16, 16, vocab_size=23, hidden_size=24, num_hidden_layers=3, num_attention_heads=3,
                num_key_value_heads=1, head_dim=8, intermediate_size=33, rope_theta=500.0, tie_word_embeddings=True, **shared)
    store_llama("llama_bf16", torch.bfloat16, 7, vocab_size=11, hidden_size=17, num_hidden_layers=2, num_attention_heads=2,
                num_key_value_heads=2, head_dim=10, intermediate_size=40, rope_theta=1e6, tie_word_embeddings=False, **shared)
    store_gpt2()


if __name__ == "__main__":
    main()

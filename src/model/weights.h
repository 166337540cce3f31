// The weights of a transformer: views by their part in it, found in a list of tensors by GPT-2's names.
#pragma once

#include <span>
#include <vector>

#include "config.h"
#include "tensors.h"

namespace model {

// A layer norm's gain and bias, [1, width] each.
struct Norm {
    ConstMatrixView gain, bias;
};

// x → x weight + bias: weight [in, out], as GPT-2 stores it, bias [1, out].
struct Linear {
    ConstMatrixView weight, bias;
};

struct LayerWeights {
    Norm ln_1;             // h.{layer}.ln_1
    Linear c_attn;         // h.{layer}.attn.c_attn  [width, 3 · width]: queries, keys, values side by side
    Linear c_proj;         // h.{layer}.attn.c_proj  [width, width]: W_O
    Norm ln_2;             // h.{layer}.ln_2
    Linear c_fc;           // h.{layer}.mlp.c_fc     [width, inner]
    Linear c_proj_of_mlp;  // h.{layer}.mlp.c_proj   [inner, width]
};

// Moved, not copied: its views may look into its own memory.
struct Weights {
    Config config;
    ConstMatrixView wte;  // [vocabulary, width]: embeddings of tokens, and what logits are products with
    ConstMatrixView wpe;  // [context, width]: embeddings of positions
    std::vector<LayerWeights> layers;
    Norm ln_f;
    std::vector<float> own;  // what could not be used where it lies

    Weights() = default;
    Weights(Weights&&) = default;
    Weights& operator=(Weights&&) = default;
};

struct Bound {
    TensorError error;  // if any, there are no weights
    Weights weights;
};

// Finds each weight in tensors and checks its type, shape and bytes. F32 on a multiple of four bytes stays
// where it is, the caller's, kept as long as the weights; all else (F16, BF16) becomes float32 in memory of
// their own. Tensors that the model does not have are left alone (GPT-2's files hold its causal masks, or the
// tied embedding once more). The error names a size of config, or the tensor: missing, there twice, of wrong
// type or shape, or with other than its shape's bytes.
Bound bind_weights(std::span<const Tensor> tensors, const Config& config);
// The same for a config that is valid by itself. (No number is then written out, which takes the C library's
// printf: 2 KB of what the explainer's readers fetch.)
Bound bind_to_valid(std::span<const Tensor> tensors, const Config& config);

}  // namespace model

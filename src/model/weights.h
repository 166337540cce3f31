// The weights of a transformer: views by their part in it, found in a list of tensors by the names that
// Hugging Face's files of GPT-2 and of Llama give them.
#pragma once

#include <span>
#include <vector>

#include "config.h"
#include "tensors.h"
#include "weight_matrix.h"

namespace model {

// A norm's gain and bias, [1, width] each; RMSNorm has no bias.
struct Norm {
    ConstMatrixView gain, bias;
};

// x → x W + bias: W is weight [in, out], as GPT-2 stores it, or weight [out, in] transposed, as Llama does,
// and both their embeddings where logits are products with them. bias [1, out], or none.
struct Linear {
    WeightMatrix weight;
    ConstMatrixView bias;
    bool out_in = false;

    int inputs() const { return out_in ? weight.cols : weight.rows; }
    int outputs() const { return out_in ? weight.rows : weight.cols; }
    // What inputs first … first + count − 1 bring, without the bias.
    Linear of_inputs(int first, int count) const {
        return {out_in ? weight.part_of_cols(first, count) : weight.part_of_rows(first, count), {}, out_in};
    }
};

// By GPT-2's names; beside them Llama's of what takes the same place. What a family does not have is empty.
struct LayerWeights {
    Norm ln_1;             // h.{layer}.ln_1         layers.{layer}.input_layernorm
    Linear c_attn;         // h.{layer}.attn.c_attn  [width, 3 · width]: queries, keys, values side by side
    Linear q, k, v;        //                        .self_attn.{q,k,v}_proj [heads or kv_heads · d, width]
    Linear c_proj;         // h.{layer}.attn.c_proj  .self_attn.o_proj       W_O: [width, width] and
                           //                                                [width, heads · d]
    Norm ln_2;             // h.{layer}.ln_2         .post_attention_layernorm
    Linear c_fc;           // h.{layer}.mlp.c_fc     .mlp.gate_proj          to inner, then GELU or SiLU
    Linear up;             //                        .mlp.up_proj            what the gate lets through
    Linear c_proj_of_mlp;  // h.{layer}.mlp.c_proj   .mlp.down_proj          from inner
};

// Moved, not copied: its views may look into its own memory.
struct Weights {
    Config config;
    WeightMatrix wte;  // [vocabulary, width]: embeddings of tokens (embed_tokens)
    WeightMatrix wpe;  // [context, width]: embeddings of positions; of Llama none
    std::vector<LayerWeights> layers;
    Norm ln_f;               // Llama's norm
    WeightMatrix head;       // lm_head [vocabulary, width], where it is not tied to wte
    std::vector<float> own;  // what could not be used where it lies

    // What logits are products with.
    Linear unembedding() const { return {head.is_there() ? head : wte, {}, true}; }

    Weights() = default;
    Weights(Weights&&) = default;
    Weights& operator=(Weights&&) = default;
};

struct Bound {
    TensorError error;  // if any, there are no weights
    Weights weights;
};

// Finds each weight in tensors and checks its type, shape and bytes. Matrices of F32, F16 and BF16 on a
// multiple of their numbers' size stay where they are, the caller's, kept as long as the weights; all else
// becomes float32 in memory of their own: norms and biases of halves, and F16 that is not finite, of which
// fast widening (weight_product.cpp) makes something else.
// Names may begin as those of whole models do, with "transformer." or "model.". Tensors that GPT-2 does not
// have are left alone (its files hold causal masks, or the tied embedding once more). In Llama's layers only
// rotary_emb.inv_freq is: a bias or a norm that nobody asked for makes it another model, and is refused.
// The error names a size of config, or the tensor: missing, there twice, of wrong type or shape, or with
// other than its shape's bytes.
Bound bind_weights(std::span<const Tensor> tensors, const Config& config);

// Checks the same, but reads no bytes: which of the tensors bind_weights makes use of, so that only these
// need be in memory.
struct Needed {
    TensorError error;  // if any, none is
    std::vector<bool> tensors;
};
Needed needed_tensors(std::span<const Tensor> tensors, const Config& config);

// bind_weights of GPT-2's names as they stand, for a config that is valid by itself; all become float32. (No
// number is then written out, which takes the C library's printf: 2 KB of what the explainer's readers
// fetch.)
Bound bind_to_valid(std::span<const Tensor> tensors, const Config& config);

}  // namespace model

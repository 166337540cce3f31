// The forward pass of a transformer of GPT-2's shape, everything kept: residual stream, norms, attention by
// the core, MLP, logits. One token at a time, only logits kept: decode.h.
#pragma once

#include "run.h"
#include "weights.h"

namespace model {

// What may be done to a model while it runs. Nothing by default.
struct Options {
    // [layers, heads] or null. Not 0: that head is switched off, it adds nothing to the residual stream (as
    // if its output were zeros; c_proj's bias stays).
    const unsigned char* off = nullptr;

    bool is_off(const Config& config, int layer, int head) const {
        return off && off[static_cast<std::ptrdiff_t>(layer) * config.heads + head] != 0;
    }
};

// tokens [run.n] → run, made for the weights' config (run.h). With pre-norm, learned positions and tied
// embeddings (Radford et al. 2019):
//     x = wte[token] + wpe[position]
//     x += attention(norm(x)), x += mlp(norm(x)) in each layer
//     logits = norm(x) wteᵀ
// An error for tokens that the model has not, or more of them than its context; nothing is written then.
Error forward(const Weights& weights, const int* tokens, const Options& options, const Run& run);

}  // namespace model

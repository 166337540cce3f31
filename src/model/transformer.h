// The forward pass of a transformer of GPT-2's or Llama's shape, everything kept: residual stream, norms,
// attention by the core, MLP, logits. One token at a time, only logits kept: decode.h.
#pragma once

#include <span>

#include "run.h"
#include "weights.h"

namespace model {

// Values that stand in for what a run would have computed, mostly those of another run at the same place
// (activation patching: Vig et al. 2020, Meng et al. 2022). All that comes after is computed from them.
struct Patch {
    enum class Site {
        residual,  // the residual stream as it enters `layer`, 0 … layers; at `layers` as ln_f sees it
        head,      // the output of one head, before c_proj; a head that is off still adds nothing
    };
    Site site = Site::residual;
    int layer = 0;
    int head = 0;            // of that layer; of Site::residual nothing
    int position = 0;        // of the first row that is replaced
    ConstMatrixView values;  // [rows, width], of a head [rows, d]; not in the run's own memory
};

// What may be done to a model while it runs. Nothing by default.
struct Options {
    // [layers, heads] or null. Not 0: that head is switched off, it adds nothing to the residual stream (as
    // if its output were zeros; c_proj's bias stays).
    const unsigned char* off = nullptr;
    // One after the other: where two replace the same number, the last one counts.
    std::span<const Patch> patches = {};

    bool is_off(const Config& config, int layer, int head) const {
        return off && off[static_cast<std::ptrdiff_t>(layer) * config.heads + head] != 0;
    }
};

// tokens [run.n] → run, made for the weights' config (run.h):
//     x = wte[token] (+ wpe[position])
//     x += attention(norm(x)), x += mlp(norm(x)) in each layer
//     logits = norm(x) headᵀ, which is wte of tied embeddings
// What norm, positions and mlp are, config.h says (Family).
// An error for tokens that the model has not, or more of them than its context; nothing is written then. What
// patches say is believed: validate() asks whether it can be.
Error forward(const Weights& weights, const int* tokens, const Options& options, const Run& run);

// An error, by name, for patches of places that a run of n tokens has not, and for values of another width.
Error validate(const Config& config, std::span<const Patch> patches, int n);

}  // namespace model

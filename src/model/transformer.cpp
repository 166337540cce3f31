// The layers in order. Each head's part in the residual stream is a product of its own, with its rows of W_O:
// together they are as much work as one product with all of it.
#include "transformer.h"

#include <algorithm>

#include "attention/stages.h"
#include "attention/trace.h"
#include "gelu.h"
#include "layer_norm.h"
#include "linear.h"

namespace model {
namespace {

// to = a + b
void sum(ConstMatrixView a, ConstMatrixView b, MatrixView to) {
    for (int i = 0; i < a.rows; ++i) std::copy_n(a.row(i), a.cols, to.row(i));
    add(b, to);
}

// What replaces rows of that matrix, which was just computed.
void replace(std::span<const Patch> patches, Patch::Site site, int layer, int head, MatrixView computed) {
    for (const Patch& patch : patches) {
        if (patch.site != site || patch.layer != layer) continue;
        if (site == Patch::Site::head && patch.head != head) continue;
        for (int i = 0; i < patch.values.rows; ++i)
            std::copy_n(patch.values.row(i), computed.cols, computed.row(patch.position + i));
    }
}

// norm_1 → attention
void attend(const Weights& weights, int l, const Options& options, const Run& run) {
    const LayerWeights& by = weights.layers[static_cast<std::size_t>(l)];
    const LayerRun& layer = run.layers[static_cast<std::size_t>(l)];
    const int width = weights.config.width, d = weights.config.d();
    linear(layer.norm_1, by.c_attn, run.scratch, {layer.q.data, run.n, 3 * width, layer.q.stride});
    for (int i = 0; i < run.n; ++i) std::copy_n(by.c_proj.bias.data, width, layer.attention.row(i));
    attention::Options causal;
    causal.causal = true;
    for (int h = 0; h < weights.config.heads; ++h) {
        const MatrixView head = layer.head(h, d), part = layer.part(h);
        attention::trace_into(layer.q_of(h, d), layer.k_of(h, d), layer.v_of(h, d), causal,
                              {{}, {}, layer.weights_of(h), head, nullptr});
        replace(options.patches, Patch::Site::head, l, h, head);
        if (options.is_off(weights.config, l, h)) {
            std::fill_n(part.data, part.size(), 0.0f);
            continue;
        }
        multiply(head, by.c_proj.weight.rows_from(h * d, d), run.scratch, part);
        add(part, layer.attention);
    }
}

}  // namespace

Error forward(const Weights& weights, const int* tokens, const Options& options, const Run& run) {
    const Config& config = weights.config;
    if (const Error error = validate(config, tokens, run.n)) return error;
    assert(run.layers.size() == weights.layers.size() && usable(run.logits));
    for (int i = 0; i < run.n; ++i) {
        const auto row = [&](int r) { return run.residual[0].rows_from(r, 1); };
        sum(weights.wte.rows_from(tokens[i], 1), weights.wpe.rows_from(i, 1), row(i));
    }
    const auto replace_residual = [&](int l) {
        replace(options.patches, Patch::Site::residual, l, 0, run.residual[static_cast<std::size_t>(2 * l)]);
    };
    replace_residual(0);
    for (int l = 0; l < config.layers; ++l) {
        const LayerWeights& by = weights.layers[static_cast<std::size_t>(l)];
        const LayerRun& layer = run.layers[static_cast<std::size_t>(l)];
        const MatrixView* x = &run.residual[static_cast<std::size_t>(2 * l)];
        layer_norm(x[0], by.ln_1, config.epsilon, layer.norm_1);
        attend(weights, l, options, run);
        sum(x[0], layer.attention, x[1]);
        layer_norm(x[1], by.ln_2, config.epsilon, layer.norm_2);
        linear(layer.norm_2, by.c_fc, run.scratch, layer.hidden_before);
        gelu(layer.hidden_before, layer.hidden);
        linear(layer.hidden, by.c_proj_of_mlp, run.scratch, layer.mlp);
        sum(x[1], layer.mlp, x[2]);
        replace_residual(l + 1);
    }
    layer_norm(run.residual.back(), weights.ln_f, config.epsilon, run.norm);
    attention::scores(run.norm, weights.wte, run.logits);
    return {};
}

}  // namespace model

// The layers in order. Each head's part in the residual stream is a product of its own, with its rows of W_O:
// together they are as much work as one product with all of it.
#include "transformer.h"

#include <algorithm>

#include "attention/trace.h"
#include "layer.h"
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
    const Config& config = weights.config;
    const LayerWeights& by = weights.layers[static_cast<std::size_t>(l)];
    const LayerRun& layer = run.layers[static_cast<std::size_t>(l)];
    const int d = config.d(), columns = config.columns() + 2 * config.key_columns();
    project_heads(config, by, layer.norm_1, 0, run.scratch, {layer.q.data, run.n, columns, layer.q.stride});
    const float* bias = by.c_proj.bias.data;
    for (int i = 0; i < run.n; ++i) {
        float* row = layer.attention.row(i);
        bias ? std::copy_n(bias, config.width, row) : std::fill_n(row, config.width, 0.0f);
    }
    attention::Options causal;
    causal.causal = true;
    for (int h = 0; h < config.heads; ++h) {
        const MatrixView head = layer.head(h, d), part = layer.part(h);
        const int keys = h / config.group();
        attention::trace_into(layer.q_of(h, d), layer.k_of(keys, d), layer.v_of(keys, d), causal,
                              {{}, {}, layer.weights_of(h), head, nullptr});
        replace(options.patches, Patch::Site::head, l, h, head);
        if (options.is_off(config, l, h)) {
            std::fill_n(part.data, part.size(), 0.0f);
            continue;
        }
        multiply(head, by.c_proj.of_inputs(h * d, d), run.scratch, part);
        add(part, layer.attention);
    }
}

}  // namespace

Error forward(const Weights& weights, const int* tokens, const Options& options, const Run& run) {
    const Config& config = weights.config;
    if (const Error error = validate(config, tokens, run.n)) return error;
    assert(run.layers.size() == weights.layers.size() && usable(run.logits));
    embed(weights, tokens, 0, run.residual[0]);
    const auto replace_residual = [&](int l) {
        replace(options.patches, Patch::Site::residual, l, 0, run.residual[static_cast<std::size_t>(2 * l)]);
    };
    replace_residual(0);
    for (int l = 0; l < config.layers; ++l) {
        const LayerWeights& by = weights.layers[static_cast<std::size_t>(l)];
        const LayerRun& layer = run.layers[static_cast<std::size_t>(l)];
        const MatrixView* x = &run.residual[static_cast<std::size_t>(2 * l)];
        norm(config, x[0], by.ln_1, layer.norm_1);
        attend(weights, l, options, run);
        sum(x[0], layer.attention, x[1]);
        norm(config, x[1], by.ln_2, layer.norm_2);
        mlp(config, by, layer.norm_2, run.scratch, layer.hidden_before, layer.up, layer.hidden, layer.mlp);
        sum(x[1], layer.mlp, x[2]);
        replace_residual(l + 1);
    }
    norm(config, run.residual.back(), weights.ln_f, run.norm);
    const int rows = run.logits.rows;
    multiply(run.norm.rows_from(run.n - rows, rows), weights.unembedding(), run.scratch, run.logits);
    return {};
}

}  // namespace model

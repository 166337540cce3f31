// The layout of a run's buffer: one matrix after the other.
#include "run.h"

#include <algorithm>

#include "linear.h"

namespace model {

Run::Run(const Config& config, int n, float* memory) : n(n) {
    const auto take = [&](int rows, int cols) {
        const MatrixView view{memory ? memory + floats : nullptr, rows, cols};
        floats += area(rows, cols);
        return view;
    };
    const int width = config.width;
    residual.push_back(take(n, width));
    for (int l = 0; l < config.layers; ++l) {
        LayerRun layer;
        layer.norm_1 = take(n, width);
        const MatrixView qkv = take(n, 3 * width);
        layer.q = {qkv.data, n, width, qkv.stride};
        layer.k = {qkv.data ? qkv.data + width : nullptr, n, width, qkv.stride};
        layer.v = {qkv.data ? qkv.data + 2 * width : nullptr, n, width, qkv.stride};
        layer.weights = take(config.heads * n, n);
        layer.heads = take(n, width);
        layer.parts = take(config.heads * n, width);
        layer.attention = take(n, width);
        residual.push_back(take(n, width));
        layer.norm_2 = take(n, width);
        layer.hidden_before = take(n, config.inner);
        layer.hidden = take(n, config.inner);
        layer.mlp = take(n, width);
        residual.push_back(take(n, width));
        layers.push_back(layer);
    }
    norm = take(n, width);
    logits = take(n, config.vocabulary);
    scratch = memory ? memory + floats : nullptr;
    floats += multiply_scratch(n, std::max(width, config.inner));
}

FloatCount run_floats(const Config& config, int n) {
    return Run(config, n, nullptr).floats;
}

}  // namespace model

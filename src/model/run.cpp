// The layout of a run's buffer: one matrix after the other.
#include "run.h"

#include <algorithm>

#include "linear.h"

namespace model {

Run::Run(const Config& config, int n, float* memory, Keep keep) : n(n) {
    const auto take = [&](int rows, int cols) {
        const MatrixView view{memory ? memory + floats : nullptr, rows, cols};
        floats += area(rows, cols);
        return view;
    };
    const int width = config.width, columns = config.columns(), key_columns = config.key_columns();
    const bool all = Config::of_figures || keep == Keep::everything;
    const bool weights = !all && keep == Keep::weights;
    const int heads = all ? config.heads : 1;
    const auto take_weights = [&] { return take((weights ? config.heads : heads) * n, n); };
    residual.push_back(take(n, width));
    for (int l = 0; l < config.layers; ++l) {
        if (!all && l > 0) {  // where the first one computes, and the stream to and fro between two matrices
            layers.push_back(layers[0]);
            if (weights) layers.back().weights = take_weights();
            for (const std::size_t i : {1, 0}) residual.push_back(residual[i]);
            continue;
        }
        LayerRun layer;
        layer.norm_1 = take(n, width);
        const MatrixView qkv = take(n, columns + 2 * key_columns);
        const auto part = [&](int first, int cols) {
            return MatrixView{qkv.data ? qkv.data + first : nullptr, n, cols, qkv.stride};
        };
        layer.q = part(0, columns);
        layer.k = part(columns, key_columns);
        layer.v = part(columns + key_columns, key_columns);
        layer.weights = take_weights();
        layer.heads = take(n, columns);
        layer.parts = take(heads * n, width);
        layer.attention = take(n, width);
        residual.push_back(take(n, width));
        layer.norm_2 = take(n, width);
        layer.hidden_before = take(n, config.inner);
        if (config.llama()) layer.up = take(n, config.inner);
        layer.hidden = take(n, config.inner);
        layer.mlp = take(n, width);
        residual.push_back(all ? take(n, width) : residual[0]);
        layers.push_back(layer);
    }
    norm = take(n, width);
    logits = take(weights ? 1 : n, config.vocabulary);
    scratch = memory ? memory + floats : nullptr;
    floats += multiply_scratch(n, std::max({width, config.inner, columns}));
}

FloatCount run_floats(const Config& config, int n, Keep keep) {
    return Run(config, n, nullptr, keep).floats;
}

}  // namespace model

// Norms, projections and MLPs of both families.
#include "layer.h"

#include <algorithm>

#include "attention/position.h"
#include "gelu.h"
#include "layer_norm.h"
#include "linear.h"
#include "rms_norm.h"
#include "swiglu.h"
#include "weight_product.h"

namespace model {

void embed(const Weights& weights, const int* tokens, int first, MatrixView x) {
    for (int i = 0; i < x.rows; ++i) {
        float* row = x.row(i);
        widen_row(weights.wte, tokens[i], row);
        if (!weights.config.llama()) add_row(weights.wpe, first + i, row);
    }
}

void norm(const Config& config, ConstMatrixView x, const Norm& by, MatrixView out) {
    if (config.llama())
        rms_norm(x, by, config.epsilon, out);
    else
        layer_norm(x, by, config.epsilon, out);
}

void project_heads(const Config& config, const LayerWeights& by, ConstMatrixView x, int first, float* scratch,
                   MatrixView qkv) {
    if (!config.llama()) {
        linear(x, by.c_attn, scratch, qkv);
        return;
    }
    int column = 0;
    for (const Linear* one : {&by.q, &by.k, &by.v}) {
        linear(x, *one, scratch, qkv.cols_from(column, one->outputs()));
        column += one->outputs();
    }
    // q and k are heads side by side.
    const int d = config.d();
    for (int c = 0; c < config.columns() + config.key_columns(); c += d)
        attention::apply_rope(qkv.cols_from(c, d), first, config.rope_theta, attention::RopePairs::halves);
}

void mlp(const Config& config, const LayerWeights& by, ConstMatrixView x, float* scratch, MatrixView before,
         MatrixView up, MatrixView hidden, MatrixView out) {
    linear(x, by.c_fc, scratch, before);
    if (config.llama()) {
        linear(x, by.up, scratch, up);
        swiglu(before, up, hidden);
    } else {
        gelu(before, hidden);
    }
    linear(hidden, by.c_proj_of_mlp, scratch, out);
}

}  // namespace model

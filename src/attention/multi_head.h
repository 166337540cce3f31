// Multi-head and grouped-query attention with its projections: X → Q, K, V → heads → concat → W_O.
// Self-attention only; cross-attention is attend.h on projected inputs.
#pragma once

#include "matrix.h"
#include "options.h"
#include "validate.h"

namespace attention {

struct MultiHeadWeights {
    ConstMatrixView wq;  // [d_model, heads · d_k], d_k = d_model / heads
    ConstMatrixView wk;  // [d_model, kv_heads · d_k]
    ConstMatrixView wv;  // [d_model, kv_heads · d_k]
    ConstMatrixView wo;  // [heads · d_k, d_model]
    int heads = 1;
    int kv_heads = 1;  // divides heads; head h reads key head h / (heads / kv_heads) (Ainslie et al. 2023)
};

// Weights packed once, heads as columns where they lie, scratch from the caller.
struct MultiHeadShape {
    int n = 0, d_model = 0, heads = 1, kv_heads = 1;

    int d_k() const { return d_model / heads; }
    int kv_columns() const { return kv_heads * d_k(); }
};

FloatCount packed_weights_floats(const MultiHeadShape& shape);
void pack_weights(const MultiHeadWeights& weights, float* packed);  // packed_weights_floats of them

// weights: also keep the [heads, n, n] weights, which takes longer.
FloatCount multi_head_scratch(const MultiHeadShape& shape, bool weights);

// x [n, d_model] → out [n, d_model]; weights [heads, n, n] or null. False if some query saw no key.
bool multi_head(ConstMatrixView x, const float* packed, const MultiHeadShape& shape, const Options& options,
                float* scratch, MatrixView out, float* weights);

}  // namespace attention

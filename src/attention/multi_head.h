// Multi-head and grouped-query attention with its projections: X → Q, K, V → heads → concat → W_O.
// Self-attention only; cross-attention is attend.h on projected inputs.
#pragma once

#include <vector>

#include "matrix.h"
#include "options.h"

namespace attention {

struct MultiHeadWeights {
    ConstMatrixView wq;  // [d_model, heads · d_k], d_k = d_model / heads
    ConstMatrixView wk;  // [d_model, kv_heads · d_k]
    ConstMatrixView wv;  // [d_model, kv_heads · d_k]
    ConstMatrixView wo;  // [heads · d_k, d_model]
    int heads = 1;
    int kv_heads = 1;  // divides heads; head h reads key head h / (heads / kv_heads) (Ainslie et al. 2023)
};

struct MultiHeadTrace {
    int n = 0, d_model = 0, heads = 0, kv_heads = 0, d_k = 0;
    std::vector<float> q, k, v;  // [n, heads·d_k] [n, kv_heads·d_k] [n, kv_heads·d_k], before RoPE
    std::vector<float> weights;  // [heads, n, n]
    std::vector<float> concat;   // [n, heads·d_k]
    std::vector<float> output;   // [n, d_model]
};

// Every stage kept. x [n, d_model]. With options.alibi ≠ 0 head h uses alibi · alibi_slope(h, heads).
MultiHeadTrace multi_head_trace(ConstMatrixView x, const MultiHeadWeights& weights,
                                const Options& options = {});

}  // namespace attention

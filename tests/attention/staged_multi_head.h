// Multi-head attention stage by stage, each head's columns copied into a matrix of their own: what the fused
// way (multi_head.h) is compared with.
#pragma once

#include <vector>

#include "attention/multi_head.h"
#include "attention/position.h"
#include "attention/stages.h"
#include "attention/trace.h"

namespace attention {

struct MultiHeadTrace {
    Error error;  // if any, there is nothing else here
    int n = 0, d_model = 0, heads = 0, kv_heads = 0, d_k = 0;
    std::vector<float> q, k, v;  // [n, heads·d_k] [n, kv_heads·d_k] [n, kv_heads·d_k], before RoPE
    std::vector<float> weights;  // [heads, n, n]
    std::vector<float> concat;   // [n, heads·d_k]
    std::vector<float> output;   // [n, d_model]
};

// One head's columns, copied so that each stage sees a plain matrix.
inline std::vector<float> head_columns(const std::vector<float>& x, int rows, int cols, int first,
                                       int count) {
    std::vector<float> part;
    part.reserve(static_cast<std::size_t>(rows) * static_cast<std::size_t>(count));
    for (int i = 0; i < rows; ++i) {
        const float* row = x.data() + static_cast<std::size_t>(i) * static_cast<std::size_t>(cols) + first;
        part.insert(part.end(), row, row + count);
    }
    return part;
}

// Every stage kept, all of it checked (validate.h). x [n, d_model]. With options.alibi ≠ 0 head h uses alibi
// · alibi_slope(h, heads).
inline MultiHeadTrace multi_head_trace(ConstMatrixView x, const MultiHeadWeights& weights,
                                       const Options& options = {}) {
    MultiHeadTrace r;
    r.error = validate(x, weights, options);
    if (r.error) return r;
    r.n = x.rows;
    r.d_model = x.cols;
    r.heads = weights.heads;
    r.kv_heads = weights.kv_heads;
    r.d_k = x.cols / weights.heads;
    const int kv = r.kv_heads * r.d_k;
    const std::size_t n = static_cast<std::size_t>(r.n);
    r.q.resize(n * static_cast<std::size_t>(r.d_model));
    r.k.resize(n * static_cast<std::size_t>(kv));
    r.v.resize(n * static_cast<std::size_t>(kv));
    project(x, weights.wq, {r.q.data(), r.n, r.d_model});
    project(x, weights.wk, {r.k.data(), r.n, kv});
    project(x, weights.wv, {r.v.data(), r.n, kv});
    r.concat.resize(r.q.size());
    r.output.resize(r.q.size());
    for (int h = 0; h < r.heads; ++h) {
        Options own = options;
        own.alibi = options.alibi * alibi_slope(h, r.heads);
        const int from = h / (r.heads / r.kv_heads);
        const std::vector<float> q = head_columns(r.q, r.n, r.d_model, h * r.d_k, r.d_k);
        const std::vector<float> k = head_columns(r.k, r.n, kv, from * r.d_k, r.d_k);
        const std::vector<float> v = head_columns(r.v, r.n, kv, from * r.d_k, r.d_k);
        const Trace one = trace({q.data(), r.n, r.d_k}, {k.data(), r.n, r.d_k}, {v.data(), r.n, r.d_k}, own);
        r.weights.insert(r.weights.end(), one.weights.begin(), one.weights.end());
        for (int i = 0; i < r.n; ++i) {
            for (int t = 0; t < r.d_k; ++t) {
                r.concat[static_cast<std::size_t>(i) * static_cast<std::size_t>(r.d_model) +
                         static_cast<std::size_t>(h * r.d_k + t)] = one.output_view()(i, t);
            }
        }
    }
    project({r.concat.data(), r.n, r.d_model}, weights.wo, {r.output.data(), r.n, r.d_model});
    return r;
}

}  // namespace attention

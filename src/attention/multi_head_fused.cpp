// Multi-head attention for speed: packed projections, fused heads, no memory of its own.
#include <cstring>

#include "attend.h"
#include "multi_head.h"
#include "panels.h"
#include "position.h"
#include "trace.h"

namespace attention {
namespace {

std::size_t area(int rows, int columns) {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
}

// One head's columns as a matrix of its own, for the stages that want one.
void copy_columns(const float* from, std::ptrdiff_t stride, int rows, int columns, float* to) {
    for (int i = 0; i < rows; ++i, from += stride, to += columns) {
        std::memcpy(to, from, static_cast<std::size_t>(columns) * sizeof(float));
    }
}

}  // namespace

std::size_t packed_weights_floats(const MultiHeadShape& shape) {
    return 2 * panel_floats(shape.d_model, shape.d_model) +
           2 * panel_floats(shape.d_model, shape.kv_columns());
}

void pack_weights(const MultiHeadWeights& weights, float* packed) {
    for (const ConstMatrixView& w : {weights.wq, weights.wk, weights.wv, weights.wo}) {
        pack_panels(w.data, w.cols, w.rows, w.cols, packed);
        packed += panel_floats(w.rows, w.cols);
    }
}

std::size_t multi_head_scratch(const MultiHeadShape& shape, bool weights) {
    const int n = shape.n;
    const int d_k = shape.d_k();
    const std::size_t projected = 2 * area(n, shape.d_model) + 2 * area(n, shape.kv_columns());
    const std::size_t fused = attend_scratch(n, n, d_k, d_k);
    return projected + (weights ? 4 * area(n, d_k) : fused);
}

bool multi_head(ConstMatrixView x, const float* packed, const MultiHeadShape& shape, const Options& options,
                float* scratch, MatrixView out, float* weights) {
    const int n = shape.n;
    const int d_model = shape.d_model;
    const int d_k = shape.d_k();
    const int kv = shape.kv_columns();
    float* q = scratch;
    float* k = q + area(n, d_model);
    float* v = k + area(n, kv);
    float* concat = v + area(n, kv);
    float* rest = concat + area(n, d_model);
    const auto project = [&](const float* from, int columns, float* to) {
        multiply_panels(from, d_model, n, d_model, packed, columns, to, columns);
        packed += panel_floats(d_model, columns);
    };
    project(x.data, d_model, q);
    project(x.data, kv, k);
    project(x.data, kv, v);
    if (options.rope_base > 0) {
        const int first = options.first_position;
        for (int h = 0; h < shape.heads; ++h) rope(q + h * d_k, d_model, n, d_k, first, options.rope_base);
        for (int h = 0; h < shape.kv_heads; ++h) rope(k + h * d_k, kv, n, d_k, 0, options.rope_base);
    }
    bool all_seen = true;
    for (int h = 0; h < shape.heads; ++h) {
        const int from = h / (shape.heads / shape.kv_heads) * d_k;
        AttendCall call{q + h * d_k, k + from, v + from, concat + h * d_k, n,      n, d_k, d_k,
                        d_model,     kv,       kv,       d_model,          options};
        call.options.alibi = options.alibi == 0 ? 0 : options.alibi * alibi_slope(h, shape.heads);
        if (!weights) {
            all_seen &= attend(call, rest);
            continue;
        }
        float* part[4];
        for (int i = 0; i < 4; ++i) part[i] = rest + static_cast<std::size_t>(i) * area(n, d_k);
        copy_columns(call.q, d_model, n, d_k, part[0]);
        copy_columns(call.k, kv, n, d_k, part[1]);
        copy_columns(call.v, kv, n, d_k, part[2]);
        const TraceViews views{
            {}, {}, {weights + static_cast<std::size_t>(h) * area(n, n), n, n}, {part[3], n, d_k}, nullptr};
        all_seen &= trace_into({part[0], n, d_k}, {part[1], n, d_k}, {part[2], n, d_k}, call.options, views);
        for (int i = 0; i < n; ++i) {
            std::memcpy(call.out + static_cast<std::ptrdiff_t>(i) * d_model, part[3] + area(i, d_k),
                        static_cast<std::size_t>(d_k) * sizeof(float));
        }
    }
    project(concat, d_model, out.data);
    return all_seen;
}

}  // namespace attention

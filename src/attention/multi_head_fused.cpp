// Multi-head attention for speed: packed projections, fused heads, no memory of its own.
#include <cstring>

#include "attend.h"
#include "multi_head.h"
#include "panels.h"
#include "position.h"
#include "trace.h"

namespace attention {
namespace {

// Weights whose columns belong to heads are packed head by head, so that each head's q, k and v come out as a
// matrix of its own: as columns of a wide one, their rows would lie 2^k bytes apart and fight for the same
// few lines of the cache.
FloatCount head_panels(const MultiHeadShape& shape) {
    return panel_floats(shape.d_model, shape.d_k());
}

}  // namespace

FloatCount packed_weights_floats(const MultiHeadShape& shape) {
    const FloatCount heads = area(shape.heads, 1) + area(shape.kv_heads, 2);
    return heads * head_panels(shape) + panel_floats(shape.d_model, shape.d_model);
}

void pack_weights(const MultiHeadWeights& weights, float* packed) {
    const int d_model = weights.wq.rows;
    const int d_k = d_model / weights.heads;
    for (const ConstMatrixView& w : {weights.wq, weights.wk, weights.wv}) {
        for (int c = 0; c < w.cols; c += d_k) {
            pack_panels(w.data + c, w.cols, d_model, d_k, packed);
            packed += panel_floats(d_model, d_k);
        }
    }
    pack_panels(weights.wo.data, d_model, d_model, d_model, packed);
}

FloatCount multi_head_scratch(const MultiHeadShape& shape, bool weights) {
    const int n = shape.n;
    const FloatCount projected = 2 * area(n, shape.d_model) + 2 * area(n, shape.kv_columns());
    return projected + row_tile_floats(n, shape.d_model) +
           (weights ? area(n, shape.d_k()) : attend_scratch(n, n, shape.d_k(), shape.d_k()));
}

bool multi_head(ConstMatrixView x, const float* packed, const MultiHeadShape& shape, const Options& options,
                float* scratch, MatrixView out, float* weights) {
    const int n = shape.n;
    const int d_model = shape.d_model;
    const int d_k = shape.d_k();
    const std::size_t head = static_cast<std::size_t>(area(n, d_k));
    float* q = scratch;                                                   // [heads, n, d_k]
    float* k = q + static_cast<std::size_t>(shape.heads) * head;          // [kv_heads, n, d_k]
    float* v = k + static_cast<std::size_t>(shape.kv_heads) * head;       // [kv_heads, n, d_k]
    float* concat = v + static_cast<std::size_t>(shape.kv_heads) * head;  // [n, d_model]
    float* row_tiles = concat + area(n, d_model);                         // of x, later of concat
    float* rest = row_tiles + row_tile_floats(n, d_model);
    pack_row_tiles(x.data, d_model, n, d_model, row_tiles);
    float* to = q;
    for (int h = 0; h < shape.heads + 2 * shape.kv_heads; ++h, to += head, packed += head_panels(shape)) {
        multiply_panels(row_tiles, n, d_model, packed, d_k, to, d_k);
        if (options.rope_base > 0 && h < shape.heads + shape.kv_heads) {
            apply_rope(to, d_k, n, d_k, h < shape.heads ? options.query_offset : 0, options.rope_base,
                       options.rope_pairs);
        }
    }
    bool all_seen = true;
    for (int h = 0; h < shape.heads; ++h) {
        const std::size_t from = static_cast<std::size_t>(h / (shape.heads / shape.kv_heads)) * head;
        const float* own_q = q + static_cast<std::size_t>(h) * head;
        Options own = options;
        own.rope_base = 0;  // applied above
        own.alibi = options.alibi == 0 ? 0 : options.alibi * alibi_slope(h, shape.heads);
        if (!weights) {
            const AttendCall call{own_q, k + from, v + from, concat + h * d_k, n,  n, d_k, d_k,
                                  d_k,   d_k,      d_k,      d_model,          own};
            all_seen &= attend(call, rest);
            continue;
        }
        const TraceViews views{
            {}, {}, {weights + static_cast<std::size_t>(h) * area(n, n), n, n}, {rest, n, d_k}, nullptr};
        all_seen &= trace_into({own_q, n, d_k}, {k + from, n, d_k}, {v + from, n, d_k}, own, views);
        for (int i = 0; i < n; ++i) {
            std::memcpy(concat + area(i, d_model) + h * d_k, rest + area(i, d_k),
                        static_cast<std::size_t>(d_k) * sizeof(float));
        }
    }
    pack_row_tiles(concat, d_model, n, d_model, row_tiles);
    multiply_panels(row_tiles, n, d_model, packed, d_model, out.data, d_model);
    return all_seen;
}

}  // namespace attention

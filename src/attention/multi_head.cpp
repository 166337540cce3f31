// Multi-head attention for speed: packed projections, fused heads, no memory of its own.
#include "multi_head.h"

#include "attend.h"
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
            pack_panels(w.cols_from(c, d_k), packed);
            packed += panel_floats(d_model, d_k);
        }
    }
    pack_panels(weights.wo, packed);
}

FloatCount multi_head_scratch(const MultiHeadShape& shape, bool weights) {
    const int n = shape.n;
    const FloatCount projected = 2 * area(n, shape.d_model) + 2 * area(n, shape.kv_columns());
    return projected + row_tile_floats(n, shape.d_model) +
           (weights ? 0 : attend_scratch(n, n, shape.d_k(), shape.d_k()));
}

bool multi_head(ConstMatrixView x, const float* packed, const MultiHeadShape& shape, const Options& options,
                float* scratch, MatrixView out, float* weights) {
    const int n = shape.n;
    const int d_model = shape.d_model;
    const int d_k = shape.d_k();
    assert(usable(x) && x.rows == n && x.cols == d_model);
    assert(usable(out) && out.same_shape(x));
    const int kv_heads = shape.kv_heads, projected = shape.heads + 2 * kv_heads;
    const FloatCount head = area(n, d_k);
    // [heads + 2 kv_heads, n, d_k]: all of q, then k, then v
    const auto projected_head = [&](int h) {
        return MatrixView{scratch + static_cast<FloatCount>(h) * head, n, d_k};
    };
    const MatrixView concat{scratch + static_cast<FloatCount>(projected) * head, n, d_model};
    float* row_tiles = concat.data + area(n, d_model);  // of x, later of concat
    float* rest = row_tiles + row_tile_floats(n, d_model);
    pack_row_tiles(x, row_tiles);
    for (int h = 0; h < projected; ++h, packed += head_panels(shape)) {
        const MatrixView own = projected_head(h);
        multiply_panels(row_tiles, packed, d_model, own);
        if (options.rope_base > 0 && h < shape.heads + kv_heads) {
            apply_rope(own, h < shape.heads ? options.query_offset : 0, options.rope_base,
                       options.rope_pairs);
        }
    }
    bool all_seen = true;
    for (int h = 0; h < shape.heads; ++h) {
        const int pair = shape.heads + h / (shape.heads / kv_heads);
        const ConstMatrixView q = projected_head(h), k = projected_head(pair),
                              v = projected_head(pair + kv_heads);
        const MatrixView columns = concat.cols_from(h * d_k, d_k);
        Options own = options;
        own.rope_base = 0;  // applied above
        own.alibi = options.alibi == 0 ? 0 : options.alibi * alibi_slope(h, shape.heads);
        all_seen &=
            weights
                ? trace_into(
                      q, k, v, own,
                      {{}, {}, {weights + static_cast<FloatCount>(h) * area(n, n), n, n}, columns, nullptr})
                : attend(AttendCall{q, k, v, columns, own}, rest);
    }
    pack_row_tiles(concat, row_tiles);
    multiply_panels(row_tiles, packed, d_model, out);
    return all_seen;
}

}  // namespace attention

// Products of packed factors in SIMD. Scalar implementation: panels.cpp.
#ifndef ATTENTION_SCALAR

#include "panels.h"
#include "tile.h"

namespace attention::simd {

void pack_row_tiles(ConstMatrixView a, float* row_tiles) {
    const int inner = a.cols;
    for (int i = 0; i < a.rows; i += tile) {
        const float* row[tile];
        for (int r = 0; r < tile; ++r) row[r] = a.row(i + r < a.rows ? i + r : a.rows - 1);
        int t = 0;
        for (; t + 4 <= inner; t += 4, row_tiles += 4 * tile) {
            Vector x[4];
            for (int r = 0; r < 4; ++r) x[r] = load(row[r] + t);
            transpose(x[0], x[1], x[2], x[3]);
            const Vector y = load(row[4] + t);
            const Vector z = load(row[5] + t);
            const Vector low = wasm_i32x4_shuffle(y, z, 0, 4, 1, 5);
            const Vector high = wasm_i32x4_shuffle(y, z, 2, 6, 3, 7);
            for (int s = 0; s < 4; ++s) store(row_tiles + s * tile, x[s]);
            wasm_v128_store64_lane(row_tiles + 4, low, 0);
            wasm_v128_store64_lane(row_tiles + 4 + tile, low, 1);
            wasm_v128_store64_lane(row_tiles + 4 + 2 * tile, high, 0);
            wasm_v128_store64_lane(row_tiles + 4 + 3 * tile, high, 1);
        }
        for (; t < inner; ++t) {
            for (int r = 0; r < tile; ++r) *row_tiles++ = row[r][t];
        }
    }
}

void multiply_tiles(const float* row_tiles, const float* panel, int inner, int tiles, float* out,
                    std::ptrdiff_t out_stride) {
    const std::ptrdiff_t tile_size = static_cast<std::ptrdiff_t>(inner) * tile;
    for (; tiles > 0; --tiles, row_tiles += tile_size, out += tile * out_stride) {
        Vector low[tile];
        Vector high[tile];
        for (int r = 0; r < tile; ++r) low[r] = high[r] = splat(0);
        accumulate(panel, row_tiles, tile, inner, low, high);
        for (int r = 0; r < tile; ++r) {
            store(out + r * out_stride, low[r]);
            store(out + r * out_stride + 4, high[r]);
        }
    }
}

void multiply_panels(const float* row_tiles, const float* panels, int inner, MatrixView out) {
    const int n = out.rows, columns = out.cols;
    const std::ptrdiff_t size = inner;
    for (int c = 0; c < columns; c += lanes, panels += size * lanes) {
        // What is not a whole tile of the result goes through one of its own.
        const int width = columns - c < lanes ? columns - c : lanes;
        const int whole = width == lanes ? n / tile * tile : 0;
        multiply_tiles(row_tiles, panels, inner, whole / tile, out.data + c, out.stride);
        for (int i = whole; i < n; i += tile) {
            float part[tile * lanes];
            multiply_tiles(row_tiles + size * i, panels, inner, 1, part, lanes);
            for (int r = 0; r < tile && i + r < n; ++r) {
                for (int j = 0; j < width; ++j) out(i + r, c + j) = part[r * lanes + j];
            }
        }
    }
}

}  // namespace attention::simd

#endif  // ATTENTION_SCALAR

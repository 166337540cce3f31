// Products with packed panels in SIMD. Scalar twin: panels.cpp.
#ifndef ATTENTION_SCALAR

#include "panels.h"
#include "tile.h"

namespace attention::simd {
namespace {

template <int Rows>
void multiply_tiles(const float* panel, const float* a, std::ptrdiff_t a_stride, int inner, int tiles,
                    float* out, std::ptrdiff_t out_stride) {
    for (; tiles > 0; --tiles, a += Rows * a_stride, out += Rows * out_stride) {
        Vector low[Rows];
        Vector high[Rows];
        for (int r = 0; r < Rows; ++r) low[r] = high[r] = splat(0);
        const float* x_at = panel;
#ifdef __clang__
#pragma clang loop unroll(disable)  // twice the loop is 13 % slower in V8
#endif
        for (int t = 0; t < inner; ++t, x_at += lanes) {
            const Pair x = load_pair(x_at);
            for (int r = 0; r < Rows; ++r) {
                const Vector y = broadcast(a + r * a_stride + t);
                low[r] = multiply_add(x.low, y, low[r]);
                high[r] = multiply_add(x.high, y, high[r]);
            }
        }
        for (int r = 0; r < Rows; ++r) {
            store(out + r * out_stride, low[r]);
            store(out + r * out_stride + 4, high[r]);
        }
    }
}

// Reached through a table for two reasons: a rest of any size is one call, and no optimiser can inline all
// tiles into one function, for which V8's register allocator spills the accumulators (half the speed).
using MultiplyTiles = void(const float*, const float*, std::ptrdiff_t, int, int, float*, std::ptrdiff_t);
constexpr MultiplyTiles* multiply_by_rows[] = {nullptr,           multiply_tiles<1>, multiply_tiles<2>,
                                               multiply_tiles<3>, multiply_tiles<4>, multiply_tiles<5>,
                                               multiply_tiles<6>};

}  // namespace

void multiply_panel(const float* panel, const float* a, std::ptrdiff_t a_stride, int inner, int rows,
                    float* out, std::ptrdiff_t out_stride) {
    const int whole = rows / tile * tile;
    if (whole)
        multiply_by_rows[rows < tile ? rows : tile](panel, a, a_stride, inner, rows / tile, out, out_stride);
    if (rows > whole) {
        multiply_by_rows[rows - whole](panel, a + whole * a_stride, a_stride, inner, 1,
                                       out + whole * out_stride, out_stride);
    }
}

void multiply_panels(const float* a, std::ptrdiff_t a_stride, int n, int inner, const float* panels,
                     int columns, float* out, std::ptrdiff_t out_stride) {
    for (int c = 0; c < columns; c += lanes, panels += static_cast<std::ptrdiff_t>(inner) * lanes) {
        if (c + lanes <= columns) {
            multiply_panel(panels, a, a_stride, inner, n, out + c, out_stride);
            continue;
        }
        for (int i = 0; i < n;
             i += tile) {  // the last columns are fewer than eight: through a tile of their own
            float part[tile * lanes];
            const int rows = n - i < tile ? n - i : tile;
            multiply_panel(panels, a + i * a_stride, a_stride, inner, rows, part, lanes);
            for (int r = 0; r < rows; ++r) {
                for (int j = c; j < columns; ++j) out[(i + r) * out_stride + j] = part[r * lanes + j - c];
            }
        }
    }
}

}  // namespace attention::simd

#endif  // ATTENTION_SCALAR

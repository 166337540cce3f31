// The inner loop under scores, mixing and projections: numbers that lie side by side, one from each of six
// rows, times a packed panel of eight columns. 6 rows × 8 columns: 12 accumulators, 2 panel vectors and 1
// broadcast are the 15 registers that V8 has on x86-64.
#pragma once

#ifndef ATTENTION_SCALAR

#include <cstddef>

#include "panels.h"
#include "simd.h"

namespace attention::simd {

inline constexpr int lanes = panel_columns;
inline constexpr int tile = tile_rows;

struct F32x8 {
    Vector low, high;  // columns 0–3 and 4–7
};

inline F32x8 load_f32x8(const float* p) {
    F32x8 x{load(p), load(p + 4)};
    pin(x.low, x.high);  // sunk between the multiplications, the second would keep six broadcasts alive
    return x;
}

inline F32x8 larger(const F32x8& a, const F32x8& b) {
    return {larger(a.low, b.low), larger(a.high, b.high)};
}

// low, high [Rows, 8] += a [inner, Rows]ᵀ · panel [inner, 8]; rows of a lie a_stride apart. inner > 0.
template <int Rows>
inline void accumulate(const float* panel, const float* a, std::ptrdiff_t a_stride, int inner,
                       Vector (&low)[Rows], Vector (&high)[Rows]) {
    const float* const end = panel + static_cast<std::ptrdiff_t>(inner) * lanes;
    // One comparison with a pointer that moves anyway: a counter costs 5 % in V8, unrolling the loop twice 10
    // %.
#ifdef __clang__
#pragma clang loop unroll(disable)
#endif
    do {
        const F32x8 x = load_f32x8(panel);
        for (int r = 0; r < Rows; ++r) {
            const Vector y = broadcast(a + r);
            low[r] = multiply_add(x.low, y, low[r]);
            high[r] = multiply_add(x.high, y, high[r]);
            pin(low[r], high[r]);
        }
        panel += lanes;
        a += a_stride;
        pin_loop();
    } while (panel != end);
}

// out [6 tiles, 8] = row tiles [tiles][inner, 6] · panel [inner, 8]; rows of out lie out_stride apart.
void multiply_tiles(const float* row_tiles, const float* panel, int inner, int tiles, float* out,
                    std::ptrdiff_t out_stride);

}  // namespace attention::simd

#endif  // ATTENTION_SCALAR

// The inner loop under scores and projections: rows read one number at a time, times a packed panel of eight
// columns. 6 rows × 8 columns: 12 accumulators, 2 panel vectors and 1 broadcast are the 15 registers that V8
// has on x86-64.
#pragma once

#ifndef ATTENTION_SCALAR

#include <cstddef>

#include "simd.h"

namespace attention::simd {

inline constexpr int lanes = 8;
inline constexpr int tile = 6;

struct Pair {
    Vector low, high;  // columns 0–3 and 4–7
};

inline Pair load_pair(const float* p) {
    Pair x{load(p), load(p + 4)};
    pin(x.low, x.high);  // sunk between the multiplications, the second would keep six broadcasts alive
    return x;
}

// out [rows, 8] = a [rows, inner] · panel [inner, 8], rows of a and out apart by their strides.
void multiply_panel(const float* panel, const float* a, std::ptrdiff_t a_stride, int inner, int rows,
                    float* out, std::ptrdiff_t out_stride);

}  // namespace attention::simd

#endif  // ATTENTION_SCALAR

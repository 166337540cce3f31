// The row loops that the stages share: dot product, row plus multiple of a row, softmax of a row. In SIMD
// and as a scalar implementation. Simple and in place; the fast paths for whole matrices are attend.h and
// panels.h.
#pragma once

#include "selectable.h"

namespace attention {

// A row whose largest entry is below this can be shifted by it without overflow that matters.
inline constexpr float safe_shift = 0x1p100f;

// sum += part, and what rounding took off in `lost`, to be given back with the next one (Kahan 1965). For
// sums of blocks: a running sum of m terms is off by m roundings, one of blocks by those of a block and two
// more, however many there are.
inline void add_exactly(float* sum, float* lost, const float* part, int count) {
    for (int t = 0; t < count; ++t) {
        const float next = part[t] - lost[t], all = sum[t] + next;
        lost[t] = (all - sum[t]) - next;
        sum[t] = all;
    }
}

namespace scalar {
float dot(const float* a, const float* b, int count);
void add_scaled(float* y, float factor, const float* x, int count);  // y += factor x
// out = softmax(x / temperature), out may be x; false if every entry was −∞ (then zeros).
bool softmax_row(const float* x, int count, float temperature, float* out);
}  // namespace scalar

#ifdef ATTENTION_SCALAR
namespace rows = scalar;
#else
namespace simd {
float dot(const float* a, const float* b, int count);
void add_scaled(float* y, float factor, const float* x, int count);
bool softmax_row(const float* x, int count, float temperature, float* out);
float largest(const float* x, int count);  // that is a number; −∞ if there is none
}  // namespace simd
#ifdef ATTENTION_SELECTABLE
namespace rows = selectable;
#else
namespace rows = simd;
#endif
#endif

}  // namespace attention

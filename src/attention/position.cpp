// RoPE and ALiBi, the angles in double: position · frequency loses digits in float at long range.
#include "position.h"

#include <algorithm>

#include "transcendental.h"

namespace attention {

void apply_rope(float* x, std::ptrdiff_t stride, int rows, int d, std::int64_t offset, float base,
                RopePairs pairs) {
    const int step = pairs == RopePairs::halves ? 1 : 2;       // from pair to pair
    const int apart = pairs == RopePairs::halves ? d / 2 : 1;  // of one pair
    for (int p = 0; p < d / 2; ++p) {
        const double frequency = power(static_cast<double>(base), -2.0 * p / d);
        float* pair = x + p * step;
        for (int i = 0; i < rows; ++i, pair += stride) {
            const double angle = (static_cast<double>(offset) + i) * frequency;
            const float c = static_cast<float>(cosine(angle));
            const float s = static_cast<float>(sine(angle));
            const float a = pair[0];
            pair[0] = a * c - pair[apart] * s;
            pair[apart] = a * s + pair[apart] * c;
        }
    }
}

void apply_rope(ConstMatrixView x, std::int64_t offset, float base, MatrixView out, RopePairs pairs) {
    if (out.data != x.data) std::copy_n(x.data, x.size(), out.data);
    apply_rope(out.data, out.cols, out.rows, out.cols, offset, base, pairs);
}

float alibi_slope(int head, int heads) {
    return static_cast<float>(power(2, -8.0 * (head + 1) / heads));
}

}  // namespace attention

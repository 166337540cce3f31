// RoPE and ALiBi, the angles in double: position · frequency loses digits in float at long range.
#include "position.h"

#include <algorithm>

#include "transcendental.h"

namespace attention {

void apply_rope(ConstMatrixView x, std::int64_t offset, float base, MatrixView out, RopePairs pairs) {
    assert(usable(x) && usable(out) && x.same_shape(out));
    const int d = x.cols;
    for (int i = 0; out.data != x.data && i < x.rows; ++i) std::copy_n(x.row(i), d, out.row(i));
    const int step = pairs == RopePairs::halves ? 1 : 2;       // from pair to pair
    const int apart = pairs == RopePairs::halves ? d / 2 : 1;  // of one pair
    for (int p = 0; p < d / 2; ++p) {
        const double frequency = power(static_cast<double>(base), -2.0 * p / d);
        for (int i = 0; i < x.rows; ++i) {
            float* pair = out.row(i) + p * step;
            const double angle = (static_cast<double>(offset) + i) * frequency;
            const float c = static_cast<float>(cosine(angle));
            const float s = static_cast<float>(sine(angle));
            const float a = pair[0];
            pair[0] = a * c - pair[apart] * s;
            pair[apart] = a * s + pair[apart] * c;
        }
    }
}

float alibi_slope(int head, int heads) {
    return static_cast<float>(power(2, -8.0 * (head + 1) / heads));
}

}  // namespace attention

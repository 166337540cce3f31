// RoPE and ALiBi, the angles in double: position · frequency loses digits in float at long range.
#include "position.h"

#include <cmath>

namespace attention {

void rope(ConstMatrixView x, int first, float base, MatrixView out) {
    const int d = x.cols;
    for (int p = 0; p + 1 < d; p += 2) {
        const double frequency = std::pow(static_cast<double>(base), -static_cast<double>(p) / d);
        for (int i = 0; i < x.rows; ++i) {
            const double angle = (static_cast<double>(first) + i) * frequency;
            const float c = static_cast<float>(std::cos(angle));
            const float s = static_cast<float>(std::sin(angle));
            const float a = x(i, p);
            const float b = x(i, p + 1);
            out(i, p) = a * c - b * s;
            out(i, p + 1) = a * s + b * c;
        }
    }
    if (d % 2 == 1) {
        for (int i = 0; i < x.rows; ++i) out(i, d - 1) = x(i, d - 1);
    }
}

float alibi_slope(int head, int heads) {
    return std::exp2(-8.0f * static_cast<float>(head + 1) / static_cast<float>(heads));
}

}  // namespace attention

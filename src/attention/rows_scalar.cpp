// Scalar implementation of what rows_simd.cpp computes.
#include <limits>

#include "exp2.h"
#include "rows.h"

namespace attention::scalar {

float dot(const float* a, const float* b, int count) {
    float sum = 0;
    for (int t = 0; t < count; ++t) sum += a[t] * b[t];
    return sum;
}

void add_scaled(float* y, float factor, const float* x, int count) {
    for (int t = 0; t < count; ++t) y[t] += factor * x[t];
}

bool softmax_row(const float* x, int count, float temperature, float* out) {
    float shift = -std::numeric_limits<float>::infinity();
    bool nan = false;
    for (int j = 0; j < count; ++j) {
        shift = x[j] > shift ? x[j] : shift;
        nan |= x[j] != x[j];
    }
    if (shift == -std::numeric_limits<float>::infinity() && !nan) {
        for (int j = 0; j < count; ++j) out[j] = 0;
        return false;
    }
    // Between the largest floats a difference could overflow; between their halves it cannot.
    const float part = shift < safe_shift ? 1.0f : 0.5f;
    const float factor = exp2_factor(temperature) / part;
    double sum = 0;
    for (int j = 0; j < count;) {
        constexpr int block =
            64;  // summed on its own, so that the sum of a million is as good as that of a few
        const int to = count - j < block ? count : j + block;
        float some = 0;
        for (; j < to; ++j) some += out[j] = exp2_flushed((x[j] * part - shift * part) * factor);
        sum += static_cast<double>(some);
    }
    const auto inverse = static_cast<float>(1 / sum);
    for (int j = 0; j < count; ++j) out[j] *= inverse;
    return true;
}

}  // namespace attention::scalar

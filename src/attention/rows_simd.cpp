// Row loops, four numbers at a time, sixteen where it pays. Scalar implementation: rows_scalar.cpp.
#ifndef ATTENTION_SCALAR

#include <limits>

#include "rows.h"
#include "simd.h"

namespace attention::simd {
namespace {

float largest_of(Vector x) {
    x = larger(x, wasm_i32x4_shuffle(x, x, 2, 3, 0, 1));
    x = larger(x, wasm_i32x4_shuffle(x, x, 1, 0, 3, 2));
    return wasm_f32x4_extract_lane(x, 0);
}

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

// out = 2^((x − shift) · factor), and its sum.
template <int Count>
Vector exponentials(const float* x, Vector shift, Vector factor, float* out) {
    Vector y[Count];
    for (int i = 0; i < Count; ++i) y[i] = mul(sub(load(x + 4 * i), shift), factor);
    exp2_flushed(y);
    for (int i = 0; i < Count; ++i) store(out + 4 * i, y[i]);
    if constexpr (Count == 1) return y[0];
    if constexpr (Count == 4) return add(add(y[0], y[1]), add(y[2], y[3]));
}

}  // namespace

float largest(const float* x, int count) {
    Vector m[4];
    for (Vector& y : m) y = splat(minus_infinity);
    int j = 0;
    for (; j + 16 <= count; j += 16) {
        for (int i = 0; i < 4; ++i) m[i] = larger(m[i], load(x + j + 4 * i));
    }
    for (; j + 4 <= count; j += 4) m[0] = larger(m[0], load(x + j));
    float top = largest_of(larger(larger(m[0], m[1]), larger(m[2], m[3])));
    for (; j < count; ++j) top = x[j] > top ? x[j] : top;
    return top;
}

float dot(const float* a, const float* b, int count) {
    Vector low = splat(0);
    Vector high = splat(0);
    int t = 0;
    for (; t + 8 <= count; t += 8) {
        low = multiply_add(load(a + t), load(b + t), low);
        high = multiply_add(load(a + t + 4), load(b + t + 4), high);
    }
    float sum = sum_of(add(low, high));
    for (; t < count; ++t) sum += a[t] * b[t];
    return sum;
}

void add_scaled(float* y, float factor, const float* x, int count) {
    const Vector f = splat(factor);
    int t = 0;
    for (; t + 4 <= count; t += 4) store(y + t, multiply_add(f, load(x + t), load(y + t)));
    for (; t < count; ++t) y[t] += factor * x[t];
}

bool softmax_row(const float* x, int count, float temperature, float* out) {
    const float top = largest(x, count);
    // Nothing but masked entries or NaN, or numbers so large that their differences overflow.
    if (!(top > minus_infinity && top < safe_shift)) return scalar::softmax_row(x, count, temperature, out);
    const Vector shift = splat(top);
    const Vector factor = splat(exp2_factor(temperature));
    double whole = 0;  // of blocks, so that the sum of a million is as good as that of a few
    Vector sum = splat(0);
    int j = 0;
    for (; j + 16 <= count; j += 16) {
        sum = add(sum, exponentials<4>(x + j, shift, factor, out + j));
        if (j % 1024 != 1008) continue;
        whole += static_cast<double>(sum_of(sum));
        sum = splat(0);
    }
    for (; j < count; j += 4) {
        // Less than four go through the same instructions: equal scores, equal weights.
        float few[4];
        const int present = count - j < 4 ? count - j : 4;
        for (int i = 0; i < 4; ++i) few[i] = i < present ? x[j + i] : minus_infinity;
        sum = add(sum, exponentials<1>(few, shift, factor, few));
        for (int i = 0; i < present; ++i) out[j + i] = few[i];
    }
    const auto inverse = static_cast<float>(1 / (whole + static_cast<double>(sum_of(sum))));
    const Vector by = splat(inverse);
    for (j = 0; j + 4 <= count; j += 4) store(out + j, mul(load(out + j), by));
    for (; j < count; ++j) out[j] *= inverse;
    return true;
}

}  // namespace attention::simd

#endif  // ATTENTION_SCALAR

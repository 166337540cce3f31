// Scalar implementation of fused attention, for browsers without SIMD and as the readable statement of what
// attend_simd.cpp computes.
#include <limits>

#include "double_rows.h"
#include "exp2.h"
#include "kernels.h"
#include "mask.h"
#include "rows.h"

namespace attention::scalar {
namespace {

constexpr int block = 128;  // keys whose values are summed on their own
constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

// weights_j, j in keys, of query i in float32, not yet divided by the sum that is returned. NaN where float32
// does not suffice.
float weigh_row(const AttendCall& call, int i, const KeyRange& keys, float scale, float* weights) {
    const Options& options = call.options;
    const float* q = call.q.row(i);
    const float factor = exp2_factor(options.temperature);
    float largest = minus_infinity;
    const float shift = bias_shift(options, i, call.m());
    for (int j = keys.begin; j < keys.end; ++j) {
        float x = minus_infinity;
        if (!hidden(options, i, j, call.m())) {
            const float* k = call.k.row(j);
            float dot = 0;
            for (int t = 0; t < call.d(); ++t) dot += q[t] * k[t];
            x = dot * scale;
            if (options.alibi != 0) x -= options.alibi * key_distance(options, i, j);
            if (options.bias) x += options.bias[static_cast<std::ptrdiff_t>(i) * call.m() + j] - shift;
        }
        weights[j] = x;
        largest = x > largest ? x : largest;
    }
    if (!exponent_fits_float(largest * factor)) return std::numeric_limits<float>::quiet_NaN();
    double sum = 0;
    for (int j = keys.begin; j < keys.end;) {
        const int to = keys.end - j < block ? keys.end : j + block;
        float part = 0;
        for (; j < to; ++j) part += weights[j] = exp2_flushed((weights[j] - largest) * factor);
        sum += static_cast<double>(part);
    }
    return static_cast<float>(sum);
}

}  // namespace

FloatCount attend_scratch(int, int m, int, int dv) {
    return area(m, 1) + area(2, dv);
}

// Query by query: its weights, then their weighted sum of the values, block by block. Scratch: a row of
// weights and two of values.
bool attend(const AttendCall& call, float scale, float* scratch) {
    const bool in_float = options_fit_float(call.options, scale);
    bool all_seen = true;
    for (int i = 0; i < call.n(); ++i) {
        const KeyRange keys = visible_keys(call.options, i, call.m());
        const float sum =
            in_float ? weigh_row(call, i, keys, scale, scratch) : std::numeric_limits<float>::quiet_NaN();
        if (sum != sum) {
            all_seen &= attend_row_in_double(call, i, scratch);
            continue;
        }
        float* out = call.out.row(i);
        float *part = scratch + call.m(), *lost = part + call.dv();
        for (int t = 0; t < call.dv(); ++t) out[t] = lost[t] = 0;
        for (int from = keys.begin; from < keys.end; from += block) {
            const int to = keys.end - from < block ? keys.end : from + block;
            for (int t = 0; t < call.dv(); ++t) part[t] = 0;
            for (int j = from; j < to; ++j) {
                if (scratch[j] == 0) continue;  // also keeps a NaN in a hidden value out
                const float* v = call.v.row(j);
                for (int t = 0; t < call.dv(); ++t) part[t] += scratch[j] * v[t];
            }
            add_exactly(out, lost, part, call.dv());
        }
        const float inverse = 1 / sum;
        bool finite = true;
        for (int t = 0; t < call.dv(); ++t) {
            finite &= out[t] - out[t] == 0;
            out[t] *= inverse;
        }
        // The sum may overflow before it is divided, where the output does not.
        if (!finite) all_seen &= attend_row_in_double(call, i, scratch);
    }
    return all_seen;
}

}  // namespace attention::scalar

// Scalar implementation of fused attention, for browsers without SIMD and as the readable statement of what
// attend_simd.cpp computes.
#include <cmath>
#include <limits>

#include "exp2.h"
#include "kernels.h"
#include "mask.h"

namespace attention::scalar {

std::size_t attend_scratch(int, int m, int, int) {
    return static_cast<std::size_t>(m);
}

// Query by query: its scores, their softmax, the weighted sum. One row of scratch.
bool attend(const AttendCall& call, float scale, float* scratch) {
    const Options& options = call.options;
    const float minus_infinity = -std::numeric_limits<float>::infinity();
    const float factor = exp2_factor(options.temperature);
    bool all_seen = true;
    for (int i = 0; i < call.n; ++i) {
        const KeyRange keys = visible_keys(options, i, call.m);
        const float* q = call.q + static_cast<std::ptrdiff_t>(i) * call.q_stride;
        float* out = call.out + static_cast<std::ptrdiff_t>(i) * call.out_stride;
        for (int t = 0; t < call.dv; ++t) out[t] = 0;
        float shift = minus_infinity;
        bool nan = false;
        for (int j = keys.begin; j < keys.end; ++j) {
            float x = minus_infinity;
            if (!options.key_mask || options.key_mask[j]) {
                const float* k = call.k + static_cast<std::ptrdiff_t>(j) * call.k_stride;
                float sum = 0;
                for (int t = 0; t < call.d; ++t) sum += q[t] * k[t];
                x = sum * scale;
                if (options.alibi != 0) x -= options.alibi * key_distance(options, i, j);
                if (options.bias) x += options.bias[static_cast<std::ptrdiff_t>(i) * call.m + j];
            }
            scratch[j] = x;
            shift = x > shift ? x : shift;
            nan |= x != x;
        }
        if (shift == minus_infinity && !nan) {
            all_seen = false;
            continue;
        }
        float sum = 0;
        for (int j = keys.begin; j < keys.end; ++j) {
            const float w = exp2_flushed((scratch[j] - shift) * factor);
            if (w == 0) continue;
            sum += w;
            const float* v = call.v + static_cast<std::ptrdiff_t>(j) * call.v_stride;
            for (int t = 0; t < call.dv; ++t) out[t] += w * v[t];
        }
        const float inverse = 1 / sum;
        for (int t = 0; t < call.dv; ++t) out[t] *= inverse;
    }
    return all_seen;
}

}  // namespace attention::scalar

// Two passes over the keys, each of which computes the scores: no memory is needed beside the weights.
#include "double_rows.h"

#include <cmath>
#include <limits>

#include "exp2.h"
#include "mask.h"
#include "rows.h"

namespace attention {

bool float_suffices(const Options& options, float scale) {
    const float factor = exp2_factor(options.temperature);
    const float by_score = std::abs(scale) * factor;
    const float by_distance = std::abs(options.alibi) * factor;
    return factor >= 0x1p-32f && factor <= 0x1p12f && by_distance <= 0x1p12f &&
           (scale == 0 || (by_score >= 0x1p-40f && by_score <= 0x1p8f));
}

bool weights_in_double(const float* q, const float* k, std::ptrdiff_t k_stride, int i, int m, int d,
                       const Options& options, float* weights) {
    const double scale =
        options.scale ? static_cast<double>(*options.scale) : 1 / std::sqrt(static_cast<double>(d));
    const double factor = log2_e_double / static_cast<double>(options.temperature);
    const double minus_infinity = -std::numeric_limits<double>::infinity();
    const auto score = [&](int j) {
        const float* key = k + j * k_stride;
        double x = 0;
        for (int t = 0; t < d; ++t) x += static_cast<double>(q[t]) * static_cast<double>(key[t]);
        x *= scale;
        if (options.alibi != 0)
            x -= static_cast<double>(options.alibi) * static_cast<double>(key_distance(options, i, j));
        if (options.bias) x += static_cast<double>(options.bias[static_cast<std::ptrdiff_t>(i) * m + j]);
        return x;
    };
    double shift = minus_infinity;
    bool any = false;
    for (int j = 0; j < m; ++j) {
        weights[j] = 0;
        if (!visible(options, i, j, m)) continue;
        const double x = score(j);
        shift = x > shift ? x : shift;
        any |= x != minus_infinity;  // NaN too
    }
    if (!any) return false;
    double sum = 0;
    for (int j = 0; j < m; ++j) {
        if (!visible(options, i, j, m)) continue;
        const double x = (score(j) - shift) * factor;
        weights[j] = exp2_flushed(x < -200 ? -200.0f : static_cast<float>(x));
        sum += static_cast<double>(weights[j]);
    }
    for (int j = 0; j < m; ++j) weights[j] = static_cast<float>(static_cast<double>(weights[j]) / sum);
    return true;
}

bool attend_row_in_double(const AttendCall& call, int i, float* scratch) {
    const float* q = call.q + static_cast<std::ptrdiff_t>(i) * call.q_stride;
    const bool seen = weights_in_double(q, call.k, call.k_stride, i, call.m, call.d, call.options, scratch);
    float* out = call.out + static_cast<std::ptrdiff_t>(i) * call.out_stride;
    for (int t = 0; t < call.dv; ++t) out[t] = 0;
    for (int j = 0; j < call.m; ++j) {
        const float* v = call.v + static_cast<std::ptrdiff_t>(j) * call.v_stride;
        if (scratch[j] != 0) rows::add_scaled(out, scratch[j], v, call.dv);
    }
    return seen;
}

}  // namespace attention

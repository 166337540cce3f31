// Two passes over the keys, each of which computes the scores: no memory is needed beside the weights.
#include "double_rows.h"

#include <cmath>
#include <limits>

#include "exp2.h"
#include "mask.h"

namespace attention {

bool options_fit_float(const Options& options, float scale) {
    const float factor = exp2_factor(options.temperature);
    const float by_score = std::abs(scale) * factor;
    const float by_distance = std::abs(options.alibi) * factor;
    return factor >= 0x1p-32f && factor <= 0x1p12f && by_distance <= 0x1p12f &&
           (scale == 0 || (by_score >= 0x1p-40f && by_score <= 0x1p8f));
}

float bias_shift(const Options& options, int i, int m) {
    constexpr float large = 0x1p10f, huge = 0x1p33f;  // beyond it the formula in double loses the score too
    if (!options.bias) return 0;
    const float* bias = options.bias + static_cast<std::ptrdiff_t>(i) * m;
    const KeyRange keys = visible_keys(options, i, m);
    float top = -std::numeric_limits<float>::infinity();
    for (int j = keys.begin; j < keys.end; ++j) {
        if (bias[j] > top && (!options.key_mask || options.key_mask[j])) top = bias[j];
    }
    const float size = std::fabs(top);
    return size > large && size <= huge ? top : 0;
}

bool weights_in_double(const float* q, const ConstMatrixView& k, int i, const Options& options,
                       float* weights) {
    const int m = k.rows, d = k.cols;
    const double scale =
        options.scale ? static_cast<double>(*options.scale) : 1 / std::sqrt(static_cast<double>(d));
    const double factor = log2_e_double / static_cast<double>(options.temperature);
    const double minus_infinity = -std::numeric_limits<double>::infinity();
    const auto score = [&](int j) {
        const float* key = k.row(j);
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
    const bool seen = weights_in_double(call.q.row(i), call.k, i, call.options, scratch);
    float* out = call.out.row(i);
    const int dv = call.dv();
    constexpr int chunk = 16;  // components at a time
    constexpr double most = std::numeric_limits<float>::max();
    for (int first = 0; first < dv; first += chunk) {
        const int count = dv - first < chunk ? dv - first : chunk;
        double sum[chunk] = {};
        for (int j = 0; j < call.m(); ++j) {
            const float* v = call.v.row(j) + first;
            for (int t = 0; scratch[j] != 0 && t < count; ++t)
                sum[t] += static_cast<double>(scratch[j]) * static_cast<double>(v[t]);
        }
        for (int t = 0; t < count; ++t) {
            // Weights that add up to 1 and a little may carry the largest of floats over the edge.
            const double size = std::fabs(sum[t]);
            out[first + t] = static_cast<float>(
                size > most && size < most * (1 + 1e-5) ? std::copysign(most, sum[t]) : sum[t]);
        }
    }
    return seen;
}

}  // namespace attention

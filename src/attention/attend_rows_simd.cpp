// Fused attention of fewer queries than fill a tile: decoding is one. In the tiles of attend_simd.cpp seven
// of eight lanes would be idle; here the lanes go along d and dv, K and V are read once, where they lie, and
// memory sets the pace. Scalar implementation: attend_scalar.cpp, which goes row by row anyway.
#ifndef ATTENTION_SCALAR

#include <limits>

#include "double_rows.h"
#include "few_rows.h"
#include "mask.h"
#include "rows.h"
#include "simd.h"

namespace attention::simd {
namespace {

constexpr int block = 64;  // keys whose rows of K, and then of V, all queries use while they are in L1
constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

// out_j = scale · q [d] · k_j [d], four keys at a time: their sums are added up in one transposition.
void scores_of_row(const float* q, const ConstMatrixView& keys, float scale, float* out) {
    const float* k = keys.data;
    const std::ptrdiff_t stride = keys.stride;
    const int count = keys.rows, d = keys.cols;
    const Vector by = splat(scale);
    int j = 0;
    for (; j + 4 <= count; j += 4, k += 4 * stride) {
        Vector sum[4] = {splat(0), splat(0), splat(0), splat(0)};
        int t = 0;
        for (; t + 4 <= d; t += 4) {
            const Vector x = load(q + t);
            for (int i = 0; i < 4; ++i) sum[i] = multiply_add(x, load(k + i * stride + t), sum[i]);
        }
        transpose(sum[0], sum[1], sum[2], sum[3]);
        Vector all = add(add(sum[0], sum[1]), add(sum[2], sum[3]));
        for (; t < d; ++t) {
            const float rest[4] = {k[t], k[stride + t], k[2 * stride + t], k[3 * stride + t]};
            all = multiply_add(splat(q[t]), load(rest), all);
        }
        store(out + j, mul(all, by));
    }
    for (; j < count; ++j, k += stride) out[j] = dot(q, k, d) * scale;
}

// out [dv] += Σ_j weights_j v_j [dv]. What has no weight is not read: a masked value may hold anything.
void add_values(const float* weights, const ConstMatrixView& values, float* out) {
    const float* v = values.data;
    const std::ptrdiff_t stride = values.stride;
    const int count = values.rows, dv = values.cols;
    int j = 0;
    for (; j + 4 <= count; j += 4, v += 4 * stride) {
        const float* w = weights + j;
        if (w[0] == 0 || w[1] == 0 || w[2] == 0 || w[3] == 0) {
            for (int i = 0; i < 4; ++i)
                if (w[i] != 0) add_scaled(out, w[i], v + i * stride, dv);
            continue;
        }
        const Vector f[4] = {broadcast(w), broadcast(w + 1), broadcast(w + 2), broadcast(w + 3)};
        int t = 0;
        for (; t + 4 <= dv; t += 4) {
            Vector sum = load(out + t);
            for (int i = 0; i < 4; ++i) sum = multiply_add(f[i], load(v + i * stride + t), sum);
            store(out + t, sum);
        }
        for (; t < dv; ++t)
            for (int i = 0; i < 4; ++i) out[t] += w[i] * v[i * stride + t];
    }
    for (; j < count; ++j, v += stride)
        if (weights[j] != 0) add_scaled(out, weights[j], v, dv);
}

// Adds the position terms of row i to its scores, and sets what padding or a bias hides to −∞.
void apply_bias_and_mask(const AttendCall& call, int i, const KeyRange& keys, float* scores) {
    const Options& options = call.options;
    const float* bias = options.bias ? options.bias + static_cast<std::ptrdiff_t>(i) * call.m() : nullptr;
    const float shift = bias_shift(options, i, call.m());
    for (int j = keys.begin; j < keys.end; ++j) {
        if (options.alibi != 0) scores[j] -= options.alibi * key_distance(options, i, j);
        if (bias) scores[j] += bias[j] - shift;
        if (hidden(options, i, j, call.m())) scores[j] = minus_infinity;
    }
}

bool finite(const float* x, int count) {
    float bad = 0;
    for (int t = 0; t < count; ++t) bad += x[t] - x[t];
    return bad == 0;
}

// Gives what is not finite in out [dv] the value that infinities and NaN among the values with a weight make
// of it, as double precision would; false if something has none of them to come from. (Weights that are no
// numbers explain nothing.) scratch: dv floats.
bool values_explain(const float* weights, const ConstMatrixView& values, float* out, float* scratch) {
    const int dv = values.cols;
    for (int t = 0; t < dv; ++t) scratch[t] = 0;
    for (int j = 0; j < values.rows; ++j) {
        if (!(weights[j] > 0)) continue;
        const float* v = values.row(j);
        for (int t = 0; t < dv; ++t) scratch[t] += v[t] - v[t] == 0 ? 0 : v[t];
    }
    bool all = true;
    for (int t = 0; t < dv; ++t) {
        if (out[t] - out[t] == 0) continue;
        out[t] = scratch[t];
        all &= scratch[t] != 0;
    }
    return all;
}

}  // namespace

bool attend_few_rows(const AttendCall& call, float scale, float* scratch) {
    const Options& options = call.options;
    const float factor = exp2_factor(options.temperature);
    const bool in_float = options_fit_float(options, scale);
    const std::ptrdiff_t m = call.m();
    KeyRange seen[few_rows];
    float total[few_rows];
    int begin = call.m(), end = 0;  // of what at least one query sees
    for (int i = 0; i < call.n(); ++i) {
        seen[i] = visible_keys(options, i, call.m());
        if (seen[i].begin == seen[i].end) continue;
        begin = seen[i].begin < begin ? seen[i].begin : begin;
        end = seen[i].end > end ? seen[i].end : end;
    }
    const auto row = [&](float* first, std::ptrdiff_t stride, int i) { return first + i * stride; };
    // What of a block of keys query i sees; `work` is told where it begins and how long it is.
    const auto for_each_block = [&](auto work) {
        for (int from = begin; in_float && from < end; from += block) {
            const int to = end - from < block ? end : from + block;
            for (int i = 0; i < call.n(); ++i) {
                const int first = seen[i].begin > from ? seen[i].begin : from,
                          last = seen[i].end < to ? seen[i].end : to;
                if (first < last) work(i, first, last - first);
            }
        }
    };
    for_each_block([&](int i, int first, int count) {
        scores_of_row(call.q.row(i), call.k.rows_from(first, count), scale, row(scratch, m, i) + first);
    });
    for (int i = 0; i < call.n(); ++i) {
        float* out = call.out.row(i);
        for (int t = 0; t < call.dv(); ++t) out[t] = 0;
        float* weights = row(scratch, m, i);
        total[i] = minus_infinity;
        if (!in_float) continue;
        if (options.alibi != 0 || options.bias || options.key_mask)
            apply_bias_and_mask(call, i, seen[i], weights);
        const int count = seen[i].end - seen[i].begin;
        total[i] = largest(weights + seen[i].begin, count) * factor;
        if (exponent_fits_float(total[i]))
            softmax_row(weights + seen[i].begin, count, options.temperature, weights + seen[i].begin);
    }
    float* part = scratch + m * (call.n() + 1);  // [dv] what one block adds
    float* lost = part + call.dv();              // [n, dv]
    for (int t = 0; t < call.n() * call.dv(); ++t) lost[t] = 0;
    for_each_block([&](int i, int first, int count) {
        if (!exponent_fits_float(total[i])) return;
        for (int t = 0; t < call.dv(); ++t) part[t] = 0;
        add_values(row(scratch, m, i) + first, call.v.rows_from(first, count), part);
        add_exactly(call.out.row(i), row(lost, call.dv(), i), part, call.dv());
    });
    // Scores of NaN have weights of NaN; a sum may overflow before it is divided.
    bool all_seen = true;
    for (int i = 0; i < call.n(); ++i) {
        float* out = call.out.row(i);
        if (exponent_fits_float(total[i]) &&
            (finite(out, call.dv()) ||
             values_explain(row(scratch, m, i) + seen[i].begin,
                            call.v.rows_from(seen[i].begin, seen[i].end - seen[i].begin), out, part)))
            continue;
        all_seen &= attend_row_in_double(call, i, scratch + m * call.n());
    }
    return all_seen;
}

}  // namespace attention::simd

#endif  // ATTENTION_SCALAR

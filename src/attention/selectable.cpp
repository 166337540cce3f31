// Dispatch while running. See selectable.h.
#ifdef ATTENTION_SELECTABLE

#include "selectable.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "kernels.h"
#include "reference.h"
#include "rows.h"
#include "stages.h"

namespace attention::selectable {
namespace {

bool in_double() {
    return selection().implementation == Implementation::reference;
}
bool scalar_chosen() {
    return selection().implementation == Implementation::scalar;
}

void round_to(const std::vector<double>& from, float* to) {
    if (to == nullptr) return;
    for (const double x : from) *to++ = static_cast<float>(x);
}

bool sees_nothing(const double* row, int count) {
    return std::all_of(row, row + count,
                       [](double x) { return x == -std::numeric_limits<double>::infinity(); });
}

std::vector<float> rows_of(const float* data, int rows, int columns, int stride) {
    std::vector<float> out;
    for (int i = 0; i < rows; ++i) {
        const float* row = data + static_cast<std::ptrdiff_t>(i) * stride;
        out.insert(out.end(), row, row + columns);
    }
    return out;
}

}  // namespace

Selection& selection() {
    thread_local Selection of_this_thread;
    return of_this_thread;
}

float dot(const float* a, const float* b, int count) {
    if (!in_double()) return scalar_chosen() ? scalar::dot(a, b, count) : simd::dot(a, b, count);
    double sum = 0;
    for (int t = 0; t < count; ++t) sum += static_cast<double>(a[t]) * static_cast<double>(b[t]);
    return static_cast<float>(sum);
}

void add_scaled(float* y, float factor, const float* x, int count) {
    if (!in_double())
        return scalar_chosen() ? scalar::add_scaled(y, factor, x, count)
                               : simd::add_scaled(y, factor, x, count);
    for (int t = 0; t < count; ++t) {
        y[t] = static_cast<float>(static_cast<double>(y[t]) +
                                  static_cast<double>(factor) * static_cast<double>(x[t]));
    }
}

bool softmax_row(const float* x, int count, float temperature, float* out) {
    if (!in_double()) {
        return scalar_chosen() ? scalar::softmax_row(x, count, temperature, out)
                               : simd::softmax_row(x, count, temperature, out);
    }
    const std::vector<double> row(x, x + count);
    round_to(reference::softmax(row, static_cast<double>(temperature)), out);
    return !sees_nothing(row.data(), count);
}

FloatCount attend_scratch(int n, int m, int d, int dv) {
    return std::max(simd::attend_scratch(n, m, d, dv), scalar::attend_scratch(n, m, d, dv));
}

bool attend(const AttendCall& call, float scale, float* scratch) {
    if (!in_double())
        return scalar_chosen() ? scalar::attend(call, scale, scratch) : simd::attend(call, scale, scratch);
    const std::vector<float> q = rows_of(call.q, call.n, call.d, call.q_stride);
    const std::vector<float> k = rows_of(call.k, call.m, call.d, call.k_stride);
    const std::vector<float> v = rows_of(call.v, call.m, call.dv, call.v_stride);
    Options options = call.options;
    options.scale = scale;
    const reference::Result result = reference::attend({q.data(), call.n, call.d}, {k.data(), call.m, call.d},
                                                       {v.data(), call.m, call.dv}, options);
    bool all_seen = true;
    for (int i = 0; i < call.n; ++i) {
        for (int t = 0; t < call.dv; ++t) {
            call.out[static_cast<std::ptrdiff_t>(i) * call.out_stride + t] = static_cast<float>(
                result.output[static_cast<std::size_t>(i) * static_cast<std::size_t>(call.dv) +
                              static_cast<std::size_t>(t)]);
        }
        const std::size_t row = static_cast<std::size_t>(i) * static_cast<std::size_t>(call.m);
        all_seen &= !sees_nothing(&result.scaled[row], call.m);
    }
    return all_seen;
}

bool project(ConstMatrixView x, ConstMatrixView w, MatrixView out) {
    if (selection().watcher) selection().watcher->project(x, w);
    if (!in_double()) return false;
    round_to(reference::multiply(reference::widen(x), reference::widen(w), x.rows, x.cols, w.cols), out.data);
    return true;
}

bool scores(ConstMatrixView q, ConstMatrixView k, MatrixView) {
    if (selection().watcher) selection().watcher->scores(q, k);
    return false;  // dot rounds once, as this would
}

bool softmax(ConstMatrixView x, float temperature, MatrixView, bool&) {
    if (selection().watcher) selection().watcher->softmax(x, temperature);
    return false;  // softmax_row likewise
}

bool weighted_sum(ConstMatrixView weights, ConstMatrixView v, MatrixView out) {
    if (selection().watcher) selection().watcher->weighted_sum(weights, v);
    if (!in_double()) return false;
    for (int i = 0; i < weights.rows; ++i) {
        for (int t = 0; t < v.cols; ++t) {
            double sum = 0;
            for (int j = 0; j < v.rows; ++j) {
                if (weights(i, j) != 0)
                    sum += static_cast<double>(weights(i, j)) * static_cast<double>(v(j, t));
            }
            out(i, t) = static_cast<float>(sum);
        }
    }
    return true;
}

bool trace(ConstMatrixView q, ConstMatrixView k, ConstMatrixView v, const Options& options,
           const TraceViews& views, bool& all_seen) {
    Watcher* const watcher =
        std::exchange(selection().watcher, nullptr);  // the stages inside are not told again
    if (watcher == nullptr && !in_double()) return false;
    if (watcher != nullptr) watcher->trace(q, k, v, options);
    if (in_double()) {
        const reference::Result result = reference::attend(q, k, v, options);
        round_to(result.scores, views.scores.data);
        round_to(result.scaled, views.scaled.data);
        round_to(result.weights, views.weights.data);
        round_to(result.output, views.output.data);
        round_to(result.entropy, views.entropy);
        all_seen = true;
        for (int i = 0; i < q.rows; ++i) {
            const std::size_t row = static_cast<std::size_t>(i) * static_cast<std::size_t>(k.rows);
            all_seen &= !sees_nothing(&result.scaled[row], k.rows);
        }
    } else {
        all_seen = trace_into(q, k, v, options, views);
    }
    selection().watcher = watcher;
    return true;
}

}  // namespace attention::selectable

#endif  // ATTENTION_SELECTABLE

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
    return selection().implementation->in_double;
}

// Of a stage that is not kept `to` has no data.
void round_to(const std::vector<double>& from, MatrixView to) {
    const double* x = from.data();
    for (int i = 0; to.data && i < to.rows; ++i) {
        for (int j = 0; j < to.cols; ++j) to(i, j) = static_cast<float>(*x++);
    }
}

bool sees_nothing(const double* row, int count) {
    return std::all_of(row, row + count,
                       [](double x) { return x == -std::numeric_limits<double>::infinity(); });
}

// [rows, cols] without what lies between the rows.
std::vector<float> packed(ConstMatrixView x) {
    std::vector<float> out;
    for (int i = 0; i < x.rows; ++i) out.insert(out.end(), x.row(i), x.row(i) + x.cols);
    return out;
}

float reference_dot(const float* a, const float* b, int count) {
    double sum = 0;
    for (int t = 0; t < count; ++t) sum += static_cast<double>(a[t]) * static_cast<double>(b[t]);
    return static_cast<float>(sum);
}

void reference_add_scaled(float* y, float factor, const float* x, int count) {
    for (int t = 0; t < count; ++t) {
        y[t] = static_cast<float>(static_cast<double>(y[t]) +
                                  static_cast<double>(factor) * static_cast<double>(x[t]));
    }
}

bool reference_softmax_row(const float* x, int count, float temperature, float* out) {
    const std::vector<double> row(x, x + count);
    round_to(reference::softmax(row, static_cast<double>(temperature)), {out, 1, count});
    return !sees_nothing(row.data(), count);
}

bool reference_attend(const AttendCall& call, float scale, float*) {
    const std::vector<float> q = packed(call.q), k = packed(call.k), v = packed(call.v);
    Options options = call.options;
    options.scale = scale;
    const reference::Result result =
        reference::attend({q.data(), call.n(), call.d()}, {k.data(), call.m(), call.d()},
                          {v.data(), call.m(), call.dv()}, options);
    bool all_seen = true;
    for (int i = 0; i < call.n(); ++i) {
        const double* row = result.output.data() + area(i, call.dv());
        for (int t = 0; t < call.dv(); ++t) call.out(i, t) = static_cast<float>(row[t]);
        all_seen &= !sees_nothing(result.scaled.data() + area(i, call.m()), call.m());
    }
    return all_seen;
}

}  // namespace

Selection& selection() {
    thread_local Selection of_this_thread;
    return of_this_thread;
}

const Implementation simd_implementation{"SIMD",           "128-bit vectors", false,       simd::dot,
                                         simd::add_scaled, simd::softmax_row, simd::attend};
const Implementation scalar_implementation{
    "scalar", "nothing", false, scalar::dot, scalar::add_scaled, scalar::softmax_row, scalar::attend};
const Implementation reference_implementation{
    "reference in double", "nothing",       true, reference_dot, reference_add_scaled,
    reference_softmax_row, reference_attend};

std::span<const Implementation* const> implementations() {
    static constexpr const Implementation* all[] = {&simd_implementation, &scalar_implementation,
                                                    &reference_implementation};
    return all;
}

float dot(const float* a, const float* b, int count) {
    return selection().implementation->dot(a, b, count);
}

void add_scaled(float* y, float factor, const float* x, int count) {
    selection().implementation->add_scaled(y, factor, x, count);
}

bool softmax_row(const float* x, int count, float temperature, float* out) {
    return selection().implementation->softmax_row(x, count, temperature, out);
}

FloatCount attend_scratch(int n, int m, int d, int dv) {
    return std::max(simd::attend_scratch(n, m, d, dv), scalar::attend_scratch(n, m, d, dv));
}

bool attend(const AttendCall& call, float scale, float* scratch) {
    return selection().implementation->attend(call, scale, scratch);
}

bool project(ConstMatrixView x, ConstMatrixView w, MatrixView out) {
    if (selection().watcher) selection().watcher->project(x, w);
    if (!in_double()) return false;
    round_to(reference::multiply(reference::widen(x), reference::widen(w), x.rows, x.cols, w.cols), out);
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
        round_to(result.scores, views.scores);
        round_to(result.scaled, views.scaled);
        round_to(result.weights, views.weights);
        round_to(result.output, views.output);
        round_to(result.entropy, {views.entropy, 1, q.rows});
        all_seen = true;
        for (int i = 0; i < q.rows; ++i) {
            all_seen &= !sees_nothing(result.scaled.data() + area(i, k.rows), k.rows);
        }
    } else {
        all_seen = trace_into(q, k, v, options, views);
    }
    selection().watcher = watcher;
    return true;
}

}  // namespace attention::selectable

#endif  // ATTENTION_SELECTABLE

// The stages as plain loops over the kernels; each is one line of the formula.
#include "stages.h"

#include <cmath>
#include <limits>

#include "mask.h"
#include "rows.h"
#include "selectable.h"

namespace attention {

float scale_factor(const Options& options, int d) {
    return options.scale.value_or(1 / std::sqrt(static_cast<float>(d)));
}

void project(ConstMatrixView x, ConstMatrixView w, MatrixView out) {
    assert(usable(x) && usable(w) && usable(out));
    assert(w.rows == x.cols && out.rows == x.rows && out.cols == w.cols && out.data != x.data);
    if (selectable::project(x, w, out)) return;
    for (int i = 0; i < x.rows; ++i) {
        float* y = out.row(i);
        for (int j = 0; j < w.cols; ++j) y[j] = 0;
        for (int t = 0; t < x.cols; ++t) rows::add_scaled(y, x(i, t), w.row(t), w.cols);
    }
}

void scores(ConstMatrixView q, ConstMatrixView k, MatrixView out) {
    assert(usable(q) && usable(k) && usable(out));
    assert(k.cols == q.cols && out.rows == q.rows && out.cols == k.rows);
    if (selectable::scores(q, k, out)) return;
    for (int i = 0; i < q.rows; ++i) {
        for (int j = 0; j < k.rows; ++j) out(i, j) = rows::dot(q.row(i), k.row(j), q.cols);
    }
}

void scale(ConstMatrixView x, float factor, MatrixView out) {
    assert(usable(x) && usable(out) && out.same_shape(x));
    for (int i = 0; i < x.rows; ++i) {
        for (int j = 0; j < x.cols; ++j) out(i, j) = x(i, j) * factor;
    }
}

void add_position(MatrixView scaled, const Options& options) {
    assert(usable(scaled));
    for (int i = 0; i < scaled.rows; ++i) {
        for (int j = 0; j < scaled.cols; ++j) {
            if (options.alibi != 0) scaled(i, j) -= options.alibi * key_distance(options, i, j);
            if (options.bias)
                scaled(i, j) += Matrix<const float>{options.bias, scaled.rows, scaled.cols}(i, j);
        }
    }
}

void mask(MatrixView scaled, const Options& options) {
    assert(usable(scaled));
    for (int i = 0; i < scaled.rows; ++i) {
        for (int j = 0; j < scaled.cols; ++j) {
            if (!visible(options, i, j, scaled.cols)) scaled(i, j) = -std::numeric_limits<float>::infinity();
        }
    }
}

void weighted_sum(ConstMatrixView weights, ConstMatrixView v, MatrixView out) {
    assert(usable(weights) && usable(v) && usable(out));
    assert(v.rows == weights.cols && out.rows == weights.rows && out.cols == v.cols && out.data != v.data);
    if (selectable::weighted_sum(weights, v, out)) return;
    // Masked entries are skipped, so that a NaN in a hidden value does not reach the output (0 · NaN = NaN).
    for (int i = 0; i < weights.rows; ++i) {
        float* y = out.row(i);
        for (int t = 0; t < v.cols; ++t) y[t] = 0;
        for (int j = 0; j < v.rows; ++j) {
            const float w = weights(i, j);
            if (w != 0) rows::add_scaled(y, w, v.row(j), v.cols);
        }
    }
}

}  // namespace attention

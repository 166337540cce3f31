// The stages in order, everything kept.
#include "trace.h"

#include "double_rows.h"
#include "exp2.h"
#include "position.h"
#include "rows.h"
#include "selectable.h"
#include "softmax.h"
#include "stages.h"

namespace attention {
namespace {

// The softmax of each row of scaled; again in double where float32 did not suffice. weights may be scaled.
bool weigh_rows(ConstMatrixView q, ConstMatrixView k, ConstMatrixView scaled, const Options& options,
                MatrixView weights) {
    const float factor = exp2_factor(options.temperature);
    const bool in_float = options_fit_float(options, scale_factor(options, q.cols));
    bool all_seen = true;
    for (int i = 0; i < scaled.rows; ++i) {
        const float top = largest({scaled.row(i), static_cast<std::size_t>(scaled.cols)});
        bool done = in_float && exponent_fits_float(top * factor);
        if (done) {
            rows::softmax_row(scaled.row(i), scaled.cols, options.temperature, weights.row(i));
            done = weights(i, 0) == weights(i, 0);  // one NaN makes a row of them
        }
        if (!done) all_seen &= weights_in_double(q.row(i), k, i, options, weights.row(i));
    }
    return all_seen;
}

}  // namespace

Outcome trace_into(ConstMatrixView q, ConstMatrixView k, ConstMatrixView v, const Options& options,
                   const TraceViews& views) {
    if (const Error error = validate_rotated(options)) return {error};
    assert(usable(q) && usable(k) && usable(v) && usable(views.weights) && usable(views.output));
    assert(k.cols == q.cols && v.rows == k.rows);
    assert(views.weights.rows == q.rows && views.weights.cols == k.rows);
    assert(views.output.rows == q.rows && views.output.cols == v.cols);
    bool all_seen = true;
    if (selectable::trace(q, k, v, options, views, all_seen)) return {{}, all_seen};
    // Stages that are not kept share the memory of the weights.
    MatrixView raw = views.scores.data ? views.scores : views.weights;
    MatrixView scaled = views.scaled.data ? views.scaled : views.weights;
    scores(q, k, raw);
    scale(raw, scale_factor(options, q.cols), scaled);
    add_position(scaled, options);
    mask(scaled, options);
    all_seen = weigh_rows(q, k, scaled, options, views.weights);
    weighted_sum(views.weights, v, views.output);
    if (views.entropy) {
        const std::size_t m = static_cast<std::size_t>(k.rows);
        for (int i = 0; i < q.rows; ++i) views.entropy[i] = entropy({views.weights.row(i), m});
    }
    return {{}, all_seen};
}

Trace trace(ConstMatrixView q, ConstMatrixView k, ConstMatrixView v, const Options& options) {
    Trace result;
    result.error = validate(q, k, v, options);
    if (result.error) return result;
    result.n = q.rows;
    result.m = k.rows;
    result.d = q.cols;
    result.dv = v.cols;
    result.scale = scale_factor(options, q.cols);
    const std::size_t pairs = static_cast<std::size_t>(q.rows) * static_cast<std::size_t>(k.rows);
    result.scores.resize(pairs);
    result.scaled.resize(pairs);
    result.weights.resize(pairs);
    result.output.resize(static_cast<std::size_t>(q.rows) * static_cast<std::size_t>(v.cols));
    result.entropy.resize(static_cast<std::size_t>(q.rows));
    if (options.rope_base > 0) {
        result.rotated_q.resize(q.size());
        result.rotated_k.resize(k.size());
        apply_rope(q, options.query_offset, options.rope_base, {result.rotated_q.data(), q.rows, q.cols},
                   options.rope_pairs);
        apply_rope(k, 0, options.rope_base, {result.rotated_k.data(), k.rows, k.cols}, options.rope_pairs);
        q.data = result.rotated_q.data();
        k.data = result.rotated_k.data();
    }
    const TraceViews views{{result.scores.data(), q.rows, k.rows},
                           {result.scaled.data(), q.rows, k.rows},
                           {result.weights.data(), q.rows, k.rows},
                           {result.output.data(), q.rows, v.cols},
                           result.entropy.data()};
    Options rotated = options;
    rotated.rope_base = 0;
    result.any_row_masked = !trace_into(q, k, v, rotated, views);
    return result;
}

}  // namespace attention

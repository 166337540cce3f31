// One attention call with every intermediate kept, for showing. Memory is O(n m); attend.h is O(n).
#pragma once

#include <vector>

#include "matrix.h"
#include "options.h"
#include "validate.h"

namespace attention {

// Where the stages go. Any data pointer except output's and weights' may be null: that stage is then not
// kept.
struct TraceViews {
    MatrixView scores;   // [n, m] raw q·k (after RoPE, if any), also where masked
    MatrixView scaled;   // [n, m] scale · q·k + position terms; −inf where masked; before the temperature
    MatrixView weights;  // [n, m] softmax(scaled / temperature); exactly 0 where masked
    MatrixView output;   // [n, dv] weights V
    float* entropy = nullptr;  // [n] of each row of weights, nats
};

struct Trace {
    Error error;  // if any, there is nothing else here
    int n = 0, m = 0, d = 0, dv = 0;
    float scale = 0;                             // the factor used
    bool any_row_masked = false;                 // some query saw no key: its weights and output are zeros
    std::vector<float> scores, scaled, weights;  // [n, m]
    std::vector<float> output;                   // [n, dv]
    std::vector<float> entropy;                  // [n]
    std::vector<float> rotated_q, rotated_k;     // [n, d] [m, d], only with RoPE, else empty

    ConstMatrixView scores_view() const { return {scores.data(), n, m}; }
    ConstMatrixView scaled_view() const { return {scaled.data(), n, m}; }
    ConstMatrixView weights_view() const { return {weights.data(), n, m}; }
    ConstMatrixView output_view() const { return {output.data(), n, dv}; }
};

// q [n, d], k [m, d], v [m, dv]; checked (validate.h).
Trace trace(ConstMatrixView q, ConstMatrixView k, ConstMatrixView v, const Options& options = {});

// The same without allocating, sizes believed; q and k already rotated if RoPE is wanted, an Error if it is
// asked for here.
Outcome trace_into(ConstMatrixView q, ConstMatrixView k, ConstMatrixView v, const Options& options,
                   const TraceViews& views);

}  // namespace attention

// The steps of attention, each callable alone, so that each can be shown. They hold every intermediate in
// full. Not the fast path: attend.h never holds the [n, m] matrix.
#pragma once

#include "matrix.h"
#include "options.h"

namespace attention {

void project(ConstMatrixView x, ConstMatrixView w, MatrixView out);  // [n, a] [a, b] → [n, b]: out = x w
void scores(ConstMatrixView q, ConstMatrixView k, MatrixView out);   // [n, d] [m, d] → [n, m]: out = q kᵀ
void scale(ConstMatrixView x, float factor, MatrixView out);         // out = factor x; out may be x
void add_position(MatrixView scaled, const Options& options);        // ALiBi and additive bias, in place
void mask(MatrixView scaled, const Options& options);                // masked entries become −inf, in place
void weighted_sum(ConstMatrixView weights, ConstMatrixView v,
                  MatrixView out);  // [n, m] [m, dv] → [n, dv]: out = weights v

// The factor that options stand for: options.scale, or 1/√d.
float scale_factor(const Options& options, int d);

}  // namespace attention

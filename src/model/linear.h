// Products with weights, x W and x W + bias, by the core's packed product: weights are packed as they are
// used, some columns at a time, so that they are held once only.
#pragma once

#include "weights.h"

namespace model {

// Floats of scratch that the products below want for x [n, inner].
FloatCount multiply_scratch(int n, int inner);

// x [n, in] · W → out [n, out], which overlaps neither; without by.bias.
void multiply(ConstMatrixView x, const Linear& by, float* scratch, MatrixView out);

// The same plus by.bias, if it has one, in each row.
void linear(ConstMatrixView x, const Linear& by, float* scratch, MatrixView out);

// to += x; of one shape.
void add(ConstMatrixView x, MatrixView to);

}  // namespace model

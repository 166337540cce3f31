// Layer norm: each row shifted to mean 0 and scaled to variance 1, then by a learned gain and bias.
#pragma once

#include "weights.h"

namespace model {

// out = (x − mean) / √(variance + epsilon) · gain + bias, for each row alone; the variance is the mean square
// about the mean, over width and not width − 1 (Ba, Kiros, Hinton 2016, eq. 3 and 4; epsilon as in GPT-2).
// x, out [n, width]; out may be x.
void layer_norm(ConstMatrixView x, const Norm& norm, float epsilon, MatrixView out);
// The derivative of a loss with respect to out → to x, added to d_x, to gain and to bias, added to theirs.
// With r = 1/√(variance + epsilon), y = (x − mean) r and g = d_out · gain: d_x += r (g − mean(g) − y mean(g
// y)), d_gain += Σ d_out y, d_bias += Σ d_out.
void layer_norm_backward(ConstMatrixView x, const Norm& norm, float epsilon, ConstMatrixView d_out,
                         MatrixView d_x, MatrixView d_gain, MatrixView d_bias);

}  // namespace model

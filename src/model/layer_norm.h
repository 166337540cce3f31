// Layer norm: each row shifted to mean 0 and scaled to variance 1, then by a learned gain and bias.
#pragma once

#include "weights.h"

namespace model {

// out = (x − mean) / √(variance + epsilon) · gain + bias, for each row alone; the variance is the mean square
// about the mean, over width and not width − 1 (Ba, Kiros, Hinton 2016, eq. 3 and 4; epsilon as in GPT-2).
// x, out [n, width]; out may be x.
void layer_norm(ConstMatrixView x, const Norm& norm, float epsilon, MatrixView out);

}  // namespace model

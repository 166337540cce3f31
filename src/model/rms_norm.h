// RMSNorm: each row scaled to a mean square of 1, and by a learned gain. A layer norm (layer_norm.h) that
// neither takes the mean away nor adds a bias.
#pragma once

#include "weights.h"

namespace model {

// out = x / √(mean(x²) + epsilon) · gain, for each row alone (Zhang and Sennrich 2019, eq. 4; epsilon as in
// Llama). x, out [n, width]; out may be x.
void rms_norm(ConstMatrixView x, const Norm& norm, float epsilon, MatrixView out);

}  // namespace model

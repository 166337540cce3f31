// Softmax and what one asks about it: the exponentials, their sum, entropy, Jacobian.
// −inf is a masked entry and gets weight exactly 0; a row of nothing else gives zeros, not NaN. But a NaN
// among the scores makes NaN of all its row's weights, masked entries included: there is no sum to share.
#pragma once

#include <span>

#include "matrix.h"

namespace attention {

// out [rows, cols] = softmax over each row of x / temperature. out may be x. temperature > 0.
// False when some row was masked throughout (its weights are zeros).
bool softmax(ConstMatrixView x, float temperature, MatrixView out);

// out_j = e^((x_j − shift) / temperature), rounded to float32 (the kernels' exp leaves out what cannot show
// in a sum); returns Σ out. shift = 0 is the textbook's way, which overflows for x_j / temperature > 88.72;
// shift = largest(x) is the stable way. Both have the same out / Σ.
float exponentials(std::span<const float> x, float temperature, float shift, std::span<float> out);
float largest(std::span<const float> x);

// −Σ w ln w in nats, 0 ln 0 = 0. Between 0 (one-hot) and ln(count) (uniform).
float entropy(std::span<const float> weights);

// out_ij = ∂w_i/∂x_j = w_i (δ_ij − w_j) / temperature, out [count, count].
void jacobian(std::span<const float> weights, float temperature, MatrixView out);

// Frobenius norm of that Jacobian, without forming it. 0 when one-hot: no gradient passes.
float gradient_norm(std::span<const float> weights, float temperature);

}  // namespace attention

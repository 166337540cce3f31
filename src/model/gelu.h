// GELU, the MLP's bend between its two matrices: x · Φ(x), nearly, by a tanh.
#pragma once

#include "attention/matrix.h"

namespace model {

// out = ½ x (1 + tanh(√(2/π) (x + 0.044715 x³))): the approximation in section 2 of Hendrycks and Gimpel
// (2016, arXiv:1606.08415), which GPT-2 uses ("gelu_new" in Hugging Face's config, approximate="tanh" in
// PyTorch). Off by less than 1e-6 · max(1, |x|). x, out [n, inner]; out may be x.
void gelu(attention::ConstMatrixView x, attention::MatrixView out);
// The derivative of a loss with respect to out → to x, in place: d times gelu's slope at x.
void gelu_backward(attention::ConstMatrixView x, attention::MatrixView d);

}  // namespace model

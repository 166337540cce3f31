// SwiGLU, the bend of Llama's MLP: one projection, through SiLU, is the gate of another.
#pragma once

#include "attention/matrix.h"

namespace model {

// out = silu(gate) · up, number by number, silu(x) = x / (1 + e^(−x)) (Shazeer 2020, arXiv:2002.05202, with
// β = 1). gate, up, out [n, inner]; out may be either.
void swiglu(attention::ConstMatrixView gate, attention::ConstMatrixView up, attention::MatrixView out);

}  // namespace model

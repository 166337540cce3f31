// With the softmax's power of two (exp2.h), as gelu.cpp has it.
#include "swiglu.h"

#include "attention/exp2.h"

namespace model {

void swiglu(attention::ConstMatrixView gate, attention::ConstMatrixView up, attention::MatrixView out) {
    assert(usable(gate) && usable(up) && usable(out) && up.same_shape(gate) && out.same_shape(gate));
    constexpr float largest = 126;  // beyond it the quotient is as good as 0
    for (int i = 0; i < gate.rows; ++i) {
        const float* x = gate.row(i);
        const float* by = up.row(i);
        float* to = out.row(i);
        for (int j = 0; j < gate.cols; ++j) {
            const float exponent = -attention::log2_e * x[j];
            to[j] = x[j] / (1 + attention::exp2_flushed(exponent < largest ? exponent : largest)) * by[j];
        }
    }
}

}  // namespace model

// As x / (1 + e^(−2u)), u the tanh's argument, which is the same: ½ (1 + tanh u) = 1 / (1 + e^(−2u)). With
// the softmax's power of two (exp2.h), as the browser's exp would be a call for every number.
#include "gelu.h"

#include "attention/exp2.h"

namespace model {

void gelu(attention::ConstMatrixView x, attention::MatrixView out) {
    assert(usable(x) && usable(out) && out.same_shape(x));
    constexpr float root = 0.7978845608028654f;  // √(2/π)
    constexpr float cubic = 0.044715f;
    constexpr float largest = 126;  // beyond it the quotient is as good as 0
    for (int i = 0; i < x.rows; ++i) {
        const float* from = x.row(i);
        float* to = out.row(i);
        for (int j = 0; j < x.cols; ++j) {
            const float y = from[j];
            const float exponent = -2 * attention::log2_e * root * (y + cubic * y * y * y);
            to[j] = y / (1 + attention::exp2_flushed(exponent < largest ? exponent : largest));
        }
    }
}

}  // namespace model

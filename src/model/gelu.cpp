// As x / (1 + e^(−2u)), u the tanh's argument, which is the same: ½ (1 + tanh u) = 1 / (1 + e^(−2u)). With
// the softmax's power of two (exp2.h), as the browser's exp would be a call for every number.
#include "gelu.h"

#include "attention/exp2.h"

namespace model {
namespace {

constexpr float root = 0.7978845608028654f;  // √(2/π)
constexpr float cubic = 0.044715f;

// e^(−2u)
float exp_of_minus_2u(float x) {
    constexpr float largest = 126;  // beyond it the quotient is as good as 0
    const float exponent = -2 * attention::log2_e * root * (x + cubic * x * x * x);
    return attention::exp2_flushed(exponent < largest ? exponent : largest);
}

}  // namespace

void gelu(attention::ConstMatrixView x, attention::MatrixView out) {
    assert(usable(x) && usable(out) && out.same_shape(x));
    for (int i = 0; i < x.rows; ++i) {
        const float* from = x.row(i);
        float* to = out.row(i);
        for (int j = 0; j < x.cols; ++j) to[j] = from[j] / (1 + exp_of_minus_2u(from[j]));
    }
}

void gelu_backward(attention::ConstMatrixView x, attention::MatrixView d) {
    assert(usable(x) && d.same_shape(x));
    for (int i = 0; i < x.rows; ++i) {
        const float* at = x.row(i);
        float* d_row = d.row(i);
        for (int j = 0; j < x.cols; ++j) {
            const float y = at[j], power = exp_of_minus_2u(y), share = 1 / (1 + power);
            // y times the share's slope. (Beyond ±10 that is below float32, and the cube may be infinite.)
            const float bend =
                y * y > 100 ? 0 : 2 * root * y * (1 + 3 * cubic * y * y) * (power * share) * share;
            d_row[j] *= share + bend;
        }
    }
}

}  // namespace model

// The mean square in double, as layer_norm.cpp has its variance.
#include "rms_norm.h"

#include <cmath>

namespace model {

void rms_norm(ConstMatrixView x, const Norm& norm, float epsilon, MatrixView out) {
    assert(usable(x) && usable(out) && out.same_shape(x) && norm.gain.cols == x.cols);
    for (int i = 0; i < x.rows; ++i) {
        const float* from = x.row(i);
        double squares = 0;
        for (int j = 0; j < x.cols; ++j)
            squares += static_cast<double>(from[j]) * static_cast<double>(from[j]);
        const double factor = 1 / std::sqrt(squares / x.cols + static_cast<double>(epsilon));
        float* to = out.row(i);
        for (int j = 0; j < x.cols; ++j)
            to[j] = static_cast<float>(static_cast<double>(from[j]) * factor) * norm.gain.data[j];
    }
}

}  // namespace model

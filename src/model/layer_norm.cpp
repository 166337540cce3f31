// Mean and variance in double: in float32 a large mean would drown the differences from it.
#include "layer_norm.h"

#include <cmath>

namespace model {

void layer_norm(ConstMatrixView x, const Norm& norm, float epsilon, MatrixView out) {
    assert(usable(x) && usable(out) && out.same_shape(x));
    assert(norm.gain.cols == x.cols && norm.bias.cols == x.cols);
    const int width = x.cols;
    const float* gain = norm.gain.data;
    const float* bias = norm.bias.data;
    for (int i = 0; i < x.rows; ++i) {
        const float* from = x.row(i);
        double sum = 0;
        for (int j = 0; j < width; ++j) sum += static_cast<double>(from[j]);
        const double mean = sum / width;
        double squares = 0;
        for (int j = 0; j < width; ++j) {
            const double difference = static_cast<double>(from[j]) - mean;
            squares += difference * difference;
        }
        const double factor = 1 / std::sqrt(squares / width + static_cast<double>(epsilon));
        float* to = out.row(i);
        for (int j = 0; j < width; ++j)
            to[j] = static_cast<float>((static_cast<double>(from[j]) - mean) * factor) * gain[j] + bias[j];
    }
}

}  // namespace model

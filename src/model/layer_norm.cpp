// Mean and variance in double: in float32 a large mean would drown the differences from it.
#include "layer_norm.h"

#include <cmath>

namespace model {
namespace {

struct Spread {
    double mean, factor;  // 1 / √(variance + epsilon)
};
Spread spread_of(const float* row, int width, float epsilon) {
    double sum = 0;
    for (int j = 0; j < width; ++j) sum += static_cast<double>(row[j]);
    const double mean = sum / width;
    double squares = 0;
    for (int j = 0; j < width; ++j) {
        const double difference = static_cast<double>(row[j]) - mean;
        squares += difference * difference;
    }
    return {mean, 1 / std::sqrt(squares / width + static_cast<double>(epsilon))};
}

}  // namespace

void layer_norm(ConstMatrixView x, const Norm& norm, float epsilon, MatrixView out) {
    assert(usable(x) && usable(out) && out.same_shape(x));
    assert(norm.gain.cols == x.cols && norm.bias.cols == x.cols);
    const int width = x.cols;
    const float* gain = norm.gain.data;
    const float* bias = norm.bias.data;
    for (int i = 0; i < x.rows; ++i) {
        const float* from = x.row(i);
        const auto [mean, factor] = spread_of(from, width, epsilon);
        float* to = out.row(i);
        for (int j = 0; j < width; ++j)
            to[j] = static_cast<float>((static_cast<double>(from[j]) - mean) * factor) * gain[j] + bias[j];
    }
}

void layer_norm_backward(ConstMatrixView x, const Norm& norm, float epsilon, ConstMatrixView d_out,
                         MatrixView d_x, MatrixView d_gain, MatrixView d_bias) {
    assert(usable(x) && usable(d_out) && d_out.same_shape(x) && d_x.same_shape(x));
    assert(norm.gain.cols == x.cols && d_gain.cols == x.cols && d_bias.cols == x.cols);
    const int width = x.cols;
    const float* gain = norm.gain.data;
    for (int i = 0; i < x.rows; ++i) {
        const float* from = x.row(i);
        const float* d = d_out.row(i);
        const auto [mean, factor] = spread_of(from, width, epsilon);
        const auto shifted = [from, mean = mean, factor = factor](int j) {
            return (static_cast<double>(from[j]) - mean) * factor;
        };
        const auto scaled = [d, gain](int j) {
            return static_cast<double>(d[j]) * static_cast<double>(gain[j]);
        };
        double sum = 0, dot = 0;
        for (int j = 0; j < width; ++j) {
            sum += scaled(j);
            dot += scaled(j) * shifted(j);
            d_gain.data[j] += static_cast<float>(static_cast<double>(d[j]) * shifted(j));
            d_bias.data[j] += d[j];
        }
        float* to = d_x.row(i);
        for (int j = 0; j < width; ++j)
            to[j] += static_cast<float>(factor * (scaled(j) - sum / width - shifted(j) * dot / width));
    }
}

}  // namespace model

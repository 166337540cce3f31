// See training_steps.h. Compiled with -ffp-contract=off.
#include "training_steps.h"

#include <algorithm>
#include <cmath>

#include "attention/exp2.h"
#include "attention/transcendental.h"

namespace model {
namespace {

// 1 / √(mean(x²) + ε)
float inverse_rms(const float* x, int width) {
    float squares = 0;
    for (int j = 0; j < width; ++j) squares += x[j] * x[j];
    return 1 / std::sqrt(squares / static_cast<float>(width) + norm_epsilon);
}

// e^x for x ≤ 0, the same everywhere; libm's differs from browser to browser.
float exponential(float x) {
    return attention::exp2_flushed(x * attention::log2_e);
}

}  // namespace

void rms_norm(ConstMatrixView x, const float* gain, MatrixView out) {
    assert(usable(x) && out.same_shape(x));
    for (int i = 0; i < x.rows; ++i) {
        const float* from = x.row(i);
        const float r = inverse_rms(from, x.cols);
        float* to = out.row(i);
        for (int j = 0; j < x.cols; ++j) to[j] = from[j] * r * gain[j];
    }
}

void rms_norm_backward(ConstMatrixView x, const float* gain, ConstMatrixView d_out, MatrixView d_x,
                       float* d_gain) {
    assert(usable(x) && d_out.rows == x.rows && d_x.same_shape(x));
    for (int i = 0; i < x.rows; ++i) {
        const float* from = x.row(i);
        const float* d = d_out.row(i);
        const float r = inverse_rms(from, x.cols);
        float dot = 0;
        for (int j = 0; j < x.cols; ++j) {
            dot += d[j] * gain[j] * from[j];
            d_gain[j] += d[j] * from[j] * r;
        }
        const float back = dot / static_cast<float>(x.cols) * r * r;
        float* to = d_x.row(i);
        for (int j = 0; j < x.cols; ++j) to[j] += r * (d[j] * gain[j] - from[j] * back);
    }
}

void causal_softmax(MatrixView scores, float scale) {
    for (int i = 0; i < scores.rows; ++i) {
        float* row = scores.row(i);
        const float largest = *std::max_element(row, row + i + 1);
        float sum = 0;
        for (int j = 0; j <= i; ++j) sum += row[j] = exponential((row[j] - largest) * scale);
        for (int j = 0; j <= i; ++j) row[j] /= sum;
        std::fill(row + i + 1, row + scores.cols, 0.0f);
    }
}

void causal_softmax_backward(ConstMatrixView weights, float scale, MatrixView d_weights) {
    assert(d_weights.same_shape(weights));
    for (int i = 0; i < weights.rows; ++i) {
        const float* p = weights.row(i);
        float* d = d_weights.row(i);
        float mean = 0;
        for (int j = 0; j <= i; ++j) mean += p[j] * d[j];
        for (int j = 0; j <= i; ++j) d[j] = p[j] * (d[j] - mean) * scale;
        std::fill(d + i + 1, d + weights.cols, 0.0f);
    }
}

double cross_entropy(std::span<const float> logits, int right, float factor, float* d_logits) {
    const float largest = *std::max_element(logits.begin(), logits.end());
    float sum = 0;
    for (const float one : logits) sum += exponential(one - largest);
    for (std::size_t t = 0; d_logits != nullptr && t < logits.size(); ++t)
        d_logits[t] =
            factor * (exponential(logits[t] - largest) / sum - (static_cast<int>(t) == right ? 1.0f : 0.0f));
    const float there = logits[static_cast<std::size_t>(right)] - largest;
    return attention::natural_log(static_cast<double>(sum)) - static_cast<double>(there);
}

void AdamW::update(int step, float rate, std::span<const float> gradient, std::span<float> first_moment,
                   std::span<float> second_moment, std::span<float> parameters) const {
    double left_1 = 1, left_2 = 1;  // βᵗ; by products, as pow is not the same everywhere
    for (int t = 0; t < step; ++t) {
        left_1 *= static_cast<double>(beta_1);
        left_2 *= static_cast<double>(beta_2);
    }
    const auto of_1 = static_cast<float>(1 / (1 - left_1)), of_2 = static_cast<float>(1 / (1 - left_2));
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const float g = gradient[i];
        float& m = first_moment[i];
        float& v = second_moment[i];
        m = beta_1 * m + (1 - beta_1) * g;
        v = beta_2 * v + (1 - beta_2) * g * g;
        float& w = parameters[i];
        w -= rate * decay * w;
        w -= rate * (m * of_1) / (std::sqrt(v * of_2) + epsilon);
    }
}

}  // namespace model

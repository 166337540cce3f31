// The steps of a training that are not products, forward and backward: RMS norm, causal softmax,
// cross-entropy, AdamW. (Layer norm and GELU: layer_norm.h, gelu.h.) In float32 and in one fixed order, so
// that every build comes to the same bits. `d_x` is the derivative of the loss by x; what is said to be added
// to must hold zeros or another part of the same derivative.
#pragma once

#include <span>

#include "attention/matrix.h"

namespace model {

using attention::ConstMatrixView;
using attention::MatrixView;

inline constexpr float norm_epsilon = 1e-5f;

// out = x / √(mean(x²) + ε) · gain, each row alone (Zhang, Sennrich 2019). x, out [n, width]; gain [width].
void rms_norm(ConstMatrixView x, const float* gain, MatrixView out);
// With r = 1/√(mean(x²) + ε) and g = d_out · gain: d_x += r (g − x r² mean(g x)), d_gain += Σ d_out x r.
void rms_norm_backward(ConstMatrixView x, const float* gain, ConstMatrixView d_out, MatrixView d_x,
                       float* d_gain);

// scores [n, n] → weights, in place: the softmax of scores · scale over the columns up to the row; 0 behind.
void causal_softmax(MatrixView scores, float scale);
// d_weights [n, n] → d_scores, in place: weights (d_weights − Σ weights d_weights) scale; 0 behind.
void causal_softmax_backward(ConstMatrixView weights, float scale, MatrixView d_weights);

// −ln of what the softmax of `logits` [count] gives the right one, and its derivative, softmax − 1 at the
// right one, times `factor`, into d_logits; null: not wanted.
double cross_entropy(std::span<const float> logits, int right, float factor, float* d_logits);

// Adam with decoupled weight decay (Loshchilov, Hutter 2019), without a schedule of its own.
struct AdamW {
    float beta_1 = 0.9f, beta_2 = 0.99f, epsilon = 1e-8f, decay = 0.01f;

    // step: 1 for the first. All of one length; moments begin as zeros.
    void update(int step, float rate, std::span<const float> gradient, std::span<float> first_moment,
                std::span<float> second_moment, std::span<float> parameters) const;
};

}  // namespace model

// What a run would say half way, and what each part of it adds to what it says: the logit lens, and direct
// logit attribution.
#pragma once

#include <string>
#include <vector>

#include "run.h"
#include "weights.h"

namespace model {

// What the model would say behind the last token if its layers ended after so many of them, 0 … layers: the
// residual stream there through the last norm and the output embedding ("logit lens", nostalgebraist 2020).
// logits: [vocabulary].
void lens(const Weights& weights, const Run& run, int layers, float* logits);

// How far what is added to the residual stream of a run's last row puts one word's logit ahead of another's,
// with the scale of the last norm as it is in that run: then the lead is linear in what is added ("direct
// logit attribution", Elhage et al. 2021).
class Lead {
  public:
    Lead(const Weights& weights, const Run& run, int word, int rival);
    double of(const float* added) const;   // [width]
    double bias() const { return bias_; }  // of the last norm

  private:
    std::vector<double> direction_;
    double bias_ = 0;
};

// What one part of the model adds to that lead.
struct Part {
    enum class Of { embedding, head, mlp, bias };
    Of of = Of::embedding;
    int layer = 0, head = 0;  // counted from 0
    double adds = 0;

    std::string name() const;  // "embedding", "head 2.1", "MLP 1", "bias": layers and heads counted from 1
};
// The embedding, each layer's heads and MLP, and the biases of attention and of the last norm, in the order
// in which they are added: their sum is the lead of one word's logit over the other's.
std::vector<Part> parts_of(const Weights& weights, const Run& run, int word, int rival);

}  // namespace model

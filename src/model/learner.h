// A small network that is trained from random weights, one step at a time; the same seed gives the same
// losses and weights, to the last bit, in every build. Owns all it needs: 40 KB, and from the
// first step on 2 MB; with MLPs 110 KB and 4 MB.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "learner_tasks.h"
#include "small_network.h"

namespace model {

struct LearnerSettings {
    Task task = Task::copy;
    int layers = 2, heads = 2;  // heads of a layer: 1, 2 or 4
    unsigned seed = 1;
    float rate = 0.003f;  // of AdamW, after 50 steps of warming up
    bool mlp = false;     // an MLP after each attention, and layer norms

    bool operator==(const LearnerSettings&) const = default;
};

// On sequences that no step was trained on.
struct Score {
    double right = 0;  // share of the answers that were the likeliest
    double loss = 0;   // nats an answer
};

// One sequence through the network: of each head, [layers · heads], the weights [length, length], the queries
// and the keys [length, width / heads]; and what it says is likeliest behind each letter.
struct Pass {
    std::vector<std::vector<float>> weights, queries, keys;
    std::vector<int> says;
};

class Learner {
  public:
    static constexpr int symbols = 16, length = 24, width = 32, batch = 16;
    static constexpr int inner = 4 * width;  // of an MLP

    explicit Learner(const LearnerSettings& settings);

    // Trains on one batch. Returns its loss before that, nats an answer.
    double step();
    int steps() const { return steps_; }
    std::span<const float> parameters() const { return parameters_; }

    // Of parameters that it has now or had once. off: heads that are switched off [layers, heads], or null.
    Score evaluate(std::span<const float> parameters, const unsigned char* off = nullptr) const;
    Pass pass(std::span<const float> parameters, const Sequence& sequence,
              const unsigned char* off = nullptr) const;
    // A sequence for showing, which no step was trained on.
    Sequence example() const;

  private:
    SmallConfig config() const {
        return {symbols, length, width, settings_.layers, settings_.heads, settings_.mlp ? inner : 0};
    }

    LearnerSettings settings_;
    attention::Xoshiro random_;
    int steps_ = 0;
    std::vector<float> parameters_, gradient_, first_moment_, second_moment_;
    std::unique_ptr<SmallNetwork> network_;
    std::vector<Sequence> held_out_;
};

}  // namespace model

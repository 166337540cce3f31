// See learner.h. The settings are those of which all of twenty seeds come to copy, with one, two or four
// heads in each of two layers and no MLP, after 210 to 380 steps, and after an even start.
#include "learner.h"

#include <algorithm>
#include <cmath>

#include "training_steps.h"

namespace model {
namespace {

constexpr int warm_up = 50, held_out = 32;
constexpr unsigned other_seed = 0x51ed2701;  // of sequences that are not trained on

// Losses and right answers of several sequences, added up.
struct Sum {
    double loss = 0;
    int answers = 0, right = 0;

    void add(ConstMatrixView logits, const Sequence& sequence, float factor, float* d_logits) {
        for (int i = 0; i < logits.rows; ++i) {
            const int answer = sequence.answers[static_cast<std::size_t>(i)];
            if (answer < 0) continue;
            const std::span<const float> row(logits.row(i), static_cast<std::size_t>(logits.cols));
            loss +=
                cross_entropy(row, answer, factor,
                              d_logits ? d_logits + static_cast<std::ptrdiff_t>(i) * logits.cols : nullptr);
            right += std::max_element(row.begin(), row.end()) - row.begin() == answer ? 1 : 0;
            ++answers;
        }
    }
};

std::vector<float> floats_of(ConstMatrixView view) {
    std::vector<float> out;
    for (int i = 0; i < view.rows; ++i) out.insert(out.end(), view.row(i), view.row(i) + view.cols);
    return out;
}

}  // namespace

Learner::Learner(const LearnerSettings& settings) : settings_(settings), random_(settings.seed) {
    const SmallConfig config = this->config();
    parameters_.assign(parameter_count(config), 0);

    // Even over an interval, of the deviation that is said: no logarithm, no cosine.
    const auto fill = [this](MatrixView view, float deviation) {
        for (int i = 0; i < view.rows; ++i)
            for (int j = 0; j < view.cols; ++j)
                view(i, j) = random_.signed_unit() * deviation * std::sqrt(3.0f);
    };
    const auto ones = [](MatrixView view) { std::fill_n(view.data, view.cols, 1.0f); };
    const SmallParameters<float> by(config, parameters_.data());
    const float even = 1 / std::sqrt(static_cast<float>(width));
    fill(by.letters, 0.5f);
    fill(by.places, 0.5f);
    for (const auto& layer : by.layers) {
        ones(layer.norm.gain);
        fill(layer.qkv, even);
        fill(layer.output, even / 2);
        if (!settings.mlp) continue;
        ones(layer.mlp.norm.gain);
        fill(layer.mlp.up, even);
        fill(layer.mlp.down, even / 4);  // of four times as many numbers, and half as far
    }
    ones(by.norm.gain);
    fill(by.unembed, even);

    attention::Xoshiro other(settings.seed + other_seed);
    for (int s = 0; s < held_out; ++s)
        held_out_.push_back(sequence_that_is(true, settings.task, symbols, length, other));
}

double Learner::step() {
    if (network_ == nullptr) {
        network_ = std::make_unique<SmallNetwork>(config(), batch);
        gradient_ = first_moment_ = second_moment_ = std::vector<float>(parameters_.size(), 0);
    }
    std::vector<Sequence> sequences;
    std::vector<int> tokens;
    int answers = 0;
    for (int s = 0; s < batch; ++s) {
        const Sequence& one =
            sequences.emplace_back(sequence_that_is(false, settings_.task, symbols, length, random_));
        tokens.insert(tokens.end(), one.tokens.begin(), one.tokens.end());
        answers += static_cast<int>(length - std::count(one.answers.begin(), one.answers.end(), -1));
    }
    network_->forward(parameters_, tokens);
    const ConstMatrixView logits = network_->logits();
    std::vector<float> d_logits(logits.size(), 0.0f);
    Sum sum;
    for (int s = 0; s < batch; ++s)
        sum.add(logits.rows_from(s * length, length), sequences[static_cast<std::size_t>(s)],
                1 / static_cast<float>(answers),
                d_logits.data() + static_cast<std::ptrdiff_t>(s) * length * symbols);
    std::fill(gradient_.begin(), gradient_.end(), 0.0f);
    network_->backward(parameters_, tokens, d_logits, gradient_);
    ++steps_;
    const float warm = std::min(1.0f, static_cast<float>(steps_) / warm_up);
    AdamW().update(steps_, settings_.rate * warm, gradient_, first_moment_, second_moment_, parameters_);
    return sum.loss / answers;
}

Score Learner::evaluate(std::span<const float> parameters, const unsigned char* off) const {
    SmallNetwork network(config(), batch);
    Sum sum;
    for (std::size_t first = 0; first < held_out_.size(); first += batch) {
        std::vector<int> tokens;
        for (std::size_t s = first; s < first + batch; ++s)
            tokens.insert(tokens.end(), held_out_[s].tokens.begin(), held_out_[s].tokens.end());
        network.forward(parameters, tokens, off);
        for (int s = 0; s < batch; ++s)
            sum.add(network.logits().rows_from(s * length, length),
                    held_out_[first + static_cast<std::size_t>(s)], 1, nullptr);
    }
    return {static_cast<double>(sum.right) / sum.answers, sum.loss / sum.answers};
}

Pass Learner::pass(std::span<const float> parameters, const Sequence& sequence,
                   const unsigned char* off) const {
    SmallNetwork network(config(), 1);
    network.forward(parameters, sequence.tokens, off);
    Pass out;
    for (int l = 0; l < settings_.layers; ++l) {
        for (int h = 0; h < settings_.heads; ++h) {
            out.weights.push_back(floats_of(network.weights(0, l, h)));
            out.queries.push_back(floats_of(network.queries(0, l, h)));
            out.keys.push_back(floats_of(network.keys(0, l, h)));
        }
    }
    for (int i = 0; i < length; ++i) {
        const float* const row = network.logits().row(i);
        out.says.push_back(static_cast<int>(std::max_element(row, row + symbols) - row));
    }
    return out;
}

Sequence Learner::example() const {
    attention::Xoshiro other(settings_.seed + 2 * other_seed);
    for (;;) {
        Sequence one = sequence_that_is(true, settings_.task, symbols, length, other);
        // A block of nine letters: it comes again once, and once more in part.
        if (settings_.task != Task::copy || one.tokens[9] == one.tokens[0]) return one;
    }
}

}  // namespace model

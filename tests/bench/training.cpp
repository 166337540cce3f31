// For tests/bench/training.mjs: the network that `learn` trains, forward and backward, and the core's
// multi-head attention on as many sequences of the same shape in as many layers. Numbers are random; of
// products that a mask leaves out, none is counted.
#include <emscripten/emscripten.h>

#include <algorithm>
#include <vector>

#include "attention/multi_head.h"
#include "attention/xoshiro.h"
#include "model/learner.h"

namespace {

using Learner = model::Learner;

constexpr model::SmallConfig config{Learner::symbols, Learner::length, Learner::width};
constexpr int rows = Learner::batch * Learner::length;

std::vector<float> random_numbers(std::size_t count) {
    attention::Xoshiro random(count);
    std::vector<float> out(count);
    std::ranges::generate(out, [&random] { return 0.2f * random.signed_unit(); });
    return out;
}

struct Network {
    model::SmallNetwork network{config, Learner::batch};
    std::vector<float> parameters = random_numbers(parameter_count(config)),
                       d_logits = random_numbers(std::size_t{rows} * Learner::symbols),
                       gradient = std::vector<float>(parameters.size());
    std::vector<int> tokens = std::vector<int>(rows);

    Network() {
        for (int i = 0; i < rows; ++i) tokens[static_cast<std::size_t>(i)] = i * i % Learner::symbols;
        network.forward(parameters, tokens);
    }
};

struct Core {
    attention::MultiHeadShape shape{Learner::length, Learner::width, config.heads, config.heads};
    std::vector<float> w = random_numbers(Learner::width * Learner::width),
                       x = random_numbers(std::size_t{rows} * Learner::width), out = x,
                       packed = std::vector<float>(packed_weights_floats(shape)),
                       scratch = std::vector<float>(multi_head_scratch(shape, false));

    Core() {
        const attention::ConstMatrixView view{w.data(), Learner::width, Learner::width};
        attention::pack_weights({view, view, view, view, config.heads, config.heads}, packed.data());
    }
    void run() {
        attention::Options options;
        options.causal = true;
        constexpr int sequence = Learner::length * Learner::width;
        for (int i = 0; i < config.layers * Learner::batch; ++i) {
            const int at = i % Learner::batch * sequence;
            multi_head({x.data() + at, Learner::length, Learner::width}, packed.data(), shape, options,
                       scratch.data(), {out.data() + at, Learner::length, Learner::width}, nullptr);
        }
    }
};

Network network;
Core core;

// Of all layers: q, k, v and the output of every row, then of each pair that the mask leaves a score and a
// share of a value.
constexpr double attention_operations =
    2.0 * rows * config.layers *
    (4 * Learner::width * Learner::width + (Learner::length + 1) * Learner::width);

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE void forward() {
    network.network.forward(network.parameters, network.tokens);
}
EMSCRIPTEN_KEEPALIVE void backward() {
    network.network.backward(network.parameters, network.tokens, network.d_logits, network.gradient);
}
EMSCRIPTEN_KEEPALIVE void multi_head_forward() {
    core.run();
}
// Floating-point operations of multi_head_forward; of forward; backward has twice those of forward.
EMSCRIPTEN_KEEPALIVE double multi_head_operations() {
    return attention_operations;
}
EMSCRIPTEN_KEEPALIVE double forward_operations() {
    return attention_operations + 2.0 * rows * Learner::width * Learner::symbols;
}
}

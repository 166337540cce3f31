// See learned_heads_run.h.
#include "explainer/exhibits/learned_heads_run.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "explainer/format.h"
#include "explainer/order.h"
#include "explainer/phrase.h"

namespace explainer::learned_heads {

void Reading::read(std::string_view text) {
    *this = {};
    for (const std::string_view one : explainer::words(text)) {
        const int token = learned::token(one);
        if (token < 0) {
            unknown.emplace_back(one);
        } else if (words.size() < most_read) {
            words.emplace_back(one);
            tokens.push_back(token);
        }
    }
    if (!words.empty()) return;
    words.emplace_back("the");
    tokens.push_back(learned::token("the"));
}

std::string Reading::text() const {
    std::string out;
    for (const std::string& one : words) out += (out.empty() ? "" : " ") + one;
    return out;
}

Pass pass_over(const model::Weights& weights, std::span<const int> tokens, const model::Options& options) {
    const int n = static_cast<int>(tokens.size());
    std::vector<float> memory(static_cast<size_t>(model::run_floats(weights.config, n)));
    float* const floats = memory.data();
    Pass out{std::move(memory), model::Run(weights.config, n, floats)};
    model::forward(weights, tokens.data(), options, out.run);
    return out;
}

std::vector<float> map_of(const Pass& pass, int head) {
    const model::LayerRun& layer = pass.run.layers[static_cast<size_t>(head / learned::heads_a_layer)];
    const model::MatrixView weights = layer.weights_of(head % learned::heads_a_layer);
    std::vector<float> out(weights.size(), std::numeric_limits<float>::quiet_NaN());
    for (int i = 0; i < weights.rows; ++i)
        std::copy_n(weights.row(i), i + 1, &out[static_cast<size_t>(i * weights.cols)]);
    return out;
}

std::vector<size_t> likeliest_first(const Probabilities& shares) {
    return order_of(shares.size(), [&shares](size_t a, size_t b) { return shares[a] > shares[b]; });
}

std::vector<int> likeliest(const Probabilities& most, const Probabilities& by) {
    std::vector<size_t> order = likeliest_first(most);
    order.resize(likeliest_count);
    std::vector<int> out;
    for (const size_t i :
         order_of(order.size(), [&](size_t a, size_t b) { return by[order[a]] > by[order[b]]; }))
        out.push_back(static_cast<int>(order[i]));
    return out;
}

int likeliest_of(const Probabilities& shares) {
    return static_cast<int>(std::max_element(shares.begin(), shares.end()) - shares.begin());
}

Probabilities run(std::span<const int> tokens, int asks, const Switches& on, Maps* maps) {
    std::array<unsigned char, head_count> off;
    for (size_t h = 0; h < head_count; ++h) off[h] = on[h] ? 0 : 1;
    const Pass pass = pass_over(*learned::weights(), tokens, {off.data()});
    for (int h = 0; maps != nullptr && h < head_count; ++h) (*maps)[static_cast<size_t>(h)] = map_of(pass, h);
    return model::probabilities_of({pass.run.logits.row(asks), static_cast<size_t>(pass.run.logits.cols)});
}

Description not_there() {
    Description out;
    out.summary = "The model has not loaded yet.";
    return out;
}

std::string python_list(std::span<const int> numbers) {
    Phrase out;
    for (size_t i = 0; i < numbers.size(); ++i) out << (i == 0 ? "[" : ", ") << numbers[i];
    return out << "]";
}

std::string python_start(std::span<const int> tokens) {
    return "from forward import run  # learned/forward.py\ntokens = " + python_list(tokens) + "\n";
}

std::optional<Request> LearnedExhibit::take_request() {
    if (loaded() || std::exchange(asked_, true)) return std::nullopt;
    return Request{"learned", {}};
}

void LearnedExhibit::receive(const Reply& reply) {
    trouble_ = reply.error;
    if (!reply.tensors.empty() && learned::weights() == nullptr) trouble_ = learned::take(reply.tensors);
    if (!loaded()) run_model();
}

std::string LearnedExhibit::waiting() const {
    return trouble_.empty() ? "The model is on its way: 108 thousand learned numbers." : trouble_;
}

}  // namespace explainer::learned_heads

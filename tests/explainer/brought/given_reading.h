// What a model may say of a text, made up, for tests.
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "../helpers.h"
#include "explainer/brought/brought.h"

namespace explainer::brought {

struct GivenText {
    int layers = 1, heads = 1, n = 1, vocabulary = 1;
    bool named = false, runs = false;
    int off_layer = -1, off_head = -1;  // what `without` is without
    std::vector<std::string> tokens = {}, candidates = {}, candidates_without = {};
    std::string text = "the cat", first_text = "the cat";
    std::vector<float> attention = {}, logits = {}, without = {};

    std::shared_ptr<Tensors> tensors() const {
        auto out = std::make_shared<Tensors>();
        const auto add = [&out](const char* name, const std::vector<float>& numbers,
                                std::initializer_list<int> shape) {
            if (numbers.empty()) return;
            model::Array& array = out->arrays.emplace_back();
            array.name = name;
            for (const int size : shape) array.shape.push_back(static_cast<std::uint64_t>(size));
            array.numbers = numbers;
        };
        const auto add_words = [&out](const char* name, const std::vector<std::string>& words) {
            model::Array& array = out->arrays.emplace_back();
            array.name = name;
            array.shape = {words.size()};
            array.is_text = true;
            array.words = words;
        };
        add("attention", attention, {layers, heads, n, n});
        add("logits", logits, {vocabulary});
        if (named) add_words("candidates", candidates);
        if (off_layer >= 0) {
            add("logits_without", without, {vocabulary});
            add("without", head_, {2});
            if (named) add_words("candidates_without", candidates_without);
        }
        if (runs) {
            add_words("text", {text});
            add_words("first_text", {first_text});
        }
        out->tokens.keys = tokens;
        return out;
    }
    /// It outlives the view.
    std::unique_ptr<View> view(std::string_view exhibit) const {
        auto [brought, why_not] = bring(exhibit, tensors());
        REQUIRE_MESSAGE(brought, why_not);
        auto view = std::make_unique<View>(std::move(brought));
        view->set_language(language_of_run());
        return view;
    }
    void switch_off(int layer, int head) {
        off_layer = layer;
        off_head = head;
        head_ = {static_cast<float>(layer), static_cast<float>(head)};
    }

    std::vector<float> head_ = {};
};

/// The likeliest first; of equal ones the smaller number.
inline std::vector<size_t> by_logit(const std::vector<float>& logits) {
    std::vector<size_t> out(logits.size());
    for (size_t i = 0; i < out.size(); ++i) {
        out[i] = i;
        for (size_t j = i; j > 0 && logits[out[j]] > logits[out[j - 1]]; --j) std::swap(out[j], out[j - 1]);
    }
    return out;
}

/// e^((logit − most) ÷ temperature), as shares.
inline std::vector<double> softmax_of(const std::vector<float>& logits, double temperature) {
    double most = -std::numeric_limits<double>::infinity(), sum = 0;
    for (const float one : logits) most = std::max(most, static_cast<double>(one));
    std::vector<double> out;
    for (const float one : logits)
        sum += out.emplace_back(std::exp((static_cast<double>(one) - most) / temperature));
    for (double& one : out) one /= sum;
    return out;
}

inline GivenText random_text(std::mt19937& random, GivenText shape) {
    GivenText out = std::move(shape);
    std::exponential_distribution<float> any(1);
    for (int row = 0; row < out.layers * out.heads * out.n; ++row) {
        std::vector<float> shares;
        float sum = 0;
        for (int j = 0; j < out.n; ++j)
            sum += shares.emplace_back(j > row % out.n ? 0.0f : std::pow(any(random), 3.0f) + 1e-4f);
        for (const float share : shares) out.attention.push_back(share / sum);
    }
    std::normal_distribution<float> logit(0, 3);
    for (int i = 0; i < out.vocabulary; ++i) {
        out.logits.push_back(i > 0 && random() % 9 == 0 ? -std::numeric_limits<float>::infinity()
                                                        : logit(random));
        out.without.push_back(logit(random));
    }
    const std::vector<std::string> words = {
        " the", "cat", "Donaudampfschifffahrtsgesellschaft", "🙂", " a", "été", "", "<|endoftext|>"};
    const auto word = [&] { return words[random() % words.size()]; };
    for (int j = 0; out.named && j < out.n; ++j) out.tokens.push_back(word());
    for (int i = 0; i < std::min(64, out.vocabulary); ++i) {
        out.candidates.push_back(word());
        out.candidates_without.push_back(word());
    }
    if (out.off_layer >= 0) out.switch_off(out.off_layer, out.off_head);
    return out;
}

/// Shapes that differ in what breaks layouts: one of everything, many tokens, many heads, with and without
/// names, a head that is off, a model that runs.
inline std::vector<GivenText> some_texts(std::mt19937& random) {
    std::vector<GivenText> out;
    for (const GivenText& shape : {
             GivenText{},
             GivenText{2, 3, 7, 300, true, true, 1, 2},
             GivenText{12, 12, 40, 2000, true, true},
             GivenText{1, 100, 3, 9, true, false, 0, 4},
             GivenText{40, 2, 5, 65, false, true, 3, 1},
             GivenText{2, 2, 200, 64, true, true, 0, 0},
         })
        out.push_back(random_text(random, shape));
    return out;
}

}  // namespace explainer::brought

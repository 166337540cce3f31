// Tensors of heads for tests, with what is to come of them in double, computed from the arrays alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "../helpers.h"
#include "explainer/brought/brought.h"
#include "explainer/brought/head_tensors.h"

namespace explainer::brought {

struct Heads {
    int layers = 1, heads = 1, rows = 1, cols = 1, d = 1, dv = 1;
    int shared = 1;  // so many heads share keys and values
    bool named = false;
    std::vector<std::string> tokens = {};
    std::vector<float> attention = {};  // [layers, heads, rows, cols], if it is brought
    std::vector<float> q = {}, k = {}, v = {};

    static double at(const std::vector<float>& of, int i) {
        return static_cast<double>(of[static_cast<size_t>(i)]);
    }
    int own(int row) const { return std::max(0, cols - rows) + row; }
    int group(int layer, int head) const { return layer * (heads / shared) + head / shared; }
    double brought(int layer, int head, int row, int col) const {
        return at(attention, ((layer * heads + head) * rows + row) * cols + col);
    }
    double term(int layer, int head, int row, int col, int t) const {
        return at(q, ((layer * heads + head) * rows + row) * d + t) *
               at(k, (group(layer, head) * cols + col) * d + t);
    }
    double score(int layer, int head, int row, int col) const {
        double sum = 0;
        for (int t = 0; t < d; ++t) sum += term(layer, head, row, col, t);
        return sum;
    }
    /// Masked keys have none: NaN.
    std::vector<double> weights(int layer, int head, int row, bool causal) const {
        std::vector<double> out;
        if (!attention.empty()) {
            for (int j = 0; j < cols; ++j) out.push_back(brought(layer, head, row, j));
            return out;
        }
        double most = -std::numeric_limits<double>::infinity(), sum = 0;
        for (int j = 0; j < cols; ++j) {
            const bool seen = !causal || j <= own(row);
            out.push_back(seen ? score(layer, head, row, j) / std::sqrt(d)
                               : std::numeric_limits<double>::quiet_NaN());
            if (seen) most = std::max(most, out.back());
        }
        for (double& one : out) sum += std::isnan(one) ? 0 : one = std::exp(one - most);
        for (double& one : out) one /= sum;
        return out;
    }
    double length(int layer, int head, int col) const {
        double sum = 0;
        for (int c = 0; c < dv; ++c) sum += std::pow(at(v, (group(layer, head) * cols + col) * dv + c), 2);
        return std::sqrt(sum);
    }

    /// They outlive the arrays, and the view.
    std::vector<model::Array> arrays() const {
        std::vector<model::Array> out;
        const auto add = [&out](const char* name, const std::vector<float>& numbers,
                                std::initializer_list<int> shape) {
            if (numbers.empty()) return;
            model::Array& array = out.emplace_back();
            array.name = name;
            for (const int size : shape) array.shape.push_back(static_cast<std::uint64_t>(size));
            array.numbers = numbers;
        };
        add("attention", attention, {layers, heads, rows, cols});
        add("q", q, {layers, heads, rows, d});
        add("k", k, {layers, heads / shared, cols, d});
        add("v", v, {layers, heads / shared, cols, dv});
        return out;
    }
    HeadTensors tensors(Wanted wanted) const {
        HeadTensors out = head_tensors_of(arrays(), {}, wanted);
        REQUIRE(out.error == "");
        return out;
    }
    std::unique_ptr<View> view(std::string_view exhibit) const {
        auto tensors = std::make_shared<Tensors>();
        tensors->arrays = arrays();
        tensors->tokens.keys = tokens;
        auto [brought, why_not] = bring(exhibit, tensors);
        REQUIRE_MESSAGE(brought, why_not);
        auto view = std::make_unique<View>(std::move(brought));
        view->set_language(language_of_run());
        return view;
    }
};

inline std::vector<float> normal_numbers(std::mt19937& random, int count, float deviation) {
    std::normal_distribution<float> any(0, deviation);
    std::vector<float> out(static_cast<size_t>(count));
    for (float& one : out) one = any(random);
    return out;
}

/// An integer of the view's state.
inline int chosen(View& view, const char* name) {
    return view.state().integer(index_of(view, name));
}

enum class Bring { attention, vectors };

inline Heads random_heads(std::mt19937& random, Heads shape, Bring what) {
    Heads out = shape;
    const int groups = out.layers * out.heads / out.shared;
    if (what == Bring::attention) {
        std::exponential_distribution<float> any(1);
        for (int row = 0; row < out.layers * out.heads * out.rows; ++row) {
            std::vector<float> shares;
            float sum = 0;
            for (int j = 0; j < out.cols; ++j) sum += shares.emplace_back(std::pow(any(random), 3.0f));
            for (const float share : shares) out.attention.push_back(share / sum);
        }
    } else {
        out.q = normal_numbers(random, out.layers * out.heads * out.rows * out.d, 1.5f);
        out.k = normal_numbers(random, groups * out.cols * out.d, 1);
    }
    out.v = normal_numbers(random, groups * out.cols * out.dv, 1);
    const std::vector<std::string> words = {
        "the", "cat", "Donaudampfschifffahrtsgesellschaft", "🙂", " a", "été", "", "<|endoftext|>"};
    for (int j = 0; out.named && j < out.cols; ++j) out.tokens.push_back(words[random() % words.size()]);
    return out;
}

/// Shapes that differ in what breaks layouts: one of everything, more queries than fit, a cache, many heads,
/// many components.
inline std::vector<Heads> some_heads(std::mt19937& random) {
    const auto both = [&random](const Heads& shape) {
        return std::vector{random_heads(random, shape, Bring::attention),
                           random_heads(random, shape, Bring::vectors)};
    };
    std::vector<Heads> out;
    for (const Heads& shape :
         {Heads{}, Heads{2, 4, 7, 7, 16, 8, 2, true}, Heads{12, 12, 20, 20, 2, 2, 3, true},
          Heads{1, 100, 3, 9, 3, 130, 1, true}, Heads{40, 2, 5, 5, 64, 1}, Heads{1, 2, 200, 150, 80, 3},
          Heads{1, 1, 40, 700, 4, 4, 1, true}})
        for (Heads& one : both(shape)) out.push_back(std::move(one));
    return out;
}

}  // namespace explainer::brought

// What the exhibit `values` computes and says: weights, perhaps set by hand or with words left out, and what
// each word then brings to each output. No drawing in here.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "explainer/description.h"
#include "explainer/exhibits/floats.h"
#include "explainer/superlatives.h"
#include "explainer/worked_example.h"

namespace explainer::values_model {

enum : int { word = example::softmax_count, key, component, hand, keep, step = keep + 4, play, w_o };
enum : int { show_arrivals = w_o + 1, show_made_of };  // pieces of the sheet

std::span<const Parameter> parameters();

struct Model {
    WorkedExample example;
    int word = 0, key = 0, component = 0;  // who asks; whose part of which component is looked at
    int step = 0;                          // so many words have been added so far
    bool as_given = false;                 // an essay's own numbers, with every word and no weight by hand
    const char* w_o_origin = "";           // no essay gives a W_O
    float temperature = 1;
    std::array<bool, 4> kept{};
    std::vector<char> by_hand;  // [n]: the row's weights are set by hand

    std::vector<float> scaled;          // [n, m]: what softmax gets, T ln α in rows set by hand
    std::vector<float> full, weights;   // [n, m]: with every word, and without those that are left out
    std::vector<float> before, output;  // [n, dv]: what these blend to
    std::vector<float> w_o;             // [dv, out]: no essay has one; constructed, or drawn at random
    int out_width = 0;
    std::vector<float> projected;                   // [m, out]: V W_O
    std::vector<float> lengths, projected_lengths;  // [m]: ‖v‖ and ‖W_O v‖

    int n() const { return example.n; }
    int m() const { return example.m; }
    int dv() const { return example.dv; }
    double weight(int i, int j) const { return wide(weights, i * m() + j); }
    double value(int j, int c) const { return wide(example.v, j * dv() + c); }
    double part(int i, int j, int c) const { return weight(i, j) * value(j, c); }
    double sum(int i, int c) const { return wide(output, i * dv() + c); }
    double sum_before(int i, int c) const { return wide(before, i * dv() + c); }
    double arrives(int j) const { return weight(word, j) * wide(lengths, j); }
    double arrives_after(int j) const { return weight(word, j) * wide(projected_lengths, j); }
    /// The words, each with its place if it stands twice.
    std::string name(int j) const {
        return told_apart(example.keys, static_cast<size_t>(j), example.keys[static_cast<size_t>(j)]);
    }
    std::string asks(int i) const {
        return told_apart(example.queries, static_cast<size_t>(i), example.queries[static_cast<size_t>(i)]);
    }
    int left() const;  // words that are kept
    bool complete() const { return left() == m(); }
    bool weightless(int i) const;       // all of its weight was on words that are left out
    double so_far(int i, int c) const;  // what the words bring that have been added
    /// The output with every word, if that word's value were 0.
    double without_value(int i, int j, int c) const {
        return sum_before(i, c) - wide(full, i * m() + j) * value(j, c);
    }
    bool set_by_hand() const { return by_hand[static_cast<size_t>(word)]; }
};

Model model(const State& state);

/// The shares that row `word` gets when `key` is dragged to `share`: the others share the rest as they did.
std::vector<double> dragged(const Model& model, int key, double share);

/// Two words of which the one with more weight brings visibly less; −1 where there are none.
struct Turned {
    int more = -1, less = -1;
    bool ordered = false;  // more weight is more effect with every pair, and there are weights to compare
};
Turned turned(const Model& model);

/// What an essay says of the very numbers that are shown, and what they say to it; or nothing.
std::string remark(const Model& model);

Description describe(const Model& model);
std::string numpy(const State& state);

}  // namespace explainer::values_model

// What the exhibit `multi-head` computes and says: a layer of one to eight heads, which may share keys and
// values; each head's share of every output; what each number came from; what the layer costs. No drawing.
#pragma once

#include <span>
#include <string>

#include "explainer/description.h"
#include "explainer/head_layer.h"
#include "explainer/parameters.h"

namespace explainer::multi_head_model {

using namespace head_layer;

/// The parameters, in their order.
enum : int { heads, shared, x, w_q, w_k, w_v, w_o, out_row, out_column, of, head, at_row, at_column };
enum : int { step = at_column + 1, play, large, large_heads };
enum : int { show_shares = large_heads + 1, show_cost, show_other, show_given };
std::span<const Parameter> parameters();

/// The steps of the player: what is there already.
enum : int { projected, cut, scored, weighed, blended, mixed };
extern const char* const step_names[mixed + 1];

/// What a number is one of: the choices of `of`, and the output, which has a focus of its own.
enum class Of : int { weights, concat, v, k, q, output };

/// A number that was computed: an entry of Q, K, V, of the heads side by side, of a head's map, of the
/// output.
struct Spot {
    Of of = Of::weights;
    int head = 0, row = 0, col = 0;
    bool operator==(const Spot&) const = default;
};

/// What a number is, how it reads, and what it came from.
struct Origin {
    std::string name, value, from;
};

struct Model : HeadLayer {
    int row = 0, column = 0, head = 0, step = 0;
    Spot spot;
    int large = 512, large_heads = 8;
    bool drawn = true;  // words and weights are as they were drawn, none typed over

    using HeadLayer::share;
    /// Of the output's number that is taken apart.
    float share(int h) const { return share(h, row, column); }

    /// Heads that share keys have fewer columns of them; a map has a column a word.
    bool has(const Spot& spot) const;
    /// The part of one of the matrices that a number was made of, or is.
    struct Used {
        int row = 0, rows = 0, col = 0, cols = 0;
    };
    Used used(const Spot& spot, Name name) const;
    Origin origin(const Spot& spot) const;
    /// What a head adds to a number of the output.
    Origin addend(int h, int i, int c) const;
    /// Whose part of the output's number that is taken apart is the largest, and whose the smallest.
    std::string parts() const;
    /// What this number of heads gives and takes, in a sentence of these numbers.
    std::string lesson() const;
    std::string narrowness() const;  // the same in a line
    /// The same division at a model's true size.
    std::string at_large() const;
};

Model model(const State& state);
Description describe(const Model& model);
std::string numpy(const State& state, const Model& model);

/// With so many decimals that it takes about five places.
std::string brief(double value);
std::string with_sign(float value);

}  // namespace explainer::multi_head_model

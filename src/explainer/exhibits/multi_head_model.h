// What the exhibit `multi-head` computes and says: a layer of one to eight heads, which may share keys and
// values; each head's share of every output; what each number came from; what the layer costs. No drawing in
// here.
#pragma once

#include <span>
#include <string>

#include "explainer/description.h"
#include "explainer/parameters.h"

namespace explainer::heads_model {

inline constexpr int n = 5, width = 8;  // words; d_model

/// The matrices of the sheet, given and computed; the maps are no part of it.
enum Name : int { X, WQ, WK, WV, WO, Q, K, V, concat, output, name_count };

/// Parameters.
enum : int {
    heads,
    shared,
    x,
    w_q,
    w_k,
    w_v,
    w_o,
    row,
    column,
    of,
    head,
    at_row,
    at_column,
    step,
    play,
    large,
    large_heads
};
/// The steps of the player: what is there already.
enum : int { projected, cut, scored, weighed, blended, mixed };
extern const char* const step_names[mixed + 1];
/// What a number is one of: the choices of `of`, and the output, which has a focus of its own.
enum class Of : int { weights, concat, v, k, q, output };

std::span<const Parameter> parameters();
extern const char* const words[n];

/// A number that was computed: an entry of Q, K, V, of the heads side by side, or of a head's map.
struct Spot {
    Of of = Of::weights;
    int head = 0, row = 0, col = 0;
    bool operator==(const Spot&) const = default;
};

/// What a number is, how it reads, and what it came from.
struct Origin {
    std::string name, value, from;
};

struct Cost {
    int parameters, multiplications, exponentials, cache;
};
/// Of a layer, at these n and d_model. Multiplications are those of the matrix products; the cache is what is
/// kept for each word: keys and values.
Cost cost(int heads, int pairs);

struct Model {
    int heads = 1, pairs = 1, d_k = width;  // pairs: of keys and values, kv_heads of the core
    int row = 0, column = 0, head = 0, step = 0;
    Spot spot;
    int large = 512, large_heads = 8;
    bool drawn = true;  // words and weights are as they were drawn, none typed over

    // Row-major, each as the core gives it: [n, width], W [width, width], K and V [n, kv_columns()].
    float all[name_count][width * width] = {};
    float scaled[width * n * n] = {}, weights[width * n * n] = {};  // [heads, n, n]
    float shares[width * n * width] = {};       // [heads, n, width]: what each head adds to the output
    int ranks[width] = {}, orders[width] = {};  // of each head's scores; of keys, among the words

    int together() const { return heads / pairs; }  // heads that share a pair
    int pair_of(int head) const { return head / together(); }
    int kv_columns() const { return pairs * d_k; }
    int head_of(int col) const { return col / d_k; }
    /// The column of W_K and W_V, as given, that a column of K and V comes from: each pair is that of the
    /// first head of those that share it.
    int given_column(int col) const { return col / d_k * together() * d_k + col % d_k; }
    int columns(int name) const { return name == K || name == V ? kv_columns() : width; }
    float share(int head, int i, int c) const { return shares[(head * n + i) * width + c]; }
    float at(Name name, int i, int c) const { return all[name][i * columns(name) + c]; }
    /// Of the output's number that is taken apart.
    float share(int head) const { return share(head, row, column); }

    Origin origin(const Spot& spot) const;
    /// Whose part of the output's number that is taken apart is the largest, and whose the smallest.
    std::string parts() const;
    /// What this number of heads gives and takes, in a sentence of these numbers.
    std::string lesson() const;
    /// The same division at a model's true size.
    std::string at_large() const;
};

Model model(const State& state);
Description describe(const Model& model);
std::string numpy(const State& state, const Model& model);

/// With so many decimals that it takes about five places.
std::string brief(double value);
std::string with_sign(float value);

}  // namespace explainer::heads_model

// What the exhibit `multi-head` computes and says: a layer of one to eight heads, which may share keys and
// values; each head's share of every output; what each number came from; what the layer costs. No drawing in
// here.
#pragma once

#include <string>
#include <vector>

#include "attention/multi_head.h"
#include "explainer/description.h"
#include "explainer/parameters.h"

namespace explainer::heads_model {

inline constexpr int n = 5, width = 8;  // words; d_model

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

    std::vector<float> x, w_q, w_k, w_v, w_o;  // [n, width], [width, width] as given, whoever shares
    attention::MultiHeadTrace trace;
    std::vector<float> scores, scaled;  // [heads, n, n]
    std::vector<float> shares;          // [heads, n, width]: what each head adds to the output
    std::vector<int> ranks, orders;     // [heads]: of the scores; of keys, among the words

    int together() const { return heads / pairs; }  // heads that share a pair
    int pair_of(int head) const { return head / together(); }
    int kv_columns() const { return pairs * d_k; }
    int head_of(int col) const { return col / d_k; }
    /// The column of W_K and W_V, as given, that a column of K and V comes from: each pair is that of the
    /// first head of those that share it.
    int given_column(int col) const { return col / d_k * together() * d_k + col % d_k; }
    float share(int head, int i, int c) const {
        return shares[static_cast<size_t>((head * n + i) * width + c)];
    }
    float output(int i, int c) const { return trace.output[static_cast<size_t>(i * width + c)]; }
    float concat(int i, int c) const { return trace.concat[static_cast<size_t>(i * width + c)]; }
    float weight(int head, int i, int j) const {
        return trace.weights[static_cast<size_t>((head * n + i) * n + j)];
    }

    Origin origin(const Spot& spot) const;
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

// A small layer of one to eight heads over five words, which may share keys and values: words and weights as
// they are drawn at random, everything that follows by the core, each head's share of every output. Not here:
// what is said of it, and what is looked at.
#pragma once

#include <array>
#include <span>
#include <string>

#include "attention/matrix.h"
#include "explainer/parameters.h"

namespace explainer::head_layer {

inline constexpr int n = 5, width = 8;  // words; d_model
extern const char* const tokens[n];
std::string word(int i);  // in quotation marks

/// The matrices, given and computed; the heads' maps are no part of it.
enum Name : int { X, WQ, WK, WV, WO, Q, K, V, concat, output, name_count };
constexpr int rows_of(int name) {
    return name >= WQ && name <= WO ? width : n;
}

struct HeadLayer {
    int heads = 1, pairs = 1, d_k = width;  // pairs: of keys and values, kv_heads of the core

    // Row-major, each as the core gives it: [n, width], W [width, width], K and V [n, kv_columns()].
    float all[name_count][width * width] = {};
    float scaled[width * n * n] = {}, weights[width * n * n] = {};  // [heads, n, n]
    float shares[width * n * width] = {};       // [heads, n, width]: what each head adds to the output
    int ranks[width] = {}, orders[width] = {};  // of each head's scores; of keys, among the words

    int together() const { return heads / pairs; }  // heads that share a pair
    int pair_of(int h) const { return h / together(); }
    int kv_columns() const { return pairs * d_k; }
    int head_of(int col) const { return col / d_k; }
    /// The column of W_K and W_V, as given, that a column of K and V comes from: each pair is that of the
    /// first head of those that share it.
    int given_column(int col) const { return col / d_k * together() * d_k + col % d_k; }
    int columns(int name) const { return name == K || name == V ? kv_columns() : width; }
    attention::MatrixView view(int name) { return {all[name], rows_of(name), columns(name)}; }
    attention::ConstMatrixView view(int name) const { return {all[name], rows_of(name), columns(name)}; }
    float share(int h, int i, int c) const { return shares[(h * n + i) * width + c]; }
    float at(Name name, int i, int c) const { return all[name][i * columns(name) + c]; }

    /// All that follows from X, the weights, heads and pairs.
    void compute();

  private:
    double noise_of(int h) const;
};

/// Of a layer, at these n and d_model. Multiplications are those of the matrix products; the cache is what is
/// kept for each word: keys and values.
struct Cost {
    int parameters, multiplications, exponentials, cache;
};
Cost cost(int heads, int pairs);

/// X and the weights, by Name.
std::span<const MatrixDefault> drawn_matrices();

}  // namespace explainer::head_layer

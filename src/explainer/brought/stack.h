// Matrices that a reader brings, of layers and heads: which arrays they are, by their names, and of what
// shape. What cannot be shown is said in a sentence. Not here: what the matrices mean (attention.h,
// head_tensors.h).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/arrays.h"

namespace explainer::brought {

inline constexpr int most_heads = 4096;   // layers times heads: each is a small map
inline constexpr int most_tokens = 4096;  // of queries, and of keys

struct Stack {
    std::string error;  // a sentence; if there is one, nothing else is here
    std::string name;   // as a sentence has it: “q”; or "The array"
    int layers = 0, heads = 0, rows = 0, cols = 0;
    bool by_heads = false;  // the shape has a size for heads, even if it is 1
    // Of each layer [heads, rows, cols]; somebody else's, as the arrays are.
    std::vector<std::span<const float>> of_layers;

    std::span<const float> matrix(int layer, int head) const {
        const auto size = static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
        return of_layers[static_cast<std::size_t>(layer)].subspan(static_cast<std::size_t>(head) * size,
                                                                  size);
    }
};

/// What is said of a stack of the wrong shape.
struct StackWords {
    std::string_view shape;       // "attention is [layers, heads, n, n], [heads, n, n] or [n, n]"
    std::string_view rows, cols;  // "queries", "keys"
};

/// The arrays of numbers with one of these names, the first name that is found: one; or a list of layers in
/// their order, "q.0", "q.1" …
std::vector<const model::Array*> called(std::span<const model::Array> arrays,
                                        std::span<const std::string_view> names);

/// [rows, cols], [heads, rows, cols], [layers, heads, rows, cols], or with a batch of one, [layers, 1, heads,
/// rows, cols]; of several arrays each is a layer, [heads, rows, cols] or [1, heads, rows, cols].
Stack stack_of(std::span<const model::Array* const> layers, const StackWords& words);

/// Tokens that a reader brings: of the keys, and of the queries where these have their own (cross-attention).
struct Tokens {
    std::vector<std::string> keys, queries;
};
/// A token as it is drawn: what breaks lines is written out.
std::string seen(const std::string& token);

/// The names of queries and keys: of `rows` and `cols` tokens.
struct TokenNames {
    std::string error;                       // a sentence; if there is one, nothing else is here
    std::vector<std::string> queries, keys;  // "0", "1" … where none came
    bool named = false;                      // tokens came
};
/// Queries without tokens of their own have those of the keys, if they are as many, and if they are fewer (a
/// cache) the last of them.
TokenNames names_of(int rows, int cols, const Tokens& tokens);

}  // namespace explainer::brought

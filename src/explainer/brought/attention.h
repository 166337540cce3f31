// Attention that a reader brings: which of the arrays it is, of how many layers and heads, over which tokens.
// What cannot be shown is said in a sentence. No drawing in here, and no file formats (model/read_arrays.h).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "explainer/brought/stack.h"

namespace explainer::brought {

struct Attention {
    std::string error;  // a sentence; if there is one, nothing else is here
    int layers = 0, heads = 0, rows = 0, cols = 0;
    // Of each layer [heads, rows, cols]; somebody else's, as the arrays are.
    std::vector<std::span<const float>> weights;
    std::vector<std::string> queries, keys;  // names, as many as rows and columns; "0", "1" … where none came
    bool named = false;                      // tokens came

    std::span<const float> map(int layer, int head) const {
        const auto size = static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
        return weights[static_cast<std::size_t>(layer)].subspan(static_cast<std::size_t>(head) * size, size);
    }
};

// Taken for attention: the array "attention" (or "attentions", "attn", "weights"), or, where none is called
// so, the only one of numbers that has two to five dimensions. [n, m], [heads, n, m], [layers, heads, n, m],
// or with a batch of one, [layers, 1, heads, n, m]. A list of layers is "attention.0", "attention.1" …, of
// [heads, n, m] or [1, heads, n, m]. tokens: as names_of() takes them.
Attention attention_of(std::span<const model::Array> arrays, const Tokens& tokens);

// Whether an array has one of those names.
bool has_attention(std::span<const model::Array> arrays);

}  // namespace explainer::brought

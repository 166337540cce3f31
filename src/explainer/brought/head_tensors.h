// What a reader brings of heads, besides attention or in its place: queries, keys and values. Which arrays
// they are, and whether they belong together; what does not is said in a sentence. Not here: the weights that
// follow from them (head_weights.h).
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "attention/matrix.h"
#include "explainer/brought/attention.h"
#include "explainer/brought/brought.h"
#include "explainer/brought/stack.h"

namespace explainer::brought {

/// What an exhibit shows: weights, brought or of queries and keys; weights and the values that they mix;
/// scores, which take queries and keys.
enum class Wanted { weights, arrivals, scores };

struct HeadTensors {
    std::string error;  // a sentence; if there is one, nothing else is here
    int layers = 0, heads = 0, rows = 0, cols = 0;
    std::vector<std::string> queries, keys;  // names, as many as rows and columns
    bool named = false;                      // tokens came
    /// The attention that came beside queries and keys gives the first query no later key.
    bool causal = false;
    std::optional<Attention> attention;  // of layers × heads; none: it follows from q and k
    std::optional<Stack> q, k, v;

    int d() const { return q ? q->cols : 0; }
    int dv() const { return v ? v->cols : 0; }
    /// Which of the tokens a query is: with fewer queries than keys they are the last tokens.
    int place(int query) const { return std::max(0, cols - rows) + query; }
    /// How many keys a query sees: all, or its own and those before it.
    int seen(int query, bool causal) const { return causal ? std::min(cols, place(query) + 1) : cols; }
    /// Of one head: [rows, cols], [rows, d], [cols, d], [cols, dv]. Several heads may share keys and values.
    attention::ConstMatrixView weights_of(int layer, int head) const;
    attention::ConstMatrixView of(const Stack& stack, int layer, int head) const;
};

/// q kᵀ ÷ √d: [n, d] [m, d] → [n, m].
void scaled_scores(attention::ConstMatrixView q, attention::ConstMatrixView k, attention::MatrixView out);

// Queries are the array "q" (or "Q", "query", "queries"), keys "k", "K", "key" or "keys", values "v", "V",
// "value" or "values": of a head [n, d], of more as attention.h has it, [layers, heads, n, d] or less. Keys
// and values may be of fewer heads than queries (grouped queries): head h then reads those of the head h ÷
// (queries' heads ÷ theirs). tokens as attention_of() takes them.
HeadTensors head_tensors_of(std::span<const model::Array> arrays, const Tokens& tokens, Wanted wanted);
/// The same, for kinds.h.
template <Wanted wanted>
HeadTensors read_head(const Tensors& tensors) {
    return head_tensors_of(tensors.arrays, tensors.tokens, wanted);
}

}  // namespace explainer::brought

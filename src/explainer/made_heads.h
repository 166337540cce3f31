// Heads that were made, not learned, over a line of words or three keys: what the words are, and queries and
// keys of each head. Those of our own sentences are built from what each word is (sentences.h); one's own
// words get heads that need no grammar; random heads are projections from a seed; the example with three keys
// is a book chapter's. Not here: attention, which the core computes from these.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "explainer/parameters.h"
#include "explainer/sentences.h"

namespace explainer {

/// Where a head's numbers come from.
enum class Origin { given, pattern, built, random };

struct MadeHead {
    Origin origin = Origin::built;
    std::string_view caption = {};
    std::vector<float> q = {}, k = {};      // [n, d], [m, d]
    std::vector<float> w_q = {}, w_k = {};  // of a random one: [16, d]
};

struct MadeHeads {
    int n = 0, m = 0, d = 0;  // queries, keys, width of both
    bool empty = false;       // no word was typed
    std::vector<std::string> queries = {}, keys = {};
    int axis_count = 3;
    const char* const* axes = nullptr;
    std::vector<float> values = {};  // [m, axis_count]
    std::vector<MadeHead> made = {};

    const Sentence* built_from = nullptr;  // one of ours
    std::vector<float> word_vectors = {};  // [n, 16] of random heads; the same word has the same

    float value(int j, int axis) const { return values[static_cast<size_t>(j * axis_count + axis)]; }
    /// Lines of Python that make Q, K and V of a head.
    std::string python(int head) const;
};

/// What they are made of, and the word that asks and the one that is looked at: they come first in an
/// exhibit's table, so that these are their indices.
namespace made_heads {
enum : int { sentence_choice, typed, head_choice, others, seed, row_focus, column_focus, count };
}
extern const std::array<Parameter, made_heads::count> made_heads_parameters;
enum : int { three_keys = 3, own_words };  // sentences that are none of ours

MadeHeads heads_by_hand();
/// Of sentence 0 to 2; `random`: those from the fifth on.
MadeHeads heads_of_sentence(int sentence, bool random, int seed);
MadeHeads heads_of_words(std::string_view text, int seed);

}  // namespace explainer

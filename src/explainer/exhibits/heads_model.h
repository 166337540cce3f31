// What `heads` computes: eight heads over one sentence. Those of our own sentences are built from what each
// word is (sentences.h); one's own words get heads that need no grammar; random heads are projections from a
// seed; the example with three keys is a book chapter's. No drawing and no words about it in here.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "attention/trace.h"
#include "explainer/figures/matrix.h"
#include "explainer/parameters.h"
#include "explainer/sentences.h"

namespace explainer::attention_heads {

// Parameters, in the order of the table.
enum : int {
    sentence_choice,
    typed,
    head_choice,
    others,
    seed,
    row_focus,
    column_focus,
    map_choice,
    causal,
    scaled,
    step,
    first_tick,  // of head A, and so on
    play = first_tick + head_count
};

enum : int { three_keys = 3, own_words };  // sentences that are none of ours
enum : int { after_score = 1, after_exp, after_weight, after_value, after_sum };

inline size_t at(int index) {
    return static_cast<size_t>(index);
}

/// Where a head's numbers come from.
enum class Origin { given, pattern, built, random };

/// One head, by the core, and what a reader compares heads by.
struct HeadNumbers {
    attention::Trace trace;
    std::vector<float> exps;                     // [n, m] of the scaled scores; 0 where masked
    std::vector<float> sums;                     // [n] of them
    std::vector<float> map;                      // [n, m] what a map shows; NaN: masked
    std::vector<figures::Entry> rings;           // masked keys with a higher score than all that may be seen
    float entropy = 0, first = 0, distance = 0;  // means over the rows from `first_row` on
    Origin origin = Origin::built;
    std::string_view caption;
    // As they are shown: made once, not in each frame.
    std::vector<std::string> entropies;  // [n]
    std::string entropy_shown, first_shown, distance_shown;
};

struct Model {
    void compute(const State& state);

    bool by_hand() const { return sentence == three_keys; }
    bool own() const { return sentence == own_words; }
    /// Python for the inputs of one head: Q, K and V.
    std::string inputs(int head) const;
    float value(int j, int axis) const { return values[at(j * axis_count + axis)]; }

    int sentence = 0, n = 0, m = 0, d = 0;
    bool random = false, causal_mask = true, divided = false, scores_shown = false;
    bool empty = false;  // no word was typed
    std::vector<std::string> queries, keys;
    int axis_count = 3;
    const char* const* axes = nullptr;
    std::vector<float> values;  // [m, axis_count]
    float largest_value[3] = {1, 1, 1};
    std::span<const HeadNumbers> heads() const { return {heads_, at(head_number_)}; }
    int first_row = 0;  // of those that have a choice
    float largest_entropy = 1, largest_distance = 1, largest_score = 1;
    uint64_t version = 0;  // another one after each computation

  private:
    void attend(const float* q, const float* k, Origin origin, std::string_view caption);
    void compute_by_hand();
    void compute_sentence();
    void compute_words(std::string_view text);
    /// The projections of a random head; of the first one also the words' vectors.
    void draw_random(int head);
    void compute_random(int head);
    void measure(HeadNumbers& head) const;

    HeadNumbers heads_[head_count];
    int head_number_ = 0;  // of them; by hand there is one

    int seed_ = 1;
    std::string computed_;             // of which inputs all this is
    std::vector<float> word_vectors_;  // [n, 16] random; the same word has the same
    std::vector<float> q_, k_;         // [n, d] of the head under way
    std::vector<float> w_q_, w_k_;     // [16, d] of the random head under way
};

}  // namespace explainer::attention_heads

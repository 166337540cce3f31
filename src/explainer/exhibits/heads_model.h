// What `heads` computes, and says of it: eight heads over one sentence, made by made_heads.h, traced by the
// core, and what a reader compares them by. No drawing in here.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explainer/description.h"
#include "explainer/figures/matrix.h"
#include "explainer/made_heads.h"
#include "explainer/parameters.h"
#include "explainer/traced_head.h"

namespace explainer::attention_heads {

// Parameters, in the order of the table.
using namespace made_heads;
enum : int {
    map_choice = made_heads::count,
    causal,
    scaled,
    step,
    first_tick,  // of head A, and so on
    play = first_tick + head_count,
    show_map,
    show_row,
    show_heads,
    show_measures
};

inline size_t at(int index) {
    return static_cast<size_t>(index);
}

/// One head, and what its maps show.
struct HeadNumbers : TracedHead {
    std::vector<float> map;             // [n, m]; NaN: masked
    std::vector<figures::Entry> rings;  // masked keys with a higher score than all that may be seen
    Origin origin = Origin::built;
    std::string_view caption;
};

class Model : public MadeHeads {
  public:
    void compute(const State& state);
    Description describe() const;
    std::string numpy() const;

    bool by_hand() const { return sentence == three_keys; }
    bool own() const { return sentence == own_words; }
    std::span<const HeadNumbers> heads() const { return {heads_, made.size()}; }
    const HeadNumbers& large() const { return heads_[head]; }
    /// The enlarged head's ribbons are there in any case; others are compared with it.
    bool drawn(int h) const { return h == head || (ticks[h] && !by_hand()); }
    static char letter(int head) { return static_cast<char>('A' + head); }
    std::string named(int head) const;
    std::string query(int i) const { return "“" + queries[at(i)] + "”"; }
    std::string key(int j) const { return "“" + keys[at(j)] + "”"; }

    // What is chosen
    int sentence = 0, head = 1, row = 0, column = 0, reached = after_sum;
    bool ticks[head_count] = {};
    bool random = false, causal_mask = true, divided = false, scores_shown = false;

    float largest_value[3] = {1, 1, 1};
    int first_row = 0;  // of those that have a choice
    float largest_entropy = 1, largest_distance = 1, largest_score = 1;
    uint64_t version = 0;  // another one after each computation

  private:
    void draw_map(HeadNumbers& head) const;
    std::string placed(int key) const;
    std::string most_looked_at() const;
    Table map_table() const;
    void describe_heads(Description& out) const;

    HeadNumbers heads_[head_count];
    std::string computed_;  // of which inputs all this is
};

}  // namespace explainer::attention_heads

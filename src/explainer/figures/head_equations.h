// What a number of a head came from, as an equation with its numbers: a weight and what it hands over, or
// what a row sums up to. Not here: the numbers themselves (traced_head.h).
#pragma once

#include <string>
#include <vector>

#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/made_heads.h"
#include "explainer/traced_head.h"

namespace explainer::figures {

/// A word of a reader's own may be long.
std::string quoted(const std::string& word);
/// What may be as large as e¹⁰.
std::string short_of(float value);

struct HeadEquations {
    const TracedHead& head;
    const MadeHeads& words;
    bool divided = false;     // scores are, by √d_k
    std::string before = {};  // what the head is called, where that is to be said

    /// A weight, and what it hands over; no further than so many steps.
    std::vector<Run> of_weight(const Theme& theme, int row, int col, int steps) const;
    /// A sum over a row: an axis of the output, or one of these.
    enum : int { of_exps = 8, of_entropy };
    std::vector<Run> of_sum(const Theme& theme, int sum, int row) const;
};

}  // namespace explainer::figures

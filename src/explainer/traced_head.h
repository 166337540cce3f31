// One head over words, by the core: its trace, the exponentials on the way, and what a reader compares heads
// by. Not here: where its queries and keys come from (made_heads.h).
#pragma once

#include <vector>

#include "attention/trace.h"

namespace explainer {

/// How far a row is taken apart.
enum : int { after_score = 1, after_exp, after_weight, after_value, after_sum };

struct TracedHead {
    attention::Trace trace;
    int n = 0, m = 0;                            // queries, keys
    std::vector<float> exps;                     // [n, m] of the scaled scores; 0 where masked
    std::vector<float> sums;                     // [n] of them
    float entropy = 0, first = 0, distance = 0;  // means over the rows from `first_row` on

    void attend(attention::ConstMatrixView q, attention::ConstMatrixView k, attention::ConstMatrixView v,
                const attention::Options& options, int first_row);
    bool hidden(int i, int j) const;  // by the mask
    /// The key with the highest score of a row, masked or not.
    int best(int row) const;
};

}  // namespace explainer

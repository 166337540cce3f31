// The path of `induction`, from top to bottom, a column a word: words, ribbons of layer 1, what each word
// then holds, the question of layer 2 and what it copies, the next word. Not here: the maps and the numbers.
#pragma once

#include "explainer/exhibits/induction_model.h"
#include "explainer/figures/layout.h"
#include "explainer/hover.h"

namespace explainer::induction {

/// What the pointer is on: a weight of layer 1 or 2, a column of the path (layer 0), or a word of the shares.
struct Pointed {
    int layer = -1, row = -1, col = -1, word = -1;
    bool operator==(const Pointed&) const = default;

    /// Whether that weight is pointed at: itself, or one that its column's slot is written or read by.
    bool is_on(int of_layer, int i, int j) const {
        return layer == of_layer ? row == i && col == j : layer == 0 && col == (of_layer == 1 ? i : j);
    }
};

/// Model and hover outlive the block. `wide`: there is room for names at the left of the words.
figures::Block path(Ui& ui, const Model& model, const Hover<Pointed>& hover, bool wide);

}  // namespace explainer::induction

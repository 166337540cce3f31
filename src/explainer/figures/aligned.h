// A matrix and what stands beside its rows, over and under its columns: sums, bars, words, entropies. All
// share the matrix's tracks, also while it scrolls. Not here: the labels of rows and columns (MatrixFrame),
// and what stands between two matrices.
#pragma once

#include <string>
#include <vector>

#include "explainer/figures/matrix.h"

namespace explainer::figures {

/// One cell for each row (beside the matrix) or for each column (over or under it).
struct Strip {
    float size = 0;         // across its tracks, CSS pixels; beside the rows 0: what the others leave
    float gap = 12;         // from the cells, or from the strip before it
    std::string id = {};    // unique in the exhibit; where there is something to point at or to press
    std::string name = {};  // right over the cells, at the right end; beside rows only, where it fits
    UniqueFunction<void(Ui&, int index, Rect track)> draw = nullptr;  // of what is in sight
    UniqueFunction<void(int index)> hovered = nullptr, pressed = nullptr;
};

struct Strips {
    std::vector<Strip> right = {};  // from the cells outward
    std::vector<Strip> above = {};  // from top to bottom
    std::vector<Strip> below = {};  // likewise
};

/// As wide as it gets, if a strip takes what is left; else as it needs.
Block aligned(MatrixLook&& look, Strips&& strips);

}  // namespace explainer::figures

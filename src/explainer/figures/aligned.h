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
    /// Over or under the cells, before its tracks: labels, sums and what is not one column's. `whole` is as
    /// wide as all that is aligned.
    UniqueFunction<void(Ui&, const MatrixPlace&, Rect whole)> behind = nullptr;
    UniqueFunction<void(int index)> hovered = nullptr, pressed = nullptr;
};

/// Numbers under the columns: their name stands at the left of the cells, what they come to at the right.
struct NumberLine {
    std::string id = {};
    float height = 20, gap = 0;
    std::string name = {};
    Color name_color = {};
    bool bold = false;  // the name
    /// Of a column; not a number: a dash. Null: nothing is there yet.
    UniqueFunction<double(int col)> value = nullptr;
    int decimals = 2;  // fewer where cells are narrow
    Color color = {};
    int lit = -1;                                     // this column's number is bold
    UniqueFunction<Color(int col)> ground = nullptr;  // what the numbers stand on; else paper
    bool filled = false;                              // that ground is drawn
    std::string total = {};
    Color total_color = {};
    UniqueFunction<void(int col)> hovered = nullptr, pressed = nullptr;
    UniqueFunction<void()> total_hovered = nullptr;
};
Strip number_line(NumberLine&& line);

/// Words over the columns, of which one is chosen: a filled pill. Long ones take turns on two lines.
struct WordLine {
    std::string id = {};
    float height = 44;
    std::vector<std::string> words = {};
    Color color = {}, chosen_color = {};
    int chosen = -1, lit = -1;
    /// The text that the words come from: a pencil at their left asks for its native input. Without one,
    /// until something was touched, it says there that words can be pressed.
    int text_parameter = -1;
    UniqueFunction<void(int col)> hovered = nullptr, pressed = nullptr;
};
Strip word_line(WordLine&& line);

struct Strips {
    std::vector<Strip> right = {};  // from the cells outward
    std::vector<Strip> above = {};  // from top to bottom
    std::vector<Strip> below = {};  // likewise
};

/// As wide as it gets, if a strip takes what is left; else as it needs.
Block aligned(MatrixLook&& look, Strips&& strips);

}  // namespace explainer::figures

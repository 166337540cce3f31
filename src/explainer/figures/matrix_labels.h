// The names of a matrix's rows and columns: how much room they take, and how they keep off each other. What a
// hand does with them is in matrix.cpp.
#pragma once

#include <utility>

#include "explainer/figures/matrix.h"

namespace explainer::figures {

inline constexpr float bracket_room = 10;  // from its line to the cells
inline constexpr float label_gap = 10;     // between row labels and cells
inline constexpr float label_line = 20;

class MatrixLabels {
  protected:
    explicit MatrixLabels(MatrixLook&& look) : look_(std::move(look)) {}

    float row_label_width(float available) const;
    int lines_over_columns() const;
    bool row_lit(int row) const;
    bool col_lit(int col) const;
    void draw_row_labels(Ui& ui, Rect) const;
    /// `place`: left and right edge, and the middle of the row.
    void draw_row_button(Ui& ui, int row, bool lit, Rect place) const;
    void draw_col_labels(Ui& ui) const;

    MatrixLook look_;
    MatrixPlace place_;
    Rect cells_;  // relative to the whole; as high as what is reserved
    float label_width_ = 0;
    int label_lines_ = 0;
};

}  // namespace explainer::figures

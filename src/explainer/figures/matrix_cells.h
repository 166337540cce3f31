// What is drawn within a matrix: grounds, numbers, marks and outlines, for the cells in sight. Not here:
// where the cells stand and what a hand does (matrix.cpp).
#pragma once

#include "explainer/figures/matrix.h"

namespace explainer::figures {

void draw_matrix_cells(Ui& ui, const MatrixLook& look, const MatrixPlace& place);

/// Around rows, columns and cells, over what the caller draws on the cells.
void draw_matrix_outlines(Ui& ui, const MatrixLook& look, const MatrixPlace& place);

/// What a cell of that size shows of a value, and how large; nothing if no way of writing it fits.
struct CellNumber {
    std::string text;
    Type type;
};
CellNumber cell_number(const MatrixLook& look, float value, float width, float height, bool bold);

/// With how many decimals all numbers of that look fit cells of that width: a number that alone had fewer
/// would read as another one. As many as the look has, where none will do.
int shared_decimals(const MatrixLook& look, float width);

/// The width that numbers of that look want a cell to have.
float natural_cell_width(const MatrixLook& look);

}  // namespace explainer::figures

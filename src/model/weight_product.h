// What products with weights are made of, for each type that weights have: a product with few rows, which
// goes through the weights once, and their packing for one with many (attention/panels.h). Used by linear.h.
// Figures, whose weights are float32, have the core's own in their place: weight_product_of_figures.cpp.
#pragma once

#include "weights.h"

namespace model {

// Whether x [n, in] goes through the weights row by row: a tile of rows is computed whole, so that with fewer
// than half of one this is faster.
bool goes_row_by_row(int n, const Linear& by);

// x [n, in] · W → out [n, out], row by row.
void multiply_rows(ConstMatrixView x, const Linear& by, MatrixView out);

// Outputs first … first + count − 1 of W as panels, [in, count]; zeros up to a whole panel.
void pack_weights(const Linear& by, int first, int count, float* panels);

// Row `row` of the matrix → to [cols], float32.
void widen_row(const WeightMatrix& matrix, int row, float* to);
// to += it.
void add_row(const WeightMatrix& matrix, int row, float* to);

}  // namespace model

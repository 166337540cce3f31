// Products with weights in float32 by what the core has for its stages: no bytes that a figure's reader would
// wait for. Everywhere else: weight_product.cpp.
#include <algorithm>

#include "attention/panels.h"
#include "attention/stages.h"
#include "weight_product.h"

namespace model {

bool goes_row_by_row(int n, const Linear& by) {
    return n <= attention::tile_rows / 2 || by.out_in;
}

void multiply_rows(ConstMatrixView x, const Linear& by, MatrixView out) {
    by.out_in ? attention::scores(x, by.weight, out) : attention::project(x, by.weight, out);
}

void pack_weights(const Linear& by, int first, int count, float* panels) {
    attention::pack_panels(by.weight.cols_from(first, count), panels);
}

void widen_row(const WeightMatrix& matrix, int row, float* to) {
    std::copy_n(matrix.row(row), matrix.cols, to);
}

void add_row(const WeightMatrix& matrix, int row, float* to) {
    for (int j = 0; j < matrix.cols; ++j) to[j] += matrix(row, j);
}

}  // namespace model

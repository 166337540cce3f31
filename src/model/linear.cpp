// The product in slabs of columns: a slab's panels stay in the cache for all rows.
#include "linear.h"

#include <algorithm>

#include "attention/panels.h"
#include "weight_product.h"

namespace model {
namespace {

constexpr int slab = 4 * attention::panel_columns;

}  // namespace

FloatCount multiply_scratch(int n, int inner) {
    return goes_row_by_row(n, {})
               ? 0
               : attention::row_tile_floats(n, inner) + attention::panel_floats(inner, slab);
}

void multiply(ConstMatrixView x, const Linear& by, float* scratch, MatrixView out) {
    assert(usable(x) && by.weight.is_there() && usable(out));
    assert(x.cols == by.inputs() && out.rows == x.rows && out.cols == by.outputs());
    if (goes_row_by_row(x.rows, by)) {
        multiply_rows(x, by, out);
        return;
    }
    float* const row_tiles = scratch;
    float* const panels = scratch + attention::row_tile_floats(x.rows, x.cols);
    attention::pack_row_tiles(x, row_tiles);
    for (int c = 0; c < out.cols; c += slab) {
        const int columns = std::min(slab, out.cols - c);
        pack_weights(by, c, columns, panels);
        attention::multiply_panels(row_tiles, panels, x.cols, out.cols_from(c, columns));
    }
}

void linear(ConstMatrixView x, const Linear& by, float* scratch, MatrixView out) {
    multiply(x, by, scratch, out);
    if (!by.bias.data) return;
    assert(by.bias.cols == out.cols);
    for (int i = 0; i < out.rows; ++i) add(by.bias, out.rows_from(i, 1));
}

void add(ConstMatrixView x, MatrixView to) {
    assert(to.same_shape(x));
    for (int i = 0; i < x.rows; ++i) {
        const float* from = x.row(i);
        float* sum = to.row(i);
        for (int j = 0; j < x.cols; ++j) sum[j] += from[j];
    }
}

}  // namespace model

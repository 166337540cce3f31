// The product in slabs of columns: a slab's panels stay in the cache for all rows.
#include "linear.h"

#include <algorithm>

#include "attention/panels.h"
#include "attention/stages.h"

namespace model {
namespace {

constexpr int slab = 4 * attention::panel_columns;

// A tile of rows is computed whole. With fewer rows than half of one it is faster to go through W once, row
// by row.
constexpr int few_rows = attention::tile_rows / 2;

}  // namespace

FloatCount multiply_scratch(int n, int inner) {
    return n <= few_rows ? 0 : attention::row_tile_floats(n, inner) + attention::panel_floats(inner, slab);
}

void multiply(ConstMatrixView x, ConstMatrixView w, float* scratch, MatrixView out) {
    assert(usable(x) && usable(w) && usable(out));
    assert(x.cols == w.rows && out.rows == x.rows && out.cols == w.cols);
    if (x.rows <= few_rows) {
        attention::project(x, w, out);
        return;
    }
    float* const row_tiles = scratch;
    float* const panels = scratch + attention::row_tile_floats(x.rows, x.cols);
    attention::pack_row_tiles(x, row_tiles);
    for (int c = 0; c < w.cols; c += slab) {
        const int columns = std::min(slab, w.cols - c);
        attention::pack_panels(w.cols_from(c, columns), panels);
        attention::multiply_panels(row_tiles, panels, x.cols, out.cols_from(c, columns));
    }
}

void linear(ConstMatrixView x, const Linear& by, float* scratch, MatrixView out) {
    assert(by.bias.cols == out.cols);
    multiply(x, by.weight, scratch, out);
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

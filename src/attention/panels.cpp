// Packing, and the scalar product of packed factors.
#include "panels.h"

namespace attention {

void pack_panels(ConstMatrixView b, float* panels) {
    assert(usable(b) && panels);
    for (int c = 0; c < b.cols; c += panel_columns) {
        const int width = b.cols - c < panel_columns ? b.cols - c : panel_columns;
        for (int t = 0; t < b.rows; ++t, panels += panel_columns) {
            const float* row = b.row(t) + c;
            for (int j = 0; j < width; ++j) panels[j] = row[j];
            for (int j = width; j < panel_columns; ++j) panels[j] = 0;
        }
    }
}

void scalar::pack_row_tiles(ConstMatrixView a, float* row_tiles) {
    for (int i = 0; i < a.rows; i += tile_rows) {
        for (int t = 0; t < a.cols; ++t) {
            for (int r = 0; r < tile_rows; ++r) *row_tiles++ = a(i + r < a.rows ? i + r : a.rows - 1, t);
        }
    }
}

void scalar::multiply_panels(const float* row_tiles, const float* panels, int inner, MatrixView out) {
    const std::ptrdiff_t panel_size = static_cast<std::ptrdiff_t>(inner) * panel_columns;
    for (int c = 0; c < out.cols; c += panel_columns, panels += panel_size) {
        const int width = out.cols - c < panel_columns ? out.cols - c : panel_columns;
        for (int i = 0; i < out.rows; ++i) {
            const float* a = row_tiles + static_cast<std::ptrdiff_t>(i / tile_rows) * inner * tile_rows;
            float sum[panel_columns] = {};
            for (int t = 0; t < inner; ++t) {
                const float x = a[t * tile_rows + i % tile_rows];
                for (int j = 0; j < panel_columns; ++j) sum[j] += x * panels[t * panel_columns + j];
            }
            for (int j = 0; j < width; ++j) out(i, c + j) = sum[j];
        }
    }
}

}  // namespace attention

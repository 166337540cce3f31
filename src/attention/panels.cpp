// Packing, and the scalar product of packed factors.
#include "panels.h"

namespace attention {

void pack_panels(const float* b, std::ptrdiff_t stride, int inner, int columns, float* panels) {
    for (int c = 0; c < columns; c += panel_columns) {
        const int width = columns - c < panel_columns ? columns - c : panel_columns;
        for (int t = 0; t < inner; ++t, panels += panel_columns) {
            const float* row = b + t * stride + c;
            for (int j = 0; j < width; ++j) panels[j] = row[j];
            for (int j = width; j < panel_columns; ++j) panels[j] = 0;
        }
    }
}

void scalar::pack_row_tiles(const float* a, std::ptrdiff_t stride, int n, int inner, float* row_tiles) {
    for (int i = 0; i < n; i += tile_rows) {
        for (int t = 0; t < inner; ++t) {
            for (int r = 0; r < tile_rows; ++r) {
                *row_tiles++ = a[(i + r < n ? i + r : n - 1) * stride + t];
            }
        }
    }
}

void scalar::multiply_panels(const float* row_tiles, int n, int inner, const float* panels, int columns,
                             float* out, std::ptrdiff_t out_stride) {
    const std::ptrdiff_t panel_size = static_cast<std::ptrdiff_t>(inner) * panel_columns;
    for (int c = 0; c < columns; c += panel_columns, panels += panel_size) {
        const int width = columns - c < panel_columns ? columns - c : panel_columns;
        for (int i = 0; i < n; ++i) {
            const float* a = row_tiles + static_cast<std::ptrdiff_t>(i / tile_rows) * inner * tile_rows;
            float sum[panel_columns] = {};
            for (int t = 0; t < inner; ++t) {
                const float x = a[t * tile_rows + i % tile_rows];
                for (int j = 0; j < panel_columns; ++j) sum[j] += x * panels[t * panel_columns + j];
            }
            for (int j = 0; j < width; ++j) out[i * out_stride + c + j] = sum[j];
        }
    }
}

}  // namespace attention

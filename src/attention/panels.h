// Matrix products for speed, a [n, inner] · b [inner, columns], of packed factors. The left factor is packed
// in row tiles: six rows each, [⌈n / 6⌉][inner, 6]. The right factor is packed in panels: eight columns each,
// [⌈columns / 8⌉][inner, 8]. So the inner loop reads two streams from front to back (tile.h). In SIMD and as
// a scalar implementation. In attention K is the left factor and eight queries are a panel.
#pragma once

#include <cstddef>

#include "matrix.h"

namespace attention {

inline constexpr int tile_rows = 6;
inline constexpr int panel_columns = 8;

constexpr int round_up(int count, int multiple) {
    return (count + multiple - 1) / multiple * multiple;
}

// Size of the row tiles of an [n, inner] matrix.
inline FloatCount row_tile_floats(int n, int inner) {
    return (area(n, 1) + tile_rows - 1) / tile_rows * area(tile_rows, inner);
}

// Size of the panels of an [inner, columns] matrix.
inline FloatCount panel_floats(int inner, int columns) {
    return (area(columns, 1) + panel_columns - 1) / panel_columns * area(panel_columns, inner);
}

// b [inner, columns] → panels; zeros where there are no columns.
void pack_panels(ConstMatrixView b, float* panels);

namespace scalar {
// a [n, inner] → row tiles; past the end the last row is repeated.
void pack_row_tiles(ConstMatrixView a, float* row_tiles);
// out [n, columns] = row tiles · panels.
void multiply_panels(const float* row_tiles, const float* panels, int inner, MatrixView out);
}  // namespace scalar

#ifdef ATTENTION_SCALAR
using scalar::multiply_panels;
using scalar::pack_row_tiles;
#else
namespace simd {
void pack_row_tiles(ConstMatrixView a, float* row_tiles);
void multiply_panels(const float* row_tiles, const float* panels, int inner, MatrixView out);
}  // namespace simd
using simd::multiply_panels;
using simd::pack_row_tiles;
#endif

}  // namespace attention

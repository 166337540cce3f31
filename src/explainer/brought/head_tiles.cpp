// See head_tiles.h.
#include "explainer/brought/head_tiles.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "explainer/weight_tiles.h"

namespace explainer::brought {

float largest_in(attention::ConstMatrixView map, int row, int col, int side) {
    float out = std::numeric_limits<float>::quiet_NaN();
    for (int i = row; i < std::min(map.rows, row + side); ++i)
        for (int j = col; j < std::min(map.cols, col + side); ++j) out = larger(out, map(i, j));
    return out;
}

float (*shade_of(bool logarithmic))(float weight) {
    if (logarithmic) return [](float weight) { return std::isnan(weight) ? weight : heat_of(weight); };
    return [](float weight) { return weight; };
}

void HeadTiles::fill_rows(int level, int row, int col, int first, int last, float* out) {
    const int side = 1 << level;
    for (int i = first; i < last; ++i) {
        const int top = (row * tile_side + i) * side;
        for (int j = 0; j < tile_side && top < weights_.rows; ++j) {
            const int left = (col * tile_side + j) * side;
            if (left >= weights_.cols) break;
            out[i * tile_side + j] = shade(largest_in(weights_, top, left, side));
        }
    }
}

}  // namespace explainer::brought

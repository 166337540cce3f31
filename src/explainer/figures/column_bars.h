// Upright bars in the columns of a matrix, several series side by side in each, with a letter over the
// highest bar of a series. Not here: bars of one series with axis and numbers (bars.h).
#pragma once

#include <string>
#include <vector>

#include "explainer/figures/matrix.h"

namespace explainer::figures {

struct ColumnSeries {
    std::string id = {};            // of its motion
    const float* shares = nullptr;  // 0 to 1, one for each column of the matrix
    Color color = {};
    std::string letter = {};  // over its highest bar, if that is high enough to be seen; empty: none
};
/// In `whole`, of those columns that are in sight.
void draw_column_bars(Ui& ui, const MatrixPlace& place, Rect whole, const std::vector<ColumnSeries>& series);

}  // namespace explainer::figures

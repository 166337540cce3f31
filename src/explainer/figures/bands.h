// To whom each part of a matrix belongs: colours along its edge, and gaps where its columns (or rows) part.
// Not here: how the cells are drawn (matrix.h).
#pragma once

#include <string>
#include <vector>

#include "explainer/figures/matrix.h"

namespace explainer::figures {

inline constexpr float band_thickness = 4, band_room = band_thickness + 1;  // CSS pixels, over the cells

struct Bands {
    std::string id = {};             // of the motion: those that are cut alike share it
    std::vector<Color> colors = {};  // one for each owner, of equal parts of the edge
    int tracks = 0;                  // columns (or rows), a power of two: all are in sight
    int parts = 1;                   // likewise; as it changes, each part opens in its middle
    bool down = false;               // along the left edge, by rows
};
void draw_bands(Ui& ui, const MatrixPlace& place, const Bands& bands);

}  // namespace explainer::figures

// See bands.h.
#include "explainer/figures/bands.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace explainer::figures {

void draw_bands(Ui& ui, const MatrixPlace& place, const Bands& bands) {
    constexpr float widest_gap = 3;
    const Rect& cells = place.cells;
    const float step = bands.down ? place.cell_height : place.cell_width;
    const float halvings = ui.eased(bands.id, std::log2(static_cast<float>(bands.parts)));
    const int all = std::countr_zero(static_cast<unsigned>(bands.tracks));
    for (int i = 1; i < bands.tracks; ++i) {
        const auto since = static_cast<float>(all - 1 - std::countr_zero(static_cast<unsigned>(i)));
        const float open = widest_gap * std::clamp(halvings - since, 0.0f, 1.0f);
        const float at = step * static_cast<float>(i) - 0.5f - open / 2;
        const Rect gap = bands.down ? Rect{cells.x, cells.y + at, cells.width, open}
                                    : Rect{cells.x + at, cells.y, open, cells.height};
        if (open > 0) ui.painter().rectangle(gap, ui.theme().paper, 0);
    }
    const float size = step * static_cast<float>(bands.tracks) /
                       static_cast<float>(std::max<size_t>(1, bands.colors.size()));
    for (size_t i = 0; i < bands.colors.size(); ++i) {
        const float at = size * static_cast<float>(i) + 0.5f;
        const Rect edge = bands.down
                              ? Rect{cells.x - band_thickness - 2, cells.y + at, band_thickness, size - 2}
                              : Rect{cells.x + at, cells.y - band_room, size - 2, band_thickness};
        ui.painter().rectangle(edge, bands.colors[i], 0);
    }
}

}  // namespace explainer::figures

// See map_frame.h.
#include "explainer/figures/map_frame.h"

#include <algorithm>
#include <utility>

#include "explainer/weight_tiles.h"

namespace explainer::figures {

float profile_depth(float width) {
    return std::clamp(width / 8, 52.0f, 80.0f);
}

Block map_frame(float axis, float side, float depth, MapFrame&& of) {
    const auto around = [axis, side, depth](Block left, Block middle, Block right) {
        return row({.gap = 0}, {Item(std::move(left), pixels(axis)), Item(std::move(middle), pixels(side)),
                                Item(space(0), pixels(profile_gap)), Item(std::move(right), pixels(depth))});
    };
    Block above = around(std::move(of.rows), std::move(of.map), std::move(of.column));
    Block below =
        of.row ? around(space(0), padded(0, profile_gap, 0, 0, std::move(of.row)), std::move(of.corner))
               : nullptr;
    return column(0, std::move(above), std::move(below), around(space(0), std::move(of.cols), space(0)));
}

MapProfileLook weight_profile(const char* id, int parameter, const MapAxis& axis,
                              std::span<const float> weights, const Theme& theme) {
    MapProfileLook out;
    out.id = id;
    out.axis = axis;
    out.values = weights;
    // 10⁻⁵ at its foot, 1 at its top.
    out.place = [](float weight) { return std::clamp((power_of(weight) + 5) / 5, 0.0f, 1.0f); };
    out.scale = {{0.2f, "10⁻⁴"}, {0.6f, "0.01"}, {1.0f, "1"}};
    out.color = axis.upright ? theme.key : theme.query;
    out.parameter = parameter;
    return out;
}

void draw_cross(Ui& ui, const MapPlace& place, Entry on) {
    if (on.row < 0 || place.cell_width() >= 16) return;
    const Rect& box = place.rect;
    const Point at = place.at(on.row + 0.5, on.col + 0.5);
    if (!box.contains(at)) return;
    ui.painter().line({box.x, at.y}, {box.right(), at.y}, ui.theme().query.faded(0.45f), 1);
    ui.painter().line({at.x, box.y}, {at.x, box.bottom()}, ui.theme().key.faded(0.45f), 1);
}

}  // namespace explainer::figures

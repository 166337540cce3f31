// See rail.h.
#include "explainer/figures/rail.h"

#include <cmath>

#include "explainer/figures/text.h"

namespace explainer::figures {
namespace {

constexpr float height = 60, side = 32;

void draw_picture(Ui& ui, const RailStop& stop, const Rect& rect) {
    const Theme& theme = ui.theme();
    const attention::ConstMatrixView& all = stop.picture;
    float most = 0;
    for (const float one : std::span(all.data, all.size())) most = std::max(most, std::fabs(one));
    const float wide = rect.width / static_cast<float>(all.cols),
                tall = rect.height / static_cast<float>(all.rows);
    for (int i = 0; i < all.rows; ++i) {
        for (int j = 0; j < all.cols; ++j) {
            const bool lit = stop.lit(i, j);
            const float depth = most > 0 ? std::fabs(all(i, j)) / most : 0;
            ui.painter().rectangle(
                {rect.x + wide * static_cast<float>(j), rect.y + tall * static_cast<float>(i), wide - 1,
                 tall - 1},
                mix(theme.paper, lit ? stop.color : theme.muted, lit ? 0.25f + 0.65f * depth : 0.14f), 0);
        }
    }
}

}  // namespace

Block rail(RailLook&& look) {
    return drawing(height, [look = std::move(look)](Ui& ui, Rect rect) {
        const Theme& theme = ui.theme();
        const float slot = rect.width / static_cast<float>(look.stops.size());
        ui.place_parameter(look.parameter, rect);
        Rect cell{rect.x, rect.y, slot, rect.height};
        for (const RailStop& stop : look.stops) {
            const PointerState pointer = ui.area("rail/" + std::to_string(stop.value), cell, Grip::press);
            if (pointer.clicked) {
                ui.pause();
                ui.step(look.parameter, stop.value);
            }
            const bool here = stop.value == ui.state().integer(look.parameter);
            if (pointer.hovered) ui.painter().rectangle(cell.inset(2), theme.raised, 8);
            if (here) ui.painter().outline(cell.inset(2), theme.ink, 2, 8);
            draw_picture(ui, stop, {cell.centre().x - side / 2, cell.y + 7, side, side});
            const Type type{slot < 50 ? 12.0f : 13.0f, here};
            ui.text({cell.centre().x, cell.y + 40}, type, here ? theme.ink : theme.muted,
                    shortened(type, stop.name, slot - 4), Align::centre);
            for (const int elsewhere : stop.places) ui.place_parameter(elsewhere, cell);
            cell.x += slot;
        }
        if (ui.focused(look.parameter)) ui.focus_ring(rect);
    });
}

}  // namespace explainer::figures

// See bar_strip.h.
#include "explainer/figures/bar_strip.h"

#include <cmath>

#include "explainer/figures/bars.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer::figures {

Strip bar_strip(BarStrip&& look) {
    Strip out{.size = 52, .gap = 8, .id = look.id, .name = std::move(look.name)};
    out.hovered = std::move(look.hovered);
    out.draw = [look = std::move(look)](Ui& ui, int i, Rect track) {
        constexpr float least_with_bar = 27, least = 18;  // of a row
        const Theme& theme = ui.theme();
        const bool lit = i == look.lit, bar = track.height >= least_with_bar;
        const double value = look.value(i);
        if (std::isnan(value) || (track.height < least && !lit)) return;
        const Type type{13, lit};
        const float line = fonts::line_height(type), y = track.centre().y - (bar ? line + 6 : line) / 2;
        ui.text({track.right(), y}, type, lit ? theme.ink : theme.muted, fixed(value, 2), Align::right);
        if (!bar) return;
        const float share = ui.eased(Phrase() << look.id << i, static_cast<float>(value / look.largest));
        const Rect whole{track.x, y + line + 2, track.width, 4};
        ui.painter().rectangle(whole, grid_color(theme), 2);
        ui.painter().rectangle({whole.x, whole.y, whole.width * share, whole.height},
                               lit ? theme.ink : theme.muted, 2);
    };
    return out;
}

}  // namespace explainer::figures

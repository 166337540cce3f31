// See marks.h.
#include "explainer/figures/marks.h"

#include "explainer/drawing/hatching.h"

namespace explainer::figures {

Color band_color(const Theme& theme, Color role) {
    const auto reads = [&theme](Color ground) {
        for (const Color text : {theme.ink, theme.muted, theme.query, theme.key, theme.value, theme.output})
            if (contrast(text, ground) < 4.5) return false;
        return true;
    };
    Color out = mix(theme.paper, role, 0.09f);
    for (float depth = 0.08f; depth > 0.02f && !reads(out); depth -= 0.01f)
        out = mix(theme.paper, role, depth);
    return out;
}

void outline(Ui& ui, Rect rect, Emphasis mark, Color color) {
    constexpr float found = 8;  // CSS pixels
    const float least = std::min(rect.width, rect.height);
    const float thickness = mark == Emphasis::selected ? 2.5f : mark == Emphasis::linked ? 2.0f : 1.5f;
    if (least < found) rect = rect.inset((least - found) / 2);
    ui.painter().outline(rect, color, thickness, least < found ? 0 : 3);
}

void hatch(Ui& ui, const Rect& rect) {
    const Color color = ui.theme().line.faded(hatch_share);
    for_each_hatch_line(rect, [&](Point from, Point to) { ui.painter().line(from, to, color, hatch_width); });
}

}  // namespace explainer::figures

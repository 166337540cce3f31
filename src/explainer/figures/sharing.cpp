// See sharing.h.
#include "explainer/figures/sharing.h"

#include <algorithm>

#include "explainer/drawing/fonts.h"

namespace explainer::figures {

float draw_sharing(Ui& ui, Rect rect, const Sharing& sharing) {
    constexpr Type letter{11, true};
    const Theme& theme = ui.theme();
    const float step = std::min(20.0f, rect.width / static_cast<float>(sharing.count));
    const float r = std::min(8.0f, step / 2), top = rect.y + 9;
    const auto centre = [&](float circles) { return rect.x + step * circles; };
    for (int i = 0; i < sharing.count; ++i) {
        const int group = i / sharing.together;
        const Point at{centre(static_cast<float>(i) + 0.5f), top};
        const float middle =
            centre((static_cast<float>(group) + 0.5f) * static_cast<float>(sharing.together));
        const Point bracket[] = {at, {at.x, top + 12}, {middle, top + 12}, {middle, top + 16}};
        ui.painter().polyline(bracket, theme.line, 1.5f, false);
        ui.painter().disc(at, r, theme.paper);
        ui.painter().ring(at, r - 0.5f, sharing.each_color, 1.5f);
        ui.text(at - Point{0, fonts::line_height(letter) / 2}, letter, sharing.each_color, sharing.each,
                Align::centre);
        if (i % sharing.together > 0) continue;
        ui.text({middle - 1, top + 15}, letter, sharing.first_color, sharing.first, Align::right);
        ui.text({middle + 1, top + 15}, letter, sharing.second_color, sharing.second);
    }
    return centre(static_cast<float>(sharing.count));
}

}  // namespace explainer::figures

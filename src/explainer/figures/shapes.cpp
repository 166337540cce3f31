// The pieces of figures. See shapes.h.
#include "explainer/figures/shapes.h"

#include <cmath>

#include "explainer/format.h"

namespace explainer::figures {
void axes(Ui& ui, const Plane& plane) {
    const Theme& theme = ui.theme();
    const Rect r = plane.rect;
    const int reach = static_cast<int>(plane.reach);
    for (int i = -reach; i <= reach; ++i) {
        const auto unit_position = static_cast<float>(i);
        const Point p = plane.at(unit_position, unit_position);
        ui.painter().line({p.x, r.y}, {p.x, r.bottom()}, theme.line.faded(0.16f), 1);
        ui.painter().line({r.x, p.y}, {r.right(), p.y}, theme.line.faded(0.16f), 1);
    }
    const Point zero = plane.at(0, 0);
    ui.painter().line({r.x, zero.y}, {r.right(), zero.y}, theme.line, 1);
    ui.painter().line({zero.x, r.y}, {zero.x, r.bottom()}, theme.line, 1);
    for (int i = -reach + 1; i < reach; ++i) {
        if (i == 0 || (reach > 3 && i % 2 != 0)) continue;
        const Point p = plane.at(static_cast<float>(i), static_cast<float>(i));
        ui.painter().line({p.x, zero.y - 3}, {p.x, zero.y + 3}, theme.line, 1);
        ui.painter().line({zero.x - 3, p.y}, {zero.x + 3, p.y}, theme.line, 1);
        ui.text({p.x, zero.y + 4}, caption, theme.muted, fixed(i, 0), Align::centre);
        ui.text({zero.x - 6, p.y - fonts::line_height(caption) / 2}, caption, theme.muted, fixed(i, 0),
                Align::right);
    }
}

float column_vector(Ui& ui, Point at, Type type, std::span<const std::string> entries, Color color) {
    float width = 0;
    for (const std::string& entry : entries) width = std::max(width, std::ceil(ui.text_width(type, entry)));
    const float line = fonts::line_height(type);
    const Rect inner{at.x + 7, at.y, width, line * static_cast<float>(entries.size())};
    brackets(ui, {inner.x, inner.y - 2, inner.width, inner.height + 4}, color);
    for (size_t i = 0; i < entries.size(); ++i) {
        ui.text({inner.right(), inner.y + line * static_cast<float>(i)}, type, color, entries[i],
                Align::right);
    }
    return width + 14;
}

void bar(Ui& ui, Point zero, float length, float height, Color color) {
    const Rect rect{std::min(zero.x, zero.x + length), zero.y - height / 2, std::fabs(length), height};
    ui.painter().rectangle(rect, color, std::min(2.0f, rect.width / 2));
}

float legend(Ui& ui, Point at, float width, const Heat& heat, std::string_view title, int decimals) {
    const Theme& theme = ui.theme();
    const float title_width = ui.text_width(caption, title) + 12;
    ui.text(at, caption, theme.muted, title);
    const float low = heat.is_signed ? -heat.largest : 0;
    const std::string from = fixed(static_cast<double>(low), decimals);
    const std::string to = fixed(static_cast<double>(heat.largest), decimals);
    float x = at.x + title_width;
    ui.text({x, at.y}, caption, theme.muted, from);
    x += ui.text_width(caption, from) + 8;
    const Rect scale{x, at.y + 2, std::max(40.0f, std::min(120.0f, width - (x - at.x) - 40)), 12};
    constexpr int steps = 32;
    for (int i = 0; i < steps; ++i) {
        const float t = (static_cast<float>(i) + 0.5f) / steps;
        ui.painter().rectangle({scale.x + scale.width * static_cast<float>(i) / steps, scale.y,
                                scale.width / steps, scale.height},
                               heat_color(heat, low + (heat.largest - low) * t, theme), 0);
    }
    ui.painter().outline(scale, theme.line, 1, 0);
    ui.text({scale.right() + 8, at.y}, caption, theme.muted, to);
    return fonts::line_height(caption);
}

}  // namespace explainer::figures

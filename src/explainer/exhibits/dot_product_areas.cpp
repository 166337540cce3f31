// Rectangles to one scale. See dot_product_areas.h.
#include "explainer/exhibits/dot_product_areas.h"

#include <algorithm>
#include <cmath>

#include "explainer/format.h"

namespace explainer::dot_products {
namespace {

constexpr float top = 20, foot = 22;  // for numbers above and below
constexpr float beside = 38;          // for the number at the left of a rectangle
constexpr float sign = 22;            // for + and =
constexpr float most_scale = 44;      // pixels to 1

constexpr float narrow = 320;  // there only the numbers under a rectangle widen its place

/// What a rectangle and its numbers need.
float slot(const Area& area, float scale, float available) {
    const float under = fonts::width(caption, area.below),
                over = available < narrow ? 0 : fonts::width(strong, fixed(area.value, 2));
    return std::max({static_cast<float>(std::fabs(area.width)) * scale, under + 2, over + 2});
}

float whole_width(const std::array<Area, 3>& areas, float scale, float available) {
    float out = 2 * sign;
    for (const Area& area : areas) out += beside + slot(area, scale, available);
    return out;
}

float fitting_scale(const std::array<Area, 3>& areas, float width, float height) {
    double highest = 0;
    for (const Area& area : areas) highest = std::max(highest, std::fabs(area.height));
    float scale = most_scale;
    while (scale > 1 &&
           (whole_width(areas, scale, width) > width || static_cast<float>(highest) * scale > height))
        scale *= 0.96f;
    return scale;
}

/// Draws one that stands on `ground`, from `x` on, in a place `room` wide.
void draw_area(Ui& ui, const Area& area, float x, float ground, float room, float scale, Color fill) {
    const Theme& theme = ui.theme();
    float width = static_cast<float>(std::fabs(area.width)) * scale,
          height = static_cast<float>(std::fabs(area.height)) * scale;
    if (width < 1 || height < 1) height = 0;
    const Rect box{x + (room - width) / 2, ground - height, width, height};
    ui.painter().rectangle(box, fill, 0);
    if (area.value < 0 && width > 3 && height > 3) ui.painter().outline(box.inset(1), theme.key, 1.5f, 0);
    ui.painter().line({box.x - 2, ground}, {box.right() + 2, ground}, theme.line, 1);

    const std::string value = fixed(area.value, 2);
    const float wide = fonts::width(strong, value);
    const bool inside = width > wide + 6 && height > 20;
    const float y =
        inside ? box.centre().y - fonts::line_height(strong) / 2 : box.y - fonts::line_height(strong) - 1;
    ui.text({box.centre().x, y}, strong, theme.ink, value, Align::centre);
    ui.text({x + room / 2, ground + 3}, caption, theme.query, area.below, Align::centre);
    // Beside the rectangle, never lower than the words under it, and off the number above it.
    const float line = fonts::line_height(caption);
    const float left = inside ? box.x : std::min(box.x, box.centre().x - wide / 2);
    ui.text({left - 5, std::min(box.centre().y - line / 2, ground - line)}, caption, theme.key, area.beside,
            Align::right);
}

}  // namespace

figures::Block areas_to_scale(std::array<Area, 3> areas, int lit) {
    const auto size = [](float available) {
        return figures::Size{available, top + foot + std::round(std::clamp(0.21f * available, 60.0f, 96.0f)),
                             0};
    };
    return figures::drawing(size, [areas = std::move(areas), lit](Ui& ui, Rect rect) {
        const Theme& theme = ui.theme();
        const float scale = fitting_scale(areas, rect.width, rect.height - top - foot);
        const float ground = rect.bottom() - foot;
        float x =
            rect.x + std::max(0.0f, std::floor((rect.width - whole_width(areas, scale, rect.width)) / 2));
        for (size_t i = 0; i < areas.size(); ++i) {
            if (i > 0) {
                // Out of the way of numbers over narrow rectangles.
                const float y = rect.width < narrow ? ground + 1 : ground - 30;
                ui.text({x + sign / 2, y}, body, theme.ink, i == 1 ? "+" : "=", Align::centre);
                x += sign;
            }
            x += beside;
            const bool pointed = lit == static_cast<int>(i);
            const Color fill = areas[i].value < 0 ? theme.key.faded(pointed ? 0.3f : 0.06f)
                                                  : theme.query.faded(pointed  ? 0.6f
                                                                      : i == 2 ? 0.45f
                                                                               : 0.22f);
            const float room = slot(areas[i], scale, rect.width);
            draw_area(ui, areas[i], x, ground, room, scale, fill);
            x += room;
        }
    });
}

}  // namespace explainer::dot_products

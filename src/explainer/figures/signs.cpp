// Signs and their buttons. See signs.h.
#include "explainer/figures/signs.h"

#include <array>

namespace explainer::figures {
namespace {

constexpr float stroke = 2.5f;

/// A chevron whose point is at `tip`, opening towards the left (−1) or the right (1).
void chevron(Ui& ui, Point tip, float size, float opens, Color color) {
    const std::array points = {Point{tip.x + opens * size / 2, tip.y - size / 2}, tip,
                               Point{tip.x + opens * size / 2, tip.y + size / 2}};
    ui.painter().polyline(points, color, stroke, false);
}

}  // namespace

void draw_sign(Ui& ui, const Point& c, float size, Sign sign, Color color) {
    const float h = size / 2;
    Painter& painter = ui.painter();
    switch (sign) {
        case Sign::back:
            return chevron(ui, {c.x - h / 2, c.y}, size, 1, color);
        case Sign::on:
            return chevron(ui, {c.x + h / 2, c.y}, size, -1, color);
        case Sign::first:
            painter.line({c.x - h + 1, c.y - h}, {c.x - h + 1, c.y + h}, color, stroke);
            return chevron(ui, {c.x - h / 4, c.y}, size, 1, color);
        case Sign::last:
            painter.line({c.x + h - 1, c.y - h}, {c.x + h - 1, c.y + h}, color, stroke);
            return chevron(ui, {c.x + h / 4, c.y}, size, -1, color);
        case Sign::play: {
            const std::array points = {Point{c.x - h * 0.8f, c.y - h}, Point{c.x + h, c.y},
                                       Point{c.x - h * 0.8f, c.y + h}};
            return painter.polygon(points, color);
        }
        case Sign::pause:
            painter.rectangle({c.x - h, c.y - h, size * 0.36f, size}, color, 1);
            return painter.rectangle({c.x + h - size * 0.36f, c.y - h, size * 0.36f, size}, color, 1);
        case Sign::plus:
            painter.line({c.x, c.y - h}, {c.x, c.y + h}, color, stroke);
            return painter.line({c.x - h, c.y}, {c.x + h, c.y}, color, stroke);
        case Sign::minus:
            return painter.line({c.x - h, c.y}, {c.x + h, c.y}, color, stroke);
        case Sign::whole: {  // four corners
            for (const float x : {-1.0f, 1.0f}) {
                for (const float y : {-1.0f, 1.0f}) {
                    const Point corner{c.x + x * h, c.y + y * h};
                    const std::array points = {Point{corner.x - x * h * 0.7f, corner.y}, corner,
                                               Point{corner.x, corner.y - y * h * 0.7f}};
                    painter.polyline(points, color, 2, false);
                }
            }
            return;
        }
        case Sign::pencil: {
            const Point tip{c.x - h, c.y + h};
            const std::array shaft = {Point{c.x - h * 0.65f, c.y + h * 0.1f}, Point{c.x + h * 0.35f, c.y - h},
                                      Point{c.x + h, c.y - h * 0.35f}, Point{c.x - h * 0.1f, c.y + h * 0.65f},
                                      tip};
            return painter.polyline(shaft, color, 1.75f, true);
        }
        case Sign::tick: {
            const std::array points = {Point{c.x - h, c.y}, Point{c.x - h / 3, c.y + h * 0.75f},
                                       Point{c.x + h, c.y - h * 0.83f}};
            return painter.polyline(points, color, 2, false);
        }
        case Sign::cross:
            painter.line({c.x - h, c.y - h}, {c.x + h, c.y + h}, color, 2);
            return painter.line({c.x - h, c.y + h}, {c.x + h, c.y - h}, color, 2);
        case Sign::wave: {
            const std::array points = {
                Point{c.x - h, c.y + h * 0.2f},        Point{c.x - h * 0.7f, c.y - h * 0.3f},
                Point{c.x - h * 0.3f, c.y - h * 0.3f}, Point{c.x + h * 0.3f, c.y + h * 0.3f},
                Point{c.x + h * 0.7f, c.y + h * 0.3f}, Point{c.x + h, c.y - h * 0.2f}};
            return painter.polyline(points, color, 2, false);
        }
    }
}

bool sign_button(Ui& ui, std::string_view id, Rect rect, Sign sign, SignLook look) {
    const PointerState pointer = ui.area(id, rect, look.enabled ? Grip::press : Grip::none);
    const Theme& theme = ui.theme();
    const Rect box{rect.x + 1, rect.centre().y - 19, rect.width - 2, 38};
    const bool lit = look.enabled && (pointer.hovered || pointer.held);
    if (lit)
        ui.painter().rectangle(box, pointer.held ? mix(theme.paper, theme.query, 0.12f) : theme.raised, 6);
    ui.painter().outline(box, lit ? theme.query : look.enabled ? theme.line : theme.line.faded(0.45f), 1, 6);
    draw_sign(ui, box.centre(), 14, sign, look.enabled ? theme.ink : theme.muted.faded(0.5f));
    if (look.focused) ui.focus_ring(box, 8);
    return pointer.clicked && look.enabled;
}

}  // namespace explainer::figures

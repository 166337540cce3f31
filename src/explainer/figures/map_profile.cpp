// Axes of large maps, and rows and columns along them. See map_profile.h.
#include "explainer/figures/map_profile.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "explainer/figures/bars.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/ticks.h"

namespace explainer::figures {
namespace {

class Profile {
  public:
    Profile(const MapProfileLook& look, Rect rect) : look_(look), rect_(rect) {
        length_ = look.axis.upright ? rect.height : rect.width;
        depth_ = look.axis.upright ? rect.width : rect.height;
        chosen_at_ = along_axis(look.axis, look.axis.chosen, length_);
    }

    void draw(Ui& ui) const {
        const PointerState pointer = obey(ui);
        for (const auto& [place, label] : look_.scale)
            ui.painter().line(point(0, place), point(length_, place), grid_color(ui.theme()), 1);
        ui.painter().line(point(0, 0), point(length_, 0), ui.theme().line, 1);
        draw_values(ui);
        if (!look_.axis.upright) draw_words(ui);
        if (in_sight()) draw_chosen(ui, pointer);
        if (ui.focused(look_.parameter)) ui.focus_ring(rect_, 4);
    }

  private:
    bool in_sight() const { return chosen_at_ >= 0 && chosen_at_ <= length_; }
    int cells() const { return static_cast<int>(look_.values.size()); }
    /// So far along the axis, and so much of the depth out from its foot.
    Point point(float along, float out) const {
        return look_.axis.upright ? Point{rect_.x + out * depth_, rect_.y + along}
                                  : Point{rect_.x + along, rect_.bottom() - out * depth_};
    }
    int cell_at(float along) const {
        const double cell =
            std::floor(look_.axis.from + look_.axis.count * static_cast<double>(along / length_));
        return static_cast<int>(std::clamp(cell, 0.0, static_cast<double>(cells())));
    }

    PointerState obey(Ui& ui) const {
        const PointerState pointer =
            ui.area(look_.id, rect_, look_.axis.upright ? Grip::free : Grip::horizontal);
        const Point hand = pointer.position - Point{rect_.x, rect_.y};
        const int under = std::min(cell_at(look_.axis.upright ? hand.y : hand.x), cells() - 1);
        if (pointer.clicked || pointer.dragging) ui.change(look_.parameter, under);
        if (pointer.hovered && !pointer.held && look_.hovered) look_.hovered(under);
        ui.place_parameter(look_.parameter, rect_);
        return pointer;
    }

    void draw_values(Ui& ui) const {
        std::vector<Point> foot, top;
        for (int pixel = 0; pixel <= static_cast<int>(length_); ++pixel) {
            const auto along = static_cast<float>(pixel);
            const int first = cell_at(along), last = std::max(first + 1, cell_at(along + 1));
            float most = 0;
            for (int cell = first; cell < std::min(last, cells()); ++cell) {
                const float value = look_.values[static_cast<size_t>(cell)];
                if (std::isgreater(value, most)) most = value;
            }
            foot.push_back(point(along, 0));
            top.push_back(point(along, look_.place(most)));
        }
        ui.painter().strip(top, foot, look_.color.faded(0.85f));
    }

    /// The scale, and the title at the end that the chosen cell leaves free.
    void draw_words(Ui& ui) const {
        const Theme& theme = ui.theme();
        const float line = fonts::line_height(caption);
        for (const auto& [place, label] : look_.scale) {
            const float y = std::max(rect_.y, point(0, place).y - line / 2);
            ui.painter().rectangle({rect_.x + 4, y + 1, fonts::width(caption, label), line - 4},
                                   theme.paper.faded(0.85f), 2);
            ui.text({rect_.x + 4, y}, caption, theme.muted, label);
        }
        float width = fonts::width(strong, look_.title);
        const float before = chosen_at_ - 28, behind = length_ - chosen_at_ - 16;
        const bool right = !in_sight() || behind > std::min(width, before);
        // (Small where neither end has room.)
        const Type type = in_sight() && (right ? behind : before) < width ? Type{13, true} : strong;
        width = fonts::width(type, look_.title);
        const float x = right ? rect_.right() - width - 4 : rect_.x + 18;
        ui.painter().rectangle({x - 2, rect_.y + 2, width + 4, 18}, theme.paper.faded(0.85f), 2);
        ui.text({x, rect_.y + 1}, type, look_.color, look_.title);
    }

    void draw_chosen(Ui& ui, const PointerState& pointer) const {
        const float value = look_.values[static_cast<size_t>(look_.axis.chosen)];
        const float size = std::isnan(value) ? 0 : look_.place(value);
        ui.painter().line(point(chosen_at_, 0), point(chosen_at_, size), look_.axis.color, 3);
        ui.painter().disc(point(chosen_at_, size), 4, ui.theme().ink);
        if (!look_.axis.upright)
            handle(ui, point(chosen_at_, 0), look_.axis.color, false,
                   {pointer.hovered, pointer.held, ui.focused(look_.parameter)});
    }

    const MapProfileLook& look_;
    Rect rect_;
    float length_ = 0, depth_ = 0, chosen_at_ = 0;
};

}  // namespace

Block map_axis(const MapAxis& axis, float length) {
    const Size size = axis.upright ? Size{map_axis_width, length, 0} : Size{length, map_axis_height, 0};
    return drawing(size, [axis, length](Ui& ui, Rect rect) {
        const Theme& theme = ui.theme();
        const float half_line = fonts::line_height(caption) / 2, edge = rect.x + map_axis_width;
        float taken_from = -1, taken_to = -1;
        const auto put = [&](double cell, Type type, Color color, const std::string& label) {
            const float half = axis.upright ? half_line : fonts::width(type, label) / 2 + 3;
            const float exact = along_axis(axis, cell, length);
            const float at = std::clamp(exact, half, length - half);
            if (exact < 0 || exact > length || (at + half > taken_from && at - half < taken_to)) return;
            if (axis.upright) {
                ui.text({edge - 14, rect.y + at - half}, type, color, label, Align::right);
                ui.painter().line({edge - 5, rect.y + exact}, {edge, rect.y + exact}, theme.line, 1);
            } else {
                ui.text({rect.x + at, rect.y + 10}, type, color, label, Align::centre);
                ui.painter().line({rect.x + exact, rect.y}, {rect.x + exact, rect.y + 5}, theme.line, 1);
            }
            if (type.bold()) taken_from = at - half, taken_to = at + half;
        };
        put(axis.chosen, {13, true}, axis.color, std::to_string(axis.chosen));
        const Axis scale{.from = axis.from, .to = axis.from + axis.count};
        for (const Tick& tick : ticks(scale, length, caption, !axis.upright))
            if (tick.value == std::floor(tick.value)) put(tick.value, caption, theme.muted, tick.label);
    });
}

Block map_profile(MapProfileLook&& look, float length, float depth) {
    const Size size = look.axis.upright ? Size{depth, length, 0} : Size{length, depth, 0};
    return drawing(size, [look = std::move(look), size](Ui& ui, Rect rect) {
        Profile(look, {rect.x, rect.y, size.width, size.height}).draw(ui);
    });
}

}  // namespace explainer::figures

// See gap.h.
#include "explainer/figures/gap.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "explainer/figures/bars.h"
#include "explainer/figures/text.h"
#include "explainer/figures/ticks.h"
#include "explainer/format.h"

namespace explainer::figures {
namespace {

constexpr float axis_y = 42;  // below the names and the distance

/// From a little before the first to a little behind the last of what is to be seen: both values, and the
/// stretch; but not so much of it that the way from the one to the other would be a point.
Axis axis_of(const GapLook& look) {
    constexpr double largest = 1e300, least = 1e-300;  // what can still be told apart, and added up
    const double computed =
        std::isfinite(look.computed) ? std::clamp(look.computed, -largest, largest) : look.stated;
    double from = std::min(look.stated, computed), to = std::max(look.stated, computed);
    const double apart = to - from;
    const bool within = look.low <= computed && computed <= look.high;
    for (const double end : {look.low, look.high}) {
        if (!std::isfinite(end) || (!within && std::fabs(end - look.stated) > 4 * apart)) continue;
        from = std::min(from, end);
        to = std::max(to, end);
    }
    const double span = to - from > least ? to - from : std::max(1.0, std::fabs(look.stated));
    return {.from = from - 0.4 * span, .to = to + 0.4 * span};
}

/// The names of both, each on the side that is away from the other value, within `rect`, apart.
void draw_names(Ui& ui, Rect rect, const GapLook& look, float stated, float computed) {
    struct Name {
        std::string words;
        Type type;
        Color color;
        float width = 0, x = 0;
    };
    const float most = (rect.width - 8) / 2;
    Name left{look.stated_name, caption, ui.theme().ink}, right{look.computed_name, {13, true}, look.color};
    if (computed < stated) std::swap(left, right);
    for (Name* one : {&left, &right}) {
        one->words = shortened(one->type, one->words, most);
        one->width = fonts::width(one->type, one->words);
    }
    const float first = std::min(stated, computed), last = std::max(stated, computed);
    right.x = std::clamp(std::max(last - 8, (first + last) / 2 + 4), rect.x, rect.right() - right.width);
    left.x =
        std::max(rect.x, std::min(std::min(first + 8, (first + last) / 2 - 4), right.x - 8) - left.width);
    right.x = std::max(right.x, left.x + left.width + 8);
    for (const Name* one : {&left, &right}) ui.text({one->x, rect.y}, one->type, one->color, one->words);
}

void draw_gap(Ui& ui, Rect rect, const GapLook& look) {
    const Theme& theme = ui.theme();
    Painter& painter = ui.painter();
    const Axis axis = axis_of(look);
    const float y = rect.y + axis_y;
    const auto at = [&](double value) {
        const float along = rect.width * static_cast<float>(std::clamp(axis.place(value), 0.0, 1.0));
        return rect.x + std::clamp(along, 9.0f, rect.width - 9);  // (a mark is within, whole)
    };
    const float stated = at(look.stated), low = at(look.low), high = at(look.high);
    painter.rectangle({low, y - 6, high - low, 12}, theme.value.faded(0.18f), 3);
    painter.line({rect.x, y}, {rect.right(), y}, theme.line, 1);
    tick_row(ui, {rect.x, y - 4, rect.width, 8}, axis);
    const float computed = ui.eased(look.id, std::isfinite(look.computed) ? at(look.computed) : stated);
    draw_names(ui, rect, look, stated, computed);
    painter.line({stated, y}, {computed, y}, look.color, 3);
    const std::string apart = fixed(std::fabs(look.computed - look.stated), look.decimals);
    if (std::isfinite(look.computed) && fonts::width(caption, apart) + 28 < std::fabs(computed - stated))
        ui.text({(stated + computed) / 2, y - 3 - fonts::line_height(caption)}, caption, theme.muted, apart,
                Align::centre);
    if (std::isfinite(look.computed)) painter.disc({computed, y}, 7, look.color);
    const std::array diamond = {Point{stated - 8, y}, Point{stated, y - 8}, Point{stated + 8, y},
                                Point{stated, y + 8}};
    painter.polyline(diamond, theme.ink, 2, true);
}

}  // namespace

Block gap(GapLook&& look) {
    return drawing(axis_y + 4 + tick_row_height,
                   [look = std::move(look)](Ui& ui, Rect rect) { draw_gap(ui, rect, look); });
}

}  // namespace explainer::figures

// The large map's axes, and the chosen row and column along them. See large_map.h.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "explainer/exhibits/large_map.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/figures/ticks.h"
#include "explainer/phrase.h"

namespace explainer {

using figures::Entry, figures::Tick;

namespace {

constexpr float ticks_height = 26;

/// Where a weight stands in a profile: 10⁻⁵ at its foot, 1 at its top.
float profile_place(float weight) {
    return std::clamp((power_of(weight) + 5) / 5, 0.0f, 1.0f);
}

}  // namespace

/// Of the keys' or the queries' axis, below a profile or beside the map.
figures::Block LargeMap::axis_ticks(float side, bool of_keys, bool upright) const {
    using namespace figures;
    return drawing(
        upright ? Size{ticks_width, side, 0} : Size{side, ticks_height, 0}, [=, this](Ui& ui, Rect rect) {
            const Theme& theme = ui.theme();
            const CellRegion region = seen(ui, side);
            const double from = of_keys ? region.col : region.row, count = region.rows;
            const float half_line = fonts::line_height(caption) / 2, edge = rect.x + ticks_width;
            // Along the axis, of the middle of a cell: where cells are wide, they have one.
            const auto along = [=](double value) {
                return static_cast<float>((value + 0.5 - from) / count) * side;
            };
            float taken_from = -1, taken_to = -1;
            const auto put = [&](double value, Type type, Color color, const std::string& label) {
                const float half = upright ? half_line : fonts::width(type, label) / 2;
                const float exact = along(value), at = std::clamp(exact, half, side - half);
                if (exact < 0 || exact > side) return;
                if (at + half > taken_from && at - half < taken_to) return;
                if (upright) {
                    ui.text({edge - 14, rect.y + at - half}, type, color, label, Align::right);
                    ui.painter().line({edge - 5, rect.y + exact}, {edge, rect.y + exact}, theme.line, 1);
                } else {
                    ui.text({rect.x + at, rect.y + 10}, type, color, label, Align::centre);
                    ui.painter().line({rect.x + exact, rect.y}, {rect.x + exact, rect.y + 5}, theme.line, 1);
                }
                if (type.bold()) {
                    taken_from = at - half - (upright ? 0.0f : 6.0f);
                    taken_to = at + half + (upright ? 0.0f : 6.0f);
                }
            };
            const int own = of_keys ? key_ : query_now();
            put(own, {13, true}, of_keys ? theme.key : theme.query, std::to_string(own));
            for (const Tick& tick : ticks({.from = from, .to = from + count}, side, caption, !upright)) {
                if (tick.value == std::floor(tick.value)) put(tick.value, caption, theme.muted, tick.label);
            }
        });
}

figures::Block LargeMap::profile(Ui&, Profile which) const {
    using namespace figures;
    if (which.upright)
        return drawing({profile_size, which.map_side, 0},
                       [this, which](Ui& ui, Rect rect) { draw_profile(ui, rect, which); });
    return drawing(profile_size, [this, which](Ui& ui, Rect rect) {
        draw_profile(ui, {rect.x, rect.y, which.map_side, rect.height}, which);
    });
}

void LargeMap::draw_profile(Ui& ui, Rect rect, Profile which) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const int parameter = which.of_row ? key : query;
    const int own = which.of_row ? key_ : query_now();
    const Color color = which.of_row ? theme.query : theme.key;
    const std::vector<float>& weights = which.of_row ? chosen_.weights : column_;
    const CellRegion region = seen(ui, which.map_side);
    const double from = which.of_row ? region.col : region.row,
                 count = which.of_row ? region.cols : region.rows;
    const float length = which.upright ? rect.height : rect.width,
                depth = which.upright ? rect.width : rect.height;
    const auto cell_at = [&](float along) {
        const double cell = std::floor(from + count * static_cast<double>(along / length));
        return static_cast<int>(std::clamp(cell, 0.0, static_cast<double>(model_.n())));
    };
    // Along the axis it shares with the map; out from it by size.
    const auto point = [&](float along, float out) {
        return which.upright ? Point{rect.x + out * depth, rect.y + along}
                             : Point{rect.x + along, rect.bottom() - out * depth};
    };
    const float own_at = static_cast<float>((own + 0.5 - from) / count) * length;
    const bool there = own_at >= 0 && own_at <= length;

    const PointerState pointer =
        ui.area(which.of_row ? "row" : "column", rect, which.upright ? Grip::free : Grip::horizontal);
    const Point hand = pointer.position - Point{rect.x, rect.y};
    const int under = std::min(cell_at(which.upright ? hand.y : hand.x), model_.n() - 1);
    if (pointer.clicked || pointer.dragging) ui.change(parameter, under);
    if (pointer.hovered && !pointer.held)
        hover_.note().cell = which.of_row ? Entry{query_now(), under} : Entry{under, key_};
    ui.place_parameter(parameter, rect);

    for (const float power : {0.2f, 0.6f, 1.0f})
        ui.painter().line(point(0, power), point(length, power), grid_color(theme), 1);
    ui.painter().line(point(0, 0), point(length, 0), theme.line, 1);
    // A pixel has the largest of its weights.
    std::vector<Point> foot, top;
    const int pixels = static_cast<int>(length);
    for (int x = 0; x <= pixels; ++x) {
        const int first = cell_at(static_cast<float>(x));
        const int last = std::min(model_.n(), std::max(first + 1, cell_at(static_cast<float>(x + 1))));
        float most = 0;
        for (int j = first; j < last; ++j) {
            const float weight = weights[static_cast<size_t>(j)];
            if (std::isgreater(weight, most)) most = weight;
        }
        foot.push_back(point(static_cast<float>(x), 0));
        top.push_back(point(static_cast<float>(x), profile_place(most)));
    }
    ui.painter().strip(top, foot, color.faded(0.85f));

    // What is said of it, where the curve is low; its scale.
    const char* const powers[] = {"10⁻⁴", "0.01", "1"};
    for (int i = 0; i < 3 && !which.upright; ++i) {
        const float y = point(0, 0.2f + 0.4f * static_cast<float>(i)).y;
        const float width = fonts::width(caption, powers[i]);
        ui.painter().rectangle({rect.x + 4, y + (i == 2 ? 1.0f : -8.0f), width, 14}, theme.paper.faded(0.6f),
                               2);
        ui.text({rect.x + 4, y + (i == 2 ? 0.0f : -9.0f)}, caption, theme.muted, powers[i]);
    }
    if (there) {
        const float weight = weights[static_cast<size_t>(own)];
        const float size = std::isnan(weight) ? 0 : profile_place(weight);
        const Color mark = which.of_row ? theme.key : theme.query;
        ui.painter().line(point(own_at, 0), point(own_at, size), mark, 3);
        ui.painter().disc(point(own_at, size), 4, theme.ink);
        if (which.of_row || !which.upright)
            handle(ui, point(own_at, 0), mark, false, {pointer.hovered, pointer.held, ui.focused(parameter)});
    }
    if (!which.upright) {
        const std::string said = Phrase()
                                 << (which.of_row ? "what query " : "who reads key ")
                                 << (which.of_row ? query_now() : key_) << (which.of_row ? " reads" : "");
        // At the end that the stem leaves free.
        const float width = fonts::width(strong, said);
        const bool right = !there || own_at < length - width - 24;
        const float x = right ? rect.right() - width - 4 : rect.x + 44;
        ui.painter().rectangle({x - 2, rect.y + 2, width + 4, 18}, theme.paper.faded(0.85f), 2);
        ui.text({x, rect.y + 1}, strong, color, said);
    }
    if (ui.focused(parameter)) ui.focus_ring(rect, 4);
}

/// Below the column's profile, beside the row's: what the column's is.
figures::Block LargeMap::profile_corner(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    return drawing(profile_size, [this, &theme](Ui& on, Rect rect) {
        const char* const powers[] = {"10⁻⁴", "0.01", "1"};
        for (int i = 0; i < 3; ++i) {
            const float x = rect.x + rect.width * (0.2f + 0.4f * static_cast<float>(i));
            on.text({i == 2 ? rect.right() : x, rect.y - 4}, caption, theme.muted, powers[i],
                    i == 2 ? Align::right : Align::centre);
        }
        on.text({rect.x, rect.y + 20}, caption, theme.key, "who reads");
        on.text({rect.x, rect.y + 36}, {13, true}, theme.key, std::string(Phrase() << "key " << key_));
    });
}

}  // namespace explainer

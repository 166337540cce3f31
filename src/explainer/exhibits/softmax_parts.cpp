// See softmax_parts.h.
#include "explainer/exhibits/softmax_parts.h"

#include <cmath>
#include <utility>

#include "explainer/exhibits/floats.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/plot.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/vector_of.h"

namespace explainer {
namespace {

/// Where all that goes into exp lies, and the end of what float32 holds.
figures::Block room_strip(const SoftmaxRow& r, int chosen, const Theme& theme) {
    return figures::drawing(74, [&r, chosen, &theme](Ui& ui, Rect rect) {
        using namespace figures;
        const Axis axis{-100, 100};
        const Rect lane{rect.x + 10, rect.y + 22, rect.width - 20, 26};
        const auto at = [&](double value) {
            return lane.x + lane.width * static_cast<float>(std::clamp(axis.place(value), 0.0, 1.0));
        };
        const float end = at(wide(r.limit));
        ui.painter().rectangle(lane, theme.raised, 2);
        ui.painter().rectangle({end, lane.y, rect.right() - end, lane.height}, theme.wrong.faded(0.3f), 0);
        ui.painter().line({end, lane.y - 4}, {end, lane.bottom()}, theme.wrong, 2);
        ui.text({rect.right(), rect.y}, {13, true}, theme.wrong, "above 88.7 exp is ∞", Align::right);
        tick_row(ui, lane, axis, 10);
        const auto stroke = [&](int i, Color color, float thick) {
            const double value = wide(r.divided[i]);
            const float x = at(value);
            if (axis.place(value) >= 0 && axis.place(value) <= 1)
                return ui.painter().line({x, lane.y}, {x, lane.bottom()}, color, thick);
            // Beyond the strip: it points there.
            const float side = value > 0 ? 1.0f : -1.0f, tip = x + 9 * side;
            const Point arrow[] = {{tip, lane.centre().y}, {x, lane.y + 5}, {x, lane.bottom() - 5}};
            ui.painter().polygon(arrow, color);
        };
        for (int i = 0; i < r.count; ++i)
            if (i != chosen) stroke(i, theme.query.faded(0.55f), 2.5f);
        stroke(chosen, theme.query, 4);
    });
}

}  // namespace

figures::Block softmax_gradient(Ui& ui, const SoftmaxRow& r, int temperature) {
    using namespace figures;
    const Theme& theme = ui.theme();
    const auto peak = static_cast<size_t>(r.peak);
    const double top = r.curve_norm[peak];
    Series curve{.name = "", .color = theme.ink, .x = r.curve_t, .y = r.curve_norm};
    // What is highest at an end of the axis may go on rising beyond it: no peak, no disc.
    Series highest{.color = theme.muted, .mark = Mark::disc, .line = false};
    if (r.has_peak()) {
        highest.x = {r.curve_t[peak]};
        highest.y = {top};
    }
    Marker marker{.x = r.temperature, .color = theme.ink};
    marker.y = wide(r.gradient);
    marker.dragged = [&ui, temperature](double value) {
        ui.change(temperature, ui.state().snapped(temperature, value));
    };
    PlotLook look;
    look.id = "gradient";
    look.x = {.from = SoftmaxRow::coldest,
              .to = SoftmaxRow::warmest,
              .logarithmic = true,
              .ticks = {0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30}};
    look.y = {.from = 0, .to = top > 1e-6 ? top * 1.12 : 1};
    look.x_name = "temperature T";
    look.y_name = r.towards_zero();
    look.x_decimals = 2;
    look.y_decimals = 3;
    look.height = 232;
    look.series = vector_of(std::move(curve), std::move(highest));
    look.markers.push_back(std::move(marker));
    look.notes = {{.x = r.temperature,
                   .y = wide(r.gradient),
                   .text = {SoftmaxRow::shown(r.gradient), theme.ink, true},
                   .away = {1, -0.8f}}};
    look.legend = false;
    return column(6, paragraph(strong, theme.ink, "size of the gradient ‖∂α/∂x‖ against T"),
                  plot(std::move(look)));
}

figures::Block softmax_room(Ui& ui, const SoftmaxRow& r, int chosen, int subtract) {
    using namespace figures;
    const Theme& theme = ui.theme();
    const auto list = [=, &r, &theme](float width) {
        const auto line = [&](const char* what, float quotient, float first, float second) {
            TableRow out;
            out.add(what, theme.ink).add(fixed(wide(quotient), 1), theme.ink);
            for (const float value : {first, second})
                out.add(SoftmaxRow::shown(value), std::isinf(value) ? theme.wrong : theme.ink,
                        std::isinf(value));
            return out;
        };
        const float largest = r.largest_in;
        const bool narrow = width < 330;
        std::vector<TableColumn> columns = {
            {"", theme.muted, Align::left, share()},
            {"x ÷ T", theme.muted, Align::right, {}, "−20000.0"},
            {"exp", theme.muted, Align::right, {}, "3.4·10⁻³⁸"},
            {narrow ? "− max" : "exp(… − max)", theme.muted, Align::right, {}, "1.000"}};
        std::vector<TableRow> rows;
        rows.push_back(line(narrow ? "largest" : "largest now", largest, r.largest_exp, 1));
        rows.push_back(
            line(narrow ? "× 10" : "ten times that", r.ten_times, r.ten_times_exp, r.ten_times_shifted));
        return table({.type = caption, .row_height = 24, .gap = narrow ? 8.0f : 12.0f}, std::move(columns),
                     std::move(rows));
    };
    const SoftmaxRow::Room room = r.room();
    const std::vector<Run> said = {{room.verdict, theme.wrong, true}, {room.words, theme.muted}};
    const auto heading_row = [&ui, &theme, subtract] {
        return at_least(
            480,
            [&ui, &theme, subtract] {
                return row({.gap = 16, .cross = Cross::middle},
                           {Item(text(strong, theme.ink, "room for exp in float32"), share()),
                            Item(toggle(ui, subtract))});
            },
            [&ui, &theme, subtract] {
                return column(0, text(strong, theme.ink, "room for exp in float32"), toggle(ui, subtract));
            });
    };
    return at_least(
        640,
        [=, &r, &theme] {
            return column(
                0, heading_row(),
                row({.gap = 40},
                    {Item(column(4, room_strip(r, chosen, theme), paragraph(caption, said, 115)), share(56)),
                     Item(by_width(list), share(44))}));
        },
        [=, &r, &theme] {
            return column(6, heading_row(), room_strip(r, chosen, theme), paragraph(caption, said, 115),
                          by_width(list));
        });
}

}  // namespace explainer

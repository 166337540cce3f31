// The sheet of the large map: what stands where, and what stands beside the map. See large_map.h; the marks
// on the map are in large_map_marks.cpp, its axes and profiles in large_map_profiles.cpp.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "explainer/exhibits/large_map.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/heat_legend.h"
#include "explainer/figures/labels.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/figures/ticks.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer {

using figures::Axis, figures::Block, figures::Entry, figures::Item, figures::MapLook, figures::MapPlace;

namespace {

constexpr HeatLook heat{1, false, 1};
constexpr float most_side = 560, profile_gap = 6;
constexpr float panel_width = 196, panel_gap = 24;
constexpr float share_height = 44;
constexpr float line_height = 20;

/// Three digits.
std::string weight_shown(double weight) {
    if (weight > 0 && weight < 0.001) return scientific(weight, 3);
    return fixed(weight, weight >= 0.1 ? 3 : weight >= 0.01 ? 4 : 5);
}

/// In a cell: what is too little to have a colour has no number.
std::string cell_shown(float weight) {
    if (weight < heat_least) return {};
    return weight < 0.001f ? scientific(wide(weight), 1) : fixed(wide(weight), 3);
}

}  // namespace

CellRegion LargeMap::seen(const Ui& ui, float side) const {
    return figures::seen_region(model_.n(), model_.n(), ui.state().number(zoom),
                                ui.state().number(centre_row), ui.state().number(centre_col), side, side);
}

MapLook LargeMap::look(Ui& ui) const {
    MapLook out =
        figures::map_look("map", tiles_, heat, ui.theme(), {zoom, centre_row, centre_col, query, key});
    out.value = [this](int i, int j) { return model_.weight(i, j); };
    out.shade = heat_of;
    out.shown = cell_shown;
    return out;
}

figures::Block LargeMap::sheet(Ui& ui) const {
    using namespace figures;
    return by_width([this, &ui](float available) {
        return available >= 640 ? wide_sheet(ui, available) : narrow_sheet(ui, available);
    });
}

// ---- Sheets

figures::Block LargeMap::wide_sheet(Ui& ui, float available) const {
    using namespace figures;
    const float around = ticks_width + profile_gap + profile_size;
    const bool beside = available >= around + 480 + panel_gap + panel_width;
    const float side = std::min(most_side, available - around - (beside ? panel_gap + panel_width : 0));
    Block map = column(
        0, padded(ticks_width, 0, 0, 4, heading_line(ui, side)),
        row({.gap = 0}, {Item(axis_ticks(side, false, true), pixels(ticks_width)),
                         Item(map_part(ui, side, false), pixels(side)), Item(space(0), pixels(profile_gap)),
                         Item(profile(ui, {false, true, side}), pixels(profile_size))}),
        space(profile_gap),
        row({.gap = 0},
            {Item(space(0), pixels(ticks_width)),
             Item(column(0, profile(ui, {true, false, side}), axis_ticks(side, true, false)), pixels(side)),
             Item(space(0), pixels(profile_gap)), Item(profile_corner(ui), pixels(profile_size))}));
    const Theme& theme = ui.theme();
    Block top =
        row({.gap = 24},
            {Item(presets(listed_presets()), share()),
             Item(slider(tokens, {.color = theme.ink, .label_width = 72, .value_width = 44}), pixels(220))});
    Block overview = row({.gap = 12}, {Item(map_overview(look(ui), 140, {side, side})),
                                       Item(map_buttons(look(ui), {side, side}, true))});
    Block masks = column(0, text(caption, theme.muted, "a query sees"), choice(ui, sees), window_slider(ui));
    const float rest = beside ? available - around - side - panel_gap : 0;
    Block head = rest >= 420
                     ? row({.gap = panel_gap}, {Item(std::move(overview)), Item(reading(ui), share())})
                     : column(8, std::move(overview), reading(ui));
    Block panel = column(8, std::move(head), rule(), shares(ui), rule(), std::move(masks));
    Block below;
    if (beside) {
        const float left = around + side;
        below =
            row({.gap = panel_gap}, {Item(column(8, std::move(map), generators(ui, 2)), pixels(left)),
                                     Item(column(8, std::move(panel), rule(), footnote(ui)), pixels(rest))});
    } else {
        below = column(16, std::move(map),
                       row({.gap = panel_gap}, {Item(std::move(panel), share()),
                                                Item(column(8, generators(ui, 1), footnote(ui)), share())}));
    }
    return column(8, std::move(top), std::move(below));
}

figures::Block LargeMap::narrow_sheet(Ui& ui, float available) const {
    using namespace figures;
    const float side = std::min(most_side, available);
    const float small = 112;
    Block overview = row({.gap = 12}, {Item(map_overview(look(ui), small, {side, side}), pixels(small)),
                                       Item(reading(ui), share())});
    Blocks all;
    const auto add = [&all](Block block) { all.push_back(std::move(block)); };
    add(presets(listed_presets()));
    add(slider(tokens, {.color = ui.theme().ink, .label_width = 72, .value_width = 44}));
    add(std::move(overview));
    add(heading_line(ui, side));
    add(map_part(ui, side, true));
    add(profile(ui, {true, false, side}));
    add(axis_ticks(side, true, false));
    add(profile(ui, {false, false, side}));
    add(axis_ticks(side, false, false));
    add(map_buttons(look(ui), {side, side}, false));
    add(column(0, text(caption, ui.theme().muted, "a query sees"), choice(ui, sees), window_slider(ui)));
    add(shares(ui));
    add(generators(ui, 1));
    add(footnote(ui));
    return column(8, std::move(all));
}

/// What is in sight, and what its colours mean.
figures::Block LargeMap::heading_line(Ui& ui, float side) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const CellRegion at = seen(ui, side);
    const auto span = [this](double from, double count) -> std::string {
        const int first = std::clamp(static_cast<int>(std::floor(from)), 0, model_.n() - 1);
        const int last = std::clamp(static_cast<int>(std::ceil(from + count)) - 1, first, model_.n() - 1);
        return Phrase() << first << "–" << last;
    };
    const std::string across = span(at.col, at.cols), down = span(at.row, at.rows);
    return by_width([=, &theme](float available) {
        std::vector<Run> runs = {{"keys ", theme.key, true},
                                 {across + " across, ", theme.muted},
                                 {"queries ", theme.query, true},
                                 {down + " down", theme.muted}};
        Block legend =
            heat_legend({.heat = heat, .name = "α", .masked = true, .least = "10⁻⁵", .most = "0.1 and more"});
        Block said = paragraph(caption, std::move(runs), 45);
        if (available < 600) return column(4, std::move(legend), std::move(said));
        return row({.gap = 12, .cross = Cross::middle},
                   {Item(std::move(said), share()), Item(std::move(legend))});
    });
}

// ---- Beside it

/// The weight of the cell that is pointed at, or else chosen, and what it came from.
figures::Block LargeMap::reading(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const bool pointed = hover_->cell.row >= 0;
    const Entry cell = pointed ? hover_->cell : Entry{query_now(), key_};
    const MapModel::Row& row = row_of(cell.row);
    const auto at = static_cast<size_t>(cell.col);
    const float weight = row.weights[at];
    const bool masked = std::isnan(weight);
    const std::string value = masked ? "masked: α = 0" : "α = " + weight_shown(wide(weight));
    const double most = wide(row.most), sum = wide(row.sum);
    const std::string how =
        masked
            ? std::string("a query may not look there")
            : std::string(Phrase() << "= exp(" << Fixed{wide(row.scores[at]), 2} << (most < 0 ? " + " : " − ")
                                   << Fixed{std::fabs(most), 2} << ") ÷ " << Fixed{sum, sum < 100 ? 2 : 0});
    const std::string place = Phrase() << "no. " << rank(row, cell.col) << " of the "
                                       << model_.visible_count(cell.row) << " in its row";
    std::vector<Run> who = {{"query ", theme.ink},
                            {std::to_string(cell.row), theme.query, true},
                            {" → key\u00a0", theme.ink},
                            {std::to_string(cell.col), theme.key, true}};
    return column(2, paragraph(body, std::move(who), 21), text(heading, theme.query, value),
                  paragraph(caption, theme.muted, how, 27),
                  paragraph(caption, theme.muted, masked ? "" : place, 31));
}

figures::Block LargeMap::shares(Ui&) const {
    using namespace figures;
    return drawing(line_height + 4 * share_height, [this](Ui& ui, Rect rect) {
        const Theme& theme = ui.theme();
        const char* said = !model_.settled()  ? "of the weight in the sample"
                           : rect.width < 330 ? "shares overlap; mark: this row's"
                                              : "shares of all weight, which overlap; mark: the row's";
        ui.text({rect.x, rect.y}, caption, theme.muted, shortened(caption, said, rect.width));
        const int now = ui.state().choice(outlined);
        for (int what = first_share; what < share_count; ++what) {
            const Rect box{rect.x, rect.y + line_height + share_height * static_cast<float>(what - 1),
                           rect.width, share_height};
            const PointerState pointer = ui.area(Phrase() << "share/" << what, box, Grip::press);
            if (pointer.hovered) hover_.note().share = what;
            if (pointer.clicked) ui.change(outlined, what == now ? 0 : what);
            const Rect look{box.x, box.y + 2, box.width, box.height - 4};
            if (what == now) {
                ui.painter().rectangle(look, band_color(theme), 6);
                ui.painter().outline(look, theme.query, 1.5f, 6);
            } else if (pointer.hovered) {
                ui.painter().rectangle(look, theme.raised, 6);
            }
            const double share = share_of(what);
            const float top = look.y + 4, left = look.x + 8, width = look.width - 16;
            const std::string number = percent(share, 1);
            ui.text({left, top}, {15, what == now}, theme.ink,
                    shortened(strong, share_name(what), width - fonts::width(strong, number) - 8));
            ui.text({left + width, top}, strong, model_.settled() ? theme.query : theme.muted, number,
                    Align::right);
            const float y = look.bottom() - 9;
            ui.painter().rectangle({left, y, width, 4}, grid_color(theme), 2);
            ui.painter().rectangle({left, y, width * static_cast<float>(std::clamp(share, 0.0, 1.0)), 4},
                                   model_.settled() ? theme.query : theme.line, 2);
            // The chosen row's own.
            const float own = left + width * static_cast<float>(std::clamp(row_share_of(what), 0.0, 1.0));
            ui.painter().line({own, y - 4}, {own, y + 8}, theme.ink, 1.5f);
        }
        ui.place_parameter(outlined, {rect.x, rect.y + line_height, rect.width, 4 * share_height});
        if (ui.focused(outlined)) ui.focus_ring({rect.x, rect.y + line_height, rect.width, 4 * share_height});
    });
}

/// What a slider makes is outlined while the pointer is on it.
void LargeMap::point_at_share_of(int parameter) const {
    if (parameter == first) hover_.note().share = first_share;
    if (parameter == copied) hover_.note().share = copied_share;
    if (parameter == window) hover_.note().share = window_share;
}

figures::Block LargeMap::window_slider(Ui& ui) const {
    return figures::slider(
        window, {.color = ui.theme().query, .label_width = 64, .value_width = 44, .hovered = [this] {
                     point_at_share_of(window);
                 }});
}

/// What the scores are made of, in so many columns.
figures::Block LargeMap::generators(Ui& ui, int columns) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    Blocks all;
    for (const int parameter : {recency, blocks, first, copied, noise})
        all.push_back(slider(parameter, {.color = theme.ink,
                                         .label_width = 108,
                                         .value_width = 44,
                                         .hovered = [this, parameter] { point_at_share_of(parameter); }}));
    all.push_back(stepper(ui, seed));
    Blocks lines = figures::blocks(text(caption, theme.muted, "what the scores are made of"));
    const size_t half = columns == 2 ? 3 : 6;
    for (size_t i = 0; i < half; ++i) {
        if (columns == 1) {
            lines.push_back(std::move(all[i]));
            continue;
        }
        lines.push_back(
            row({.gap = 32}, {Item(std::move(all[i]), share()), Item(std::move(all[i + half]), share())}));
    }
    lines.push_back(wrap(
        12, 0,
        figures::blocks(padded(0, 12, 0, 0, text(body, theme.ink, "head for repeats")), choice(ui, repeat))));
    return column(0, std::move(lines));
}

figures::Block LargeMap::footnote(Ui& ui) const {
    using namespace figures;
    constexpr double mega = 1 << 20;
    const double held = static_cast<double>(model_.bytes()) / mega,
                 whole = 4.0 * model_.n() * model_.n() / mega;
    const std::string spared = held < whole ? Phrase() << ": Q, K and what is kept of the rows are "
                                                       << Fixed{held, held < 1 ? 2 : 1} << " MiB instead of "
                                                       << Fixed{whole, whole < 1 ? 2 : 1} << "."
                                            : Phrase() << ".";
    const std::string said =
        Phrase() << "Constructed. Q and K, of " << MapModel::d
                 << " components, make blocks, first token, repeats and noise; recency is a position bias, "
                 << Fixed{-model_.inputs().recency, 2}
                 << " ln(1 + distance). The square around the repeats: " << model_.passage().length
                 << " codes of 42 signs are alike by chance. The n × n weights are stored nowhere" << spared;
    return paragraph(caption, ui.theme().muted, said, 311);
}

}  // namespace explainer

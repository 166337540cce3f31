// The sheet of the large map: the map with its axes, profiles and marks, and what stands beside it. See
// large_map.h.
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
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/figures/ticks.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer {

using figures::Axis, figures::Block, figures::Entry, figures::Item, figures::MapLook, figures::MapPlace;

namespace {

constexpr HeatLook heat{1, false, 1};
constexpr float most_side = 560, ticks_width = 44, profile_size = 88, profile_gap = 6;
constexpr float panel_width = 196, panel_gap = 24;
constexpr float ticks_height = 26;
constexpr float share_height = 44;
constexpr float least_column = 3;  // pixels of the first column: it is one token, and the point
constexpr float line_height = 20;

/// Where a weight stands in a profile: 10⁻⁵ at its foot, 1 at its top.
float profile_place(float weight) {
    return std::clamp((power_of(weight) + 5) / 5, 0.0f, 1.0f);
}

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

bool within(Rect rect, float x, float y) {
    return x >= rect.x - 1 && x <= rect.right() + 1 && y >= rect.y - 1 && y <= rect.bottom() + 1;
}

}  // namespace

CellRegion LargeMap::seen(const Ui& ui, float side) const {
    return figures::seen_region(model_.n(), model_.n(), ui.state().number(zoom),
                                ui.state().number(centre_row), ui.state().number(centre_col), side, side);
}

MapLook LargeMap::look(Ui& ui) {
    MapLook out;
    out.id = "map";
    out.map = &tiles_;
    out.heat = heat;
    out.zoom_parameter = zoom;
    out.row_parameter = centre_row;
    out.col_parameter = centre_col;
    out.chosen_row_parameter = query;
    out.chosen_col_parameter = key;
    out.row_color = ui.theme().query;
    out.col_color = ui.theme().key;
    out.value = [this](int i, int j) { return model_.weight(i, j); };
    out.shade = heat_of;
    out.shown = cell_shown;
    return out;
}

figures::Block LargeMap::sheet(Ui& ui) {
    using namespace figures;
    hovered_ = std::exchange(pointed_, {});
    hovered_share_ = std::exchange(pointed_share_, 0);
    if (hovered_.row >= model_.n() || hovered_.col >= model_.n()) hovered_ = {};
    return by_width([this, &ui](float available) {
        return available >= 640 ? wide_sheet(ui, available) : narrow_sheet(ui, available);
    });
}

// ---- Sheets

figures::Block LargeMap::wide_sheet(Ui& ui, float available) {
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

figures::Block LargeMap::narrow_sheet(Ui& ui, float available) {
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
        Block said = paragraph(caption, std::move(runs), available < 280 ? 2 : 1);
        if (available < 600) return column(4, std::move(legend), std::move(said));
        return row({.gap = 12, .cross = Cross::middle},
                   {Item(std::move(said), share()), Item(std::move(legend))});
    });
}

// ---- The map

figures::Block LargeMap::map_part(Ui& ui, float side, bool handle_right) {
    using namespace figures;
    MapLook full = look(ui);
    full.most = side;
    full.hovered = [this](Entry entry) { pointed_ = entry; };
    full.over = [this, handle_right](Ui& on, const MapPlace& place) { draw_over(on, place, handle_right); };
    // Whoever comes first has the pointer: the handle at the map's edge, before the map.
    return behind(drawing(side,
                          [this, side, handle_right](Ui& on, Rect rect) {
                              grip_query(on, {rect.x, rect.y, side, side}, handle_right);
                          }),
                  map_alone(std::move(full)));
}

/// The disc at the map's edge that carries the chosen query.
void LargeMap::grip_query(Ui& ui, Rect map, bool handle_right) {
    const MapPlace place{map, seen(ui, map.width)};
    const Point at{handle_right ? map.right() : map.x, place.at(query_now() + 0.5, 0).y};
    const bool there = within(map, at.x, at.y);
    const PointerState pointer = there || ui.kept("query held", 0) > 0
                                     ? ui.area("query/grip", figures::target_at(at), Grip::free)
                                     : PointerState{};
    ui.kept("query held", 0) = pointer.held ? 1.0f : 0.0f;
    query_lit_ = pointer.hovered || pointer.held;
    if (pointer.pressed || pointer.held) {
        const Point hand = ui.carried(pointer, at);
        if (pointer.dragging) ui.change(query, place.entry({map.x, hand.y}).row);
    }
}

void LargeMap::draw_over(Ui& ui, const MapPlace& place, bool handle_right) {
    const Theme& theme = ui.theme();
    const Rect& box = place.rect;
    // The first column, wide enough to be seen.
    const float left = place.at(0, 0).x;
    if (place.cell_width() < least_column && left > box.x - 1 && model_.visible(model_.n() - 1, 0)) {
        for (float y = box.y; y < box.bottom(); y += 2) {
            const Entry from = place.entry({box.x, y}), to = place.entry({box.x, y + 2});
            float most = -1;
            for (int i = std::max(0, from.row); i <= std::min(to.row, model_.n() - 1); ++i) {
                const float weight = first_column_[static_cast<size_t>(i)];
                if (weight > most) most = weight;
            }
            if (most >= 0)
                ui.painter().rectangle({left, y, least_column, std::min(2.0f, box.bottom() - y)},
                                       theme.weight(heat_of(most)), 0);
        }
    }
    // What is pointed at, here or in a profile.
    if (hovered_.row >= 0 && place.cell_width() < 16) {
        const Point at = place.at(hovered_.row + 0.5, hovered_.col + 0.5);
        if (box.contains(at)) {
            ui.painter().line({box.x, at.y}, {box.right(), at.y}, theme.query.faded(0.45f), 1);
            ui.painter().line({at.x, box.y}, {at.x, box.bottom()}, theme.key.faded(0.45f), 1);
        }
    }
    const int outline = hovered_share_ > 0 ? hovered_share_ : ui.state().choice(outlined);
    if (outline > 0) draw_outline(ui, place, outline);
    draw_names(ui, place);
    const Point at{handle_right ? box.right() : box.x, place.at(query_now() + 0.5, 0).y};
    if (within(box, at.x, at.y))
        figures::handle(ui, at, theme.query, false, {query_lit_, query_lit_, ui.focused(query)});
}

/// The cells of a share.
void LargeMap::draw_outline(Ui& ui, const MapPlace& place, int what) const {
    const Color ink = ui.theme().ink, paper = ui.theme().paper;
    const auto stroke = [&](double row0, double col0, double row1, double col1, bool dashes) {
        Point from = place.at(row0, col0), to = place.at(row1, col1);
        if (!figures::clip(place.rect, from, to)) return;
        if (!dashes) return ui.painter().line(from, to, ink, 1.5f);
        ui.painter().line(from, to, paper, 4);
        figures::dashed(ui, from, to, ink, 2, 6);
    };
    const double n = model_.n(), w = model_.inputs().window;
    if (what == first_share) {
        const double wide_enough =
            std::max(1.0, static_cast<double>((least_column + 1) / place.cell_width()));
        stroke(0, wide_enough, n, wide_enough, false);
        stroke(0, 0, n, 0, false);
    }
    if (what == window_share || what == itself_share) {
        // Both edges where cells can be told apart; in the middle of the cells where they cannot.
        stroke(0, 1, n - 1, n, false);
        if (what == itself_share) stroke(1, 0, n, n - 1, false);
        if (what == window_share) {
            stroke(w, 0, n, n - w, true);
            if (model_.inputs().sees == Sees::all) stroke(0, w, n - w, n, true);
        }
    }
    if (what == copied_share) {
        const Passage copy = model_.passage();
        const double out = std::max(0.5, static_cast<double>(4 / place.cell_width()));  // to either side
        const double row0 = copy.begin + copy.distance, col0 = copy.begin, l = copy.length;
        stroke(row0 - out, col0 + out, row0 + l - out, col0 + l + out, true);
        stroke(row0 + out, col0 - out, row0 + l + out, col0 + l - out, true);
    }
}

/// What stands where, as far as there is room.
void LargeMap::draw_names(Ui& ui, const MapPlace& place) const {
    const Theme& theme = ui.theme();
    const MapInputs& in = model_.inputs();
    figures::Labels labels(place.rect.inset(2));
    const double n = model_.n();
    // Not on the chosen row and column.
    const Point chosen = place.at(query_now() + 0.5, key_ + 0.5);
    labels.take({place.rect.x, chosen.y - 3, place.rect.width, 6});
    labels.take({chosen.x - 3, place.rect.y, 6, place.rect.height});
    if (!model_.settled()) {
        const Point corner{place.rect.right(), place.rect.y};
        const std::string said = Phrase() << "sample: 1 row in " << model_.stride();
        const float width = fonts::width(strong, said);
        labels.put_at(ui, corner + Point{-width / 2 - 8, 16}, strong, theme.ink, said, true);
    }
    const auto name = [&](double row, double col, Point away, Color color, const std::string& text) {
        const Point at = place.at(row, col);
        if (place.rect.contains(at)) labels.put(ui, at, 8, away, caption, color, text);
    };
    const auto row_in_sight = [&](double share) { return place.seen.row + place.seen.rows * share; };
    if (in.sees != Sees::all) {
        // Well inside of what is masked and in sight, if that is much.
        const double row = row_in_sight(0.12);
        const double free = place.seen.col + place.seen.cols - row;
        if (free > 0.3 * place.seen.cols)
            labels.put_at(ui, place.at(row, row + free * 0.55), caption, theme.muted, "the future, masked",
                          true);
    }
    if (in.first > 0 && place.seen.col < 1 && in.sees != Sees::window)
        name(std::min(n - 1, row_in_sight(0.9)), 1, {1, 0}, theme.ink, "← first token");
    const Passage copy = model_.passage();
    if (in.copied > 0 && in.sees <= Sees::earlier)
        name(copy.begin + copy.distance + copy.length * 0.06, copy.begin + copy.length * 0.06, {0, -1},
             theme.ink, "copied passage");
    if (ui.state().choice(outlined) == window_share || hovered_share_ == window_share) {
        const double row = row_in_sight(0.5);
        name(row, row - in.window, {-1, 0.4f}, theme.ink, share_name(window_share));
    }
}

// ---- Axes and profiles

/// Of the keys' or the queries' axis, below a profile or beside the map.
figures::Block LargeMap::axis_ticks(float side, bool of_keys, bool upright) {
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

figures::Block LargeMap::profile(Ui&, Profile which) {
    using namespace figures;
    if (which.upright)
        return drawing({profile_size, which.map_side, 0},
                       [this, which](Ui& ui, Rect rect) { draw_profile(ui, rect, which); });
    return drawing(profile_size, [this, which](Ui& ui, Rect rect) {
        draw_profile(ui, {rect.x, rect.y, which.map_side, rect.height}, which);
    });
}

void LargeMap::draw_profile(Ui& ui, Rect rect, Profile which) {
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
        return static_cast<int>(std::floor(from + count * static_cast<double>(along / length)));
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
    const int under = std::clamp(cell_at(which.upright ? hand.y : hand.x), 0, model_.n() - 1);
    if (pointer.clicked || pointer.dragging) ui.change(parameter, under);
    if (pointer.hovered && !pointer.held)
        pointed_ = which.of_row ? Entry{query_now(), under} : Entry{under, key_};
    ui.place_parameter(parameter, rect);

    for (const float power : {0.2f, 0.6f, 1.0f})
        ui.painter().line(point(0, power), point(length, power), grid_color(theme), 1);
    ui.painter().line(point(0, 0), point(length, 0), theme.line, 1);
    // A pixel has the largest of its weights.
    std::vector<Point> foot, top;
    const int pixels = static_cast<int>(length);
    for (int x = 0; x <= pixels; ++x) {
        const int first = std::max(0, cell_at(static_cast<float>(x)));
        const int last = std::min(model_.n(), std::max(first + 1, cell_at(static_cast<float>(x + 1))));
        float most = 0;
        for (int j = first; j < last; ++j) {
            const float weight = weights[static_cast<size_t>(j)];
            if (weight > most) most = weight;
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

// ---- Beside it

/// The weight of the cell that is pointed at, or else chosen, and what it came from.
figures::Block LargeMap::reading(Ui& ui) {
    using namespace figures;
    const Theme& theme = ui.theme();
    const bool pointed = hovered_.row >= 0;
    const Entry cell = pointed ? hovered_ : Entry{query_now(), key_};
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
    return by_width([=, &theme](float available) {
        std::vector<Run> who = {{"query ", theme.ink},
                                {std::to_string(cell.row), theme.query, true},
                                {" → key\u00a0", theme.ink},
                                {std::to_string(cell.col), theme.key, true}};
        const int lines = available < 196 ? 2 : 1;
        return column(2, paragraph(body, std::move(who), lines), text(heading, theme.query, value),
                      paragraph(caption, theme.muted, how, lines),
                      paragraph(caption, theme.muted, masked ? "" : place, lines));
    });
}

figures::Block LargeMap::shares(Ui&) {
    using namespace figures;
    return drawing(line_height + 4 * share_height, [this](Ui& ui, Rect rect) {
        const Theme& theme = ui.theme();
        const char* said = !model_.settled() ? "of the weight in the sample"
                           : rect.width < 330
                               ? "of all weight; mark: of this row"
                               : "share of all weight; mark: of the chosen row; press to outline";
        ui.text({rect.x, rect.y}, caption, theme.muted, shortened(caption, said, rect.width));
        const int now = ui.state().choice(outlined);
        for (int what = first_share; what < share_count; ++what) {
            const Rect box{rect.x, rect.y + line_height + share_height * static_cast<float>(what - 1),
                           rect.width, share_height};
            const PointerState pointer = ui.area(Phrase() << "share/" << what, box, Grip::press);
            if (pointer.hovered) pointed_share_ = what;
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
void LargeMap::point_at_share_of(int parameter) {
    if (parameter == first) pointed_share_ = first_share;
    if (parameter == copied) pointed_share_ = copied_share;
    if (parameter == window) pointed_share_ = window_share;
}

figures::Block LargeMap::window_slider(Ui& ui) {
    return figures::slider(
        window, {.color = ui.theme().query, .label_width = 64, .value_width = 44, .hovered = [this] {
                     point_at_share_of(window);
                 }});
}

/// What the scores are made of, in so many columns.
figures::Block LargeMap::generators(Ui& ui, int columns) {
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
    return column(0, std::move(lines));
}

figures::Block LargeMap::footnote(Ui& ui) const {
    using namespace figures;
    constexpr double mega = 1 << 20;
    const double held = static_cast<double>(model_.bytes()) / mega,
                 whole = 4.0 * model_.n() * model_.n() / mega;
    const std::string said =
        Phrase() << "Constructed. Q and K, of " << MapModel::d
                 << " components, make blocks, first token, copy and noise; recency is a position bias, −"
                 << Fixed{model_.inputs().recency, 2}
                 << " ln(1 + distance). The square around the copy: " << model_.passage().length
                 << " codes of 42 signs are alike by chance. The n × n weights are stored nowhere: "
                 << Fixed{held, held < 1 ? 2 : 1} << " MB instead of " << Fixed{whole, whole < 1 ? 2 : 1}
                 << ".";
    const Color muted = ui.theme().muted;
    return by_width([said, muted](float available) {
        // (As many lines as its longest numbers may need.)
        const int lines = static_cast<int>(1750 / available) + 2;
        return paragraph(caption, muted, said, lines);
    });
}

}  // namespace explainer

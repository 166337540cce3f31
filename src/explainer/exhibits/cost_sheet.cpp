// The sheet of the cost exhibit: n on top, three plots of which one is large, the six ways as a table that is
// also the legend. See cost.h, and cost_cache.cpp for the part that shows the cache of a whole model.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "explainer/exhibits/cost.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/formula.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/plot.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"
#include "explainer/vector_of.h"

namespace explainer::cost {

using figures::Block;

namespace {

constexpr int octaves = 10;                                  // from 64 to 65,536
constexpr float way_height = 40, way_rows = 6 * way_height;  // of a row of the table
constexpr const char* titles[] = {"memory held while computing", "multiplications", "time"};
constexpr const char* notes[] = {"one head: q, k, v, outputs, all between", "of one head, attention alone",
                                 "dots: measured here, dashes: by the formula"};

/// The length that many octaves above the least.
double length_at(double octave) {
    return least_n * std::exp2(octave);
}

/// A number whose point stands where those above and below have theirs, with its unit.
[[gnu::noinline]] Block at_point(Type type, Color color, std::string number, const char* unit,
                                 const char* widest_unit) {
    const float units = fonts::width({type.size(), true}, widest_unit) + 5;
    const float decimals = fonts::width({type.size(), true}, ".88");
    return figures::drawing(fonts::line_height(type), [=, number = std::move(number)](Ui& ui, Rect rect) {
        const size_t point = std::min(number.find('.'), number.size());
        const float x = rect.right() - units - decimals;
        ui.text({x, rect.y}, type, color, std::string_view(number).substr(0, point), Align::right);
        ui.text({x, rect.y}, type, color, std::string_view(number).substr(point));
        ui.text({rect.right(), rect.y}, type, color, unit, Align::right);
    });
}

[[gnu::noinline]] void put(figures::Blocks& to, Block part) {
    to.push_back(std::move(part));
}

[[gnu::noinline]] Block side_by_side(Block left, Block right, figures::Cross cross = figures::Cross::top) {
    return figures::row({.gap = 40, .cross = cross}, {figures::Item(std::move(left), figures::share(54)),
                                                      figures::Item(std::move(right), figures::share(46))});
}

[[gnu::noinline]] figures::Axis length_axis() {
    return {.from = least_n,
            .to = most_n,
            .logarithmic = true,
            .ticks = {64, 256, 1024, 4096, 16384, 65536},
            .shown = grouped};
}

}  // namespace

Color Cost::end_color(const Theme& theme, int way) const {
    return way < windowed ? theme.wrong : way <= streaming ? theme.query : theme.ink;
}

Color Cost::color_of(const Theme& theme, int way) const {
    const Color full = end_color(theme, way);
    return way == causal || way == windowed ? mix(theme.paper, full, 0.62f) : full;
}

Color Cost::lit_color(const Theme& theme, int way) const {
    const bool dim = hover_->way >= 0 && hover_->way != way;
    return dim ? mix(theme.paper, color_of(theme, way), 0.3f) : color_of(theme, way);
}

Block Cost::sheet(Ui& ui) const {
    using namespace figures;
    return by_width([this, &ui](float width) {
        const bool is_wide = width >= 760;
        Blocks plots, table, all;
        if (is_wide) {
            // The native choice of the large plot lies over the small ones.
            put(plots, drawing(0, [](Ui& ui, Rect rect) {
                    const Rect small{rect.x, rect.y, rect.width, 370};
                    ui.place_parameter(plot_shown, small);
                    if (ui.focused(plot_shown)) ui.focus_ring(small.inset(-4));
                }));
            for (int quantity = 0; quantity < quantity_count; ++quantity) {
                if (quantity != plot_) put(plots, chart(ui, quantity, false));
            }
        }
        put(plots, measuring(ui));
        put(table, by_width([this, &ui](float width) { return ways(ui, width); }));
        put(table, toggle(ui, whole_layer));
        put(table, explained(ui));
        Block small = column(6, std::move(plots)), left = column(8, std::move(table));
        if (is_wide) {
            put(all, side_by_side(length(ui), given(ui), Cross::middle));
            put(all, side_by_side(large(ui), std::move(small)));
            put(all, rule());
            put(all, side_by_side(std::move(left), cache_of_model(ui)));
        } else {
            put(all, length(ui));
            put(all, given(ui));
            put(all, choice(ui, plot_shown));
            put(all, large(ui));
            put(all, std::move(small));
            put(all, rule());
            put(all, std::move(left));
            put(all, rule());
            put(all, cache_of_model(ui));
        }
        put(all, rule());
        put(all, presets(find_exhibit("cost")->presets));
        return column(14, std::move(all));
    });
}

// ---- What is given

/// The slider between its words and an axis of its own.
Block Cost::length(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    SliderLook look{.color = theme.ink, .label_width = 0, .value_width = 0, .shown = " "};
    Blocks parts;
    put(parts, row({.gap = 8},
                   {Item(text(strong, theme.ink, "your n")),
                    Item(text(strong, theme.ink, grouped(sizes_.n) + " tokens", Align::right), share())}));
    put(parts, slider(length_n, std::move(look)));
    put(parts, drawing(12, [](Ui& ui, Rect rect) {
            const Axis axis = length_axis();
            const float from = rect.x + 10, length = rect.width - 24;
            for (const Tick& tick : ticks(axis, length, caption, true, 10))
                ui.text({from + tick_middle(axis, tick, length, caption, 10), rect.y - 6}, caption,
                        ui.theme().muted, tick.label, Align::centre);
        }));
    return column(0, std::move(parts));
}

Block Cost::given(Ui&) const {
    using namespace figures;
    return drawing(row_height, [](Ui& ui, Rect rect) {
        const Theme& theme = ui.theme();
        const float top = rect.centre().y - fonts::line_height(body) / 2;
        float x = rect.x;
        for (const int parameter : {width_d, window_w}) {
            const std::string_view label = ui.state().parameter(parameter).label;
            ui.text({x, top}, body, theme.muted, label);
            x += fonts::width(body, label) + 4;
            number_field(ui, parameter, {x, rect.y, 48, rect.height}, theme.ink);
            x += 48 + 20;
        }
        ui.text({rect.right(), rect.centre().y - fonts::line_height(caption) / 2}, caption, theme.muted,
                "drag or type", Align::right);
    });
}

// ---- Plots

Block Cost::chart(Ui& ui, int quantity, bool is_large) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    PlotLook look;
    look.id = titles[quantity];
    look.x = length_axis();
    look.height = is_large ? 312 : 108;
    look.left = is_large ? 68 : 60;
    look.y_name = quantity == time && !measured_any() ? "nothing is measured yet: press the button below"
                  : quantity == work && sizes_.layer  ? "of one head, projections and MLP too"
                                                      : notes[quantity];
    look.legend = look.reading = false;
    look.empty.clear();
    double least = std::numeric_limits<double>::infinity(), most = 0;
    const auto add = [&](Series& one, double n, double y) {
        if (!std::isgreater(y, 0.0)) return;  // NaN: not measured
        one.x.push_back(n);
        one.y.push_back(y);
        least = std::min(least, y);
        most = std::max(most, y);
    };
    struct Source {
        int way, skipped;  // steps before the first point; −1: the dots
    };
    std::array<Source, 3 * way_count> sources{};  // of each series
    const auto push = [&](Series&& one, int way, int skipped) {
        sources[look.series.size()] = {way, skipped};
        look.series.push_back(std::move(one));
    };
    const int per_octave = is_large ? 4 : 2, steps = octaves * per_octave;  // points of a line
    const auto step_length = [per_octave](int step) {
        return length_at(static_cast<double>(step) / per_octave);
    };
    const auto word_color = [&](int way) {
        return hover_->way >= 0 && hover_->way != way ? lit_color(theme, way) : end_color(theme, way);
    };
    const double n = hover_->n > 0 ? hover_->n : sizes_.n;
    for (int way = 0; way < way_count; ++way) {
        const Dots& dots = dots_[way];
        const bool strong_line = way == first_ || way == second_ || way == hover_->way;
        // Where two lines are one, the lower one is wider, or the upper one is dashed.
        const bool under = quantity != memory && (way == materialised || way == causal);
        Series line{.color = lit_color(theme, way), .dashes = way == uncached};
        line.thickness = (strong_line ? 3.0f : 1.75f) + (under ? 2.5f : 0);
        if (quantity == time) line.dashes = true, line.thickness = 1.5f;
        const double from = quantity != time ? 0 : dots.empty() ? 2 * most_n : dots.n.back();
        for (int step = 0; step <= steps; ++step) {
            if (const double there = step_length(step); there >= from)
                add(line, there, value(quantity, way, there));
        }
        if (is_large && quantity != time) {
            const WayWords& words = way_words[way];
            line.end = quantity == memory ? words.held_end : words.work_end;
            if (quantity == work && (way == streaming || way == cached)) line.end.clear();
            line.end_color = word_color(way);
        }
        if (is_large && quantity == time && !dots.empty()) {
            line.end = way_words[way].brief;
            line.end_color = word_color(way);
        }
        const int skipped = steps + 1 - static_cast<int>(line.x.size());
        push(std::move(line), way, skipped);
        if (quantity == time) {
            Series measured{.color = lit_color(theme, way), .mark = Mark::disc, .mark_size = 2.5f};
            for (size_t i = 0; i < dots.n.size(); ++i) add(measured, dots.n[i], dots.seconds[i]);
            push(std::move(measured), way, -1);
        }
    }
    // The dots on the line of n: those of the two that are compared lie above the others.
    for (const bool top : {false, true}) {
        for (int way = 0; way < way_count; ++way) {
            const bool compared_way = way == first_ || way == second_;
            if (compared_way != top) continue;
            Series now{.color = lit_color(theme, way), .mark = Mark::disc, .line = false, .read = false};
            now.mark_size = top ? 6 : 4;
            add(now, n, value(quantity, way, n));
            push(std::move(now), way, 0);
        }
    }
    look.y = {.from = 1e-5, .to = 1e4, .logarithmic = true};
    if (quantity == memory) {
        look.y.shown = bytes_tick;
        for (int power = 4; power <= 46; power += 4) look.y.ticks.push_back(std::exp2(power - 2));
    }
    if (quantity == work) look.y.ticks = {1, 1e3, 1e6, 1e9, 1e12, 1e15, 1e18};
    if (quantity == time) {
        look.y.shown = seconds_tick;
        look.y.ticks = {1e-6, 1e-3, 1, 3600, 8640000};
    }
    if (most > 0) {
        const double base = quantity == memory ? 2 : 10;
        look.y.from = std::pow(base, std::floor(std::log(least * 0.97) / std::log(base)));
        look.y.to = std::pow(base, std::ceil(std::log(most * 1.03) / std::log(base)));
    }
    Marker marker{.x = sizes_.n, .color = theme.ink};
    if (is_large)
        marker.dragged = [&ui](double to) { ui.change(length_n, ui.state().snapped(length_n, to)); };
    look.markers.push_back(std::move(marker));
    if (hover_->n > 0) look.markers.push_back({.x = hover_->n, .color = theme.line});
    if (is_large) {
        const double upper = value(quantity, first_, n), lower = value(quantity, second_, n);
        look.span = {n, upper, lower, theme.ink};
        for (const int way : {first_, second_}) {
            if (quantity == time) break;  // all have their names at the ends there
            const double there = length_at(3.5), y = value(quantity, way, there);
            const bool above = y >= value(quantity, first_ + second_ - way, there);
            if (way == second_ && first_ == second_ && !look.notes.empty()) break;  // there is one line
            look.notes.push_back({there,
                                  y,
                                  {way_words[way].brief, word_color(way), true},
                                  {above ? -0.7f : 0.7f, above ? -0.7f : 0.7f}});
        }
    }
    look.hovered = [this, sources, step_length](int series, int point) {
        const Source& from = sources[static_cast<size_t>(series)];
        hover_.note().way = from.way;
        hover_.note().n = from.skipped < 0 ? dots_[from.way].n[static_cast<size_t>(point)]
                                           : std::round(step_length(point + from.skipped));
    };
    if (is_large) return plot(std::move(look));
    look.pressed = [&ui, quantity](int, int) { ui.change(plot_shown, quantity); };
    return column(0, text(strong, theme.ink, titles[quantity]), plot(std::move(look)));
}

/// What the two come to, in words; the plot.
Block Cost::large(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const double n = hover_->n > 0 ? hover_->n : sizes_.n;
    const std::string said = compared(plot_, n);
    std::vector<Run> runs;
    if (first_ == second_) {
        runs.push_back({way_words[first_].brief, end_color(theme, first_), true});
        runs.push_back({": press another way to compare", theme.ink, true});
    } else if (said.empty()) {
        runs.push_back({"nothing to compare yet", theme.muted, true});
    } else {
        runs.push_back({way_words[second_].brief, end_color(theme, second_), true});
        runs.push_back({": " + said + (said.ends_with("same") ? " as " : " than "), theme.ink, true});
        runs.push_back({way_words[first_].brief, end_color(theme, first_), true});
    }
    return column(4, text(strong, theme.ink, titles[plot_]), paragraph(heading, std::move(runs), 45),
                  chart(ui, plot_, true));
}

/// The button and what came of it. What cannot be had may take many words: they are cut here, and whole in
/// the description.
Block Cost::measuring(Ui& ui) const {
    using namespace figures;
    return by_width([this, &ui](float width) {
        const Theme& theme = ui.theme();
        const float button = action_width(ui, measure);
        const bool below = width < 360;  // what is said of it
        const float room = below ? width : width - button - 12;
        std::string said = trouble_;
        if (measuring_) {
            said = Phrase() << "measuring … " << Percent{progress_, 0};
        } else if (said.empty()) {
            said =
                measured_any()
                    ? "Measured on this machine. Whatever else it did meanwhile shows."
                    : "Times all six ways on this machine at growing n, for some seconds. Nothing leaves it.";
        }
        said = shortened(caption, said, 2.5f * room);
        const int shown = measuring_ ? stop : measure;
        Block pressed =
            drawing({button, row_height, 0}, [shown](Ui& ui, Rect rect) { action(ui, shown, rect); });
        Block words = paragraph(caption, theme.muted, said, 90);
        if (below) return column(2, std::move(pressed), std::move(words));
        return row({.gap = 12, .cross = Cross::middle},
                   {Item(std::move(pressed)), Item(std::move(words), pixels(room))});
    });
}

// ---- The table

Block Cost::ways(Ui& ui, float width) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const double n = hover_->n > 0 ? hover_->n : sizes_.n;
    const bool is_wide = width >= 470, is_least = width < 320;
    const bool with_work = is_wide || plot_ == work, with_memory = !is_least || plot_ == memory,
               with_time = is_wide || plot_ == time || (plot_ == memory && !is_least);
    std::vector<TableRow> rows;
    for (int way = 0; way < way_count; ++way) {
        const bool chosen = way == first_ || way == second_, heavy = chosen || way == hover_->way;
        const bool dim = hover_->way >= 0 && way != hover_->way;
        const Color line = lit_color(theme, way), ink = dim ? theme.muted : theme.ink;
        const bool dashes = way == uncached;
        TableRow row;
        row.selected = chosen;
        row.tint = color_of(theme, way);
        row.add(drawing({24, 10, 0}, [line, dashes, heavy](Ui& ui, Rect rect) {
            const Point from{rect.x, rect.centre().y}, to{rect.right(), rect.centre().y};
            if (dashes) return dashed(ui, from, to, line, heavy ? 3.0f : 2.0f, 5);
            ui.painter().line(from, to, line, heavy ? 3.5f : 2.0f);
        }));
        row.add(width < 380 ? way_words[way].brief : way_words[way].name, ink, heavy);
        const Type type{15, heavy};
        const Measure held = bytes(value(memory, way, n));
        const Time known = time_of(way, dots_[way], at(n));
        if (with_work) row.add(scientific(value(work, way, n), 3), ink, heavy);
        if (with_memory) row.add(at_point(type, ink, held.number, held.unit, "MiB"));
        if (with_time && known.known) {
            const Measure took = seconds(known.seconds);
            row.add(at_point(type, known.measured ? ink : theme.muted,
                             (known.measured ? "" : "≈ ") + took.number, took.unit, "years"));
        } else if (with_time) {
            row.add(at_point(type, theme.muted, "–", "", "years"));
        }
        rows.push_back(std::move(row));
    }
    std::vector<TableColumn> columns = vector_of(
        TableColumn{"", theme.muted, Align::left, pixels(24)},
        TableColumn{hover_->n > 0 ? "at the pointer" : "at your n", theme.muted, Align::left, share()});
    if (with_work)
        columns.push_back({is_wide ? "multiplications" : "multiplied", theme.muted, Align::left,
                           pixels(is_wide ? 84 : 80)});
    if (with_memory) columns.push_back({"memory", theme.muted, Align::right, pixels(86)});
    if (with_time) columns.push_back({"time", theme.muted, Align::right, pixels(100)});
    TableLook look{.id = "ways", .row_height = way_height, .gap = is_wide ? 12.0f : 6.0f};
    look.pressed = [this, &ui](int way) {
        const bool swaps = way == first_ || way == second_;
        if (swaps) ui.change(first_way, second_);
        ui.change(second_way, swaps ? first_ : way);
    };
    Block all = table(std::move(look), std::move(columns), std::move(rows));
    return behind(
        drawing(0,
                [this](Ui& ui, Rect rect) {
                    for (const int parameter : {first_way, second_way}) {
                        const int way = parameter == first_way ? first_ : second_;
                        const Rect row{rect.x,
                                       rect.bottom() - way_rows + way_height * static_cast<float>(way),
                                       rect.width, way_height};
                        ui.place_parameter(parameter, {row.x, row.y - 2, row.width, row.height + 4});
                        if (ui.focused(parameter)) ui.focus_ring(row.inset(1));
                    }
                }),
        std::move(all));
}

/// What the numbers of one way come from.
Block Cost::explained(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const int way = hover_->way >= 0 ? hover_->way : second_;
    const WayWords& words = way_words[way];
    const Sizes there = at(hover_->n > 0 ? hover_->n : sizes_.n);
    const Time known = time_of(way, dots_[way], there);
    Phrase said;
    said << " at n = " << grouped(there.n) << " holds " << words.keeps << ": " << words.held << " = "
         << count_of(numbers_held(way, there))
         << " numbers of 4 bytes. Pairs of a query and a key: " << words.pairs << " = "
         << count_of(pairs(way, there)) << ", with 2d\u00a0=\u00a0" << grouped(2 * there.d)
         << " multiplications each. ";
    said << (two_sided(way) ? "It looks both ways. " : "It looks only back. ");
    if (there.layer)
        said << "A head’s part of the projections and the MLP adds "
             << count_of(layer_multiplications(way, there)) << ". ";
    said << (known.measured ? "Its time was measured at this n."
             : known.known  ? "Its time follows from a measured dot, as the multiplications grow."
                            : "Press a row to compare it, press one of the two to swap them.");
    return paragraph(
        caption, vector_of(Run{words.long_name, theme.ink, true}, Run{std::string(said), theme.muted}), 352);
}

}  // namespace explainer::cost

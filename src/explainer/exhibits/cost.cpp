// Cost: multiplications, memory and time of attention against the length n, for six ways; and the bytes of a
// KV cache. Here the parameters, what is asked of the host, and the sheet: n on top, three plots of which one
// is large, the six ways as a table that is also the legend, the cache of a whole model. What is computed and
// said is in cost_model.h. Memory is by the formulas: nothing here allocates n × n.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "explainer/exhibit.h"
#include "explainer/exhibits/cost_model.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/formula.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/plot.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer::cost {
namespace {

using figures::Block, figures::Blocks;

enum : int { length_n, width_d, window_w, plot_shown, first_way, second_way, layers, kv_heads, d_k };
enum : int { precision = d_k + 1, measure, stop, whole_layer };

constexpr Parameter by_eights(Parameter one) {
    one.step = 8;
    return one;
}

constexpr std::array plots = {Choice{"memory", "memory"}, Choice{"multiplications", "multiplications"},
                              Choice{"time", "time"}};
constexpr std::array way_choices = {Choice{"materialised", "materialised"},
                                    Choice{"causal", "causal"},
                                    Choice{"window", "window"},
                                    Choice{"streaming", "streaming"},
                                    Choice{"cache", "decode, KV cache"},
                                    Choice{"no-cache", "decode, no cache"}};
constexpr std::array pair_choices = {Choice{"1", "1"}, Choice{"2", "2"},   Choice{"4", "4"},
                                     Choice{"8", "8"}, Choice{"16", "16"}, Choice{"32", "32"}};
constexpr std::array bit_choices = {Choice{"8", "8 bit"}, Choice{"16", "16 bit"}, Choice{"32", "32 bit"}};

constexpr std::array parameters = {
    logarithmic(integer_of("n", "your n", "How many tokens; it moves the line in every plot.", least_n,
                           most_n, 8192)),
    integer_of("d", "d", "How wide queries, keys and values are.", 1, 512, 64),
    integer_of("window", "window", "How many tokens back a query sees with a window, itself included.", 1,
               4096, 256),
    choice_of("plot", "plot", "Which of the three plots is the large one.", plots, memory),
    choice_of("first", "compare", "The first of two ways that are compared.", way_choices, materialised),
    choice_of("second", "with", "The second of two ways that are compared.", way_choices, streaming),
    integer_of("layers", "layers", "How many layers the model has; each has a cache of its own.", 1, 128, 32),
    choice_of("kvHeads", "key heads", "How many heads of keys and values 32 heads of queries share.",
              pair_choices, 3),
    by_eights(integer_of("keyWidth", "dₖ", "How many components a key and a value have.", 8, 256, 128)),
    choice_of("precision", "precision", "How many bits each number in the cache takes.", bit_choices, 1),
    action_of("measure", "measure here", "Times all six ways on this machine, at growing n."),
    action_of("stop", "stop", "Measures no more."),
    toggle_of("layer", "projections and MLP too",
              "Counts with each head its part of what else a layer of 32 heads multiplies.", false),
};

constexpr std::array presets = {
    Preset{"8,192 tokens", ""},
    Preset{"64 tokens", "n=64"},
    Preset{"decoding, with and without a cache", "plot=multiplications;first=no-cache;second=cache"},
    Preset{"a window at 65,536", "n=65536;first=causal;second=window"},
};

// ---- Parts of the sheet that know no state

constexpr int octaves = 10;       // from 64 to 65,536
constexpr float way_height = 40;  // of a row of the table
constexpr const char* titles[] = {"memory held while computing", "multiplications", "time"};
constexpr const char* notes[] = {"one head: q, k, v, outputs, all between", "of one head, attention alone",
                                 "dots: measured here, dashes: by the formula"};

/// Whole as far as nine digits go, else a power of ten.
std::string count_of(double value) {
    return value < 1e9 ? grouped(value) : scientific(value, 3);
}

/// The length that many octaves above the least.
double length_at(double octave) {
    return least_n * std::exp2(octave);
}

/// A number whose point stands where those above and below have theirs, with its unit.
Block at_point(Type type, Color color, std::string number, const char* unit, const char* widest_unit) {
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

Block side_by_side(Block left, Block right, figures::Cross cross = figures::Cross::top) {
    return figures::row({.gap = 40, .cross = cross}, {figures::Item(std::move(left), figures::share(54)),
                                                      figures::Item(std::move(right), figures::share(46))});
}

figures::Axis length_axis() {
    return {.from = least_n,
            .to = most_n,
            .logarithmic = true,
            .ticks = {64, 256, 1024, 4096, 16384, 65536},
            .shown = grouped};
}

class Cost final : public Exhibit {
  public:
    void compute(const State& state) override {
        const Sizes sizes{state.number(length_n), state.number(width_d), state.number(window_w),
                          state.toggle(whole_layer)};
        if (sizes.d != costs_.sizes.d || sizes.window != costs_.sizes.window) {
            // Times of other sizes would pass for these.
            costs_.forget_times();
            if (costs_.measuring) act(stop);
        }
        costs_.sizes = sizes;
        plot_ = state.choice(plot_shown);
        costs_.first = state.choice(first_way);
        costs_.second = state.choice(second_way);
        costs_.layers = state.number(layers);
        costs_.kv_heads = 1 << state.choice(kv_heads);
        costs_.d_k = state.number(d_k);
        costs_.bits = 8 << state.choice(precision);
    }

    void act(int parameter) override {
        costs_.measuring = parameter == measure;
        wish_ = costs_.measuring ? Wish::measure : Wish::stop;
        if (!costs_.measuring) return;
        costs_.forget_times();
        progress_ = 0;
    }

    std::optional<Request> take_request() override {
        const Wish wish = std::exchange(wish_, Wish::none);
        if (wish == Wish::none) return std::nullopt;
        if (wish == Wish::stop) return Request{std::string(stop_request), {}};
        return Request{"time-lengths",
                       {{"n", costs_.sizes.n}, {"d", costs_.sizes.d}, {"window", costs_.sizes.window}}};
    }

    /// A tensor for each way, named by its id: [k, 2], lengths and microseconds.
    void receive(const Reply& reply) override {
        costs_.measuring = !reply.done;
        if (reply.progress > 0) progress_ = std::min(reply.progress, 1.0);
        if (!reply.error.empty()) costs_.trouble += (costs_.trouble.empty() ? "" : " ") + reply.error;
        for (const Tensor& tensor : reply.tensors) {
            for (int way = 0; way < way_count; ++way) {
                if (tensor.name == way_words[way].id) costs_.dots[way].read(tensor);
            }
            if (tensor.name == "step") costs_.step.read(tensor);
        }
        if (reply.done && !costs_.measured_any() && costs_.trouble.empty())
            costs_.trouble = "Nothing could be measured.";
    }

    bool active(const State&, int parameter) const override {
        return parameter == stop ? costs_.measuring : parameter != measure || !costs_.measuring;
    }

    Description describe() const override { return costs_.describe(); }
    std::string numpy(const State&) const override { return costs_.numpy(); }

    Block sheet(Ui& ui) const override {
        using namespace figures;
        return by_width([this, &ui](float width) {
            const bool is_wide = width >= 760;
            Blocks plots;
            if (is_wide) {
                // The native choice of the large plot lies over the small ones.
                plots.push_back(drawing(0, [](Ui& ui, Rect rect) {
                    const Rect small{rect.x, rect.y, rect.width, 370};
                    ui.place_parameter(plot_shown, small);
                    if (ui.focused(plot_shown)) ui.focus_ring(small.inset(-4));
                }));
                for (int quantity = 0; quantity < quantity_count; ++quantity) {
                    if (quantity != plot_) plots.push_back(chart(ui, quantity, false));
                }
            }
            plots.push_back(measuring(ui));
            Block small = column(6, std::move(plots)),
                  table = column(8, by_width([this, &ui](float width) { return ways(ui, width); }),
                                 toggle(ui, whole_layer), explained(ui)),
                  last = figures::presets(cost::presets);
            if (is_wide)
                return column(14, side_by_side(length(ui), given(), Cross::middle),
                              side_by_side(large(ui), std::move(small)), rule(),
                              side_by_side(std::move(table), cache_of_model(ui)), rule(), std::move(last));
            return column(14, length(ui), given(), choice(ui, plot_shown), large(ui), std::move(small),
                          rule(), std::move(table), rule(), cache_of_model(ui), rule(), std::move(last));
        });
    }

  private:
    /// The length at the pointer, else the reader's.
    double looked_at() const { return hover_->n > 0 ? hover_->n : costs_.sizes.n; }
    bool is_compared(int way) const { return way == costs_.first || way == costs_.second; }
    /// Of a way's family, for words; its line may be paler.
    static Color end_color(const Theme& theme, int way) {
        return way < windowed ? theme.wrong : way <= streaming ? theme.query : theme.ink;
    }
    static Color color_of(const Theme& theme, int way) {
        const Color full = end_color(theme, way);
        return way == causal || way == windowed ? mix(theme.paper, full, 0.62f) : full;
    }
    /// Fades what is not looked at.
    Color lit_color(const Theme& theme, int way) const {
        const bool dim = hover_->way >= 0 && hover_->way != way;
        return dim ? mix(theme.paper, color_of(theme, way), 0.3f) : color_of(theme, way);
    }

    /// The slider between its words and an axis of its own.
    Block length(Ui& ui) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        Block axis_words = drawing(12, [](Ui& ui, Rect rect) {
            const Axis axis = length_axis();
            const float from = rect.x + 10, length = rect.width - 24;
            for (const Tick& tick : ticks(axis, length, caption, true, 10))
                ui.text({from + tick_middle(axis, tick, length, caption, 10), rect.y - 6}, caption,
                        ui.theme().muted, tick.label, Align::centre);
        });
        return column(
            0,
            row({.gap = 8},
                {Item(text(strong, theme.ink, "your n")),
                 Item(text(strong, theme.ink, grouped(costs_.sizes.n) + " tokens", Align::right), share())}),
            slider(length_n, {.color = theme.ink, .label_width = 0, .value_width = 0, .shown = " "}),
            std::move(axis_words));
    }

    static Block given() {
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

    Block chart(Ui& ui, int quantity, bool is_large) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        PlotLook look;
        look.id = titles[quantity];
        look.x = length_axis();
        look.height = is_large ? 312 : 108;
        look.left = is_large ? 68 : 60;
        look.y_name = quantity == time && !costs_.measured_any()
                          ? "nothing is measured yet: press the button below"
                      : quantity == work && costs_.sizes.layer ? "of one head, projections and MLP too"
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
        std::vector<int> ways;  // of each series
        std::vector<std::vector<double>> lengths;
        const auto push = [&](Series&& one, int way) {
            ways.push_back(way);
            lengths.push_back(one.x);
            look.series.push_back(std::move(one));
        };
        const int per_octave = is_large ? 4 : 2, steps = octaves * per_octave;  // points of a line
        const auto word_color = [&](int way) {
            return hover_->way >= 0 && hover_->way != way ? lit_color(theme, way) : end_color(theme, way);
        };
        const double n = looked_at();
        for (int way = 0; way < way_count; ++way) {
            const Dots& dots = costs_.dots[way];
            const bool strong_line = is_compared(way) || way == hover_->way;
            // Where two lines are one, the lower one is wider, or the upper one is dashed.
            const bool under = quantity != memory && (way == materialised || way == causal);
            Series line{.color = lit_color(theme, way), .dashes = way == uncached};
            line.thickness = (strong_line ? 3.0f : 1.75f) + (under ? 2.5f : 0);
            if (quantity == time) line.dashes = true, line.thickness = 1.5f;
            const double from = quantity != time ? 0 : dots.empty() ? 2 * most_n : dots.n.back();
            for (int step = 0; step <= steps; ++step) {
                if (const double there = length_at(static_cast<double>(step) / per_octave); there >= from)
                    add(line, there, costs_.value(quantity, way, there));
            }
            if (is_large && (quantity != time || !dots.empty())) {
                const WayWords& words = way_words[way];
                line.end = quantity == time     ? words.brief
                           : quantity == memory ? words.held_end
                                                : words.work_end;
                if (quantity == work && (way == streaming || way == cached)) line.end.clear();
                line.end_color = word_color(way);
            }
            push(std::move(line), way);
            if (quantity == time) {
                Series measured{.color = lit_color(theme, way), .mark = Mark::disc, .mark_size = 2.5f};
                for (size_t i = 0; i < dots.n.size(); ++i) add(measured, dots.n[i], dots.seconds[i]);
                push(std::move(measured), way);
            }
        }
        // The dots on the line of n: those of the two that are compared lie above the others.
        for (const bool top : {false, true}) {
            for (int way = 0; way < way_count; ++way) {
                if (is_compared(way) != top) continue;
                Series now{.color = lit_color(theme, way), .mark = Mark::disc, .line = false, .read = false};
                now.mark_size = top ? 6 : 4;
                add(now, n, costs_.value(quantity, way, n));
                push(std::move(now), way);
            }
        }
        look.y = {.from = 1e-5, .to = 1e4, .logarithmic = true};
        look.y.ticks = {1, 1e3, 1e6, 1e9, 1e12, 1e15, 1e18};
        if (quantity == memory) {
            look.y.shown = bytes_tick;
            look.y.ticks.clear();
            for (int power = 2; power <= 42; power += 4) look.y.ticks.push_back(std::exp2(power));
        }
        if (quantity == time) {
            look.y.shown = seconds_tick;
            look.y.ticks = {1e-6, 1e-3, 1, 3600, 8640000};
        }
        if (most > 0) {
            const double base = quantity == memory ? 2 : 10;
            look.y.from = std::pow(base, std::floor(std::log(least * 0.97) / std::log(base)));
            look.y.to = std::pow(base, std::ceil(std::log(most * 1.03) / std::log(base)));
        }
        Marker marker{.x = costs_.sizes.n, .color = theme.ink};
        if (is_large)
            marker.dragged = [&ui](double to) { ui.change(length_n, ui.state().snapped(length_n, to)); };
        look.markers.push_back(std::move(marker));
        if (hover_->n > 0) look.markers.push_back({.x = hover_->n, .color = theme.line});
        if (is_large) {
            look.span = {n, costs_.value(quantity, costs_.first, n), costs_.value(quantity, costs_.second, n),
                         theme.ink};
            std::vector<int> named = {costs_.first, costs_.second};
            if (costs_.first == costs_.second) named.pop_back();
            if (quantity == time) named.clear();  // all have their names at the ends there
            for (const int way : named) {
                const double there = length_at(3.5), y = costs_.value(quantity, way, there);
                const int other = costs_.first + costs_.second - way;
                const float side = y >= costs_.value(quantity, other, there) ? -0.7f : 0.7f;
                look.notes.push_back({there, y, {way_words[way].brief, word_color(way), true}, {side, side}});
            }
        }
        look.hovered = [this, ways = std::move(ways), lengths = std::move(lengths)](int series, int point) {
            hover_.note().way = ways[static_cast<size_t>(series)];
            hover_.note().n = std::round(lengths[static_cast<size_t>(series)][static_cast<size_t>(point)]);
        };
        if (is_large) return plot(std::move(look));
        look.pressed = [&ui, quantity](int, int) { ui.change(plot_shown, quantity); };
        return column(0, text(strong, theme.ink, titles[quantity]), plot(std::move(look)));
    }

    /// What the two come to, in words; the plot.
    Block large(Ui& ui) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        const std::string said = costs_.compared(plot_, looked_at());
        const Run first{way_words[costs_.first].brief, end_color(theme, costs_.first), true},
            second{way_words[costs_.second].brief, end_color(theme, costs_.second), true};
        std::vector<Run> runs = {{"nothing to compare yet", theme.muted, true}};
        if (costs_.first == costs_.second)
            runs = {first, {": press another way to compare", theme.ink, true}};
        else if (!said.empty())
            runs = {
                second, {": " + said + (said.ends_with("same") ? " as " : " than "), theme.ink, true}, first};
        return column(4, text(strong, theme.ink, titles[plot_]), paragraph(heading, std::move(runs), 45),
                      chart(ui, plot_, true));
    }

    /// The button and what came of it. What cannot be had may take many words: they are cut here, and whole
    /// in the description.
    Block measuring(Ui& ui) const {
        using namespace figures;
        return by_width([this, &ui](float width) {
            const Theme& theme = ui.theme();
            const float button = action_width(ui, measure);
            const bool below = width < 360;  // what is said of it
            const float room = below ? width : width - button - 12;
            const std::string said =
                costs_.measuring          ? std::string(Phrase() << "measuring … " << Percent{progress_, 0})
                : !costs_.trouble.empty() ? costs_.trouble
                : costs_.measured_any()
                    ? "Measured on this machine. Whatever else it did meanwhile shows."
                    : "Times all six ways on this machine at growing n, for some seconds. Nothing leaves it.";
            Block pressed = limited(button, Align::left, action(ui, costs_.measuring ? stop : measure));
            Block words = paragraph(caption, theme.muted, shortened(caption, said, 2.5f * room), 90);
            if (below) return column(2, std::move(pressed), std::move(words));
            return row({.gap = 12, .cross = Cross::middle},
                       {Item(std::move(pressed), pixels(button)), Item(std::move(words), pixels(room))});
        });
    }

    Block ways(Ui& ui, float width) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        const double n = looked_at();
        const bool is_wide = width >= 470, is_least = width < 320;
        const bool with_work = is_wide || plot_ == work, with_memory = !is_least || plot_ == memory,
                   with_time = is_wide || plot_ == time || (plot_ == memory && !is_least);
        std::vector<TableRow> rows;
        for (int way = 0; way < way_count; ++way) {
            const bool chosen = is_compared(way), heavy = chosen || way == hover_->way;
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
            const Measure held = bytes(costs_.value(memory, way, n));
            const Time known = time_of(way, costs_.dots[way], costs_.at(n));
            if (with_work) row.add(scientific(costs_.value(work, way, n), 3), ink, heavy);
            if (with_memory) row.add(at_point(type, ink, held.number, held.unit, "MiB"));
            const Measure took = known.known ? seconds(known.seconds) : Measure{"–", ""};
            if (with_time)
                row.add(at_point(type, known.measured ? ink : theme.muted,
                                 (known.known && !known.measured ? "≈ " : "") + took.number, took.unit,
                                 "years"));
            rows.push_back(std::move(row));
        }
        std::vector<TableColumn> columns = {
            {"", theme.muted, Align::left, pixels(24)},
            {hover_->n > 0 ? "at the pointer" : "at your n", theme.muted, Align::left, share()}};
        if (with_work)
            columns.push_back({is_wide ? "multiplications" : "multiplied", theme.muted, Align::left,
                               pixels(is_wide ? 84 : 80)});
        if (with_memory) columns.push_back({"memory", theme.muted, Align::right, pixels(86)});
        if (with_time) columns.push_back({"time", theme.muted, Align::right, pixels(100)});
        TableLook look{.id = "ways", .row_height = way_height, .gap = is_wide ? 12.0f : 6.0f};
        look.pressed = [this, &ui](int way) {
            const bool swaps = is_compared(way);
            if (swaps) ui.change(first_way, costs_.second);
            ui.change(second_way, swaps ? costs_.first : way);
        };
        // The two native choices lie over their rows.
        Block choices = drawing(0, [this](Ui& ui, Rect rect) {
            const float top = rect.bottom() - static_cast<float>(way_count) * way_height;
            for (const int parameter : {first_way, second_way}) {
                const int way = parameter == first_way ? costs_.first : costs_.second;
                const Rect row{rect.x, top + way_height * static_cast<float>(way), rect.width, way_height};
                ui.place_parameter(parameter, {row.x, row.y - 2, row.width, row.height + 4});
                if (ui.focused(parameter)) ui.focus_ring(row.inset(1));
            }
        });
        return behind(std::move(choices), table(std::move(look), std::move(columns), std::move(rows)));
    }

    /// What the numbers of one way come from.
    Block explained(Ui& ui) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        const int way = hover_->way >= 0 ? hover_->way : costs_.second;
        const WayWords& words = way_words[way];
        const Sizes there = costs_.at(looked_at());
        const Time known = time_of(way, costs_.dots[way], there);
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
        return paragraph(caption, {{words.long_name, theme.ink, true}, {said, theme.muted}}, 352);
    }

    Block cache_of_model(Ui& ui) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        Blocks parts;
        parts.push_back(titled(theme.ink, "bytes of a KV cache", theme.muted, "a whole model, at your n"));
        for (int factor = 0; factor < 4; ++factor) {
            const int parameter = layers + factor;
            const Color color = hover_->factor == factor ? theme.query : theme.ink;
            if (parameter == layers || parameter == d_k)
                parts.push_back(
                    slider(parameter,
                           {.color = color, .label_width = 70, .value_width = 48, .hovered = [this, factor] {
                                hover_.note().factor = factor;
                            }}));
            else
                parts.push_back(row(
                    {.gap = 0, .cross = Cross::middle},
                    {Item(text(body, color, std::string(ui.state().parameter(parameter).label)), pixels(70)),
                     Item(choice(ui, parameter), share())}));
        }
        const double factors[] = {costs_.layers, costs_.kv_heads, costs_.d_k, costs_.bits / 8,
                                  costs_.sizes.n};
        static constexpr const char* said[] = {
            "layers, each with a cache of its own", "heads of keys and values",
            "components of a key, and of a value", "bytes a number", "tokens, your n"};
        std::vector<Math> product = {"2"};
        for (int factor = 0; factor < 5; ++factor) {
            const Math shown = grouped(factors[factor]) + (factor == 3 ? "\u00a0B" : "");
            product.emplace_back(" · ");
            product.push_back(term(factor, factor == 1 || factor == 4 ? bold(shown) : shown));
        }
        product.emplace_back(" = ");
        product.push_back(bold(text_of(bytes(costs_.cache(costs_.kv_heads)))));
        const std::string origin =
            hover_->factor >= 0
                ? grouped(factors[hover_->factor]) + ": " + said[hover_->factor]
                : "keys and values: " + text_of(bytes(costs_.cache(costs_.kv_heads) / costs_.sizes.n)) +
                      " for each token";
        const float share_kept = static_cast<float>(costs_.kv_heads / query_heads);
        Block bar = drawing(34, [share_kept](Ui& ui, Rect rect) {
            const Theme& theme = ui.theme();
            const float half = rect.width * ui.eased("kept", share_kept) / 2;
            ui.painter().rectangle(rect, theme.raised, 0);
            dashed_outline(ui, rect, theme.line);
            for (int value = 0; value < 2; ++value) {
                const Color fill = value ? theme.value : theme.key;
                const Rect part{rect.x + half * static_cast<float>(value), rect.y, half - 1, rect.height};
                ui.painter().rectangle(part, fill, 0);
                if (half >= 20)
                    ui.text({part.centre().x, part.centre().y - fonts::line_height(strong) / 2}, strong,
                            theme.on(fill), value ? "V" : "K", Align::centre);
            }
        });
        parts.push_back(formula({.id = "product",
                                 .size = 17,
                                 .most = 64,
                                 .pointed = hover_->factor,
                                 .pointing = {[this](int factor) { hover_.note().factor = factor; }}},
                                math(std::move(product))));
        parts.push_back(paragraph(caption, theme.muted, origin, 40));
        parts.push_back(std::move(bar));
        parts.push_back(paragraph(caption, theme.muted,
                                  Phrase() << "dashed: with a key head for each of 32 query heads, "
                                           << text_of(bytes(costs_.cache(query_heads))),
                                  60));
        parts.push_back(space(4));
        parts.push_back(paragraph(caption, theme.muted, costs_.step_words(), 105));
        return column(4, std::move(parts));
    }

    Costs costs_;
    int plot_ = memory;
    double progress_ = 0;
    enum class Wish { none, measure, stop } wish_ = Wish::none;  // that the host has not taken yet

    // What the pointer is on: in the last frame, in this one.
    struct Pointed {
        int way = -1, factor = -1;
        double n = 0;  // 0: none
        bool operator==(const Pointed&) const = default;
    };
    Hover<Pointed> hover_{hovers_};
};

}  // namespace
}  // namespace explainer::cost

namespace explainer {

extern const ExhibitType cost_exhibit;
const ExhibitType cost_exhibit = {
    "cost",
    "What attention costs",
    "Move n and see what six ways of attention hold and multiply, time them here, and count the bytes of a "
    "cache.",
    cost::parameters,
    cost::presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<cost::Cost>()); },
};

}  // namespace explainer

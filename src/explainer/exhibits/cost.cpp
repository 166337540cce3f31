// Cost: memory, multiplications and time of attention against the length n, for six ways; and the bytes of a
// KV cache. Here the parameters, what is asked of the host, and the sheet: one plot whose line of n is
// dragged, the six ways as a table that is also the legend, the cache of a whole model. What is computed and
// said is in cost_model.h. Memory is by the formulas: nothing here allocates n × n.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "explainer/exhibit.h"
#include "explainer/exhibits/cost_model.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/essential.h"
#include "explainer/figures/formula.h"
#include "explainer/figures/plot.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer::cost {
namespace {

using namespace figures;

enum : int { length_n, width_d, window_w, plot_shown, first_way, second_way, layers, kv_heads, d_k };
enum : int {
    precision = d_k + 1,
    measure,
    stop,
    whole_layer,
    ways_piece,
    times_piece,
    cache_piece,
    more_piece
};

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
    choice_of("plot", "plot", "Which of the three quantities is plotted.", plots, memory),
    choice_of("first", "compare", "The first of two ways that are compared.", way_choices, materialised),
    choice_of("second", "compare with", "The second of two ways that are compared.", way_choices, streaming),
    integer_of("layers", "layers", "How many layers the model has; each has a cache of its own.", 1, 128, 32),
    choice_of("kvHeads", "key–value heads", "How many heads of keys and values 32 heads of queries share.",
              pair_choices, 3),
    by_steps(8, integer_of("keyWidth", "dₖ", "How many components a key and a value have.", 8, 256, 128)),
    choice_of("precision", "precision", "How many bits each number in the cache takes.", bit_choices, 1),
    action_of("measure", "measure here", "Times all six ways on this machine, at growing n."),
    action_of("stop", "stop", "Measures no more."),
    toggle_of("layer", "projections and MLP too",
              "Counts with each head its part of what else a layer of 32 heads multiplies.", false),
    piece_of("showWays", "table", "The six ways, to be compared by pressing two of them.", true),
    piece_of("showTimes", "time here", "The button that measures on this machine.", true),
    piece_of("showCache", "cache", "The bytes of a whole model's KV cache.", true),
    piece_of("showCounted", "counting", "Where the numbers of a way come from.", false),
};

constexpr std::array starts = {
    Preset{"8,192 tokens", ""},
    Preset{"64 tokens", "n=64"},
    Preset{"decoding, with and without a cache", "plot=multiplications;first=no-cache;second=cache"},
    Preset{"a window at 65,536", "n=65536;first=causal;second=window"},
};

constexpr float way_height = 34;  // of a row of the table
constexpr int octaves = 10;       // from 64 to 65,536
// Until times are measured, lines stand where so many multiplications a second would put them.
constexpr double estimated_rate = 1e10;

/// Whole as far as nine digits go, else a power of ten.
std::string count_of(double value) {
    return value < 1e9 ? grouped(value) : scientific(value, 3);
}

/// A number whose point stands where those above and below have theirs, with its unit.
Block at_point(Type type, Color color, const Measure& measure) {
    return drawing(fonts::line_height(type), [=](Ui& ui, Rect rect) {
        const std::string& number = measure.number;
        const size_t point = std::min(number.find('.'), number.size());
        const float x = rect.right() - fonts::width({type.size(), true}, "MiB .88");
        ui.text({x, rect.y}, type, color, std::string_view(number).substr(0, point), Align::right);
        ui.text({x, rect.y}, type, color, std::string_view(number).substr(point));
        ui.text({rect.right(), rect.y}, type, color, measure.unit, Align::right);
    });
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
            for (int way = 0; way < way_count; ++way)
                if (tensor.name == way_words[way].id) costs_.dots[way].read(tensor);
            if (tensor.name == "step") costs_.step.read(tensor);
        }
        if (reply.done && !costs_.measured_any() && costs_.trouble.empty())
            costs_.trouble = "Nothing could be measured.";
    }

    bool active(const State& state, int parameter) const override {
        if (parameter == first_way || parameter == second_way) return state.toggle(ways_piece);
        if (parameter >= layers && parameter <= precision) return state.toggle(cache_piece);
        if (parameter == whole_layer) return state.toggle(more_piece);
        if (parameter == width_d || parameter == window_w) return !essential_alone(state);
        if (parameter == measure || parameter == stop)
            return state.toggle(times_piece) && costs_.measuring == (parameter == stop);
        return true;
    }

    Description describe() const override {
        Description out = costs_.describe();
        out.in_piece(ways_piece, {"At n"});
        out.in_piece(cache_piece, {"Bytes of a KV cache"});
        return out;
    }
    std::string numpy(const State&) const override { return costs_.numpy(); }

    Block sheet(Ui& ui) const override {
        const auto table = [this, &ui](Block buttons) {
            return column(4, given(), std::move(buttons), piece(ui, ways_piece, [&] { return ways(ui); }),
                          piece(ui, times_piece, [&] { return measuring(ui); }));
        };
        const auto main = [this, &ui](float height) {
            return column(0, choice(ui, plot_shown), chart(ui, height));
        };
        if (essential_alone(ui.state()))
            return column(8, sentence(ui),
                          at_least(
                              760, [=] { return main(320); }, [=] { return main(200); }),
                          pieces(ui));
        return column(
            8, sentence(ui),
            at_least(
                760,
                [=, &ui] {
                    return column(
                        8, row({.gap = 32}, {Item(main(260), share(52)), Item(table(space(0)), share(48))}),
                        presets(starts), pieces(ui));
                },
                [=, &ui] { return column(8, main(200), presets(starts), table(pieces(ui))); }),
            piece(ui, cache_piece, [&] { return cache_of_model(ui); }),
            piece(ui, more_piece, [&] { return counted(ui); }));
    }

  private:
    /// The length at the pointer, else the reader's.
    double looked_at() const { return hover_->n > 0 ? hover_->n : costs_.sizes.n; }
    bool is_compared(int way) const { return way == costs_.first || way == costs_.second; }
    /// Another way is pointed at.
    bool is_dim(int way) const { return hover_->way >= 0 && hover_->way != way; }
    /// Of a way's family, for words; its line may be paler.
    static Color word_color(const Theme& theme, int way) {
        return way < windowed ? theme.wrong : way <= streaming ? theme.query : theme.ink;
    }
    Color line_color(const Theme& theme, int way) const {
        const bool pale = way == causal || way == windowed;
        return mix(theme.paper, word_color(theme, way), is_dim(way) ? 0.3f : pale ? 0.62f : 1);
    }
    bool estimates() const { return plot_ == time && !costs_.measured_any(); }
    /// What is drawn: for times, as long as none are measured, an estimate.
    double drawn_value(int quantity, int way, double n) const {
        if (quantity == time && !costs_.measured_any()) return costs_.value(work, way, n) / estimated_rate;
        return costs_.value(quantity, way, n);
    }

    /// What the two come to at n, the largest thing on the sheet.
    Block sentence(Ui& ui) const {
        const Theme& theme = ui.theme();
        const Comparison said = costs_.compared(plot_, looked_at());
        const auto name = [&](int way) {
            return Run{Phrase() << std::string_view(way_words[way].brief), word_color(theme, way), true};
        };
        const std::string at = Phrase() << "At " << grouped(looked_at()) << " tokens ";
        std::vector<Run> runs;
        if (costs_.first == costs_.second)
            runs = {name(costs_.first), {": press another way to compare", theme.ink}};
        else if (plot_ == time && said.words.empty())
            runs = {{costs_.measured_any()
                         ? "These two are not both measured."
                         : "No time is measured yet: dashed lines are estimates. “Measure here” brings "
                           "yours.",
                     theme.ink}};
        else
            runs = {{at, theme.ink},
                    name(costs_.second),
                    {plot_ == memory ? " holds " : " takes ", theme.ink},
                    headline_number(said.number, word_color(theme, costs_.second)),
                    {said.words + (said.number.empty() ? " as " : " than "), theme.ink},
                    name(costs_.first)};
        return headline(std::move(runs), 62);
    }

    Block chart(Ui& ui, float height) const {
        static constexpr const char* notes[] = {"memory held: q, k, v, outputs, all in between",
                                                "multiplications of one head", "seconds"};
        const Theme& theme = ui.theme();
        PlotLook look;
        look.id = "plot";
        look.x = {.from = least_n,
                  .to = most_n,
                  .logarithmic = true,
                  .ticks = {64, 256, 1024, 4096, 16384, 65536},
                  .shown = grouped};
        look.height = height;
        look.left = 68;
        look.y_name = estimates()     ? "estimated; nothing is measured yet"
                      : plot_ == time ? "dots: measured here, dashes: by the formula"
                      : plot_ == work && costs_.sizes.layer
                          ? "multiplications of one head, projections and MLP too"
                          : notes[plot_];
        look.legend = look.reading = false;
        look.off_dashes = true;
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
        constexpr int per_octave = 4;
        const double n = looked_at();
        for (int way = 0; way < way_count; ++way) {
            const Dots& dots = costs_.dots[way];
            // Where two lines are one, the lower one is wider, or the upper one is dashed.
            const bool strong_line = is_compared(way) || way == hover_->way,
                       under = plot_ == work && (way == materialised || way == causal);
            Series line{.color = line_color(theme, way), .dashes = way == uncached || plot_ == time};
            line.thickness = (strong_line ? 3.0f : 1.75f) + (under ? 2.5f : 0);
            // What was measured has its own line, up to the last dot.
            const double from = plot_ == time && !dots.empty() ? dots.n.back() : 0;
            for (int step = 0; step <= octaves * per_octave; ++step) {
                const double there = least_n * std::exp2(static_cast<double>(step) / per_octave);
                if (there >= from) add(line, there, drawn_value(plot_, way, there));
            }
            const WayWords& words = way_words[way];
            const bool covered = plot_ == work && (way == streaming || way == cached);
            if (!line.x.empty() && !covered)
                line.end = plot_ == time ? words.brief : plot_ == memory ? words.held_end : words.work_end;
            line.end_color = is_dim(way) ? line.color : word_color(theme, way);
            push(std::move(line), way);
            if (plot_ != time) continue;
            Series measured{.color = line_color(theme, way), .mark = Mark::disc, .mark_size = 2.5f};
            for (size_t i = 0; i < dots.n.size(); ++i) add(measured, dots.n[i], dots.seconds[i]);
            push(std::move(measured), way);
        }
        // The dots on the line of n: those of the two that are compared lie above the others.
        for (const bool top : {false, true}) {
            for (int way = 0; way < way_count; ++way) {
                if (is_compared(way) != top) continue;
                Series now{.color = line_color(theme, way), .mark = Mark::disc, .line = false, .read = false};
                now.mark_size = top ? 6 : 4;
                add(now, n, drawn_value(plot_, way, n));
                push(std::move(now), way);
            }
        }
        look.y = {.logarithmic = true, .ticks = {1, 1e3, 1e6, 1e9, 1e12, 1e15, 1e18}};
        if (plot_ == time)
            look.y = {.logarithmic = true, .ticks = {1e-6, 1e-3, 1, 3600, 8640000}, .shown = seconds_tick};
        if (plot_ == memory) {
            look.y = {.logarithmic = true, .shown = bytes_tick};
            for (int power = 2; power <= 42; power += 4) look.y.ticks.push_back(std::exp2(power));
        }
        const double base = plot_ == memory ? 2 : 10;
        look.y.from = std::pow(base, std::floor(std::log(least * 0.97) / std::log(base)));
        look.y.to = std::pow(base, std::ceil(std::log(most * 1.03) / std::log(base)));
        look.markers.push_back({.x = costs_.sizes.n, .color = theme.ink, .parameter = length_n});
        if (hover_->n > 0) look.markers.push_back({.x = hover_->n, .color = theme.line});
        look.span = {n, drawn_value(plot_, costs_.first, n), drawn_value(plot_, costs_.second, n), theme.ink};
        if (!ui.touched())
            look.notes.push_back({costs_.sizes.n, look.y.from, {"drag n", theme.ink}, {1, -1}});
        for (const int way : {costs_.first, costs_.second}) {
            // (All have their names at the ends of their times.)
            if (plot_ == time || (way == costs_.second && costs_.first == costs_.second)) continue;
            const double there = least_n * std::exp2(3.5), y = drawn_value(plot_, way, there);
            const float side =
                y >= drawn_value(plot_, costs_.first + costs_.second - way, there) ? -0.7f : 0.7f;
            look.notes.push_back(
                {there, y, {way_words[way].brief, word_color(theme, way), true}, {side, side}});
        }
        look.hovered = [this, ways = std::move(ways), lengths = std::move(lengths)](int series, int point) {
            hover_.note().way = ways[static_cast<size_t>(series)];
            hover_.note().n = std::round(lengths[static_cast<size_t>(series)][static_cast<size_t>(point)]);
        };
        return plot(std::move(look));
    }

    static Block given() {
        return drawing(row_height, [](Ui& ui, Rect rect) {
            const Theme& theme = ui.theme();
            const float top = rect.centre().y - fonts::line_height(body) / 2;
            float x = rect.x;
            const std::string_view words[] = {rect.width < 276 ? "d =" : "one head, d =", "window w ="};
            for (const int parameter : {width_d, window_w}) {
                const std::string_view label = words[parameter - width_d];
                ui.text({x, top}, body, theme.muted, label);
                x += fonts::width(body, label) + 4;
                number_field(ui, parameter, {x, rect.y, 44, rect.height}, theme.ink);
                x += 44 + 16;
            }
        });
    }

    /// The six ways; as many of their quantities as fit, that of the plot first of all.
    Block ways(Ui& ui) const {
        return by_width([this, &ui](float width) {
            constexpr float amount = 86, gap = 6, sample = 24, name = 84;
            const auto fit =
                static_cast<size_t>(std::max(1.0f, (width - sample - gap - name) / (amount + gap)));
            bool shown[quantity_count] = {};  // (std::sort for three of them is 3 KB of a reader's)
            shown[plot_] = true;
            size_t count = 1;
            for (const int one : {memory, time, work})
                if (!shown[one] && count < fit) {
                    shown[one] = true;
                    ++count;
                }
            std::vector<int> quantities;
            for (int one = 0; one < quantity_count; ++one)
                if (shown[one]) quantities.push_back(one);
            const std::string_view heads[] = {"memory", "multiplied",
                                              costs_.measured_any() ? "time" : "estimated"};
            const Theme& theme = ui.theme();
            std::vector<TableColumn> columns = {
                {"", theme.muted, Align::left, pixels(sample)},
                {hover_->n > 0 ? "at the pointer" : "at your n", theme.muted, Align::left, share()}};
            for (const int one : quantities)
                columns.push_back({heads[one], theme.muted, Align::right, pixels(amount)});
            std::vector<TableRow> rows;
            for (int way = 0; way < way_count; ++way) rows.push_back(row_of(ui, way, quantities));
            TableLook look{.id = "ways", .row_height = way_height, .gap = gap};
            look.hovered = [this](int way) { hover_.note().way = way; };
            look.pressed = [this, &ui](int way) {
                const bool swaps = is_compared(way);
                if (swaps) ui.change(first_way, costs_.second);
                ui.change(second_way, swaps ? costs_.first : way);
            };
            // The two native choices lie over their rows.
            Block choices = drawing(0, [this](Ui& on, Rect rect) {
                const float top = rect.bottom() - static_cast<float>(way_count) * way_height;
                for (const int parameter : {first_way, second_way}) {
                    const int way = parameter == first_way ? costs_.first : costs_.second;
                    const Rect row{rect.x, top + way_height * static_cast<float>(way), rect.width,
                                   way_height};
                    // (A finger's target is higher than a row.)
                    const float over = (row_height - way_height) / 2;
                    on.place_parameter(parameter, {row.x, row.y - over, row.width, row_height});
                    if (on.focused(parameter)) on.focus_ring(row.inset(1));
                }
            });
            return behind(std::move(choices), table(std::move(look), std::move(columns), std::move(rows)));
        });
    }

    TableRow row_of(Ui& ui, int way, const std::vector<int>& quantities) const {
        const Theme& theme = ui.theme();
        const bool heavy = is_compared(way) || way == hover_->way;
        const Color line = line_color(theme, way), ink = is_dim(way) ? theme.muted : theme.ink;
        TableRow row;
        row.selected = is_compared(way);
        row.tint = line_color(theme, way);
        row.add(drawing({24, 10, 0}, [line, way, heavy](Ui& on, Rect rect) {
            const Point from{rect.x, rect.centre().y}, to{rect.right(), rect.centre().y};
            if (way == uncached) return dashed(on, from, to, line, heavy ? 3.0f : 2.0f, 5);
            on.painter().line(from, to, line, heavy ? 3.5f : 2.0f);
        }));
        row.add(way_words[way].brief, ink, heavy);
        const double n = looked_at();
        for (const int one : quantities) {
            const double value = drawn_value(one, way, n);
            const bool sure = time_of(way, costs_.dots[way], costs_.at(n)).measured;
            if (one == memory)
                row.add(at_point({15, heavy}, ink, bytes(value)));
            else if (one == work)
                row.add(scientific(value, 3), ink, heavy);
            else
                row.add(std::isnan(value) ? "–" : (sure ? "" : "≈ ") + text_of(seconds(value)),
                        sure ? ink : theme.muted, heavy);
        }
        return row;
    }

    /// The button and what came of it. What cannot be had may take many words: they are cut here, and whole
    /// in the description.
    Block measuring(Ui& ui) const {
        return by_width([this, &ui](float width) {
            const float button = action_width(ui, measure), room = width - button - 12;
            const std::string said =
                costs_.measuring          ? std::string(Phrase() << "measuring … " << Percent{progress_, 0})
                : !costs_.trouble.empty() ? shortened(caption, costs_.trouble, 1.7f * room)
                : costs_.measured_any()   ? "Measured on this machine, with whatever else it did."
                                        : "Takes seconds. Until then ≈, at 10¹⁰ multiplications a second.";
            return row({.gap = 12, .cross = Cross::middle},
                       {Item(action(ui, costs_.measuring ? stop : measure), pixels(button)),
                        Item(paragraph(caption, ui.theme().muted, said, 60), pixels(room))});
        });
    }

    Block cache_of_model(Ui& ui) const {
        const Theme& theme = ui.theme();
        const auto color = [&](int factor) { return hover_->factor == factor ? theme.query : theme.ink; };
        Blocks controls;
        for (int factor = 0; factor < 4; ++factor) {
            const int parameter = layers + factor;
            if (parameter == layers || parameter == d_k)
                controls.push_back(slider(
                    parameter,
                    {.color = color(factor), .label_width = 70, .value_width = 48, .hovered = [this, factor] {
                         hover_.note().factor = factor;
                     }}));
            else if (parameter == kv_heads)
                controls.push_back(choice_slider(parameter, color(factor)));
            else
                controls.push_back(
                    row({.gap = 0, .cross = Cross::middle},
                        {Item(text(body, color(factor), std::string(ui.state().parameter(parameter).label)),
                              pixels(70)),
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
                ? std::string(Phrase() << grouped(factors[hover_->factor]) << ": " << said[hover_->factor])
                : Phrase() << "keys and values: "
                           << text_of(bytes(costs_.cache(costs_.kv_heads) / costs_.sizes.n))
                           << " for each token";
        return column(
            4, rule(), titled(theme.ink, "bytes of a KV cache", theme.muted, "a whole model, at your n"),
            tiles(300, 32, 0, std::move(controls)),
            tiles(300, 32, 4,
                  blocks(column(0,
                                formula({.id = "product",
                                         .size = 15,
                                         .most = 43,
                                         .pointed = hover_->factor,
                                         .pointing = {[this](int at) { hover_.note().factor = at; }}},
                                        math(std::move(product))),
                                paragraph(caption, theme.muted, origin, 40)),
                         cache_bar())));
    }

    /// What is kept, in the frame of what a key head for each query head would take.
    Block cache_bar() const {
        const auto share_kept = static_cast<float>(costs_.kv_heads / query_heads);
        const std::string whole =
            Phrase() << query_heads << " key–value heads: " << text_of(bytes(costs_.cache(query_heads)));
        return drawing(28, [share_kept, whole](Ui& ui, Rect rect) {
            const Theme& theme = ui.theme();
            const float half = rect.width * ui.eased("kept", share_kept) / 2;
            ui.painter().rectangle(rect, theme.raised, 0);
            dashed_outline(ui, rect, theme.line);
            if (rect.width * (1 - share_kept) > fonts::width(caption, whole) + 16)
                ui.text({rect.right() - 8, rect.centre().y - fonts::line_height(caption) / 2}, caption,
                        theme.ink, whole, Align::right);
            for (int value = 0; value < 2; ++value) {
                const Color fill = value ? theme.value : theme.key;
                const Rect part{rect.x + half * static_cast<float>(value), rect.y, half - 1, rect.height};
                ui.painter().rectangle(part, fill, 0);
                if (half >= 20)
                    ui.text({part.centre().x, part.centre().y - fonts::line_height(strong) / 2}, strong,
                            theme.on(fill), value ? "V" : "K", Align::centre);
            }
        });
    }

    /// What the numbers of one way come from.
    Block counted(Ui& ui) const {
        const Theme& theme = ui.theme();
        const int way = hover_->way >= 0 ? hover_->way : costs_.second;
        const WayWords& words = way_words[way];
        const Sizes there = costs_.at(looked_at());
        Phrase said;
        said << " at n = " << grouped(there.n) << " holds " << words.keeps << ": " << words.held << " = "
             << count_of(numbers_held(way, there))
             << " numbers of 4 bytes. Pairs of a query and a key: " << words.pairs << " = "
             << count_of(pairs(way, there)) << ", with 2·d\u00a0=\u00a0" << grouped(2 * there.d)
             << " multiplications each. "
             << (two_sided(way) ? "It looks both ways. " : "It looks only back. ");
        if (there.layer)
            said << "A head’s part of the projections and the MLP adds "
                 << count_of(layer_multiplications(way, there)) << ".";
        return column(4, rule(),
                      paragraph(caption, {{words.long_name, theme.ink, true}, {said, theme.muted}}, 340),
                      paragraph(caption, theme.muted, costs_.step_words(), 105), toggle(ui, whole_layer));
    }

    Costs costs_;
    int plot_ = memory;
    double progress_ = 0;
    enum class Wish { none, measure, stop } wish_ = Wish::none;  // that the host has not taken yet

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
    "See what six ways of attention hold and multiply for n tokens, and time them here.",
    cost::parameters,
    cost::starts,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<cost::Cost>()); },
    "memory",
};

}  // namespace explainer

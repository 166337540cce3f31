// Why scores are divided by √d_k: random queries and keys at thirteen widths; how far q·k spreads, what
// softmax makes of one row, and how much of the gradient is left. The draws go on in slices over frames; what
// is shown is what has been drawn so far. The experiment itself is in scaling_sample.h.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/exhibits/floats.h"
#include "explainer/exhibits/scaling_sample.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/labels.h"
#include "explainer/figures/plot.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer {
namespace {

using namespace figures;

enum : int { width_d, seed, row_number, key, stop, go_on, show_row, show_draws, show_method };
constexpr int widest = 4096, widths = 13;
constexpr double slice = 900000;   // uniform numbers, for an effort of 1: about 3 ms, in a browser 5
constexpr int first_pairs = 1000;  // of every width, before any has all

constexpr std::array parameters = {
    logarithmic(
        integer_of("d", "key width dₖ", "How many components a query and a key have.", 1, widest, 64)),
    integer_of("seed", "draw no.", "Another number draws other random vectors.", 1, 99, 1),
    integer_of("row", "row of keys", "Which query; 0 is an article's four scores 22, −3, 1 and −5.", 0,
               WidthSample::rows, 1),
    integer_of("key", "key", "Which key of the row is followed; 0 is the one with the largest weight.", 0,
               KeyRow::most, 0),
    action_of("stop", "stop", "Draws no more for now."),
    action_of("goOn", "go on", "Draws on where it stopped."),
    piece_of("showRow", "one row", "What softmax makes of one query’s scores.", true),
    piece_of("showDraws", "pairs and gradient",
             "The pairs that are drawn, and how far a nudge moves weights.", true),
    piece_of("showMethod", "method", "How random pairs are made.", false),
};

constexpr std::array starts = {
    Preset{"dₖ = 64", ""},
    Preset{"dₖ = 4096", "d=4096"},
    Preset{"22, −3, 1, −5 at 512", "d=512;row=0"},
};

/// A deviation of 20,000 draws is good to half a percent: three digits.
std::string three_digits(double value) {
    return fixed(value, value == std::round(value) || value >= 100 ? 0
                        : value >= 10                              ? 1
                        : value >= 1                               ? 2
                                                                   : 3);
}

std::string gradient_shown(double value) {
    if (value <= 0) return "0";
    if (value >= 0.001) return value == 1 ? "1" : fixed(value, value >= 0.01 ? 3 : 4);
    const std::string out = scientific(value, 2);
    return out.starts_with("1.0·") ? out.substr(5) : out;  // 10⁻³
}

/// A median of random rows, no finer than another draw would give it again: far down, its power of ten.
std::string about(double value) {
    if (value >= 0.01 || value <= 0) return gradient_shown(value);
    const double exponent = std::log10(value), whole = std::round(exponent);
    const bool exact = std::fabs(exponent - whole) < 1e-9;
    if (value >= 0.001 && !exact) return gradient_shown(value);
    return (exact ? "" : "about ") + power_of_ten(std::to_string(static_cast<int>(whole)));
}

constexpr const char* method =
    "Each score is drawn from the length of a random query and the part of a random key along it: that is "
    "just "
    "how q·k of two random vectors is distributed, with variance dₖ, a sum of dₖ products of variance 1.";

constexpr float axis_right = 16;
constexpr double widest_root = 6;  // of the histogram's axis
constexpr float axis_left = 44;    // of the plots and the slider, which share an axis

/// "8" or "22.6"
std::string root_shown(int d) {
    const double root = std::sqrt(static_cast<double>(d));
    return fixed(root, root == std::round(root) ? 0 : root < 100 ? 1 : 0);
}

class Scaling final : public Exhibit {
  public:
    void compute(const State& state) override {
        const int new_d = state.integer(width_d), new_seed = state.integer(seed);
        if (new_seed != seed_) {
            samples_.clear();
            for (int d = 1; d <= widest; d *= 2) samples_.emplace_back(d, new_seed);
            other_.clear();
        }
        if (new_d != d_ || new_seed != seed_) {
            other_.clear();
            if ((new_d & (new_d - 1)) != 0) other_.emplace_back(new_d, new_seed);
            stopped_ = false;
        }
        d_ = new_d;
        seed_ = new_seed;
        number_ = state.integer(row_number);
        row_ = key_row(d_, seed_, number_);
        key_ = key_of(row_, state.integer(key));
        // A few pairs at once, so that there is never a figure without numbers.
        double budget = slice / 8;
        chosen().advance(budget, 2 * WidthSample::pairs / WidthSample::rows);
        for (WidthSample& one : samples_) {
            budget = std::max(budget, 1.0);
            one.advance(budget, 2);
        }
        // What was pointed at may be gone.
        hover_.forget_if([this](const Pointed& on) { return on.key >= row_.count; });
    }

    bool advance(float effort) override {
        if (stopped_) return false;
        double budget = static_cast<double>(effort) * slice;
        chosen().advance(budget, WidthSample::pairs);
        for (const int most : {first_pairs, WidthSample::pairs}) {
            for (WidthSample& one : samples_) one.advance(budget, most);
        }
        return !finished();
    }

    void act(int parameter) override { stopped_ = parameter == stop && !finished(); }

    bool active(const State& state, int parameter) const override {
        const bool draws = state.toggle(show_draws);
        return parameter == stop    ? draws && !stopped_
               : parameter == go_on ? draws && stopped_
               : parameter == seed  ? draws
                                    : (parameter != row_number && parameter != key) || state.toggle(show_row);
    }

    std::string shown(const State& state, int parameter) const override {
        const int value = state.integer(parameter);
        if (parameter == row_number && value == 0) return "0, an article's four scores";
        if (parameter == key && (value == 0 || value > row_.count))
            return "the largest, key " + std::to_string(row_.top + 1);
        return state.shown(parameter);
    }

    Block sheet(Ui& ui) const override {
        return by_width([this, &ui](float width) {
            const bool wide = width >= 720;
            const auto pair = [wide](Block left, Block right) {
                if (!wide) return column(12, std::move(left), std::move(right));
                return row({.gap = 40},
                           {Item(std::move(left), share(55)), Item(std::move(right), share(45))});
            };
            const auto spread = [&] {
                return column(4, width_slider(ui), width_plot(ui, false, wide ? 165 : 140));
            };
            const auto keys = [&] { return one_row(ui); };
            const auto draws = [&] {
                return pair(width_plot(ui, true, 190), column(10, drawing_of_lots(ui), histogram(ui)));
            };
            // The keys stand beside the slider that changes their weights, or close below it.
            Block first = wide && ui.state().toggle(show_row) ? pair(spread(), keys()) : spread();
            if (wide) first = tallest(blocks(std::move(first), pair(spread(), keys())));
            return column(
                10, point(ui.theme()), std::move(first), presets(starts), pieces(ui),
                wide ? space(0) : piece(ui, show_row, keys), piece(ui, show_draws, draws),
                piece(ui, show_method, [&] { return paragraph(caption, ui.theme().muted, method); }));
        });
    }

    Description describe() const override {
        const WidthSample& sample = chosen();
        Table curve = Table{"Spread against width",
                            {"d_k", "standard deviation of q·k", "of q·k ÷ √d_k", "√d_k", "pairs",
                             "gradient without scaling, median of the rows", "with scaling",
                             "without scaling, mean of the rows"},
                            {}};
        for (const WidthSample& one : samples_) {
            if (one.done() < 2) continue;
            add_row(curve, {static_cast<double>(one.d()), one.raw(), one.scaled(), one.root(),
                            static_cast<double>(one.done()), one.raw_gradient(), one.scaled_gradient(),
                            one.mean_raw_gradient()});
        }
        Table histogram =
            Table{"Scores at the chosen width", {"q·k from", "to", "q·k ÷ √d_k from", "to", "pairs"}, {}};
        const double bin = 2 * WidthSample::reach / WidthSample::bins;
        for (int i = 0; i < WidthSample::bins; ++i) {
            const double from = -WidthSample::reach + bin * i;
            add_row(histogram, {from * sample.root(), (from + bin) * sample.root(), from, from + bin,
                                static_cast<double>(sample.counts()[static_cast<size_t>(i)])});
        }
        Table row = Table{row_.given ? "An article's four scores" : "Row " + std::to_string(number_),
                          {"key", "q·k", "weight", "q·k ÷ √d_k", "weight with scaling"},
                          {}};
        for (int j = 0; j < row_.count; ++j)
            add_row(row, {j + 1.0, tidy(row_.scores[j]), tidy(row_.raw[j]), tidy(row_.divided[j]),
                          tidy(row_.scaled[j])});
        Description out;
        out.summary = Phrase() << "With d_k = " << d_ << ", q·k of " << grouped(sample.done())
                               << " random pairs has a standard deviation of " << three_digits(sample.raw())
                               << "; expected is √d_k = " << Fixed{sample.root(), 2}
                               << ". Divided by √d_k it is " << three_digits(sample.scaled())
                               << ". The gradient of the weights by q·k has a median size of "
                               << about(sample.raw_gradient()) << " without and "
                               << about(sample.scaled_gradient()) << " with scaling, over "
                               << sample.rows_done() << (sample.rows_done() == 1 ? " row." : " rows.");
        Table whole = Table{"That row", {"quantity", "without scaling", "with scaling"}, {}};
        add_row(whole, "weight of key " + std::to_string(key_ + 1),
                {tidy(row_.raw[key_]), tidy(row_.scaled[key_])});
        add_row(whole, "effective number of keys", {tidy(row_.raw_spread), tidy(row_.scaled_spread)});
        add_row(whole, "size of the gradient by q·k", {tidy(row_.raw_gradient), tidy(row_.scaled_gradient)});
        Table chosen_width = quantities(
            "Chosen width", {{"d_k", d_},
                             {"√d_k", sample.root()},
                             {"pairs drawn", sample.done()},
                             {"standard deviation of q·k", sample.raw()},
                             {"standard deviation of q·k ÷ √d_k", sample.scaled()},
                             {"share of q·k beyond ±5", sample.raw_far()},
                             {"share of q·k ÷ √d_k beyond ±5", sample.scaled_far()},
                             {"rows drawn", sample.rows_done()},
                             {"gradient without scaling, median of the rows", sample.raw_gradient()},
                             {"gradient with scaling, median of the rows", sample.scaled_gradient()}});
        row.piece = whole.piece = show_row;
        curve.piece = histogram.piece = show_draws;
        for (Table* one : {&chosen_width, &curve, &row, &whole, &histogram})
            out.tables.push_back(std::move(*one));
        out.add_value("standard deviation of q·k", sample.raw(), "scores.std(ddof=1)");
        out.add_value("standard deviation of q·k ÷ √d_k", sample.scaled(),
                      "(scores / np.sqrt(d)).std(ddof=1)");
        out.add_value("√d_k", sample.root(), "np.sqrt(d)");
        out.add_value("pairs drawn", sample.done(), "len(scores)");
        out.add_value("gradient without scaling", sample.raw_gradient(), "np.median(gradient(row_scores))");
        out.add_value("gradient with scaling", sample.scaled_gradient(),
                      "np.median(gradient(row_scores, np.sqrt(d)))");
        out.add_value("weight of the chosen key without scaling", row_.raw[key_], "a[key]");
        out.add_value("weight of the chosen key with scaling", row_.scaled[key_], "b[key]");
        out.add_value("effective number of keys without scaling", row_.raw_spread, "np.exp(H(a))");
        out.add_value("effective number of keys with scaling", row_.scaled_spread, "np.exp(H(b))");
        out.add_value("gradient of the row without scaling", row_.raw_gradient, "gradient(row)[0]");
        out.add_value("gradient of the row with scaling", row_.scaled_gradient,
                      "gradient(row, np.sqrt(d))[0]");
        return out;
    }

    std::string numpy(const State& state) const override {
        const KeyRow row = key_row(state.integer(width_d), state.integer(seed), state.integer(row_number));
        return scaling_numpy(row.d, state.integer(seed), row, key_of(row, state.integer(key)));
    }

  private:
    static int key_of(const KeyRow& row, int wanted) {
        return wanted == 0 || wanted > row.count ? row.top : wanted - 1;
    }
    WidthSample& chosen() {
        if (!other_.empty()) return other_.front();
        return samples_[static_cast<size_t>(std::lround(std::log2(d_)))];
    }
    const WidthSample& chosen() const { return const_cast<Scaling*>(this)->chosen(); }
    bool finished() const {
        const auto done = [](const WidthSample& one) { return one.finished(); };
        return chosen().finished() && std::all_of(samples_.begin(), samples_.end(), done);
    }
    int lit_key() const { return hover_->key >= 0 ? hover_->key : key_; }

    Block point(const Theme& theme) const {
        return headline({{"At dₖ = " + std::to_string(d_) + " q·k spreads by ", theme.ink},
                         headline_number(three_digits(chosen().raw()), theme.ink),
                         {Phrase() << "; divided by √dₖ = " << root_shown(d_) << ", by ", theme.ink},
                         {three_digits(chosen().scaled()), theme.query, true}},
                        66);
    }

    // ---- Across all widths

    /// The slider's track is the axis of both plots below it.
    Block width_slider(Ui& ui) const {
        return drawing(64, [this, &ui](Ui&, Rect rect) {
            const Theme& theme = ui.theme();
            const float from = rect.x + axis_left, to = rect.right() - axis_right, y = rect.y + 30;
            const auto at = [&](double d) {
                return from + (to - from) * static_cast<float>(std::log2(d) / 12);
            };
            const Rect target{rect.x + axis_left - 22, rect.y + 8, rect.width - axis_left + 22, row_height};
            const PointerState pointer = ui.area("d", target, Grip::horizontal);
            if (pointer.clicked || pointer.dragging) {
                const double place =
                    std::clamp(static_cast<double>((pointer.position.x - from) / (to - from)), 0.0, 1.0);
                ui.change(width_d, std::exp2(std::round(place * 12)));
            }
            ui.place_parameter(width_d, target);
            const float x = at(d_);
            ui.painter().rectangle({from, y - 2, to - from, 4}, theme.line.faded(0.45f), 2);
            ui.painter().rectangle({from, y - 2, x - from, 4}, theme.ink, 2);
            const float step = (to - from) / 12;
            // The chosen width is named first; of the others those that fit beside it.
            Labels names({rect.x, rect.y, rect.width, rect.height + 8});
            const auto name = [&](int d, bool here) {
                const std::string words = std::to_string(d);
                const Type type{13, here};
                const float half = fonts::width(type, words) / 2 + 4;
                const Point middle{std::clamp(at(d), rect.x + half, rect.right() - half), y + 26};
                if (names.is_free({middle.x - half, middle.y - 8, 2 * half, 16}))
                    names.put_at(ui, middle, type, here ? theme.ink : theme.muted, words);
            };
            name(d_, true);
            for (int i = 0; i < widths; ++i) {
                const int d = 1 << i;
                ui.painter().disc({at(d), y}, 4.5f, theme.paper);
                ui.painter().ring({at(d), y}, 4, d <= d_ ? theme.ink : theme.line, 1.5f);
                if (step >= 33 || i % 2 == 0) name(d, false);
            }
            // What to do, on the handle, until it is done.
            bool& dragged = ui.kept<bool>("dragged");
            dragged = dragged || pointer.dragging;
            if (!dragged)
                ui.text({std::clamp(x, rect.x + 24, rect.right() - 24), y - 28}, caption, theme.muted,
                        "drag dₖ", Align::centre);
            if (pointer.hovered || pointer.held) ui.painter().disc({x, y}, 15, theme.ink.faded(0.14f));
            ui.painter().disc({x, y}, 10, theme.paper);
            ui.painter().ring({x, y}, 9, theme.ink, pointer.hovered || pointer.held ? 3.0f : 2.0f);
            if (ui.focused(width_d)) {
                ui.painter().ring({x, y}, 13, theme.query, 2);
                ui.focus_ring(target.inset(2));
            }
        });
    }

    Block width_plot(Ui& ui, bool gradients, float height) const {
        const Theme& theme = ui.theme();
        Series raw{.name = gradients ? "without" : "q·k",
                   .color = theme.muted,
                   .mark = Mark::disc,
                   .line = gradients};
        Series scaled{.name = gradients ? "with ÷ √dₖ" : "q·k ÷ √dₖ",
                      .color = theme.query,
                      .mark = Mark::square,
                      .line = gradients};
        const auto add = [gradients](Series& to, const WidthSample& one, bool divided) {
            const double gradient = divided ? one.scaled_gradient() : one.raw_gradient();
            to.x.push_back(one.d());
            to.y.push_back(gradients ? gradient : divided ? one.scaled() : one.raw());
            to.open.push_back(!one.finished());  // still counting
            if (!gradients || divided) return;
            to.low.push_back(std::max(1e-30, one.raw_low()));
            to.high.push_back(one.raw_high());
        };
        for (const WidthSample& one : samples_) {
            if (one.done() < 2) continue;
            if (one.d() == d_) raw.selected = scaled.selected = static_cast<int>(raw.x.size());
            add(raw, one, false);
            add(scaled, one, true);
        }
        PlotLook look;
        look.id = gradients ? "gradients" : "spread";
        look.x = {.from = 1, .to = widest, .logarithmic = true, .base = 2};
        look.x.ticks = {1, 4, 16, 64, 256, 1024, 4096};
        look.left = axis_left;
        look.height = height;
        look.legend = false;  // the lines have their names where there is room
        if (gradients) {
            // (Two numbers close to each other at the points would stand each at the other's line.)
            const auto named = [&](const Series& line, bool divided) {
                const WidthSample& sample = chosen();
                return line.name + (sample.done() < 2 ? ""
                                                      : " " + about(divided ? sample.scaled_gradient()
                                                                            : sample.raw_gradient()));
            };
            look.notes = {{8, 0.02, {named(scaled, true), theme.query}, {0, 1}},
                          {64, 1e-6, {named(raw, false), theme.muted}, {-0.4f, 1}}};
            raw.numbered = scaled.numbered = false;
            look.y_name = "‖∂α/∂(q·k)‖ of 501 rows: median, middle half";
            // (Above 1 there is room for a number.)
            look.y = {.from = 1e-13, .to = 100, .logarithmic = true, .ticks = {1e-12, 1e-9, 1e-6, 1e-3, 1}};
            look.y.shown = about;
        } else {
            // Each on the side of the chosen width where there is room for it.
            const bool left = d_ > 64, phone = ui.width() < 520;
            const float size = phone ? 13 / 15.0f : 1;
            look.notes = {
                {left    ? 6.0
                 : phone ? 512.0
                         : 1024.0,
                 left    ? 32.0
                 : phone ? 8.0
                         : 16.0,
                 {"q·k grows as √dₖ", theme.muted, false, size},
                 {left || phone ? 0 : 0.4f, left ? -1.0f : 1.0f}},
                {left ? 10.0 : 512.0, 1, {"q·k ÷ √dₖ stays at 1", theme.query, false, size}, {0, 1}}};
            look.y_name = "standard deviation; hollow: still counting";
            if (finished())
                look.y_name = Phrase() << "standard deviation, " << grouped(WidthSample::pairs)
                                       << " random pairs each";
            look.y = {.from = 0.4, .to = 100, .logarithmic = true, .ticks = {1, 2, 4, 8, 16, 32, 64}};
            look.y.shown = three_digits;
            look.series.push_back(
                {.color = theme.muted, .x = {1, widest}, .y = {1, 64}, .dashes = true, .thickness = 1.5f});
            look.series.push_back(
                {.color = theme.query, .x = {1, widest}, .y = {1, 1}, .dashes = true, .thickness = 1.5f});
        }
        // The chosen width where no dot stands: its own two points.
        std::vector<Series> own;
        for (const bool divided : {false, true}) {
            if (other_.empty()) break;
            const Series& of = divided ? scaled : raw;
            add(own.emplace_back(Series{.color = of.color, .mark = of.mark, .line = false, .selected = 0}),
                other_.front(), divided);
        }
        look.series.push_back(std::move(raw));
        look.series.push_back(std::move(scaled));
        for (Series& one : own) look.series.push_back(std::move(one));
        look.markers.push_back({.x = static_cast<double>(d_), .color = theme.ink, .dashes = false});
        std::vector<std::vector<double>> x;
        for (const Series& one : look.series) x.push_back(one.x);
        const auto width = [x = std::move(x)](int series, int point) {
            return x[static_cast<size_t>(series)][static_cast<size_t>(point)];
        };
        look.hovered = [this, width](int series, int point) {
            hover_.note().d = static_cast<int>(width(series, point));
        };
        look.pressed = [&ui, width](int series, int point) { ui.change(width_d, width(series, point)); };
        Block title = text(strong, theme.ink,
                           gradients ? "how far a nudge to q·k moves the weights" : "spread of the scores");
        return column(2, std::move(title), padded(0, 0, axis_right, 0, plot(std::move(look))));
    }

    // ---- At the chosen width

    /// What has been drawn, and the buttons that stop it and draw anew.
    Block drawing_of_lots(Ui& ui) const {
        const Theme& theme = ui.theme();
        Block buttons = drawing(row_height, [this, &ui, &theme](Ui&, Rect rect) {
            const char* label = stopped_ ? "go on" : "stop";
            const int action = stopped_ ? go_on : stop;
            const float first = text_button_width("go on"), second = text_button_width("new draw");
            const Rect one{rect.x, rect.y, first, rect.height},
                two{rect.x + first + 8, rect.y, second, rect.height};
            ui.place_parameter(action, one);
            ui.place_parameter(seed, {two.x, two.y, rect.right() - two.x, two.height});
            if (text_button(ui, "stop", one, label, false, !finished())) ui.press_action(action);
            if (text_button(ui, "new draw", two, "new draw")) ui.change(seed, seed_ % 99 + 1);
            ui.text({rect.right(), rect.centre().y - fonts::line_height(body) / 2}, body, theme.muted,
                    "draw " + std::to_string(seed_), Align::right);
            if (ui.focused(action)) ui.focus_ring(one.inset(5));
            if (ui.focused(seed)) ui.focus_ring({two.x, two.y + 5, rect.right() - two.x, two.height - 10});
        });
        Block progress = drawing(12, [this, &theme](Ui& on, Rect rect) {
            const float one = rect.width / widths;
            for (int i = 0; i < widths; ++i) {
                const WidthSample& sample = samples_[static_cast<size_t>(i)];
                const Rect box{rect.x + one * static_cast<float>(i), rect.y, one - 3, rect.height};
                const float done = static_cast<float>(sample.done()) / WidthSample::pairs;
                on.painter().rectangle(box, theme.line.faded(0.22f), 0);
                on.painter().rectangle({box.x, box.y, box.width * done, box.height},
                                       sample.d() == d_ ? theme.ink : theme.line, 0);
                if (sample.d() == hover_->d) on.painter().outline(box.inset(-1.5f), theme.query, 2, 2);
            }
        });
        const auto done = std::count_if(samples_.begin(), samples_.end(),
                                        [](const WidthSample& one) { return one.finished(); });
        const WidthSample* told = &chosen();
        for (const WidthSample& one : samples_) {
            if (one.d() == hover_->d) told = &one;
        }
        const std::string pairs = Phrase() << told->d() << ": " << grouped(told->done()) << " of "
                                           << grouped(WidthSample::pairs) << " pairs";
        return column(
            6, std::move(buttons), std::move(progress),
            row({.gap = 12}, {Item(text(caption, theme.muted, std::to_string(done) + " of 13 widths done")),
                              Item(text(caption, theme.muted, pairs, Align::right), share())}));
    }

    Block histogram(Ui& ui) const {
        const Theme& theme = ui.theme();
        const WidthSample& sample = chosen();
        const double root = sample.root(), bin = 2 * WidthSample::reach / WidthSample::bins;
        constexpr double peak = 0.3989422804;  // of the normal curve of deviation 1
        Histogram raw{.color = theme.muted};
        Histogram scaled{.color = theme.query};
        double highest = peak;
        for (int i = 0; i <= WidthSample::bins; ++i) {
            const double edge = -WidthSample::reach + bin * i;
            raw.edges.push_back(edge * root);
            scaled.edges.push_back(edge);
            if (i == WidthSample::bins) break;
            const double density =
                sample.counts()[static_cast<size_t>(i)] / (bin * std::max(1, sample.done()));
            raw.heights.push_back(density / root);
            scaled.heights.push_back(density);
            highest = std::max(highest, density);
        }
        // No wider than shows the divided scores as more than a needle: raw ones then run over both ends.
        const double far = WidthSample::reach * std::min(root, widest_root);
        PlotLook look;
        look.id = "histogram";
        look.x = {.from = -far, .to = far};
        look.y = {
            .from = 0, .to = highest * 1.08, .ticks = {0}, .shown = [](double) { return std::string(); }};
        look.y_name = root > 8 ? "equal areas; raw runs over both ends; ticks: the row"
                               : "equal areas; ticks under the axis: the row’s scores";
        look.height = 106;
        look.legend = false;
        look.histograms = {std::move(raw), std::move(scaled)};
        look.normals = {{0, root, peak / root, theme.ink}, {0, 1, peak, theme.query}};
        look.notes = {
            {far / 20,
             peak * 0.8,
             {Phrase() << "q·k ÷ " << root_shown(d_) << ": std " << three_digits(sample.scaled()),
              theme.query},
             {1, 0}},
            {-far / 3, peak / root, {"q·k: std " + three_digits(sample.raw()), theme.muted}, {-0.7f, -1}}};
        Strokes scores{.color = theme.muted};
        for (int j = 0; j < row_.count; ++j) scores.x.push_back(wide(row_.scores[j]));
        scores.selected = lit_key();
        look.strokes = {std::move(scores),
                        {.x = {wide(row_.divided[lit_key()])}, .color = theme.query, .selected = 0}};
        const auto share = [](double value) {
            return value == 0 ? std::string("none") : value < 0.0005 ? "under 0.1 %" : percent(value, 1);
        };
        return column(
            2, paragraph(strong, theme.ink, Phrase() << grouped(sample.done()) << " scores at dₖ = " << d_),
            plot(std::move(look)),
            paragraph(caption,
                      {{"Beyond ±5: ", theme.muted},
                       {share(sample.raw_far()), theme.ink, true},
                       {" raw, ", theme.muted},
                       {share(sample.scaled_far()), theme.query, true},
                       {" scaled.", theme.muted}},
                      44));
    }

    Block one_row(Ui& ui) const {
        const Theme& theme = ui.theme();
        const int lit = lit_key();
        std::vector<ChartColumn> bars;
        for (int j = 0; j < row_.count; ++j)
            bars.push_back({.value = wide(row_.raw[j]),
                            .color = theme.muted,
                            .label = row_.given ? fixed(wide(row_.scores[j]), 0) : std::to_string(j + 1),
                            .below = wide(row_.scaled[j]),
                            .below_color = theme.query});
        const std::string name = "key " + std::to_string(lit + 1);
        // Of four scores all weights are told, of sixteen the lit key's.
        const auto weights = [&](const float* all) -> std::string {
            if (!row_.given) return percent(wide(all[lit]), 1);
            std::string out;
            for (int j = 0; j < row_.count; ++j)
                out += Phrase() << (j == 0 ? "" : ", ") << Fixed{wide(all[j]) * 100, 1};
            return out + "\u00a0%,";
        };
        const auto said = [&](Color color, const std::string& how, const float* all, float spread,
                              float gradient) {
            return paragraph(caption,
                             {{how, color, false},
                              {weights(all), color, true},
                              {row_.given ? " as spread as " : " on " + name + ", as spread as ", color},
                              {fixed(wide(spread), 1) + "\u00a0keys,", color, true},
                              {" gradient ", color},
                              {gradient_shown(wide(gradient)), color, true}},
                             76);
        };
        const std::string next = row_.given ? "random row" : "next row";
        Block head = drawing(row_height, [this, &ui, &theme, next](Ui&, Rect rect) {
            const float width = text_button_width("random row");
            const Rect button{rect.right() - width, rect.y, width, rect.height};
            ui.place_parameter(row_number, button);
            if (text_button(ui, "next row", button, next))
                ui.change(row_number, number_ % WidthSample::rows + 1);
            if (ui.focused(row_number)) ui.focus_ring(button.inset(5));
            const std::string title = row_.given
                                          ? "an article's four scores"
                                          : std::string(Phrase() << "row " << number_ << ": q meets 16 keys");
            ui.text({rect.x, rect.centre().y - fonts::line_height(strong) / 2}, strong, theme.ink,
                    shortened(strong, title, button.x - rect.x - 8));
        });
        Block both = column_chart(
            {.id = "keys",
             .largest = 1,
             .height = 84,
             .depth = 84,
             .twofold = true,
             .values = false,
             .selected = lit,
             .pointing = {[this](int j) { hover_.note().key = j; }, [&ui](int j) { ui.change(key, j + 1); }}},
            std::move(bars));
        // The key's native control lies over its bars.
        Block placed = behind(drawing(0,
                                      [&ui](Ui&, Rect rect) {
                                          ui.place_parameter(key, rect);
                                          if (ui.focused(key)) ui.focus_ring(rect.inset(2));
                                      }),
                              std::move(both));
        return column(4, std::move(head),
                      said(theme.muted, "without: ", row_.raw, row_.raw_spread, row_.raw_gradient),
                      std::move(placed),
                      said(theme.query, Phrase() << "with ÷ " << root_shown(d_) << ": ", row_.scaled,
                           row_.scaled_spread, row_.scaled_gradient));
    }

    int d_ = 0, seed_ = 0, number_ = 1, key_ = 0;
    bool stopped_ = false;
    struct Pointed {
        int key = -1;  // of the row
        int d = 0;     // a width, by a point of a plot
        bool operator==(const Pointed&) const = default;
    };
    Hover<Pointed> hover_{hovers_};
    KeyRow row_;
    std::vector<WidthSample> samples_;  // at the powers of two
    std::vector<WidthSample> other_;    // at the chosen width, if it is none of these
};

}  // namespace

extern const ExhibitType scaling;
const ExhibitType scaling = {
    "scaling",
    "Why divide by √dₖ",
    "See how far scores spread as keys get wider, before and after dividing by √dₖ.",
    parameters,
    starts,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Scaling>()); },
    "cloud",
};

}  // namespace explainer

// Softmax and temperature: two to eight scores become one budget of 1, step by step; scores, weights, borders
// and T can all be dragged. Here the parameters and what stands where; the numbers, and their words, are in
// softmax_row.h.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "explainer/exhibit.h"
#include "explainer/exhibits/floats.h"
#include "explainer/exhibits/softmax_row.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/player.h"
#include "explainer/figures/plot.h"
#include "explainer/figures/stacks.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"
#include "explainer/vector_of.h"

namespace explainer {
namespace {

using namespace figures;

constexpr int most = SoftmaxRow::most;

// score + i is the i-th score
enum : int {
    count,
    temperature,
    score,
    step = score + most,
    subtract,
    row_focus,
    column_focus,
    play,
    show_steps,
    show_budget,
    show_sensitivity,
    show_float32
};

constexpr Parameter score_of(std::string_view name, std::string_view label, double initial) {
    return {.name = name,
            .label = label,
            .help = "The raw score before softmax.",
            .minimum = -100,
            .maximum = 100,
            .initial = initial};
}

constexpr Bound last_score = {.parameter = "count", .offset = -1};

constexpr std::array parameters = {
    integer_of("count", "scores", "How many scores compete.", 2, most, 5),
    logarithmic(number_of("temperature", "temperature T",
                          "Scores are divided by T first: small T sharpens, large T levels.",
                          SoftmaxRow::coldest, SoftmaxRow::warmest, 0.01, 1)),
    score_of("score1", "s₁", 2.4),
    score_of("score2", "s₂", 0.5),
    score_of("score3", "s₃", 3.1),
    score_of("score4", "s₄", -1.0),
    score_of("score5", "s₅", 1.7),
    score_of("score6", "s₆", 0.8),
    score_of("score7", "s₇", -0.4),
    score_of("score8", "s₈", 2.0),
    integer_of("step", "step", "How far the recipe is.", 1, 4, 4),
    toggle_of("subtract", "subtract the largest",
              "The largest score is taken off every score before exp; no weight changes.", false),
    bounded(integer_of("row", "sensitivity", "Which weight answers which score, and how strongly.", 0,
                       most - 1, 2),
            last_score, "column"),
    bounded(integer_of("column", "score that moves", "The score whose small change the weight answers.", 0,
                       most - 1, 2),
            last_score),
    play_of("step", "Goes through the recipe step by step, or stops."),
    piece_of("showSteps", "steps", "The recipe, step by step.", true),
    piece_of("showBudget", "budget", "The weights as one bar, to be shared out.", true),
    piece_of("showSensitivity", "sensitivity", "How each weight answers each score.", false),
    piece_of("showFloat32", "float32", "Whether the exponentials fit into 32-bit numbers.", false),
};

constexpr std::array starts = {
    Preset{"five scores", ""},
    Preset{"× 10", "score1=24;score2=5;score3=31;score4=-10;score5=17"},
    Preset{"all equal", "score1=1;score2=1;score3=1;score4=1;score5=1"},
    Preset{"one high", "score1=0;score2=0;score3=5;score4=0;score5=0"},
    Preset{"22, −3, 1, −5", "count=4;score1=22;score2=-3;score3=1;score4=-5;row=0;column=0"},
};

SoftmaxRow row_of(const State& state) {
    SoftmaxRow out;
    out.count = state.integer(count);
    out.temperature = state.number(temperature);
    out.subtract = state.toggle(subtract);
    for (int i = 0; i < out.count; ++i) out.given[i] = state.number(score + i);
    out.compute();
    return out;
}

std::string name_of(const char* letter, int i) {
    return letter + SoftmaxRow::index(i);
}

constexpr float score_share = 1.5f;  // to 1 of the weight, where there is nothing else

/// The columns of the rows and of what stands under them, in pixels; the weights' bars take what is left.
/// Narrow, a score stands over the rest of its row, if there are steps between them.
struct Columns {
    bool wide = false;
    float score = 0, gap = 8, divided = 48, bar = 0, number = 64, percents = 56;

    static Columns at(float width) {
        if (width < 680) return {};
        Columns out{.wide = true, .gap = 12, .bar = std::floor(width / 20), .number = 76, .percents = 60};
        out.score = std::floor(0.54f * (width - out.divided - out.bar - out.number - out.percents));
        return out;
    }
    float number_at() const { return score + gap + divided + gap; }
    float weight_at() const { return number_at() + bar + gap + number + gap; }
};

class Softmax final : public Exhibit {
  public:
    void compute(const State& state) override {
        r_ = row_of(state);
        steps_ = state.toggle(show_steps);
        step_ = steps_ ? state.integer(step) : 4;
        focus_ = {state.integer(row_focus), state.integer(column_focus)};
        ++version_;
        // What was pointed at may be gone.
        hover_.forget_if([n = r_.count](const Entry& on) { return on.row >= n || on.col >= n; });
    }

    Description describe() const override {
        Description out = r_.describe(focus_.row, focus_.col);
        out.in_piece(show_sensitivity, {"Sensitivity", "Size of the gradient"});
        out.in_piece(show_float32, {"Room for exp"});
        return out;
    }
    std::string numpy(const State& state) const override { return row_of(state).numpy(); }

    bool active(const State& state, int parameter) const override {
        if (parameter == step || parameter == play || parameter == count) return state.toggle(show_steps);
        if (parameter == subtract) return state.toggle(show_float32);
        return parameter < score || parameter >= step || parameter - score < state.integer(count);
    }

    std::string shown(const State& state, int parameter) const override {
        static constexpr const char* steps[] = {"scores", "÷ T", "exp", "÷ Σ: weights"};
        if (parameter == step) return steps[state.integer(step) - 1];
        if (parameter == row_focus) return name_of("α", state.integer(row_focus));
        if (parameter == column_focus) return name_of("s", state.integer(column_focus));
        return state.shown(parameter);
    }

    std::string shown_cell(const State& state, int parameter, int row, int col) const override {
        if (parameter != row_focus) return state.shown_cell(parameter, row, col);
        if (row < 0 || col < 0 || row >= r_.count || col >= r_.count) return {};
        return Phrase() << "∂" << name_of("α", row) << "/∂" << name_of("s", col) << ": "
                        << SoftmaxRow::answer(r_.sensitivity(row, col));
    }

    Block sheet(Ui& ui) const override {
        return by_width([this, &ui](float width) {
            // (The steps make rows higher where it is narrow: so their button stands above them.)
            return column(
                8, said(ui), pieces(ui), rows(ui, Columns::at(width)),
                slider(temperature, {.color = ui.theme().ink, .label_width = 112, .value_width = 52}),
                presets(starts), piece(ui, show_budget, [this, &ui] { return budget(ui); }),
                piece(ui, show_sensitivity, [this, &ui] { return sensitivity(ui); }),
                piece(ui, show_float32, [this, &ui] { return room(ui); }));
        });
    }

  private:
    void choose(Ui& ui, int row, int column) const {
        ui.change(row_focus, row);
        ui.change(column_focus, column);
    }
    void choose(Ui& ui, int i) const { choose(ui, i, i); }
    void point(int i) const { hover_.note() = {i, i}; }
    /// Pointed at, or else chosen.
    Entry lit() const { return hover_->row >= 0 ? hover_.shown() : focus_; }
    bool no_number(int i) const { return step_ == 4 && std::isnan(r_.quotients[i]); }

    Block said(Ui& ui) const;
    Block rows(Ui& ui, Columns columns) const;
    Block in_columns(const Columns& columns, Block score, Block divided, Block bar, Block number,
                     Block weight, Block percents) const;
    double reach(Ui& ui) const;
    Block score_slider(int i, float height, double reach) const;
    Block weight_bar(Ui& ui, int i, float height) const;
    Block add_and_drop(Ui& ui) const;
    Block budget(Ui& ui) const;
    Block sensitivity(Ui& ui) const;
    Block answers(Ui& ui) const;
    Block gradient(Ui& ui) const;
    Block room(Ui& ui) const;

    SoftmaxRow r_;
    int step_ = 4;
    bool steps_ = true;
    Entry focus_;  // the chosen weight and score
    Hover<Entry> hover_{hovers_};
    uint64_t version_ = 0;
};

/// What the recipe has made of the row that is looked at, so far.
Block Softmax::said(Ui& ui) const {
    const Theme& theme = ui.theme();
    const int i = lit().row;
    const std::string goes_in = fixed(wide(r_.divided[i]), 2);
    std::vector<Run> runs = {{name_of("s", i), theme.query, true}};
    const auto add = [&](std::string words, std::string number, Color color) {
        runs.push_back({std::move(words), theme.ink});
        runs.push_back(headline_number(std::move(number), color));
    };
    if (step_ == 1) {
        add(" has the score ", fixed(r_.given[i], 2), theme.query);
    } else if (step_ == 2) {
        const std::string first = fixed(r_.given[i], 2);
        Phrase words;
        if (r_.subtract)
            words << " goes in as (" << first << " − " << Fixed{wide(r_.shift), 2} << ")";
        else
            words << " goes in as " << first;
        add(words << " ÷ " << Fixed{r_.temperature, 2} << " = ", goes_in, theme.ink);
    } else if (step_ == 3) {
        const bool tiny = SoftmaxRow::is_too_small(r_.exponentials[i]);
        add(Phrase() << " counts as exp " << goes_in << (tiny ? ", " : " = "),
            SoftmaxRow::shown(r_.exponentials[i]), std::isinf(r_.exponentials[i]) ? theme.wrong : theme.ink);
    } else if (no_number(i)) {
        add(r_.sum > 0 ? " gets ∞ ÷ ∞, which is " : " gets 0 ÷ 0, which is ", "no\u00a0number", theme.wrong);
    } else {
        add(Phrase() << " gets " << SoftmaxRow::shown(r_.exponentials[i]) << " ÷ "
                     << SoftmaxRow::shown(r_.sum) << " = ",
            percent(wide(r_.quotients[i]), 1), theme.query);
        runs.push_back({" of the whole", theme.ink});
    }
    return headline(std::move(runs), 52);
}

// ---- Rows: the recipe, a row a score

Block Softmax::in_columns(const Columns& c, Block score, Block divided, Block bar, Block number, Block weight,
                          Block percents) const {
    Items items;
    const bool beside = c.wide || !steps_;
    if (beside) items.push_back(Item(std::move(score), c.wide ? pixels(c.score) : share(score_share)));
    if (steps_) {
        items.push_back(Item(std::move(divided), pixels(c.divided)));
        if (c.wide) items.push_back(Item(std::move(bar), pixels(c.bar)));
        items.push_back(Item(std::move(number), pixels(c.number)));
    }
    items.push_back(Item(std::move(weight), share()));
    items.push_back(Item(std::move(percents), pixels(c.percents)));
    Block line = row({.gap = c.gap, .cross = Cross::middle}, std::move(items));
    return beside ? std::move(line) : column(0, std::move(score), std::move(line));
}

/// How far the tracks of the scores go: a little further than the scores do. It waits while something is
/// held, so that nothing slips from the hand.
double Softmax::reach(Ui& ui) const {
    static constexpr double reaches[] = {5, 10, 20, 50, 100};
    double largest = 0;
    for (int i = 0; i < r_.count; ++i) largest = std::max(largest, std::fabs(r_.given[i]));
    const double wanted = *std::upper_bound(std::begin(reaches), std::end(reaches) - 1, largest);
    double& kept = ui.kept<double>("reach", wanted);
    if (!ui.holding()) kept = wanted;
    return kept;
}

Block Softmax::score_slider(int i, float height, double reach) const {
    return drawing(height, [this, i, height, reach](Ui& now, Rect rect) {
        const double before = now.state().number(score + i);
        const float thumb = slider(now, score + i, rect,
                                   {.color = now.theme().query,
                                    .label_width = 28,
                                    .value_width = 56,
                                    .reach = reach,
                                    .hovered = [this, i] { point(i); }});
        if (now.state().number(score + i) != before) choose(now, i);
        if (i == focus_.row && !now.touched() && height >= row_height)
            now.text({std::max(thumb, rect.x + 60), rect.y - 2}, caption, now.theme().muted, "drag a score",
                     Align::centre);
        // The chosen row and column, where no matrix shows them.
        for (const int one : {row_focus, column_focus}) {
            if ((one == row_focus ? focus_.row : focus_.col) != i) continue;
            now.place_parameter(one, rect);
            if (now.focused(one) && !now.state().toggle(show_sensitivity)) now.focus_ring(rect.inset(2));
        }
    });
}

Block Softmax::weight_bar(Ui& ui, int i, float height) const {
    // (Not reached: a bar without length, so that it grows when its step comes.)
    Bar bar{.value = step_ < 4 ? 0 : wide(r_.quotients[i]), .color = ui.theme().query};
    if (step_ == 4 && !no_number(i)) {
        bar.dragged = [this, &ui, i](double share) {
            ui.change(score + i, r_.score_for(i, share));
            choose(ui, i);
        };
    }
    return bars({.id = "weight" + std::to_string(i),
                 .row = height,
                 .thickness = std::min(26.0f, height - 10),
                 .label_width = 0,
                 .value_width = 0,
                 .selected = lit().row == i ? 0 : 1},  // (one that is not there: it is paler)
                vector_of(std::move(bar)));
}

/// Adding one, and dropping the chosen one. `count` has its native control over them.
Block Softmax::add_and_drop(Ui& ui) const {
    const int chosen = focus_.row;
    const std::string drop = "drop " + name_of("s", chosen);
    const float first = text_button_width("+ score"), second = text_button_width("drop s₈");
    return drawing({first + 8 + second, row_height, 0}, [=, &ui, this](Ui&, Rect rect) {
        ui.place_parameter(count, {rect.x, rect.y, first + 8 + second, rect.height});
        if (text_button(ui, "add", {rect.x, rect.y, first, rect.height}, "+ score", false, r_.count < most))
            ui.change(count, r_.count + 1);
        if (text_button(ui, "drop", {rect.x + first + 8, rect.y, second, rect.height}, drop, false,
                        r_.count > 2)) {
            // The dropped score waits behind the last one, where "+ score" finds it.
            const double dropped = ui.state().number(score + chosen);
            for (int i = chosen; i + 1 < r_.count; ++i)
                ui.change(score + i, ui.state().number(score + i + 1));
            ui.change(score + r_.count - 1, dropped);
            ui.change(count, r_.count - 1);
        }
        if (ui.focused(count)) ui.focus_ring({rect.x - 2, rect.y + 4, first + second + 12, rect.height - 8});
    });
}

Block Softmax::rows(Ui& ui, Columns c) const {
    const Theme& theme = ui.theme();
    // Six rows at full height (five where it is narrow); more share their room, so that adding one does not
    // move the page.
    const bool beside = c.wide || !steps_;
    const float full = c.wide ? row_height : steps_ ? 80 : 40, room = (c.wide ? 6 : 5) * full;
    const float height = std::min(full, room / static_cast<float>(r_.count));
    const float upper = beside ? height : 0.55f * height, lower = beside ? height : height - upper;
    const Type type{c.wide ? 15.0f : 13.0f};
    const auto number = [](Type type, Color color, std::string shown) {
        return text(type, color, std::move(shown), Align::right);
    };
    const double tracks = reach(ui);
    float largest = 0;
    for (int i = 0; i < r_.count; ++i)
        if (std::isfinite(r_.exponentials[i])) largest = std::max(largest, r_.exponentials[i]);

    std::vector<TableRow> list;
    for (int i = 0; i < r_.count; ++i) {
        const bool endless = std::isinf(r_.exponentials[i]), chosen = lit().row == i;
        const double part = step_ < 3 || largest <= 0 ? 0 : endless ? 1 : wide(r_.exponentials[i] / largest);
        const Color ink = endless ? theme.wrong : theme.ink;
        const std::string weight = step_ < 4       ? ""
                                   : !no_number(i) ? percent(wide(r_.quotients[i]), 1)
                                   : r_.sum > 0    ? "∞ ÷ ∞"
                                                   : "0 ÷ 0";
        TableRow& out = list.emplace_back();
        out.add(in_columns(
            c, score_slider(i, upper, tracks),
            number(type, theme.ink, step_ >= 2 ? fitting(wide(r_.divided[i]), 2, type, c.divided) : ""),
            bar_cell("exp" + std::to_string(i), part,
                     endless  ? theme.wrong
                     : chosen ? theme.query
                              : mix(theme.paper, theme.query, 0.45f)),
            number(type, ink, step_ >= 3 ? SoftmaxRow::shown(r_.exponentials[i]) : ""),
            weight_bar(ui, i, lower), number(strong, no_number(i) ? theme.wrong : theme.query, weight)));
        out.selected = chosen || lit().col == i;
    }
    Block table = figures::table({.id = "rows",
                                  .row_height = height,
                                  .hovered = [this](int i) { point(i); },
                                  .pressed = [this, &ui](int i) { choose(ui, i); },
                                  .live_cells = true},
                                 {{.track = share()}}, std::move(list));

    const bool sums = step_ >= 3 && steps_;
    const std::string total = step_ < 4 ? "" : r_.whole() ? percent(wide(r_.total), 1) : "no sum";
    const char* sign = sums ? "Σ" : "";
    Block under = in_columns(c, space(0), number(type, theme.muted, c.wide ? "" : sign),
                             number(type, theme.muted, sign),
                             number({type.size(), true}, std::isfinite(r_.sum) ? theme.ink : theme.wrong,
                                    sums ? SoftmaxRow::shown(r_.sum) : ""),
                             space(row_height), number(strong, r_.whole() ? theme.ink : theme.wrong, total));
    std::vector<float> heads;  // where they begin
    if (c.wide) heads = {58, c.number_at() - c.gap - c.divided - 8, c.number_at() - 8, c.weight_at() + 4};
    Block head = stops({.parameter = step,
                        .action = play,
                        .stops = {{1, c.wide ? "score s" : "s"},
                                  {2, "÷ T"},
                                  {3, "exp"},
                                  {4, c.wide ? "÷ Σ = weight α" : "÷ Σ"}},
                        .at = std::move(heads)});
    // The sums follow the rows; the buttons stay where they are, however many rows there come to be.
    // Without steps the columns have their names alone; where it is wide, in the same room.
    if (!steps_) {
        head = in_columns(c, padded(c.wide ? 54 : 28, 0, 0, 0, text(caption, theme.muted, "score s")),
                          nullptr, nullptr, nullptr, text(caption, theme.muted, "weight α"), space(0));
        if (!c.wide) return column(0, std::move(head), reserved(room, std::move(table)));
        head = reserved(row_height, padded(0, 14, 0, 0, std::move(head)));
    }
    Block lines = column(0, std::move(table), rule(), std::move(under));
    Block buttons =
        column(0, space(room + 1 + (c.wide ? 0 : row_height)), steps_ ? add_and_drop(ui) : space(row_height));
    return column(0, std::move(head), behind(std::move(lines), std::move(buttons)));
}

// ---- The budget

Block Softmax::budget(Ui& ui) const {
    const Theme& theme = ui.theme();
    std::vector<Segment> shares;
    std::string spread;
    if (step_ == 4) {
        for (int i = 0; i < r_.count; ++i)
            shares.push_back(
                {name_of("s", i), wide(r_.weights[i]), theme.query, percent(wide(r_.weights[i]), 1)});
        if (!r_.whole())
            spread = "the weights once the largest score is subtracted first: see float32";
        else
            spread = Phrase() << "as spread as " << Fixed{wide(r_.spread), 2} << " equal shares of at most "
                              << r_.count << " (entropy " << Fixed{wide(r_.entropy), 3} << " of at most "
                              << Fixed{r_.greatest_entropy(), 3} << " nats)";
    }
    const auto dragged = [this, &ui](int border, double place) {
        double left = 0, right = 0;
        if (!r_.scores_for(border, place, left, right)) return;
        ui.change(score + border, left);
        ui.change(score + border + 1, right);
        if (focus_.row != border + 1) choose(ui, border);
    };
    return column(
        2, text(strong, theme.ink, "one budget of 1, shared out"),
        paragraph(caption, theme.muted, spread, 84),
        stacked_bar({.id = "budget",
                     .selected = lit().row,
                     .pieces = wide(r_.spread),
                     .thickness = 40,
                     .dragged = dragged,
                     .pointing = {[this](int i) { point(i); }, [this, &ui](int i) { choose(ui, i); }},
                     .empty = "shared out in the last step"},
                    std::move(shares)));
}

// ---- How the weights answer

Block Softmax::sensitivity(Ui& ui) const {
    return at_least(
        640,
        [this, &ui] {
            return padded(0, 12, 0, 12,
                          row({.gap = 40}, {Item(answers(ui), share(44)), Item(gradient(ui), share(56))}));
        },
        [this, &ui] { return padded(0, 12, 0, 12, column(24, answers(ui), gradient(ui))); });
}

/// The Jacobian, and the cell that is looked at as it is worked out.
Block Softmax::answers(Ui& ui) const {
    const Theme& theme = ui.theme();
    const Entry at = lit();
    const auto n = static_cast<size_t>(r_.count);
    MatrixLook look("sensitivity", std::span<const float>(r_.jacobian, n * n), r_.count, r_.count,
                    theme.query, version_);
    look.cells.decimals = 3;
    look.cells.alike = true;
    look.cells.powers = false;
    look.cells.leading_zero = false;
    look.cells.ground = Ground::heat;
    look.cells.is_signed = true;
    // Where no weight answers any score there is no colour: what shows as 0 is not the fullest of them.
    look.cells.largest = 0.001f;
    for (size_t i = 0; i < n * n; ++i)
        look.cells.largest = std::max(look.cells.largest, std::fabs(r_.jacobian[i]));
    for (int i = 0; i < r_.count; ++i) {
        look.frame.row_labels.names.push_back(name_of("α", i));
        look.frame.col_labels.names.push_back(name_of("s", i));
    }
    look.frame.row_labels.color = look.frame.col_labels.color = theme.ink;
    look.frame.row_label_width = 20;
    look.frame.label_lines = 1;
    look.frame.legend = true;
    look.frame.legend_decimals = look.cells.largest < 0.1f ? 3 : 2;
    look.marks.linked_row = at.row;
    look.marks.linked_col = at.col;
    look.marks.selected = at;
    look.size.fill = true;
    look.size.height = 232;
    look.hand.row_parameter = row_focus;
    look.hand.col_parameter = column_focus;
    look.hand.hovered = [this](Entry entry) {
        hover_.note() = {std::max(entry.row, 0), std::max(entry.col, 0)};
    };

    const std::string number = Phrase() << "∂" << name_of("α", at.row) << "/∂" << name_of("s", at.col);
    const std::string terms = Phrase()
                              << " = " << Fixed{wide(r_.weights[at.row]), 3} << " ("
                              << (at.row == at.col ? "1" : "0") << " − " << Fixed{wide(r_.weights[at.col]), 3}
                              << ")\u00a0÷\u00a0" << Fixed{r_.temperature, 2} << " ";
    return column(
        6, paragraph(strong, {{"sensitivity", theme.ink}, {" ∂αᵢ/∂sⱼ = αᵢ(δᵢⱼ − αⱼ)/T", theme.muted, false}}),
        matrix(std::move(look)),
        paragraph(caption,
                  {{number + terms, theme.muted},
                   {"=\u00a0" + SoftmaxRow::answer(r_.sensitivity(at.row, at.col)), theme.ink, true}},
                  46));
}

/// The gradient's size against T; the point that T is at can be dragged.
Block Softmax::gradient(Ui& ui) const {
    const Theme& theme = ui.theme();
    const auto peak = static_cast<size_t>(r_.peak);
    const double top = r_.curve_norm[peak], now = wide(r_.gradient);
    Series curve{.color = theme.ink, .x = r_.curve_t, .y = r_.curve_norm};
    // What is highest at an end of the axis may go on rising beyond it: no peak, no disc.
    Series highest{.color = theme.muted, .mark = Mark::disc, .line = false};
    if (r_.has_peak()) {
        highest.x = {r_.curve_t[peak]};
        highest.y = {top};
    }
    Marker marker{.x = r_.temperature, .color = theme.ink};
    marker.y = now;
    marker.dragged = [&ui](double value) { ui.change(temperature, ui.state().snapped(temperature, value)); };
    PlotLook look;
    look.id = "gradient";
    look.x = {.from = SoftmaxRow::coldest,
              .to = SoftmaxRow::warmest,
              .logarithmic = true,
              .ticks = {0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30}};
    look.y = {.from = 0, .to = top > 1e-6 ? top * 1.12 : 1};
    look.x_name = "temperature T";
    look.y_name = r_.towards_zero();
    look.x_decimals = 2;
    look.y_decimals = 3;
    look.height = 210;
    look.series = vector_of(std::move(curve), std::move(highest));
    look.markers.push_back(std::move(marker));
    look.notes = {{.x = r_.temperature,
                   .y = now,
                   .text = {SoftmaxRow::shown(r_.gradient), theme.ink, true},
                   .away = {1, -0.8f}}};
    look.legend = false;
    return column(6, paragraph(strong, theme.ink, "size of the gradient ‖∂α/∂s‖ against T"),
                  plot(std::move(look)));
}

// ---- What float32 has room for

/// Where all that goes into exp lies, and the end of what float32 holds.
Block Softmax::room(Ui& ui) const {
    const Theme& theme = ui.theme();
    const SoftmaxRow::Room room = r_.room();
    Block strip = drawing(74, [this, &theme](Ui& on, Rect rect) {
        const Axis axis{-100, 100};
        const Rect lane{rect.x + 10, rect.y + 22, rect.width - 20, 26};
        const auto at = [&](double value) {
            return lane.x + lane.width * static_cast<float>(std::clamp(axis.place(value), 0.0, 1.0));
        };
        const float end = at(wide(r_.limit));
        on.painter().rectangle(lane, theme.raised, 2);
        on.painter().rectangle({end, lane.y, rect.right() - end, lane.height}, theme.wrong.faded(0.3f), 0);
        on.painter().line({end, lane.y - 4}, {end, lane.bottom()}, theme.wrong, 2);
        on.text({rect.right(), rect.y}, {13, true}, theme.wrong, "above 88.7 exp is ∞", Align::right);
        tick_row(on, lane, axis, 10);
        for (int k = 0; k < r_.count; ++k) {
            const int chosen = lit().row, i = k + 1 < r_.count ? k + (k >= chosen) : chosen;  // on top
            const Color color = i == chosen ? theme.query : theme.query.faded(0.55f);
            const double value = wide(r_.divided[i]);
            const float x = at(value), tip = x + (value > 0 ? 9 : -9);
            const Point beyond[] = {{tip, lane.centre().y}, {x, lane.y + 5}, {x, lane.bottom() - 5}};
            if (std::fabs(value) > axis.to)
                on.painter().polygon(beyond, color);
            else
                on.painter().line({x, lane.y}, {x, lane.bottom()}, color, i == chosen ? 4 : 2.5f);
        }
    });
    return column(4, text(strong, theme.ink, "room for exp in float32"), std::move(strip),
                  toggle(ui, subtract),
                  paragraph(caption, {{room.verdict, theme.wrong, true}, {room.words, theme.muted}}, 115));
}

}  // namespace

extern const ExhibitType softmax;
const ExhibitType softmax = {
    "softmax",
    "Softmax and temperature",
    "Move scores, weights and the temperature, and see scores become shares of one whole.",
    parameters,
    starts,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Softmax>()); },
    "rows",
};

}  // namespace explainer

// The softmax exhibit: its parameters, what stands where, how its values are spoken.
#include "explainer/exhibits/softmax.h"

#include <array>
#include <utility>

#include "explainer/exhibits/softmax_parts.h"
#include "explainer/figures/controls.h"
#include "explainer/phrase.h"

namespace explainer {
namespace {

constexpr Parameter score_parameter(std::string_view name, std::string_view label, double initial) {
    return {.name = name,
            .label = label,
            .help = "The raw score before softmax.",
            .minimum = -100,
            .maximum = 100,
            .initial = initial};
}

constexpr std::array parameters = {
    Parameter{.name = "count",
              .label = "scores",
              .help = "How many scores compete.",
              .kind = Kind::integer,
              .minimum = 2,
              .maximum = SoftmaxRow::most,
              .step = 1,
              .initial = 5},
    Parameter{.name = "temperature",
              .label = "temperature T",
              .help = "Scores are divided by T first: small T sharpens the weights, large T levels them.",
              .minimum = SoftmaxRow::coldest,
              .maximum = SoftmaxRow::warmest,
              .step = 0.01,
              .initial = 1,
              .logarithmic = true},
    score_parameter("score1", "x₁", 2.4),
    score_parameter("score2", "x₂", 0.5),
    score_parameter("score3", "x₃", 3.1),
    score_parameter("score4", "x₄", -1.0),
    score_parameter("score5", "x₅", 1.7),
    score_parameter("score6", "x₆", 0.8),
    score_parameter("score7", "x₇", -0.4),
    score_parameter("score8", "x₈", 2.0),
    Parameter{
        .name = "step",
        .label = "step",
        .help = "How far the recipe is: the scores, divided by T, exp of that, each divided by the sum.",
        .kind = Kind::integer,
        .minimum = 1,
        .maximum = 4,
        .step = 1,
        .initial = 4},
    Parameter{.name = "subtract",
              .label = "subtract the largest",
              .help = "The largest score is taken off every score before exp; no weight changes.",
              .kind = Kind::toggle},
    Parameter{.name = "row",
              .label = "sensitivity",
              .help = "Which weight answers which score, and how strongly.",
              .kind = Kind::integer,
              .minimum = 0,
              .maximum = SoftmaxRow::most - 1,
              .step = 1,
              .initial = 2,
              .maximum_follows = {.parameter = "count", .offset = -1},
              .grid_column = "column"},
    Parameter{.name = "column",
              .label = "score that moves",
              .help = "The score whose small change the weight answers.",
              .kind = Kind::integer,
              .minimum = 0,
              .maximum = SoftmaxRow::most - 1,
              .step = 1,
              .initial = 2,
              .maximum_follows = {.parameter = "count", .offset = -1}},
    Parameter{.name = "play",
              .label = "play",
              .help = "Goes through the recipe step by step, or stops.",
              .kind = Kind::action,
              .plays = "step"},
};

constexpr std::array presets = {
    Preset{"five scores", ""},
    Preset{"× 10", "score1=24;score2=5;score3=31;score4=-10;score5=17"},
    Preset{"all equal", "score1=1;score2=1;score3=1;score4=1;score5=1"},
    Preset{"one high", "score1=0;score2=0;score3=5;score4=0;score5=0"},
    Preset{"22, −3, 1, −5", "count=4;score1=22;score2=-3;score3=1;score4=-5;row=0;column=0"},
};

SoftmaxRow row_of(const State& state) {
    SoftmaxRow out;
    out.count = state.integer(Softmax::count);
    out.temperature = state.number(Softmax::temperature);
    out.subtract = state.toggle(Softmax::subtract);
    for (int i = 0; i < out.count; ++i) out.given[i] = state.number(Softmax::score + i);
    out.compute();
    return out;
}

}  // namespace

void Softmax::compute(const State& state) {
    r_ = row_of(state);
    step_ = state.integer(step);
    focus_ = {state.integer(row_focus), state.integer(column_focus)};
    ++version_;
    // What was pointed at may be gone.
    hover_.forget_if([n = r_.count](const figures::Entry& on) { return on.row >= n || on.col >= n; });
}

std::string Softmax::numpy(const State& state) const {
    return row_of(state).numpy();
}

std::string Softmax::shown(const State& state, int parameter) const {
    static constexpr const char* steps[] = {"scores", "÷ T", "exp", "÷ Σ: weights"};
    if (parameter == step) return steps[state.integer(step) - 1];
    if (parameter == row_focus) return name_of("α", state.integer(row_focus));
    if (parameter == column_focus) return name_of("x", state.integer(column_focus));
    return state.shown(parameter);
}

std::string Softmax::shown_cell(const State& state, int parameter, int row, int col) const {
    if (parameter != row_focus) return state.shown_cell(parameter, row, col);
    if (row < 0 || col < 0 || row >= r_.count || col >= r_.count) return {};
    return Phrase() << "∂" << name_of("α", row) << "/∂" << name_of("x", col) << ": "
                    << SoftmaxRow::answer(r_.sensitivity(row, col));
}

figures::Block Softmax::sheet(Ui& ui) const {
    using namespace figures;
    const Color ink = ui.theme().ink;
    const auto lower = [this, &ui] {
        return at_least(
            640,
            [this, &ui] {
                return row({.gap = 40}, {Item(sensitivity(ui), share(44)),
                                         Item(softmax_gradient(ui, r_, temperature), share(56))});
            },
            [this, &ui] { return column(24, sensitivity(ui), softmax_gradient(ui, r_, temperature)); });
    };
    return at_least(
        640,
        [=, this, &ui] {
            return column(
                8,
                at_least(
                    820,
                    [ink] {
                        return row({.gap = 32}, {Item(figures::presets(explainer::presets), share(3)),
                                                 Item(slider(temperature, {ink, 112, 52}), share(2))});
                    },
                    [ink] {
                        return column(4, figures::presets(explainer::presets),
                                      slider(temperature, {ink, 112, 52}));
                    }),
                by_width([this, &ui](float width) { return wide_rows(ui, width); }), space(4), budget(ui),
                space(12), lower(), space(8), softmax_room(ui, r_, lit().row, subtract));
        },
        [=, this, &ui] {
            return column(8, figures::presets(explainer::presets), slider(temperature, {ink, 112, 52}),
                          budget(ui), space(8),
                          by_width([this, &ui](float width) { return narrow_rows(ui, width); }), space(12),
                          lower(), space(8), softmax_room(ui, r_, lit().row, subtract));
        });
}

extern const ExhibitType softmax;
const ExhibitType softmax = {
    "softmax",
    "Softmax and temperature",
    "Move scores, weights and the temperature and see how scores become weights that share out one whole.",
    parameters,
    presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Softmax>()); },
};

}  // namespace explainer

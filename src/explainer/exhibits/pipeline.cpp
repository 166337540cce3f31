// The pipeline's words: what each step does, what breaks without it, what essays say of its numbers.
#include "explainer/exhibits/pipeline.h"

#include <cmath>
#include <memory>
#include <optional>

#include "explainer/exhibits/pipeline_strip.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/player.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer {
namespace {

namespace at = pipeline_model;
using figures::Block, figures::Item, figures::Run;
using pipeline_model::Focus, pipeline_model::Of;

constexpr std::array presets = {
    Preset{"the whole way"},
    Preset{"where a weight comes from", "step=5;of=grid"},
    Preset{"T = 0.1: two winners tie", "data=hand;temperature=0.1;step=5;of=grid;column=0"},
};

}  // namespace

void Pipeline::compute(const State& state) {
    model_ = pipeline_model::model(state);
    short_names_ = {"words", "project", "score", "÷ √" + std::to_string(e().d), "softmax", "blend"};
    ++version_;
}

Block Pipeline::sheet(Ui& ui) const {
    using namespace figures;
    return column(12, figures::presets(explainer::presets), by_width([this, &ui](float width) {
                      return width >= 900 ? wide(ui, width) : narrow(ui, width);
                  }));
}

bool Pipeline::active(const State& state, int parameter) const {
    if (parameter == at::values) return example_active(state, example::x);
    return example_active(state, parameter);
}

std::string Pipeline::shown(const State& state, int parameter) const {
    if (parameter == at::step) return Phrase() << model_.step << ", " << step_name(model_.step);
    if (parameter == at::row || parameter == at::column) return model_.name(model_.focus);
    return state.shown(parameter);
}

std::string Pipeline::shown_cell(const State& state, int parameter, int row, int col) const {
    if (parameter != at::row) return state.shown_cell(parameter, row, col);
    const Focus there = model_.valid({model_.focus.of, row, col});
    return Phrase() << model_.name(there) << ": " << Fixed{model_.value(there), 3};
}

std::string Pipeline::step_name(int step) const {
    switch (step) {
        case at::words:
            return "words";
        case at::project:
            return "project";
        case at::score:
            return "score";
        case at::divide:
            return "divide by √" + std::to_string(e().d);
        case at::weigh:
            return "softmax";
        default:
            return "blend values";
    }
}

std::string Pipeline::step_says() const {
    switch (model_.step) {
        case at::words:
            return e().from_words
                       ? "Each word is a row of numbers, X. All that follows is made of it and of weights."
                       : "Queries, keys and values are given here: no words and no weights "
                         "come before them.";
        case at::project:
            if (!model_.values)
                return "Two products of X: what each word asks, what it answers to. V is switched off.";
            return e().from_words ? "Three products of X: what each word asks, what it answers to, what "
                                    "it hands over."
                                  : "Queries, keys and values are given here: no words and no weights "
                                    "come before them.";
        case at::score:
            return "Each query meets each key: one dot product for a pair, Q times Kᵀ.";
        case at::divide:
            return model_.scaled ? "Every score is divided by the root of the width, so that the scores of "
                                   "wide vectors do not spread wider."
                                 : "The scores stay as they are: this step is switched off.";
        case at::weigh:
            return Phrase() << model_.softmax_gets()
                            << (model_.softmax
                                    ? " become shares of one whole, row by row: the higher one is, "
                                      "the larger its share."
                                    : " weigh as they are, below 0 too: softmax is switched off.");
        default:
            if (!model_.values) return "Each row of weights blends the words themselves: V is switched off.";
            return e().from_words ? "Each row of weights blends the values: the word's output."
                                  : "The row of weights blends the values: the query's output.";
    }
}

figures::PlayerLook Pipeline::turn() const {
    figures::PlayerLook look{.parameter = at::step, .action = at::play, .ends = false, .said = false};
    for (int step = at::words; step <= at::blend; ++step) look.stops.push_back({step, step_name(step)});
    return look;
}
// ---- Steps that can be left out, and what then breaks

std::vector<Run> Pipeline::breaks(const Theme& theme, int parameter) const {
    const auto number = [](double value) { return pipeline_model::brief(value, 3); };
    bool on = model_.scaled;
    std::string with, without, what = "the largest weight is ", same = "the largest weight is still ";
    if (parameter == example::scaled) {
        with = number(model_.largest_weight(model_.with_scale));
        without = number(model_.largest_weight(model_.without_scale));
    } else if (parameter == at::softmax) {
        on = model_.softmax;
        what = "the row sums to ", same = "the row still sums to ";
        with = number(model_.row_sum(model_.with_softmax));
        without = number(model_.row_sum(model_.without_softmax));
    } else {
        on = model_.values;
        if (!e().from_words) return {{"there is no X to hand over", theme.muted}};
        what = "X is handed over: ", same = "X is handed over: still ";
        with = number(model_.output(model_.with_values));
        without = number(model_.output(model_.without_values));
    }
    const Color plain = on ? theme.muted : theme.wrong;
    // (Where a row of weights has but one large one, or at an x that is 0, nothing changes that is
    // shown.)
    if (with == without) return {{on ? "without it " + same : same, theme.muted}, {without, theme.ink, true}};
    if (on) return {{"without it " + what, plain}, {without, theme.ink, true}, {", not " + with, plain}};
    return {{what, plain}, {without, theme.wrong, true}, {", was " + with, plain}};
}

Block Pipeline::one_switch(Ui& ui, int parameter, bool below) const {
    using namespace figures;
    Block control = parameter == at::values && !e().from_words ? space(row_height) : toggle(ui, parameter);
    Block says = paragraph(caption, breaks(ui.theme(), parameter), 49);
    if (below) return column(0, std::move(control), std::move(says));
    return row({.gap = 12, .cross = Cross::middle},
               {Item(std::move(control), pixels(190)), Item(std::move(says), share())});
}

Block Pipeline::switches(Ui& ui, bool below) const {
    using namespace figures;
    return column(below ? 6 : 0, one_switch(ui, example::scaled, below), one_switch(ui, at::softmax, below),
                  one_switch(ui, at::values, below));
}

Block Pipeline::step_and_switches(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    Block says =
        column(4, text(heading, theme.ink, Phrase() << model_.step << "  " << step_name(model_.step)),
               paragraph(body, theme.muted, step_says(), 104));
    return row({.gap = 24},
               {Item(std::move(says), share(10)), Item(one_switch(ui, example::scaled, true), share(7)),
                Item(one_switch(ui, at::softmax, true), share(7)),
                Item(one_switch(ui, at::values, true), share(7))});
}
// ---- Under the sheet: the arithmetic

Block Pipeline::heard(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const std::string what =
        traced()
            ? std::string(Phrase() << model_.name(focus()) << ": "
                                   << pipeline_model::brief(model_.value(focus()), model_.decimals(focus())))
            : "nothing is computed yet";
    static constexpr const char* given[] = {"X", "W_Q", "W_K", "W_V"};
    const std::string hint =
        hover_->given ? std::string(given[*hover_->given]) + " is given: type over it or drag it sideways"
                      : "point at a number to trace it; type over dotted ones";
    return by_width([=, &theme](float width) {
        if (width >= 700) return titled(theme.ink, shortened(strong, what, width - 380), theme.muted, hint);
        return column(2, text(strong, theme.ink, shortened(strong, what, width)),
                      paragraph(caption, theme.muted, hint, 52));
    });
}

Block Pipeline::arithmetic(Ui& ui) const {
    return pipeline_model::strip(ui, model_, focus(), look_at);
}

Block Pipeline::note(const Theme& theme) const {
    std::string says = " ";
    if (e().data == Data::hand && model_.as_given && model_.step == at::blend)
        says = Phrase() << "The book chapter prints 6.015 and 3.985 for this output: its weights are "
                           "rounded to three digits first. With all digits it is "
                        << Fixed{model_.at(model_.now.output, 2, 0, 0), 3} << " and "
                        << Fixed{model_.at(model_.now.output, 2, 0, 1), 3} << ".";
    if (e().data == Data::seeded && e().given)
        says = Phrase() << "The article expects scores that spread by about 2, and by 1 once scaled. With "
                           "weights × 0.1 "
                           "they spread by "
                        << Fixed{deviation(model_.scores), 3} << " and "
                        << Fixed{deviation(model_.with_scale.scaled), 3} << ".";
    return figures::paragraph(caption, theme.muted, says, 142);
}

extern const ExhibitType pipeline;
const ExhibitType pipeline = {
    "pipeline",
    "The whole pipeline",
    "Go from words to outputs in six steps, and follow any number back to where it came from.",
    pipeline_model::parameters(),
    presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Pipeline>()); },
};

}  // namespace explainer

// Values: every output put together from what each word brings, per word and per component; and why a large
// weight need not mean a large effect. The numbers are in values_model.h,
// the upper half of the sheet is in values_words.h, its foot in values_given.h.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/exhibits/values_given.h"
#include "explainer/exhibits/values_model.h"
#include "explainer/exhibits/values_words.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/formula.h"
#include "explainer/figures/player.h"
#include "explainer/figures/sentence.h"
#include "explainer/figures/stacks.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer {
namespace {

namespace at = values_model;
using figures::Block, figures::Blocks, figures::Item, figures::Run;
using values_model::Model, values_model::shade;

constexpr std::array presets = {
    Preset{"3 times the weight, less effect"},
    Preset{"0.99 of the attention, little effect", "data=two"},
    Preset{"0.05 that decides", "data=two;k=2.08,0/0,0;v=0.3,-0.2/12,9;component=0"},
};

std::string with_sign(double value, int decimals) {
    return (value > 0 ? "+" : "") + fixed(value, decimals);
}

/// "3.2 times", "12 times", and in words where no number helps.
std::string times(double ratio) {
    if (ratio > 1000) return "over 1000 times";
    return fixed(ratio, ratio < 10 ? 1 : 0) + " times";
}

class Values final : public Exhibit, private values_model::Words {
  public:
    Values() : Words(hovers_) {}

    void compute(const State& state) override {
        model_ = values_model::model(state);
        ++version_;
    }

    Block sheet(Ui& ui) const override {
        using namespace figures;
        return column(10, figures::presets(presets), asking(ui),
                      by_width([this, &ui](float width) { return words(ui, width); }), lesson(ui), rule(),
                      sum(ui), by_width([this, &ui](float width) { return outputs(ui, width); }), rule(),
                      values_model::made_of(ui, model_, key(), component(), version_));
    }

    bool active(const State& state, int parameter) const override {
        // Weights are dragged here, so what makes queries and keys of words is left to other exhibits.
        if (parameter == example::w_q || parameter == example::w_k) return false;
        if (parameter >= at::keep && parameter < at::keep + 4) {
            constexpr int counts[] = {3, 3, 2, 4, 3};
            return parameter - at::keep < counts[state.choice(example::data)];
        }
        return example_active(state, parameter);
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter == at::word) return model_.asks(model_.word);
        if (parameter == at::step) return Phrase() << model_.step << " of " << model_.m() << " words";
        return state.shown(parameter);
    }

    std::string shown_cell(const State& state, int parameter, int row, int col) const override {
        if (parameter == at::hand && row < model_.n() && col < model_.m())
            return Phrase() << "“" << model_.asks(row) << "” to “" << model_.name(col)
                            << "”: " << state.shown_cell(parameter, row, col);
        if (parameter != at::key || row >= model_.m() || col >= model_.dv())
            return state.shown_cell(parameter, row, col);
        return Phrase() << "“" << model_.name(row) << "”, component " << col + 1 << ": "
                        << Fixed{model_.weight(model_.word, row), 3} << " × "
                        << Fixed{model_.value(row, col), 3} << " = "
                        << Fixed{model_.part(model_.word, row, col), 3};
    }

    Description describe() const override { return values_model::describe(model_); }
    std::string numpy(const State& state) const override { return values_model::numpy(state); }

  private:
    // ---- Who asks, and where the weights come from

    Block asking(Ui& ui) const {
        using namespace figures;
        return by_width([this, &ui](float width) {
            const Theme& theme = ui.theme();
            SentenceLook look{.id = "asks", .words = model_.example.queries, .color = theme.query};
            look.selected = model_.word;
            look.lines = 1;
            look.word_parameter = at::word;
            if (model_.example.data == Data::own) look.text_parameter = example::words;
            PlayerLook turn{.parameter = at::step, .action = at::play, .ends = false};
            turn.said = false;
            for (int j = 0; j < model_.m(); ++j) turn.stops.push_back({j + 1, "+ " + model_.name(j)});
            const float name = fonts::width(body, "who asks");
            Block who = row({.gap = 12, .cross = Cross::middle},
                            {Item(text(body, theme.ink, "who asks"), pixels(name)),
                             Item(sentence(std::move(look)), share())});
            if (width >= 720)
                return column(4,
                              row({.gap = 24}, {Item(std::move(who), share()), Item(source(), pixels(390))}),
                              player(std::move(turn)));
            return column(4, std::move(who), source(), player(std::move(turn)));
        });
    }

    /// Weights as Q·K gives them; or set by hand, and one press away from that.
    Block source() const {
        using namespace figures;
        return drawing(row_height, [this](Ui& now, Rect rect) {
            const Theme& theme = now.theme();
            const bool by_hand = model_.set_by_hand(), right = rect.x > 100;
            std::string scores = by_hand                               ? "s = T·ln α:"
                                 : now.state().toggle(example::scaled) ? "s = q·k ÷ √dₖ:"
                                                                       : "s = q·k:";
            for (int j = 0; j < model_.m(); ++j)
                scores += (j == 0 ? " " : ", ") +
                          fixed(Model::wide(model_.scaled, model_.word * model_.m() + j), 2);
            float x = right ? rect.right() : rect.x;
            const float wide = text_button_width("back to Q·K");
            if (by_hand) {
                if (text_button(now, "back", {rect.right() - wide, rect.y, wide, rect.height},
                                "back to Q·K")) {
                    for (int j = 0; j < model_.m(); ++j) now.change_cell(at::hand, model_.word, j, 0);
                    now.animate(true);
                }
                if (right) x -= wide + 12;
            }
            const Align align = right ? Align::right : Align::left;
            const float room = rect.width - (by_hand ? wide + 12 : 0);
            now.text({x, rect.y + 5}, {13, by_hand}, by_hand ? theme.query : theme.muted,
                     by_hand ? "weights set by hand" : "weights from queries and keys", align);
            now.text({x, rect.y + 23}, caption, theme.muted, shortened(caption, scores, room), align);
        });
    }

    // ---- What this state teaches, from its numbers

    Block lesson(Ui& ui) const {
        const Theme& theme = ui.theme();
        return figures::paragraph(body, lesson_runs(theme), 105);
    }

    std::vector<Run> lesson_runs(const Theme& theme) const {
        const auto plain = [&](std::string words) { return Run{std::move(words), theme.muted}; };
        const auto loud = [&](std::string words) { return Run{std::move(words), theme.ink, true}; };
        const int i = model_.word, c = model_.component;
        const auto named = [&](int word) {
            return Run{figures::shortened(strong, model_.name(word), 90), theme.ink, true};
        };
        if (!model_.left_any())
            return {plain("Every word is left out: nothing is handed over, all outputs are 0.")};
        if (model_.weightless(i))
            return {plain("All the weight of "),
                    {figures::shortened(strong, model_.asks(i), 90), theme.ink, true},
                    plain(Phrase() << " is on words that are left out: nothing is handed over, its output "
                                      "is 0. With every word component "
                                   << c + 1 << " is "),
                    loud(fixed(model_.sum_before(i, c), 3)),
                    plain(".")};
        if (!model_.complete())
            return {plain(Phrase() << "Its share goes to the others: component " << c + 1 << " goes from "),
                    loud(fixed(model_.sum_before(i, c), 3)), plain(" to "), loud(fixed(model_.sum(i, c), 3)),
                    plain(" (dashed: with every word).")};
        const values_model::Turned pair = values_model::turned(model_);
        if (pair.more < 0)
            return {plain(pair.ordered ? "More weight also means more effect here. It need not: what arrives "
                                         "is α times a vector."
                                       : "What arrives is α times a vector, so its length counts as much as "
                                         "the weight.")};
        const double brings = model_.arrives(pair.more) / model_.arrives(pair.less);
        // Too near each other to be told as ratios.
        if (!(weight_of(pair.more) > 1.1 * weight_of(pair.less)) || !(brings < 0.95))
            return {named(pair.more),
                    plain(Phrase() << " gets " << Percent{weight_of(pair.more), 1} << " and brings "),
                    loud(fixed(model_.arrives(pair.more), 3)),
                    plain("; "),
                    named(pair.less),
                    plain(Phrase() << " gets " << Percent{weight_of(pair.less), 1} << ", less, and brings "),
                    loud(fixed(model_.arrives(pair.less), 3)),
                    plain(", more.")};
        return {
            named(pair.more),
            plain(" gets "),
            loud(times(weight_of(pair.more) / weight_of(pair.less))),
            plain(" the weight of "),
            named(pair.less),
            plain(", yet brings "),
            loud(brings < 0.095 ? fixed(brings, 3) + " times" : times(brings)),
            plain(Phrase() << " as much, because ‖v‖ is " << Fixed{Model::wide(model_.lengths, pair.more), 2}
                           << " against " << Fixed{Model::wide(model_.lengths, pair.less), 2} << ".")};
    }

    // ---- The chosen component as a sum

    Block sum(Ui& ui) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        std::vector<Math> terms;
        for (int j = 0; j < model_.m(); ++j) {
            if (j > 0) terms.emplace_back(" + ");
            const int decimals = decimals_of(model_.example.v);
            Math product = math(colored(theme.query, number(weight_of(j), 3)), " · ",
                                colored(theme.value, number(model_.value(j, component()), decimals)));
            if (!added(j))
                product = math(colored(theme.muted, number(weight_of(j), 3)), " · ",
                               colored(theme.muted, number(model_.value(j, component()), decimals)));
            terms.push_back(term(j, j == key() ? bold(std::move(product)) : std::move(product)));
        }
        terms.emplace_back(" = ");
        double sum = model_.sum(model_.word, component());
        if (model_.step < model_.m()) {
            sum = 0;
            for (int j = 0; j < model_.step; ++j) sum += model_.part(model_.word, j, component());
        }
        terms.push_back(colored(theme.output, bold(number(sum, 3))));
        if (model_.step < model_.m()) terms.push_back(colored(theme.muted, " so far"));
        const std::string title = Phrase() << "output of “" << shortened(strong, model_.asks(model_.word), 90)
                                           << "”, component " << component() + 1;
        const auto content = std::make_shared<Math>(math(std::move(terms)));
        return by_width([=, this, &ui, ink = theme.ink](float width) {
            FormulaLook look{.id = "sum", .pointed = key(), .pointing = word_pointing(ui)};
            look.pointing.hovered = [this](int j) { point(j, component()); };
            look.most = 100;
            return row_or_column(width, paragraph(strong, ink, title, 31),
                                 formula(std::move(look), *content));
        });
    }

    static Block row_or_column(float width, Block first, Block second) {
        if (width < 640) return figures::column(4, std::move(first), std::move(second));
        return figures::row(
            {.gap = 24, .cross = figures::Cross::top},
            {Item(std::move(first), figures::pixels(260)), Item(std::move(second), figures::share())});
    }

    // ---- Outputs as stacks: the chosen word's large, the others' small, on one axis

    Block outputs(Ui& ui, float width) const {
        using namespace figures;
        const Theme& theme = ui.theme();
        const bool narrow = width < 520;
        // Four words of four components just fit; fewer have more room each.
        const float height = narrow ? 580 : 434, ticks = 24, labels = narrow ? 21 : 0;
        const int n = model_.n(), dv = model_.dv(), count = n * dv;
        const float gap = count > 9 ? 7 : n > 1 ? 14 : 28;
        const float small = static_cast<float>((n - 1) * dv) * 15 + static_cast<float>(n - 1) * labels;
        const float rest = height - ticks - small - gap * static_cast<float>(count - 1);
        const float large =
            std::clamp(rest / static_cast<float>(dv) - 11 - labels, 20.0f, n > 1 ? 60.0f : 84.0f);

        std::vector<Stack> all;
        std::vector<int> whose;
        for (int turn = 0; turn < n; ++turn) {
            const int i = turn == 0 ? model_.word : turn <= model_.word ? turn - 1 : turn;
            whose.push_back(i);
            for (int c = 0; c < dv; ++c)
                all.push_back(stack(theme, i, c, turn == 0 ? std::floor(large) : 9, narrow));
        }
        StacksLook look{.id = "outputs", .scale = scale(), .sum_color = theme.output};
        look.gap = gap;
        look.label_width = narrow ? -1 : 128;
        look.value_width = narrow ? 52 : 64;
        look.selected_stack = component();
        look.selected_segment = key();
        look.kept_segment = hover_->key;
        look.hovered = [this, dv](int stack, int segment) { point(segment, stack % dv); };
        look.pressed = [&ui, dv, whose](int stack, int segment) {
            ui.change(at::word, whose[static_cast<size_t>(stack / dv)]);
            ui.change(at::key, segment);
            ui.change(at::component, stack % dv);
            ui.animate(true);
        };
        Blocks parts = blocks(stacks(std::move(look), std::move(all)));
        if (const std::string note = values_model::remark(model_); !note.empty())
            parts.push_back(paragraph(body, theme.muted, note));
        return reserved(height, column(20, std::move(parts)));
    }

    figures::Stack stack(const Theme& theme, int i, int c, float thickness, bool narrow) const {
        const bool large = i == model_.word;
        const std::string place = large    ? "component " + std::to_string(c + 1)
                                  : narrow ? (c == 0 ? "output of " + model_.asks(i) : "")
                                  : c == 0 ? std::string(Phrase() << "output of " << model_.asks(i) << ", 1")
                                           : std::to_string(c + 1);
        figures::Stack out{.label = {place, large && c == component() ? theme.ink : theme.muted}};
        out.thickness = thickness;
        out.selected = large && c == component();
        for (int j = 0; j < model_.m(); ++j) {
            const double part = added(j) ? model_.part(i, j, c) : 0;
            out.segments.push_back(
                {large ? model_.name(j) : "", part, shade(theme, j), large ? with_sign(part, 3) : ""});
        }
        if (!model_.complete() && large) out.before = model_.sum_before(i, c);
        return out;
    }

    figures::Axis scale() const {
        double low = 0, high = 0;
        for (int i = 0; i < model_.n(); ++i) {
            for (int c = 0; c < model_.dv(); ++c) {
                double down = 0, up = 0;
                for (int j = 0; j < model_.m(); ++j) {
                    const double part = model_.part(i, j, c);
                    (part < 0 ? down : up) += part;
                }
                low = std::min({low, down, model_.sum_before(i, c)});
                high = std::max({high, up, model_.sum_before(i, c)});
            }
        }
        return figures::round_axis(low, high, 6);
    }
};

}  // namespace

extern const ExhibitType values;
const ExhibitType values = {
    "values",
    "Values: what is handed over",
    "Put each output together from what every word brings, and see why a large weight need not matter.",
    values_model::parameters(),
    presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Values>()); },
};

}  // namespace explainer

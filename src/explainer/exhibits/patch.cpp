// Activation patching: two sentences that differ in one word, both read by the model that learned. What it
// had of one is brought into the other, one word's vector or one head's output at a time; two maps say how
// far each moves the answer, one cell is looked at, with the next words it makes. The numbers are in
// patch_model.*. Not here: heads that are switched off (learned_heads.cpp).
#include <algorithm>
#include <memory>
#include <utility>

#include "explainer/exhibit.h"
#include "explainer/exhibits/learned_heads_sentence.h"
#include "explainer/exhibits/patch_model.h"
#include "explainer/figures/compared_bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/essential.h"
#include "explainer/figures/heat_legend.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/sentence.h"
#include "explainer/figures/text.h"
#include "explainer/phrase.h"

namespace explainer {
namespace patch {
namespace {

using namespace figures;
using learned_heads::joined;
using learned_heads::LearnedExhibit;
using learned_heads::shown_share;

constexpr float wide = 800, one_line = 560, wide_map = 216, narrow_map = 192, alone_map = 120, least_row = 16,
                word_names = 70, head_row = 36, label_line = 20;

/// What the pointer is on: a cell of the words' map, or of the heads'.
struct Pointed {
    Entry word, head;
    bool operator==(const Pointed&) const = default;
};

class Patch final : public LearnedExhibit {
  public:
    void compute(const State& state) override {
        model_.read(state);
        model_.compute();
        hover_.forget_if([this](const Pointed& on) { return on.word.row >= model_.n; });
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter == place) return model_.quoted(model_.differs);
        if (parameter == row_focus) return "“" + model_.word_at(model_.word, true) + "”";
        if (parameter == level_focus) return level_name(model_.depth);
        if (parameter == head_choice) return model_.head < 0 ? "none" : head_name(model_.head);
        return state.shown(parameter);
    }
    std::string shown_cell(const State& state, int parameter, int i, int l) const override {
        if (parameter != row_focus) return state.shown_cell(parameter, i, l);
        if (!model_.loaded || i < 0 || l < 0 || i >= model_.n || l >= levels) return {};
        return Phrase() << model_.name_of(i, l) << ": " << Fixed{static_cast<double>(model_.cell(i, l)), 2};
    }
    Description describe() const override { return model_.describe(); }
    bool active(const State& state, int parameter) const override {
        if ((parameter == typed || parameter == other || parameter == reverse) && essential_alone(state))
            return false;
        return parameter != head_choice || state.toggle(show_heads);
    }
    std::string numpy(const State&) const override { return model_.loaded ? model_.numpy() : ""; }

    Block sheet(Ui& ui) const override {
        const auto beside = [this, &ui] {
            Block pieces = column(12, piece(ui, show_heads, [this, &ui] { return heads(ui); }),
                                  piece(ui, show_next, [this, &ui] { return next_words(ui); }));
            Items first{Item(figures::presets(patch::presets()), share())};
            if (!essential_alone(ui.state())) first.emplace_back(toggle(ui, reverse));
            first.emplace_back(figures::pieces(ui));
            return column(8, row({.gap = 16}, std::move(first)),
                          column(0, side(ui, false, false, 1), side(ui, true, false, 1)), said(ui),
                          essential_alone(ui.state()) ? words(ui, 1)
                                                      : row({.gap = 40}, {Item(words(ui, 1), share()),
                                                                          Item(std::move(pieces), share())}));
        };
        const auto below = [this, &ui] {
            return by_width([this, &ui](float width) {
                const bool alone = essential_alone(ui.state());
                const int lines = width < one_line ? 2 : 1, of_words = alone ? 1 : lines;
                return column(alone ? 3 : 8, alone ? space(0) : figures::presets(patch::presets()),
                              alone ? space(0) : toggle(ui, reverse), side(ui, false, true, of_words),
                              side(ui, true, true, of_words), said(ui), words(ui, lines), figures::pieces(ui),
                              piece(ui, show_heads, [this, &ui] { return heads(ui); }),
                              piece(ui, show_next, [this, &ui] { return next_words(ui); }));
            });
        };
        return at_least(wide, beside, below);
    }

  private:
    bool loaded() const override { return model_.loaded; }
    void run_model() override { model_.compute(); }

    // ---- The two sentences

    Color color_of(const Theme& theme, bool source) const { return source ? theme.output : theme.ink; }

    /// One of them: into which something is brought or from which, its words, and what comes next. `stacked`:
    /// the words below the rest.
    Block side(Ui& ui, bool second, bool stacked, int lines) const {
        const Theme& theme = ui.theme();
        const bool source = second != model_.reversed;
        const Color color = color_of(theme, source);
        SentenceLook look{.id = second ? "second" : "first", .words = model_.words, .color = color};
        if (second) look.words[static_cast<size_t>(model_.differs)] = word_of(model_.second);
        look.selected = model_.differs;
        look.lines = lines;
        if (!essential_alone(ui.state())) look.text_parameter = second ? int{other} : int{typed};
        if (!second) look.word_parameter = place;
        if (second) look.pressed = [&ui](int i) { ui.step(place, i); };
        Block chips = sentence(std::move(look));
        std::vector<Run> runs = {{" ", color}};
        if (model_.loaded) {
            const Said& says = source ? model_.source : model_.base;
            runs = {{quoted_token(says.answer) + " ", color, true},
                    {shown_share(says.share(says.answer)), theme.muted}};
        }
        Block name = text(caption, color, source ? "source" : "base"),
              answer = paragraph(body, std::move(runs), 20);
        if (stacked)
            return column(0,
                          row({.gap = 8, .cross = Cross::baseline},
                              {Item(std::move(name), pixels(56)), Item(std::move(answer), share())}),
                          std::move(chips));
        return row({.gap = 8, .cross = Cross::middle},
                   {Item(std::move(name), pixels(48)), Item(std::move(chips), share()),
                    Item(std::move(answer), pixels(170))});
    }

    /// The live sentence: what the one that is brought over makes of the answer.
    Block said(Ui& ui) const {
        const Theme& theme = ui.theme();
        const int room = essential_alone(ui.state()) ? 80 : 104;
        if (!model_.loaded) return headline({{waiting(), theme.muted}}, room);
        std::vector<Run> runs;
        if (!model_.unknown.empty()) runs = learned_heads::never_saw(theme, model_.unknown.front());
        if (model_.same()) {
            runs.push_back({both_the_same, theme.muted});
            return headline(std::move(runs), room);
        }
        const Said &base = model_.base, &now = model_.patched;
        runs.push_back({model_.brought(), theme.output, true});
        runs.push_back({from_the_other, theme.ink});
        runs.push_back(
            {quoted_token(base.answer) + " " + joined(shown_share(base.share(base.answer))), theme.muted});
        runs.push_back({" → " + quoted_token(now.answer) + " ", theme.ink});
        runs.push_back(headline_number(joined(shown_share(now.share(now.answer))),
                                       color_of(theme, now.answer == model_.source.answer)));
        return headline(std::move(runs), room);
    }

    // ---- How far each moves the answer

    /// What 1 is, or why no cell is a share of a way.
    std::string goal() const {
        if (!model_.loaded) return " ";
        if (model_.apart()) return "1: all the way to " + quoted_token(model_.source.answer);
        return "too close; change of " + quoted_token(model_.base.answer);
    }

    MatrixLook map_look(Ui& ui, std::string_view id, std::span<const float> values, int rows,
                        int cols) const {
        MatrixLook look(id, values, rows, cols, ui.theme().query, model_.version);
        look.cells.decimals = 2;
        look.cells.ground = Ground::heat;
        look.cells.is_signed = true;
        look.size.fill = true;
        look.size.least = least_row;
        look.frame.row_label_width = word_names;
        return look;
    }

    /// `lines`: of the columns' names.
    Block words(Ui& ui, int lines) const {
        const Theme& theme = ui.theme();
        static const std::vector<float> nothing(static_cast<size_t>(most_shown * levels));
        MatrixLook look =
            map_look(ui, "words",
                     model_.loaded ? std::span(model_.map)
                                   : std::span(nothing).first(static_cast<size_t>(model_.n * levels)),
                     model_.n, levels);
        std::vector<std::string> after;
        for (int l = 0; l < levels; ++l) after.push_back(level_name(l));
        look.frame.row_labels.color = look.frame.col_labels.color = theme.output;
        for (int i = 0; i < model_.n; ++i) look.frame.row_labels.names.push_back(model_.word_at(i, true));
        look.frame.row_labels.bold = model_.differs;
        look.frame.label_lines = lines;
        look.frame.col_labels.names = std::move(after);
        const float height = lines == 1                    ? wide_map
                             : essential_alone(ui.state()) ? alone_map
                                                           : narrow_map,
                    names = label_line * static_cast<float>(lines);
        look.size.height = std::min(height, height / 6 * static_cast<float>(model_.n));
        if (model_.head < 0) look.marks.selected = {model_.word, model_.depth};
        look.marks.pointed = hover_->word;
        look.hand.row_parameter = patch::row_focus;
        look.hand.col_parameter = level_focus;
        look.hand.pressed = [&ui](Entry) { ui.step(head_choice, 0); };
        look.hand.hovered = [this](Entry on) { hover_.note().word = on; };
        return column(
            4, titled(theme.ink, "One word’s vector", theme.muted, ui.touched() ? "" : "press a cell"),
            reserved(height + names, matrix(std::move(look))),
            row({.gap = 16},
                {Item(heat_legend({.heat = {1, true}, .decimals = 0}), pixels(136)),
                 Item(paragraph(caption, theme.muted, goal(), essential_alone(ui.state()) ? 26 : 34),
                      share())}));
    }

    Block heads(Ui& ui) const {
        const Theme& theme = ui.theme();
        MatrixLook look = map_look(ui, "heads", model_.heads, learned::layers, learned::heads_a_layer);
        look.frame.row_labels.color = look.frame.col_labels.color = theme.ink;
        for (int l = 0; l < learned::layers; ++l)
            look.frame.row_labels.names.push_back(Phrase() << "layer " << l + 1);
        for (int h = 0; h < learned::heads_a_layer; ++h)
            look.frame.col_labels.names.push_back(Phrase() << "head " << h + 1);
        look.size.cell_height = head_row;
        if (model_.head >= 0)
            look.marks.selected = {model_.head / learned::heads_a_layer,
                                   model_.head % learned::heads_a_layer};
        look.marks.pointed = hover_->head;
        look.frame.over = [](Ui& now, const MatrixPlace& at) {
            now.place_parameter(head_choice, at.cells);
            if (now.focused(head_choice)) now.focus_ring(at.cells);
        };
        look.hand.pressed = [&ui](Entry on) {
            ui.step(head_choice, 1 + on.row * learned::heads_a_layer + on.col);
        };
        look.hand.hovered = [this](Entry on) { hover_.note().head = on; };
        return column(4, titled(theme.ink, "One head’s output", theme.muted, "at all words"),
                      matrix(std::move(look)));
    }

    // ---- The next words

    Block next_words(Ui& ui) const {
        const Theme& theme = ui.theme();
        std::vector<ComparedBar> bars;
        for (const int token : model_.likeliest) {
            ComparedBar bar = learned_heads::candidate(
                token, color_of(theme, token == model_.source.answer && !model_.same()),
                model_.base.share(token), model_.patched.share(token));
            bar.bold = token == model_.patched.answer;
            if (const double aim = model_.source.share(token); aim >= 0.005) bar.aim = aim;
            bars.push_back(std::move(bar));
        }
        return compared_bars({.id = "next",
                              .title = "next word; tick: source",
                              .before = "base",
                              .now = "patched",
                              .now_color = theme.ink,
                              .compared = true},
                             std::move(bars));
    }

    Model model_;
    Hover<Pointed> hover_{hovers_};
};

}  // namespace
}  // namespace patch

extern const ExhibitType patch_exhibit;
const ExhibitType patch_exhibit = {
    "patch",
    "Activation patching",
    "See which vector or head of one sentence changes what comes after another.",
    patch::parameters(),
    patch::presets(),
    [] { return std::unique_ptr<Exhibit>(std::make_unique<patch::Patch>()); },
    "map",
};

}  // namespace explainer

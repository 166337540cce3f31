// Induction: two simple heads in a row copy what followed the last time. The path of one word through both,
// their maps, the shares of the next word with and without layer 1, the match as arithmetic. The numbers are
// in induction_model.*, the path is drawn in induction_path.*. Not here: the same as a model learned it
// (learned_heads.cpp).
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "explainer/exhibit.h"
#include "explainer/exhibits/floats.h"
#include "explainer/exhibits/induction_path.h"
#include "explainer/figures/compared_bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/essential.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/player.h"
#include "explainer/figures/text.h"
#include "explainer/phrase.h"

namespace explainer {
namespace induction {
namespace {

using namespace figures;

constexpr float wide_from = 720;
constexpr float map_height = 224, most_cell = 56, map_names = 48;
constexpr const char* step_names[] = {"words", "hand on", "slots", "match", "copy"};

/// A share that no line break parts from its unit.
std::string joined(double share) {
    return Phrase() << Fixed{100 * share, 1} << "\u00a0%";
}

class Induction final : public Exhibit {
  public:
    void compute(const State& state) override {
        model_.compute(state);
        hover_.forget_if([this](const Pointed& on) {
            return std::max(on.row, on.col) >= model_.n || on.word >= model_.size();
        });
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter == asked) return model_.quoted(model_.asks);
        if (parameter == step) return step_names[state.integer(step) - 1];
        return state.shown(parameter);
    }
    std::string verbatim() const override {
        std::string out;
        for (const std::string& word : model_.words) out += word + " ";
        return out;
    }
    Description describe() const override { return model_.describe(); }
    std::string numpy(const State&) const override { return model_.numpy(); }

    bool active(const State& state, int parameter) const override {
        return parameter != text_typed || !essential_alone(state);
    }

    Block sheet(Ui& ui) const override {
        if (essential_alone(ui.state()))
            return at_least(
                wide_from, [this, &ui] { return path_alone(ui, true); },
                [this, &ui] { return path_alone(ui, false); });
        const auto beside = [this, &ui] {
            return column(6,
                          row({.gap = 8}, {Item(text_field(text_typed), share()),
                                           Item(figures::presets(induction::presets()))}),
                          row({.gap = 24}, {Item(player(), share()), Item(pieces(ui))}), said(ui.theme()),
                          path(ui, model_, hover_, true), reading(ui),
                          piece(ui, show_numbers, [&] { return column(10, rule(), numbers(ui)); }), made(ui));
        };
        const auto below = [this, &ui] {
            return column(
                4, text_field(text_typed), figures::presets(induction::presets()), player(), said(ui.theme()),
                path(ui, model_, hover_, false), boxes(ui),
                row({.gap = 16}, {Item(toggle(ui, layer1), share()), Item(toggle(ui, layer2), share())}),
                reading(ui), pieces(ui), piece(ui, show_numbers, [&] { return numbers(ui); }), made(ui));
        };
        return at_least(wide_from, beside, below);
    }

  private:
    Block path_alone(Ui& ui, bool wide) const {
        const auto found = [this, &ui] { return paragraph(caption, worked_out(ui.theme()), 46); };
        if (wide)
            return column(4, row({.gap = 24}, {Item(player(), share()), Item(pieces(ui))}), said(ui.theme()),
                          path(ui, model_, hover_, true), figures::presets(induction::presets()), found());
        return column(4, player(), said(ui.theme()), path(ui, model_, hover_, false), boxes(ui),
                      row({.gap = 8}, {Item(toggle(ui, layer1)), Item(toggle(ui, layer2)), Item(pieces(ui))}),
                      found());
    }

    static Block player() {
        StopsLook look{.parameter = step, .action = play};
        for (int stop = at_words; stop <= at_copy; ++stop) look.stops.push_back({stop, step_names[stop - 1]});
        return stops(std::move(look));
    }

    /// All side by side; the maps only; or, on a phone, each by itself.
    Block numbers(Ui& ui) const {
        const auto maps = [this, &ui](float least, Track width) {
            return beside(least, 24,
                          {Item(map(ui, model_.first, 1), width), Item(map(ui, model_.second, 2), width)});
        };
        return at_least(
            880,
            [=, this, &ui] {
                return row({.gap = 24}, {Item(maps(0, share()), share(20)), Item(next_word(ui), share(8))});
            },
            [=, this, &ui] { return column(12, next_word(ui), maps(560, share())); });
    }

    /// Where no names stand beside the slots.
    static Block boxes(Ui& ui) {
        const Theme& theme = ui.theme();
        return paragraph(caption,
                         {{"Upper box: ", theme.muted},
                          {"stood before me", theme.key, true},
                          {"; lower: ", theme.muted},
                          {"I am", theme.ink, true}},
                         40);
    }

    static Block made(Ui& ui) {
        return paragraph(
            caption, ui.theme().muted,
            "Made by hand: two heads with round numbers, 6 and 8. A model that learned has found the same: "
            "“Heads that learned”.",
            110);
    }

    // ---- What is copied, and the weight that is looked at, worked out

    /// The live sentence.
    Block said(const Theme& theme) const {
        constexpr int most = 40;
        if (!model_.shows(at_copy) || !model_.second.on)
            return headline({{model_.so_far(), theme.ink}}, most);
        const bool found = model_.found(model_.asks), fresh = model_.first.on && !found;
        const std::string word = model_.quoted(model_.asks),
                          start = fresh   ? word + " is new: "
                                  : found ? "After " + word + ", "
                                          : "Layer 1 off: after " + word + ", ";
        const std::vector<int> best = model_.winners(model_.shares, model_.asks);
        const bool several = best.size() > 1;
        std::vector<Run> runs = {
            {start + model_.named(best) + (several ? " get " : " gets "), theme.ink},
            headline_number(joined(wide(model_.largest(model_.shares, model_.asks))), fresh   ? theme.muted
                                                                                      : found ? theme.output
                                                                                              : theme.wrong)};
        if (several) runs.push_back({" each", theme.ink});
        return headline(std::move(runs), most);
    }

    Block reading(Ui& ui) const {
        const Theme& theme = ui.theme();
        std::vector<Run> without = {{" ", theme.muted}};
        if (model_.shows(at_copy) && model_.second.on) {
            const std::vector<int> best = model_.winners(model_.without, model_.asks);
            without[0].text = Phrase() << "layer 1 off: every score 0, every weight 1 ÷ " << model_.asks + 1
                                       << ", " << model_.named(best) << (best.size() > 1 ? " get " : " gets ")
                                       << joined(wide(model_.largest(model_.without, model_.asks)));
        }
        return beside(wide_from, 2,
                      {Item(paragraph(caption, worked_out(theme), 64), share(64)),
                       Item(paragraph(caption, std::move(without), 76), share(76))});
    }

    /// The weight that is pointed at, in either layer; else that of the word that asks. (A column stands for
    /// its slot.)
    std::vector<Run> worked_out(const Theme& theme) const {
        const bool first = hover_->layer == 1;
        if (!first && (!model_.shows(at_match) || !model_.second.on)) return {{" ", theme.muted}};
        const Layer& layer = first ? model_.first : model_.second;
        const int i = hover_->row >= 0 ? hover_->row : model_.asks,
                  j = hover_->col >= 0 ? hover_->col : model_.best(i);
        std::vector<Run> out = {{model_.words[at(i)], theme.query, true},
                                {first ? " in layer 1 asks " : " asks ", theme.ink},
                                {model_.words[at(j)], theme.key, true}};
        if (j > i || std::isnan(layer.map[at(i * model_.n + j)])) {
            out.push_back(
                {j > i ? ", which is ahead: it may not look there" : ", but nothing stands before it",
                 theme.ink});
            return out;
        }
        const double strength = wide(first ? one_back : same),
                     match = first ? (j == i - 1 ? 1 : 0) : wide(model_.filled(j, model_.ids[at(i)]));
        out.push_back(
            {Phrase() << ": " << Fixed{strength, 0} << " · " << Fixed{match, 3} << " = ", theme.ink});
        out.push_back({explainer::shown(layer.scores[at(i * model_.n + j)]), theme.ink, true});
        out.push_back({", exp ÷ Σ = ", theme.ink});
        out.push_back({explainer::shown(model_.weight(layer, i, j), 3), theme.query, true});
        if (!first && hover_->col < 0 && !model_.found(i) && model_.first.on)
            out.push_back({"; no slot holds it", theme.muted});
        return out;
    }

    // ---- Both heads, row by row

    Block map(Ui& ui, const Layer& layer, int number) const {
        const Theme& theme = ui.theme();
        const int there = model_.best(model_.asks);
        MatrixLook look(number == 1 ? "first" : "second", layer.map, model_.n, model_.n,
                        layer.on ? theme.query : theme.muted, model_.version);
        look.cells.decimals = 2;
        look.cells.ground = Ground::heat;
        look.cells.muted = !layer.on;
        look.cells.leading_zero = false;
        look.size.fill = true;
        look.size.most = most_cell;
        look.size.least = 3;
        look.size.height = std::min(map_height, map_height / 7 * static_cast<float>(model_.n));
        look.frame.row_labels = {model_.words, theme.query};
        look.frame.col_labels = {model_.words, theme.key};
        look.frame.row_label_width = map_names;
        look.frame.label_lines = 1;
        const bool shown = model_.shows(number == 1 ? at_handing : at_match);
        if (!shown) look.marks.reached = 0;
        const int row = number == 1 ? there : model_.asks, col = number == 1 ? there - 1 : there;
        if (shown && (number == 2 || (model_.shows(at_match) && model_.found(model_.asks)))) {
            look.marks.selected_row = row;
            look.marks.selected = {row, col};
        }
        if (hover_->layer == number) look.marks.pointed = {hover_->row, hover_->col};
        look.hand.hovered = [this, number, shown](Entry entry) {
            if (shown && entry.row >= 0 && entry.col >= 0) hover_.note() = {number, entry.row, entry.col};
        };
        look.hand.pressed = [&ui](Entry entry) { ui.step(asked, entry.row); };
        look.hand.row_pressed = [&ui](int i) { ui.step(asked, i); };
        return column(6,
                      titled(theme.ink, number == 1 ? "Layer 1" : "Layer 2", theme.muted,
                             !layer.on     ? "it is off"
                             : number == 1 ? "looks one back"
                                           : "looks for itself in the slots"),
                      reserved(map_height + 20, matrix(std::move(look))));
    }

    // ---- The next word

    Block next_word(Ui& ui) const {
        const Theme& theme = ui.theme();
        ComparedBarsLook look{.id = "share", .compared = true};
        look.row = 33;
        look.thickness = 23;
        look.number = 62;
        std::vector<ComparedBar> bars;
        std::vector<int> words;
        const int size = model_.size(), more = size - static_cast<int>(look.count);
        const bool copies = model_.shows(at_copy) && model_.second.on;
        if (copies) words = model_.likeliest(look.count);
        for (const int word : words) {
            const float share = model_.share(model_.shares, model_.asks, word);
            const bool first = share >= model_.largest(model_.shares, model_.asks);
            ComparedBar& bar = bars.emplace_back();
            bar.name = model_.vocabulary[at(word)];
            bar.color = !first                      ? theme.ink
                        : model_.found(model_.asks) ? theme.output
                        : model_.first.on           ? theme.muted
                                                    : theme.wrong;
            bar.before = wide(model_.share(model_.without, model_.asks, word));
            bar.now = wide(share);
            bar.shown_now = percent(wide(share), 1);
            bar.bold = first || hover_->word == word;
            bar.deep = first ? 1 : 0.45f;
        }
        look.pointing.hovered = [this, words](int i) { hover_.note().word = words[at(i)]; };
        return column(6, titled(theme.ink, "Next word", theme.muted, "outline: with layer 1 off"),
                      compared_bars(std::move(look), std::move(bars)),
                      text(caption, theme.muted,
                           copies && more > 0 ? Phrase() << "and " << plural(more, "word") << " more"
                                              : Phrase() << " "));
    }

    Model model_;
    Hover<Pointed> hover_{hovers_};
};

}  // namespace
}  // namespace induction

extern const ExhibitType induction_exhibit;
const ExhibitType induction_exhibit = {
    "induction",
    "Two heads that copy",
    "See how two simple heads find what followed the last time; type your own words.",
    induction::parameters(),
    induction::presets(),
    [] { return std::unique_ptr<Exhibit>(std::make_unique<induction::Induction>()); },
    "path",
};

}  // namespace explainer

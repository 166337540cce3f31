// The next word: what the model that learned says comes after a sentence, how temperature, top-k and top-p
// share that out, and one word more at each press; what it would say after each layer; and what each of its
// parts adds to a word's lead. The numbers are in next_word_model.*. Not here: where its heads look
// (learned_heads.cpp).
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "explainer/exhibit.h"
#include "explainer/exhibits/next_word_model.h"
#include "explainer/figures/compared_bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/essential.h"
#include "explainer/figures/sentence.h"
#include "explainer/figures/stacks.h"
#include "explainer/figures/text.h"
#include "explainer/figures/waterfall.h"
#include "explainer/phrase.h"

namespace explainer {
namespace next_word {
namespace {

using namespace figures;
using learned_heads::joined;
using learned_heads::LearnedExhibit;
using learned_heads::shown_share;

constexpr float wide = 800, word_row = 28, low_row = 18, number_room = 66;
constexpr float lens_row = 20, parts_height = 12 * 28.0f;  // (its ruler and its sum take 68 more)

class NextWord final : public LearnedExhibit {
  public:
    void compute(const State& state) override {
        model_.read(state);
        model_.compute();
    }

    bool active(const State& state, int parameter) const override {
        if (parameter == typed) return state.choice(sentence) == own_words;
        if ((parameter == pick || parameter == seed || parameter == top_k || parameter == top_p) &&
            essential_alone(state))
            return false;
        return parameter != seed || state.choice(pick) == sampled;
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter == top_k && state.integer(top_k) == vocabulary_size) return "all";
        if (parameter == rank && model_.loaded) return quoted_token(model_.chosen);
        return state.shown(parameter);
    }

    Description describe() const override { return model_.describe(); }
    std::string numpy(const State&) const override { return model_.loaded ? model_.numpy() : ""; }

    Block sheet(Ui& ui) const override {
        const auto beside = [this, &ui] {
            if (essential_alone(ui.state())) return column(4, next_words(ui), hand(ui));
            if (!ui.state().toggle(show_parts)) return next_words(ui);
            return row({.gap = 40}, {Item(next_words(ui), share()), Item(parts(ui), share())});
        };
        const auto below = [this, &ui] {
            return column(12, column(4, next_words(ui), hand(ui)),
                          piece(ui, show_parts, [&] { return parts(ui); }));
        };
        return column(8, top(ui), at_least(wide, beside, below),
                      piece(ui, show_lens, [&] { return column(8, rule(), lens(ui)); }));
    }

  private:
    bool loaded() const override { return model_.loaded; }
    void run_model() override { model_.compute(); }
    static size_t at(int index) { return static_cast<size_t>(index); }

    // ---- The sentence, and the hand that writes on

    Block top(Ui& ui) const {
        const auto beside = [this, &ui] {
            return row({.gap = 16}, {Item(column(4, words(ui), said(ui)), share()),
                                     Item(column(0, writing(ui), picking(ui), pieces(ui)), pixels(330))});
        };
        const auto below = [this, &ui] { return column(4, words(ui), said(ui)); };
        return column(4, choice_line(ui, sentence),
                      essential_alone(ui.state()) ? below() : at_least(wide, beside, below));
    }
    /// What writes on, and the pieces, under the shares where they have no room beside the sentence.
    Block hand(Ui& ui) const {
        if (!essential_alone(ui.state())) return column(4, writing(ui), picking(ui), pieces(ui));
        const auto beside = [this, &ui] {
            return row({.gap = 16}, {Item(writing(ui), pixels(330)), Item(pieces(ui), share())});
        };
        return at_least(560, beside, [this, &ui] { return column(4, writing(ui), pieces(ui)); });
    }

    Block words(Ui& ui) const {
        const Theme& theme = ui.theme();
        SentenceLook look{.id = "words", .words = model_.words, .color = theme.ink};
        look.selected = static_cast<int>(model_.words.size()) - 1;
        look.lines = essential_alone(ui.state()) ? 1 : 2;
        if (ui.state().choice(sentence) == own_words) look.text_parameter = typed;
        for (size_t i = 0; i < model_.words.size(); ++i)
            look.grounds.push_back(i < model_.given ? theme.paper : mix(theme.paper, theme.output, 0.2f));
        // The last word that stays.
        look.pressed = [this, &ui](int word) {
            ui.step(written, std::max(0, word + 1 - static_cast<int>(model_.given)));
        };
        return figures::sentence(std::move(look));
    }

    Block writing(Ui& ui) const {
        const int count = ui.state().integer(written);
        const std::string next = model_.loaded ? quoted_token(model_.next) : "a word";
        return drawing(row_height, [count, next](Ui& now, Rect rect) {
            const float first = std::floor((rect.width - 8) * 0.56f);
            const bool more = count < most_written;
            now.place_parameter(written, {rect.x, rect.y, first, rect.height});
            if (text_button(now, "write", {rect.x, rect.y, first, rect.height}, "write " + next, false, more))
                now.step(written, count + 1);
            if (now.focused(written)) now.focus_ring({rect.x, rect.y + 4, first, rect.height - 8});
            if (text_button(now, "again", {rect.x + first + 8, rect.y, rect.width - first - 8, rect.height},
                            "start again", false, count > 0))
                now.step(written, 0);
        });
    }

    Block picking(Ui& ui) const {
        const auto seeds = [this, &ui] { return model_.samples ? stepper(ui, seed) : space(row_height); };
        return at_least(
            328,
            [seeds, &ui] {
                return row({.gap = 8}, {Item(choice(ui, pick)), Item(seeds(), share())});
            },
            [seeds, &ui] { return column(0, choice(ui, pick), seeds()); });
    }

    /// The live sentence: what the word that is looked at gets.
    Block said(Ui& ui) const {
        const Theme& theme = ui.theme();
        const int room = essential_alone(ui.state()) ? 40 : 80;
        if (!model_.loaded) return headline({{waiting(), theme.muted}}, room);
        const double after = model_.shares.after[at(model_.chosen)],
                     before = model_.shares.before[at(model_.chosen)];
        std::vector<Run> runs = {
            {Phrase() << "After “" << model_.words.back() << "”, " << quoted_token(model_.chosen) << " gets ",
             theme.ink},
            headline_number(joined(shown_share(after)), after > 0 ? theme.output : theme.wrong)};
        if (!model_.unknown.empty())
            runs.push_back({"; it never saw “" + model_.unknown.front() + "”", theme.wrong});
        if (model_.cuts())
            runs.push_back({Phrase() << (after > 0 ? ", uncut\u00a0" : ": it is cut, uncut\u00a0")
                                     << joined(shown_share(before)),
                            theme.muted});
        return headline(std::move(runs), room);
    }

    // ---- The shares of the next word

    Block next_words(Ui& ui) const {
        const auto look = [&ui](std::string shown = "") {
            return SliderLook{.color = ui.theme().ink, .value_width = 52, .shown = std::move(shown)};
        };
        Block warmth = slider(temperature, look());
        if (essential_alone(ui.state())) return column(0, list(ui), std::move(warmth));
        return column(0, list(ui), strip(ui.theme()), std::move(warmth),
                      slider(top_k, look(shown(ui.state(), top_k))), slider(top_p, look()));
    }

    /// One of the likeliest words, or all others together.
    struct Line {
        std::string name;
        double before = 0, after = 0;
        bool cut = false;
    };
    Line line_of(size_t i) const {
        const model::Shares& shares = model_.shares;
        if (i < listed) {
            const size_t token = shares.order[i];
            return {word_of(static_cast<int>(token)), shares.before[token], shares.after[token],
                    i >= shares.kept};
        }
        Line out{Phrase() << shares.order.size() - listed << " others", 0, 0, shares.kept <= listed};
        for (size_t j = listed; j < shares.order.size(); ++j) {
            out.before += shares.before[shares.order[j]];
            out.after += shares.after[shares.order[j]];
        }
        return out;
    }
    Color color_of(const Theme& theme, size_t i) const {
        return i < listed && model_.chosen == static_cast<int>(model_.shares.order[i]) ? theme.output
                                                                                       : theme.ink;
    }

    /// An outline: before words are cut. Filled: what the kept ones then have.
    Block list(Ui& ui) const {
        const Theme& theme = ui.theme();
        const bool cuts = model_.loaded && model_.cuts();
        const bool alone = essential_alone(ui.state());
        ComparedBarsLook look{.id = "word", .now_color = theme.muted, .compared = cuts};
        look.title = alone ? "" : "next word";
        look.before = cuts && !alone ? "uncut" : "";
        look.now = alone ? "" : cuts ? "kept" : "share";
        look.count = listed;
        look.more = 1;
        look.row = alone ? low_row : word_row;
        look.number = number_room;
        look.parameter = rank;
        look.pointing.pressed = [&ui](int i) { ui.step(rank, i); };
        std::vector<ComparedBar> bars;
        for (size_t i = 0; model_.loaded && i <= listed; ++i) {
            const Line line = line_of(i);
            const bool chosen = color_of(theme, i) == theme.output;
            if (chosen) look.selected = static_cast<int>(i);
            ComparedBar& bar = bars.emplace_back();
            bar.name = line.name;
            bar.color = line.cut || i == listed ? theme.muted : color_of(theme, i);
            bar.before = line.before;
            bar.now = line.after;
            bar.shown_before = shown_share(line.before);
            bar.shown_now = line.cut ? "cut" : shown_share(cuts ? line.after : line.before);
            bar.bold = chosen;
            bar.deep = chosen ? 1 : 0.55f;
            bar.gone = line.cut;
        }
        return compared_bars(std::move(look), std::move(bars));
    }

    /// The kept words side by side, and where the next one is drawn.
    Block strip(const Theme& theme) const {
        std::vector<Segment> shares;
        for (size_t i = 0; model_.loaded && i <= listed; ++i) {
            const Line line = line_of(i);
            const Color color = i == listed ? theme.line : mix(theme.paper, color_of(theme, i), 0.3f);
            shares.push_back({line.name, line.after, color});
        }
        Block pin = drawing(20, [this](Ui& now, Rect rect) {
            if (!model_.loaded || !model_.samples) return;
            const Color color = now.theme().query;
            const float x = rect.x + rect.width * static_cast<float>(model_.drawn), foot = rect.bottom();
            const Point shape[] = {{x - 6, foot - 10}, {x + 6, foot - 10}, {x, foot + 1}};
            const bool left = model_.drawn > 0.5;
            now.text({left ? x - 10 : x + 10, rect.y}, caption, color,
                     Phrase() << "drawn: " << Fixed{model_.drawn, 3}, left ? Align::right : Align::left);
            now.painter().polygon(shape, color);
        });
        return column(0, std::move(pin),
                      stacked_bar({.id = "kept", .thickness = 20, .empty = ""}, std::move(shares)));
    }

    // ---- What each layer would say

    Block lens(Ui& ui) const {
        const Theme& theme = ui.theme();
        return column(6,
                      titled(theme.ink, "What it would say after each layer", theme.muted,
                             "last norm and output embedding; temperature 1"),
                      drawing(6 * lens_row, [this](Ui& now, Rect rect) { draw_lens(now, rect); }));
    }

    void draw_lens(Ui& ui, Rect rect) const {
        if (!model_.loaded) return;
        const Theme& theme = ui.theme();
        const float gap = rect.width < 520 ? 16 : 40, each = (rect.width - 2 * gap) / depths;
        for (size_t depth = 0; depth < depths; ++depth) {
            const Probabilities& all = model_.lens[depth];
            const float x = rect.x + (each + gap) * static_cast<float>(depth);
            float y = rect.y;
            const auto line = [&](Type type, Color color, const std::string& left, const std::string& right) {
                const float room = each - fonts::width(type, right) - 6;
                ui.text({x, y}, type, color, shortened(type, left, room));
                ui.text({x + each, y}, type, color, right, Align::right);
                y += lens_row;
            };
            const double share = all[at(model_.chosen)];
            line(caption, theme.muted, depth_name(depth), "");
            ui.painter().rectangle({x, y + 2, each, 12}, theme.raised, 0);
            ui.painter().rectangle(
                {x, y + 2, each * ui.eased(Phrase() << "lens " << depth, static_cast<float>(share)), 12},
                theme.output, 0);
            y += lens_row;
            const std::vector<size_t> order = learned_heads::likeliest_first(all);
            line({13, true}, theme.output, word_of(model_.chosen), shown_share(share));
            size_t others = 0;
            for (size_t i = 0; others < 3; ++i) {
                if (order[i] == at(model_.chosen)) continue;
                ++others;
                line(caption, theme.ink, word_of(static_cast<int>(order[i])), shown_share(all[order[i]]));
            }
        }
    }

    // ---- What each part adds

    Block parts(Ui& ui) const {
        const Theme& theme = ui.theme();
        Block title = drawing(24, [this](Ui& now, Rect rect) {
            if (!model_.loaded) return;
            const std::string lead =
                "Lead of " + quoted_token(model_.chosen) + " over " + quoted_token(model_.rival);
            now.text({rect.x, rect.y}, heading, now.theme().ink, shortened(heading, lead, rect.width));
        });
        return column(
            4, std::move(title),
            paragraph(caption, theme.muted, "Logits that each part adds, at the scale of the last norm.", 60),
            model_.loaded ? sum_of_parts(theme) : space(parts_height + 68));
    }

    Block sum_of_parts(const Theme& theme) const {
        WaterfallLook look{.id = "parts", .decimals = 2, .products_first = true};
        look.height = parts_height;
        look.result = {{"lead", theme.ink}};
        look.result_color = theme.output;
        std::vector<Term> terms;
        for (const model::Part& one : model_.parts)
            terms.push_back({.name = {{one.name(), theme.ink}},
                             .product = {{fixed(one.adds, 2), theme.muted}},
                             .value = one.adds,
                             .color = one.of == model::Part::Of::head ? theme.query : theme.muted});
        return waterfall(std::move(look), std::move(terms));
    }

    Model model_;
};

}  // namespace
}  // namespace next_word

extern const ExhibitType next_word_exhibit;
const ExhibitType next_word_exhibit = {
    "next-word",
    "The next word",
    "See what a model that learned says next, and why; let it write on.",
    next_word::parameters(),
    {},
    [] { return std::unique_ptr<Exhibit>(std::make_unique<next_word::NextWord>()); },
    "shares",
};

}  // namespace explainer

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
#include "explainer/figures/controls.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/player.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/order.h"
#include "explainer/phrase.h"

namespace explainer {
namespace induction {
namespace {

using namespace figures;

constexpr float wide_from = 720;
constexpr float map_height = 224, most_cell = 44, map_names = 48;
constexpr float share_row = 33, label_room = 72, number_room = 62;
constexpr int most_listed = 6;
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

    Block sheet(Ui& ui) const override {
        const auto beside = [this, &ui] {
            return column(
                6,
                row({.gap = 8},
                    {Item(text_field(text_typed), share()), Item(figures::presets(induction::presets()))}),
                row({.gap = 24}, {Item(player(), share()), Item(pieces(ui))}), path(ui, model_, hover_, true),
                reading(ui),
                piece(ui, show_numbers,
                      [&] {
                          return column(10, rule(),
                                        row({.gap = 24}, {Item(map(ui, model_.first, 1), share(10)),
                                                          Item(map(ui, model_.second, 2), share(10)),
                                                          Item(next_word(ui), share(8))}));
                      }),
                made(ui));
        };
        const auto below = [this, &ui] {
            return column(
                4, text_field(text_typed), figures::presets(induction::presets()), player(),
                path(ui, model_, hover_, false), boxes(ui),
                row({.gap = 16}, {Item(toggle(ui, layer1), share()), Item(toggle(ui, layer2), share())}),
                reading(ui), pieces(ui),
                piece(ui, show_numbers,
                      [&] {
                          return column(12, next_word(ui),
                                        figures::beside(520, 24,
                                                        {Item(map(ui, model_.first, 1), share()),
                                                         Item(map(ui, model_.second, 2), share())}));
                      }),
                made(ui));
        };
        return at_least(wide_from, beside, below);
    }

  private:
    static Block player() {
        StopsLook look{.parameter = step, .action = play};
        for (int stop = at_words; stop <= at_copy; ++stop) look.stops.push_back({stop, step_names[stop - 1]});
        return stops(std::move(look));
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
            "Made by hand: two heads with round numbers, 6 and 8. A model that learned has found the "
            "same by itself: “Heads that learned”, sentence “say … again”.",
            150);
    }

    // ---- The weight that is looked at, worked out

    Block reading(Ui& ui) const {
        std::vector<Run> line =
            hover_->layer == 1 ? handed(ui.theme(), hover_->row, hover_->col) : matched(ui.theme());
        const Theme& theme = ui.theme();
        std::vector<Run> other = {{" ", theme.muted}};
        if (model_.shows(at_copy) && model_.second.on) {
            const std::vector<int> best = model_.winners(model_.without, model_.asks);
            const bool many = best.size() > 1;
            other = {{Phrase() << "layer 1 off: every score 0, every weight 1 ÷ " << model_.asks + 1 << ", "
                               << model_.named(best) << (many ? " get " : " gets ")
                               << joined(wide(model_.largest(model_.without, model_.asks))),
                      theme.muted}};
        }
        const Type type = ui.width() < wide_from ? caption : body;
        return column(2, paragraph(type, std::move(line), 64), paragraph(caption, std::move(other), 76));
    }

    std::vector<Run> word(const Theme& theme, int i, bool asks) const {
        return {{model_.words[at(i)], asks ? theme.query : theme.key, true}};
    }

    /// Layer 1: why i looks at j.
    std::vector<Run> handed(const Theme& theme, int i, int j) const {
        std::vector<Run> out = word(theme, i, true);
        const bool before = j == i - 1;
        out.push_back({" in layer 1: ", theme.ink});
        out.push_back({model_.words[at(j)], theme.key, true});
        if (std::isnan(model_.first.map[at(i * model_.n + j)])) {
            out.push_back(
                {i == 0 ? ", but nothing stands before it" : " is ahead, where it may not look", theme.ink});
            return out;
        }
        out.push_back({Phrase() << (before ? " stands right before it" : " does not stand right before it")
                                << ", score " << Fixed{wide(model_.first.scores[at(i * model_.n + j)]), 0}
                                << ", exp ÷ Σ = ",
                       theme.ink});
        out.push_back({explainer::shown(model_.weight(model_.first, i, j), 3), theme.query, true});
        return out;
    }

    /// Layer 2: how well the word that asks matches a slot.
    std::vector<Run> matched(const Theme& theme) const {
        if (!model_.shows(at_match) || !model_.second.on) return {{model_.so_far(), theme.muted}};
        const bool pointed = hover_->layer == 2;
        const int i = pointed ? hover_->row : model_.asks,
                  j = hover_->col >= 0 ? hover_->col : model_.best(i);  // (a column stands for its slot)
        std::vector<Run> out = word(theme, i, true);
        out.push_back({" asks ", theme.ink});
        out.push_back({model_.words[at(j)], theme.key, true});
        if (j > i) {
            out.push_back({", which is ahead: it may not look there", theme.ink});
            return out;
        }
        out.push_back({Phrase() << ": " << Fixed{wide(same), 0} << " · "
                                << Fixed{wide(model_.filled(j, model_.ids[at(i)])), 3} << " = ",
                       theme.ink});
        out.push_back({explainer::shown(model_.score(i, j)), theme.ink, true});
        out.push_back({", exp ÷ Σ = ", theme.ink});
        out.push_back({explainer::shown(model_.weight(model_.second, i, j), 3), theme.query, true});
        if (hover_->col < 0 && !model_.found(i) && model_.first.on)
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
        look.size.height = std::min(map_height, most_cell * static_cast<float>(model_.n));
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
        return column(
            6, titled(theme.ink, "Next word", theme.muted, "dashed: with layer 1 off"),
            drawing(share_row * most_listed + 24, [this](Ui& now, Rect rect) { draw_shares(now, rect); }));
    }

    /// The likeliest words, now and with layer 1 off.
    void draw_shares(Ui& ui, Rect rect) const {
        const Theme& theme = ui.theme();
        if (!model_.shows(at_copy) || !model_.second.on) return;
        const int asks = model_.asks;
        const auto most = [&](size_t word) {
            return model_.share(model_.shares, asks, static_cast<int>(word));
        };
        const std::vector<size_t> order =
            order_of(at(model_.size()), [&most](size_t a, size_t b) { return most(a) > most(b); });
        const float left = rect.x + label_room, room = rect.width - label_room - number_room;
        const Color good = model_.found(asks) ? theme.output : model_.first.on ? theme.muted : theme.wrong;
        float y = rect.y;
        for (size_t i = 0; i < std::min<size_t>(order.size(), most_listed); ++i, y += share_row) {
            const int word = static_cast<int>(order[i]);
            const Rect whole{rect.x, y, rect.width, share_row};
            if (ui.area(Phrase() << "share " << i, whole, Grip::none).hovered) hover_.note().word = word;
            const float share = model_.share(model_.shares, asks, word);
            const bool first = share >= model_.largest(model_.shares, asks), pointed = hover_->word == word;
            const Color color = first ? good : theme.ink;
            const Type type{15, first || pointed};
            const float text = y + (share_row - fonts::line_height(type)) / 2;
            const auto bar = [&](float part) {
                return Rect{left, y + 5, std::max(1.5f, room * part), share_row - 10};
            };
            ui.text({rect.x, text}, type, color,
                    shortened(type, model_.vocabulary[at(word)], label_room - 8));
            ui.painter().rectangle(bar(1), theme.raised, 0);
            ui.painter().rectangle(bar(ui.eased(Phrase() << "share of " << i, share)),
                                   first ? good : mix(theme.paper, theme.ink, 0.45f), 0);
            const float before = model_.share(model_.without, asks, word);
            dashed_outline(ui, bar(before), before < share ? theme.on(good) : theme.ink, 1.25f);
            ui.text({rect.right(), text}, type, color, percent(wide(share), 1), Align::right);
        }
        if (order.size() > most_listed)
            ui.text({rect.x, y + 2}, caption, theme.muted,
                    Phrase() << "and " << plural(static_cast<int>(order.size()) - most_listed, "word")
                             << " more");
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
    "See how two simple heads in a row find what followed the last time; type your own words, switch a layer "
    "off.",
    induction::parameters(),
    induction::presets(),
    [] { return std::unique_ptr<Exhibit>(std::make_unique<induction::Induction>()); },
    "path",
};

}  // namespace explainer

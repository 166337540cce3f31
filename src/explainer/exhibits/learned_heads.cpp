// Learned heads: a small transformer that was trained reads a sentence. One axis of words carries the ribbons
// and the map of one head; beside it what the model says comes next, and what it says with heads switched
// off; below all eight heads, with what each was found to do. The numbers are in learned_heads_model.*. Not
// here: heads that were made by hand (heads.cpp).
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "explainer/exhibit.h"
#include "explainer/exhibits/head_parts.h"
#include "explainer/exhibits/learned_heads_model.h"
#include "explainer/figures/aligned.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/essential.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/sankey.h"
#include "explainer/figures/small_maps.h"
#include "explainer/figures/stacks.h"
#include "explainer/figures/text.h"
#include "explainer/phrase.h"

namespace explainer {
namespace learned_heads {
namespace {

using namespace figures;

constexpr float ribbons_height = 96, words_height = 44, map_height = 264, most_row = 48, least_cell = 30;
constexpr float asking_row = 36, low_ribbons = 60,
                high_ribbons = 150;  // of the essential piece alone, without the map
constexpr float answer_height = 96;

class LearnedHeads final : public HeadsOfLearned<Model> {
  public:
    void compute(const State& state) override {
        model_.read(state);
        model_.compute();
        hover_.forget_if(
            [this](const Pointed& on) { return std::max(on.cell.row, on.cell.col) >= model_.n; });
    }

    bool active(const State& state, int parameter) const override {
        if (parameter == typed) return state.choice(sentence) == own_words;
        if (parameter == head_choice) return state.toggle(show_heads);
        return parameter < first_switch || parameter >= show_next || state.toggle(show_heads) ||
               parameter == first_switch + state.choice(head_choice);
    }

    std::string numpy(const State&) const override { return model_.loaded ? model_.numpy() : ""; }

    Block sheet(Ui& ui) const override {
        const auto beside = [this, &ui] {
            return by_width([this, &ui](float width) {
                if (!ui.state().toggle(show_next)) return figure(ui);
                return row({.gap = 40}, {Item(figure(ui), pixels(std::floor(width * 0.6f))),
                                         Item(next_word(ui), share())});
            });
        };
        const auto below = [this, &ui] {
            Block line = row({.gap = 8}, {Item(pieces(ui), share()), Item(switches(), pixels(124))});
            return column(12, column(4, figure(ui), std::move(line)),
                          piece(ui, show_next, [&] { return next_word(ui); }));
        };
        return column(8, top(ui), at_least(800, beside, below),
                      piece(ui, show_heads, [&] { return column(8, rule(), all_heads(ui)); }));
    }

  private:
    bool loaded() const override { return model_.loaded; }
    void run_model() override { model_.compute(); }

    static bool own(Ui& ui) { return ui.state().choice(sentence) == own_words; }

    // ---- Above the figure

    Block top(Ui& ui) const {
        return at_least(
            800,
            [this, &ui] {
                return column(4,
                              row({.gap = 16}, {Item(choice_line(ui, sentence), share()), Item(pieces(ui))}),
                              row({.gap = 16, .cross = Cross::middle},
                                  {Item(said(ui), share()), Item(switches(), pixels(140))}));
            },
            [this, &ui] { return column(4, choice_line(ui, sentence), said(ui)); });
    }

    /// Puts all heads back, where some are off.
    Block switches() const {
        if (model_.switched_off() == 0) return space(row_height);
        return button("all-on", "all heads on", [](Ui& now) {
            for (int h = 0; h < head_count; ++h) now.change(first_switch + h, 1);
        });
    }

    /// The live sentence: how sure the model is of what is right.
    Block said(Ui& ui) const {
        const Theme& theme = ui.theme();
        if (!model_.loaded) return headline({{waiting(), theme.muted}}, 100);
        std::vector<Run> runs = {{Phrase() << "After " << model_.quoted(model_.asks) << ", "
                                           << model_.right_name() << (plural_right() ? " get " : " gets "),
                                  theme.ink},
                                 headline_number(fixed(model_.share(model_.now), 3),
                                                 model_.switched_off() > 0 ? theme.wrong : theme.output)};
        if (model_.switched_off() > 0)
            runs.push_back(
                {" with " + model_.switched() + ", " + fixed(model_.share(model_.all), 3) + " with all on",
                 theme.muted});
        return headline(std::move(runs), 100);
    }
    bool plural_right() const { return model_.question && model_.question->right.size() > 1; }

    // ---- One axis of words: ribbons, words, map

    Block figure(Ui& ui) const {
        Strips strips;
        const bool map = !essential_alone(ui.state());
        const float cells = map ? map_cells() : asking_row;
        // What the map does not take, the ribbons have.
        strips.above.push_back({.size = map                ? ribbons_height + map_height - cells
                                        : ui.width() < 800 ? low_ribbons
                                                           : high_ribbons,
                                .gap = 0,
                                .behind = [this, map](Ui& now, const MatrixPlace& place, Rect whole) {
                                    place_words(now, place, map, row_focus, column_focus, {asks(), looks()});
                                    if (model_.loaded) draw_ribbons(now, place, whole);
                                }});
        strips.above.push_back(word_line({.id = "sentence",
                                          .height = words_height,
                                          .words = model_.words,
                                          .color = ui.theme().key,
                                          .chosen_color = ui.theme().query,
                                          .chosen = asks(),
                                          .lit = looks(),
                                          .text_parameter = own(ui) ? int{typed} : -1,
                                          .hovered =
                                              [this](int j) {
                                                  hover_.note().cell = {-1, j};
                                              },
                                          .pressed = [&ui](int j) { ui.step(row_focus, j); }}));
        return column(8, head_line(ui), aligned(map_look(ui, map, cells), std::move(strips)), reading(ui));
    }

    /// Which head is shown, what it was found to do, and its switch.
    Block head_line(Ui& ui) const {
        const std::vector<Finding> found = findings(head(), model_.question);
        Phrase does;
        if (found.empty()) does << "spreads its weight, nothing clear was found";
        for (size_t i = 0; i < std::min<size_t>(2, found.size()); ++i)
            does << (i == 0 ? "looks for the " : ", ") << found[i].name;
        return explainer::head_line(ui.theme(), {.head = head(),
                                                 .does = does,
                                                 .on = is_on(head()),
                                                 .most = 80,
                                                 .parameter = first_switch + model_.head});
    }

    float map_cells() const { return std::min(map_height, most_row * static_cast<float>(model_.n)); }

    /// The map, or of it the row that asks.
    MatrixLook map_look(Ui& ui, bool whole, float height) const {
        MatrixLook look =
            map_of_head(ui.theme(), model_, head(), is_on(head()), {asks(), looks()}, model_.version);
        look.size.height = height;
        look.size.least = least_cell;
        look.size.most_cols = most_shown;
        look.hand.hovered = [this, whole](Entry entry) {
            hover_.note().cell = whole ? entry : Entry{-1, entry.col};
        };
        look.hand.pressed = [&ui](Entry entry) { ui.step(column_focus, entry.col); };
        if (whole) {
            look.marks.pointed = hover_->cell;
            look.hand.row_parameter = row_focus;
            look.hand.row_pressed = [&ui](int i) { ui.step(row_focus, i); };
        } else {
            const auto n = static_cast<size_t>(model_.n), row = static_cast<size_t>(asks());
            look.data.values = look.data.values.subspan(row * n, n);
            look.data.rows = 1;
            look.frame.row_labels = {{model_.words[row]}, ui.theme().query, 0};
            look.marks.selected_row = 0;
            look.marks.selected = {0, looks()};
        }
        return look;
    }

    void draw_ribbons(Ui& ui, const MatrixPlace& place, Rect whole) const {
        const Theme& theme = ui.theme();
        const int h = head();
        ArcsLook look{.id = "ribbons", .words = model_.n, .asks = asks()};
        std::vector<double> weights;
        for (int j = 0; j < model_.n; ++j) weights.push_back(j > asks() ? 0 : model_.weight_of(h, asks(), j));
        const auto most = std::max_element(weights.begin(), weights.end()) - weights.begin();
        look.heads.emplace_back(model_.words[static_cast<size_t>(most)], is_on(h) ? theme.query : theme.muted,
                                std::move(weights));
        look.kept_word = hover_->cell.col;
        look.hovered = [this](int, int word) { hover_.note().cell = {asks(), word}; };
        look.pressed = [&ui](int, int word) { ui.step(column_focus, word); };
        arcs_over(ui, place, whole, std::move(look));
    }

    /// The weight that is looked at, beside what was measured.
    Block reading(Ui& ui) const {
        const Theme& theme = ui.theme();
        std::vector<Run> runs = {{" ", theme.ink}};
        if (model_.loaded) {
            const int i = asks(), j = looks();
            if (own(ui) && !model_.unknown.empty()) {
                runs = never_saw(theme, model_.unknown.front());
                runs.push_back({Phrase() << "It knows " << learned::vocabulary().size()
                                         << " words, such as cats, near, gave, because.",
                                theme.muted});
                return paragraph(caption, std::move(runs), 100);
            }
            runs = {{model_.quoted(i) + (j > i ? " may not look ahead to " : " gives ") + model_.quoted(j),
                     theme.ink}};
            if (j <= i) runs.push_back({" " + fixed(model_.weight_of(head(), i, j), 3), theme.query, true});
            if (const std::vector<Finding> found = findings(head(), model_.question); !found.empty())
                runs.push_back({Phrase()
                                    << "; " << found[0].name << ", mean of " << grouped(learned::sentences())
                                    << " new sentences: " << Fixed{found[0].weight, 2},
                                theme.muted});
        }
        return paragraph(caption, std::move(runs), 100);
    }

    // ---- What comes next

    Block next_word(Ui& ui) const {
        const Theme& theme = ui.theme();
        const bool off = model_.switched_off() > 0;
        Block title = titled(theme.ink, "Next word after " + model_.quoted(model_.asks), theme.muted, "");
        return column(
            8, std::move(title), answer(ui, "all heads on", theme.muted, model_.all),
            off ? answer(ui, model_.switched(), theme.wrong, model_.now)
                : reserved(answer_height, text(caption, theme.muted, "Switch a head off: what is missing?")),
            likeliest(ui));
    }

    /// The sentence with the word that is likeliest, and how the whole is shared out.
    Block answer(Ui& ui, const std::string& name, Color name_color, const Probabilities& of) const {
        const Theme& theme = ui.theme();
        const int token = likeliest_of(of);
        Saying said{.name = name,
                    .before = end_of(model_, 6),
                    .name_color = name_color,
                    .color = color_of(theme, token)};
        if (model_.loaded) said.word = word_of(token);
        if (model_.loaded && model_.question) said.right = model_.is_right(token);
        const double right = model_.share(of), rivals = model_.rivals(of);
        std::vector<Segment> shares;
        shares.push_back({model_.right_name(), right, theme.output, fixed(right, 3)});
        if (model_.question) shares.push_back({model_.rivals_name(), rivals, theme.wrong, fixed(rivals, 3)});
        shares.push_back({"other words", std::max(0.0, 1 - right - rivals), theme.line});
        StackedBarLook bar{.id = "shares of " + name, .thickness = 30};
        return reserved(answer_height, column(2, saying(theme, std::move(said)),
                                              stacked_bar(std::move(bar), std::move(shares))));
    }
    Color color_of(const Theme& theme, int token) const {
        return model_.is_right(token) ? theme.output : model_.is_rival(token) ? theme.wrong : theme.ink;
    }

    /// An outline: with all heads on. Filled: as they are switched.
    Block likeliest(Ui& ui) const {
        const bool off = model_.switched_off() > 0;
        std::vector<ComparedBar> words;
        for (const int token : model_.likeliest)
            words.push_back(candidate(token, color_of(ui.theme(), token),
                                      model_.all[static_cast<size_t>(token)],
                                      model_.now[static_cast<size_t>(token)]));
        return compared_bars({.id = "candidate",
                              .title = "six likeliest",
                              .before = off ? "all on" : "",
                              .now = off ? "now" : "all heads on",
                              .now_color = off ? ui.theme().wrong : ui.theme().muted,
                              .compared = off},
                             std::move(words));
    }

    // ---- All heads

    Block all_heads(Ui& ui) const {
        const Theme& theme = ui.theme();
        Phrase about;
        about << "Mean weight on what it was found to look for, in " << grouped(learned::sentences())
              << " new sentences. “Without”: " << (model_.loaded ? model_.right_name() : "the answer")
              << " with that head alone off.";
        return column(
            4, text(heading, theme.ink, "What each head was found to do"),
            paragraph(caption, theme.muted, about, 150), by_width([this, &ui](float width) {
                return small_maps(maps(ui, width >= 720, width >= 890 ? 2 : 1, width >= 720 ? 4 : 2));
            }));
    }

    /// `beside`: there is room for the findings beside the maps, else they are over them; `most`: for so
    /// many.
    SmallMapsLook maps(Ui& ui, bool beside, size_t most, int columns) const {
        SmallMapsLook look = head_maps("heads", model_.version, head_choice, {asks(), looks()});
        for (int h = 0; h < head_count; ++h) {
            const std::vector<Finding> found = findings(h, model_.question);
            const std::span<const float> values =
                model_.loaded ? std::span<const float>(model_.maps[static_cast<size_t>(h)])
                              : std::span<const float>();
            SmallMap& map = look.maps.emplace_back(
                head_map(ui.theme(), h, is_on(h), h == model_.head, first_switch, values, model_.n));
            map.caption = found.empty() ? "diffuse" : "";
            for (size_t i = 0; i < std::min(most, found.size()); ++i) {
                const std::string shown = fixed(found[i].weight, 2);
                if (!beside) map.caption = found[i].name;
                map.measures.push_back(
                    {beside ? found[i].name : "there", shown, static_cast<float>(found[i].weight)});
            }
            const double alone = model_.alone[static_cast<size_t>(h)];
            if (model_.loaded)
                map.measures.push_back({"without", percent(alone, 0), static_cast<float>(alone)});
        }
        look.caption_lines = 1;
        look.columns = columns;
        look.beside = beside ? 110 : 66;
        look.most = 112;
        look.selected = model_.head;
        look.pointed = hover_->head;
        look.hovered = [this](int head, Entry entry) { hover_.note() = {entry, head}; };
        return look;
    }
};

}  // namespace
}  // namespace learned_heads

extern const ExhibitType learned_heads_exhibit;
const ExhibitType learned_heads_exhibit = {
    "learned-heads",
    "Heads that learned",
    "See what each head of a model that learned looks for; switch heads off.",
    learned_heads::parameters(),
    {},
    [] { return std::unique_ptr<Exhibit>(std::make_unique<learned_heads::LearnedHeads>()); },
    "map",
};

}  // namespace explainer

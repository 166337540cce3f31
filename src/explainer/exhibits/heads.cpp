// Heads: the same word looks at different words in different heads. One axis of words carries ribbons, the
// map of the enlarged head, and the row that asks taken apart; all heads stand beside it as small maps. The
// numbers and what is said of them are in heads_model.*. Not here: what heads cost, and what becomes of their
// outputs (multi_head.cpp).
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "explainer/exhibit.h"
#include "explainer/exhibits/floats.h"
#include "explainer/exhibits/head_parts.h"
#include "explainer/exhibits/heads_model.h"
#include "explainer/figures/aligned.h"
#include "explainer/figures/bar_strip.h"
#include "explainer/figures/column_bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/essential.h"
#include "explainer/figures/head_equations.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/player.h"
#include "explainer/figures/sankey.h"
#include "explainer/figures/small_maps.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/figures/ticks.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"
#include "explainer/vector_of.h"

namespace explainer {
namespace attention_heads {
namespace {

using namespace figures;

constexpr std::array map_choices = {Choice{"weights", "weights"}, Choice{"scores", "scores"}};

constexpr Parameter tick(std::string_view name, std::string_view label, bool initial) {
    return toggle_of(name, label, "Draws this head's ribbons and bars.", initial);
}

const std::array parameters = joined(
    made_heads_parameters,
    std::array{
        choice_of("map", "map shows", "Weights after softmax, or raw scores before it.", map_choices),
        toggle_of("causal", "causal mask", "A token may look back, not ahead.", true),
        toggle_of("scaled", "÷ √dₖ", "Scores are divided by the root of the key width.", false),
        integer_of("step", "step", "How far the row is taken apart.", after_score, after_sum, after_sum),
        tick("ribbonsA", "ribbons of A", true),
        tick("ribbonsB", "ribbons of B", true),
        tick("ribbonsC", "ribbons of C", false),
        tick("ribbonsD", "ribbons of D", true),
        tick("ribbonsE", "ribbons of E", false),
        tick("ribbonsF", "ribbons of F", false),
        tick("ribbonsG", "ribbons of G", false),
        tick("ribbonsH", "ribbons of H", false),
        play_of("step"),
        piece_of("showMap", "map", "The enlarged head, row by row.", true),
        piece_of("showRow", "row", "The row that asks, taken apart: from scores to an output.", true),
        piece_of("showHeads", "heads", "All eight heads as small maps.", true),
        piece_of("showMeasures", "measures", "Entropy, share on the first word and distance of each head.",
                 true),
    });

constexpr std::array step_names = {"q·k", "exp", "÷ Σ", "× v", "Σ"};

// CSS pixels, from top to bottom
constexpr float words_height = 44, least_cell = 24, most_row = 64, number_height = 20, bars_height = 60,
                value_height = 24, under_map = 56;  // of its thumb and its legend
struct Heights {
    float ribbons, map;
};
constexpr Heights heights_beside{112, 220}, heights_alone{84, 196}, heights_of_arcs{72, 240};
constexpr float least_in_a_row = 690;                       // of all: the legend then stands above
constexpr float asking_row = 36;                            // without the map
constexpr int longest_explanation = 96, longest_note = 64;  // characters
constexpr int most_ringed = 16;  // in longer sentences cells of small maps are too small for rings

/// How opaque heads are that the enlarged one is compared with: on a dark ground more, to be seen as well.
float beside_it(const Theme& theme) {
    return theme.paper.r() > 127 ? 0.45f : 0.6f;
}

/// The ground of the column that is looked at.
Color tinted(const Theme& theme) {
    return figures::band_color(theme, theme.key);
}

/// Each head's own blue: towards the paper where above 0, else towards the ink. The enlarged one is pale in
/// none: it stands before those that it is compared with.
Color shade(const Theme& theme, int head, bool enlarged) {
    static constexpr float shades[head_count] = {-0.62f, 0, -0.3f, 0.4f, 0.2f, -0.45f, 0.52f, -0.15f};
    const float toward = enlarged ? std::min(shades[head], 0.0f) : shades[head];
    return mix(theme.query, toward < 0 ? theme.ink : theme.paper, std::fabs(toward));
}

class Heads final : public Exhibit {
  public:
    void compute(const State& state) override {
        model_.compute(state);
        // What was pointed at may be gone.
        hover_.forget_if([this](const Pointed& on) {
            return on.cell.row >= model_.n || on.cell.col >= model_.m ||
                   on.head >= static_cast<int>(model_.heads().size());
        });
    }

    std::string verbatim() const override {
        std::string out;
        if (!model_.by_hand())
            for (const std::string& word : model_.keys) out += word + " ";
        return out;
    }

    bool active(const State& state, int parameter) const override {
        const int sentence = state.choice(sentence_choice);
        const bool by_hand = sentence == three_keys, heads = state.toggle(show_heads) && !by_hand;
        if (parameter >= first_tick && parameter < first_tick + head_count)
            return heads && parameter - first_tick != state.choice(head_choice);
        switch (parameter) {
            case typed:
                return sentence == own_words;
            case causal:
                return !by_hand && !essential_alone(state);
            case scaled:
                return !essential_alone(state);
            case head_choice:
                return heads;
            case others:
                return heads && sentence < three_keys;
            case seed:
                return heads && (sentence == own_words || state.choice(others) == 1);
            case map_choice:
                return state.toggle(show_map) || heads;
            case show_measures:
                return state.toggle(show_heads);
            case step:
            case play:
                return state.toggle(show_row);
            default:
                return true;
        }
    }

    std::string shown(const State& state, int parameter) const override {
        const int value = state.integer(parameter);
        if (parameter == row_focus && value < model_.n)
            return Phrase() << value << ", " << model_.query(value);
        if (parameter == column_focus && value < model_.m)
            return Phrase() << value << ", " << model_.key(value);
        if (parameter == step) return step_names[at(value - after_score)];
        return state.shown(parameter);
    }

    std::string shown_cell(const State& state, int parameter, int row, int col) const override {
        if (parameter != row_focus) return state.shown_cell(parameter, row, col);
        if (row < 0 || col < 0 || row >= model_.n || col >= model_.m) return {};
        std::string out;
        for (const Run& run : equations(model_.head).of_weight(light_theme(), row, col, after_sum))
            out += run.text;
        return out;
    }

    Description describe() const override { return model_.describe(); }
    std::string numpy(const State&) const override { return model_.numpy(); }

    Block sheet(Ui& ui) const override {
        const auto reading = [this, &ui] {
            const int head = pointed_head();
            std::vector<Run> words =
                hover_->sum >= 0 ? equations(model_.head).of_sum(ui.theme(), hover_->sum, asks())
                                 : equations(head).of_weight(ui.theme(), asks(), looked_at(), steps_of(head));
            return paragraph(caption, std::move(words), 140);
        };
        const auto beside = [this, &ui, reading] {
            return by_width([this, &ui, reading](float width) {
                if (!ui.state().toggle(show_heads))
                    return column(
                        8, figure(ui, essential_alone(ui.state()) ? heights_of_arcs : heights_beside, true),
                        reading());
                const float left = std::floor((width - 32) * (model_.by_hand() ? 0.7f : 0.57f));
                Block words = figure(ui, heights_beside, true);
                Block heads = model_.by_hand() ? stated(ui) : all_heads(ui, words->measure(left).height);
                return column(
                    8,
                    row({.gap = 32}, {Item(std::move(words), pixels(left)), Item(std::move(heads), share())}),
                    reading());
            });
        };
        const auto below = [this, &ui, reading] {
            return column(12, figure(ui, heights_alone, false), reading(),
                          at_least(
                              least_in_a_row, [] { return space(0); },
                              [=, this, &ui] { return essential_alone(ui.state()) ? space(0) : legend(16); }),
                          piece(ui, show_heads, [&] { return all_heads(ui, 0); }));
        };
        if (essential_alone(ui.state()))
            return column(8, top(ui), at_least(800, beside, below), choice_line(ui, sentence_choice));
        return column(8, top(ui), at_least(800, beside, below));
    }

  private:
    /// By the pointer: a cell of the large map or of a small one; a ribbon's head; a number at the right,
    /// which is the sum of what is at its left (an axis of the values, or one of these).
    struct Pointed {
        Entry cell;
        int head = -1, sum = no_sum;
        bool operator==(const Pointed&) const = default;
    };
    enum : int {
        no_sum = -1,
        sum_of_exps = HeadEquations::of_exps,
        entropy_of_row = HeadEquations::of_entropy
    };
    int asks() const { return hover_->cell.row >= 0 ? hover_->cell.row : model_.row; }
    int looked_at() const { return hover_->cell.col >= 0 ? hover_->cell.col : model_.column; }
    int pointed_head() const { return hover_->head >= 0 ? hover_->head : model_.head; }
    /// Only the enlarged head's row is taken apart step by step.
    int steps_of(int head) const { return head == model_.head ? model_.reached : int{after_sum}; }
    bool reached(int stage) const { return model_.reached >= stage; }
    const float* weights(int head) const {
        return &model_.heads()[at(head)].trace.weights[at(asks() * model_.m)];
    }

    HeadEquations equations(int head) const {
        const std::string other = Phrase() << Model::letter(head) << ": ";
        return {model_.heads()[at(head)], model_, model_.divided, head == model_.head ? "" : other};
    }

    // ---------------------------------------------------------------- Above the figure

    /// The live sentence: what the word that asks gives to the one that is looked at; while the row is
    /// played, how far it is computed.
    Block said(Ui& ui) const {
        const Theme& theme = ui.theme();
        const int head = pointed_head(), i = asks(), j = looked_at();
        const HeadNumbers& one = model_.heads()[at(head)];
        const std::string who = quoted(model_.queries[at(i)]), whom = quoted(model_.keys[at(j)]);
        std::vector<Run> runs;
        if (one.hidden(i, j))
            runs = {{who + " may not look ahead: " + whom + " gets ", theme.ink},
                    headline_number("0", theme.muted)};
        else if (steps_of(head) < after_weight)
            runs = {{who + " asks, " + whom + " answers: the score is ", theme.ink},
                    headline_number(fixed(wide(one.trace.scaled_view()(i, j)), 2), theme.ink)};
        else
            runs = {{who + " gives ", theme.ink},
                    headline_number(fixed(wide(one.trace.weights_view()(i, j)), 3), theme.query),
                    {" of its attention to " + whom, theme.ink}};
        if (!model_.by_hand()) runs.push_back({std::string(" in head ") + Model::letter(head), theme.muted});
        return headline(std::move(runs), 84);
    }

    Block top(Ui& ui) const {
        // Measures stand beside the small maps: without these there are none to show.
        const auto buttons = [&ui] {
            return pieces(ui, ui.state().toggle(show_heads) ? -1 : int{show_measures});
        };
        if (essential_alone(ui.state())) return column(4, buttons(), said(ui));
        // What has no role in this state keeps its room.
        const auto kept = [&ui, this](int parameter, Block control) {
            return active(ui.state(), parameter) ? std::move(control)
                                                 : drawing(control->measure(ui.width()), nullptr);
        };
        const auto mask = [&ui, kept] { return kept(causal, toggle(ui, causal)); };
        const auto map = [&ui, kept] { return kept(map_choice, choice(ui, map_choice)); };
        return at_least(
            least_in_a_row,
            [this, &ui, mask, map, buttons] {
                return column(
                    4,
                    row({.gap = 16}, {Item(choice_line(ui, sentence_choice), share()), Item(mask()),
                                      Item(toggle(ui, scaled))}),
                    row({.gap = 16, .cross = Cross::middle}, {Item(said(ui), share()), Item(map())}),
                    row({}, {Item(buttons(), share()), Item(legend(row_height))}));
            },
            [this, &ui, mask, map, buttons] {
                return column(4, choice_line(ui, sentence_choice),
                              wrap(16, 0, blocks(mask(), toggle(ui, scaled), map())), buttons(), said(ui));
            });
    }

    // ---------------------------------------------------------------- One axis of words

    /// Ribbons, words, the map (or of it the row that asks) and the row taken apart, all in the same columns.
    /// `all_high`: what the map does not take, the ribbons have.
    Block figure(Ui& ui, const Heights& heights, bool all_high) const {
        const bool map = ui.state().toggle(show_map), row = ui.state().toggle(show_row);
        const float room = map || all_high ? heights.map : asking_row;
        const float cells = map ? std::min(room, most_row * static_cast<float>(model_.n)) : asking_row;
        Strips strips;
        strips.above.push_back(
            {.size = heights.ribbons + room - cells,
             .gap = 0,
             .behind = [this, map](Ui& ui, const MatrixPlace& place, Rect whole) {
                 place_words(ui, place, map, row_focus, column_focus, {model_.row, looked_at()});
                 model_.by_hand() ? draw_flow(ui, place, whole) : draw_ribbons(ui, place, whole);
             }});
        strips.above.push_back(words(ui));
        strips.right.push_back(entropies(map));
        if (row) apart(ui, strips.below);
        return column(4, aligned(map_look(ui, map, cells), std::move(strips)), piece(ui, show_row, [] {
                          StopsLook look{.parameter = step, .action = play};
                          for (int k = after_score; k <= after_sum; ++k)
                              look.stops.push_back({k, step_names[at(k - after_score)]});
                          return stops(std::move(look));
                      }));
    }

    MatrixLook map_look(Ui& ui, bool whole, float height) const {
        const Theme& theme = ui.theme();
        const HeadNumbers& head = model_.large();
        const int row = whole ? asks() : 0;
        // Another head is another map, though nothing was computed anew.
        const uint64_t version = model_.version * head_count + static_cast<uint64_t>(model_.head);
        const std::span<const float> all(head.map);
        MatrixLook look("map", whole ? all : all.subspan(at(asks() * model_.m), at(model_.m)),
                        whole ? model_.n : 1, model_.m, theme.query, version);
        look.cells.decimals = model_.scores_shown ? 1 : 2;
        look.cells.ground = Ground::heat;
        look.cells.largest = model_.scores_shown ? model_.largest_score : 1.0f;
        look.cells.is_signed = model_.scores_shown;
        look.cells.alike = true;
        look.cells.least_zero = 42;
        look.frame.row_labels = {
            whole ? model_.queries : std::vector<std::string>{model_.queries[at(asks())]}, theme.query, row};
        look.frame.row_label_width = 46;
        look.frame.legend = whole;
        look.frame.legend_name = model_.scores_shown ? "score" : "weight";
        look.frame.legend_decimals = model_.scores_shown ? 1 : 0;
        look.marks.selected_row = row;
        look.marks.selected = {row, looked_at()};
        if (whole) look.marks.pointed = hover_->cell;
        if (whole) look.marks.rings = head.rings;
        if (!reached(after_weight) && !model_.scores_shown)
            look.marks.empty = [row](int i, int) { return i == row; };
        look.size = {.least = least_cell, .fill = true, .height = height, .most_cols = most_words};
        if (whole) look.hand.row_parameter = row_focus;
        look.hand.hovered = [this, whole](Entry entry) {
            hover_.note().cell = whole ? entry : Entry{-1, entry.col};
        };
        look.hand.pressed = [&ui](Entry entry) { ui.step(column_focus, entry.col); };
        if (whole) look.hand.row_pressed = [&ui](int i) { ui.step(row_focus, i); };
        // The column that is looked at, from the ribbons to the values.
        look.frame.behind = [this, whole](Ui& ui, const MatrixPlace& place) {
            if (!place.shows(place.first_row, looked_at())) return;
            const Rect col = place.col(looked_at());
            const float top = col.y - words_height;
            const float lines =
                3 * number_height + bars_height + 6 + value_height * static_cast<float>(model_.axis_count);
            const float bottom =
                col.bottom() + (ui.state().toggle(show_row) ? (whole ? under_map : least_cell) + lines : 0);
            ui.painter().rectangle({col.x, top, col.width, bottom - top}, tinted(ui.theme()), 0);
        };
        return look;
    }

    void draw_ribbons(Ui& ui, const MatrixPlace& place, Rect whole) const {
        const Theme& theme = ui.theme();
        ArcsLook look{.id = "ribbons", .words = model_.m, .asks = asks()};
        for (int h = 0; h < head_count; ++h) {
            const bool enlarged = h == model_.head;  // it is taken apart below
            const Color color = shade(theme, h, enlarged).faded(enlarged ? 1 : beside_it(theme));
            ArcHead& head = look.heads.emplace_back(std::string(1, Model::letter(h)), color);
            if (!model_.drawn(h) || !reached(after_weight)) continue;
            head.weights.assign(weights(h), weights(h) + model_.m);
            for (int j = 0; j < model_.m; ++j)  // out of sight only what is strong
                if (!place.shows(place.first_row, j) && head.weights[at(j)] < 0.05) head.weights[at(j)] = 0;
        }
        // All words have a column, also those out of sight: their ribbons leave at the edge of the cells.
        if (place.cols < model_.m) whole = {place.cells.x, whole.y, place.cells.width, whole.height};
        look.kept_word = hover_->cell.col;
        look.hovered = [this](int head, int word) { hover_.note() = {{asks(), word}, head}; };
        look.pressed = [&ui](int head, int word) {
            ui.step(column_focus, word);
            ui.step(head_choice, head);
        };
        arcs_over(ui, place, whole, std::move(look));
    }

    /// By hand: one query is none of the keys.
    void draw_flow(Ui& ui, const MatrixPlace& place, Rect whole) const {
        SankeyLook look{
            .id = "flow", .from_color = ui.theme().query, .to_color = ui.theme().key, .downward = true};
        look.from.push_back({model_.queries[0], "", true});
        for (int j = 0; j < model_.m; ++j) {
            look.weights.push_back(reached(after_weight) ? wide(weights(0)[j]) : 0);
            look.to.push_back({model_.keys[at(j)], percent(look.weights.back(), 1), j == looked_at()});
        }
        look.length = whole.height + words_height - 84;
        look.thickness = std::min(90.0f, place.cell_width);
        look.hovered = [this](int, int to) { hover_.note().cell = {0, to}; };
        look.pressed = [&ui](int, int to) { ui.step(column_focus, to); };
        const Block part = sankey(std::move(look));
        part->draw(ui, {place.cells.x, whole.y, place.cells.width, part->measure(place.cells.width).height});
    }

    Strip words(Ui& ui) const {
        if (model_.by_hand()) return {.size = words_height, .gap = 0};
        return word_line({.id = "words",
                          .height = words_height,
                          .words = model_.keys,
                          .color = ui.theme().key,
                          .chosen_color = ui.theme().query,
                          .chosen = asks(),
                          .lit = looked_at(),
                          .text_parameter = model_.own() ? int{typed} : -1,
                          .hovered =
                              [this](int j) {
                                  hover_.note().cell = {-1, j};
                              },
                          .pressed = [&ui](int j) { ui.step(row_focus, j); }});
    }

    Strip entropies(bool map) const {
        const std::vector<float>& all = model_.large().trace.entropy;
        const auto row_at = [this, map](int i) { return map ? i : asks(); };
        BarStrip out{.id = "entropy", .name = "entropy", .lit = map ? asks() : 0};
        out.value = [this, &all, row_at](int i) {
            const bool there = row_at(i) != asks() || reached(after_weight);
            return there ? wide(all[at(row_at(i))]) : std::nan("");
        };
        out.largest = std::max(1e-3, wide(*std::max_element(all.begin(), all.end())));
        out.hovered = [this, map](int i) { hover_.note() = {{map ? i : -1, -1}, -1, entropy_of_row}; };
        return bar_strip(std::move(out));
    }

    /// The row that asks, in the map's columns: scores, exponentials, weights, values and their blend.
    void apart(Ui& ui, std::vector<Strip>& out) const {
        const Theme& theme = ui.theme();
        const HeadNumbers& head = model_.large();
        const attention::Trace& t = head.trace;
        const size_t row = at(asks() * model_.m);
        const std::string score = model_.divided ? std::string(Phrase() << "÷ √" << model_.d) : "q·k";
        const auto add = [&](const char* id, std::string name, int step, const float* values, Color color) {
            NumberLine line{.id = id, .height = number_height, .name = std::move(name), .color = color};
            line.bold = !reached(after_sum) && model_.reached == step;  // what this step makes
            line.name_color = line.bold ? theme.ink : theme.muted;
            if (reached(step)) line.value = [values](int j) { return wide(values[j]); };
            return line;
        };
        NumberLine scores = add("score", score, after_score, &t.scaled[row], theme.ink);
        scores.decimals = 1;
        NumberLine exps = add("exp", "exp", after_exp, &head.exps[row], theme.ink);
        if (reached(after_exp)) exps.total = Phrase() << short_of(head.sums[at(asks())]);
        exps.total_color = theme.ink;
        exps.total_hovered = [this] { hover_.note().sum = sum_of_exps; };
        NumberLine shares = add("weight", "α", after_weight, &t.weights[row], theme.query);
        shares.decimals = 3;
        if (reached(after_weight)) shares.total = "1";
        shares.total_color = theme.query;
        out.push_back(line_of(ui, std::move(scores)));
        out.push_back(line_of(ui, std::move(exps)));
        out.push_back(
            {.size = bars_height, .gap = 0, .behind = [this](Ui& now, const MatrixPlace& place, Rect whole) {
                 if (reached(after_weight)) draw_column_bars(now, place, whole, bars(now.theme()));
             }});
        out.push_back(line_of(ui, std::move(shares)));
        for (int a = 0; a < 3; ++a) {
            Strip& strip = out.emplace_back();
            if (a < model_.axis_count) strip = line_of(ui, values(theme, a));
            strip.size = value_height;  // (by hand there are two axes: the room is kept)
            strip.gap = a == 0 ? 6 : 0;
        }
    }

    /// What each word hands over of one axis, as green as its share of it is large; at the right their blend.
    NumberLine values(const Theme& theme, int axis) const {
        NumberLine line{
            .id = Phrase() << "value" << axis, .name = model_.axes[axis], .name_color = theme.value};
        line.bold = model_.reached == after_value;
        line.value = [this, axis](int j) { return wide(model_.value(j, axis)); };
        line.decimals = 1;
        line.color = theme.value;
        line.filled = true;
        line.ground = [this, &theme, axis](int j) {
            const float product = std::fabs(model_.value(j, axis) * weights(model_.head)[j]);
            const float share =
                reached(after_value) ? product / std::max(1e-6f, model_.largest_value[axis]) : 0;
            return mix(theme.paper, theme.value, 0.04f + 0.8f * std::min(1.0f, share));
        };
        if (reached(after_sum))
            line.total = explainer::shown(model_.large().trace.output_view()(asks(), axis), 3);
        line.total_color = theme.output;
        line.total_hovered = [this, axis] { hover_.note().sum = axis; };
        return line;
    }

    /// All lines light up and choose the column.
    Strip line_of(Ui& ui, NumberLine line) const {
        line.lit = looked_at();
        if (!line.ground)
            line.ground = [this, &theme = ui.theme()](int j) {
                return j == looked_at() ? tinted(theme) : theme.paper;
            };
        line.hovered = [this](int j) { hover_.note().cell = {asks(), j}; };
        line.pressed = [&ui](int j) { ui.step(column_focus, j); };
        return number_line(std::move(line));
    }

    /// The weights of the heads that have ribbons, side by side in each column.
    std::vector<ColumnSeries> bars(const Theme& theme) const {
        std::vector<ColumnSeries> out;
        for (int h = 0; h < static_cast<int>(model_.heads().size()); ++h) {
            if (!model_.drawn(h)) continue;
            const bool enlarged = h == model_.head, pale = hover_->head >= 0 ? hover_->head != h : !enlarged;
            const Color color =
                shade(theme, model_.by_hand() ? 1 : h, enlarged).faded(pale ? beside_it(theme) : 1);
            out.push_back({Phrase() << "bar" << h, weights(h), color,
                           model_.by_hand() ? "" : std::string(1, Model::letter(h))});
        }
        return out;
    }

    // ---------------------------------------------------------------- All heads

    /// Where those that are compared come from, and all of them as small maps; `height`: of all that, as it
    /// needs where it is 0.
    Block all_heads(Ui& ui, float height) const {
        const char* made =
            model_.own() ? "A–D look for places and equal words. E–H are random: relations need grammar."
            : model_.random   ? "A–D follow an essay’s patterns. E–H are random, as before training."
            : model_.sentence ? "A–D follow an essay’s patterns, E–H are constructed."
                              : "A–D follow an essay’s patterns, B has its exact scores. E–H are "
                                "constructed.";
        std::string means;
        if (ui.state().toggle(show_measures)) {
            const int first = model_.first_row + 1;
            if (first < model_.n)
                means = Phrase() << "Means of rows " << first << "–" << model_.n;
            else
                means = Phrase() << "Of row " << model_.n;
            means += ": nats, share on the first word, words away";
        }
        return by_width([this, &ui, height, made, means](float width) {
            const Theme& theme = ui.theme();
            Block about = paragraph(caption, {{"Eight heads. ", theme.ink, true}, {made, theme.muted}},
                                    longest_explanation);
            Block choices = kinds(ui), note = paragraph(caption, theme.muted, means, longest_note);
            const float others = about->measure(width).height + choices->measure(width).height +
                                 note->measure(width).height + 3 * 4;
            Block out = column(4, std::move(about), std::move(choices),
                               small(ui, height > 0 || width < 640 ? 2 : 4, height > 0 ? height - others : 0),
                               std::move(note));
            return model_.by_hand() ? tallest(blocks(stated(ui), std::move(out))) : std::move(out);
        });
    }

    /// What E to H are.
    Block kinds(Ui& ui) const {
        const auto line = [&ui](bool choose, bool again, bool named) {
            Blocks out;
            if (named) out.push_back(padded(0, 12, 0, 0, text(body, ui.theme().muted, "E–H")));
            if (choose) out.push_back(choice(ui, others));
            if (again) {
                const float width = text_button_width("redraw");
                out.push_back(drawing({width, row_height, 0}, [](Ui& now, Rect rect) {
                    now.place_parameter(seed, rect);
                    const int next = now.state().integer(seed) + 1;
                    if (text_button(now, "again", rect, "redraw"))
                        now.step(seed, next > now.state().maximum(seed) ? 1 : next);
                    if (now.focused(seed)) now.focus_ring(rect);
                }));
            }
            return wrap(8, 0, std::move(out));
        };
        // In one line: where that is narrow the sentence above says alone whose choice it is.
        return by_width([this, line](float width) {
            return line(!model_.own(), model_.random, line(true, true, true)->measure(1e4f).width <= width);
        });
    }

    Block small(Ui& ui, int columns, float height) const {
        SmallMapsLook look{.id = "heads", .version = model_.version};
        look.heat = {model_.scores_shown ? model_.largest_score : 1.0f, model_.scores_shown, 0.5f};
        if (model_.n > most_ringed) look.heat.gap = 0;
        for (int h = 0; h < head_count; ++h) {
            // (By hand there is one; the room is kept all the same.)
            const HeadNumbers& head = model_.heads()[model_.by_hand() ? 0 : at(h)];
            look.maps.push_back(
                {head.map, model_.n, model_.m, std::string(1, Model::letter(h)), std::string(head.caption)});
            SmallMap& map = look.maps.back();
            if (model_.n <= most_ringed) map.rings = head.rings;
            map.ticked = model_.drawn(h);
            map.tick_color = shade(ui.theme(), h, h == model_.head);
            if (h != model_.head) map.tick_parameter = first_tick + h;  // its ribbons are there in any case
            if (ui.state().toggle(show_measures))
                map.measures = {
                    {"entropy", explainer::shown(head.entropy), head.entropy / model_.largest_entropy},
                    {"first", percent(wide(head.first), 0), head.first},
                    {"away", explainer::shown(head.distance, 1), head.distance / model_.largest_distance}};
        }
        look.longest_caption = "pronoun → antecedent";
        look.columns = columns;
        look.gap = 10;
        look.height = height;
        look.beside = 60;
        look.most = 112;
        look.captions_above = look.ticks = true;
        look.selected = model_.head;
        look.parameter = head_choice;
        look.pointed = hover_->head;
        look.pointed_entry = {asks(), looked_at()};
        look.selected_row = asks();
        look.hovered = [this](int head, Entry entry) { hover_.note() = {entry, head}; };
        return small_maps(std::move(look));
    }

    /// What the book chapter prints, beside the exact numbers.
    Block stated(Ui& ui) const {
        const Theme& theme = ui.theme();
        Phrase computed;
        for (int a = 0; a < model_.axis_count; ++a)
            computed << (a == 0 ? "" : ", ") << Fixed{wide(model_.large().trace.output_view()(0, a)), 3};
        return column(
            8, text(heading, theme.ink, "Stated and computed"),
            facts(theme, 1,
                  vector_of(Fact{"stated, divided by √2", "6.015, 3.985", theme.muted},
                            Fact{"computed here", computed, theme.output})),
            paragraph(caption, theme.muted,
                      model_.divided ? "A book chapter rounds the weights to three digits before it "
                                       "blends the values; that makes the difference."
                                     : "A book chapter divides the scores by √2. Here they are not "
                                       "divided; the switch above does that, and rounding makes the "
                                       "rest."));
    }

    /// What an open mark in a map means.
    Block legend(float height) const {
        return drawing({178, height, 0}, [there = model_.causal_mask](Ui& ui, Rect rect) {
            if (!there) return;
            ui.painter().ring({rect.x + 6, rect.centre().y}, 5, ui.theme().muted, 1.5f);
            ui.text({rect.x + 18, rect.centre().y - fonts::line_height(caption) / 2}, caption,
                    ui.theme().muted, "would look, if not masked");
        });
    }

    Model model_;
    Hover<Pointed> hover_{hovers_};
};

}  // namespace
}  // namespace attention_heads

extern const ExhibitType heads;
const ExhibitType heads = {
    "heads",
    "Heads: who looks at whom",
    "See where each of eight heads looks, and follow its scores into weights and an output.",
    attention_heads::parameters,
    {},
    [] { return std::unique_ptr<Exhibit>(std::make_unique<attention_heads::Heads>()); },
    "arcs",
};

}  // namespace explainer

// One word: "soft" at the end of a sentence, and all that one head of the model that learned does with it:
// the list of numbers that each word is, query, keys and values, one score as a sum, shares, what comes back,
// and "soft" before and after; and in another head, what it gives with and without places. A piece for each
// step, so that an essay can show them one at a time, about the same sentence. The numbers are in
// one_word_model.*. Not here: a head of the reader's choice (learned_heads.cpp), and numbers of the reader's
// own (scores.cpp, blend.cpp).
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "explainer/exhibit.h"
#include "explainer/exhibits/one_word_model.h"
#include "explainer/figures/aligned.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/compared_bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/essential.h"
#include "explainer/figures/heat_legend.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/sentence.h"
#include "explainer/figures/text.h"
#include "explainer/phrase.h"

namespace explainer {
namespace one_word {
namespace {

using namespace figures;
using learned_heads::joined, learned_heads::shown_share, learned_heads::LearnedExhibit;

constexpr float wide = 720, names = 56, low_row = 18, row_of_lines = 30, most_before = 0.6f,
                most_after = 2.5f, row_of_heads = 26;

class OneWord final : public LearnedExhibit {
  public:
    void compute(const State& state) override {
        model_.read(state);
        model_.compute();
    }
    Description describe() const override { return model_.describe(); }
    std::string numpy(const State&) const override { return model_.loaded ? model_.numpy() : ""; }
    bool active(const State& state, int parameter) const override {
        if (parameter == key) return looks_at_one(state);
        return parameter != component || state.toggle(one_word::products);
    }
    std::string shown(const State& state, int parameter) const override {
        return parameter == key ? model_.named(model_.looks) : state.shown(parameter);
    }

    Block sheet(Ui& ui) const override {
        Block steps =
            column(6, column(0, said(ui), piece_line(ui)), essential_alone(ui.state()) ? words(ui) : space(0),
                   piece(ui, one_word::numbers, [&] { return word_vectors(ui); }),
                   piece(ui, vectors, [&] { return queries(ui); }),
                   piece(ui, one_word::products, [&] { return score(ui); }),
                   piece(ui, one_word::shares, [&] { return share_lines(ui); }),
                   piece(ui, one_word::values, [&] { return brought(ui); }),
                   piece(ui, one_word::heads, [&] { return all_heads(ui); }),
                   piece(ui, one_word::order, [&] { return one_back(ui); }),
                   piece(ui, outcome, [&] { return in_and_out(ui); }));
        return column(0, std::move(steps), choice(ui, subject, ui.theme().muted, "about"));
    }

  private:
    bool loaded() const override { return model_.loaded; }
    void run_model() override { model_.compute(); }
    static size_t at(int index) { return static_cast<size_t>(index); }
    /// "In and out" and "order" are about no other word.
    static bool looks_at_one(const State& state) {
        for (int piece = one_word::numbers; piece < one_word::order; ++piece)
            if (state.toggle(piece)) return true;
        return essential_alone(state);
    }

    // ---- The sentence, and what is found in it

    /// The sentence, with its words to choose from: where there are no rows or columns of words instead.
    static bool has_sentence(const State& state) {
        return state.toggle(one_word::products) || essential_alone(state);
    }
    Block words(Ui& ui) const {
        SentenceLook look{.id = "words", .words = model_.words, .color = ui.theme().key};
        look.selected = model_.looks;
        look.pointed = hover_.shown().value_or(-1);
        look.lines = 1;
        look.grounds.assign(at(length_of), ui.theme().paper);
        look.grounds[at(last)] = mix(ui.theme().paper, ui.theme().query, 0.25f);
        look.word_parameter = key;
        look.hovered = [this](int word) { hover_.note() = word; };
        return sentence(std::move(look));
    }

    static void place_key(Ui& ui, Rect rect) {
        ui.place_parameter(key, rect);
        if (ui.focused(key)) ui.focus_ring(rect);
    }

    /// The live sentence, of the step furthest on that is open.
    Block said(Ui& ui) const {
        const Theme& theme = ui.theme();
        constexpr int room = 40;
        if (!model_.loaded) return headline({{waiting(), theme.muted}}, room);
        const std::string looked_at = model_.quoted(model_.looks);
        const auto is = [&ui](int piece) { return ui.state().toggle(piece); };
        std::vector<Run> runs;
        const double weight = wide_of(model_.weight()), score = wide_of(model_.divided[at(model_.looks)]);
        if (is(outcome)) {
            runs = {{"After “soft”: " + quoted_token(model_.next) + ", ", theme.ink},
                    headline_number(joined(shown_share(model_.passages[model_.about].share)), theme.output)};
        } else if (is(one_word::order)) {
            runs = {{model_.named(last - 1) + " gets ", theme.ink},
                    headline_number(joined(shown_share(wide_of(model_.placed(last - 1)))), theme.query),
                    {", without places " + joined(shown_share(wide_of(model_.placeless[last - 1]))),
                     theme.muted}};
        } else if (is(one_word::values)) {
            runs = {{looked_at + " brings ", theme.ink},
                    headline_number(fixed(model_.brings[at(model_.looks)], 2), theme.value),
                    {Phrase() << " of the lead of " << Fixed{model_.lead, 2}, theme.muted}};
        } else if (is(one_word::heads) || is(one_word::shares) || essential_alone(ui.state())) {
            runs = {{"“soft” gives " + looked_at + " ", theme.ink},
                    headline_number(joined(shown_share(weight)), theme.query)};
        } else if (is(one_word::products)) {
            runs = {{"The score of “soft” and " + looked_at + " is ", theme.ink},
                    headline_number(fixed(score, 2), theme.query)};
        } else if (is(vectors)) {
            runs = {{"“soft” asks with ", theme.ink},
                    headline_number(std::to_string(d), theme.query),
                    {" numbers", theme.ink}};
        } else {
            runs = {{"Nearest to " + model_.quoted(who) + ": " + quoted_token(model_.nearest[0].token) +
                         ", cosine ",
                     theme.ink},
                    headline_number(fixed(model_.nearest[0].cosine, 2), theme.ink)};
        }
        return headline(std::move(runs), room);
    }
    static double wide_of(float value) { return static_cast<double>(value); }

    // ---- Matrices of the words

    /// Colours alone where cells are narrow.
    MatrixLook heat(Ui& ui, std::string_view id, std::span<const float> values, int rows, int cols,
                    bool numbers, float largest = 4) const {
        static const std::vector<float> nothing(at(length_of * width));
        const auto count = at(rows * cols);
        MatrixLook look(id, model_.loaded ? values : std::span(nothing).first(count), rows, cols,
                        ui.theme().query, model_.version);
        look.cells.numbers = numbers;
        look.cells.decimals = 1;
        look.cells.ground = Ground::heat;
        look.cells.is_signed = true;
        look.cells.largest = largest;
        look.size.fill = true;
        look.size.least = 1;
        look.size.cell_height = low_row;
        look.frame.row_label_width = names;
        return look;
    }
    /// The same with a row for each word; a press looks at it.
    MatrixLook by_word(Ui& ui, std::string_view id, std::span<const float> values, int cols, bool numbers,
                       float largest = 4) const {
        MatrixLook look = heat(ui, id, values, length_of, cols, numbers, largest);
        look.frame.row_labels = {model_.words, ui.theme().key, model_.looks};
        look.marks.selected_row = model_.looks;
        if (has_sentence(ui.state()))
            look.hand.pressed = [&ui](Entry on) { ui.step(key, on.row); };
        else
            look.hand.row_parameter = key;
        look.hand.row_pressed = [&ui](int word) { ui.step(key, word); };
        look.hand.hovered = [this](Entry on) { hover_.note() = on.row; };
        if (hover_.shown()) look.marks.pointed = {*hover_.shown(), -1};
        return look;
    }

    /// A title and, at the right, what the colours below it stand for.
    static Block scaled(Color color, const char* title, float largest) {
        const int decimals = std::floor(largest) < largest ? 1 : 0;
        const float room = decimals > 0 ? 120 : 96;
        const auto scale = [=] { return heat_legend({.heat = {largest, true}, .decimals = decimals}); };
        return at_least(
            fonts::width(strong, title) + 8 + room,
            [=] {
                return row({.gap = 8, .cross = Cross::middle},
                           {Item(text(strong, color, title), share()), Item(scale(), pixels(room))});
            },
            [=] { return column(2, text(strong, color, title), scale()); });
    }

    Block word_vectors(Ui& ui) const {
        const Theme& theme = ui.theme();
        BarsLook look{.id = "nearest", .scale = {0, 1}, .row = 26, .thickness = 14, .value_width = 44};
        look.label_width = names;
        std::vector<Bar> like;
        for (const Neighbour& one : model_.nearest) {
            Bar& bar = like.emplace_back();
            if (model_.loaded) bar.label = {word_of(one.token), theme.ink};
            bar.value = one.cosine;
            bar.color = theme.muted;
        }
        MatrixLook numbers = by_word(ui, "embeddings", model_.embeddings, width, false, 0.6f);
        numbers.frame.row_labels.color = theme.ink;
        return column(
            6, scaled(theme.ink, "Each word is 64 numbers", 0.6f), matrix(std::move(numbers)),
            titled(theme.ink, "Most like " + model_.quoted(who), theme.muted, "cosine of the embeddings"),
            bars(std::move(look), std::move(like)));
    }

    Block queries(Ui& ui) const {
        return by_width([this, &ui](float available) {
            const Theme& theme = ui.theme();
            const bool roomy = available >= 560;
            const float row_of_cells = roomy ? 20 : 14.5f;
            MatrixLook asks = heat(ui, "query", model_.q, 1, d, roomy),
                       keys = by_word(ui, "keys", model_.k, d, roomy),
                       handed = by_word(ui, "values", model_.v, d, roomy);
            for (MatrixLook* one : {&asks, &keys, &handed})
                one->size.cell_height = one->frame.row_labels.apart = row_of_cells;
            asks.frame.row_labels = {{"soft"}, theme.query};
            handed.frame.row_labels.color = theme.value;
            return column(
                4, scaled(theme.query, "Query: what “soft” looks for", 4), matrix(std::move(asks)),
                text(strong, theme.key, "Keys: what each word is found by"), matrix(std::move(keys)),
                text(strong, theme.value, "Values: what each word hands over"), matrix(std::move(handed)));
        });
    }

    // ---- One score

    Block score(Ui& ui) const {
        const Theme& theme = ui.theme();
        Block pair = by_width([this, &ui](float available) {
            // With numbers, the products have a row, too.
            const bool roomy = available >= wide;
            const int rows = roomy ? 3 : 2;
            MatrixLook look = heat(
                ui, "pair", model_.loaded ? std::span(model_.pair).first(at(rows * d)) : std::span<float>(),
                rows, d, roomy);
            look.cells.decimals = 2;
            if (roomy)
                look.cells.ground_of = [paper = ui.theme().paper](int row, int) {
                    return row == 2 ? std::optional(paper) : std::nullopt;
                };
            look.size.cell_height = 26;
            look.frame.row_label_width = 68;
            look.frame.row_labels = {{"q soft", "k " + model_.words[at(model_.looks)]}, ui.theme().ink};
            if (roomy) look.frame.row_labels.names.emplace_back("product");
            look.hand.pressed = [&ui](Entry on) { ui.step(component, on.col + 1); };
            look.frame.over = [this](Ui& now, const MatrixPlace& place) {
                const Rect chosen = place.col(model_.at);
                now.painter().outline(chosen, now.theme().ink, 2, 2);
                now.place_parameter(component, place.cells);
                if (now.focused(component)) now.focus_ring(chosen);
            };
            Strips strips;
            strips.below.push_back(
                {.size = 88,
                 .gap = 4,
                 .id = "products",
                 .draw = [this](Ui& now, int t, Rect track) { draw_product(now, t, track); },
                 .pressed = [&ui](int t) { ui.step(component, t + 1); }});
            return aligned(std::move(look), std::move(strips));
        });
        std::vector<Run> product = {{" ", theme.ink}}, sum = product;
        if (model_.loaded) {
            const size_t t = at(model_.at);
            const auto pair_at = [this, t](int row) {
                return fixed(wide_of(model_.pair[at(row * d) + t]), row < 2 ? 3 : 2);
            };
            product = {{Phrase() << "number " << model_.at + 1 << ":  ", theme.muted},
                       {pair_at(0) + " × " + pair_at(1) + " = ", theme.ink},
                       {pair_at(2), theme.ink, true}};
            sum = {{Phrase() << "sum of all 16:  ", theme.muted},
                   {fixed(wide_of(model_.scores[at(model_.looks)]), 2) + " ", theme.ink, true},
                   {"÷ √16 = ", theme.muted},
                   {fixed(wide_of(model_.divided[at(model_.looks)]), 2), theme.query, true}};
        }
        return column(4, scaled(theme.ink, "One score: 16 products, added up", 4), std::move(pair),
                      paragraph(body, std::move(product), 40), paragraph(body, std::move(sum), 40),
                      words(ui));
    }

    /// Up from the middle, or down.
    void draw_product(Ui& ui, int t, Rect track) const {
        if (!model_.loaded) return;
        const Theme& theme = ui.theme();
        const auto product = [this](int i) { return model_.pair[at(2 * d + i)]; };
        float most = 0, least = 0;
        for (int i = 0; i < d; ++i) {
            most = std::max(most, product(i));
            least = std::min(least, product(i));
        }
        if (!(most > least)) return;
        const float scale = track.height / (most - least), zero = track.y + most * scale,
                    end = zero - ui.eased(Phrase() << "product " << t, product(t)) * scale;
        const Color color = product(t) < 0 ? theme.key : theme.query;
        ui.painter().rectangle({track.x + 1, std::min(zero, end), track.width - 2, std::fabs(end - zero)},
                               t == model_.at ? color : mix(theme.paper, color, 0.55f), 0);
        ui.painter().line({track.x, zero}, {track.right(), zero}, theme.line, 1);
    }

    // ---- Shares, and what comes back: a line for each word, two numbers and a bar

    struct Line {
        double first = 0, second = 0, value = 0;
        std::string shown = {};
    };
    struct Lines {
        std::string_view id, first, second, third;
        double most = 1;  // as far as bars go, at least
        Color color = {};
        int decimals = 2;  // of the two numbers
        std::vector<Line> words = {};
    };

    Block share_lines(Ui& ui) const {
        const Theme& theme = ui.theme();
        Lines lines{"share", "score", "exp", "share", 1, theme.query};
        for (size_t j = 0; model_.loaded && j < length_of; ++j) {
            const double score = wide_of(model_.divided[j]), weight = wide_of(model_.weights[j]);
            lines.words.push_back({score, std::exp(score), weight, shown_share(weight)});
        }
        return column(4, titled(theme.ink, "Scores become shares", theme.muted, "÷ √16, softmax"),
                      drawn(std::move(lines)));
    }

    Block brought(Ui& ui) const {
        const Theme& theme = ui.theme();
        Lines lines{"brought", "share", "× says", "brings", 0, theme.value, 3};
        for (int j = 0; model_.loaded && j < length_of; ++j) {
            const double brings = model_.brings[at(j)];
            lines.words.push_back({wide_of(model_.weights[at(j)]), model_.says(j), brings, fixed(brings, 2)});
        }
        std::vector<Run> sum = {{" ", theme.ink}};
        if (model_.loaded)
            sum = {{"all six: ", theme.muted}, {fixed(model_.sum_of_brings(), 2), theme.output, true}};
        const std::string sides =
            model_.loaded ? "for " + quoted_token(model_.next) + ", against " + quoted_token(model_.rival)
                          : "";
        return column(4, text(strong, theme.ink, "What each value says"), text(caption, theme.muted, sides),
                      drawn(std::move(lines)), paragraph(body, std::move(sum), 16));
    }

    Block drawn(Lines&& lines) const {
        return drawing(24 + row_of_lines * length_of,
                       [this, all = std::move(lines)](Ui& now, Rect rect) { draw_lines(now, rect, all); });
    }

    void draw_lines(Ui& ui, Rect rect, const Lines& lines) const {
        const Theme& theme = ui.theme();
        const bool roomy = rect.width >= 480, slim = rect.width < 270;
        const float first = rect.x + names + (roomy ? 64.0f : 44.0f),
                    second = first + (roomy  ? 96
                                      : slim ? 0
                                             : 58),
                    left = second + 16, length = rect.right() - 64 - left;
        ui.text({first, rect.y}, caption, theme.muted, lines.first, Align::right);
        if (!slim) ui.text({second, rect.y}, caption, theme.muted, lines.second, Align::right);
        ui.text({left, rect.y}, caption, theme.muted, lines.third);
        double least = 0, most = lines.most;
        for (const Line& one : lines.words) {
            least = std::min(least, one.value);
            most = std::max(most, one.value);
        }
        const auto place = [&](double value) {
            return left + length * static_cast<float>((value - least) / std::max(most - least, 1e-9));
        };
        for (int j = 0; j < length_of; ++j) {
            const Rect row{rect.x, rect.y + 24 + row_of_lines * static_cast<float>(j), rect.width,
                           row_of_lines};
            const bool chosen = j == model_.looks, lit = chosen || hover_.shown() == j;
            const float middle = row.centre().y;
            const Type type{15, lit};
            const PointerState pointer = ui.area(Phrase() << lines.id << " " << j, row, Grip::press);
            if (pointer.hovered) hover_.note() = j;
            if (pointer.clicked) ui.step(key, j);
            if (chosen) {
                ui.painter().rectangle(row, band_color(theme), 4);
                if (!has_sentence(ui.state())) place_key(ui, row);
            }
            const auto write = [&](float x, Color color, std::string_view what, Align align) {
                ui.text({x, middle - fonts::line_height(type) / 2}, type, color, what, align);
            };
            write(row.x + 4, lit ? theme.key : theme.ink, model_.words[at(j)], Align::left);
            ui.painter().rectangle({left, middle - 8, length, 16}, theme.raised, 0);
            if (at(j) >= lines.words.size()) continue;
            const Line& line = lines.words[at(j)];
            write(first, theme.ink, fixed(line.first, lines.decimals), Align::right);
            if (!slim) write(second, theme.ink, fixed(line.second, lines.decimals), Align::right);
            const float zero = place(0),
                        end = ui.eased(Phrase() << lines.id << " end " << j, place(line.value));
            ui.painter().rectangle(
                {std::min(zero, end), middle - 8, std::max(1.0f, std::fabs(end - zero)), 16},
                lit ? lines.color : mix(theme.paper, lines.color, 0.55f), 0);
            write(row.right() - 4, lit ? lines.color : theme.ink, line.shown, Align::right);
        }
    }

    // ---- All heads

    Block all_heads(Ui& ui) const {
        const Theme& theme = ui.theme();
        MatrixLook look = heat(ui, "all heads", model_.looked, learned::head_count, length_of, true);
        look.cells.is_signed = false;
        look.cells.largest = 1;
        look.cells.decimals = 2;
        look.size.cell_height = row_of_heads;
        for (int h = 0; h < learned::head_count; ++h)
            look.frame.row_labels.names.push_back("head " + head_name(h));
        look.frame.row_labels.color = theme.ink;
        look.frame.row_labels.bold = head;
        look.frame.col_labels = {model_.words, theme.key, model_.looks};
        look.frame.label_lines = 1;
        look.marks.selected = {head, model_.looks};
        look.hand.pressed = [&ui](Entry on) { ui.step(key, on.col); };
        look.hand.col_pressed = [&ui](int word) { ui.step(key, word); };
        look.frame.over = [this](Ui& now, const MatrixPlace& place) {
            if (!has_sentence(now.state())) place_key(now, place.col(model_.looks));
        };
        look.hand.hovered = [this](Entry on) { hover_.note() = on.col; };
        return column(
            4, titled(theme.ink, "Eight heads, eight looks", theme.muted, "what “soft” gives to each word"),
            matrix(std::move(look)));
    }

    // ---- The same words in no order

    Block one_back(Ui& ui) const {
        const Theme& theme = ui.theme();
        ComparedBarsLook look{.id = "one back", .now_color = theme.query, .compared = true};
        look.title = "what “soft” gives";
        look.before = "no places";
        look.now = "places";
        look.number = 60;
        look.selected = last - 1;
        std::vector<ComparedBar> words;
        for (int j = 0; j < length_of; ++j) {
            ComparedBar& bar = words.emplace_back();
            bar.name = model_.words[at(j)];
            bar.color = theme.query;
            bar.bold = j == last - 1;
            if (!model_.loaded) continue;
            bar.before = wide_of(model_.placeless[at(j)]);
            bar.now = wide_of(model_.placed(j));
            bar.shown_before = shown_share(bar.before);
            bar.shown_now = shown_share(bar.now);
        }
        return column(4,
                      text(strong, theme.ink, "Head " + head_name(looks_back) + ", with and without places"),
                      compared_bars(std::move(look), std::move(words)));
    }

    // ---- Before and after

    Block in_and_out(Ui& ui) const {
        const Theme& theme = ui.theme();
        const auto rows = [this, &ui](const char* id, const std::vector<float>& values, float largest) {
            MatrixLook look = heat(ui, id, values, static_cast<int>(subjects.size()), width, false, largest);
            look.size.cell_height = 24;
            for (const Choice& one : subjects) look.frame.row_labels.names.emplace_back(one.label);
            look.frame.row_labels.color = ui.theme().ink;
            look.frame.row_labels.bold = static_cast<int>(model_.about);
            look.hand.pressed = [&ui](Entry on) { ui.step(subject, on.row); };
            look.hand.row_pressed = [&ui](int row) { ui.step(subject, row); };
            Strips strips;
            strips.right.push_back({.size = 64, .draw = [this, largest](Ui& now, int i, Rect track) {
                                        if (largest < most_after || !model_.loaded) return;
                                        now.text({track.x, track.centre().y - fonts::line_height(strong) / 2},
                                                 strong, now.theme().output,
                                                 word_of(model_.passages[at(i)].next));
                                    }});
            return aligned(std::move(look), std::move(strips));
        };
        return column(4, scaled(theme.ink, "“soft” goes in, always the same", most_before),
                      rows("in", model_.before, most_before), scaled(theme.ink, "and comes out", most_after),
                      rows("out", model_.after, most_after));
    }

    Model model_;
    Hover<std::optional<int>> hover_{hovers_};  // the word that is pointed at
};

}  // namespace
}  // namespace one_word

extern const ExhibitType one_word_exhibit;
const ExhibitType one_word_exhibit = {
    "one-word",
    "One word looks back",
    "Follow one word through one head of a model that learned, number by number.",
    one_word::parameters(),
    {},
    [] { return std::unique_ptr<Exhibit>(std::make_unique<one_word::OneWord>()); },
    "sentence",
};

}  // namespace explainer

// See learned_heads_sentence.h.
#include "explainer/exhibits/learned_heads_sentence.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "explainer/figures/signs.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer::learned_heads {

using namespace figures;

void HeadsReading::read(const State& state, const HeadsParameters& by,
                        std::span<const std::string_view> sentences, size_t most) {
    const auto chosen = static_cast<size_t>(state.choice(by.sentence));
    Reading::read(chosen < sentences.size() ? sentences[chosen] : std::string_view(state.text(by.typed)));
    words.resize(std::min(words.size(), most));
    tokens.resize(words.size());
    n = static_cast<int>(words.size());
    asks = std::min(state.integer(by.row), n - 1);
    looks = std::min(state.integer(by.column), asks);
    head = state.choice(by.head);
    question = learned::question(std::span(words).first(static_cast<size_t>(asks + 1)));
}

bool HeadsReading::answers(int token) const {
    return question && std::count(question->right.begin(), question->right.end(), token) > 0;
}

std::string HeadsReading::said_weight(int i, int j) const {
    if (map(head).empty() || i < 0 || j < 0 || std::max(i, j) >= n) return {};
    if (j > i) return quoted(i) + " may not look ahead";
    return Phrase() << quoted(i) << " gives " << quoted(j) << " " << Fixed{weight_of(head, i, j), 3};
}

Table HeadsReading::weights_table() const {
    return explainer::weights_table("Weights of head " + head_name(head), "word that asks", words, map(head));
}

std::string HeadsReading::python_head(int of_head) {
    return Phrase() << "(" << of_head / learned::heads_a_layer << ", " << of_head % learned::heads_a_layer
                    << ")";
}

// ---- What is drawn

std::string end_of(const HeadsReading& of, int words) {
    const int first = std::max(0, of.asks + 1 - words);
    std::string out = first > 0 ? "… " : "";
    for (int i = first; i <= of.asks; ++i) out += of.words[static_cast<size_t>(i)] + " ";
    return out;
}

Block saying(const Theme& theme, Saying&& said) {
    const bool beside = said.name_width > 0;
    Block name = text(caption, said.name_color, std::move(said.name));
    Block words = drawing(28, [ink = theme.ink, said = std::move(said)](Ui& ui, Rect rect) {
        const Type type{18, true};
        const float sign = said.right ? 22.0f : 0, word = fonts::width(type, said.word);
        const std::string before = shortened(body, said.before, rect.width - word - sign - 4);
        const float x = rect.x + fonts::width(body, before) + 4;
        ui.text({rect.x, rect.y + 3}, body, ink, before);
        ui.text({x, rect.y}, type, said.color, said.word);
        if (said.right)
            draw_sign(ui, {x + word + 14, rect.y + 13}, 14, *said.right ? Sign::tick : Sign::cross,
                      said.color);
    });
    if (!beside) return column(2, std::move(name), std::move(words));
    return row({.gap = 8, .cross = Cross::middle},
               {Item(std::move(name), pixels(said.name_width)), Item(std::move(words), share())});
}

ComparedBar candidate(int token, Color color, double before, double now) {
    return {.name = word_of(token),
            .color = color,
            .before = before,
            .now = now,
            .shown_before = fixed(before, 3),
            .shown_now = fixed(now, 3),
            .bold = true};
}

MatrixLook map_of_head(const Theme& theme, const HeadsReading& of, int head, bool on, Entry marked,
                       uint64_t version) {
    static const std::vector<float> nothing(static_cast<size_t>(most_read * most_read), std::nanf(""));
    const std::span<const float> there = of.map(head);
    MatrixLook look("map", there.empty() ? std::span(nothing).first(static_cast<size_t>(of.n * of.n)) : there,
                    of.n, of.n, on ? theme.query : theme.muted,
                    version * head_count + static_cast<uint64_t>(head));
    look.cells.decimals = 2;
    look.cells.ground = Ground::heat;
    look.cells.muted = !on;
    look.cells.alike = true;
    look.cells.least_zero = 42;
    look.frame.row_labels = {of.words, theme.query, marked.row};
    look.frame.row_label_width = 64;
    look.marks.selected_row = marked.row;
    look.marks.selected = marked;
    look.size.fill = true;
    return look;
}

std::vector<Run> never_saw(const Theme& theme, const std::string& word) {
    return {{"It never saw “" + word + "”, which is left out. ", theme.wrong}};
}

}  // namespace explainer::learned_heads

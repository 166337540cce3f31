// Position: a sentence is shifted and parted, and one sees which scores change: with no positions, with
// ALiBi, with RoPE. Here the parameters and what stands where; numbers and words are in position_model.h.
// q and k are constructed: what a model learns to do with places is not here.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

#include "explainer/exhibit.h"
#include "explainer/exhibits/floats.h"
#include "explainer/exhibits/position_model.h"
#include "explainer/factor.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/essential.h"
#include "explainer/figures/labels.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/plot.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/latest.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"
#include "explainer/provenance.h"

namespace explainer::position {
namespace {

using namespace figures;

enum : int {
    scheme,
    gaps,
    walk,
    play,
    asks,
    answers,
    pair,
    base,
    head,
    query,
    key,
    show_dials,
    show_curve,
    show_vectors
};

constexpr double gaps_at_first[] = {3, 0, 5, 0, 0, 0, 0};
// Constructed: "?" and "cat" agree in every pair, so that their curve starts high; the others are as they
// fell.
constexpr double q_at_first[] = {
    -0.5, 1,   1,    -1,   -0.5, -1,  1,    0.5,   //
    -1.5, 1.5, -1.5, 0.5,  -1,   0.5, 1,    -1.5,  //
    -1.5, 1,   1.5,  1,    0.5,  -1,  -1.5, -1.5,  //
    -1.5, -1,  -1.5, -1,   -1.5, 1,   -1.5, -0.5,  //
    1,    -1,  1.5,  -1.5, -1.5, -1,  -1,   1,     //
    1,    -1,  -1,   -1.5, -0.5, 1.5, 0.5,  1,     //
    1.5,  0.5, -1,   1,    1.5,  1,   1,    -1,    //
};
constexpr double k_at_first[] = {
    -0.5, -1.5, 1,    -1.5, 1,    1,    -1,   -1,    //
    1,    1,    -0.5, 1.5,  1,    0.5,  1,    -0.5,  //
    -1,   1,    0.5,  1,    -1.5, 0.5,  -1.5, 0.5,   //
    -0.5, -1,   0.5,  -1,   -1,   -1,   1,    1,     //
    -0.5, -1,   1,    1,    1.5,  1,    -1,   -1.5,  //
    0.5,  -1,   1,    -1,   -1.5, -1,   1,    0.5,   //
    -1,   -0.5, -1,   -1.5, -1,   -1.5, 0.5,  1.5,   //
};
constexpr MatrixDefault gaps_default[] = {{1, words, gaps_at_first}};
constexpr MatrixDefault q_default[] = {{words, width, q_at_first}};
constexpr MatrixDefault k_default[] = {{words, width, k_at_first}};

constexpr Parameter vectors_of(std::string_view name, std::string_view label, std::string_view help,
                               std::span<const MatrixDefault> initial) {
    Parameter out = matrix_of(name, label, help, 3, initial);
    out.decimals = 1;
    return out;
}

constexpr std::array parameters = {
    choice_of("scheme", "places", "What a score knows of places.", schemes, rope),
    Parameter{.name = "gaps",
              .label = "gaps",
              .help = "Empty places before each word; all after it move too.",
              .kind = Kind::matrix,
              .minimum = 0,
              .maximum = 58,
              .step = 1,
              .decimals = 0,
              .matrices = gaps_default},
    integer_of("walk", "walked", "How many places further the whole sentence is.", 0, 24, 0),
    play_of("walk", "Moves the sentence place by place, or stops.", "walk"),
    bounded(integer_of("asks", "asking word", "Whose query is compared, from 0.", 0, words - 1, 6), {},
            "answers"),
    integer_of("answers", "answering word", "Whose key is compared, from 0.", 0, words - 1, 1),
    integer_of("pair", "pair", "The pair of components that is written out.", 1, pair_count, 1),
    Parameter{.name = "base",
              .label = "base",
              .help = "Pair p turns by base^(−p/4) a place, p from 0.",
              .minimum = 1,
              .maximum = 1e6,
              .step = 1,
              .initial = 10000,
              .logarithmic = true,
              .decimals = 0},
    integer_of("head", "head", "ALiBi: a place costs b = 2^(−head).", 1, heads, 4),
    vectors_of("q", "queries", "A row a word, before it turns.", q_default),
    vectors_of("k", "keys", "A row a word, before it turns.", k_default),
    piece_of("showDials", "dials", "The pairs of components as hands that turn.", true),
    piece_of("showCurve", "curve", "The score against the offset of the key.", true),
    piece_of("showVectors", "vectors", "The query and the key, to be changed.", false),
};

constexpr std::array starts = {
    Preset{"+3, sat +5", ""},
    Preset{"as written", "gaps=0,0,0,0,0,0,0"},
    Preset{"far away, nothing changes", "gaps=58,0,0,0,0,0,0"},
    Preset{"ALiBi: far costs", "scheme=alibi;head=2"},
    Preset{"base 1: one speed", "base=1"},
};

constexpr float name_line = 20;
constexpr float edge = 20;       // of the ruler, for half a word
constexpr float tremble = 4;     // a press that moved less asks for the native input
constexpr float dial_text = 46;  // under a dial

std::string name(int word) {
    return std::string(names[static_cast<size_t>(word)]);
}

/// The point so far from a centre, at an angle (counter-clockwise, 0 is right).
Point around(Point centre, float angle, float far) {
    return {centre.x + far * std::cos(angle), centre.y - far * std::sin(angle)};
}

std::string with_sign(double value, int decimals) {
    return (value > 0 ? "+" : "") + fixed(value, decimals);
}

class Position final : public Exhibit {
  public:
    void compute(const State& state) override {
        m_.scheme = static_cast<Scheme>(state.choice(scheme));
        m_.base = state.number(base);
        m_.head = state.integer(head);
        m_.asks = state.integer(asks);
        m_.answers = state.integer(answers);
        m_.pair = state.integer(pair) - 1;
        for (size_t i = 0; i < m_.given_q.size(); ++i) {
            m_.given_q[i] = static_cast<float>(state.matrix(query).values[i]);
            m_.given_k[i] = static_cast<float>(state.matrix(key).values[i]);
        }
        for (int i = 0; i < words; ++i)
            m_.gaps[i] =
                static_cast<int>(state.matrix(gaps).at(0, i) + 0.5) + (i == 0 ? state.integer(walk) : 0);
        m_.compute();
        made_ = as_made(state, starts, {query, key});
        ++version_;
    }

    Description describe() const override {
        Description out = m_.describe();
        out.in_piece(show_vectors, {"Query and key"});
        out.in_piece(show_curve, {"Score against"});
        return out;
    }
    std::string numpy(const State& state) const override {
        return m_.numpy(state.matrix(query), state.matrix(key));
    }

    bool active(const State& state, int parameter) const override {
        const int chosen = state.choice(scheme);
        const bool alone = essential_alone(state);
        if (parameter == play) return !alone;
        if (parameter == head) return chosen == alibi && !alone;
        if (parameter == base) return chosen >= rope && !alone;
        if (parameter == pair) return state.toggle(show_dials);
        if (parameter == query || parameter == key) return state.toggle(show_vectors);
        return true;
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter == asks || parameter == answers) return name(state.integer(parameter));
        return state.shown(parameter);
    }

    std::string shown_cell(const State& state, int parameter, int row, int col) const override {
        return parameter == asks ? m_.said(row, col) : state.shown_cell(parameter, row, col);
    }

    Block sheet(Ui& ui) const override;

  private:
    /// The query and the key that the sheet shows.
    struct Looked {
        int i, j;
    };
    Looked looked_at(Ui& ui) const;
    /// Of the word that asks, of the one that answers, or another colour.
    Color color_of(Ui& ui, int word, Color otherwise) const;
    /// The place of a word, which it may still be on its way to.
    float stands(Ui& ui, int word) const;
    int pair_shown() const { return hover_->pair >= 0 ? hover_->pair : m_.pair; }

    Block controls(Ui& ui) const;
    Block said(Ui& ui, bool all) const;
    Block ruler(float lines, float fall) const;
    int drag_words(Ui& ui, Rect band, const float* x, float left, float unit, float end) const;
    Block map(Ui& ui, float cell) const;
    Block framed(Ui& ui) const;
    Block dials(Ui& ui) const;
    void draw_dial(Ui& ui, Rect box, int p, float radius, float longest) const;
    Block curve(Ui& ui) const;
    Block vectors(Ui& ui) const;

    Model m_;
    bool made_ = true;  // queries and keys are ours, none typed over
    uint64_t version_ = 0;

    struct Pointed {
        Entry cell;
        int pair = -1;
        std::optional<int> offset;  // on the curve
        bool operator==(const Pointed&) const = default;
    };
    Hover<Pointed> hover_{hovers_};
    Latest<std::tuple<uint64_t, int, int>, Curves> curves_;  // of a version, a query and a key
};

Block Position::sheet(Ui& ui) const {
    if (essential_alone(ui.state()))
        return at_least(
            680,
            [this, &ui] {
                Block words = column(12, said(ui, true), framed(ui));
                return column(8, controls(ui), ruler(1, 60),
                              row({.gap = 32, .cross = Cross::middle},
                                  {Item(map(ui, 42), share(58)), Item(std::move(words), share(42))}),
                              pieces(ui));
            },
            [this, &ui] {
                return column(4, controls(ui), ruler(1, 40), said(ui, false), map(ui, 24), pieces(ui));
            });
    return by_width([this, &ui](float width) {
        const bool beside = width >= 680;
        Block table = column(6, map(ui, 46), framed(ui));
        Block dials_piece = piece(ui, show_dials, [this, &ui] { return dials(ui); });
        Block curve_piece = piece(ui, show_curve, [this, &ui] { return curve(ui); });
        Block parts;
        if (beside) {
            Block right = column(4, std::move(dials_piece), std::move(curve_piece));
            parts = column(
                8, row({.gap = 32}, {Item(std::move(table), share(43)), Item(std::move(right), share(57))}),
                pieces(ui));
        } else {
            parts = column(12, std::move(table), pieces(ui), std::move(dials_piece), std::move(curve_piece));
        }
        return column(8, presets(starts), controls(ui), ruler(beside ? 1 : 2, 60), said(ui, true),
                      std::move(parts), piece(ui, show_vectors, [this, &ui] { return vectors(ui); }));
    });
}

/// The pair under the pointer, the row that is typed in, else the chosen one.
Position::Looked Position::looked_at(Ui& ui) const {
    const bool on_pair = hover_->cell.row >= 0 && hover_->cell.col >= 0;
    Looked out = on_pair ? Looked{hover_->cell.row, hover_->cell.col} : Looked{m_.asks, m_.answers};
    if (const auto cell = ui.focused_cell(query)) out.i = cell->row;
    if (const auto cell = ui.focused_cell(key)) out.j = cell->row;
    return out;
}

Color Position::color_of(Ui& ui, int word, Color otherwise) const {
    const Looked two = looked_at(ui);
    return word == two.i ? ui.theme().query : word == two.j ? ui.theme().key : otherwise;
}

float Position::stands(Ui& ui, int word) const {
    return ui.eased(Phrase() << "place" << word, static_cast<float>(m_.now.places[word]));
}

/// What a score knows of places, and how strongly; a walk for the sentence.
Block Position::controls(Ui& ui) const {
    if (essential_alone(ui.state())) return choice_line(ui, scheme);
    const auto strength = [this, &ui] {
        const bool by_head = m_.scheme == alibi;
        SliderLook look{ui.theme().query, 44, 64};
        if (by_head) {
            look.label = "b";
            look.shown = Phrase() << "1/" << static_cast<int>(1 / m_.slope);
        }
        return m_.scheme == none ? space(row_height) : slider(by_head ? head : base, std::move(look));
    };
    return at_least(
        820,
        [strength, &ui] {
            return row({.gap = 24},
                       {Item(choice(ui, scheme)), Item(strength(), share()), Item(action(ui, play))});
        },
        [strength, &ui] {
            return column(0, choice_line(ui, scheme),
                          row({.gap = 24}, {Item(strength(), share()), Item(action(ui, play))}));
        });
}

/// "? asks cat, 10 places before it: 0.53, as written 1.55"
Block Position::said(Ui& ui, bool all) const {
    const Theme& theme = ui.theme();
    const auto [i, j] = looked_at(ui);
    std::vector<Run> runs = {{name(i), theme.query, true}, {" asks ", theme.ink}};
    if (i != j) {
        runs.push_back({name(j), theme.key, true});
        runs.push_back({", ", theme.ink});
    }
    runs.push_back({m_.where(i, j) + ": ", theme.ink});
    runs.push_back(headline_number(fixed(m_.now.score(i, j), 2), theme.query));
    if (all) runs.push_back({", as\u00a0written\u00a0" + fixed(m_.written.score(i, j), 2), theme.muted});
    return headline(std::move(runs), all ? 56 : 36);
}

// ---- The ruler

/// What a hand does with the words; which of them it is at, or −1.
int Position::drag_words(Ui& ui, Rect band, const float* x, float left, float unit, float end) const {
    int& taken = ui.kept("taken word", -1);
    const PointerState pointer = ui.area("ruler", band, Grip::horizontal);
    int nearest = -1;
    float near = 30;
    for (int i = 0; i < words; ++i) {
        if (const float far = std::fabs(x[i] - pointer.position.x); far <= near) {
            near = far;
            nearest = i;
        }
    }
    if (pointer.pressed) taken = nearest;
    const int word = pointer.held || pointer.clicked ? taken : pointer.hovered ? nearest : -1;
    if (word < 0) return -1;
    hover_.note().cell = {word, -1};
    const bool moved = length(pointer.position - pointer.origin) >= tremble;
    if (pointer.clicked && !moved) ui.request_focus(gaps, 0, word);
    // What is taken hold of is looked at.
    if ((pointer.clicked || (pointer.dragging && moved)) && word != m_.asks && word != m_.answers)
        ui.change(asks, word);
    if (!pointer.held) return word;
    const float to = ui.carried(pointer, {x[word], band.centre().y}).x;
    if (pointer.dragging && moved) {
        const int before = m_.now.places[word] - m_.gaps[word];
        const float gap = std::floor((to - left) / unit + 0.5f) - static_cast<float>(before);
        const float most = static_cast<float>(m_.gaps[word] - m_.now.places[words - 1]) + end;
        if (word == 0) ui.change(walk, 0);
        ui.change_cell(gaps, 0, word, wide(std::min(gap, most)));
    }
    return word;
}

/// Words as written, words where they stand now, and the way from one to the other. Names stand on so many
/// lines; `fall`: from a word as written to where it is now.
Block Position::ruler(float lines, float fall) const {
    return drawing(name_line * 2 * lines + fall + 40, [this, lines, fall](Ui& ui, Rect rect) {
        const Theme& theme = ui.theme();
        Painter& painter = ui.painter();
        const Looked two = looked_at(ui);
        const float top = rect.y + name_line * lines + 4, ground = top + fall;
        const float left = rect.x + edge, right = rect.right() - edge;

        // The ruler's end changes between drags only: under the hand a place stays where it is.
        float end = 16;
        while (static_cast<float>(m_.now.places[words - 1]) > end - 2) end *= 2;
        float& ends_at = ui.kept("ruler", end);
        if (!ui.holding()) ends_at = end;
        const float unit = (right - left) / ends_at;
        const Rect band{rect.x, ground - 22, rect.width, 44};
        ui.place_parameter(gaps, band);
        ui.place_parameter(walk, band);
        float x[words];
        for (int i = 0; i < words; ++i) {
            x[i] = left + unit * stands(ui, i);
            ui.place_cell(gaps, 0, i, {x[i] - 22, ground - 22, 44, 44});
        }
        const int word = drag_words(ui, band, x, left, unit, ends_at);

        painter.line({left, top}, {right, top}, grid_color(theme), 1);
        painter.line({left, ground}, {right, ground}, theme.line, 1.5f);
        Axis axis{0, wide(ends_at)};
        for (int eighth = 0; eighth <= 8; ++eighth) axis.ticks.push_back(axis.to / 8 * eighth);
        tick_row(ui, {left, ground, right - left, 10}, axis, edge);
        const auto gap_from = [&](int i) {
            return std::max(left, left + unit * (static_cast<float>(m_.now.places[i] - m_.gaps[i]) - 0.5f));
        };
        for (int i = 0; i < words; ++i) {
            if (m_.gaps[i] > 0)
                painter.rectangle({gap_from(i), ground - 5, x[i] - unit / 2 - gap_from(i), 10},
                                  mix(theme.paper, theme.line, 0.35f), 0);
        }
        // Those that are looked at come on top, and their names first: the others stand where there is room.
        Labels labels(rect);
        const auto put_name = [&](Point at, Type type, Color color, int i) {
            for (float line = 0; line < lines; ++line) {
                const Point there{at.x, at.y + name_line * line};
                if (!labels.put_at(ui, there, type, color, name(i))) continue;
                labels.take(labels.last().inset(-2));  // room for a blank
                return;
            }
        };
        for (const bool lit : {false, true}) {
            for (int i = 0; i < words; ++i) {
                if (lit != (i == two.i || i == two.j)) continue;
                const float from = left + unit * static_cast<float>(i);
                Point way[25];
                for (int s = 0; s <= 24; ++s) {
                    const float t = static_cast<float>(s) / 24;
                    way[s] = {from + (x[i] - from) * t * t * (3 - 2 * t), top + (fall - handle_radius) * t};
                }
                painter.polyline(way, color_of(ui, i, mix(theme.paper, theme.line, 0.6f)), lit ? 2.5f : 1.25f,
                                 false);
                painter.disc({from, top}, 4, color_of(ui, i, theme.muted));
            }
        }
        for (const bool lit : {true, false}) {
            for (int i = 0; i < words; ++i) {
                if (lit != (i == two.i || i == two.j)) continue;
                put_name({left + unit * static_cast<float>(i), rect.y + 9}, body, theme.muted, i);
                put_name({x[i], ground + 40}, {15, lit}, color_of(ui, i, theme.ink), i);
            }
        }
        for (int i = 0; i < words; ++i) {
            if (m_.gaps[i] > 0)
                labels.put_at(ui, {(gap_from(i) + x[i] - unit / 2) / 2, ground - 16}, strong, theme.ink,
                              "+" + std::to_string(m_.gaps[i]), true);
            handle(ui, {x[i], ground}, color_of(ui, i, theme.ink), false,
                   {i == word, i == word && ui.holding(),
                    ui.focused_cell(gaps) == MatrixCell{0, i} || (i == 0 && ui.focused(walk))});
        }
        constexpr const char* hint = "drag a word";
        if (!ui.touched())
            labels.put_at(ui, {x[2] - 22 - fonts::width(caption, hint) / 2, ground + 41}, caption,
                          theme.muted, hint);
    });
}

// ---- The map

Block Position::map(Ui& ui, float cell) const {
    const Theme& theme = ui.theme();
    MatrixLook look("map", m_.now.scores, words, words, theme.query, version_);
    look.cells.ground = Ground::heat;
    look.cells.largest = 3;
    for (const float one : m_.now.scores)
        look.cells.largest = std::max(look.cells.largest, std::ceil(std::fabs(one)));
    look.cells.is_signed = true;
    look.cells.decimals = 1;
    const bool both = cell > 32;  // else there is no room for the change under the score
    if (both)
        look.cells.small = [this](int i, int j) -> std::string {
            return m_.changes(i, j) ? with_sign(m_.now.score(i, j) - m_.written.score(i, j), 1) : "=";
        };
    look.frame.row_labels.names = {names.begin(), names.end()};
    look.frame.row_labels.color = theme.query;
    look.frame.col_labels.names = look.frame.row_labels.names;
    look.frame.col_labels.color = theme.key;
    look.frame.label_lines = 1;
    look.frame.legend = cell > 42;
    look.frame.legend_name = "score ÷ √8, small: change";
    look.size.fill = true;
    look.size.cell_height = cell;
    look.marks.selected = {m_.asks, m_.answers};
    look.marks.pointed = hover_->cell;
    look.hand.row_parameter = asks;
    look.hand.col_parameter = answers;
    look.hand.hovered = [this](Entry entry) { hover_.note().cell = entry; };
    look.frame.over = [this](Ui& on, const MatrixPlace& place) {
        // What moved together.
        for (int i = 0, end = 0; m_.changed > 0 && i < words; i = end) {
            for (end = i + 1; end < words && m_.gaps[end] == 0;) ++end;
            Rect box = place.cell(i, i);
            box.width *= static_cast<float>(end - i);
            box.height *= static_cast<float>(end - i);
            on.painter().outline(box, on.theme().ink, 1.5f, 0);
        }
    };
    return figures::matrix(std::move(look));
}

/// What the frames in the map say.
Block Position::framed(Ui& ui) const {
    const bool parted =
        std::any_of(std::begin(m_.gaps) + 1, std::end(m_.gaps), [](int gap) { return gap > 0; });
    const char* framed = m_.scheme == none ? "No place is in q·k: nothing changes."
                         : m_.changed > 0  ? "Framed: same offset, same score (but for float32’s rounding)."
                         : parted          ? "Offsets change, but no score does."
                                           : "Every offset is as written: nothing changes.";
    return paragraph(body, ui.theme().ink, framed, 56);
}

// ---- One score and its parts

/// A dial a pair of components, and how their shares come to the score.
Block Position::dials(Ui& ui) const {
    const Theme& theme = ui.theme();
    const auto [i, j] = looked_at(ui);
    const int p = pair_shown(), a = m_.first_of(p), b = m_.second_of(p);
    const float* q = m_.now.q.data() + i * width;
    const float* k = m_.now.k.data() + j * width;
    Phrase sum, part;
    for (int one = 0; one < pair_count; ++one) {
        const double share = wide(m_.part_of(m_.now, i, j, one));
        const bool minus = fixed(share, 3).starts_with("−");  // as it shows: −0.0001 is 0.000
        sum << (one == 0 ? minus ? "−" : "" : minus ? " − " : " + ") << Fixed{std::fabs(share), 3};
    }
    if (m_.scheme == alibi) sum << " − " << Shortest{wide(m_.slope)} << " · " << m_.now.distance(i, j);
    part << "; pair " << m_.name_of(p) << ": (" << Fixed{wide(q[a]), 2} << "\u00a0·\u00a0"
         << as_factor(fixed(wide(k[a]), 2)) << " + " << Fixed{wide(q[b]), 2} << "\u00a0·\u00a0"
         << as_factor(fixed(wide(k[b]), 2)) << ") ÷ √8 = " << Fixed{wide(m_.part_of(m_.now, i, j, p)), 3};
    const std::vector<Run> worked = {{Phrase() << std::string(sum) << " = ", theme.ink},
                                     {fixed(m_.now.score(i, j), 3), theme.query, true},
                                     {part, theme.muted}};
    const auto size = [](float available) {
        return Size{available, std::min(available / pair_count, 104.0f) + dial_text, 0};
    };
    const auto draw = [this, i, j](Ui& on, Rect rect) {
        float longest = 1e-6f;
        for (int p = 0; p < pair_count; ++p) {
            for (const float* v : {m_.given_q.data() + i * width, m_.given_k.data() + j * width})
                longest = std::max(longest, std::hypot(v[m_.first_of(p)], v[m_.second_of(p)]));
        }
        const float step = rect.width / pair_count, radius = (rect.height - dial_text) / 2 - 9;
        on.place_parameter(pair, rect);
        for (int p = 0; p < pair_count; ++p)
            draw_dial(on, {rect.x + step * static_cast<float>(p), rect.y, step, rect.height}, p, radius,
                      longest);
    };
    return column(4, drawing(size, draw), paragraph(caption, worked, 94));
}

void Position::draw_dial(Ui& ui, Rect box, int p, float radius, float longest) const {
    const Theme& theme = ui.theme();
    Painter& painter = ui.painter();
    const auto [i, j] = looked_at(ui);
    const PointerState pointer = ui.area(Phrase() << "dial" << p, box, Grip::press);
    if (pointer.hovered) hover_.note().pair = p;
    if (pointer.clicked) ui.change(pair, p + 1);
    if (p == pair_shown()) {
        painter.rectangle(box, band_color(theme), 6);
        if (ui.focused(pair)) ui.focus_ring(box.inset(3));
    }
    const Point centre{box.centre().x, box.y + radius + 9};
    painter.ring(centre, radius, grid_color(theme), 1);
    for (const Point arm : {Point{radius, 0}, Point{0, radius}})
        painter.line(centre - arm, centre + arm, grid_color(theme), 1);
    Point letters[2];
    for (const bool is_key : {true, false}) {
        const int word = is_key ? j : i;
        const Color color = is_key ? theme.key : theme.query;
        const float* v = (is_key ? m_.now.k : m_.now.q).data() + word * width;
        const float a = v[m_.first_of(p)], b = v[m_.second_of(p)];
        const float size = std::hypot(a, b) / longest * (radius - 8);
        // A word on its way is between places, and so is its arrow.
        const float turn = static_cast<float>(m_.turn[p]), place = stands(ui, word);
        const float turned = turn * (place - static_cast<float>(word));
        const float angle = std::atan2(b, a) + turn * (place - static_cast<float>(m_.now.places[word]));
        if (size > 4 && turned > 0.02f) {
            painter.line(centre, around(centre, angle - turned, size), color.faded(0.35f), 1.5f);
            arc(ui, centre, size, angle, angle - std::min(turned, 6.2832f), color.faded(0.5f));
        }
        arrow(ui, centre, around(centre, angle, size), color);
        letters[is_key] = around(centre, angle, size + 9);
    }
    // The letters keep off each other.
    if (length(letters[0] - letters[1]) < 13) {
        const Point lift{0, letters[0].y < letters[1].y ? 7.5f : -7.5f};
        const Point middle = (letters[0] + letters[1]) * 0.5f;
        letters[0] = middle - lift;
        letters[1] = middle + lift;
    }
    // Where the head of the other arrow lies, they would not read.
    for (const Point letter : letters)
        painter.disc(letter, 7.5f, p == pair_shown() ? band_color(theme) : theme.paper);
    for (const int is_key : {1, 0})
        ui.text({letters[is_key].x, letters[is_key].y - 9}, strong, is_key ? theme.key : theme.query,
                is_key ? "k" : "q", Align::centre);
    const float y = box.bottom() - dial_text + 2;
    const double turns = m_.degrees(p);
    const int digits = turns == 0 ? 0 : turns < 0.1 ? 3 : turns < 1 ? 2 : 1;
    const std::string speed = Phrase() << m_.name_of(p) << ": " << Fixed{turns, digits} << "°";
    const bool fits = fonts::width(caption, speed + " a place") < box.width;
    ui.text({centre.x, y}, caption, theme.muted, fits ? speed + " a place" : speed, Align::centre);
    ui.text({centre.x, y + 17}, heading, theme.ink, with_sign(wide(m_.part_of(m_.now, i, j, p)), 2),
            Align::centre);
}

// ---- Against distance

Block Position::curve(Ui& ui) const {
    const Theme& theme = ui.theme();
    const Looked two = looked_at(ui);
    const Curves& lines = curves_.of({version_, two.i, two.j}, [&] { return m_.curves(two.i, two.j); });
    constexpr const char* called[] = {"none", "ALiBi", "RoPE"};
    const int chosen = std::min<int>(m_.scheme, rope), far = m_.now.offset(two.i, two.j);
    PlotLook look;
    look.id = "curve";
    look.x = {1.0 * -lines.end, 1.0 * lines.end};
    look.x_name = "places from the query to the key";
    look.height = 124;
    look.legend = false;
    look.reading = false;  // it would lie on the curve
    double least = 0, most = 0;
    // The three, RoPE as it is between places.
    for (int one = 0; one < 3; ++one) {
        Series line;
        line.color = one == chosen ? theme.query : one == alibi ? theme.ink : theme.muted;
        line.thickness = one == chosen ? 2.5f : 1.25f;
        line.end = called[one];
        line.dashes = one == none;
        for (int d = -lines.end; one < rope && d <= lines.end; ++d) line.x.push_back(d);
        if (one == rope) line.x = lines.x;
        line.y = one == rope ? lines.between : lines.at_offsets[one];
        for (const double value : line.y) {
            least = std::min(least, value);
            most = std::max(most, value);
        }
        look.series.push_back(std::move(line));
    }
    // The score as written and now.
    for (const Placed* at : {&m_.written, &m_.now})
        look.series.push_back({.color = theme.query,
                               .x = {static_cast<double>(at->offset(two.i, two.j))},
                               .y = {at->score(two.i, two.j)},
                               .mark = at == &m_.now ? Mark::disc : Mark::ring,
                               .mark_size = 6,
                               .read = false});
    look.y = round_axis(least, most);
    look.hovered = [this, &lines](int series, int point) {
        if (series > rope) return;
        const double x = series == rope ? lines.x[static_cast<size_t>(point)] : point - lines.end;
        hover_.note().offset = static_cast<int>(std::lround(x));
    };
    if (two.i != two.j) {
        Marker marker{.x = static_cast<double>(far), .color = theme.ink};
        marker.dragged = [this, &ui, far, two](double to) {
            const int later = std::max(two.i, two.j);
            ui.change_cell(gaps, 0, later,
                           m_.gaps[later] + (std::floor(to + 0.5) - far) * (far < 0 ? -1 : 1));
        };
        look.markers.push_back(std::move(marker));
    }
    Phrase words;
    if (hover_->offset && std::abs(*hover_->offset) <= lines.end) {
        const int at = *hover_->offset;
        words << "with the key " << std::abs(at) << (std::abs(at) == 1 ? " place " : " places ")
              << (at < 0 ? "before" : "after") << " the query: ";
        for (int one = 0; one < 3; ++one)
            words << (one > 0 ? ", " : "") << called[one] << " "
                  << Fixed{lines.at_offsets[one][static_cast<size_t>(at + lines.end)], 2};
    } else {
        words << "score against the offset; ring: as written, disc: now; q and k are "
              << (made_ ? "constructed" : "typed");
    }
    return column(2, plot(std::move(look)), paragraph(caption, theme.muted, words, 84));
}

// ---- What is given

Block Position::vectors(Ui& ui) const {
    const Theme& theme = ui.theme();
    const auto [i, j] = looked_at(ui);
    Blocks out;
    out.push_back(text(caption, theme.muted,
                       Phrase() << "q of " << name(i) << ", k of " << name(j) << ", before they turn"));
    for (const int parameter : {query, key}) {
        const bool is_key = parameter == key;
        const int word = is_key ? j : i;
        const Color color = is_key ? theme.key : theme.query;
        const char* letter = is_key ? "k" : "q";
        const auto from = static_cast<size_t>(word * width);
        MatrixLook look(letter, std::span(is_key ? m_.given_k : m_.given_q).subspan(from, width), 1, width,
                        color, version_);
        look.frame.row_labels.names.push_back(letter);
        look.frame.row_labels.color = color;
        look.cells.decimals = 1;
        look.size.fill = true;
        look.size.cell_height = 36;
        look.hand.parameter = parameter;
        look.hand.parameter_row = word;
        look.cells.ground_of = [this, color, paper = theme.paper](int, int t) -> std::optional<Color> {
            const bool lit = t == m_.first_of(pair_shown()) || t == m_.second_of(pair_shown());
            return mix(paper, color, lit ? 0.3f : 0.08f);
        };
        out.push_back(matrix(std::move(look)));
    }
    return column(6, std::move(out));
}

}  // namespace
}  // namespace explainer::position

namespace explainer {

extern const ExhibitType position_exhibit;
const ExhibitType position_exhibit = {
    "position",
    "Position: what moves with the words",
    "Shift a sentence or part it, and see which scores change: without places, with ALiBi, with RoPE.",
    position::parameters,
    position::starts,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<position::Position>()); },
    "line",
};

}  // namespace explainer

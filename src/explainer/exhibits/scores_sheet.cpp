// The sheet of the scores: where its parts stand, and what a hand does with them. See scores.h; what follows
// from the map is in scores_below.cpp.
#include <algorithm>
#include <cmath>
#include <utility>

#include "explainer/exhibits/scores.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/player.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer {

using figures::Block, figures::Entry, figures::Item, figures::MatrixLook, figures::MatrixPlace;

namespace {

constexpr float key_height = 136;  // of K and of Kᵀ
constexpr float map_height = 224;  // of Q and of the map
constexpr float name_height = 28;  // of what stands over a matrix
constexpr float label_height = 20;
constexpr float bracket_pad = 10, bracket_lip = 4;  // the matrix part's own, for what has no brackets
constexpr float side_gap = 28;                      // between Q and the map: an arrow
constexpr float least_cell = 28;

/// What a matrix is called, in a place of its own.
Block name_of(Color color, const char* name, const char* note) {
    return figures::drawing(name_height, [color, name, note](Ui& ui, Rect rect) {
        ui.text({rect.x, rect.y}, heading, color, name);
        const float x = rect.x + fonts::width(heading, name) + 10;
        ui.text({x, rect.y + (heading.size() - caption.size()) * baseline}, caption, ui.theme().muted,
                figures::shortened(caption, note, rect.right() - x));
    });
}

}  // namespace

void Scores::point_pair(int i, int j) const {
    hover_.note().map = {i, j};
    hover_.note().q = {i, -1};
    hover_.note().k_turned = {-1, j};
    hover_.note().key = j;
}

float Scores::turned_shown(Ui& ui) const {
    return ui.eased("turned", static_cast<float>(turned_));
}

Block Scores::sheet(Ui& ui) const {
    using namespace figures;
    Block main = by_width([this, &ui](float width) {
        if (width >= 800)
            return row({.gap = 32},
                       {Item(by_width([this, &ui](float left) { return wide_figure(ui, left); }), share(57)),
                        Item(weights(ui), share(43))});
        return width >= 560 ? wide_figure(ui, width) : narrow_figure(ui, width);
    });
    Block below = by_width([this, &ui](float width) {
        if (width >= 800)
            return row({.gap = 32}, {Item(terms(ui), share(57)), Item(before_and_after(ui), share(43))});
        return column(20, terms(ui), rule(), before_and_after(ui), rule(), weights(ui));
    });
    return column(12, example_head(ui, one_), player(ui), std::move(main), rule(), std::move(below), rule(),
                  row({.gap = 16}, {Item(padded(0, 12, 0, 0, text(body, ui.theme().muted, "try"))),
                                    Item(figures::presets(find_exhibit("scores")->presets), share())}));
}

Block Scores::player(Ui& ui) const {
    using namespace figures;
    PlayerLook look{.parameter = sweep, .action = play};
    const int chosen = ui.state().choice(pace);
    look.stride = chosen == 0 ? 1 : chosen == 1 ? one_.d : one_.m * one_.d;
    look.origin = chosen == 0 ? 0 : one_.m;
    look.stops.push_back({0, "Kᵀ"});
    for (int i = 0; i < one_.n; ++i) look.stops.push_back({step_at(i, 0, 1), one_.queries[at(i)]});
    look.sections = true;
    look.ends = false;
    look.shown = [this](int value) -> std::string {
        if (value <= one_.m) return Phrase() << value << " of " << one_.m << " turned";
        return Phrase() << "pair " << (value - one_.m - 1) / std::max(1, one_.d) + 1 << " of "
                        << one_.n * one_.m;
    };
    return figures::player(std::move(look));
}

Block Scores::walking(Ui& ui) const {
    using namespace figures;
    const std::string label(ui.state().parameter(pace).label);
    return at_least(
        480,
        [&ui, label] {
            return row({.gap = 12}, {Item(padded(0, 12, 0, 0, text(body, ui.theme().muted, label))),
                                     Item(choice(ui, pace), share()), Item(toggle(ui, cover))});
        },
        [&ui, label] {
            return column(0, text(caption, ui.theme().muted, label), choice(ui, pace), toggle(ui, cover));
        });
}

// ---------------------------------------------------------------- Matrices

/// Names beside rows; those of the numbered words are their numbers.
std::vector<std::string> Scores::names_of(std::vector<std::string> names) const {
    if (one_.data != Data::seeded) return names;
    for (size_t i = 0; i < names.size(); ++i) names[i] = std::to_string(i + 1);
    return names;
}

/// Of names on a narrow sheet, so that three or four numbers fit beside them.
float Scores::short_label() const {
    return one_.data == Data::seeded ? 10 : 34;
}

Block Scores::matrix_of_q(Ui& ui, bool buttons, float height) const {
    const Theme& theme = ui.theme();
    MatrixLook look("Q", one_.q, one_.n, one_.d, theme.query, version_);
    look.cells.decimals = decimals_q_;
    look.cells.leading_zero = decimals_q_ == 0;
    look.frame.brackets = true;
    look.frame.row_labels = {names_of(one_.queries), theme.query, query_, buttons};
    if (!buttons) look.frame.row_label_width = short_label();
    look.hand.row_pressed = [this, &ui](int i) { go(ui, i, key_, one_.d); };
    // One row is not as high as four.
    look.size.height = one_.n == 1 ? 0 : height;
    look.size.cell_height = height / 2;
    look.size.most_rows = one_.n == 1 ? 2 : 0;
    look.size.fill = true;
    look.size.most = 64;
    look.size.least = least_cell;
    look.marks.linked_row = query_;
    look.marks.pointed = hover_->q;
    if (hover_->q.row < 0 && !turning()) look.marks.pointed = {query_, terms_ - 1};
    look.cells.ground_of = [this, &theme](int i, int t) -> std::optional<Color> {
        if (i != query_ || turning()) return theme.paper;
        return mix(theme.paper, theme.query, depth(t, one_.d));
    };
    look.hand.hovered = [this](Entry entry) {
        hover_.note().q = hover_.note().from_q = entry;
        hover_.note().map = {entry.row, -1};
        if (entry.col >= 0) hover_.note().k_turned = {entry.col, -1};
    };
    if (one_.from_words)
        look.hand.pressed = [this, &ui](Entry entry) { go(ui, entry.row, key_, entry.col + 1); };
    else
        look.hand.parameter = example::q;
    return figures::matrix(std::move(look));
}

Block Scores::matrix_of_k(Ui& ui, bool short_names) const {
    const Theme& theme = ui.theme();
    MatrixLook look("K", one_.k, one_.m, one_.d, theme.key, version_);
    look.cells.decimals = decimals_k_;
    look.cells.leading_zero = decimals_k_ == 0;
    look.frame.brackets = true;
    look.frame.row_labels = {names_of(one_.keys), theme.key, turning() ? -1 : key_};
    if (short_names) look.frame.row_label_width = short_label();
    look.size.height = key_height;
    look.size.fill = true;
    look.size.most = 64;
    look.size.least = least_cell;
    look.marks.pointed = hover_->key >= 0 ? Entry{hover_->key, -1} : Entry{};
    look.cells.ground_of = [this, &theme](int j, int t) -> std::optional<Color> {
        if (turning()) return j < turned_ ? theme.paper : mix(theme.paper, theme.key, 0.2f);
        return j == key_ ? mix(theme.paper, theme.key, depth(t, one_.d)) : theme.paper;
    };
    look.hand.hovered = [this](Entry entry) {
        hover_.note().key = entry.row;
        hover_.note().from_k = entry;
        hover_.note().k_turned = {entry.col, entry.row};
    };
    if (!one_.from_words) look.hand.parameter = example::k;
    return figures::matrix(std::move(look));
}

/// Kᵀ: what has not turned yet is not there.
Block Scores::turned(Ui& ui) const {
    const Theme& theme = ui.theme();
    MatrixLook look("KT", turned_values_, one_.d, one_.m, theme.key, version_);
    look.cells.decimals = decimals_k_;
    look.cells.leading_zero = decimals_k_ == 0;
    look.frame.brackets = true;
    look.frame.col_labels = {one_.keys, theme.key, key_};
    look.frame.label_lines = 1;
    look.size.height = key_height;
    look.size.fill = true;
    look.size.least = least_cell;
    if (!turning()) look.marks.linked_col = key_;
    look.marks.pointed = hover_->k_turned;
    if (hover_->k_turned == Entry{} && !turning()) look.marks.pointed = {terms_ - 1, key_};
    look.cells.ground_of = [this, &theme](int t, int j) -> std::optional<Color> {
        if (turning()) return mix(theme.paper, theme.key, 0.2f);
        return j == key_ ? mix(theme.paper, theme.key, depth(t, one_.d)) : theme.paper;
    };
    look.marks.empty = [there = std::floor(turned_shown(ui) + 0.001f)](int, int j) {
        return static_cast<float>(j) >= there;
    };
    look.hand.hovered = [this](Entry entry) {
        hover_.note().k_turned = entry;
        hover_.note().key = entry.col;
        hover_.note().from_k = {entry.col, entry.row};
        hover_.note().map = {-1, entry.col};
        if (entry.row >= 0) hover_.note().q = {-1, entry.row};
    };
    look.hand.pressed = [this, &ui](Entry entry) { go(ui, query_, entry.col, entry.row + 1); };
    return figures::matrix(std::move(look));
}

/// All scores, the asking word's row outlined. `label_width` 0: rows have no names of their own.
Block Scores::map(Ui& ui, float label_width) const {
    const Theme& theme = ui.theme();
    MatrixLook look("map", shown_map_, one_.n, one_.m, theme.query, version_);
    look.cells.ground = figures::Ground::heat;
    look.cells.largest = largest_;
    look.cells.is_signed = true;
    look.cells.decimals = scaled_ ? decimals_divided_ : decimals_;
    look.cells.small = [this](int i, int j) {
        return scaled_ ? fixed(wide(score(i, j)), decimals_) : fixed(wide(divided(i, j)), decimals_divided_);
    };
    if (label_width > 0) {
        look.frame.row_labels = {one_.queries, theme.query, query_, true};
        look.frame.row_label_width = label_width;
        look.hand.row_pressed = [this, &ui](int i) { go(ui, i, key_, one_.d); };
    }
    look.size.height = one_.n == 1 ? 0 : map_height;
    look.size.cell_height = map_height / 2;
    look.size.most_rows = one_.n == 1 ? 2 : 0;
    look.size.fill = true;
    look.size.least = least_cell;
    look.frame.line = true;
    look.marks.selected_row = query_;
    if (!turning()) look.marks.selected = {query_, key_};
    look.marks.pointed = hover_->map;
    if (cover_) look.marks.reached = reached();
    look.frame.legend = true;
    look.frame.legend_name = scaled_ ? "score ÷ " + root() : "score";
    look.frame.legend_decimals = std::min(2, decimals_);
    look.hand.hovered = [this](Entry entry) {
        if (entry.col >= 0) return point_pair(entry.row, entry.col);
        hover_.note().map = hover_.note().q = {entry.row, -1};
    };
    look.hand.pressed = [this, &ui](Entry entry) { go(ui, entry.row, entry.col, one_.d); };
    return figures::matrix(std::move(look));
}

Block Scores::said(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    return column(2, cut_line(heading, theme.ink, headline()),
                  paragraph(strong, theme.query, result_line(), 66));
}

/// What is pointed at, in words: a pair, or a number of Q or K and what it came from.
Block Scores::reading(Ui& ui) const {
    using namespace figures;
    std::string words = "press a word, or any pair";
    const auto from_x = [&](const char* name, const std::string& word, Entry entry,
                            const std::vector<float>& of, int decimals) {
        if (!one_.from_words || entry.row < 0 || entry.col < 0) return;
        const char small[] = {static_cast<char>(name[0] - 'A' + 'a'), 0};
        words = Phrase() << small << subscript(entry.col + 1) << " of " << shortened(caption, word, 120)
                         << " = " << Fixed{wide(of[at(entry.row * one_.d + entry.col)]), decimals}
                         << ": its row of X times column " << entry.col + 1 << " of W_" << name;
    };
    if (hover_->map.row >= 0 && hover_->map.col >= 0) words = pair_line(hover_->map.row, hover_->map.col);
    if (const Entry e = hover_->from_q; e.row >= 0) from_x("Q", query_name(e.row), e, one_.q, decimals_q_);
    if (const Entry e = hover_->from_k; e.row >= 0) from_x("K", key_name(e.row), e, one_.k, decimals_k_);
    return paragraph(caption, ui.theme().muted, words, 75);
}

/// K and Kᵀ above, Q and the map below; rows and columns that meet stand in line.
Block Scores::wide_figure(Ui& ui, float width) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const float left = std::clamp(width * 0.38f, 196.0f, 240.0f);
    Block left_column = column(
        0, name_of(theme.key, "K", "a row a key"), space(label_height), matrix_of_k(ui, false), space(4),
        name_of(theme.query, "Q", "a row a word that asks"), matrix_of_q(ui, true, map_height));
    Block right_column =
        column(0, name_of(theme.key, "Kᵀ", "a column a key"), turned(ui), space(4), space(name_height),
               padded(bracket_pad, bracket_lip, bracket_pad, 0, map(ui, 0)));
    return over_all(column(8, said(ui),
                           row({.gap = side_gap}, {Item(std::move(left_column), pixels(left)),
                                                   Item(std::move(right_column), share())}),
                           reading(ui), walking(ui)));
}

/// Q and K side by side, Kᵀ right above the map.
Block Scores::narrow_figure(Ui& ui, float width) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    float longest = 0;
    for (const std::string& name : one_.queries) longest = std::max(longest, fonts::width(strong, name));
    const float label = std::min(std::ceil(longest), 44.0f);
    Block q = column(0, name_of(theme.query, "Q", "asks"), matrix_of_q(ui, false, key_height));
    Block k = column(0, name_of(theme.key, "K", "offers"), matrix_of_k(ui, true));
    Block given = width < 320 ? column(8, std::move(q), std::move(k))
                              : row({.gap = 12}, {Item(std::move(q), share()), Item(std::move(k), share())});
    Block product =
        column(0, name_of(theme.key, "Kᵀ", "a column a key"), padded(label + 20, 0, 0, 0, turned(ui)),
               space(24), padded(0, 0, bracket_pad, 0, map(ui, label)));
    return over_all(column(8, said(ui), std::move(given), std::move(product), reading(ui), walking(ui)));
}

/// The figure with what is drawn across it.
Block Scores::over_all(Block figure) const {
    return figures::column(0, std::move(figure), figures::drawing(0, [this](Ui& ui, Rect) {
                               draw_arrows(ui);
                               draw_turning(ui);
                           }));
}

void Scores::draw_arrows(Ui& ui) const {
    const MatrixPlace map = figures::place_of(ui, "map"), turned = figures::place_of(ui, "KT"),
                      q = figures::place_of(ui, "Q");
    if (turning() || map.rows == 0) return;
    const Theme& theme = ui.theme();
    if (turned.cols > 0) {
        const float x = turned.col(key_).centre().x;
        figures::arrow(ui, {x, turned.cells.bottom() + 7}, {x, map.cells.y - 4}, theme.key);
    }
    // (Not on a narrow sheet: Q stands elsewhere.)
    const float gap = map.cells.x - q.cells.right();
    if (q.rows > 0 && gap > 20) {
        const float y = map.row(query_).centre().y;
        figures::arrow(ui, {q.cells.right() + 12, y}, {map.cells.x - 5, y}, theme.query);
    }
}

/// Keys on their way: each cell of a row of K goes to its place in a column of Kᵀ.
void Scores::draw_turning(Ui& ui) const {
    const MatrixPlace k = figures::place_of(ui, "K"), turned = figures::place_of(ui, "KT");
    if (k.rows == 0 || turned.rows == 0) return;
    for (int j = 0; j < one_.m; ++j) {
        const float along = turned_shown(ui) - static_cast<float>(j);
        if (along <= 0.001f || along >= 0.999f) continue;
        for (int t = 0; t < one_.d; ++t) {
            if (!k.shows(j, t) || !turned.shows(t, j)) continue;
            const Point from = k.cell(j, t).centre(), to = turned.cell(t, j).centre();
            const Point here = from + (to - from) * along;
            const std::string number = fixed(wide(one_.k[at(j * one_.d + t)]), decimals_k_);
            const float half = fonts::width(strong, number) / 2 + 5;
            ui.painter().rectangle({here.x - half, here.y - 12, 2 * half, 24},
                                   mix(ui.theme().paper, ui.theme().key, 0.2f), 4);
            ui.text({here.x, here.y - fonts::line_height(strong) / 2}, strong, ui.theme().ink, number,
                    Align::centre);
        }
    }
}

}  // namespace explainer

// The sheet of the projection: where its parts stand, and what a hand does with them. See projection.h.
#include <algorithm>
#include <cmath>
#include <utility>

#include "explainer/exhibits/projection.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/player.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/figures/waterfall.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer {

using figures::Block, figures::Entry, figures::Item, figures::MatrixLook, figures::MatrixPlace;

namespace {

constexpr int given_of[] = {example::q, example::k, example::v};

constexpr float tall = 208;          // of all cells of a matrix: eight rows of 26
constexpr float least_cell = 31;     // of results: "−.14"
constexpr float upright_width = 36;  // of the row of X that stands beside a column
constexpr float arrow_room = 28;     // between weights and results
constexpr float beside_gap = 4;

}  // namespace

/// On a narrow sheet there is one product: that of the matrix which the keyboard is in, else the walk's.
int Projection::shown_role(const Ui& ui) const {
    for (int r = 0; r < 3; ++r) {
        if (ui.focused(weights_of[r])) return r;
    }
    return role_;
}

Block Projection::sheet(Ui& ui) const {
    using namespace figures;
    Block figure = by_width([this, &ui](float width) {
        Block words = width >= 800 ? wide_figure(ui, width) : narrow_figure(ui, width);
        if (one_.from_words) return words;
        return tallest(blocks(given(ui), std::move(words)));
    });
    Block below = by_width([this, &ui](float width) {
        const auto part = [this](Block words, Block given) {
            return one_.from_words ? std::move(words) : tallest(blocks(std::move(given), std::move(words)));
        };
        // (A narrow one has room for eight products on lines of their own.)
        const float waterfall_height = width < 400 ? 8 * 36 : 224;
        if (width >= 800)
            return row({.gap = 32},
                       {Item(part(sum_waterfall(ui, waterfall_height), given_hint(ui)), share(46)),
                        Item(three_roles(ui, false), share(24)),
                        Item(part(rows_added(ui), lengths(ui)), share(30))});
        if (width >= 560)
            return column(20, part(sum_waterfall(ui, waterfall_height), given_hint(ui)),
                          row({.gap = 32}, {Item(three_roles(ui, true), share()),
                                            Item(part(rows_added(ui), lengths(ui)), share())}));
        return column(20, three_roles(ui, true), part(sum_waterfall(ui, waterfall_height), given_hint(ui)),
                      part(rows_added(ui), lengths(ui)));
    });
    return column(12, head(ui), std::move(figure), rule(), std::move(below), rule(),
                  row({.gap = 16}, {Item(padded(0, 12, 0, 0, text(body, ui.theme().muted, "try"))),
                                    Item(figures::presets(find_exhibit("projection")->presets), share())}));
}

/// Example, where its numbers are from, player.
Block Projection::head(Ui& ui) const {
    using namespace figures;
    PlayerLook look{.parameter = term_number, .action = play};
    look.ends = false;
    if (one_.from_words) {
        const int a_cell = one_.width, a_word = (2 * one_.d + one_.dv) * one_.width;
        const int chosen = ui.state().choice(pace);
        look.stride = chosen == 0 ? 1 : chosen == 1 ? a_cell : a_word;
        for (int i = 0; i < one_.n; ++i) look.stops.push_back({i * a_word + 1, one_.queries[at(i)]});
        look.sections = true;
        look.shown = [this](int value) -> std::string {
            return Phrase() << "cell " << (value - 1) / std::max(1, one_.width) + 1 << " of " << cell_count();
        };
    } else {
        for (int j = 0; j < one_.m; ++j) look.stops.push_back({j + 1, one_.keys[at(j)]});
        look.shown = [this](int value) -> std::string {
            return Phrase() << "key " << value << " of " << one_.m;
        };
    }
    return column(4, example_head(ui, one_), figures::player(std::move(look)));
}

/// What is walked to, in words, and how the walk goes.
Block Projection::state_words(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const Role& role = roles[role_];
    const std::string value = fixed(wide(sums_[at(terms_)]), sum_decimals());
    return column(
        4, cut_line(heading, theme.ink, Phrase() << quoted(word_) << " " << role.says),
        cut_line(heading, color_of(theme, role_), result_name() + (complete() ? " = " : " so far ") + value),
        cut_line(caption, theme.muted,
                 Phrase() << "its row of X, column " << column_ + 1 << " of W_" << role.capital),
        space(4), walking(ui));
}

Block Projection::walking(Ui& ui) const {
    using namespace figures;
    return column(0, text(caption, ui.theme().muted, std::string(ui.state().parameter(pace).label)),
                  wrap(16, 0, blocks(choice(ui, pace), toggle(ui, cover))));
}

/// The same for a narrow place.
Block Projection::short_words(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const Role& role = roles[role_];
    return column(
        4, space(24), cut_line(strong, theme.ink, quoted(word_)), cut_line(caption, theme.ink, role.says),
        space(8),
        cut_line(caption, color_of(theme, role_), result_name() + (complete() ? " in full" : " so far")),
        cut_line(heading, color_of(theme, role_), fixed(wide(sums_[at(terms_)]), sum_decimals())),
        cut_line(caption, theme.muted, Phrase() << terms_ << " of " << one_.width << " terms"));
}

Block Projection::x_matrix(Ui& ui, bool scrolls) const {
    const Theme& theme = ui.theme();
    MatrixLook look("x", one_.x, one_.n, one_.width, theme.ink, version_);
    look.cells.decimals = decimals_x_;
    look.cells.leading_zero = decimals_x_ == 0;
    look.frame.brackets = true;
    look.frame.row_labels = {one_.queries, theme.query, word_, true};
    if (one_.data == Data::seeded) {
        for (size_t i = 0; i < look.frame.row_labels.names.size(); ++i)
            look.frame.row_labels.names[i] = std::to_string(i + 1);
    }
    look.size.height = tall;
    look.size.fill = true;
    look.size.most = 56;
    look.size.least = decimals_x_ > 0 ? 36 : 28;
    look.size.most_cols = scrolls ? 64 : 0;  // whatever the example, so that the height is the same
    look.marks.linked_row = word_;
    look.marks.selected = {word_, terms_ - 1};
    look.marks.pointed = hover_->x;
    look.cells.ground_of = [this, &theme](int i, int t) -> std::optional<Color> {
        if (i != word_) return theme.paper;
        return mix(theme.paper, theme.ink, t == terms_ - 1 ? 0.34f : 0.1f);
    };
    look.hand.parameter = example::x;
    look.hand.hovered = [this](Entry entry) {
        hover_.note().x = entry;
        if (entry.col >= 0) hover_.note().weights.fill({entry.col, -1});
        hover_.note().results.fill({entry.row, -1});
    };
    look.hand.row_pressed = [this, &ui](int word) { go(ui, word, role_, column_, terms_); };
    return figures::matrix(std::move(look));
}

/// The word's row of X, upright beside the column that it meets.
Block Projection::x_upright(Ui& ui, int role) const {
    if (role != role_ || !one_.from_words) return figures::space(0);
    const Theme& theme = ui.theme();
    const auto row = std::span(one_.x).subspan(at(word_ * one_.width), at(one_.width));
    MatrixLook look("upright", row, one_.width, 1, theme.ink, version_ * at(one_.n) + at(word_));
    look.cells.decimals = decimals_x_;
    look.cells.leading_zero = decimals_x_ == 0;
    look.cells.numbers = flight(ui) >= 1;
    look.size.height = tall;
    look.size.cell_width = upright_width;
    look.marks.linked_col = 0;
    look.marks.pointed = hover_->term >= 0 ? Entry{hover_->term, 0} : Entry{};
    look.cells.ground_of = [this, &theme](int t, int) -> std::optional<Color> {
        return mix(theme.paper, theme.ink, t == terms_ - 1 ? 0.34f : 0.1f);
    };
    Block name = figures::drawing(32, [&theme](Ui& u, Rect rect) {
        u.text({rect.centre().x, rect.y + 8}, strong, theme.ink, "x", Align::centre);
    });
    return figures::column(0, std::move(name), figures::matrix(std::move(look)));
}

Block Projection::weights_matrix(Ui& ui, int role) const {
    const Theme& theme = ui.theme();
    const Color color = color_of(theme, role);
    MatrixLook look(std::string("w") + roles[role].letter, weights(role), one_.width, columns(role), color,
                    version_);
    look.cells.decimals = decimals_w_[at(role)];
    look.cells.leading_zero = look.cells.decimals == 0;
    look.frame.brackets = true;
    look.frame.title = "W";
    look.frame.subscript = roles[role].capital;
    look.size.height = tall;
    look.size.fill = true;
    look.size.most = 72;
    look.size.least = 26;
    if (role == role_) look.marks.linked_col = column_;
    look.marks.pointed = hover_->weights[at(role)];
    look.cells.ground_of = [this, role, color, &theme](int i, int j) -> std::optional<Color> {
        const bool in_play = role == role_ && j == column_;
        return mix(theme.paper, color, !in_play ? 0.06f : i == terms_ - 1 ? 0.45f : 0.14f);
    };
    look.hand.parameter = weights_of[role];
    look.hand.hovered = [this, role](Entry entry) {
        hover_.note().weights[at(role)] = entry;
        hover_.note().x = {-1, entry.row};
        hover_.note().results[at(role)] = {-1, entry.col};
    };
    return figures::matrix(std::move(look));
}

void Projection::point_result(int role, Entry entry) const {
    hover_.note().results[at(role)] = entry;
    hover_.note().x = {entry.row, -1};
    hover_.note().weights[at(role)] = {-1, entry.col};
}

/// `given_row`: how high a row is where the numbers are given; 0: they are computed.
Block Projection::result_matrix(Ui& ui, int role, float given_row) const {
    const Theme& theme = ui.theme();
    const Color color = color_of(theme, role);
    MatrixLook look(roles[role].capital, results_[at(role)], rows(role), columns(role), color, version_);
    look.cells.decimals = decimals_[at(role)];
    look.cells.leading_zero = look.cells.decimals == 0;
    look.frame.brackets = true;
    look.frame.title = roles[role].capital;
    look.frame.note = roles[role].says;
    look.frame.title_place = figures::TitlePlace::below;
    look.size.height = tall;
    look.size.fill = true;
    look.size.most = 72;
    look.size.least = 26;
    look.marks.pointed = hover_->results[at(role)];
    const bool here = role == role_;
    if (here && one_.from_words) look.marks.selected = {word_, column_};
    look.cells.ground_of = [this, role, here, color, &theme](int i, int j) -> std::optional<Color> {
        if (i != row_of(role)) return theme.paper;
        return mix(theme.paper, color, here && j == column_ && one_.from_words ? 0.45f : 0.2f);
    };
    if (cover_) {
        look.marks.reached = word_ * columns(role) + (role < role_    ? columns(role)
                                                      : role == role_ ? column_ + 1
                                                                      : 0);
    }
    look.hand.hovered = [this, role](Entry entry) { point_result(role, entry); };
    if (given_row > 0) {
        const bool beside = given_row > 100;
        look.size.height = role == 0 ? 0 : 3 * given_row;
        look.size.cell_height = given_row;
        // (Beside the others the name of Q stands on their line.)
        if (role == 0) look.size.most_rows = beside ? 3 : 1;
        look.size.most = 110;
        look.hand.parameter = given_of[role];
        look.frame.row_labels = {role == 0 ? one_.queries : one_.keys, color};
        if (role == 2) {
            for (int j = 0; j < one_.m; ++j) look.frame.row_labels.names[at(j)] = "v" + subscript(j + 1);
        }
        if (role > 0) {
            look.frame.row_labels.buttons = true;
            look.frame.row_labels.bold = word_;
            look.hand.row_pressed = [&ui](int j) { ui.step(term_number, j + 1); };
        }
    } else {
        look.hand.pressed = [this, role, &ui](Entry entry) {
            go(ui, entry.row, role, entry.col, one_.width);
        };
    }
    return figures::matrix(std::move(look));
}

constexpr float top_height = 28 + 4 + tall + 4;  // of weights with their title

/// In the room over X that the arrows take elsewhere.
Block Projection::x_title() {
    return figures::drawing(arrow_room, [](Ui& u, Rect rect) {
        u.text({rect.x, rect.y}, heading, u.theme().ink, "X");
        u.text({rect.x + 22, rect.y + (heading.size() - caption.size()) * baseline}, caption, u.theme().muted,
               "one row a word");
    });
}

Block Projection::wide_figure(Ui& ui, float width) const {
    using namespace figures;
    Items items;
    items.emplace_back(column(0, reserved(top_height, one_.from_words ? state_words(ui) : space(0)),
                              x_title(), x_matrix(ui, width < 1180)),
                       share(30));
    for (int r = 0; r < 3; ++r) {
        Block weights = row({.gap = beside_gap}, {Item(x_upright(ui, r), pixels(upright_width)),
                                                  Item(weights_matrix(ui, r), share())});
        items.emplace_back(column(0, reserved(top_height, std::move(weights)), space(arrow_room),
                                  padded(upright_width + beside_gap, 0, 0, 0, result_matrix(ui, r))),
                           share(23));
    }
    return over_all(
        column(8, row({.gap = 8}, std::move(items)), paragraph(caption, ui.theme().muted, reading(), 69)));
}

/// One product at a time; the three roles below choose which.
Block Projection::narrow_figure(Ui& ui, float width) const {
    using namespace figures;
    const int r = shown_role(ui);
    const float cells = std::clamp((width * 0.42f - 20) / 4, least_cell, 56.0f);
    const bool roomy = width >= 560;

    const float right = 20 + static_cast<float>(std::max(3, columns(r))) * cells;
    Block said = !one_.from_words ? space(0) : roomy ? state_words(ui) : short_words(ui);
    Block top = row({.gap = beside_gap},
                    {Item(std::move(said), share()), Item(x_upright(ui, r), pixels(upright_width)),
                     Item(weights_matrix(ui, r), pixels(right))});
    Block bottom =
        row({.gap = beside_gap}, {Item(column(0, x_title(), x_matrix(ui, width < 640)), share()),
                                  Item(column(0, space(arrow_room), result_matrix(ui, r)), pixels(right))});
    Block figure = over_all(column(8, column(0, reserved(top_height, std::move(top)), std::move(bottom)),
                                   paragraph(caption, ui.theme().muted, reading(), 69)));
    return roomy ? std::move(figure) : column(4, walking(ui), std::move(figure));
}

/// Q, K and V as they are given: there is nothing to multiply.
Block Projection::given(Ui& ui) const {
    using namespace figures;
    // Beside each other they are as high as the figures with weights are; where that would leave no room for
    // their columns, they stand below each other.
    Block matrices = at_least(
        560,
        [this, &ui] {
            Items items;
            for (int r = 0; r < 3; ++r) items.emplace_back(result_matrix(ui, r, 148), share());
            return row({.gap = 16}, std::move(items));
        },
        [this, &ui] {
            Blocks list;
            for (int r = 0; r < 3; ++r) list.push_back(result_matrix(ui, r, 52));
            return column(12, std::move(list));
        });
    return column(12,
                  paragraph(body, ui.theme().ink,
                            "This example begins after projection: Q, K and V are given. There are no words, "
                            "no X and no weights to multiply."),
                  std::move(matrices));
}

Block Projection::given_hint(Ui& ui) {
    using namespace figures;
    const Theme& theme = ui.theme();
    return column(
        12, text(strong, theme.ink, "given, not computed"),
        paragraph(body, theme.muted,
                  "Dotted numbers can be typed over, or dragged sideways. Press a key to see its vectors as "
                  "bars."));
}

Block Projection::lengths(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    std::vector<Fact> list;
    for (int r = 0; r < 3; ++r)
        list.push_back({"length of " + std::string(roles[r].letter), fixed(wide(length_[at(r)]), 3),
                        color_of(theme, r)});
    return column(12, text(strong, theme.ink, "how long they are"), facts(theme, 1, std::move(list)));
}

std::string Projection::reading() const {
    if (!one_.from_words) return {};
    for (int r = 0; r < 3; ++r) {
        const Entry e = hover_->results[at(r)];
        if (e.row < 0 || e.col < 0) continue;
        const std::string name = roles[r].letter + subscript(e.col + 1);
        // (A long word is cut, not what is said of it.)
        Phrase said;
        said << name << " of " << figures::shortened(caption, quoted(e.row), 120);
        if (told(r, e.row, e.col))
            said << " = " << Fixed{wide(values_of(r)[at(e.row * columns(r) + e.col)]), decimals_[at(r)]};
        return said << ": its row of X times column " << e.col + 1 << " of W_" << roles[r].capital;
    }
    return "press a word or a number of Q, K, V; dotted numbers can be typed over";
}

/// The figure with what is drawn across it: arrows, and the row that turns upright.
Block Projection::over_all(Block figure) const {
    return figures::column(0, std::move(figure), figures::drawing(0, [this](Ui& ui, Rect) {
                               if (!one_.from_words) return;
                               for (int r = 0; r < 3; ++r) draw_arrow(ui, r);
                               draw_flight(ui);
                           }));
}

void Projection::draw_arrow(Ui& ui, int role) const {
    const MatrixPlace from = figures::place_of(ui, std::string("w") + roles[role].letter),
                      to = figures::place_of(ui, roles[role].capital);
    if (from.cols == 0 || to.cols == 0) return;
    const Color color = color_of(ui.theme(), role);
    const bool here = role == role_ && from.shows(from.first_row, column_);
    const float x = here ? from.col(column_).centre().x : from.cells.centre().x;
    figures::arrow(ui, {x, from.cells.bottom() + 8}, {x, to.cells.y - 8}, here ? color : color.faded(0.4f),
                   here ? 2.5f : 2.0f);
}

/// How far the row of X has turned upright: 1 when it stands. A walk to another word or matrix sends it anew.
float Projection::flight(Ui& ui) const {
    struct Flights {
        int to;  // the number that the last one went to
        int count = 0;
    };
    if (!ui.painting()) return 1;
    const int to = word_ * 3 + role_;
    Flights& flights = ui.kept("flights", Flights{to});
    if (std::exchange(flights.to, to) != to) ++flights.count;
    const auto count = static_cast<float>(flights.count);
    return 1 - std::clamp(count - ui.eased("flight", count), 0.0f, 1.0f);
}

void Projection::draw_flight(Ui& ui) const {
    const float t = flight(ui);
    const MatrixPlace rows = figures::place_of(ui, "x"), upright = figures::place_of(ui, "upright");
    if (t >= 1 || upright.rows == 0 || rows.rows == 0) return;
    for (int i = 0; i < one_.width; ++i) {
        if (!rows.shows(word_, i)) continue;
        const Point from = rows.cell(word_, i).centre(), to = upright.cell(i, 0).centre();
        const Point middle = from + (to - from) * t;
        const std::string number = fixed(wide(x(word_, i)), decimals_x_);
        const float half = fonts::width(strong, number) / 2 + 4;
        ui.painter().rectangle({middle.x - half, middle.y - 11, 2 * half, 22}, ui.theme().raised, 4);
        ui.text({middle.x, middle.y - fonts::line_height(strong) / 2}, strong, ui.theme().ink, number,
                Align::centre);
    }
}

}  // namespace explainer

// The sheet of the position exhibit: where its parts stand, and what a hand does with them. See position.h.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "explainer/exhibits/floats.h"
#include "explainer/exhibits/position.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/labels.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/plot.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/phrase.h"

namespace explainer::position {

using figures::Block, figures::Entry, figures::Item, figures::MatrixLook, figures::MatrixPlace;

namespace {

constexpr float name_line = 20;
constexpr float fall = 98;       // from a word as written to where it is now
constexpr float edge = 20;       // of the ruler, for half a word
constexpr float tremble = 4;     // a press that moved less asks for the native input
constexpr float dial_text = 74;  // under a dial

struct Move {
    const char* label;
    int all, sat;
};
constexpr Move moves[] = {{"as written", 0, 0}, {"all +3", 3, 0}, {"all +3, sat +5", 3, 5}};

const char* name(int word) {
    return names[static_cast<size_t>(word)];
}

[[gnu::noinline]] void add(std::vector<figures::Run>& runs, Phrase& text, Color color, bool bold = false) {
    runs.push_back({text, color, bold});
}

/// The point so far from a centre, at an angle (counter-clockwise, 0 is right).
[[gnu::noinline]] Point around(Point centre, float angle, float far) {
    return {centre.x + far * std::cos(angle), centre.y - far * std::sin(angle)};
}

/// With room for a blank beside it.
bool put_name(Ui& ui, figures::Labels& labels, Point at, Type type, Color color, const char* name) {
    const bool put = labels.put_at(ui, at, type, color, name);
    if (put) labels.take(labels.last().inset(-2));
    return put;
}

std::string with_sign(double value, int decimals) {
    return (value > 0 ? "+" : "") + fixed(value, decimals);
}

}  // namespace

Block Position::sheet(Ui& ui) const {
    using namespace figures;
    Block body = by_width([this, &ui](float width) {
        const bool is_wide = width >= 680;
        Block places = drawing(is_wide ? fall + 80 : fall + 140,
                               [this, is_wide](Ui& ui, Rect rect) { draw_ruler(ui, rect, is_wide); });
        Block parts = parts_of_score(ui, is_wide), given = numbers(ui), curve = plot(ui, is_wide);
        if (!is_wide)
            return column(12, std::move(places), map(ui), rule(), std::move(parts), std::move(given), rule(),
                          std::move(curve));
        return column(12, std::move(places),
                      row({.gap = 32}, {Item(column(12, map(ui), std::move(given)), share(43)),
                                        Item(column(12, std::move(parts), std::move(curve)), share(57))}));
    });
    return column(8, head_row(ui), std::move(body), rule(),
                  figures::presets(find_exhibit("position")->presets));
}

/// Whom the sheet shows: the pair under the pointer, the row that is typed in, else the chosen one.
Position::Shown Position::looked_at(Ui& ui) const {
    const bool pair = hover_->cell.row >= 0 && hover_->cell.col >= 0;
    Shown out = pair ? Shown{hover_->cell.row, hover_->cell.col} : Shown{asks_, answers_};
    if (const auto cell = ui.focused_cell(query)) out.i = cell->row;
    if (const auto cell = ui.focused_cell(key)) out.j = cell->row;
    return out;
}

Color Position::color_of(Ui& ui, int word, Color otherwise) const {
    const Shown two = looked_at(ui);
    return word == two.i ? ui.theme().query : word == two.j ? ui.theme().key : otherwise;
}

/// The place of a word, which it may still be on its way to.
float Position::stands(Ui& ui, int word) const {
    return ui.eased(Phrase() << "place" << word, static_cast<float>(now_.places[word]));
}

Block Position::head_row(Ui& ui) const {
    using namespace figures;
    Blocks parts;
    for (const Move& move : moves) {
        parts.push_back(button(move.label, move.label, [&move](Ui& ui) {
            for (int i = 0; i < words; ++i)
                ui.change_cell(gaps, 0, i, i == 0 ? move.all : i == 2 ? move.sat : 0);
            ui.step(walk, 0);
        }));
    }
    parts.push_back(action(ui, play));
    return wrap(32, 0, blocks(choice(ui, scheme), wrap(8, 0, std::move(parts))));
}

// ---------------------------------------------------------------- The ruler

void Position::draw_ruler(Ui& ui, Rect rect, bool is_wide) const {
    const Shown two = looked_at(ui);
    const Theme& theme = ui.theme();
    Painter& painter = ui.painter();
    ui.text({rect.right(), rect.y}, caption, theme.muted, "drag a word, tap it to type its gap",
            Align::right);
    const float lines = is_wide ? 1 : 2;
    const float top = rect.y + name_line * (lines + (is_wide ? 0 : 1)) + 4, ground = top + fall;
    const float left = rect.x + edge, right = rect.right() - edge;

    // The ruler's end changes between drags only: under the hand a place stays where it is.
    const int last = now_.places[words - 1];
    int end = 16;
    while (last > end - 2) end *= 2;
    float& ends_at = ui.kept("ruler", static_cast<float>(end));
    int& taken = ui.kept("taken word", -1);
    const Rect band{rect.x, ground - 22, rect.width, 44};
    const PointerState pointer = ui.area("ruler", band, Grip::horizontal);
    if (!pointer.held) ends_at = static_cast<float>(end);
    const float unit = (right - left) / ends_at;
    float x[words];
    int nearest = -1;
    float near = 30;
    ui.place_parameter(gaps, band);
    ui.place_parameter(walk, band);
    for (int i = 0; i < words; ++i) {
        x[i] = left + unit * stands(ui, i);
        ui.place_cell(gaps, 0, i, {x[i] - 22, ground - 22, 44, 44});
        if (const float far = std::fabs(x[i] - pointer.position.x); far <= near) {
            near = far;
            nearest = i;
        }
    }
    if (pointer.pressed) taken = nearest;
    const int word = pointer.held || pointer.clicked ? taken : pointer.hovered ? nearest : -1;
    if (word >= 0) {
        hover_.note().cell = {word, -1};
        const bool moved = length(pointer.position - pointer.origin) >= tremble;
        if (pointer.clicked && !moved) ui.request_focus(gaps, 0, word);
        if (pointer.held) {
            const float to = ui.carried(pointer, {x[word], ground}).x;
            const int before = now_.places[word] - gaps_[word];
            const float gap = std::floor((to - left) / unit + 0.5f) - static_cast<float>(before);
            const float most = static_cast<float>(gaps_[word] - last) + ends_at;
            if (pointer.dragging && moved) {
                if (word == 0) ui.change(walk, 0);
                ui.change_cell(gaps, 0, word, wide(std::min(gap, most)));
            }
        }
    }

    // Words keep off each other: those that are looked at first, the others where there is room.
    figures::Labels labels(rect);
    painter.line({left, top}, {right, top}, figures::grid_color(theme), 1);
    painter.line({left, ground}, {right, ground}, theme.line, 1.5f);
    figures::tick_row(ui, {left, ground, right - left, 10}, {0, wide(ends_at)}, edge);
    const auto gap_from = [&](int i) {
        return std::max(left, left + unit * (static_cast<float>(now_.places[i] - gaps_[i]) - 0.5f));
    };
    for (int i = 0; i < words; ++i) {
        if (gaps_[i] > 0)
            painter.rectangle({gap_from(i), ground - 5, x[i] - unit / 2 - gap_from(i), 10},
                              mix(theme.paper, theme.line, 0.35f), 0);
    }
    for (const bool lit : {false, true}) {
        for (int i = 0; i < words; ++i) {
            if (lit != (i == two.i || i == two.j)) continue;
            const float from = left + unit * static_cast<float>(i);
            Point way[25];
            for (int s = 0; s <= 24; ++s) {
                const float t = static_cast<float>(s) / 24;
                way[s] = {from + (x[i] - from) * t * t * (3 - 2 * t),
                          top + (fall - figures::handle_radius) * t};
            }
            painter.polyline(way, color_of(ui, i, mix(theme.paper, theme.line, 0.6f)), lit ? 2.5f : 1.25f,
                             false);
            painter.disc({from, top}, 4, color_of(ui, i, theme.muted));
        }
    }
    for (const bool lit : {true, false}) {
        for (int i = 0; i < words; ++i) {
            if (lit != (i == two.i || i == two.j)) continue;
            const float from = left + unit * static_cast<float>(i);
            for (float line = 0; line < lines; ++line) {
                if (put_name(ui, labels, {from, top - 15 - name_line * line}, body, theme.muted, name(i)))
                    break;
            }
            for (float line = 0; line < lines; ++line) {
                if (put_name(ui, labels, {x[i], ground + 44 + name_line * line}, {15, lit},
                             color_of(ui, i, theme.ink), name(i)))
                    break;
            }
        }
    }
    for (int i = 0; i < words; ++i) {
        if (gaps_[i] > 0)
            labels.put_at(ui, {(gap_from(i) + x[i] - unit / 2) / 2, ground - 20}, strong, theme.ink,
                          "+" + std::to_string(gaps_[i]), true);
        figures::handle(ui, {x[i], ground}, color_of(ui, i, theme.ink), false,
                        {i == word, i == word && pointer.held,
                         ui.focused_cell(gaps) == MatrixCell{0, i} || (i == 0 && ui.focused(walk))});
    }
}

// ---------------------------------------------------------------- The map

Block Position::map(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    MatrixLook look("map", now_.scores, words, words, theme.query, version_);
    look.cells.ground = Ground::heat;
    look.cells.largest = 3;
    for (const float one : now_.scores)
        look.cells.largest = std::max(look.cells.largest, std::ceil(std::fabs(one)));
    look.cells.is_signed = true;
    look.cells.decimals = 1;
    look.cells.small = [this](int i, int j) -> std::string {
        return changes(i, j) ? with_sign(score(now_, i, j) - score(written_, i, j), 1) : "=";
    };
    look.frame.row_labels.names = {names.begin(), names.end()};
    look.frame.row_labels.color = theme.query;
    look.frame.col_labels.names = look.frame.row_labels.names;
    look.frame.col_labels.color = theme.key;
    look.frame.label_lines = 1;
    look.size.fill = true;
    look.size.cell_height = 46;
    look.marks.selected = {asks_, answers_};
    look.marks.pointed = hover_->cell;
    look.hand.row_parameter = asks;
    look.hand.col_parameter = answers;
    look.frame.legend = true;
    look.frame.legend_name = "score ÷ √8, small: change";
    look.hand.hovered = [this](Entry entry) { hover_.note().cell = entry; };
    look.frame.over = [this](Ui& ui, const MatrixPlace& place) {
        // What moved together.
        for (int i = 0, end = 0; changed_ > 0 && i < words; i = end) {
            for (end = i + 1; end < words && gaps_[end] == 0;) ++end;
            Rect box = place.cell(i, i);
            box.width *= static_cast<float>(end - i);
            box.height *= static_cast<float>(end - i);
            ui.painter().outline(box, ui.theme().ink, 1.5f, 0);
        }
    };
    const bool parted = std::any_of(std::begin(gaps_) + 1, std::end(gaps_), [](int gap) { return gap > 0; });
    const char* framed = scheme_ == none ? "No place is in q·k: nothing changes."
                         : changed_ > 0  ? "Framed: same offset, same score (but for float32’s rounding)."
                         : parted        ? "Offsets change, but no score does."
                                         : "Every offset is as written: nothing changes.";
    return column(8, text(heading, theme.ink, changed_ > 0 ? "new offset, new score" : "no score changes"),
                  figures::matrix(std::move(look)), paragraph(body, theme.ink, framed, 61));
}

// ---------------------------------------------------------------- One score and its parts

Block Position::parts_of_score(Ui& ui, bool is_wide) const {
    const Shown two = looked_at(ui);
    using namespace figures;
    const Theme& theme = ui.theme();
    const int p = pair_shown(), apart = distance(now_, two.i, two.j), a = first_of(p), b = second_of(p);
    const float* q = now_.q.data() + two.i * width;
    const float* k = now_.k.data() + two.j * width;
    Phrase sum, rest;
    for (int one = 0; one < pair_count; ++one) {
        const double part = wide(part_of(now_, two.i, two.j, one));
        const bool minus = fixed(part, 2).starts_with("−");  // as it shows: −0.001 is 0.00
        sum << (one == 0 ? minus ? "−" : "" : minus ? " − " : " + ") << Fixed{std::fabs(part), 2};
    }
    if (scheme_ == alibi) sum << " − " << Shortest{wide(slope_)} << " · " << apart;
    rest << "; as written " << Fixed{score(written_, two.i, two.j), 2} << "; pair " << name_of(p) << ": ("
         << Fixed{wide(q[a]), 2} << " · " << Fixed{wide(k[a]), 2} << " + " << Fixed{wide(q[b]), 2} << " · "
         << Fixed{wide(k[b]), 2} << ") ÷ √8 = " << Fixed{wide(part_of(now_, two.i, two.j, p)), 2};
    std::vector<Run> said, title;
    add(said, sum << " = ", theme.ink);
    add(said, Phrase() << Fixed{score(now_, two.i, two.j), 2}, theme.query, true);
    add(said, rest, theme.muted);
    add(title, Phrase() << name(two.i), theme.query);
    add(title, Phrase() << " asks ", theme.ink);
    add(title, Phrase() << name(two.j), theme.key);
    add(title, Phrase() << ", " << where(two.i, two.j), theme.ink);
    return column(8, paragraph(heading, std::move(title), 34),
                  drawing(is_wide ? 204.0f : 158.0f, [this](Ui& ui, Rect rect) { draw_dials(ui, rect); }),
                  paragraph(body, std::move(said), 115));
}

void Position::draw_dials(Ui& ui, Rect rect) const {
    const Shown two = looked_at(ui);
    const Theme& theme = ui.theme();
    Painter& painter = ui.painter();
    const Color faint = figures::grid_color(theme);
    float longest = 1e-6f;
    for (int p = 0; p < pair_count; ++p) {
        for (const float* v : {q_.data() + two.i * width, k_.data() + two.j * width})
            longest = std::max(longest, std::hypot(v[first_of(p)], v[second_of(p)]));
    }
    const float step = rect.width / pair_count, radius = std::min(step, rect.height - dial_text) / 2 - 9;
    ui.place_parameter(pair, rect);
    for (int p = 0; p < pair_count; ++p) {
        const Rect box{rect.x + step * static_cast<float>(p), rect.y, step, rect.height};
        const PointerState pointer = ui.area(Phrase() << "dial" << p, box, Grip::press);
        if (pointer.hovered) hover_.note().pair = p;
        if (pointer.clicked) ui.change(pair, p + 1);
        if (p == pair_shown()) {
            painter.rectangle(box, figures::band_color(theme), 6);
            if (ui.focused(pair)) ui.focus_ring(box.inset(3));
        }
        const Point centre{box.centre().x, rect.y + radius + 9};
        painter.ring(centre, radius, faint, 1);
        for (const Point arm : {Point{radius, 0}, Point{0, radius}})
            painter.line(centre - arm, centre + arm, faint, 1);
        Point letters[2];
        for (const bool is_key : {true, false}) {
            const int word = is_key ? two.j : two.i;
            const Color color = is_key ? theme.key : theme.query;
            const float* v = (is_key ? now_.k : now_.q).data() + word * width;
            const float a = v[first_of(p)], b = v[second_of(p)];
            const float size = std::hypot(a, b) / longest * (radius - 8);
            // A word on its way is between places, and so is its arrow.
            const float turn = static_cast<float>(turn_[p]), place = stands(ui, word);
            const float turned = turn * (place - static_cast<float>(word));
            const float angle = std::atan2(b, a) + turn * (place - static_cast<float>(now_.places[word]));
            if (size > 4 && turned > 0.02f) {
                painter.line(centre, around(centre, angle - turned, size), color.faded(0.35f), 1.5f);
                figures::arc(ui, centre, size, angle, angle - std::min(turned, 6.2832f), color.faded(0.5f));
            }
            figures::arrow(ui, centre, around(centre, angle, size), color);
            letters[is_key] = around(centre, angle, size + 9);
        }
        // The letters keep off each other.
        if (length(letters[0] - letters[1]) < 13) {
            const float lift = letters[0].y < letters[1].y ? 7.5f : -7.5f;
            const Point middle = (letters[0] + letters[1]) * 0.5f;
            letters[0] = middle - Point{0, lift};
            letters[1] = middle + Point{0, lift};
        }
        for (const int is_key : {1, 0})
            ui.text({letters[is_key].x, letters[is_key].y - 9}, strong, is_key ? theme.key : theme.query,
                    is_key ? "k" : "q", Align::centre);
        const float y = rect.bottom() - dial_text + 4, turns = static_cast<float>(degrees(p));
        ui.text({centre.x, y}, strong, theme.ink, name_of(p), Align::centre);
        ui.text({centre.x, y + 20}, caption, theme.muted,
                Phrase() << Fixed{wide(turns), turns == 0     ? 0
                                               : turns < 0.1f ? 3
                                               : turns < 1    ? 2
                                                              : 1}
                         << (step > 100 ? "° a place" : "°"),
                Align::centre);
        ui.text({centre.x, y + 38}, heading, theme.ink, with_sign(wide(part_of(now_, two.i, two.j, p)), 2),
                Align::centre);
    }
}

/// What is given: q and k of the two words, and how fast places count.
Block Position::numbers(Ui& ui) const {
    const Shown two = looked_at(ui);
    using namespace figures;
    const Theme& theme = ui.theme();
    Blocks out;
    out.push_back(
        text(caption, theme.muted,
             Phrase() << "q of " << name(two.i) << ", k of " << name(two.j)
                      << (made_ ? ", before they turn: constructed" : ", before they turn: typed")));
    for (const int parameter : {query, key}) {
        const bool is_key = parameter == key;
        const int word = is_key ? two.j : two.i;
        const Color color = is_key ? theme.key : theme.query;
        const char* letter = is_key ? "k" : "q";
        MatrixLook look(letter, std::span(is_key ? k_ : q_).subspan(static_cast<size_t>(word * width), width),
                        1, width, color, version_);
        look.frame.row_labels.names.push_back(letter);
        look.frame.row_labels.color = color;
        look.cells.decimals = 1;
        look.size.fill = true;
        look.size.cell_height = 36;
        look.hand.parameter = parameter;
        look.hand.parameter_row = word;
        look.cells.ground_of = [this, color, paper = theme.paper](int, int t) -> std::optional<Color> {
            const bool lit = t == first_of(pair_shown()) || t == second_of(pair_shown());
            return mix(paper, color, lit ? 0.3f : 0.08f);
        };
        out.push_back(figures::matrix(std::move(look)));
    }
    SliderLook look{theme.query, 84, 72};
    if (scheme_ == alibi) look.label = Phrase() << "m = 1/" << static_cast<int>(1 / slope_);
    out.push_back(scheme_ == none ? space(row_height)
                                  : slider(scheme_ == alibi ? head : base, std::move(look)));
    return column(6, std::move(out));
}

// ---------------------------------------------------------------- Against distance

Block Position::plot(Ui& ui, bool is_wide) const {
    const Shown two = looked_at(ui);
    using namespace figures;
    const Theme& theme = ui.theme();
    const Curves& lines = curves_.of({version_, two.i, two.j}, [&] { return curves(two.i, two.j); });
    PlotLook look;
    look.id = "curve";
    look.x.from = -lines.end;
    look.x.to = lines.end;
    look.x_name = is_wide ? "places from the query to the key: before − , after +" : "key before −, after +";
    look.y_name = "score against the offset";
    look.height = is_wide ? 264 : 176;
    look.legend = false;
    double least = 0, most = 0;
    std::vector<double> x;
    for (int d = -lines.end; d <= lines.end; ++d) x.push_back(d);
    const int chosen = std::min<int>(scheme_, rope), far = offset(now_, two.i, two.j);
    // The three, RoPE between places too, then the score as written and now.
    for (int one = 0; one < 6; ++one) {
        Series line;
        const int of = std::min(one, 2);
        line.color = of == chosen || one > 3 ? theme.query : of == alibi ? theme.ink : theme.muted;
        line.thickness = of == chosen ? 2.5f : 1.25f;
        line.read = one < 3;
        if (one < 3) {
            constexpr const char* called[] = {"none", "ALiBi", "RoPE"};
            line.name = line.end = called[one];
            line.x = x;
            line.y = lines.at_offsets[one];
            line.line = one != rope;
            line.dashes = one == none;
            for (const double value : line.y) {
                least = std::min(least, value);
                most = std::max(most, value);
            }
        } else if (one == 3) {
            line.x = lines.x;
            line.y = lines.between;
        } else {
            const Placed& at = one == 4 ? written_ : now_;
            line.x.push_back(offset(at, two.i, two.j));
            line.y.push_back(score(at, two.i, two.j));
            line.mark = one == 4 ? Mark::ring : Mark::disc;
            line.mark_size = 3.5f;
            line.selected = 0;
        }
        look.series.push_back(std::move(line));
    }
    look.y = round_axis(least, most);
    if (two.i != two.j) {
        Marker marker;
        marker.x = far;
        marker.color = theme.ink;
        marker.dragged = [this, &ui, far, two](double to) {
            const int later = std::max(two.i, two.j);
            ui.change_cell(gaps, 0, later, gaps_[later] + (std::floor(to + 0.5) - far) * (far < 0 ? -1 : 1));
        };
        look.markers.push_back(std::move(marker));
    }
    return column(6, figures::plot(std::move(look)),
                  paragraph(caption, theme.muted, both_sides(two.i, two.j), 100));
}

}  // namespace explainer::position

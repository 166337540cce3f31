// The sheet of the position exhibit: where its parts stand, and what a hand does with them. See position.h.
#include <algorithm>
#include <cmath>
#include <utility>

#include "explainer/exhibits/floats.h"
#include "explainer/exhibits/position.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/plot.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/phrase.h"

namespace explainer::position {

using figures::Block, figures::Entry, figures::Item, figures::MatrixLook, figures::MatrixPlace;

namespace {

constexpr float name_line = 20;
constexpr float fall = 72;       // from a word as written to where it is now
constexpr float edge = 20;       // of the ruler, for half a word
constexpr float tremble = 4;     // a press that moved less asks for the native input
constexpr float dial_text = 74;  // under a dial

/// A place that is kept for what plays no role now.
Block kept_free(Block part) {
    return figures::drawing([part = std::move(part)](float width) { return part->measure(width); },
                            [](Ui&, Rect) {});
}
Block only_if(bool shown, Block part) {
    return shown ? std::move(part) : kept_free(std::move(part));
}

size_t at(int i) {
    return static_cast<size_t>(i);
}

struct Move {
    const char* label;
    int shift, sat;
};
constexpr std::array moves = {Move{"as written", 0, 0}, Move{"all +3", 3, 0}, Move{"all +3, sat +5", 3, 5}};

std::string with_sign(float value, int decimals) {
    const std::string text = shown(value, decimals);
    return value > 0 ? "+" + text : text;
}

}  // namespace

Block Position::sheet(Ui& ui) {
    using namespace figures;
    look_at(ui);
    return column(
        12, head_row(ui), ruler(ui),
        at_least(
            680,
            [this, &ui] {
                return row({.gap = 32}, {Item(column(16, map(ui), numbers(ui)), share(43)),
                                         Item(column(12, parts_of_score(ui), plot(ui, 264)), share(57))});
            },
            [this, &ui] {
                return column(16, map(ui), rule(), parts_of_score(ui), numbers(ui), rule(), plot(ui, 176));
            }),
        rule(), figures::presets(find_exhibit("position")->presets));
}

/// Whom the sheet shows: the pair under the pointer, the row that is typed in, else the chosen one.
void Position::look_at(Ui& ui) {
    linked_ = std::exchange(pointed_, {});
    linked_pair_ = std::exchange(pointed_pair_, -1);
    i_ = asks_;
    j_ = answers_;
    if (linked_.row >= 0 && linked_.col >= 0) {
        i_ = linked_.row;
        j_ = linked_.col;
    }
    if (const auto cell = ui.focused_cell(query)) i_ = cell->row;
    if (const auto cell = ui.focused_cell(key)) j_ = cell->row;
    if (linked_pair_ < 0) linked_pair_ = pair_;
}

Block Position::head_row(Ui& ui) const {
    using namespace figures;
    const Color muted = ui.theme().muted;
    const auto titled = [muted](const char* title, Block part) {
        return row({.gap = 10}, {Item(padded(0, 12, 0, 0, text(body, muted, title))), Item(std::move(part))});
    };
    Blocks buttons;
    for (const Move& move : moves) {
        buttons.push_back(
            drawing({text_button_width(move.label), row_height, 0}, [this, &move](Ui& ui, Rect rect) {
                std::array<int, words> wanted{};
                wanted[0] = move.shift;
                wanted[2] = move.sat;
                if (!text_button(ui, move.label, rect, move.label, gaps_ == wanted)) return;
                for (int i = 1; i < words; ++i) ui.change_cell(gaps, 0, i - 1, wanted[at(i)]);
                ui.step(shift, move.shift);
            }));
    }
    buttons.push_back(action(ui, play));
    return wrap(28, 0,
                blocks(choice(ui, scheme), titled("move", wrap(8, 0, std::move(buttons))),
                       only_if(scheme_ == rope, titled("pairs", choice(ui, pairs)))));
}

// ---------------------------------------------------------------- The ruler

Block Position::ruler(Ui& ui) {
    using namespace figures;
    return column(4,
                  titled(ui.theme().ink, "where the words stand", ui.theme().muted,
                         "drag a word: it and all after it move; tap it to type its gap"),
                  drawing(
                      [](float width) {
                          return Size{width, fall + 84 + name_line * (width < 600 ? 3.0f : 1.0f), 0};
                      },
                      [this](Ui& ui, Rect rect) { draw_ruler(ui, rect); }));
}

void Position::draw_ruler(Ui& ui, Rect rect) {
    const Theme& theme = ui.theme();
    const int lines = rect.width < 600 ? 2 : 1;
    const float top = rect.y + name_line * static_cast<float>(lines) + 4, ground = top + fall + 26;

    // Its end changes between drags only: under the hand a place stays where it is.
    int end = 16;
    while (last_place() > end - 2) end *= 2;
    float& kept_end = ui.kept("ruler", static_cast<float>(end));
    const float left = rect.x + edge, wide_as = rect.width - 2 * edge;
    std::array<float, words> x{}, from{};
    float unit = 0;
    const auto stand = [&](float ends_at) {
        unit = wide_as / ends_at;
        for (int i = 0; i < words; ++i) {
            from[at(i)] = left + unit * static_cast<float>(i);
            x[at(i)] =
                left + unit * ui.eased(Phrase() << "place" << i, static_cast<float>(now_.places[at(i)]));
        }
    };
    stand(kept_end);

    const PointerState pointer = ui.area("ruler", {rect.x, ground - 22, rect.width, 44}, Grip::horizontal);
    int nearest = 0;
    for (int i = 1; i < words; ++i) {
        if (std::fabs(x[at(i)] - pointer.position.x) <= std::fabs(x[at(nearest)] - pointer.position.x))
            nearest = i;
    }
    if (std::fabs(x[at(nearest)] - pointer.position.x) > 30) nearest = -1;
    if (pointer.pressed) ui.held_number() = nearest;
    int word = pointer.hovered ? nearest : -1;
    if (pointer.pressed || pointer.held || pointer.clicked) word = static_cast<int>(ui.held_number());
    if (word >= 0 && (pointer.pressed || pointer.held)) {
        const Point to = ui.carried(pointer, {x[at(word)], ground});
        const float before = word == 0 ? -1 : static_cast<float>(now_.places[at(word - 1)]);
        const float most = static_cast<float>(gaps_[at(word)]) + kept_end - static_cast<float>(last_place());
        const float gap = std::clamp(std::round((to.x - left) / unit) - before - 1, 0.0f, most);
        if (pointer.dragging && length(pointer.position - pointer.origin) >= tremble) {
            if (word == 0)
                ui.change(shift, wide(gap));
            else
                ui.change_cell(gaps, 0, word - 1, wide(gap));
        }
    } else {
        kept_end = static_cast<float>(end);
        stand(kept_end);
    }
    if (word >= 0 && pointer.clicked && length(pointer.position - pointer.origin) < tremble) {
        if (word == 0)
            ui.request_focus(shift);
        else
            ui.request_focus(gaps, 0, word - 1);
    }
    if (word >= 0) pointed_ = {word, -1};
    ui.place_parameter(shift, {x[0] - 22, ground - 22, 44, 44});
    ui.place_parameter(gaps, {rect.x, ground - 22, rect.width, 44});
    for (int i = 1; i < words; ++i) ui.place_cell(gaps, 0, i - 1, {x[at(i)] - 22, ground - 22, 44, 44});

    // The ruler, and what of it is empty.
    ui.painter().line({left, top}, {rect.right() - edge, top}, figures::grid_color(theme), 1);
    ui.painter().line({left, ground}, {rect.right() - edge, ground}, theme.line, 1.5f);
    for (const figures::Tick& tick : figures::ticks({0, wide(kept_end)}, wide_as, caption, true, edge)) {
        const float tick_x = left + unit * static_cast<float>(tick.value);
        ui.painter().line({tick_x, ground}, {tick_x, ground + 14}, theme.line, 1);
        ui.text({tick_x, ground + 14}, caption, theme.muted, tick.label, Align::centre);
    }
    const auto gap_begins = [&](int i) {
        return left + unit * (static_cast<float>(now_.places[at(i)] - gaps_[at(i)]) - (i == 0 ? 0 : 0.5f));
    };
    for (int i = 0; i < words; ++i) {
        if (gaps_[at(i)] > 0)
            ui.painter().rectangle({gap_begins(i), ground - 5, x[at(i)] - unit / 2 - gap_begins(i), 10},
                                   mix(theme.paper, theme.line, 0.35f), 0);
    }

    // From where a word was to where it is; those that are looked at last, over the others.
    for (const bool lit_turn : {false, true}) {
        for (int i = 0; i < words; ++i) {
            const bool lit = i == i_ || i == j_;
            if (lit != lit_turn) continue;
            const Color color = i == i_   ? theme.query
                                : i == j_ ? theme.key
                                          : mix(theme.paper, theme.line, 0.6f);
            std::array<Point, 25> way;
            for (size_t s = 0; s < way.size(); ++s) {
                const float t = static_cast<float>(s) / static_cast<float>(way.size() - 1);
                way[s] = {from[at(i)] + (x[at(i)] - from[at(i)]) * t * t * (3 - 2 * t),
                          top + (ground - top - figures::handle_radius) * t};
            }
            ui.painter().polyline(way, color, lit ? 2.5f : 1.25f, false);
            ui.painter().disc({from[at(i)], top}, 4, lit ? color : theme.muted);
        }
    }
    float free = rect.x;
    for (int i = 0; i < words; ++i) {
        if (gaps_[at(i)] == 0) continue;
        const std::string text = "+" + std::to_string(gaps_[at(i)]);
        const float half = fonts::width(strong, text) / 2;
        const float middle = std::max((gap_begins(i) + x[at(i)] - unit / 2) / 2, rect.x + half);
        if (middle - half < free) continue;
        // Off the lines that pass behind it.
        ui.painter().rectangle({middle - half - 2, ground - 30, 2 * half + 4, 17}, theme.paper.faded(0.75f),
                               3);
        ui.text({middle, ground - 32}, strong, theme.ink, text, Align::centre);
        free = middle + half + 6;
    }
    for (int i = 0; i < words; ++i) {
        const bool held = i == word && pointer.held;
        const bool focused = i == 0 ? ui.focused(shift) : ui.focused_cell(gaps) == MatrixCell{0, i - 1};
        figures::handle(ui, {x[at(i)], ground},
                        i == i_   ? theme.query
                        : i == j_ ? theme.key
                                  : theme.ink,
                        false, {i == word, held, focused});
    }

    // Names: those that are looked at first, the others where there is room.
    for (const auto* places : {&from, &x}) {
        const bool above = places == &from;
        std::array<Rect, words> taken{};
        int count = 0;
        for (const bool lit_turn : {true, false}) {
            for (int i = 0; i < words; ++i) {
                const bool lit = i == i_ || i == j_ || i == word;
                if (lit != lit_turn) continue;
                const Type type{15, lit && !above};
                const float wide_name = fonts::width(type, names[at(i)]);
                for (int line = 0; line < lines; ++line) {
                    const float y = above ? top - 6 - name_line * static_cast<float>(line + 1)
                                          : ground + 32 + name_line * static_cast<float>(line);
                    const Rect box{
                        std::clamp((*places)[at(i)] - wide_name / 2, rect.x, rect.right() - wide_name), y,
                        wide_name + 5, 1};
                    bool room = true;
                    for (int other = 0; other < count; ++other)
                        room = room && (taken[at(other)].y != y || box.x > taken[at(other)].right() ||
                                        taken[at(other)].x > box.right());
                    if (!room) continue;
                    taken[at(count++)] = box;
                    ui.text({box.x, y}, type,
                            above     ? theme.muted
                            : i == i_ ? theme.query
                            : i == j_ ? theme.key
                                      : theme.ink,
                            names[at(i)]);
                    break;
                }
            }
        }
    }
}

// ---------------------------------------------------------------- The map

Block Position::map(Ui& ui) {
    using namespace figures;
    const Theme& theme = ui.theme();
    MatrixLook look("map", now_.scores, words, words, theme.query, version_);
    look.ground = Ground::heat;
    look.largest = 3;
    for (const float one : now_.scores) look.largest = std::max(look.largest, std::ceil(std::fabs(one)));
    look.is_signed = true;
    look.decimals = 1;
    look.small = [this](int i, int j) -> std::string {
        return changes(i, j) ? with_sign(score(now_, i, j) - score(written_, i, j), 1) : "=";
    };
    look.row_labels = look.col_labels = {{names.begin(), names.end()}, theme.query};
    look.col_labels.color = theme.key;
    look.label_lines = 1;
    look.fill = true;
    look.cell_height = 46;
    look.chosen = {asks_, answers_};
    look.lit = linked_;
    look.row_parameter = asks;
    look.col_parameter = answers;
    look.legend = true;
    look.legend_name = "score ÷ √8, small: change";
    look.hovered = [this](Entry entry) { pointed_ = entry; };
    look.over = [this](Ui& ui, const MatrixPlace& place) {
        // What moved together.
        for (int i = 0, end = 0; changed_ > 0 && i < words; i = end) {
            for (end = i + 1; end < words && gaps_[at(end)] == 0; ++end) {
            }
            const Rect first = place.cell(i, i), last = place.cell(end - 1, end - 1);
            ui.painter().outline({first.x, first.y, last.right() - first.x, last.bottom() - first.y},
                                 ui.theme().ink, 1.5f, 0);
        }
    };
    const char* framed = scheme_ == none   ? "No place is in q·k: nothing changes."
                         : changed_ == 0   ? "Every distance is as written: nothing changes."
                         : scheme_ == rope ? "Framed: same distance, same score (but for float32’s rounding)."
                                           : "Framed: same distance, same score.";
    return column(8, text(heading, theme.ink, changed_ > 0 ? "new distance, new score" : "no score changes"),
                  figures::matrix(std::move(look)), by_width([framed, ink = theme.ink](float width) {
                      return paragraph(body, ink, framed, width < 300 ? 3 : 2);
                  }));
}

// ---------------------------------------------------------------- One score and its parts

Block Position::parts_of_score(Ui& ui) {
    using namespace figures;
    const Theme& theme = ui.theme();
    const int p = linked_pair_;
    Block title =
        paragraph(heading,
                  {{names[at(i_)], theme.query, true},
                   {" asks ", theme.ink, true},
                   {names[at(j_)], theme.key, true},
                   {Phrase() << ", " << distance(now_, i_, j_) << " places apart", theme.ink, true}},
                  1);
    std::vector<Run> sum;
    float content = 0;
    for (int one = 0; one < pair_count; ++one) {
        const float part = part_of(now_, i_, j_, one);
        content += part;
        sum.push_back({Phrase() << (one == 0   ? ""
                                    : part < 0 ? " − "
                                               : " + ")
                                << Fixed{one == 0 ? wide(part) : std::fabs(wide(part)), 2},
                       theme.ink, one == p});
    }
    const float total = score(now_, i_, j_);
    if (scheme_ == alibi)
        sum = {{Phrase() << Fixed{wide(content), 2} << " − " << Shortest{wide(slope_)} << " · "
                         << distance(now_, i_, j_),
                theme.ink}};
    sum.push_back({" = ", theme.ink});
    sum.push_back({explainer::shown(total), theme.query, true});
    sum.push_back(
        {Phrase() << "; as\u00a0written\u00a0" << Fixed{wide(score(written_, i_, j_)), 2}, theme.muted});
    const float* q = now_.q.data() + i_ * width;
    const float* k = now_.k.data() + j_ * width;
    const int a = first_of(p), b = second_of(p);
    std::string written_out = Phrase() << "pair " << name_of(p) << ": (" << Fixed{wide(q[a]), 2} << " × "
                                       << Fixed{wide(k[a]), 2} << " + " << Fixed{wide(q[b]), 2} << " × "
                                       << Fixed{wide(k[b]), 2}
                                       << ") ÷ √8 = " << Fixed{wide(part_of(now_, i_, j_, p)), 2};
    const auto dials_size = [](float width) {
        return Size{width, std::min(width / 4, 130.0f) + dial_text, 0};
    };
    Block figure = drawing(dials_size, [this](Ui& ui, Rect rect) { draw_dials(ui, rect); });
    if (scheme_ == alibi) {
        figure = by_width([content, total, dials_size, query_color = theme.query, ink = theme.ink,
                           key_color = theme.key](float width) {
            constexpr const char* called[] = {"content", "−m · distance", "score"};
            const double values[] = {wide(content), wide(total - content), wide(total)};
            std::vector<Bar> list;
            BarsLook look{.id = "alibi", .scale = {-4, 4}, .row = dials_size(width).height / 3};
            for (const size_t i : {0u, 1u, 2u}) {
                list.push_back({.label = {called[i], ink, i == 2},
                                .value = values[i],
                                .color = i == 1 ? key_color : query_color});
                look.scale =
                    round_axis(std::min(look.scale.from, values[i]), std::max(look.scale.to, values[i]));
            }
            return bars(std::move(look), std::move(list));
        });
    }
    if (scheme_ == alibi) written_out = "m comes off for each place of distance, whatever the words are";
    Block said = by_width([sum = std::move(sum), written_out, muted = theme.muted](float width) {
        const int lines = width < 420 ? 2 : 1;
        return column(4, paragraph(body, sum, lines), paragraph(caption, muted, written_out, lines));
    });
    return column(8, std::move(title), std::move(figure), std::move(said));
}

void Position::draw_dials(Ui& ui, Rect rect) {
    const Theme& theme = ui.theme();
    float longest = 1e-6f;
    for (int t = 0; t < width; t += 2) {
        for (const float* v : {q_.data() + i_ * width, k_.data() + j_ * width}) {
            const int p = t / 2;
            longest = std::max(longest, std::hypot(v[first_of(p)], v[second_of(p)]));
        }
    }
    const float step = rect.width / pair_count, radius = std::min(step, 130.0f) / 2 - 9;
    ui.place_parameter(pair, {rect.x, rect.y, rect.width, rect.height});
    for (int p = 0; p < pair_count; ++p) {
        const Rect box{rect.x + step * static_cast<float>(p), rect.y, step, rect.height};
        const PointerState pointer = ui.area(Phrase() << "dial" << p, box, Grip::press);
        if (pointer.hovered) pointed_pair_ = p;
        if (pointer.clicked) ui.change(pair, p + 1);
        const Point centre{box.centre().x, rect.y + radius + 9};
        const bool lit = p == linked_pair_;
        if (lit) ui.painter().rectangle(box.inset(1), mix(theme.paper, theme.query, 0.06f), 6);
        if (lit && ui.focused(pair)) ui.focus_ring(box.inset(3));
        const Color faint = figures::grid_color(theme);
        ui.painter().ring(centre, radius, faint, 1);
        ui.painter().line({centre.x - radius, centre.y}, {centre.x + radius, centre.y}, faint, 1);
        ui.painter().line({centre.x, centre.y - radius}, {centre.x, centre.y + radius}, faint, 1);
        Point letters[2];
        for (const bool is_key : {true, false}) {
            const int word = is_key ? j_ : i_;
            const Color color = is_key ? theme.key : theme.query;
            const auto of = [&](const Placed& placed) {
                const float* v = (is_key ? placed.k : placed.q).data() + word * width;
                return Point{v[first_of(p)], v[second_of(p)]};
            };
            const Point before = of(written_), now = of(now_);
            const float size = length(now) / longest * (radius - 8);
            // On its way, a word is between places: so is its arrow.
            const float place =
                ui.eased(Phrase() << "place" << word, static_cast<float>(now_.places[at(word)]));
            const auto turn = static_cast<float>(turn_[at(p)]);
            const float angle =
                std::atan2(now.y, now.x) + turn * (place - static_cast<float>(now_.places[at(word)]));
            const float first = std::atan2(before.y, before.x),
                        turned = turn * (place - static_cast<float>(word));
            const auto tip = [&](float towards, float far) {
                return Point{centre.x + far * std::cos(towards), centre.y - far * std::sin(towards)};
            };
            if (size > 4 && std::fabs(turned) > 0.02f) {
                ui.painter().line(centre, tip(first, size), color.faded(0.35f), 1.5f);
                const float swept = std::min(turned, 6.2832f);
                std::vector<Point> way;
                for (int s = 0; s <= 48; ++s)
                    way.push_back(tip(first + swept * static_cast<float>(s) / 48, size));
                figures::dashed(ui, way, color.faded(0.8f), 1.5f, 2);
            }
            figures::arrow(ui, centre, tip(angle, size), color);
            letters[is_key] = tip(angle, size + 9);
        }
        // The letters stand at the arrows' points, and keep off each other.
        if (length(letters[0] - letters[1]) < 13) {
            const bool lower = letters[1].y > letters[0].y;
            const float middle = (letters[0].y + letters[1].y) / 2;
            letters[1].y = middle + (lower ? 7.5f : -7.5f);
            letters[0].y = middle - (lower ? 7.5f : -7.5f);
        }
        const float half = fonts::line_height(strong) / 2;
        ui.text({letters[1].x, letters[1].y - half}, strong, theme.key, "k", Align::centre);
        ui.text({letters[0].x, letters[0].y - half}, strong, theme.query, "q", Align::centre);

        float y = rect.bottom() - dial_text + 4;
        ui.text({centre.x, y}, strong, theme.ink, name_of(p), Align::centre);
        const double degrees = turn_[at(p)] * 180 / M_PI;
        std::string speed = degrees > 0 ? std::string(Phrase() << Fixed{degrees, degrees < 0.1 ? 3
                                                                                 : degrees < 1 ? 2
                                                                                               : 1}
                                                               << "°")
                                        : "stands still";
        if (degrees > 0 && step > 100) speed += " a place";
        ui.text({centre.x, y += 20}, caption, theme.muted, figures::shortened(caption, speed, step - 4),
                Align::centre);
        ui.text({centre.x, y += 18}, heading, theme.ink, with_sign(part_of(now_, i_, j_, p), 2),
                Align::centre);
    }
}

/// What is given: q and k of the two words, and how fast places count.
Block Position::numbers(Ui& ui) {
    using namespace figures;
    const Theme& theme = ui.theme();
    Blocks out;
    out.push_back(paragraph(caption,
                            {{names[at(i_)], theme.query, true},
                             {" and ", theme.muted},
                             {names[at(j_)], theme.key, true},
                             {" as given: constructed, type over", theme.muted}},
                            1));
    for (const int parameter : {query, key}) {
        const bool is_key = parameter == key;
        const int word = is_key ? j_ : i_;
        const Color color = is_key ? theme.key : theme.query;
        MatrixLook look(is_key ? "k" : "q", std::span(is_key ? k_ : q_).subspan(at(word * width), width), 1,
                        width, color, version_);
        look.row_labels = {{is_key ? "k" : "q"}, color, 0};
        look.decimals = 1;
        look.fill = true;
        look.cell_height = 36;
        look.parameter = parameter;
        look.parameter_row = word;
        look.cell_ground = [this, color, paper = theme.paper](int, int t) -> std::optional<Color> {
            const bool lit = t == first_of(linked_pair_) || t == second_of(linked_pair_);
            return mix(paper, color, lit && scheme_ != alibi ? 0.3f : 0.08f);
        };
        out.push_back(figures::matrix(std::move(look)));
    }
    SliderLook turns{theme.query, 52, 72}, falls{theme.query, 84, 32};
    falls.label = Phrase() << "m = 1/" << static_cast<int>(1 / slope_);
    Block slope = slider(head, std::move(falls)), speed = slider(base, std::move(turns));
    out.push_back(scheme_ == alibi ? std::move(slope) : only_if(scheme_ == rope, std::move(speed)));
    return column(6, std::move(out));
}

// ---------------------------------------------------------------- Against distance

Block Position::plot(Ui& ui, float height) {
    using namespace figures;
    const Theme& theme = ui.theme();
    if (curves_version_ != version_ || curves_.i != i_ || curves_.j != j_) curves_ = curves(i_, j_);
    curves_version_ = version_;
    PlotLook look;
    look.id = "curve";
    look.x = {0, static_cast<double>(curves_.end)};
    look.x_name = "places apart";
    look.height = height;
    look.y_name = "score ÷ √8";
    look.legend = false;
    double least = 0, most = 0;
    std::vector<double> x;
    for (int d = 0; d <= curves_.end; ++d) x.push_back(d);
    constexpr const char* called[] = {"none", "ALiBi", "RoPE"};
    for (const int one : {0, 1, 2}) {
        const std::vector<double>& y = curves_.at_places[at(one)];
        for (const double value : y) {
            least = std::min(least, value);
            most = std::max(most, value);
        }
        const bool chosen = one == scheme_, turns = one == rope;
        const Color color = chosen ? theme.query : one == alibi ? theme.ink : theme.muted;
        Series line{.name = called[one], .color = color, .x = x, .y = y};
        line.end = called[one];
        line.line = !turns;
        line.dashes = one == none;
        line.thickness = chosen ? 2.5f : 1.25f;
        look.series.push_back(std::move(line));
        if (!turns) continue;
        Series between{.color = color, .x = curves_.x, .y = curves_.between};
        between.thickness = chosen ? 2.5f : 1.25f;
        between.read = false;
        look.series.push_back(std::move(between));
    }
    look.y = round_axis(least, most);
    const int far = distance(now_, i_, j_), before = distance(written_, i_, j_);
    for (const bool now : {false, true}) {
        if (!now && far == before) continue;
        Series point{.color = theme.query,
                     .x = {static_cast<double>(now ? far : before)},
                     .y = {wide(score(now ? now_ : written_, i_, j_))}};
        point.mark = now ? Mark::disc : Mark::ring;
        point.mark_size = now ? 4 : 3.3f;
        point.selected = 0;
        point.read = false;
        look.series.push_back(std::move(point));
    }
    if (const int later = std::max(i_, j_), earlier = std::min(i_, j_); later > earlier) {
        Marker marker;
        marker.x = far;
        marker.color = theme.ink;
        marker.dragged = [this, &ui, later, far](double to) {
            ui.change_cell(gaps, 0, later - 1, std::max(0.0, gaps_[at(later)] + std::round(to) - far));
        };
        look.markers.push_back(std::move(marker));
    }
    return column(4, text(strong, theme.ink, "score against distance"), figures::plot(std::move(look)));
}

}  // namespace explainer::position

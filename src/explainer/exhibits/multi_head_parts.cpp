// See multi_head_parts.h.
#include "explainer/exhibits/multi_head_parts.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "explainer/exhibits/floats.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/plot.h"
#include "explainer/figures/stacks.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/phrase.h"

namespace explainer::heads_model {

using figures::Block, figures::Blocks, figures::Entry, figures::Item, figures::MatrixLook,
    figures::MatrixPlace;

namespace {

constexpr float map_head = 26, map_gap = 14, label = 34;
constexpr float strip = 4;  // that marks a head's band

struct Kind {
    const char *id, *title, *index, *note;
    Color Theme::*color;
    int step;
    Of of;  // whose numbers can be looked at; Of::output: none
};
constexpr Kind kinds[] = {
    {"x", "X", "", "whole, for every head", &Theme::ink, projected, Of::output},
    {"wq", "W", "Q", "makes queries", &Theme::query, projected, Of::output},
    {"wk", "W", "K", "makes keys", &Theme::key, projected, Of::output},
    {"wv", "W", "V", "makes values", &Theme::value, projected, Of::output},
    {"wo", "W", "O", "mixes the heads", &Theme::output, projected, Of::output},
    {"q", "Q", "", "X times its W", &Theme::query, projected, Of::q},
    {"k", "K", "", "X times its W", &Theme::key, projected, Of::k},
    {"v", "V", "", "X times its W", &Theme::value, projected, Of::v},
    {"concat", "", "", "heads side by side", &Theme::ink, blended, Of::concat},
    {"output", "", "", "output: press a cell", &Theme::output, mixed, Of::output},
};

}  // namespace

// ---- Heads

Color Parts::shade(const Theme& theme, int head) const {
    const float t =
        model_.heads == 1 ? 0.35f : static_cast<float>(head) / static_cast<float>(model_.heads - 1);
    const Color dark = mix(theme.output, Color{24, 6, 64}, 0.72f);
    const bool light = theme.paper.r() > 127;  // else the output's colour is pale itself
    return mix(dark, light ? mix(theme.output, theme.paper, 0.58f) : theme.output, t);
}

Color Parts::lit_shade(const Theme& theme, int head) const {
    const Color color = shade(theme, head);
    return hover_->head >= 0 && hover_->head != head ? mix(theme.paper, color, 0.25f) : color;
}

void Parts::badge(Ui& ui, Point at, int head) const {
    const Color color = lit_shade(ui.theme(), head);
    ui.painter().rectangle({at.x, at.y, 20, 20}, color, 4);
    ui.text({at.x + 10, at.y + 2}, {13, true}, ui.theme().on(color), std::to_string(head + 1), Align::centre);
}

void Parts::strip_of(Ui& ui, Rect rect, int first, int count) const {
    const bool down = rect.height > rect.width;
    for (int i = 0; i < count; ++i) {
        Rect one = rect;
        const float part = (down ? rect.height : rect.width) / static_cast<float>(count),
                    from = part * static_cast<float>(i);
        (down ? one.y : one.x) += from + (i == 0 ? 0 : 0.5f);
        (down ? one.height : one.width) = part - 1;
        ui.painter().rectangle(one, lit_shade(ui.theme(), first + i), 0);
    }
}

/// What is cut into the heads' bands has their strips; a pair that is shared has those of all who share it.
void Parts::strips(Ui& ui, Name name, const MatrixPlace& place) const {
    if (!reached(cut) || name == X || name == output) return;
    const Model& m = model_;
    const float band = static_cast<float>(m.d_k);
    if (name == WO)
        return strip_of(ui, {place.cells.x - strip - 3, place.cells.y, strip, place.cells.height}, 0,
                        m.heads);
    const bool pairs = name == K || name == V, given = name == WK || name == WV;
    for (int p = 0; p < (pairs || given ? m.pairs : m.heads); ++p) {
        const int together = pairs || given ? m.together() : 1;
        const float at = static_cast<float>(given ? p * together : p) * band * place.cell_width;
        strip_of(ui, {place.cells.x + at, place.cells.y - strip - 1, band * place.cell_width, strip},
                 p * together, together);
    }
}

// ---- The number that is looked at

Parts::Piece Parts::used(Name name) const {
    const Spot& s = spot_now();
    const Model& m = model_;
    const int h = s.of == Of::weights ? s.head : m.head_of(s.col), d = m.d_k, pair = m.pair_of(h) * d;
    if (s.of == Of::weights) {
        if (name == Q) return {s.row, 1, h * d, d};
        if (name == K) return {s.col, 1, pair, d};
    } else if (s.of == Of::concat) {
        if (name == V) return {0, n, pair + s.col % d, 1};
        if (name == concat) return {s.row, 1, s.col, 1};
    } else {
        const int which = s.of == Of::q ? 0 : s.of == Of::k ? 1 : 2;
        if (name == X) return {s.row, 1, 0, width};
        if (name == WQ + which) return {0, width, which == 0 ? s.col : m.given_column(s.col), 1};
        if (name == Q + which) return {s.row, 1, s.col, 1};
    }
    return {};
}

void Parts::look_at(Ui& ui, Spot spot) const {
    ui.change(of, static_cast<double>(spot.of));
    ui.change(head, spot.head);
    ui.change(at_row, spot.row);
    ui.change(at_column, spot.col);
    ui.animate(true);
}

void Parts::place_focus(Ui& ui, const MatrixPlace& place) const {
    figures::lay(
        ui, place,
        {.over = {of, at_row, at_column}, .cells = at_row, .ring = {model_.spot.row, model_.spot.col}});
}

void Parts::over(Ui& ui, Name name, const MatrixPlace& place) const {
    strips(ui, name, place);
    // In a product that lines up, a row of heads and a column of W_O lead to the cell that they make.
    const MatrixPlace w_o = figures::place_of(ui, kinds[WO].id),
                      heads = figures::place_of(ui, kinds[concat].id);
    if (name == output && reached(mixed) && heads.rows > 0 && heads.cells.y == place.cells.y) {
        const Rect cell = place.cell(row_now(), column_now());
        const Point at = cell.centre();
        // (Not through numbers: then they only point the way.)
        const bool through = place.cell_width < 28;
        ui.painter().line({at.x, w_o.cells.bottom()}, {at.x, through ? cell.y : place.cells.y},
                          ui.theme().ink, 1.5f);
        ui.painter().line({heads.cells.right(), at.y}, {through ? cell.x : place.cells.x, at.y},
                          ui.theme().ink, 1.5f);
    }
    if (const Piece piece = used(name); piece.rows > 0) {
        const Rect from = place.cell(piece.row, piece.col);
        ui.painter().outline({from.x, from.y, place.cell_width * static_cast<float>(piece.cols),
                              place.cell_height * static_cast<float>(piece.rows)},
                             ui.theme().ink, 1.5f, 2);
    }
    if (kinds[name].of == model_.spot.of) place_focus(ui, place);
    const float cells = static_cast<float>(width - model_.columns(name)) * place.cell_width;
    if (cells > 0) {
        const Rect rest{place.cells.right() + 1, place.cells.y, cells - 1, place.cells.height};
        figures::dashed_outline(ui, rest, ui.theme().line, 1);
        ui.text({rest.centre().x, rest.centre().y - 8}, caption, ui.theme().muted, "not kept", Align::centre);
    }
}

// ---- Matrices

Block Parts::named(Ui& ui, Name name, float cell_width, float cell_height) const {
    const Theme& theme = ui.theme();
    const Model& m = model_;
    const Kind& kind = kinds[name];
    const bool given = name <= WO, pairs = name == K || name == V;
    const int rows = given && name != X ? width : n;
    MatrixLook look(kind.id, {m.all[name], static_cast<size_t>(rows * m.columns(name))}, rows,
                    m.columns(name), theme.*kind.color, version_);
    look.frame.title = kind.title;
    look.frame.subscript = kind.index;
    look.frame.note = kind.note;
    look.cells.decimals = given ? 1 : 2;
    look.cells.numbers = cell_width >= 28;
    look.cells.alike = !given;
    look.cells.ground = figures::Ground::heat;
    look.cells.is_signed = true;
    look.cells.largest = 2;
    look.frame.line = true;
    look.size.cell_width = cell_width;
    look.size.cell_height = cell_height;
    if (given) look.hand.parameter = +x + +name;
    const bool there = reached(kind.step);
    if (!there) look.marks.reached = 0;
    if (name == X || name == Q || name == concat) look.marks.selected_row = row_now();
    if (name == X) {
        look.frame.row_labels = {{words, words + n}, theme.query};
        look.frame.row_label_width = label;
    }
    if (name == WO) look.marks.linked_col = column_now();
    if (name >= concat) look.frame.title_place = figures::TitlePlace::below;
    if (name == output) {
        look.hand.row_parameter = row;
        look.hand.col_parameter = column;
        if (there) look.marks.selected = {row_now(), column_now()};
        look.marks.selected_color = theme.output;
        look.hand.hovered = [this](Entry at) { hover_.note().output = at; };
    }
    if (m.pairs < m.heads && (name == WK || name == WV)) {
        look.cells.ground_of = [this, &theme](int, int j) -> std::optional<Color> {
            if (model_.head_of(j) % model_.together() == 0) return std::nullopt;
            return theme.raised;
        };
        look.frame.note = "grey: not used, as heads share";
    }
    if (pairs) look.size.most_cols = width;
    if (kind.of != Of::output && there) {
        look.hand.hovered = [this, name](Entry at) {
            if (at.row >= 0 && at.col >= 0)
                hover_.note().spot = Spot{kinds[name].of, model_.head, at.row, at.col};
        };
        look.hand.pressed = [this, &ui, name](Entry at) {
            look_at(ui, {kinds[name].of, model_.head, at.row, at.col});
        };
    }
    look.frame.over = [this, name](Ui& now, const MatrixPlace& place) { over(now, name, place); };
    return figures::matrix(std::move(look));
}

// ---- Maps

Block Parts::map_title(Ui&, int h) const {
    return figures::drawing(map_head, [this, h](Ui& ui, Rect rect) {
        const Theme& theme = ui.theme();
        const Model& m = model_;
        const PointerState pointer = ui.area("head/" + std::to_string(h), rect, Grip::press);
        if (pointer.hovered) hover_.note().head = h;
        if (pointer.clicked) ui.change(head, h);
        if (h == m.head) {
            ui.place_parameter(head, rect);
            if (ui.focused(head)) ui.focus_ring(rect.inset(1), 5);
        }
        badge(ui, {rect.x, rect.y + 2}, h);
        const std::string name = Phrase() << "head " << h + 1;
        const float used = 26 + fonts::width(strong, name), y = rect.y + 4.5f;
        ui.text({rect.x + 26, rect.y + 2.5f}, strong, theme.ink, name);
        const std::string note = m.pairs < m.heads ? Phrase() << "k, v of " << m.pair_of(h) * m.together() + 1
                                                   : Phrase() << "rank " << m.ranks[h];
        if (used + 8 + fonts::width(caption, note) <= rect.width)
            ui.text({rect.right(), y}, caption, theme.muted, note, Align::right);
    });
}

Block Parts::map(Ui& ui, int h, float cell_width, float cell_height, bool rows, int label_lines) const {
    const Theme& theme = ui.theme();
    const Model& m = model_;
    const bool shares = reached(weighed);
    const int from = h * n * n;
    MatrixLook look(std::string(Phrase() << "map" << h), {(shares ? m.weights : m.scaled) + from, n * n}, n,
                    n, theme.ink, version_);
    look.cells.decimals = shares ? 2 : 1;
    look.cells.leading_zero = !shares;
    look.cells.alike = cell_width < 34;  // else as large as they fit
    look.cells.ground = figures::Ground::heat;
    look.cells.is_signed = !shares;
    look.cells.largest = shares ? 1 : 2;
    look.frame.line = true;
    look.size.cell_width = cell_width;
    look.size.cell_height = cell_height;
    look.size.least = 12;
    const std::vector<std::string> names(words, words + n);
    if (rows) {
        look.frame.row_labels = {names, theme.query};
        look.frame.row_label_width = label;
    }
    if (label_lines > 0) {
        look.frame.col_labels = {names, theme.key};
        look.frame.label_lines = label_lines;
    }
    if (!reached(scored)) {
        look.marks.reached = 0;
    } else {
        look.marks.selected_row = row_now();
        if (spot_now().of == Of::weights && spot_now().head == h)
            look.marks.selected = {spot_now().row, spot_now().col};
        if (spot_now().of == Of::concat && m.head_of(spot_now().col) == h)
            look.marks.linked_row = spot_now().row;
        look.marks.fade_others = hover_->head >= 0 && hover_->head != h;
        look.hand.hovered = [this, h](Entry at) {
            if (at.row >= 0 && at.col >= 0) hover_.note().spot = Spot{Of::weights, h, at.row, at.col};
        };
        look.hand.pressed = [this, &ui, h](Entry at) { look_at(ui, {Of::weights, h, at.row, at.col}); };
    }
    if (shares) {
        look.cells.least_small = 30;
        look.cells.small = [this, from](int i, int j) {
            return brief(wide(model_.scaled[from + i * n + j]));
        };
    }
    if (m.spot.of == Of::weights && m.head == h)
        look.frame.over = [this](Ui& now, const MatrixPlace& place) { place_focus(now, place); };
    return figures::matrix(std::move(look));
}

Block Parts::maps(Ui& ui, float width, float height, int columns) const {
    using namespace figures;
    columns = std::min(columns, model_.heads);
    const int rows = model_.heads / columns, named_rows = rows > 2 ? 1 : rows;
    const auto count = static_cast<float>(columns), down = static_cast<float>(rows);
    const float gap = columns > 2 ? 6 : 18, left = label + 10;
    const float cell = std::floor((width - left - gap * (count - 1)) / count / n * 4) / 4;
    const int lines = cell < 34 ? 2 : 1;
    const float room =
        height - down * map_head - static_cast<float>(named_rows * lines) * 20 - map_gap * (down - 1);
    const float line = std::floor(room / (down * n));
    Blocks all;
    for (int i = 0; i < rows; ++i) {
        Items across;
        for (int j = 0; j < columns; ++j) {
            const int h = i * columns + j;
            const float indent = j == 0 ? left : 0;
            across.emplace_back(figures::column(0, padded(indent, 0, 0, 0, map_title(ui, h)),
                                                map(ui, h, cell, line, j == 0, i < named_rows ? lines : 0)),
                                pixels(indent + cell * n));
        }
        all.push_back(figures::row({.gap = gap}, std::move(across)));
    }
    return reserved(height, figures::column(map_gap, std::move(all)));
}

// ---- One number of the output

Block Parts::arithmetic(Ui&, float line) const {
    return figures::drawing(line * width, [this, line](Ui& ui, Rect rect) {
        const Theme& theme = ui.theme();
        const Model& m = model_;
        if (!reached(mixed)) return;
        const float right = rect.x + std::min(rect.width - 14, 220.0f), text = fonts::line_height(caption);
        for (int h = 0; h < m.heads; ++h) {
            const Rect group{rect.x, rect.y + line * static_cast<float>(h * m.d_k), rect.width,
                             line * static_cast<float>(m.d_k)};
            const PointerState pointer = ui.area("sum/" + std::to_string(h), group, Grip::press);
            if (pointer.hovered) hover_.note().head = h;
            if (pointer.clicked) ui.change(head, h);
            const bool pale = hover_->head >= 0 && hover_->head != h;
            const Color ink = pale ? theme.muted : theme.ink;
            if (hover_->head == h) ui.painter().rectangle(group, figures::band_color(theme), 3);
            const float y = group.centre().y;
            badge(ui, {rect.x + 2, y - 10}, h);
            ui.text({rect.x + 74, y - text / 2}, {13, true}, ink,
                    with_sign(m.share(h, row_now(), column_now())), Align::right);
            ui.text({rect.x + 80, y - text / 2}, caption, theme.muted, "=");
            for (int t = 0; t < m.d_k; ++t) {
                const int col = h * m.d_k + t;
                const float top = group.y + line * (static_cast<float>(t) + 0.5f) - text / 2;
                const auto put = [&](float x, float value) {
                    ui.text({x, top}, caption, ink, figures::fitting(wide(value), 2, caption, 40),
                            Align::right);
                };
                put(right - 52, m.at(concat, row_now(), col));
                if (t > 0) ui.text({right - 102, top}, caption, theme.muted, "+");
                ui.text({right - 46, top}, caption, theme.muted, "×");
                put(right, m.at(WO, col, column_now()));
            }
        }
    });
}

Block Parts::bar(Ui& ui, float width) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const Model& m = model_;
    Stack stack{.thickness = 38, .sum = SumMark::pointer};
    double up = 0, down = 0;
    for (int h = 0; h < m.heads; ++h) {
        const float share = m.share(h, row_now(), column_now());
        (share > 0 ? up : down) += wide(share);
        const std::string number = std::to_string(h + 1);
        stack.segments.push_back({width < 700 || m.heads == 8 ? number : "head " + number, wide(share),
                                  shade(theme, h), with_sign(share)});
    }
    stack.shown = "sum " + with_sign(m.at(output, row_now(), column_now()));
    StacksLook look{.id = "bar"};
    look.scale = {down, up};
    if (!(up > down)) look.scale = {-1, 1};
    look.scale.ticks = {0};
    look.sum_color = theme.output;
    look.label_width = 0;
    look.value_width = 0;
    look.selected_stack = 0;
    look.kept_segment = hover_->head;
    look.hovered = [this](int, int h) { hover_.note().head = h; };
    look.pressed = [&ui](int, int h) { ui.change(head, h); };
    std::vector<Stack> one;
    one.push_back(std::move(stack));
    Block whole = stacks(std::move(look), std::move(one));
    if (reached(mixed)) return whole;
    return tallest(blocks(paragraph(caption, theme.muted, "W_O, the last step, makes one sum of all heads."),
                          std::move(whole)));
}

// ---- What it costs

Block Parts::costs(Ui& ui, float available) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const Model& m = model_;
    PlotLook look;
    look.id = "costs";
    look.x = {0.88, 9, true, 2, {1, 2, 4, 8}};
    look.y = {1, 4096, true, 8};
    look.y_name = "a layer of n = 5, width 8; log scale";
    look.x_name = "heads h";
    look.y_decimals = 0;
    look.height = 168;
    look.legend = available < 400;  // else names stand at the ends of lines
    struct Kind {
        const char* name;
        Color color;
    };
    const Kind kinds[] = {{"multiplications", theme.ink},
                          {"parameters", theme.output},
                          {"exponentials", theme.muted},
                          {"width dₖ", theme.query}};
    int stop = 0;
    for (int which = 0; which < 4; ++which) {
        Series one{.name = kinds[which].name, .color = kinds[which].color, .mark = Mark::disc};
        if (!look.legend) one.end = one.name;
        one.dashes = which == 2;
        for (int h = 1; h <= width; h *= 2) {
            if (h == m.heads) stop = static_cast<int>(one.x.size());
            const Cost c = cost(h, h / std::min(h, m.together()));
            const int values[] = {c.multiplications, c.parameters, c.exponentials, width / h};
            one.x.push_back(h);
            one.y.push_back(values[which]);
        }
        one.selected = stop;
        look.series.push_back(std::move(one));
    }
    look.markers.push_back({.x = static_cast<double>(m.heads), .color = theme.ink, .dashes = false});
    look.pressed = [&ui](int, int point) { ui.change(heads, point); };
    return plot(std::move(look));
}

Block Parts::sharing(Ui& ui) const {
    using namespace figures;
    const int rows = ui.state().choice(heads) + 1;
    const float all = 312;  // four cards just fit; fewer have more room each
    return drawing(all, [=, this](Ui& now, Rect rect) {
        const float line = all / static_cast<float>(std::max(rows, 3));
        now.place_parameter(shared, {rect.x, rect.y, rect.width, line * static_cast<float>(rows)});
        for (int i = 0; i < rows; ++i)
            draw_sharing(now, {rect.x, rect.y + line * static_cast<float>(i), rect.width, line}, i);
    });
}

void Parts::draw_sharing(Ui& ui, Rect rect, int choice) const {
    const Theme& theme = ui.theme();
    const int count = model_.heads, together = 1 << choice, pairs = count / together;
    const bool chosen = together == model_.together();
    const PointerState pointer = ui.area("share/" + std::to_string(choice), rect, Grip::press);
    if (pointer.clicked) ui.change(shared, choice);
    const Rect card = rect.inset(2);
    if (chosen || pointer.hovered)
        ui.painter().rectangle(card, chosen ? figures::band_color(theme) : theme.raised, 6);
    if (chosen && ui.focused(shared)) ui.focus_ring(card, 8);

    static constexpr const char* names[] = {"a pair each", "two share", "four share", "eight share"};
    const Cost here = cost(count, pairs);
    const float left = card.x + 10, head = rect.centre().y - 35;
    ui.text({left, head}, {15, chosen}, theme.ink, pairs == 1 ? "one pair for all" : names[choice]);
    ui.text({card.right() - 10, head + 2}, caption, theme.ink, Phrase() << here.cache << " numbers a token",
            Align::right);
    ui.text({card.right() - 10, head + 30}, caption, theme.muted, "cache ÷ " + std::to_string(together),
            Align::right);

    // Whose keys: circles ask, each bracket ends at what they share.
    const float step = std::min(29.0f, (card.width - 90) / static_cast<float>(count)),
                r = std::min(10.0f, step / 2 - 1), top = head + 32;
    for (int h = 0; h < count; ++h) {
        const float pair = static_cast<float>(h / together * together);
        const Point at{left + step * (static_cast<float>(h) + 0.5f), top};
        const float middle = left + step * (pair + static_cast<float>(together) / 2);
        const Point shape[] = {at, {at.x, top + 14}, {middle, top + 14}, {middle, top + 20}};
        ui.painter().polyline(shape, theme.line, 1.5f, false);
        ui.painter().disc(at, r, theme.paper);
        ui.painter().ring(at, r, theme.query, 1.5f);
        ui.text(at - Point{0, 8.5f}, {13, true}, theme.query, "q", Align::centre);
        if (h % together > 0) continue;
        const float half = std::min(12.0f, step / 2);
        for (const bool value : {false, true}) {
            const Color color = value ? theme.value : theme.key;
            const Rect box{middle + (value ? 0.5f : -half - 0.5f), top + 20, half, 17};
            ui.painter().outline(box, color, 1, 2);
            ui.text({box.centre().x, box.y + 0.5f}, {13, true}, color, value ? "v" : "k", Align::centre);
        }
    }
}

}  // namespace explainer::heads_model

// See values_words.h.
#include "explainer/exhibits/values_words.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "explainer/figures/formula.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"

namespace explainer::values_model {

namespace at = values_model;
using figures::Block, figures::Blocks, figures::Item;

namespace {

constexpr float head_height = 28, bracket_air = 4;
constexpr float words_height = 184;  // of all words together: two, three or four share it
constexpr float norm_width = 56, tick_width = 44;

}  // namespace

Color shade(const Theme& theme, int word) {
    switch (word) {
        case 0:
            return mix(theme.value, theme.ink, 0.55f);
        case 1:
            return theme.value;
        case 2:
            return mix(theme.value, theme.paper, 0.55f);
        default:
            return mix(theme.value, theme.ink, 0.28f);
    }
}

// ---- One row a word: its value, its weight, and what of it arrives

float Words::word_height() const {
    return words_height / static_cast<float>(model_.m());
}

Block Words::words(Ui& ui, float width) const {
    using namespace figures;
    const double most = largest_arrival();
    if (width < 560) return word_by_word(ui, width);
    Block left = row({.gap = 0}, {Item(ticks(ui), pixels(tick_width)), Item(value_matrix(ui)),
                                  Item(norms(ui), pixels(norm_width))});
    // One band for the word that is looked at, under all of its row.
    const auto banded = [this](Block part) {
        return behind(drawing(head_height + words_height + 2 * bracket_air,
                              [this](Ui& now, Rect rect) {
                                  const float y = rect.y + head_height + bracket_air +
                                                  word_height() * static_cast<float>(key());
                                  now.painter().rectangle({rect.x, y, rect.width, word_height()},
                                                          band_color(now.theme()), 0);
                              }),
                      std::move(part));
    };
    if (width >= 944)  // the least that leaves room for bars beside long words and four components
        return banded(row({.gap = 8}, {Item(std::move(left)), Item(weight_bars(ui), share(5)),
                                       Item(arrival_bars(ui, false, false, most), share(4)),
                                       Item(arrival_bars(ui, true, false, most), share(4))}));
    return column(8, banded(row({.gap = 8}, {Item(std::move(left)), Item(weight_bars(ui), share())})),
                  row({.gap = 16}, {Item(arrival_bars(ui, false, true, most), share()),
                                    Item(arrival_bars(ui, true, true, most), share())}));
}

Block Words::head(Color color, Color muted, Head of) {
    return figures::drawing({1, head_height, 0}, [=, of = std::move(of)](Ui& ui, Rect rect) {
        Point pen{rect.x + of.left, rect.y + 2};
        const auto put = [&](Type type, Color ink, const std::string& text, float down) {
            const std::string shown = figures::shortened(type, text, rect.right() - pen.x);
            ui.text({pen.x, pen.y + down}, type, ink, shown);
            pen.x += fonts::width(type, shown);
        };
        put(strong, color, of.title, 0);
        if (!of.subscript.empty()) put({11, true}, color, of.subscript, 8);
        put(strong, color, of.rest, 0);
        if (!of.title.empty()) pen.x += 8;
        if (fonts::width(caption, of.note) <= rect.right() - pen.x)
            put(caption, muted, of.note, (body.size() - caption.size()) * baseline);
    });
}

Block Words::ticks(Ui& ui) const {
    using namespace figures;
    const float height = word_height();
    return column(0, head(ui.theme().ink, ui.theme().muted, {.title = "", .note = "keep"}),
                  drawing(words_height + 2 * bracket_air, [this, height](Ui& now, Rect rect) {
                      for (int j = 0; j < model_.m(); ++j) {
                          const Rect cell{rect.x, rect.y + bracket_air + height * static_cast<float>(j),
                                          rect.width, height};
                          draw_tick(now, j, cell);
                      }
                  }));
}

void Words::draw_tick(Ui& ui, int j, Rect cell) const {
    const Theme& theme = ui.theme();
    const int parameter = at::keep + j;
    const PointerState pointer = ui.area("keep/" + std::to_string(j), cell, Grip::press);
    if (pointer.hovered) point(j, -1);
    if (pointer.clicked) ui.change(parameter, kept(j) ? 0 : 1);
    ui.place_parameter(parameter, cell);
    const Rect box{cell.x + 12, cell.centre().y - 11, 22, 22};
    const Color color = shade(theme, j);
    ui.painter().rectangle(box, kept(j) ? color : theme.paper, 4);
    ui.painter().outline(box, pointer.hovered ? theme.ink : kept(j) ? color : theme.line, 1.5f, 4);
    if (kept(j)) {
        const Point sign[] = {{box.x + 5, box.y + 11}, {box.x + 9.5f, box.y + 16}, {box.x + 17, box.y + 6}};
        ui.painter().polyline(sign, theme.on(color), 2.25f, false);
    }
    if (ui.focused(parameter)) ui.focus_ring(box);
}

Block Words::value_matrix(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const WorkedExample& e = model_.example;
    MatrixLook look("v", e.v, e.m, e.dv, theme.value, version_);
    look.cells.decimals = decimals_of(e.v);
    look.cells.ground = Ground::tint;
    look.cells.ground_of = [this, &theme](int i, int) {
        return std::optional<Color>(i == key() ? mix(theme.paper, theme.value, 0.2f)
                                               : mix(theme.paper, theme.value, 0.07f));
    };
    look.frame.row_labels = {e.keys, theme.ink, key()};
    look.frame.brackets = true;
    look.size.height = words_height;
    look.size.cell_width = 44;
    look.marks.selected = {key(), component()};
    if (e.from_words) {
        look.hand.row_parameter = at::key;
        look.hand.col_parameter = at::component;
    } else {
        look.hand.parameter = example::v;
        look.hand.pressed = [&ui](Entry entry) {
            ui.change(at::key, entry.row);
            ui.change(at::component, entry.col);
        };
        // The focus has its place here too, under what is typed.
        look.frame.over = [](Ui& now, const MatrixPlace& place) {
            lay(now, place, {.over = {at::key, at::component}, .cells = at::key});
        };
    }
    look.hand.hovered = [this](Entry entry) { point(entry.row, entry.col); };
    look.hand.row_pressed = [&ui](int row) { ui.change(at::key, row); };
    return column(
        0,
        head(theme.value, theme.muted,
             {.title = "value v", .note = e.from_words ? "" : "type over", .left = label_width() + 20}),
        matrix(std::move(look)));
}

Block Words::norms(Ui& ui) const {
    using namespace figures;
    const float height = word_height();
    return column(0, head(ui.theme().ink, ui.theme().muted, {.title = "‖v‖", .left = 20}),
                  drawing(words_height + 2 * bracket_air, [this, height](Ui& now, Rect rect) {
                      for (int j = 0; j < model_.m(); ++j) {
                          const Type type{15, j == key()};
                          const float y = rect.y + bracket_air + height * (static_cast<float>(j) + 0.5f);
                          now.text(
                              {rect.right() - 4, y - fonts::line_height(type) / 2}, type, now.theme().ink,
                              fitting(Model::wide(model_.lengths, j), 2, type, rect.width - 6), Align::right);
                      }
                  }));
}

// ---- The same where it is narrow: a block a word

Block Words::word_by_word(Ui& ui, float width) const {
    using namespace figures;
    const double most = largest_arrival();
    const Axis scale = most > 0 && std::isfinite(most) ? round_axis(0, most) : Axis{0, 1};
    // Four blocks just fit; fewer have more room each.
    const float all = 4 * 152, each = std::min(all / static_cast<float>(model_.m()), 216.0f);
    Blocks words;
    for (int j = 0; j < model_.m(); ++j) words.push_back(word_block(ui, j, width, each, scale));
    return reserved(all, column(0, std::move(words)));
}

Block Words::word_block(Ui& ui, int j, float width, float height, const figures::Axis& scale) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const float matrix_width =
        std::min(width - 8 - tick_width - 80, 20 + 52 * static_cast<float>(model_.dv()));
    const float line = (height - 52) / 3;
    Block name =
        column(0,
               text({15, j == key()}, theme.ink,
                    shortened(strong, model_.name(j), width - 8 - tick_width - matrix_width - 8)),
               text(caption, theme.muted, "‖v‖ " + fitting(Model::wide(model_.lengths, j), 2, caption, 50)));
    Block top = row(
        {.gap = 0, .cross = Cross::middle},
        {Item(drawing(44, [this, j](Ui& now, Rect rect) { draw_tick(now, j, rect); }), pixels(tick_width)),
         Item(std::move(name), share()), Item(value_row(ui, j, matrix_width), pixels(matrix_width)),
         Item(space(1), pixels(8))});
    const auto labelled = [&](Math label, Block part) {
        return row({.gap = 4, .cross = Cross::middle},
                   {Item(padded(12, 0, 0, 0, formula({}, std::move(label))), pixels(80)),
                    Item(std::move(part), share())});
    };
    Block weight = behind(drawing(line,
                                  [this, j](Ui& now, Rect rect) {
                                      now.place_cell(at::hand, model_.word, j, rect);
                                      if (j != key()) return;
                                      now.place_parameter(at::hand, rect);
                                      if (now.focused(at::hand)) now.focus_ring(rect.inset(2));
                                  }),
                          one_bar(ui, "weight", weight_bar(ui, j), {0, 1}, j, line, 22));
    Block arrives = one_bar(ui, "arrives", arrival_bar(theme, j, false), scale, j, line, 14);
    Block after = one_bar(ui, "after", arrival_bar(theme, j, true), scale, j, line, 14);
    Block block = column(0, reserved(52, padded(0, 2, 0, 0, std::move(top))),
                         labelled(colored(theme.query, "α"), std::move(weight)),
                         labelled(colored(theme.value, "α‖v‖"), std::move(arrives)),
                         labelled(colored(theme.output, math("α‖", sub("W", "O"), " v‖")), std::move(after)));
    return behind(drawing(height,
                          [this, j](Ui& now, Rect rect) {
                              if (j == key()) now.painter().rectangle(rect, band_color(now.theme()), 4);
                          }),
                  std::move(block));
}

Block Words::value_row(Ui& ui, int j, float width) const {
    using namespace figures;
    const WorkedExample& e = model_.example;
    MatrixLook look("v" + std::to_string(j),
                    std::span(e.v).subspan(static_cast<size_t>(j * e.dv), static_cast<size_t>(e.dv)), 1, e.dv,
                    ui.theme().value, version_);
    look.cells.decimals = decimals_of(e.v);
    look.cells.ground = Ground::tint;
    look.frame.brackets = true;
    look.size.fill = true;
    look.size.most = 52;
    look.cells.leading_zero = (width - 20) / static_cast<float>(e.dv) >= 40;
    look.size.cell_height = 36;
    if (j == key()) look.marks.selected = {0, component()};
    if (!e.from_words) {
        look.hand.parameter = example::v;
        look.hand.parameter_row = j;
    }
    look.hand.pressed = [&ui, j](Entry entry) {
        ui.change(at::key, j);
        ui.change(at::component, entry.col);
    };
    look.hand.hovered = [this, j](Entry entry) { point(j, entry.col); };
    look.frame.over = [this, j](Ui& now, const MatrixPlace& place) {
        FocusGrid grid{.cells = at::key, .ring = {0, model_.component}, .first_row = j};
        if (j == model_.key) grid.over = {at::key, at::component};
        lay(now, place, grid);
    };
    return matrix(std::move(look));
}

Block Words::one_bar(Ui& ui, const char* id, figures::Bar bar, figures::Axis scale, int j, float height,
                     float thickness) const {
    using namespace figures;
    BarsLook look{.id = std::string(id) + std::to_string(j), .scale = std::move(scale), .decimals = 3};
    look.row = height;
    look.thickness = thickness;
    look.label_width = 0;
    look.value_width = 60;
    look.track = thickness > 20;
    look.pointing = {[this, j](int) { point(j, -1); }, [&ui, j](int) { ui.change(at::key, j); }};
    std::vector<Bar> one;
    one.push_back(std::move(bar));
    return bars(std::move(look), std::move(one));
}

figures::Bar Words::weight_bar(Ui& ui, int j) const {
    const Theme& theme = ui.theme();
    figures::Bar bar{.label = {model_.name(j), theme.ink}, .value = weight_of(j), .color = theme.query};
    bar.shown = kept(j) ? percent(weight_of(j), 1) : "left out";
    if (kept(j))
        bar.dragged = [this, &ui, j](double to) {
            const std::vector<double> shares = dragged(model_, j, to);
            for (int k = 0; k < model_.m(); ++k)
                ui.change_cell(at::hand, model_.word, k, shares[static_cast<size_t>(k)]);
            ui.change(at::key, j);
        };
    return bar;
}

figures::Bar Words::arrival_bar(const Theme& theme, int j, bool after) const {
    figures::Bar bar{.label = {model_.name(j), theme.ink}};
    bar.value = after ? model_.arrives_after(j) : model_.arrives(j);
    bar.color = after ? theme.output : theme.value;
    return bar;
}

figures::Pointing Words::word_pointing(Ui& ui) const {
    return {[this](int j) { point(j, -1); }, [&ui](int j) { ui.change(at::key, j); }};
}

Block Words::weight_bars(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    BarsLook look{.id = "weights", .scale = {0, 1}};
    look.row = word_height();
    look.thickness = 26;
    look.label_width = 0;
    look.value_width = 60;
    look.selected = key();
    look.pointing = word_pointing(ui);
    std::vector<Bar> all;
    for (int j = 0; j < model_.m(); ++j) all.push_back(weight_bar(ui, j));
    Block list = padded(0, bracket_air, 0, bracket_air, bars(std::move(look), std::move(all)));
    const float height = words_height + 2 * bracket_air;
    return column(0, head(theme.query, theme.muted, {.title = "weight α", .note = "drag"}),
                  behind(drawing(height, [this](Ui& now, Rect rect) { place_hand(now, rect); }),
                         reserved(height, std::move(list))));
}

void Words::place_hand(Ui& ui, Rect rect) const {
    ui.place_parameter(at::hand, rect);
    const float height = rect.height / static_cast<float>(model_.m());
    for (int j = 0; j < model_.m(); ++j) {
        const Rect cell{rect.x, rect.y + height * static_cast<float>(j), rect.width, height};
        ui.place_cell(at::hand, model_.word, j, cell);
    }
    if (ui.focused(at::hand)) ui.focus_ring(rect.inset(2));
}

float Words::label_width() const {
    float width = 0;
    for (const std::string& name : model_.example.keys) width = std::max(width, fonts::width(strong, name));
    return std::clamp(std::ceil(width), 40.0f, 110.0f);
}

double Words::largest_arrival() const {
    double most = 0;
    for (int j = 0; j < model_.m(); ++j) most = std::max({most, model_.arrives(j), model_.arrives_after(j)});
    return most;
}

Block Words::arrival_bars(Ui& ui, bool after, bool labels, double most) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    BarsLook look{.id = after ? "after" : "arrives"};
    look.scale = most > 0 && std::isfinite(most) ? round_axis(0, most) : Axis{0, 1};
    look.decimals = 3;
    look.row = labels ? 128 / static_cast<float>(model_.m()) : word_height();
    look.thickness = 18;
    look.label_width = labels ? label_width() : 0;
    look.value_width = 56;
    look.track = false;
    look.selected = key();
    look.pointing = word_pointing(ui);
    std::vector<Bar> all;
    for (int j = 0; j < model_.m(); ++j) all.push_back(arrival_bar(theme, j, after));
    const float height = labels ? 4 * 32 + 2 * bracket_air : words_height + 2 * bracket_air;
    Block title = after ? head(theme.output, theme.muted, {"α‖W", "O", " v‖", model_.w_o_origin})
                        : head(theme.value, theme.muted, {.title = "α‖v‖", .note = "what arrives"});
    return column(
        0, std::move(title),
        reserved(height, padded(0, bracket_air, 0, bracket_air, bars(std::move(look), std::move(all)))));
}

}  // namespace explainer::values_model

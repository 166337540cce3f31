// The pipeline where there is room: all matrices on one sheet, and the ways between them.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "explainer/exhibits/pipeline.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/player.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"

namespace explainer {
namespace {

namespace at = pipeline_model;
using figures::Block, figures::Blocks, figures::MatrixLook;
using pipeline_model::Focus, pipeline_model::Of;
using enum pipeline_model::Name;
using pipeline_model::Name;

// Heights of the cells of a matrix together; its rows share them.
constexpr float middle_band = 132;
struct SheetTop {
    float y = 0;
};

constexpr float trunk = 26;  // room for the line from X to all weights
constexpr float title = 28, labels = 20, bracket_air = 8, legend = 32, gap = 12;

}  // namespace

Block Pipeline::wide(Ui& ui, float width) const {
    using namespace figures;
    const float more = std::max(0.0f, width - 928);  // is shared out, most of it to the grid
    const float upper =
        trunk + title + weights_band + bracket_air + gap + title + labels + middle_band + bracket_air;
    const bool narrow_cells = e().d > 3;  // of four columns, with decimals
    const float x_cell = (decimals_of(e().x) > 0 ? 34 : 30) + 0.02f * more,
                side = (narrow_cells ? 46 : 40) + 0.03f * more,
                v_cell = (narrow_cells ? 44 : 60) + 0.05f * more;
    const float label = label_width();
    const float first = std::max(172.0f, label + 30 + x_cell * static_cast<float>(std::min(4, e().width)));
    const float second = 20 + side * static_cast<float>(e().d) + (e().from_words ? 0 : 36);
    const float fourth = label + 30 + v_cell * static_cast<float>(std::max(e().dv, 3));
    const float third = std::floor(width - first - second - fourth - 3 * 20);
    Items columns;
    columns.emplace_back(column(gap, reserved(upper, example_choice(ui)), lower(ui, X, x_cell, label)),
                         pixels(first));
    columns.emplace_back(column(gap, over_lower(ui, WQ, upper, side), lower(ui, Q, side, 0)), pixels(second));
    columns.emplace_back(column(gap, tower(ui, WK, side, 0, third), lower(ui, grid, 0, 0)), pixels(third));
    columns.emplace_back(column(gap, tower(ui, WV, v_cell, label, fourth), lower(ui, output, v_cell, label)),
                         pixels(fourth));
    return column(14, player(turn()), step_and_switches(ui),
                  drawing(0.01f, [](Ui& now, Rect rect) { now.kept<SheetTop>("sheet top") = {rect.y + 14}; }),
                  row({.gap = 20}, std::move(columns)),
                  drawing(0.0f, [this](Ui& now, Rect) { draw_ways(now); }), rule(), heard(ui), arithmetic(ui),
                  note(ui.theme()));
}

float Pipeline::label_width() const {
    float width = 24;
    for (const std::string& name : e().keys) width = std::max(width, std::ceil(fonts::width(strong, name)));
    return std::min(width, 64.0f);
}

Block Pipeline::at_the_foot(float height, float used, Block part) {
    return figures::column(0, figures::space(std::max(0.0f, height - used)), std::move(part));
}

Block Pipeline::weights_block(Ui& ui, Name name, float cell) const {
    const float high = band_cell(weights_band, e().width, 44);
    MatrixLook look = weights(ui, name);
    look.size.cell_width = cell;
    look.size.cell_height = high;
    const float height = title + weights_band + bracket_air;
    return figures::reserved(height,
                             at_the_foot(height, title + bracket_air + high * static_cast<float>(e().width),
                                         figures::matrix(std::move(look))));
}

Block Pipeline::over_lower(Ui& ui, Name name, float upper, float cell) const {
    const float height = title + weights_band + bracket_air;
    if (!e().from_words) return figures::space(upper);
    return figures::column(0, figures::space(upper - height), weights_block(ui, name, cell));
}

Block Pipeline::tower(Ui& ui, Name name, float cell, float label, float room) const {
    using namespace figures;
    const bool of_keys = name == WK;
    MatrixLook made = of_keys ? keys(ui) : handed(ui);
    // (Where there are no weights, what is given has their room too.)
    const float more = e().from_words ? 0 : 134;
    // Eight columns are scrolled to; the thumb takes some of the band.
    const bool scrolls = !of_keys && made.data.cols > 4;
    if (scrolls) made.size.least = 34;
    const float high =
        band_cell(middle_band + more - (scrolls ? 4 : 0), made.data.rows, e().from_words ? 44 : 92);
    made.size.cell_height = high;
    made.frame.row_label_width = label;
    if (e().from_words)
        made.frame.note = model_.values || of_keys ? "" : made.frame.note;  // arrows come down there
    if (of_keys) cell = std::min(cell, std::floor((room - 20) / static_cast<float>(e().d)));
    made.size.cell_width = of_keys ? grid_cell(room) : made.data.cols > 4 ? 34 : cell;
    const float height = title + labels + middle_band + more + bracket_air;
    const float used = title +
                       (of_keys   ? labels
                        : scrolls ? 24
                                  : 0) +
                       bracket_air + high * static_cast<float>(made.data.rows);
    Block below = reserved(height, at_the_foot(height, used, matrix(std::move(made))));
    Block above = reserved(trunk + title + weights_band - more + bracket_air, given_words(ui, of_keys));
    if (e().from_words && of_keys)
        above = padded(std::floor((room - 20 - cell * static_cast<float>(e().d)) / 2), trunk, 0, 0,
                       weights_block(ui, name, cell));
    else if (e().from_words)
        above = padded(label + 10, trunk, 0, 0, weights_block(ui, name, cell));
    return column(gap, std::move(above), std::move(below));
}

Block Pipeline::given_words(Ui& ui, bool here) const {
    if (!here) return figures::space(1);
    return figures::padded(
        0, trunk, 0, 0,
        figures::paragraph(body, ui.theme().muted,
                           "Queries, keys and values are given here. No words and no weights come before "
                           "them; all dotted numbers can be typed over."));
}

Block Pipeline::lower(Ui& ui, Name name, float cell, float label) const {
    using namespace figures;
    const float high = band_cell(lower_band, e().n, 130);
    const float height = bracket_air + lower_band + 4 + title + legend;
    if (name == X && !e().from_words) return space(height);
    MatrixLook look = name == X ? x(ui) : name == Q ? queries(ui) : name == grid ? pairs(ui) : outputs(ui);
    look.frame.title_place = TitlePlace::below;
    look.size.cell_height = high;
    if (name == grid) {
        return by_width([look = std::move(look), this, height](float room) mutable {
            MatrixLook own = std::move(look);
            own.size.cell_width = grid_cell(room);
            return reserved(height, matrix(std::move(own)));
        });
    }
    look.size.cell_width = name == output && look.data.cols > 4 ? 34 : cell;
    if (look.data.cols > 4) look.size.least = 34;
    if (name == X) look.frame.row_label_width = label;

    // (V's labels stand over the gutter beside the outputs, so that both share their columns.)
    Block part = matrix(std::move(look));
    if (name == output) part = padded(label + 10, 0, 0, 0, std::move(part));
    return reserved(height, std::move(part));
}

Block Pipeline::example_choice(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    Blocks parts =
        blocks(text(caption, theme.muted, "example"), choice(ui, example::data),
               paragraph(caption, theme.muted, std::string(e().origin)), space(2),
               text(caption, theme.muted, "temperature"), slider(example::temperature, {theme.query, 0, 48}));
    if (e().data == Data::own) parts.push_back(text_field(example::words));
    return limited(152, Align::left, column(4, std::move(parts)));
}
// ---- Arrows from sources to the number that is looked at

void Pipeline::draw_ways(Ui& ui) const {
    if (!e().from_words && !traced()) return;
    const Theme& theme = ui.theme();
    if (e().from_words) draw_trunk(ui);
    if (!traced()) return;
    const Focus f = focus();
    const auto place = [&ui](Name name) { return figures::place_of(ui, pipeline_model::ids[name]); };
    const auto across = [&](Name from, Name to, int row, Color color) {
        const Rect source = place(from).row(row), target = place(to).row(row);
        // Between the brackets, through neither.
        figures::arrow(ui, {source.right() + 11, source.centre().y}, {target.x - 11, source.centre().y},
                       color, 2);
    };
    const auto down = [&](Name from, int from_col, Name to, int to_col, Color color) {
        const figures::MatrixPlace above = place(from);
        if (!above.shows(above.first_row, from_col)) return;
        const Rect source = above.col(from_col), target = place(to).col(to_col);
        figures::arrow(ui, {source.centre().x, source.bottom() + 3}, {target.centre().x, target.y - 2}, color,
                       2);
    };
    switch (f.of) {
        case Of::q:
            if (!e().from_words) return;
            across(X, Q, f.row, theme.ink);
            return down(WQ, f.col, Q, f.col, theme.query);
        case Of::k:
            if (e().from_words) down(WK, f.col, K, f.row, theme.key);
            return;
        case Of::v:
            if (e().from_words) down(WV, f.col, V, f.col, theme.value);
            return;
        case Of::grid:
            across(Q, grid, f.row, theme.query);
            return down(K, f.col, grid, f.col, theme.key);
        case Of::output:
            across(grid, output, f.row, theme.query);
            return down(V, f.col, output, f.col, theme.value);
    }
}

void Pipeline::draw_trunk(Ui& ui) const {
    const Theme& theme = ui.theme();
    const auto place = [&ui](Name name) { return figures::place_of(ui, pipeline_model::ids[name]); };
    const Rect x = place(X).cells, q = place(WQ).cells, k = place(WK).cells, v = place(WV).cells;
    const bool lit = traced() && focus().of != Of::grid && focus().of != Of::output;
    const Color color = lit ? theme.muted : theme.line.faded(0.7f);
    // In the gap beside Q, so that it keeps off what is chosen over X.
    const float top = ui.kept<SheetTop>("sheet top").y + 18, from = place(Q).cells.x - 20,
                left = q.centre().x;
    const Point line[] = {{x.centre().x, x.y - 5},
                          {x.centre().x, x.y - 14},
                          {from, x.y - 14},
                          {from, top},
                          {(model_.values ? v : k).centre().x, top}};
    ui.painter().polyline(line, color, 1.5f, false);
    ui.text({from + 8, top - 18}, caption, theme.muted,
            model_.values ? "X goes to all three" : "X goes to both");
    figures::arrow(ui, {left, top}, {left, q.y - 8}, color, 1.5f);
    figures::arrow(ui, {k.centre().x, top}, {k.centre().x, k.y - 8}, color, 1.5f);
    if (model_.values) figures::arrow(ui, {v.centre().x, top}, {v.centre().x, v.y - 8}, color, 1.5f);
}

}  // namespace explainer

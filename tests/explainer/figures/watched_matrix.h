// What the tests of matrices share: a table of parameters, a plain look, and a matrix that tells what the
// pointer does on it.
#pragma once

#include <limits>

#include "again.h"
#include "explainer/figures/matrix.h"
#include "sheet.h"

namespace explainer::watched_matrix {

using figures::Entry, figures::Ground, figures::MatrixLook, figures::TitlePlace;

enum : int { row, col, given };

inline constexpr double given_cells[] = {1, 2, 3, 4, 5, 6};
inline constexpr MatrixDefault given_default[] = {{2, 3, given_cells}};

inline std::vector<Parameter> table() {
    return {
        Parameter{.name = "row", .label = "row", .help = "", .kind = Kind::integer, .maximum = 63, .step = 1},
        Parameter{.name = "col", .label = "col", .help = "", .kind = Kind::integer, .maximum = 63, .step = 1},
        Parameter{.name = "given",
                  .label = "given",
                  .help = "",
                  .kind = Kind::matrix,
                  .minimum = -9,
                  .maximum = 9,
                  .step = 1,
                  .decimals = 0,
                  .matrices = given_default}};
}

inline constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
inline constexpr float infinity = std::numeric_limits<float>::infinity();

inline std::vector<std::string> names(int count, const std::string& name = "word") {
    std::vector<std::string> out;
    for (int i = 0; i < count; ++i) out.push_back(name + std::to_string(i));
    return out;
}

inline MatrixLook look_of(const std::vector<float>& values, int rows, int cols) {
    MatrixLook look;
    look.data.id = "matrix";
    look.data.rows = rows;
    look.data.cols = cols;
    look.data.values = values;
    look.data.version = 1;
    look.cells.color = light_theme().query;
    return look;
}

/// Shows one look; what the pointer does ends up in `seen` and `pressed`.
struct Watched {
    MatrixLook look;
    Entry seen, pressed;
    figures::MatrixPlace place;

    explicit Watched(MatrixLook shown) : look(std::move(shown)) {}

    Build build() {
        return [this](Ui&) {
            // (A look owns its functions, so it is handed over once: the next frame's calls this one's.)
            auto& [data, cells, size, marks, frame, hand] = look;
            MatrixLook copy;
            copy.data = data;
            copy.cells = {cells.color,        cells.numbers,     cells.number_row,      cells.decimals,
                          cells.leading_zero, cells.alike,       cells.powers,          cells.number_width,
                          again(cells.small), cells.least_small, cells.ground,          cells.largest,
                          cells.is_signed,    cells.muted,       again(cells.ground_of)};
            copy.size = size;
            copy.marks = {marks.selected,      marks.selected_color, marks.selected_row, marks.pointed,
                          marks.linked_row,    marks.linked_col,     marks.fade_others,  marks.mask_border,
                          again(marks.masked), marks.rings,          marks.reached,      again(marks.empty)};
            copy.frame = {frame.row_labels,  frame.col_labels,     frame.row_label_width, frame.label_lines,
                          frame.brackets,    frame.line,           frame.title,           frame.subscript,
                          frame.note,        frame.small_note,     frame.title_place,     frame.legend,
                          frame.legend_name, frame.legend_decimals};
            copy.hand = {hand.parameter, hand.parameter_row, hand.transposed, hand.row_parameter,
                         hand.col_parameter};
            copy.hand.row_pressed = again(hand.row_pressed);
            copy.hand.col_pressed = again(hand.col_pressed);
            seen = {};
            copy.hand.hovered = [this](Entry entry) { seen = entry; };
            copy.hand.pressed = [this](Entry entry) { pressed = entry; };
            copy.frame.over = [this](Ui&, const figures::MatrixPlace& now) { place = now; };
            return figures::matrix(std::move(copy));
        };
    }
};

}  // namespace explainer::watched_matrix

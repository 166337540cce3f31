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
    look.id = "matrix";
    look.rows = rows;
    look.cols = cols;
    look.values = values;
    look.version = 1;
    look.color = light_theme().query;
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
            MatrixLook copy;
            static_cast<figures::MatrixShown&>(copy) = look;
            copy.small = again(look.small);
            copy.empty = again(look.empty);
            copy.row_pressed = again(look.row_pressed);
            copy.col_pressed = again(look.col_pressed);
            seen = {};
            copy.hovered = [this](Entry entry) { seen = entry; };
            copy.pressed = [this](Entry entry) { pressed = entry; };
            copy.over = [this](Ui&, const figures::MatrixPlace& now) { place = now; };
            return figures::matrix(std::move(copy));
        };
    }
};

}  // namespace explainer::watched_matrix

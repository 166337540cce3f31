// A matrix: values in cells as numbers, colours or both, with labels, brackets, title and legend; what is
// selected, linked, masked, not yet reached; pressed, pointed at, typed over. It fits the width it gets; what
// cannot scrolls in its frame. Not here: matrices of more than 64 × 64 (map_view.h), many small ones
// (small_maps.h), and what the values mean.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explainer/figures/layout.h"
#include "explainer/unique_function.h"

namespace explainer::figures {

/// An entry of a matrix; with one of them −1 a whole row or column, with both nothing.
struct Entry {
    int row = -1, col = -1;

    bool operator==(const Entry&) const = default;
};

/// The names of rows or columns.
struct AxisNames {
    std::vector<std::string> names = {};  // one for each, or none at all
    Color color = {};                     // the role's
    int bold = -1;                        // beside those that are selected, linked or pointed at
    bool buttons = false;                 // rows: outlined, as what a press chooses; for `row_pressed`
    float apart = 0;                      // rows: from one name to the next, if less than a line will do
};

/// What lies behind the numbers.
enum class Ground {
    none,
    tint,  // the role's colour, pale; deeper where selected or linked
    heat,  // by value
};

/// Where the cells stand that are in sight, for what is drawn around and over them.
struct MatrixPlace {
    Rect cells;  // all that are in sight
    float cell_width = 0, cell_height = 0;
    int first_row = 0, first_col = 0, rows = 0, cols = 0;  // in sight

    bool shows(int row, int col) const {
        return row >= first_row && row < first_row + rows && col >= first_col && col < first_col + cols;
    }
    Rect cell(int row, int col) const {
        return {cells.x + cell_width * static_cast<float>(col - first_col),
                cells.y + cell_height * static_cast<float>(row - first_row), cell_width, cell_height};
    }
    Rect row(int row) const {
        return {cells.x, cells.y + cell_height * static_cast<float>(row - first_row), cells.width,
                cell_height};
    }
    Rect col(int col) const {
        return {cells.x + cell_width * static_cast<float>(col - first_col), cells.y, cell_width,
                cells.height};
    }
    /// The entry at a point, none outside.
    Entry at(Point p) const;
};

/// Where the matrix with that id was drawn in this frame: for arrows between matrices, drawn after both. No
/// rows and columns if it was not.
MatrixPlace place_of(Ui& ui, std::string_view id);

/// What the keyboard can reach in a matrix beside MatrixHand: the native controls of some parameters lie over
/// its cells.
struct FocusGrid {
    std::vector<int> over = {};  // parameters whose controls lie over all the cells
    int cells = -1;              // the one of them whose native cells lie over these
    Entry ring = {};             // the cell that is outlined while one of `over` has the focus; none: no cell
    int first_row = 0;           // of the parameter's rows, the one that stands first here
    bool transposed = false;     // its rows stand here as columns
};
void lay(Ui& ui, const MatrixPlace& place, const FocusGrid& grid);

enum class TitlePlace { above, left, below };

/// The numbers.
struct MatrixData {
    std::string id;  // unique in the exhibit
    int rows = 0, cols = 0;
    std::span<const float> values = {};  // [rows, cols], row-major; NaN: masked. Outlives the frame
    uint64_t version = 0;                // another one for other values
};

/// How a cell shows its number.
struct MatrixCells {
    Color color;  // the role's: title, tint, outlines
    bool numbers = true;
    int number_row = -1;  // in this row alone; −1: in all
    int decimals = 0;
    bool leading_zero = true;  // else ".12"
    /// One precision for all cells, set smaller or with fewer decimals rather than left out; what that leaves
    /// nothing of is a power of ten, where there is room for it (or simply "0", without `powers`).
    bool alike = false, powers = true;
    float number_width = 0;  // of the widest number that is to be expected; 0: two digits and the decimals
    /// A second, small number under the first, in cells at least that wide.
    UniqueFunction<std::string(int row, int col)> small = nullptr;
    float least_small = 0;

    Ground ground = Ground::none;
    float largest = 1;  // for Ground::heat
    bool is_signed = false;
    bool muted = false;  // in grey: what the matrix is of is switched off
    /// The ground of one cell, where it is not as above. (Then the matrix is not retained.)
    UniqueFunction<std::optional<Color>(int row, int col)> ground_of = nullptr;
    float least_zero = 0;  // cells that are narrower have ".12" for "0.12"
};

/// CSS pixels; 0: as it needs.
struct MatrixSize {
    float cell_width = 0, cell_height = 0;  // given, so that several matrices share rows or columns
    float least = 24;                       // of a cell; what does not fit then, scrolls
    bool fill = false;                      // cells share the width there is
    float most = 0;                         // of a cell, with `fill`
    bool square = false;                    // as high as wide
    float height = 0;                       // of all cells: shared by the rows
    int most_rows = 0, most_cols = 0;       // room is reserved for so many, where the state changes the shape
};

/// What stands out, in the words that all figures use (figures/marks.h).
struct MatrixMarks {
    Entry selected = {};                                      // thick outline around a cell
    std::optional<Color> selected_color = {};                 // ink, if not said
    int selected_row = -1;                                    // outlined
    Entry pointed = {};                                       // here or elsewhere
    int linked_row = -1, linked_col = -1;                     // tinted and outlined
    bool fade_others = false;                                 // what is neither linked nor selected is faint
    bool mask_border = false;                                 // a line between what is masked and what is not
    UniqueFunction<bool(int row, int col)> masked = nullptr;  // for the border, where NaN is not what masks
    std::vector<Entry> rings = {};                            // open marks
    int reached = -1;  // cells after that many, row by row, are still empty; −1: none are
    UniqueFunction<bool(int row, int col)> empty = nullptr;  // likewise: cells that are not there yet
};

/// What stands around the cells.
struct MatrixFrame {
    AxisNames row_labels = {}, col_labels = {};
    float row_label_width = 0;  // 0: that of the longest
    int label_lines = 0;        // over the columns: 1, 2 (alternating), or 0: as the names need
    bool brackets = false;
    bool line = false;  // a thin line around all cells
    std::string title = {}, subscript = {}, note = {};
    std::string small_note = {};  // added to the note where cells have room for their small numbers
    TitlePlace title_place = TitlePlace::above;
    bool legend = false;  // for Ground::heat, with numbers; beside a title below, if there is room
    std::string legend_name = {};
    int legend_decimals = 0;
    /// Drawn by the caller, before and after the cells.
    UniqueFunction<void(Ui&, const MatrixPlace&)> behind = nullptr, over = nullptr;
};

/// What a hand does.
struct MatrixHand {
    int parameter = -1;                          // a matrix: cells are typed over and scrubbed
    int parameter_row = 0;                       // of its rows, the one that stands first here
    bool transposed = false;                     // its rows stand here as columns
    int row_parameter = -1, col_parameter = -1;  // the focus: a press sets them to the cell
    UniqueFunction<void(Entry)> pressed = nullptr;
    UniqueFunction<void(Entry)> hovered = nullptr;  // in each frame while the pointer is on a cell or a label
    UniqueFunction<void(Entry)> dragged = nullptr;  // in each frame while a hand drags the cell's number
    UniqueFunction<void(int)> row_pressed = nullptr, col_pressed = nullptr;  // by their labels
};

struct MatrixLook {
    MatrixLook();
    MatrixLook(std::string_view id, std::span<const float> values, int rows, int cols, Color color,
               uint64_t version);
    MatrixLook(MatrixLook&&) noexcept;
    MatrixLook& operator=(MatrixLook&&) noexcept;
    ~MatrixLook();

    MatrixData data;
    MatrixCells cells;
    MatrixSize size;
    MatrixMarks marks;
    MatrixFrame frame;
    MatrixHand hand;
};

Block matrix(MatrixLook&& look);

}  // namespace explainer::figures

// A table on a sheet: heads, rows, columns that keep their width while numbers change. A row can be pressed
// and pointed at. Not here: the table for screen readers, which the description gives (description.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explainer/figures/layout.h"
#include "explainer/unique_function.h"

namespace explainer::figures {

/// Its texts outlive the frame.
struct TableColumn {
    std::string_view head = "";
    Color color = {};              // of the head
    Align align = Align::right;    // numbers of equal decimals then stand under each other at the point
    Track track = {};              // natural: as wide as the widest of head, sample and cells
    std::string_view sample = "";  // the longest text that may come here, so that the column does not move
};

/// A text, or any part (a bar, a slider) instead.
struct TableCell {
    TableCell(const char* words, Color ink, bool heavy = false);
    TableCell(std::string words, Color ink, bool heavy = false);
    TableCell(Block part);
    std::string text;
    Color color;
    bool bold = false;
    Block block;
};

struct TableRow {
    std::vector<TableCell> cells;
    bool selected = false;
    std::optional<Color> tint = {};  // of the band of a selected row; else the query's
    bool ruled = false;              // a line above it, as over a sum

    TableRow& add(const char* words, Color ink, bool heavy = false);
    TableRow& add(const std::string& words, Color ink, bool heavy = false);
    TableRow& add(Block part);
    TableRow& add(TableCell&& cell);
};

struct TableLook {
    std::string id = {};    // of its rows for the pointer, unique in the exhibit; empty: rows are not pressed
    Type type = body;       // of text cells
    float row_height = 28;  // CSS pixels; a table whose rows are pressed wants 32 or more
    float gap = 12;         // between columns
    int least_rows = 0;     // room is kept for so many, whatever is shown
    bool spread = false;    // fewer rows than `least_rows` share the room
    UniqueFunction<void(int row)> hovered = nullptr;  // in each frame that the pointer is on it
    UniqueFunction<void(int row)> pressed = nullptr;
    /// An integer whose least value is the first row: a press sets it, and its focus shows at that row.
    int parameter = -1;
    bool live_cells = false;  // parts in cells answer the pointer themselves, before the row does
};

Block table(TableLook&& look, std::vector<TableColumn>&& columns, std::vector<TableRow>&& rows);

/// A bar for a cell: a share (0 to 1) of a pale track. `id` lets it grow smoothly; a share that is not a
/// number has no bar.
Block bar_cell(std::string id, double share, Color color);

/// The same for both signs: from −1 to 1, with a line at 0 that runs through from row to row
/// (`row_height`).
Block signed_bar_cell(std::string id, double share, Color color, float row_height);

/// A quantity and its value.
struct Fact {
    std::string name, value;
    Color color;  // of the value
};
/// Quantities one below the other, in one or two columns.
Block facts(const Theme& theme, int columns, std::vector<Fact>&& list);

}  // namespace explainer::figures

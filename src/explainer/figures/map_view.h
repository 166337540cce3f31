// A large map, to 65536²: a part of it in a frame, moved and enlarged by mouse, two fingers, two clicks and
// buttons, with the exact value under the pointer. What is in sight is parameters (zoom, centre), so that
// keys and links have it too. Not here: tiles (drawing/tile_map.h), matrices whose cells all fit (matrix.h).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "explainer/description.h"
#include "explainer/drawing/tile_map.h"
#include "explainer/figures/layout.h"
#include "explainer/figures/matrix.h"
#include "explainer/unique_function.h"

namespace explainer::figures {

/// Where a part of a map stands on the sheet.
struct MapPlace {
    Rect rect;
    CellRegion seen;

    float cell_width() const { return rect.width / static_cast<float>(seen.cols); }
    float cell_height() const { return rect.height / static_cast<float>(seen.rows); }
    /// The point of a place in the matrix, in cells (the centre of the first one is 0.5, 0.5).
    Point at(double row, double col) const;
    /// The entry at a point of the map; may lie outside of the matrix.
    Entry entry(Point p) const;
};

/// The part of [rows, cols] that a frame of that size shows: all of it at zoom 1, at most with margins at
/// two sides; around the centre, but never beyond the edges.
CellRegion seen_region(int rows, int cols, double zoom, double centre_row, double centre_col, float width,
                       float height);

struct MapLook {
    std::string id;          // unique in the exhibit
    TileMap* map = nullptr;  // shown; outlives the frame
    HeatLook heat;

    /// Numbers: how many times larger than the whole (1 or more); the centre in cells. The maximum of
    /// zoom should let a cell be some 60 pixels wide.
    int zoom_parameter = -1, row_parameter = -1, col_parameter = -1;
    /// Integers: the chosen cell. −1: none.
    int selected_row_parameter = -1, selected_col_parameter = -1;
    Color row_color, col_color;  // of the lines through it
    bool row_handle = false;     // a disc on the right edge carries the chosen row

    /// The exact value of a cell. Shown in cells that are wide enough, and under the pointer.
    UniqueFunction<float(int row, int col)> value = nullptr;
    /// How it is written there; without it, it is not.
    std::string (*shown)(float value) = nullptr;
    /// What the map's colours show of such a value, where they do not show itself.
    float (*shade)(float value) = nullptr;
    /// What is said of the cell under the pointer, or of the chosen one; by default row, column, value.
    UniqueFunction<std::string(Entry)> reading = nullptr;

    float height = 0;  // of the map; 0: square, where that is no higher than `most`
    float most = 560;
    bool buttons = true;

    UniqueFunction<void(Entry)> hovered = nullptr;
    UniqueFunction<void(Ui&, const MapPlace&)> over = nullptr;  // drawn over the map, within its frame
};

/// What is in sight, and the chosen cell, as MapLook has them.
struct MapParameters {
    int zoom, centre_row, centre_col, row, col;
};
/// Of queries and keys, in their colours.
MapLook map_look(std::string id, TileMap& map, const HeatLook& heat, const Theme& theme,
                 const MapParameters& parameters);

Block map_view(MapLook&& look);
/// The same without anything around it: no heading, no reading, no buttons.
Block map_alone(MapLook&& look);

/// The whole map, small, with a frame around what map_view() of the same look shows; the frame is
/// dragged. `shown`: the size of that map on the sheet, for its proportions.
Block map_overview(MapLook&& look, float side, Point shown = {1, 1});

/// The buttons of a map alone that is shown in that size, side by side or one below the other.
Block map_buttons(MapLook&& look, Point shown, bool upright);

/// What a description says of a map that is too large for a table of its cells.
struct MapSummary {
    int rows = 0, cols = 0;
    double least = 0, most = 0;  // of all cells that are not masked
    Entry least_at, most_at;
    int row = -1;                            // the selected one
    std::span<const float> row_values = {};  // [cols]; NaN: masked
};
MapSummary summary_of(std::span<const float> values, int rows, int cols, int row);

/// The largest of some values, at most so many, falling (of equal ones the first comes first); what the
/// others come to; and how many are masked (NaN).
struct LargestValues {
    std::vector<int> places;
    int others = 0, masked = 0;
    double rest = 0;
};
LargestValues largest_of(std::span<const float> values, int most);

/// Shape, extremes, and of the selected row the `largest` largest entries and the sum of the rest.
Table describe_map(std::string title, const MapSummary& summary, int largest = 32);

}  // namespace explainer::figures

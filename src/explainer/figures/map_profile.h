// What lies along an axis of a large map: its numbers, and the values of one row or column, so that a spike
// stands exactly under or beside its cell. Not here: the map itself (map_view.h).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "explainer/figures/layout.h"
#include "explainer/unique_function.h"

namespace explainer::figures {

/// The part of an axis that is in sight, in cells, and the cell that is chosen on it.
struct MapAxis {
    double from = 0, count = 1;
    bool upright = false;  // the rows', beside the map; else the columns', below it
    int chosen = 0;
    Color color;  // the role's
};

/// Pixels from the beginning of the axis to the middle of a cell.
inline float along_axis(const MapAxis& axis, double cell, float length) {
    return static_cast<float>((cell + 0.5 - axis.from) / axis.count) * length;
}

inline constexpr float map_axis_width = 44, map_axis_height = 26;  // upright, lying

/// Its numbers, the chosen one in bold.
Block map_axis(const MapAxis& axis, float length);

struct MapProfileLook {
    std::string id;
    MapAxis axis;
    std::span<const float> values = {};     // [all cells of the axis]; NaN: masked. Outlives the frame
    float (*place)(float value) = nullptr;  // 0 at the foot, 1 at the top
    std::vector<std::pair<float, const char*>> scale = {};  // lines at places, with their labels
    Color color;                                            // of the values
    int parameter = -1;      // the integer that is the chosen cell: pressed, dragged
    std::string title = {};  // lying, in the values' colour
    UniqueFunction<void(int cell)> hovered = nullptr;  // in each frame that the pointer is on it
};

/// As long as the map, so many pixels deep. A pixel shows the largest of its values. Lying, a disc at its
/// foot carries the chosen cell.
Block map_profile(MapProfileLook&& look, float length, float depth);

}  // namespace explainer::figures

// What stands around a large map of weights: the rows' axis at its left, the columns' below it, the weights
// of the chosen column at its right, those of the chosen row under it. Not here: the map (map_view.h), and
// how one of these is drawn (map_profile.h).
#pragma once

#include "explainer/figures/map_profile.h"
#include "explainer/figures/map_view.h"

namespace explainer::figures {

/// How deep the profile of a column is on a sheet of that width; its distance from the map.
float profile_depth(float width);
inline constexpr float profile_gap = 6, profile_height = 60;

/// Null: there is none.
struct MapFrame {
    Block rows = nullptr, map = nullptr, column = nullptr;  // side by side: axis, map, profile
    Block row = nullptr, corner = nullptr;                  // below map and profile
    Block cols = nullptr;                                   // the axis
};
/// `axis`: the width of the rows' axis; `side`: the map's; `depth`: of the column's profile.
Block map_frame(float axis, float side, float depth, MapFrame&& of);

/// Of the chosen row (a lying axis) or column, on a scale of powers of ten.
MapProfileLook weight_profile(const char* id, int parameter, const MapAxis& axis,
                              std::span<const float> weights, const Theme& theme);

/// Lines through what is pointed at, where cells are too small to be seen as such.
void draw_cross(Ui& ui, const MapPlace& place, Entry on);

}  // namespace explainer::figures

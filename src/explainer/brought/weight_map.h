// A large map of brought weights, which `heads` and `map` show: how its cells are coloured, read and named,
// and its legend. Not here: what stands around it in one of them.
#pragma once

#include "explainer/figures/map_profile.h"
#include "explainer/figures/map_view.h"

namespace explainer::brought {

/// Without the values of its cells, its size and what is drawn over it, which the exhibit adds.
figures::MapLook weight_map(TileMap& tiles, const Theme& theme, const figures::MapParameters& parameters,
                            bool logarithmic);

/// The part of it that is in sight in a frame of that size, along either side.
struct WeightAxes {
    figures::MapAxis keys, queries;
};
WeightAxes weight_axes(const Ui& ui, const figures::MapParameters& parameters, int rows, int cols,
                       Point size);

/// `hatching`: what hatched cells are, or null.
figures::Block weight_legend(bool logarithmic, const char* hatching);

}  // namespace explainer::brought

// See weight_map.h.
#include "explainer/brought/weight_map.h"

#include "explainer/brought/heads_model.h"
#include "explainer/brought/parts.h"
#include "explainer/figures/heat_legend.h"

namespace explainer::brought {

using namespace figures;

namespace {

constexpr HeatLook weight_heat{1, false, 1};

}  // namespace

MapLook weight_map(TileMap& tiles, const Theme& theme, const MapParameters& parameters, bool logarithmic) {
    MapLook out = map_look("map", tiles, weight_heat, theme, parameters);
    out.shade = shade_of(logarithmic);
    out.shown = cell_shown;
    return out;
}

WeightAxes weight_axes(const Ui& ui, const MapParameters& parameters, int rows, int cols, Point size) {
    const State& state = ui.state();
    const CellRegion seen =
        seen_region(rows, cols, state.number(parameters.zoom), state.number(parameters.centre_row),
                    state.number(parameters.centre_col), size.x, size.y);
    return {{seen.col, seen.cols, false, state.integer(parameters.col), ui.theme().key},
            {seen.row, seen.rows, true, state.integer(parameters.row), ui.theme().query}};
}

Block weight_legend(bool logarithmic, const char* hatching) {
    return heat_legend({.heat = weight_heat,
                        .name = "weight",
                        .hatching = hatching,
                        .least = logarithmic ? "10⁻⁵" : "0",
                        .most = logarithmic ? "≥ 0.1" : "1"});
}

}  // namespace explainer::brought

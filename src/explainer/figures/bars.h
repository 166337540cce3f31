// Bars that lie on one scale from 0: a list of them, each with its label, number and perhaps a pill to drag
// it by; and small upright ones. Stacked bars and budgets are in stacks.h, sums in waterfall.h.
#pragma once

#include <string>
#include <vector>

#include "explainer/figures/layout.h"
#include "explainer/figures/pointing.h"
#include "explainer/figures/text.h"
#include "explainer/figures/ticks.h"
#include "explainer/unique_function.h"

namespace explainer::figures {

struct Bar {
    Run label = {};    // at the left
    double value = 0;  // not a number: no bar; beyond the scale: cut, with a point at its end
    Color color = {};
    std::string shown = {};                          // at the right; else the value with the list's decimals
    UniqueFunction<void(double)> dragged = nullptr;  // called with the value under the hand
    int parameter = -1;  // whose native control lights the bar up; is set itself where `dragged` is not given
};

struct BarsLook {
    std::string id = {};
    Axis scale = {};  // with both signs, a line stands at 0
    int decimals = 2;
    float row = 44;              // height of a row
    float thickness = 18;        // of a bar
    float label_width = -1;      // pixels; −1: as wide as the widest, 0: there are no labels
    float value_width = 64;      // pixels; 0: no numbers
    bool values_follow = false;  // numbers right behind their bars, not in a column of their own
    bool track = true;           // a pale ground as long as the scale
    bool ticks = false;          // under the bars
    bool above = false;          // labels and numbers always go above their bars
    float least_bar = 72;        // pixels; where bars would be shorter, labels and numbers go above them
    int selected = -1;           // on a tinted band, in full colour; then the others are paler
    std::string hint = {};       // beside the selected bar's pill, until something was dragged
    Pointing pointing = {};
};

Block bars(BarsLook&& look, std::vector<Bar>&& bars);

struct ChartColumn {
    double value = 0;
    Color color = {};
    std::string label = {};  // under the axis
    std::string shown = {};  // at the end of the bar; else the value with the row's decimals
    double below = 0;        // a second value, drawn downward on the same scale
    Color below_color = {};
};

struct ColumnChartLook {
    std::string id = {};
    double largest = 0;    // what fills the height; 0: the largest that there is
    float height = 96;     // of the bars above the axis
    float depth = 0;       // below it, on the same scale: for negative or for second values
    bool twofold = false;  // there are second values
    int decimals = 2;
    bool values = true;  // numbers where they fit, first of all at the selected bar
    int selected = -1;
    Pointing pointing = {};
};

Block column_chart(ColumnChartLook&& look, std::vector<ChartColumn>&& bars);

/// What grids and tracks are tinted with.
Color grid_color(const Theme& theme);

/// The ticks of an axis, labels under `rect`, a grid through it; labels may stick out by `overhang`.
void tick_row(Ui& ui, const Rect& rect, const Axis& scale, float overhang = 0);
inline constexpr float tick_row_height = 24;

}  // namespace explainer::figures

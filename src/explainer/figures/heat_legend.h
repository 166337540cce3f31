// The colours of a map from its least to its largest value, with numbers. Not here: names of series
// (plot.h).
#pragma once

#include <string>

#include "explainer/figures/layout.h"

namespace explainer::figures {

struct HeatLegend {
    HeatLook heat;
    std::string name = {};  // "weight"
    int decimals = 0;
    const char* hatching = nullptr;  // what hatched cells are: "masked"
    const char* least = nullptr;  // what the ends are called, where colours do not show the values themselves
    const char* most = nullptr;
};

/// One line, as wide as it needs; where there is too little room its bar is shorter, then the name goes.
Block heat_legend(HeatLegend legend);

}  // namespace explainer::figures

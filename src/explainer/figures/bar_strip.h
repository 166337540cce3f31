// A number beside each row of a matrix, with a thin bar for it under the number where rows are high enough.
#pragma once

#include <string>

#include "explainer/figures/aligned.h"

namespace explainer::figures {

struct BarStrip {
    std::string id = {}, name = {};
    UniqueFunction<double(int row)> value = nullptr;  // not a number: nothing is there yet
    double largest = 1;                               // fills its bar
    int lit = -1;                                     // bold; also where others have no room
    UniqueFunction<void(int row)> hovered = nullptr;
};
Strip bar_strip(BarStrip&& look);

}  // namespace explainer::figures

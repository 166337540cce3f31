// A slope chart: quantities before and after something was done to all of them, on one scale that holds 0.
// Lines that cross are orders that changed. Not here: more than two states (plot.h).
#pragma once

#include <string>
#include <vector>

#include "explainer/figures/layout.h"
#include "explainer/figures/pointing.h"

namespace explainer::figures {

struct Slope {
    std::string name = {};  // at the left; those of equal lines share a place
    Color color = {};       // of the name
    double before = 0, after = 0;
    std::string shown_before = {}, shown_after = {};
    bool there = true;  // else it is not known yet: nothing of it is drawn, and it grows once it is
};

struct SlopesLook {
    std::string id = {};
    Color color = {};    // of the selected line; the others are muted
    float height = 120;  // of the scale
    int selected = -1;   // thick, its numbers bold
    int pointed = -1;    // here or elsewhere
    float number = 56;   // pixels, of a number at either end
    Pointing pointing = {};
};

/// "before" and "after" stand over the ends.
Block slopes(SlopesLook&& look, std::vector<Slope>&& slopes);

}  // namespace explainer::figures

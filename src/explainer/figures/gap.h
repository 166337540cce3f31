// Two values on one axis and how far they are apart: what is stated, a diamond, and what is computed, a disc
// that slides; with the stretch within which the one counts as the other. Not here: curves (plot.h), lists of
// bars (bars.h).
#pragma once

#include <string>

#include "explainer/figures/layout.h"

namespace explainer::figures {

struct GapLook {
    std::string id = {};              // of the disc, which slides smoothly
    double stated = 0, computed = 0;  // not a number: it is not there yet
    double low = 0, high = 0;         // where the computed one would do; an end may be infinite
    std::string stated_name = "stated", computed_name = "computed";
    int decimals = 4;  // of the distance
    Color color = {};  // of the computed one and the way to it
};

Block gap(GapLook&& look);

}  // namespace explainer::figures

// A sum, term by term: each term's bar begins on a ruler where the last one ended, so that one sees where the
// sum goes. Negative terms run back, outlined; a term of 0 is a line without width.
#pragma once

#include <string>
#include <vector>

#include "explainer/figures/layout.h"
#include "explainer/figures/pointing.h"
#include "explainer/figures/text.h"
#include "explainer/figures/ticks.h"

namespace explainer::figures {

struct Term {
    std::vector<Run> name = {};     // "x₁ w₁"
    std::vector<Run> product = {};  // "1 × 2 = 2"; see WaterfallLook::least_ruler
    double value = 0;
    Color color = {};
};

struct WaterfallLook {
    std::string id = {};
    int decimals = 0;
    Axis scale = {0, 0};           // both 0: as far as the partial sums go
    int shown = -1;                // so many terms are there yet; −1: all. The others keep their places
    int selected = -1;             // tinted, its bar in full colour
    std::vector<Run> result = {};  // what the sum is
    Color result_color = {};
    std::vector<Run> after = {};  // behind the sum: "÷ √3 = 2.887"
    float height = 0;             // of all terms, shared by them; 0: 34 pixels each
    float most_row = 44;          // of what a term gets of it
    // Pixels; where it would be shorter, products stand on a second line, if rows are 36 pixels high or more,
    // else in the place of the names; where it would be shorter even so, they are left out.
    float least_ruler = 140;
    bool products_first = false;  // where one column of numbers has room, the sums so far are left out
    Pointing pointing = {};
};

Block waterfall(WaterfallLook&& look, std::vector<Term>&& terms);

}  // namespace explainer::figures

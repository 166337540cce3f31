// Shares of one whole as lying bars, each beside what it was before something happened (a head was switched
// off, words were cut, the model learned on): outlined what it was, filled what it is now. Not here: bars
// that are dragged, and other scales than from 0 to 1 (bars.h).
#pragma once

#include <string>
#include <vector>

#include "explainer/figures/layout.h"
#include "explainer/figures/pointing.h"

namespace explainer::figures {

struct ComparedBar {
    std::string name = {};
    Color color = {};  // of name, bar and number
    double before = 0, now = 0;
    std::string shown_before = {}, shown_now = {};
    bool bold = false;   // the name
    float deep = 0.55f;  // the bar's colour
    bool gone = false;   // hatched as far as it was: now there is none
    double aim = -1;     // a tick there: where it could go; −1: there is none
};

struct ComparedBarsLook {
    std::string id = {};
    /// Over the names and the numbers; none: there is no such line. No `before`: there is but one number.
    std::string title = {}, before = {}, now = {};
    Color now_color = {};   // of that head
    bool compared = false;  // there are outlines
    size_t count = 6;       // room for so many,
    size_t more = 0;        // and below for these, at which nobody points
    float row = 26, thickness = 14, name = 76, number = 54;
    int selected = -1;   // on a band
    int parameter = -1;  // which is selected, if a parameter says so
    Pointing pointing = {};
};

Block compared_bars(ComparedBarsLook&& look, std::vector<ComparedBar>&& bars);

}  // namespace explainer::figures

// A player: first, back, play, on, last and a slider with stops, bound to an integer parameter. The step
// is the parameter, so that a link freezes any instant; that it plays is in no string (Ui::play). Not here:
// what a step shows.
#pragma once

#include <string>
#include <vector>

#include "explainer/figures/layout.h"
#include "explainer/unique_function.h"

namespace explainer::figures {

/// A place on the slider worth a mark and a name.
struct Stop {
    int value = 0;
    std::string name = {};
};

struct PlayerLook {
    int parameter = -1;  // the integer that is turned
    int action = -1;     // the action that plays it (Parameter::plays): its native button is that of "play"
    /// Named under the slider, where the names fit; else only the present one is.
    std::vector<Stop> stops = {};
    /// Names stand for all from their stop to the next one (words of many steps), between two ticks.
    bool sections = false;
    int stride = 1, origin = 0;  // what one step is: to the next of origin, origin + stride …
    bool ends = true;            // buttons that go to the first and to the last step
    /// What is said at the right ("cell 25 of 27"); as wide as for the first and the last value. Null: as
    /// the parameter is shown.
    UniqueFunction<std::string(int value)> shown = nullptr;
    bool said = true;         // whether anything is
    std::string source = {};  // where what is walked through is from: said before it, where it is tight
    bool tight = false;  // where it is narrow, the slider is beside the buttons and what is said above it
    std::vector<int> ticks = {};  // without stops: values that are marked, at borders of what has no name
    float seconds = 0.9f;         // between two steps, while it plays
};

Block player(PlayerLook&& look);

/// A player in one line, its stops the heads of what stands below: a button that plays, and a head a step,
/// which is pressed to go there. Where not all names fit, only the present one is said, behind the stops.
struct StopsLook {
    int parameter = -1, action = -1;
    std::vector<Stop> stops = {};  // one for each value; none: the button alone
    std::vector<float> at = {};    // where each begins, from the left (from 60 on); empty: as names need
};

Block stops(StopsLook&& look);

}  // namespace explainer::figures

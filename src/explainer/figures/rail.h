// Steps as small pictures side by side, in which what is looked at is lit: each goes to its step. For where
// a player's slider has no room for names. Not here: the button that plays (player.h, stops()).
#pragma once

#include <string>
#include <vector>

#include "attention/matrix.h"
#include "explainer/figures/layout.h"

namespace explainer::figures {

struct RailStop {
    int value = 0;  // of the parameter
    std::string name = {};
    attention::ConstMatrixView picture = {};  // outlives the frame
    Color color = {};
    UniqueFunction<bool(int row, int col)> lit = nullptr;  // as deep as the number is large; else it is grey
    std::vector<int> places = {};  // parameters whose controls are elsewhere only while this is the step
};

struct RailLook {
    int parameter = -1;  // an integer
    std::vector<RailStop> stops = {};
};

Block rail(RailLook&& look);

}  // namespace explainer::figures

// The likeliest next words as bars: outlined what each had before something happened (a head was switched
// off, the model learned on), filled what it has now. For the exhibits of the model that learned.
#pragma once

#include <string>
#include <vector>

#include "explainer/figures/layout.h"

namespace explainer::learned_heads {

struct Candidate {
    std::string word;
    Color color;
    double before = 0, now = 0;
};

struct CandidatesLook {
    std::string title, before, now;  // heads of the words and of the numbers; no `now`: nothing has happened
    Color now_color = {};            // of that head
    int count = 6;                   // room for so many
    float row = 26;
    UniqueFunction<void(int word)> hovered = nullptr;  // in each frame that the pointer is on one
};

figures::Block candidates(CandidatesLook&& look, std::vector<Candidate>&& words);

}  // namespace explainer::learned_heads

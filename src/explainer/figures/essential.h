// Whether a figure shows its essential piece and nothing else, as an essay does that is about one idea: a
// sheet is then smaller, with one row of controls at most.
#pragma once

#include "explainer/parameters.h"

namespace explainer::figures {

bool essential_alone(const State& state);

}  // namespace explainer::figures

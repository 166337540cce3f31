// The values of parameters as pieces of JavaScript (javascript.h).
#pragma once

#include <span>

#include "explainer/parameters.h"

namespace explainer {

/// number[][]
void put_rows(int rows, int cols, std::span<const double> values);

/// A value in the type that JavaScript holds for its kind; an action has none, its place holds a false.
void put_value(const State& state, int index);

}  // namespace explainer

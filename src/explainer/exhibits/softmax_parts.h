// What stands below the softmax exhibit's rows: how strongly weights answer at each T, and what float32 has
// room for. Only for softmax.cpp.
#pragma once

#include "explainer/exhibits/softmax_row.h"
#include "explainer/figures/layout.h"

namespace explainer {

/// The gradient's size against T; the point that T is at can be dragged. `row` outlives the frame.
figures::Block softmax_gradient(Ui& ui, const SoftmaxRow& row, int temperature);

/// What goes into exp, and where float32 ends. `chosen` is a score, `subtract` the toggle.
figures::Block softmax_room(Ui& ui, const SoftmaxRow& row, int chosen, int subtract);

}  // namespace explainer

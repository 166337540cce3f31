// Experiments on the machine that the native host runs on: the kernels of this build against the formula in
// double. The browser's are in web/element/experiment.ts.
#pragma once

#include "explainer/view.h"

namespace host {

/// Runs what the view asks for, if it asks for something, and hands it the results. Takes a fraction of a
/// second.
void run_experiments(explainer::View& view);

}  // namespace host

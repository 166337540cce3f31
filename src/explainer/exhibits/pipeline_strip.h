// The arithmetic of one number in `pipeline`, step by step back to the words, as formulas whose terms can be
// pressed. Not here: what it is computed from (pipeline_model.h).
#pragma once

#include <functional>

#include "explainer/exhibits/pipeline_model.h"
#include "explainer/figures/layout.h"

namespace explainer::pipeline_model {

/// `chosen` is called with a number that was pressed in a formula.
figures::Block strip(const Theme& theme, const Model& model, const Focus& focus,
                     std::function<void(Focus)> chosen);

/// A number in few characters, whatever its size.
std::string brief(double value, int decimals);

}  // namespace explainer::pipeline_model

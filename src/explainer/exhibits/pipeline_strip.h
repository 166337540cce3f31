// The arithmetic of one number in `pipeline`, step by step back to the words, as formulas whose terms can be
// pressed. Not here: what it is computed from (pipeline_model.h).
#pragma once

#include "explainer/exhibits/pipeline_model.h"
#include "explainer/figures/layout.h"

namespace explainer::pipeline_model {

/// `chosen` is called with a number that was pressed in a formula.
figures::Block strip(Ui& ui, const Model& model, const Focus& focus, void (*chosen)(Ui&, Focus));

/// A number in few characters, whatever its size.
std::string brief(double value, int decimals);

}  // namespace explainer::pipeline_model

// The six steps of `pipeline` as small pictures, where there is no room for the whole sheet: what was used
// for the number that is looked at is lit in each, and a press goes there.
#pragma once

#include <string>

#include "explainer/exhibits/pipeline_model.h"
#include "explainer/figures/layout.h"

namespace explainer::pipeline_model {

/// `short_names` has a name for each step, shown where all of them fit.
figures::Block rail(const Model& model, const Focus& focus, const std::string* short_names);

/// Back, play and on, and what the present step is called.
figures::Block turning(const Model& model, std::string name);

}  // namespace explainer::pipeline_model

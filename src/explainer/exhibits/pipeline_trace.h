// The arithmetic under the sheet of `pipeline`: a number, step by step back to X.
#pragma once

#include "explainer/exhibits/pipeline_model.h"
#include "explainer/figures/layout.h"

namespace explainer::pipeline_model {

/// By Name: the role's.
inline constexpr Color Theme::*color_of_matrix[] = {&Theme::query, &Theme::key,    &Theme::value,
                                                    &Theme::query, &Theme::output, &Theme::ink,
                                                    &Theme::query, &Theme::key,    &Theme::value};

/// Five lines, the last of which may be empty; a number that stands in a matrix of the sheet is `chosen` when
/// it is pressed.
figures::Block trace(Ui& ui, const Model& model, const Focus& focus, void (*chosen)(Ui&, Focus));

}  // namespace explainer::pipeline_model

// The foot of the sheet of `values`: what its numbers are made of, to be typed over; and how scores become
// weights.
#pragma once

#include "explainer/exhibits/values_model.h"
#include "explainer/figures/layout.h"

namespace explainer::values_model {

/// Lit: what the number `component` of the value of word `key` came from. `version`: of all matrices.
figures::Block made_of(Ui& ui, const Model& model, int key, int component, uint64_t version);

}  // namespace explainer::values_model

// The axis of time of `training`: 24 checkpoints evenly spaced, over them the loss with a handle on it, the
// scores of a head, and the film strip of its map. One hand for all three: dragged or pressed anywhere it
// goes to the nearest checkpoint. The numbers are in training_model.*.
#pragma once

#include <string>
#include <vector>

#include "explainer/exhibits/training_model.h"
#include "explainer/figures/strokes.h"

namespace explainer::training {

/// Something else over time, as one thin line on the scale of the scores: not a number where it is not known.
struct Thin {
    std::string name = {};
    Color color = {};
    std::vector<double> values = {};  // of each checkpoint; none: there is no line
};

struct TimeLook {
    const Model* model = nullptr;  // outlives the frame
    int pointed = -1;              // a checkpoint
    figures::Entry cell = {};      // of the maps, that is framed in all of them
    Thin thin = {};
    figures::Lit hand = {};  // of the handle
    UniqueFunction<void(int checkpoint, bool held)> hovered = nullptr;
};

figures::Block time_line(Ui& ui, TimeLook&& look);

}  // namespace explainer::training

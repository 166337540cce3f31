// The eight keys of `streaming` on one axis, from score to what is carried: scores with the largest so far as
// a stair, the sum as a stream that narrows where the stair rises, a card for each block. Not here: the
// numbers of one block, and the plane.
#pragma once

#include "explainer/exhibits/streaming_model.h"
#include "explainer/figures/layout.h"
#include "explainer/hover.h"

namespace explainer::streaming {

/// What the pointer is on: a key with its block, or a block alone.
struct Pointed {
    int key = -1, block = -1;
    bool operator==(const Pointed&) const = default;
};

// Model and hover outlive the blocks. `wide`: there is room for names at the left.
figures::Block stage(const Model& model, const Hover<Pointed>& hover, bool wide);
figures::Block cards(const Model& model, const Hover<Pointed>& hover, bool wide);

inline constexpr float name_room = 96;  // where there is room for names at the left

}  // namespace explainer::streaming

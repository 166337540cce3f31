// The exhibit `heads` of attention that a reader brings: one head's map with the words that ask and are
// looked at, what the chosen word looks at, all heads by a measure, and the maps of a layer. Not here: heads
// that the page made (exhibits/heads.cpp).
#pragma once

#include <memory>

#include "explainer/brought/attention.h"
#include "explainer/brought/brought.h"

namespace explainer::brought {

/// With parameters whose ranges are those of this attention.
std::unique_ptr<Brought> heads_of(std::shared_ptr<const Attention> attention);

/// The same with the widest ranges, for hosts that want its words before anything is brought.
const ExhibitType& heads_type();

}  // namespace explainer::brought

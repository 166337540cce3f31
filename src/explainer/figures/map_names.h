// The names of rows or columns along a large map, where its cells are words. Not here: numbers and values
// along it (map_profile.h).
#pragma once

#include <span>
#include <string>

#include "explainer/figures/map_profile.h"

namespace explainer::figures {

/// The names of its cells, as many as there is room for, the chosen one in bold. So deep; longer ones are
/// shortened. `names` outlive the frame.
Block map_names(const MapAxis& axis, std::span<const std::string> names, float length, float depth);

}  // namespace explainer::figures

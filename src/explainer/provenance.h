// Whether what an exhibit says of where its numbers come from still holds: "constructed", "an essay's" is
// true of the numbers as they were made, and of nothing that was typed over them.
#pragma once

#include <initializer_list>
#include <span>

#include "explainer/parameters.h"

namespace explainer {

/// Whether these parameters of the state are, all of them, as they are by default or in one of the presets.
bool as_made(const State& state, std::span<const Preset> presets, std::initializer_list<int> parameters);

}  // namespace explainer

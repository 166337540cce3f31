// See provenance.h.
#include "explainer/provenance.h"

#include <algorithm>

namespace explainer {

bool as_made(const State& state, std::span<const Preset> presets, std::initializer_list<int> parameters) {
    State made = state;
    const auto same = [&] {
        return std::all_of(parameters.begin(), parameters.end(),
                           [&](int one) { return made.same_value(state, one); });
    };
    made.reset();
    if (same()) return true;
    return std::any_of(presets.begin(), presets.end(),
                       [&](const Preset& preset) { return !made.restore(preset.state) && same(); });
}

}  // namespace explainer

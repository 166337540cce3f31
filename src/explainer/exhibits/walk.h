// The parameters of a walk through every sum of the worked example, beside the one that says how far it is:
// what a step is, and whether what comes later is covered.
#pragma once

#include <string_view>

#include "explainer/parameters.h"

namespace explainer {

constexpr Parameter walk_pace(std::span<const Choice> choices) {
    return {.name = "pace",
            .label = "one step is",
            .help = "What the player and its buttons go on by.",
            .kind = Kind::choice,
            .choices = choices};
}

constexpr Parameter walk_cover(std::string_view help) {
    return {.name = "cover", .label = "cover what comes later", .help = help, .kind = Kind::toggle};
}

}  // namespace explainer

// Parameters by what sets them apart, for the tables of exhibits; what a kind of parameter needs besides is
// filled in by hand (parameters.h). All of it is made by the compiler.
#pragma once

#include "explainer/parameters.h"

namespace explainer {

constexpr Parameter choice_of(std::string_view name, std::string_view label, std::string_view help,
                              std::span<const Choice> choices, int initial = 0) {
    return {.name = name,
            .label = label,
            .help = help,
            .kind = Kind::choice,
            .initial = static_cast<double>(initial),
            .choices = choices};
}

constexpr Parameter toggle_of(std::string_view name, std::string_view label, std::string_view help,
                              bool initial) {
    return {.name = name, .label = label, .help = help, .kind = Kind::toggle, .initial = initial ? 1.0 : 0.0};
}

constexpr Parameter integer_of(std::string_view name, std::string_view label, std::string_view help,
                               double least, double most, double initial) {
    return {.name = name,
            .label = label,
            .help = help,
            .kind = Kind::integer,
            .minimum = least,
            .maximum = most,
            .step = 1,
            .initial = initial};
}

constexpr Parameter action_of(std::string_view name, std::string_view label, std::string_view help) {
    return {.name = name, .label = label, .help = help, .kind = Kind::action};
}

/// Cells from −largest to largest, set by tenths.
constexpr Parameter matrix_of(std::string_view name, std::string_view label, std::string_view help,
                              double largest, std::span<const MatrixDefault> defaults) {
    return {.name = name,
            .label = label,
            .help = help,
            .kind = Kind::matrix,
            .minimum = -largest,
            .maximum = largest,
            .step = 0.1,
            .matrices = defaults};
}

/// The same on a slider that travels in the logarithm.
constexpr Parameter logarithmic(Parameter one) {
    one.logarithmic = true;
    return one;
}

/// The same with a maximum that follows the state; and as the row of a grid over a computed matrix.
constexpr Parameter bounded(Parameter one, const Bound& maximum, std::string_view grid_column = {}) {
    one.maximum_follows = maximum;
    one.grid_column = grid_column;
    return one;
}

}  // namespace explainer

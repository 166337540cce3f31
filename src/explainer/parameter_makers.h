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

/// A piece of the sheet that a reader or an author may put away; `shown`: it is there as the figure opens.
constexpr Parameter piece_of(std::string_view name, std::string_view label, std::string_view help,
                             bool shown) {
    Parameter out = toggle_of(name, label, help, shown);
    out.piece = true;
    return out;
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

constexpr Parameter number_of(std::string_view name, std::string_view label, std::string_view help,
                              double least, double most, double step, double initial) {
    return {.name = name,
            .label = label,
            .help = help,
            .minimum = least,
            .maximum = most,
            .step = step,
            .initial = initial};
}

constexpr Parameter text_of(std::string_view name, std::string_view label, std::string_view help,
                            std::string_view initial, int longest) {
    return {.name = name,
            .label = label,
            .help = help,
            .kind = Kind::text,
            .initial_text = initial,
            .max_length = longest};
}
/// Words of the reader's own.
constexpr Parameter words_of(std::string_view help, std::string_view initial, int longest) {
    return text_of("words", "your words", help, initial, longest);
}

constexpr Parameter action_of(std::string_view name, std::string_view label, std::string_view help) {
    return {.name = name, .label = label, .help = help, .kind = Kind::action};
}

/// The button that plays the integer `plays`.
constexpr Parameter play_of(std::string_view plays,
                            std::string_view help = "Goes from step to step, or stops.",
                            std::string_view label = "play") {
    Parameter out = action_of("play", label, help);
    out.plays = plays;
    return out;
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

/// The same with an initial value that comes back when one of these parameters changes.
constexpr Parameter anew_with(std::string_view names, Parameter one) {
    one.initial_follows = names;
    return one;
}

/// The same with a maximum that follows the state; and as the row of a grid over a computed matrix.
constexpr Parameter bounded(Parameter one, const Bound& maximum, std::string_view grid_column = {}) {
    one.maximum_follows = maximum;
    one.grid_column = grid_column;
    return one;
}

/// The same in steps of so much.
constexpr Parameter by_steps(double step, Parameter one) {
    one.step = step;
    return one;
}

/// One table of parameters out of several.
template <size_t... counts>
constexpr std::array<Parameter, (counts + ...)> joined(const std::array<Parameter, counts>&... parts) {
    std::array<Parameter, (counts + ...)> out;
    size_t at = 0;
    const auto add = [&](const auto& part) {
        for (const Parameter& one : part) out[at++] = one;
    };
    (add(parts), ...);
    return out;
}

}  // namespace explainer

// The scale of an axis: where values stand along it, where its ticks are and how they read, so many that
// their labels never touch. For plots, bars, ladders and planes. Draws nothing.
#pragma once

#include <string>
#include <vector>

#include "explainer/drawing/painter.h"

namespace explainer::figures {

struct Axis {
    double from = 0, to = 1;
    bool logarithmic = false;                // then both ends are above 0
    double base = 10;                        // logarithmic: ticks stand at its powers
    std::vector<double> ticks = {};          // these and no others; thinned out where they do not fit
    std::string (*shown)(double) = nullptr;  // else: as many digits as the step needs

    /// Whether a value can be shown: finite, and above 0 on a logarithmic axis. It may still lie outside.
    bool has(double value) const;
    /// 0 at `from`, 1 at `to`; not clamped.
    double place(double value) const;
    double value(double place) const;
};

struct Tick {
    double value = 0;
    std::string label;
};

/// The ticks of an axis that is `length` pixels long. Labels stand side by side (`along`), centred on
/// their ticks, but no further out at the ends than `overhang`; or below each other.
std::vector<Tick> ticks(const Axis& axis, float length, Type type, bool along = true, float overhang = 0);
/// The middle of a label beside others, by the same rule.
float tick_middle(const Axis& axis, const Tick& tick, float length, Type type, float overhang);

/// An axis with both ends at round numbers that holds both values; of two equal ones it makes one that
/// holds 0.
Axis round_axis(double from, double to, int steps = 4);

/// A number with so many decimals if that fits `width`, else shorter: fewer digits, a power of ten.
std::string fitting(double value, int decimals, Type type, float width);

}  // namespace explainer::figures

// Scales and their ticks. See ticks.h.
#include "explainer/figures/ticks.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "explainer/drawing/fonts.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/order.h"

namespace explainer::figures {
namespace {

constexpr float label_gap = 10;  // pixels between two labels
constexpr size_t most = 400;     // ticks looked at; an axis that asks for more gets its ends only

/// Decimals that tell multiples of `step` apart.
int decimals_of(double step) {
    int decimals = 0;
    for (double s = std::fabs(step); decimals < 6 && std::fabs(s - std::round(s)) > 1e-6 * s; s *= 10)
        ++decimals;
    return decimals;
}

/// 1, 2 or 5 times a power of ten, at least `least`.
double round_step(double least) {
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least * (1 - 1e-9)) return factor * power;
    }
    return 10 * power;
}

/// A tick of a logarithmic axis: plain where that is short, powers of ten as powers.
std::string power_label(double value) {
    if (value >= 0.0099 && value < 99999) return shortest(value);
    const double exponent = std::log10(value);
    if (std::fabs(exponent - std::round(exponent)) < 1e-9)
        return power_of_ten(std::to_string(static_cast<int>(std::round(exponent))));
    return value >= 1 && value < 1e7 ? fixed(value, 0) : scientific(value, 1);
}

/// How a row or a column of labels stands.
struct Room {
    float length;
    Type type;
    bool along;
    float overhang;
};

bool apart_enough(const Axis& axis, const std::vector<Tick>& ticks, const Room& room) {
    std::vector<std::pair<float, float>> spans;
    for (const Tick& tick : ticks) {
        const float half =
            (room.along ? fonts::width(room.type, tick.label) + label_gap : fonts::line_height(room.type)) /
            2;
        const float at = room.along ? tick_middle(axis, tick, room.length, room.type, room.overhang)
                                    : static_cast<float>(axis.place(tick.value)) * room.length;
        spans.emplace_back(at - half, at + half);
    }
    const std::vector<size_t> order =
        order_of(spans.size(), [&spans](size_t a, size_t b) { return spans[a].first < spans[b].first; });
    for (size_t i = 1; i < order.size(); ++i) {
        if (spans[order[i]].first < spans[order[i - 1]].second) return false;
    }
    return true;
}

Tick tick_at(const Axis& axis, double value, double step) {
    if (step > 0 && std::fabs(value) < step * 1e-6) value = 0;
    if (axis.shown) return {value, axis.shown(value)};
    if (axis.logarithmic) return {value, power_label(value)};
    const double size = std::max(std::fabs(axis.from), std::fabs(axis.to));
    if (value != 0 && (size >= 1e6 || size < 1e-4)) return {value, scientific(value, 2)};
    return {value, fixed(value, decimals_of(step))};
}

std::vector<Tick> at_given(const Axis& axis, size_t stride) {
    std::vector<Tick> out;
    double step = 0;
    for (const double value : axis.ticks) {
        const double fraction = std::fabs(value - std::round(value));
        if (fraction > 0) step = step > 0 ? std::min(step, fraction) : fraction;
    }
    for (size_t i = 0; i < axis.ticks.size(); i += stride) {
        const double place = axis.has(axis.ticks[i]) ? axis.place(axis.ticks[i]) : -1;
        if (place > -1e-9 && place < 1 + 1e-9)
            out.push_back(tick_at(axis, axis.ticks[i], step > 0 ? step : 1));
    }
    return out;
}

/// Powers of the base, each `stride`-th of them, counted from 1 so that 1 is among them.
std::vector<Tick> at_powers(const Axis& axis, int stride) {
    std::vector<Tick> out;
    const double first = std::ceil(std::log(axis.from) / std::log(axis.base) - 1e-9);
    const double last = std::floor(std::log(axis.to) / std::log(axis.base) + 1e-9);
    if (last - first > static_cast<double>(most)) return out;
    for (int power = static_cast<int>(first); power <= static_cast<int>(last); ++power) {
        if (power % stride == 0) out.push_back(tick_at(axis, std::pow(axis.base, power), 0));
    }
    return out;
}

/// Within a decade or two: 1, 2, 5 or 1, 3 times powers of ten.
std::vector<Tick> at_parts_of_decades(const Axis& axis, std::initializer_list<double> parts) {
    std::vector<Tick> out;
    for (int power = static_cast<int>(std::floor(std::log10(axis.from))); power <= std::log10(axis.to);
         ++power) {
        for (const double part : parts) {
            // Through the decimal, so that it is 0.3 and not 0.30000000000000004.
            const double value = power < 0 ? part / std::pow(10, -power) : part * std::pow(10, power);
            if (value >= axis.from * (1 - 1e-9) && value <= axis.to * (1 + 1e-9))
                out.push_back(tick_at(axis, value, 0));
        }
    }
    return out;
}

std::vector<Tick> at_steps(const Axis& axis, double step) {
    std::vector<Tick> out;
    const double low = std::min(axis.from, axis.to), high = std::max(axis.from, axis.to);
    const double first = std::ceil(low / step - 1e-6), last = std::floor(high / step + 1e-6);
    if (!(last - first <= static_cast<double>(most))) return out;
    const int count = static_cast<int>(last - first);  // first + 1 may be first: large numbers have no units
    for (int i = 0; i <= count; ++i) out.push_back(tick_at(axis, (first + i) * step, step));
    return out;
}

std::vector<Tick> ends(const Axis& axis) {
    const double step = round_step(std::fabs(axis.to / 10 - axis.from / 10));
    return {tick_at(axis, axis.from, step), tick_at(axis, axis.to, step)};
}

}  // namespace

bool Axis::has(double value) const {
    return std::isfinite(value) && (!logarithmic || value > 0);
}

double Axis::place(double value) const {
    if (from == to) return 0.5;
    if (logarithmic) return std::log(value / from) / std::log(to / from);
    return (value / 2 - from / 2) /
           (to / 2 - from / 2);  // halves: the difference of two large numbers is finite
}

double Axis::value(double place) const {
    if (logarithmic) return from * std::pow(to / from, place);
    return from * (1 - place) + to * place;
}

float tick_middle(const Axis& axis, const Tick& tick, float length, Type type, float overhang) {
    const float half = fonts::width(type, tick.label) / 2;
    const float at = static_cast<float>(axis.place(tick.value)) * length;
    const float low = half - overhang, high = length + overhang - half;
    return low < high ? std::clamp(at, low, high) : length / 2;
}

std::vector<Tick> ticks(const Axis& axis, float length, Type type, bool along, float overhang) {
    if (!axis.has(axis.from) || !axis.has(axis.to) || axis.from == axis.to || length <= 0) return {};
    const double span = std::fabs(axis.to - axis.from);
    if (span < 1e-6 * std::fabs(axis.from)) return {};  // their labels would all be the same
    const auto fits = [&](const std::vector<Tick>& some) {
        return apart_enough(axis, some, {length, type, along, overhang});
    };
    if (!axis.ticks.empty()) {
        for (size_t stride = 1; stride < axis.ticks.size(); ++stride) {
            if (std::vector<Tick> some = at_given(axis, stride); fits(some)) return some;
        }
        return at_given(axis, axis.ticks.size());
    }
    if (axis.logarithmic) {
        if (axis.base == 10 && axis.to / axis.from < 3e3) {
            for (const auto& parts : {std::initializer_list<double>{1, 2, 5}, {1, 3}}) {
                if (std::vector<Tick> some = at_parts_of_decades(axis, parts); some.size() > 1 && fits(some))
                    return some;
            }
        }
        for (int stride = 1; stride < 400; ++stride) {
            std::vector<Tick> some = at_powers(axis, stride);
            if (some.size() > 1 && fits(some)) return some;
            if (some.size() <= 1) break;
        }
        return {};
    }
    // About one label to 56 pixels (36 on an upright axis), nine steps at most; fewer where labels are long.
    if (!std::isfinite(span)) return fits(ends(axis)) ? ends(axis) : std::vector<Tick>{};
    double step =
        round_step(span / std::clamp(std::floor(static_cast<double>(length) / (along ? 56 : 36)), 1.0, 9.0));
    for (int attempt = 0; attempt < 8; ++attempt, step = round_step(step * 1.5)) {
        std::vector<Tick> some = at_steps(axis, step);
        if (some.size() > 1 && fits(some)) return some;
        if (some.size() <= 1) break;
    }
    return fits(ends(axis)) ? ends(axis) : std::vector<Tick>{};
}

Axis round_axis(double from, double to, int steps) {
    if (!std::isfinite(from)) from = 0;
    if (!std::isfinite(to)) to = 0;
    if (from > to) std::swap(from, to);
    if (from == to) {
        if (to == 0) return {0, 1};
        from = std::min(0.0, from);
        to = std::max(0.0, to);
    }
    const double span = to - from;
    if (!std::isfinite(span) || span < 1e-300) return {from, to};
    const double step = round_step(span / steps);
    return {std::floor(from / step + 1e-9) * step, std::ceil(to / step - 1e-9) * step};
}

std::string fitting(double value, int decimals, Type type, float width) {
    std::string out;
    for (int left = decimals; left >= 0; --left) {
        out = fixed(value, left);
        if (fonts::width(type, out) <= width) return out;
        if (std::fabs(value) >= 1e15) break;
    }
    for (int digits = 3; digits > 0; --digits) {
        out = scientific(value, digits);
        if (fonts::width(type, out) <= width) return out;
    }
    return shortened(type, out, width);
}

}  // namespace explainer::figures

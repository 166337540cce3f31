// What exhibits do with the numbers that the core hands them, which are floats.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "explainer/format.h"

namespace explainer {

inline double wide(float value) {
    return static_cast<double>(value);
}
inline double wide(const std::vector<float>& values, int at) {
    return wide(values[static_cast<size_t>(at)]);
}
inline std::string shown(float value, int decimals = 2) {
    return fixed(wide(value), decimals);
}

/// The largest distance from 0.
inline float largest_size(std::span<const float> values) {
    float out = 0;
    for (const float value : values) out = std::max(out, std::fabs(value));
    return out;
}

}  // namespace explainer

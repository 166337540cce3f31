// What exhibits do with the numbers that the core hands them, which are floats.
#pragma once

#include <string>

#include "explainer/format.h"

namespace explainer {

inline double wide(float value) {
    return static_cast<double>(value);
}
inline std::string shown(float value, int decimals = 2) {
    return fixed(wide(value), decimals);
}

}  // namespace explainer

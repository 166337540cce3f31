// How a number is written behind "·" or "×". Not here: digits (format.h).
#pragma once

#include <string>

namespace explainer {

/// One below 0 stands in parentheses: "(−1.19)".
inline std::string as_factor(std::string number) {
    return number.starts_with("−") ? "(" + number + ")" : number;
}

}  // namespace explainer

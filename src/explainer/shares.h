// How a share of a whole is written and said.
#pragma once

#include <string>
#include <string_view>

namespace explainer {

/// No share that is neither 0 nor 1 is shown as if it were: "> 99.9 %"; and in words, "more than 99.9 %".
std::string shown_share(double share), said_share(double share);
/// That no line break parts from its unit.
std::string joined(std::string_view share);

}  // namespace explainer

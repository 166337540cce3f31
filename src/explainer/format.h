// Numbers as text: for people (fixed decimals, true minus sign) and for machines (shortest form that reads
// back). What is halfway between two is rounded away from zero. Not for state strings as such: see
// parameters.h.
#pragma once

#include <string>
#include <string_view>

namespace explainer {

/// `value` with `decimals` digits after the point and U+2212 as its minus sign; "∞", "−∞" and "–" (not a
/// number). A value that rounds to zero has no sign.
std::string fixed(double value, int decimals);

/// A whole number that is not negative, its thousands apart: grouped(1234567) is "1,234,567".
std::string grouped(double value);

/// A share (0 to 1) as a percentage: percent(0.2706, 1) is "27.1 %".
std::string percent(double share, int decimals);

/// `digits` significant digits and a power of ten, for people: scientific(2.3e-7, 2) is "2.3·10⁻⁷"; 0 is "0".
std::string scientific(double value, int digits);

/// A power of ten, for people: power_of_ten("-7") is "10⁻⁷".
std::string power_of_ten(std::string_view exponent);

/// The shortest decimal that reads back as the same double, as JavaScript's String(x) writes it.
std::string shortest(double value);

/// A float as the double whose shortest decimal is the same: 0.3f becomes 0.3, not 0.30000001192...
double tidy(float value);

}  // namespace explainer

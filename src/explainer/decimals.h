// Doubles as decimals and back, for machines; what people read is format.h's. In the browser JavaScript does
// it: it reads and writes the same, and the C library's way would be 11 KB (gzip) that a reader need not
// load.
#pragma once

#include <string>

namespace explainer {

/// A plain decimal number, nothing before or behind it, as the nearest double. Anything else: not a number.
double read_double(const char* text);

// Every digit written is right: the exact value is rounded, and what lies halfway goes away from zero
// (unlike C's own printf, which makes it even).

/// `size` (finite, not negative) with 0 to 100 decimals, as x.toFixed(decimals): "0.13" for 0.125 and 2.
std::string fixed_decimal(double size, int decimals);

/// `size` (finite, not negative) with 1 to 100 digits, as x.toExponential(digits - 1): "1.3e-7".
std::string exponential_decimal(double size, int digits);

/// The shortest that reads back as the same double, as String(x): "0.1", "1e-7". `value`: finite.
std::string shortest_decimal(double value);

/// The double nearest to the shortest decimal that reads back as the same float: 0.3 for 0.3f.
double shortest_decimal_of(float value);

}  // namespace explainer

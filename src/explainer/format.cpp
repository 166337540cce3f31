// Numbers as text. See format.h.
#include "explainer/format.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace explainer {

std::string fixed(double value, int decimals) {
    if (std::isnan(value)) return "–";
    if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
    char digits[512];
    std::snprintf(digits, sizeof digits, "%.*f", decimals, std::fabs(value));
    bool zero = true;
    for (const char* c = digits; *c != 0; ++c) zero = zero && (*c == '0' || *c == '.');
    return value < 0 && !zero ? std::string("−") + digits : digits;
}

std::string percent(double share, int decimals) {
    return fixed(share * 100, decimals) + " %";
}

std::string shortest(double value) {
    if (value == 0) return "0";  // -0 too, as String(-0)
    // JavaScript writes plain decimals from 1e-6 up to 1e21; every parameter's range lies within.
    char text[64];
    const bool plain = std::fabs(value) >= 1e-6 && std::fabs(value) < 1e21;
    const auto end = std::to_chars(text, text + sizeof text, value,
                                   plain ? std::chars_format::fixed : std::chars_format::scientific);
    std::string out(text, end.ptr);
    // C++ writes exponents with two digits (1e-07), JavaScript does not (1e-7).
    const size_t exponent = out.find('e');
    if (exponent != std::string::npos && out[exponent + 2] == '0') out.erase(exponent + 2, 1);
    return out;
}

double tidy(float value) {
    if (!std::isfinite(value)) return static_cast<double>(value);
    char text[64];
    const auto end = std::to_chars(text, text + sizeof text - 1, value);
    *end.ptr = 0;
    return std::strtod(text, nullptr);
}

}  // namespace explainer

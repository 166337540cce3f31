// Numbers as text. See format.h.
#include "explainer/format.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "explainer/read_double.h"

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

// Neither uses std::to_chars: its tables would add 55 KB (gzip) to the web's 205, for a few numbers a frame.

std::string scientific(double value, int digits) {
    if (value == 0 || !std::isfinite(value)) return fixed(value, 0);
    int exponent = static_cast<int>(std::floor(std::log10(std::fabs(value))));
    // In two steps: the power of the least numbers is none that a double can hold.
    double mantissa = value / std::pow(10.0, exponent / 2) / std::pow(10.0, exponent - exponent / 2);
    if (std::fabs(std::round(mantissa * std::pow(10.0, digits - 1))) >= std::pow(10.0, digits)) {
        mantissa /= 10;  // 9.96 with two digits is 1.0 of the next power
        ++exponent;
    }
    static constexpr const char* raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string power = exponent < 0 ? "⁻" : "";
    for (const char digit : std::to_string(std::abs(exponent))) power += raised[digit - '0'];
    return fixed(mantissa, digits - 1) + "·10" + power;
}

std::string shortest(double value) {
    if (value == 0) return "0";  // -0 too, as String(-0)
    if (!std::isfinite(value)) return fixed(value, 0);
    // The fewest digits that read back: 17 always do, and all that exhibits hold take one to four.
    char text[64];
    int digits = 1;
    for (; digits <= 17; ++digits) {
        std::snprintf(text, sizeof text, "%.*e", digits - 1, value);
        if (read_double(text) == value) break;
    }
    std::string out = text;
    const size_t mark = out.find('e');
    const int exponent = std::atoi(out.c_str() + mark + 1);
    // JavaScript writes plain decimals from 1e-6 up to 1e21; every parameter's range lies within.
    if (exponent >= -6 && exponent < 21) {
        std::snprintf(text, sizeof text, "%.*f", std::max(0, digits - 1 - exponent), value);
        return text;
    }
    // C writes exponents with two digits (1e-07), JavaScript does not (1e-7).
    if (out[mark + 2] == '0') out.erase(mark + 2, 1);
    return out;
}

double tidy(float value) {
    char text[32];
    const auto wide = static_cast<double>(value);
    for (int digits = 1; digits <= 9; ++digits) {
        std::snprintf(text, sizeof text, "%.*g", digits, wide);
        const double read = read_double(text);
        if (static_cast<float>(read) == value) return read;
    }
    return wide;  // not a number
}

}  // namespace explainer

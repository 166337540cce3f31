// Numbers as text. See format.h.
#include "explainer/format.h"

#include <cmath>

#include "explainer/decimals.h"
#include "explainer/language.h"

namespace explainer {

std::string fixed(double value, int decimals) {
    if (std::isnan(value)) return "–";
    if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
    const std::string digits = fixed_decimal(std::fabs(value), decimals);
    const bool zero = digits.find_first_not_of("0.") == std::string::npos;
    return value < 0 && !zero ? "−" + digits : digits;
}

std::string grouped(double value) {
    std::string out = fixed(value, 0);
    const char* comma =
        language::in_use() != nullptr ? "\u202f" : ",";  // (a thin space: elsewhere a comma is a point)
    for (size_t at = out.size(); at > 3; out.insert(at, comma)) at -= 3;
    return out;
}

std::string percent(double share, int decimals) {
    return fixed(share * 100, decimals) + " %";
}

std::string power_of_ten(std::string_view exponent) {
    static constexpr const char* raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string out = "10";
    for (const char one : exponent) {
        if (one == '-') out += "⁻";
        if (one >= '0' && one <= '9') out += raised[one - '0'];
    }
    return out;
}

std::string scientific(double value, int digits) {
    if (value == 0 || !std::isfinite(value)) return fixed(value, 0);
    const std::string text = exponential_decimal(std::fabs(value), digits);
    const size_t mark = text.find('e');
    return (value < 0 ? "−" : "") + text.substr(0, mark) + "·" + power_of_ten(text.substr(mark + 1));
}

std::string shortest(double value) {
    return std::isfinite(value) ? shortest_decimal(value) : fixed(value, 0);
}

double tidy(float value) {
    return shortest_decimal_of(value);
}

}  // namespace explainer

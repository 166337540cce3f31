// See decimals.h.
#include "explainer/decimals.h"

#include <algorithm>

#ifdef __EMSCRIPTEN__

#include <emscripten/em_js.h>

#include <array>
#include <bit>
#include <cstdint>

// clang-format off
EM_JS(double, number_of_text, (const char* text), {
    const decimal = UTF8ToString(text);
    return decimal === "" ? NaN : Number(decimal);
});

// Decimals are ASCII: written without an encoder. Integers of 22 digits and more only BigInt writes in full.
EM_JS(int, write_number, (char* out, double value, int form, int digits), {
    const text = form === 0 ? String(value)
        : form === 1 ? value.toExponential(digits - 1)
        : value < 1e21 ? value.toFixed(digits)
        : BigInt(value) + (digits > 0 ? "." : "") + "0".repeat(digits);
    for (let i = 0; i < text.length; ++i) HEAPU8[out + i] = text.charCodeAt(i);
    return text.length;
});

EM_JS(double, shortest_of_float, (float value), {
    for (let digits = 1; digits <= 9; ++digits) {
        const decimal = Number(value.toPrecision(digits));
        if (Math.fround(decimal) === value) return decimal;
    }
    return value;
});
// clang-format on

namespace explainer {
namespace {

enum class Form { shortest, exponential, fixed };

std::string written(double value, Form form, int digits) {
    char text[512];  // the largest double has 309 digits
    const int length = write_number(text, value, static_cast<int>(form), digits);
    return {text, static_cast<size_t>(length)};
}

}  // namespace

double read_double(const char* text) {
    return number_of_text(text);
}

/// A frame writes the same few hundred numbers as the one before, and each asks JavaScript: they are kept,
/// where no other has their place.
std::string fixed_decimal(double size, int decimals) {
    struct Kept {
        uint64_t bits;
        int decimals = -1;
        std::string text;
    };
    static std::array<Kept, 512> all;
    const auto bits = std::bit_cast<uint64_t>(size);
    decimals = std::clamp(decimals, 0, 100);
    Kept& one = all[((bits ^ static_cast<uint64_t>(decimals)) * 0x9e3779b97f4a7c15u) >> 55];
    if (one.decimals != decimals || one.bits != bits)
        one = {bits, decimals, written(size, Form::fixed, decimals)};
    return one.text;
}

std::string exponential_decimal(double size, int digits) {
    return written(size, Form::exponential, std::clamp(digits, 1, 100));
}

std::string shortest_decimal(double value) {
    return written(value, Form::shortest, 0);
}

double shortest_decimal_of(float value) {
    return value == 0 ? static_cast<double>(value) : shortest_of_float(value);  // −0 stays
}

}  // namespace explainer

#else

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace explainer {
namespace {

bool whole(double value) {
    return value == std::floor(value);
}

/// Whether it is halfway between two numbers of so many decimals (they are 10 to the power of −`decimals`
/// apart). Then one decimal more says it exactly, and is a 5.
bool halfway(double size, int decimals) {
    // So many binary digits behind the point are as many decimals.
    if (decimals >= 0) return whole(std::ldexp(size, decimals + 1)) && !whole(std::ldexp(size, decimals));
    const double unit = std::pow(10.0, -decimals);
    return decimals >= -22 && std::fmod(size, unit) == unit / 2;  // above 1e22 no double is
}

/// Without its last digit, which was a 5. May become longer: 995 becomes 100.
std::string raised(std::string digits) {
    digits.pop_back();
    for (size_t i = digits.size(); i-- > 0;) {
        if (digits[i] == '.') continue;
        if (digits[i] != '9') {
            ++digits[i];
            return digits;
        }
        digits[i] = '0';
    }
    return "1" + digits;
}

std::string printed(const char* format, int digits, double value) {
    char text[512];  // the largest double has 309 digits
    return {text, static_cast<size_t>(std::snprintf(text, sizeof text, format, digits, value))};
}

/// Digits, and where their point is: value = d.ddd · 10^exponent.
struct Digits {
    std::string digits;
    int exponent = 0;
};
Digits taken_apart(std::string text) {  // of "d.ddde±dd"
    const size_t mark = text.find('e');
    const int exponent = std::atoi(text.c_str() + mark + 1);
    text.resize(mark);
    std::erase(text, '.');
    return {std::move(text), exponent};
}

std::string put_together(const Digits& number) {
    std::string out = number.digits;
    if (out.size() > 1) out.insert(1, ".");
    return out + (number.exponent < 0 ? "e-" : "e+") + std::to_string(std::abs(number.exponent));
}

}  // namespace

double read_double(const char* text) {
    char* end = nullptr;
    const double value = std::strtod(text, &end);
    return end == text || *end != 0 ? std::nan("") : value;
}

std::string fixed_decimal(double size, int decimals) {
    decimals = std::clamp(decimals, 0, 100);
    if (!halfway(size, decimals)) return printed("%.*f", decimals, size);
    std::string text = raised(printed("%.*f", decimals + 1, size));
    if (decimals == 0) text.pop_back();  // the point
    return text;
}

std::string exponential_decimal(double size, int digits) {
    digits = std::clamp(digits, 1, 100);
    const int exponent = taken_apart(printed("%.*e", 20, size)).exponent;  // before rounding
    if (!halfway(size, digits - 1 - exponent))
        return put_together(taken_apart(printed("%.*e", digits - 1, size)));
    Digits number{raised(taken_apart(printed("%.*e", digits, size)).digits), exponent};
    if (number.digits.size() > static_cast<size_t>(digits)) {
        number.digits.pop_back();
        ++number.exponent;
    }
    return put_together(number);
}

std::string shortest_decimal(double value) {
    if (value == 0) return "0";  // -0 too
    if (value < 0) return "-" + shortest_decimal(-value);
    char text[32];
    *std::to_chars(text, text + sizeof text - 1, value, std::chars_format::scientific).ptr = 0;
    Digits number = taken_apart(text);
    // JavaScript writes plain decimals from 1e-6 up to 1e21; every parameter's range lies within.
    if (number.exponent < -6 || number.exponent >= 21) return put_together(number);
    std::string& out = number.digits;
    const auto before = static_cast<size_t>(std::max(0, number.exponent + 1));
    if (number.exponent < 0) return "0." + std::string(static_cast<size_t>(-number.exponent - 1), '0') + out;
    if (out.size() > before) return out.insert(before, ".");
    return out + std::string(before - out.size(), '0');
}

double shortest_decimal_of(float value) {
    const auto wide = static_cast<double>(value);
    if (value == 0 || !std::isfinite(value)) return wide;
    for (int digits = 1;; ++digits) {
        const double read = read_double(exponential_decimal(std::fabs(wide), digits).c_str());
        if (static_cast<float>(read) == std::fabs(value)) return std::copysign(read, wide);
    }
}

}  // namespace explainer

#endif

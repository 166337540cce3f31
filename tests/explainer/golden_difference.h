// Whether two texts say the same, where machines may round the last digit another way. How near two numbers
// must be depends on what they are: a value, a value that was rounded to be read, or a place in a drawing.
#pragma once

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>

namespace explainer::golden {

enum class Numbers {
    values,   // in full precision: a part in 10⁵, so nothing but 0 is equal to 0
    rounded,  // as a reader sees them: besides, one unit of the last decimal where both have as many, and two
              // digits or more
    pixels,   // places and sizes in a drawing: a hundredth of a pixel
};

/// A decimal number as it stands in a text.
struct Written {
    double value = 0;
    size_t length = 0;  // bytes; 0: there is none
    int digits = 0;     // significant ones
    int decimals = 0;
};

inline Written number_at(const std::string& text, size_t at) {
    const auto digit = [&](size_t i) {
        return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0;
    };
    Written out;
    size_t i = at + (at < text.size() && text[at] == '-' ? 1 : 0);
    if (!digit(i)) return out;
    bool point = false;
    for (; digit(i) || (text[i] == '.' && !point && digit(i + 1)); ++i) {
        if (text[i] == '.') {
            point = true;
            continue;
        }
        if (out.digits > 0 || text[i] != '0') ++out.digits;
        if (point) ++out.decimals;
    }
    if (i < text.size() && text[i] == 'e' &&
        (digit(i + 1) || (i + 1 < text.size() && text[i + 1] == '-' && digit(i + 2)))) {
        i += 2;
        while (digit(i)) ++i;
        out.decimals = 0;  // of a power of ten no digit is a decimal
    }
    out.length = i - at;
    out.value = std::strtod(text.substr(at, out.length).c_str(), nullptr);
    return out;
}

inline bool near(const Written& a, const Written& b, Numbers kind) {
    if (kind == Numbers::rounded && a.decimals != b.decimals) return false;
    const double apart = std::fabs(a.value - b.value);
    if (apart <= 1e-5 * std::min(std::fabs(a.value), std::fabs(b.value))) return true;
    if (kind == Numbers::pixels) return apart <= 0.011;
    if (kind == Numbers::values || a.decimals == 0 || std::min(a.digits, b.digits) < 2) return false;
    return apart <= 1.01 * std::pow(10, -a.decimals);
}

/// Which numbers stand at each byte of a golden file: in a drawing those in a tag are pixels, all others were
/// rounded; in a description a table's cell that is nothing but a number is a value.
inline Numbers kind_at(const std::string& text, size_t at, bool drawing) {
    if (drawing) {
        const size_t open = text.rfind('<', at), close = text.rfind('>', at);
        return open != std::string::npos && (close == std::string::npos || close < open) ? Numbers::pixels
                                                                                         : Numbers::rounded;
    }
    const Written number = number_at(text, at);
    const bool cell =
        at >= 2 && text.compare(at - 2, 2, "| ") == 0 && text.compare(at + number.length, 2, " |") == 0;
    return cell ? Numbers::values : Numbers::rounded;
}

/// Where two texts part; empty if they do not.
inline std::string difference(const std::string& golden, const std::string& now, bool drawing) {
    size_t a = 0, b = 0;
    while (a < golden.size() && b < now.size()) {
        const Written x = number_at(golden, a), y = number_at(now, b);
        const bool numbers = x.length > 0 && y.length > 0;
        if (numbers ? !near(x, y, kind_at(golden, a, drawing)) : golden[a] != now[b]) break;
        a += std::max<size_t>(x.length, 1);
        b += std::max<size_t>(y.length, 1);
    }
    if (a >= golden.size() && b >= now.size()) return "";
    const size_t from = a < 60 ? 0 : a - 60;
    return "golden: …" + golden.substr(from, 160) + "\nnow:    …" + now.substr(b < 60 ? 0 : b - 60, 160);
}

}  // namespace explainer::golden

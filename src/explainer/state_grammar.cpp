// What state strings are written with. See state_grammar.h.
#include "explainer/state_grammar.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "explainer/decimals.h"
#include "explainer/parameters.h"

namespace explainer {
namespace grammar {
namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/// The length of the character that begins with `lead`, 0 if none does, and the least and greatest byte that
/// may come second: narrower than 80..BF where a wider range would let in overlong forms (E0, F0), surrogates
/// (ED) or what lies above U+10FFFF (F4). (The Unicode Standard, table 3-7.)
struct Lead {
    size_t length;
    unsigned char least = 0x80, greatest = 0xBF;
};

Lead lead_of(unsigned char byte) {
    if (byte < 0x80) return {1};
    if (byte < 0xC2) return {0};
    if (byte < 0xE0) return {2};
    if (byte < 0xF0)
        return {3, static_cast<unsigned char>(byte == 0xE0 ? 0xA0 : 0x80),
                static_cast<unsigned char>(byte == 0xED ? 0x9F : 0xBF)};
    if (byte < 0xF5)
        return {4, static_cast<unsigned char>(byte == 0xF0 ? 0x90 : 0x80),
                static_cast<unsigned char>(byte == 0xF4 ? 0x8F : 0xBF)};
    return {0};
}

/// Whether every character is whole and well-formed: JavaScript's decodeURIComponent refuses others, so this
/// does too.
bool is_utf8(std::string_view text) {
    for (size_t i = 0; i < text.size();) {
        const Lead lead = lead_of(static_cast<unsigned char>(text[i]));
        if (lead.length == 0 || i + lead.length > text.size()) return false;
        for (size_t j = 1; j < lead.length; ++j) {
            const auto byte = static_cast<unsigned char>(text[i + j]);
            const bool fits = j == 1 ? byte >= lead.least && byte <= lead.greatest : (byte & 0xC0) == 0x80;
            if (!fits) return false;
        }
        i += lead.length;
    }
    return true;
}

}  // namespace

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        switch (c) {
            case '"':
            case '\\':
                out += '\\';
                out += c;
                break;
            case '\b':
                out += "\\b";
                break;
            case '\f':
                out += "\\f";
                break;
            case '\n':
                out += "\\n";
                break;
            case '\r':
                out += "\\r";
                break;
            case '\t':
                out += "\\t";
                break;
            default:
                if (static_cast<unsigned char>(c) < 0x20) {
                    out += c < 0x10 ? "\\u000" : "\\u001";
                    out += "0123456789abcdef"[c & 15];
                } else {
                    out += c;
                }
        }
    }
    return out + '"';
}

std::optional<double> parse_number(std::string_view text) {
    const std::string copy(text);
    const bool plain = !copy.empty() && std::all_of(copy.begin(), copy.end(), [](unsigned char c) {
        return std::isdigit(c) != 0 || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E';
    });
    if (!plain) return std::nullopt;
    const double value = read_double(copy.c_str());
    if (!std::isfinite(value)) return std::nullopt;
    return value;
}

std::optional<std::string> percent_decoded(std::string_view text) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        if (i + 2 >= text.size()) return std::nullopt;
        const int high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
        if (high < 0 || low < 0) return std::nullopt;
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    if (!is_utf8(out)) return std::nullopt;
    return out;
}

std::string percent_encoded(std::string_view text) {
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 128 &&
            (std::isalnum(byte) != 0 || std::string_view("-_.!~*'()").find(c) != std::string_view::npos)) {
            out += c;
        } else {
            out += '%';
            out += digits[byte >> 4];
            out += digits[byte & 15];
        }
    }
    return out;
}

// One unit for each UTF-8 lead byte, two where the lead byte begins four.
int utf16_length(std::string_view text) {
    int length = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0) != 0x80) length += byte >= 0xF0 ? 2 : 1;
    }
    return length;
}

std::string_view without_mark(std::string_view text) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    while (text.starts_with(mark)) text.remove_prefix(mark.size());
    return text;
}

std::string_view cut_to(std::string_view text, int max_length) {
    size_t end = text.size();
    while (utf16_length(text.substr(0, end)) > max_length) {
        do --end;
        while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80);
    }
    return text.substr(0, end);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> out;
    for (;;) {
        const size_t end = text.find(separator);
        out.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return out;
        text.remove_prefix(end + 1);
    }
}

}  // namespace grammar

namespace {

/// The bytes of the white space at the beginning of `text`, 0 if there is none: what JavaScript's \s matches.
size_t space_length(std::string_view text) {
    const auto byte = [&text](size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
    };
    if ((byte(0) >= 0x09 && byte(0) <= 0x0D) || byte(0) == 0x20) return 1;
    if (byte(0) == 0xC2 && byte(1) == 0xA0) return 2;  // U+00A0
    const unsigned three = byte(0) << 16 | byte(1) << 8 | byte(2);
    const bool space = three == 0xE19A80                            // U+1680
                       || (three >= 0xE28080 && three <= 0xE2808A)  // U+2000 to U+200A
                       || three == 0xE280A8 || three == 0xE280A9    // U+2028, U+2029
                       || three == 0xE280AF || three == 0xE2819F    // U+202F, U+205F
                       || three == 0xE38080 || three == 0xEFBBBF;   // U+3000, U+FEFF
    return space ? 3 : 0;
}

}  // namespace

std::vector<std::string_view> words(std::string_view text) {
    std::vector<std::string_view> out;
    while (!text.empty() && out.size() < most_words) {
        if (const size_t space = space_length(text); space > 0) {
            text.remove_prefix(space);
            continue;
        }
        size_t end = 1;
        while (end < text.size() && space_length(text.substr(end)) == 0) ++end;
        out.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return out;
}

}  // namespace explainer

// Values checked against the parameter table, and the state string's grammar. See parameters.h.
// The element checks the same grammar in TypeScript, before any WebAssembly is there;
// tests/state-strings.json holds both to the same answers.
#include "explainer/parameters.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "explainer/format.h"

namespace explainer {
namespace {

std::string quoted(std::string_view text) {
    return "\"" + std::string(text) + "\"";
}

/// A plain decimal number as JSON or JavaScript writes it; no hexadecimal, no "inf", no spaces.
std::optional<double> parse_number(std::string_view text) {
    const std::string copy(text);
    const bool plain = !copy.empty() && std::all_of(copy.begin(), copy.end(), [](unsigned char c) {
        return std::isdigit(c) != 0 || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E';
    });
    if (!plain) return std::nullopt;
    char* end = nullptr;
    const double value = std::strtod(copy.c_str(), &end);
    if (*end != 0 || !std::isfinite(value)) return std::nullopt;
    return value;
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/// Whether every character is whole: JavaScript's decodeURIComponent refuses others, so this does too.
bool is_utf8(std::string_view text) {
    for (size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const size_t length = lead < 0x80   ? 1
                              : lead < 0xC2 ? 0
                              : lead < 0xE0 ? 2
                              : lead < 0xF0 ? 3
                              : lead < 0xF5 ? 4
                                            : 0;
        if (length == 0 || i + length > text.size()) return false;
        for (size_t j = 1; j < length; ++j) {
            if ((static_cast<unsigned char>(text[i + j]) & 0xC0) != 0x80) return false;
        }
        i += length;
    }
    return true;
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

/// The bytes that JavaScript's encodeURIComponent leaves alone.
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

/// Length in UTF-16 code units: one for each UTF-8 lead byte, two where the lead byte begins four.
int utf16_length(std::string_view text) {
    int length = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0) != 0x80) length += byte >= 0xF0 ? 2 : 1;
    }
    return length;
}

/// The longest beginning of whole characters that has at most `max_length` UTF-16 code units.
std::string_view cut_to(std::string_view text, int max_length) {
    size_t end = text.size();
    while (utf16_length(text.substr(0, end)) > max_length) {
        do --end;
        while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80);
    }
    return text.substr(0, end);
}

}  // namespace

State::State(std::string_view exhibit, std::span<const Parameter> parameters)
    : exhibit_(exhibit), parameters_(parameters) {
    reset();
}

State::Value State::initial(const Parameter& parameter) const {
    return {parameter.initial, std::string(parameter.initial_text)};
}

void State::reset() {
    values_.clear();
    for (const Parameter& parameter : parameters_) values_.push_back(initial(parameter));
}

void State::set(int index, double value) {
    const Parameter& p = parameter(index);
    if (!std::isfinite(value)) return;
    double low = p.minimum, high = p.maximum;
    if (p.kind == Kind::toggle) low = 0, high = 1;
    if (p.kind == Kind::choice) low = 0, high = static_cast<double>(p.choices.size()) - 1;
    if (p.kind != Kind::number) value = std::round(value);
    values_[static_cast<size_t>(index)].number = std::clamp(value, low, high);
}

void State::set_text(int index, std::string_view value) {
    values_[static_cast<size_t>(index)].text = cut_to(value, parameter(index).max_length);
}

double State::snapped(int index, double value) const {
    const Parameter& p = parameter(index);
    // Rounded once more to nine decimals, because 3 * 0.1 is 0.30000000000000004.
    const double near = std::round(std::round(value / p.step) * p.step * 1e9) / 1e9;
    return std::clamp(near, p.minimum, p.maximum);
}

std::optional<std::string> State::assign(std::string_view name, std::string_view value) {
    int index = 0;
    while (index < count() && parameter(index).name != name) ++index;
    if (index == count()) {
        std::string known;
        for (const Parameter& p : parameters_) known += (known.empty() ? "" : ", ") + std::string(p.name);
        return "unknown parameter " + quoted(name) + " (" + std::string(exhibit_) + " has " + known + ")";
    }
    const Parameter& p = parameter(index);
    const std::string label(p.name);
    Value& slot = values_[static_cast<size_t>(index)];
    switch (p.kind) {
        case Kind::number:
        case Kind::integer: {
            const std::optional<double> number = parse_number(value);
            const bool whole = p.kind == Kind::integer;
            if (!number || *number < p.minimum || *number > p.maximum ||
                (whole && *number != std::floor(*number))) {
                return label + " must be a " + (whole ? "whole " : "") + "number from " +
                       shortest(p.minimum) + " to " + shortest(p.maximum) + ", got " +
                       (number ? std::string(value) : quoted(value));
            }
            slot.number = *number == 0 ? 0 : *number;  // no negative zero
            return std::nullopt;
        }
        case Kind::toggle:
            if (value != "true" && value != "false")
                return label + " must be true or false, got " + quoted(value);
            slot.number = value == "true" ? 1 : 0;
            return std::nullopt;
        case Kind::choice: {
            std::string known;
            for (size_t i = 0; i < p.choices.size(); ++i) {
                if (p.choices[i].id == value) {
                    slot.number = static_cast<double>(i);
                    return std::nullopt;
                }
                known += (i == 0 ? "" : ", ") + std::string(p.choices[i].id);
            }
            return label + " must be one of " + known + "; got " + quoted(value);
        }
        case Kind::text: {
            const std::optional<std::string> text = percent_decoded(value);
            if (!text) return label + " is not percent-encoded text: " + quoted(value);
            const int length = utf16_length(*text);
            if (length > p.max_length) {
                return label + " is too long: " + std::to_string(length) + " characters, at most " +
                       std::to_string(p.max_length);
            }
            slot.text = *text;
            return std::nullopt;
        }
    }
    return std::nullopt;
}

std::optional<std::string> State::restore(std::string_view string) {
    std::vector<Value> before = values_;
    reset();
    while (!string.empty()) {
        const size_t end = std::min(string.find_first_of(";&"), string.size());
        const std::string_view pair = string.substr(0, end);
        string.remove_prefix(std::min(end + 1, string.size()));
        if (pair.empty()) continue;  // "a=1;" and ";;" are harmless
        const size_t equals = pair.find('=');
        std::optional<std::string> error = equals == std::string_view::npos
                                               ? "expected name=value, got " + quoted(pair)
                                               : assign(pair.substr(0, equals), pair.substr(equals + 1));
        if (error) {
            values_ = std::move(before);
            return error;
        }
    }
    return std::nullopt;
}

std::string State::save() const {
    std::string out;
    for (int i = 0; i < count(); ++i) {
        const Parameter& p = parameter(i);
        const Value& value = values_[static_cast<size_t>(i)];
        if (value == initial(p)) continue;
        if (!out.empty()) out += ';';
        out += std::string(p.name) + "=";
        switch (p.kind) {
            case Kind::number:
            case Kind::integer:
                out += shortest(value.number);
                break;
            case Kind::toggle:
                out += value.number != 0 ? "true" : "false";
                break;
            case Kind::choice:
                out += p.choices[static_cast<size_t>(value.number)].id;
                break;
            case Kind::text:
                out += percent_encoded(value.text);
                break;
        }
    }
    return out;
}

std::string State::shown(int index) const {
    const Parameter& p = parameter(index);
    switch (p.kind) {
        case Kind::number:
            return fixed(number(index), p.decimals);
        case Kind::integer:
            return fixed(number(index), 0);
        case Kind::toggle:
            return toggle(index) ? "on" : "off";
        case Kind::choice:
            return std::string(p.choices[static_cast<size_t>(choice(index))].label);
        case Kind::text:
            return text(index);
    }
    return {};
}

}  // namespace explainer

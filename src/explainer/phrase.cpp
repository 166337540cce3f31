// See phrase.h.
#include "explainer/phrase.h"

#include <utility>

#include "explainer/format.h"
#include "explainer/language.h"

namespace explainer {

// (None of these is inlined: each would be, hundreds of times.)
[[gnu::noinline]] Phrase::Phrase() = default;
[[gnu::noinline]] Phrase::~Phrase() = default;

Phrase& Phrase::operator<<(const char* text) {
    text_ += text;
    return *this;
}

Phrase& Phrase::operator<<(const std::string& text) {
    return *this << std::string_view(text);
}

Phrase& Phrase::operator<<(std::string_view text) {
    language::add_marked(text_, text);
    return *this;
}

Phrase& Phrase::operator<<(char letter) {
    text_ += letter;
    return *this;
}

Phrase& Phrase::operator<<(int number) {
    return *this << std::to_string(number).c_str();
}

Phrase& Phrase::operator<<(size_t number) {
    return *this << std::to_string(number).c_str();
}

Phrase& Phrase::add_fixed(double value, int decimals) {
    return *this << fixed(value, decimals).c_str();
}

Phrase& Phrase::add_percent(double share, int decimals) {
    return *this << percent(share, decimals).c_str();
}

Phrase& Phrase::add_shortest(double value) {
    return *this << shortest(value).c_str();
}

[[gnu::noinline]] Phrase::operator std::string() const {
    return text_;
}

std::string plural(int count, std::string_view what) {
    return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

}  // namespace explainer

// Words by their letters. See letters.h.
#include "explainer/letters.h"

#include "explainer/drawing/text_runs.h"

namespace explainer {
namespace {

constexpr uint32_t last_sigma = 0x3c2, sigma = 0x3c3;

}  // namespace

int letters_of(std::string_view word) {
    int out = 0;
    while (!word.empty()) out += is_letter(take_code_point(word));
    return out;
}

bool begins_with_capital(std::string_view word) {
    while (!word.empty()) {
        const uint32_t c = take_code_point(word);
        if (is_letter(c)) return small_letter(c) != c;
    }
    return false;
}

std::string folded(std::string_view word) {
    constexpr size_t bytes = 3;  // of each code point
    std::string out;
    size_t first = 0, end = 0;
    while (!word.empty()) {
        uint32_t c = small_letter(take_code_point(word));
        if (c == last_sigma) c = sigma;
        // (An accent alone belongs to the letter before it.)
        if (is_letter(c) || (c >= '0' && c <= '9') || (c >= 0x300 && c < 0x2000)) {
            if (end == 0) first = out.size();
            end = out.size() + bytes;
        }
        for (size_t i = 0; i < bytes; ++i) out.push_back(static_cast<char>(c >> (8 * i) & 0xff));
    }
    // (Of punctuation alone, all of it.)
    return end == 0 ? out : out.substr(first, end - first);
}

}  // namespace explainer

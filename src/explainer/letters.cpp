// Capitals and letters by ranges. See letters.h.
#include "explainer/letters.h"

#include "explainer/drawing/text_runs.h"

namespace explainer {
namespace {

// Capitals, and how far behind them their small letters are; every other one of a range where those lie
// between them.
constexpr struct {
    uint16_t first, last;
    int16_t shift;
} capitals[] = {{'A', 'Z', 32},       {0xc0, 0xd6, 32},    {0xd8, 0xde, 32},   {0x100, 0x12e, 1},
                {0x130, 0x130, -199}, {0x132, 0x136, 1},   {0x139, 0x147, 1},  {0x14a, 0x176, 1},
                {0x178, 0x178, -121}, {0x179, 0x17d, 1},   {0x386, 0x386, 38}, {0x388, 0x38a, 37},
                {0x38c, 0x38c, 64},   {0x38e, 0x38f, 63},  {0x391, 0x3ab, 32}, {0x400, 0x40f, 80},
                {0x410, 0x42f, 32},   {0x460, 0x480, 1},   {0x48a, 0x4be, 1},  {0x4c1, 0x4cd, 1},
                {0x4d0, 0x52e, 1},    {0x1e00, 0x1e94, 1}, {0x1ea0, 0x1efe, 1}};

// From the first letter behind ASCII on: multiplication and division signs, accents alone, punctuation and
// symbols, variation selectors, pictures.
constexpr struct {
    uint32_t first, last;
} no_letters[] = {{0xd7, 0xd7},     {0xf7, 0xf7},       {0x300, 0x36f},    {0x483, 0x489},
                  {0x2000, 0x2bff}, {0x3000, 0x303f},   {0xfe00, 0xfe0f},  {0xff00, 0xff20},
                  {0xfff0, 0xffff}, {0x1f000, 0x1ffff}, {0xe0000, 0xe0fff}};

constexpr uint32_t last_sigma = 0x3c2, sigma = 0x3c3;

}  // namespace

uint32_t small_letter(uint32_t c) {
    for (const auto& range : capitals) {
        if (c < range.first || c > range.last) continue;
        if (range.shift == 1 && (c - range.first) % 2 != 0) continue;
        return c + static_cast<uint32_t>(range.shift);
    }
    return c;
}

bool is_letter(uint32_t c) {
    if (c < 0xc0) return (c | 32) >= 'a' && (c | 32) <= 'z';
    for (const auto& range : no_letters) {
        if (c >= range.first && c <= range.last) return false;
    }
    return true;
}

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

// Runs by code points. See text_runs.h. Ranges are those of Unicode's blocks; what they miss is drawn all the
// same, in pieces.
#include "explainer/drawing/text_runs.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace explainer {
namespace {

constexpr uint32_t zero_width_joiner = 0x200d, unknown = 0xfffd, ellipsis = 0x2026;
// A run is one picture: not wider than a screen, and small enough to be kept when its neighbour changes.
constexpr size_t most_signs = 16, most_letters = 64;

struct Range {
    uint32_t first, last;
};

template <size_t n>
bool in(const std::array<Range, n>& ranges, uint32_t c) {
    return std::any_of(ranges.begin(), ranges.end(), [c](Range r) { return c >= r.first && c <= r.last; });
}

/// Signs that change the one before: accents, enclosing marks, variation selectors, skin tones, tags.
bool extends(uint32_t c) {
    static constexpr std::array ranges = {
        Range{0x300, 0x36f},     Range{0x483, 0x489},     Range{0x1ab0, 0x1aff},  Range{0x1dc0, 0x1dff},
        Range{0x20d0, 0x20ff},   Range{0xfe00, 0xfe0f},   Range{0xfe20, 0xfe2f},  Range{0x200c, 0x200d},
        Range{0x1f3fb, 0x1f3ff}, Range{0xe0020, 0xe007f}, Range{0xe0100, 0xe01ef}};
    return in(ranges, c);
}

bool right_to_left(uint32_t c) {
    static constexpr std::array ranges = {Range{0x590, 0x8ff}, Range{0xfb1d, 0xfdff}, Range{0xfe70, 0xfefe},
                                          Range{0x10800, 0x10fff}, Range{0x1e800, 0x1efff}};
    return in(ranges, c);
}

/// What stands between words that read from right to left and parts them, as a label names them one by one:
/// “a” → “b”. Blanks, digits and what ends a sentence belong to what they say.
bool parts(uint32_t c) {
    static constexpr std::array ranges = {Range{'A', 'Z'},      Range{'a', 'z'},   Range{'"', '"'},
                                          Range{':', '='},      Range{0xab, 0xab}, Range{0xb7, 0xb7},
                                          Range{0xbb, 0xbb},    Range{0xd7, 0xd7}, Range{0x201c, 0x201e},
                                          Range{0x2190, 0x22ff}};
    return in(ranges, c);
}

/// Signs that stand for themselves: a line may be cut before them without a change of shape.
bool stands_alone(uint32_t c) {
    static constexpr std::array ranges = {
        Range{0x2e80, 0x9fff},   Range{0xac00, 0xd7a3},   Range{0xf900, 0xfaff},  Range{0xff00, 0xffef},
        Range{0x1f300, 0x1f3fa}, Range{0x1f400, 0x1faff}, Range{0x20000, 0x3ffff}};
    return in(ranges, c);
}

struct Sign {
    std::string_view text;
    uint32_t code_point;
    bool ours;
};

std::vector<Sign> signs_of(std::string_view text, HasGlyph has, const void* face) {
    std::vector<Sign> signs;
    while (!text.empty()) {
        std::string_view rest = text;
        const uint32_t c = take_code_point(rest);
        signs.push_back({text.substr(0, text.size() - rest.size()), c, c < 0x20 || has(face, c)});
        text = rest;
    }
    return signs;
}

/// Words that read from right to left stand in that order too, with what is between them; not so what parts
/// them, or what is in our face.
void join_words(std::vector<Sign>& signs) {
    size_t last = signs.size();  // the last sign that reads so
    for (size_t i = 0; i < signs.size(); ++i) {
        if (right_to_left(signs[i].code_point) && !signs[i].ours) {
            for (size_t j = last + 1; j < i; ++j) signs[j].ours = false;
            last = i;
        } else if (signs[i].code_point == ellipsis && i > 0 && last == i - 1) {
            signs[i].ours = false;  // a word that was cut
            last = i;
        } else if (parts(signs[i].code_point)) {
            last = signs.size();
        }
    }
}

/// What belongs to a sign that we lack is drawn with it.
void join(std::vector<Sign>& signs) {
    for (size_t i = 1; i < signs.size(); ++i) {
        if (!signs[i].ours && extends(signs[i].code_point)) {
            for (size_t j = i; j > 0; --j) {
                signs[j - 1].ours = false;
                if (!extends(signs[j - 1].code_point)) break;
            }
        }
        if (signs[i - 1].code_point == zero_width_joiner) signs[i].ours = false;
    }
    join_words(signs);
}

std::string_view span_of(const Sign& first, const Sign& last) {
    return {first.text.data(), static_cast<size_t>(last.text.data() + last.text.size() - first.text.data())};
}

/// Cuts the signs [from, to), which we lack, into pictures.
void cut(const std::vector<Sign>& signs, size_t from, size_t to, std::vector<TextRun>& out) {
    const size_t begin = out.size();
    const bool reversed = std::any_of(signs.begin() + static_cast<std::ptrdiff_t>(from),
                                      signs.begin() + static_cast<std::ptrdiff_t>(to),
                                      [](const Sign& sign) { return right_to_left(sign.code_point); });
    size_t start = from;
    for (size_t i = from + 1; i <= to; ++i) {
        const size_t length = i - start;
        const bool joined =
            i < to && (extends(signs[i].code_point) || signs[i - 1].code_point == zero_width_joiner);
        const bool alone = i < to && stands_alone(signs[i].code_point) && length >= most_signs;
        const bool word = i < to && signs[i - 1].code_point == ' ' && length >= most_letters / 2;
        if (i < to && (joined || !(alone || word || length >= most_letters))) continue;
        out.push_back({span_of(signs[start], signs[i - 1]), false});
        start = i;
    }
    if (reversed) std::reverse(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end());
}

}  // namespace

uint32_t take_code_point(std::string_view& text) {
    const auto byte = [&text](size_t i) {
        return static_cast<uint32_t>(static_cast<unsigned char>(text[i]));
    };
    const uint32_t lead = byte(0);
    const size_t length = lead < 0x80                   ? 1
                          : lead >= 0xc2 && lead < 0xe0 ? 2
                          : (lead & 0xf0) == 0xe0       ? 3
                          : lead >= 0xf0 && lead < 0xf5 ? 4
                                                        : 0;
    uint32_t c = length == 1 ? lead : length == 0 ? unknown : lead & (0x7fu >> length);
    size_t used = 1;
    for (; used < length; ++used) {
        if (used >= text.size() || (byte(used) & 0xc0) != 0x80) break;
        c = c << 6 | (byte(used) & 0x3f);
    }
    const bool overlong = (length == 3 && c < 0x800) || (length == 4 && (c < 0x10000 || c > 0x10ffff));
    const bool good = length > 0 && used == length && !overlong && !(c >= 0xd800 && c < 0xe000);
    text.remove_prefix(good ? length : 1);
    return good ? c : unknown;
}

bool shows_nothing(uint32_t c) {
    static constexpr std::array ranges = {
        Range{0, 0x1f},        Range{0xad, 0xad},     Range{0x200b, 0x200f}, Range{0x202a, 0x202e},
        Range{0x2060, 0x2069}, Range{0xfe00, 0xfe0f}, Range{0xfeff, 0xfeff}, Range{0xe0000, 0xe0fff}};
    return in(ranges, c);
}

bool is_ours(std::string_view text, HasGlyph has, const void* face) {
    const auto plain = [](char c) { return c >= 0; };  // every face has ASCII
    while (true) {
        while (!text.empty() && plain(text.front())) text.remove_prefix(1);
        if (text.empty()) return true;
        const uint32_t c = take_code_point(text);
        if (c == zero_width_joiner || !has(face, c)) return false;
    }
}

std::vector<TextRun> text_runs(std::string_view text, HasGlyph has, const void* face) {
    if (is_ours(text, has, face)) return {{text, true}};
    std::vector<Sign> signs = signs_of(text, has, face);
    join(signs);
    std::vector<TextRun> out;
    for (size_t i = 0; i < signs.size();) {
        size_t end = i + 1;
        while (end < signs.size() && signs[end].ours == signs[i].ours) ++end;
        if (signs[i].ours)
            out.push_back({span_of(signs[i], signs[end - 1]), true});
        else
            cut(signs, i, end, out);
        i = end;
    }
    return out;
}

std::string isolated(std::string_view text) {
    const HasGlyph reads_on = [](const void*, uint32_t c) { return !right_to_left(c); };
    if (is_ours(text, reads_on, nullptr)) return std::string(text);
    std::vector<Sign> signs = signs_of(text, reads_on, nullptr);
    join_words(signs);
    std::string out;
    bool inside = false;
    for (const Sign& sign : signs) {
        if (inside == sign.ours) out += inside ? "\u2069" : "\u2068";
        inside = !sign.ours;
        out += sign.text;
    }
    return inside ? out + "\u2069" : out;
}

}  // namespace explainer

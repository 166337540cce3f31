// Cuts a line into runs that our faces have and runs that they lack, which are drawn as a whole by others
// (glyph_source.h): shapes of letters, marks and joined signs depend on their neighbours. Knows no face and
// draws nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace explainer {

struct TextRun {
    std::string_view text;
    bool ours = true;

    bool operator==(const TextRun&) const = default;
};

/// The first code point of a text that is not empty, which loses it. Bytes that are not UTF-8 come out one by
/// one as U+FFFD.
uint32_t take_code_point(std::string_view& text);

/// Whether a code point shows nothing by itself (joiners, directions, variation selectors).
bool shows_nothing(uint32_t code_point);

/// Answers for one code point.
using HasGlyph = bool (*)(const void* face, uint32_t code_point);

/// Whether a text is one run, of our face: nearly all are.
bool is_ours(std::string_view text, HasGlyph has, const void* face);

/// The runs in the order in which they are drawn, from left to right.
std::vector<TextRun> text_runs(std::string_view text, HasGlyph has, const void* face);

/// The text for those who lay out lines themselves, as viewers of SVG do, in that same order: words that read
/// from right to left stand in isolates (UAX #9), so that what parts them stays where it is.
std::string isolated(std::string_view text);

}  // namespace explainer

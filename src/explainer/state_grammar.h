// What state strings are written with: numbers, percent-encoding, UTF-8, words. Knows no parameter.
// web/element/state/state.ts has the same rules; tests/state-strings.json holds both to the same answers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace explainer::grammar {

/// In double quotes, escaped as JSON.stringify does.
std::string quoted(std::string_view text);

/// A plain decimal number as JSON or JavaScript writes it; no hexadecimal, no "inf", no spaces.
std::optional<double> parse_number(std::string_view text);

/// Nothing if a % is followed by other than two hexadecimal digits, or the result is not UTF-8.
std::optional<std::string> percent_decoded(std::string_view text);
/// All but the bytes that JavaScript's encodeURIComponent leaves alone.
std::string percent_encoded(std::string_view text);

/// Length in UTF-16 code units, as the DOM counts.
int utf16_length(std::string_view text);
/// The longest beginning of whole characters that has at most `max_length` UTF-16 code units.
std::string_view cut_to(std::string_view text, int max_length);

/// Without marks of byte order at its beginning, which are none of its characters (and which decoders drop).
std::string_view without_mark(std::string_view text);

/// Split at every `separator`: one more piece than there are separators.
std::vector<std::string_view> split(std::string_view text, char separator);

}  // namespace explainer::grammar

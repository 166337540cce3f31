// Letters and capitals, as Unicode has them. What readers type is compared and counted by these, whatever the
// language. One code point at a time: ß stays ß, and İ is i.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace explainer {

/// The small letter of a capital, or of what else has capitals (Ⅷ, Ⓐ); any other code point as it is.
uint32_t small_letter(uint32_t code_point);

/// Unicode's letters: not digits, punctuation, symbols, pictures, nor what stands on the letter before it
/// (accents, vowel signs).
bool is_letter(uint32_t code_point);

/// How many letters a word has.
int letters_of(std::string_view word);

/// Whether the first letter of a word is a capital.
bool begins_with_capital(std::string_view word);

/// The same for the same word, whatever its capitals are and which punctuation stands around it. To be
/// compared, not shown: it is no UTF-8.
std::string folded(std::string_view word);

}  // namespace explainer

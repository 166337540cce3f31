// Letters of the scripts that have capitals: Latin, Greek, Cyrillic. What readers type is compared and
// counted by these, whatever the language. Not Unicode's full tables: what is in none of the ranges is its
// own small letter.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace explainer {

/// The small letter of a capital; any other code point as it is.
uint32_t small_letter(uint32_t code_point);

/// Not digits, punctuation, symbols, pictures, nor an accent that stands on the letter before it.
bool is_letter(uint32_t code_point);

/// How many letters a word has.
int letters_of(std::string_view word);

/// Whether the first letter of a word is a capital.
bool begins_with_capital(std::string_view word);

/// The same for the same word, whatever its capitals are and which punctuation stands around it. To be
/// compared, not shown: it is no UTF-8.
std::string folded(std::string_view word);

}  // namespace explainer

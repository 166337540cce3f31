// UTF-8 out of what files have for text.
#pragma once

#include <string>
#include <string_view>

namespace model {

// Puts a character at the end. What is none (a surrogate, or beyond U+10FFFF) becomes U+FFFD, as in browsers.
void append(std::string& text, char32_t character);

// The same text if it is UTF-8. Of what is not, each sequence that breaks off becomes one U+FFFD, as
// browsers' TextDecoder has it.
std::string well_formed(std::string_view text);

inline bool is_utf8(std::string_view text) {
    return well_formed(text) == text;
}

}  // namespace model

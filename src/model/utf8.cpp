// The Unicode Standard's table 3-7 of well-formed sequences, and section 3.9's practice for the others.
#include "utf8.h"

namespace model {

void append(std::string& text, char32_t character) {
    if (character > 0x10ffff || (character >= 0xd800 && character < 0xe000)) character = 0xfffd;
    const auto rest = [&](int shift) { text += static_cast<char>(0x80 | (character >> shift & 0x3f)); };
    if (character < 0x80) {
        text += static_cast<char>(character);
    } else if (character < 0x800) {
        text += static_cast<char>(0xc0 | character >> 6);
        rest(0);
    } else if (character < 0x10000) {
        text += static_cast<char>(0xe0 | character >> 12);
        rest(6);
        rest(0);
    } else {
        text += static_cast<char>(0xf0 | character >> 18);
        rest(12);
        rest(6);
        rest(0);
    }
}

std::string well_formed(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    std::string out;
    for (std::size_t i = 0, length; i < text.size(); i += length) {
        const unsigned lead = byte(i);
        const std::size_t whole = lead < 0x80                   ? 1
                                  : lead >= 0xc2 && lead < 0xe0 ? 2
                                  : lead >= 0xe0 && lead < 0xf0 ? 3
                                  : lead >= 0xf0 && lead < 0xf5 ? 4
                                                                : 0;  // begins nothing
        // The second byte's range keeps out longer spellings than need be, surrogates, and what is no
        // character.
        unsigned least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
        unsigned most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
        length = 1;
        while (length < whole && i + length < text.size() && byte(i + length) >= least &&
               byte(i + length) <= most) {
            ++length;
            least = 0x80;
            most = 0xbf;
        }
        if (length == whole)
            out += text.substr(i, length);
        else
            append(out, 0xfffd);
    }
    return out;
}

}  // namespace model

// Text: every character there and back, and what browsers make of what is none.
#include "model/utf8.h"

#include "helpers.h"

using namespace model;

TEST_CASE("utf8: every character is well formed, and nothing else takes its place") {
    std::string all;
    for (char32_t c = 0; c < 0x110000; ++c) {
        std::string one;
        append(one, c);
        const bool surrogate = c >= 0xd800 && c < 0xe000;
        const std::size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
        if (one.size() != length || !is_utf8(one) || (one == "\xef\xbf\xbd") != (surrogate || c == 0xfffd))
            FAIL("character ", static_cast<unsigned>(c));
        all += one;
    }
    CHECK(is_utf8(all));
    std::string text;
    for (const char32_t c : {U'a', U'é', U'日', U'🦜', char32_t{0x110000}, char32_t{0xffffffff}})
        append(text, c);
    CHECK(text == "aé日🦜\xef\xbf\xbd\xef\xbf\xbd");
}

TEST_CASE("utf8: what breaks off is one U+FFFD, as the Unicode Standard's table 3-8 and browsers have it") {
    const std::string none = "\xef\xbf\xbd";
    const auto times = [&](int n) {
        std::string text;
        while (n-- > 0) text += none;
        return text;
    };
    CHECK(well_formed("") == "");
    CHECK(well_formed(std::string("a\0b", 3)) == std::string("a\0b", 3));
    CHECK(well_formed("\xc0\xaf") == times(2));          // a longer spelling than need be
    CHECK(well_formed("\xe0\x80\xaf") == times(3));      // and in three bytes,
    CHECK(well_formed("\xf0\x80\x80\xaf") == times(4));  // and in four
    CHECK(well_formed("\xed\xa0\x80") == times(3));      // a surrogate
    CHECK(well_formed("\xf4\x90\x80\x80") == times(4));  // beyond U+10FFFF
    CHECK(well_formed("\xf5\xff\x80") == times(3));      // bytes that begin nothing
    CHECK(well_formed("\xe1\x80\xe2\xf0\x91\x92\xf1\xbf"
                      "A") == times(4) + "A");
    CHECK(well_formed("\xf0\x9f\xa6") == times(1));  // cut short
    CHECK(well_formed("\xf0\x9f\xa6\xf0\x9f\xa6\x9c") == none + "🦜");
    CHECK(!is_utf8("\xff"));
    CHECK(is_utf8(none));
}

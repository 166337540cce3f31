// Letters and capitals: each range at its ends, what lies between, and words as readers type them.
#include "explainer/letters.h"

#include <doctest/doctest.h>

#include <utility>

using namespace explainer;

TEST_CASE("letters: a capital has its small letter, whatever the script") {
    const std::pair<char32_t, char32_t> pairs[] = {
        {U'A', U'a'}, {U'Z', U'z'}, {U'À', U'à'}, {U'Ö', U'ö'}, {U'Ø', U'ø'}, {U'Þ', U'þ'}, {U'Ā', U'ā'},
        {U'Į', U'į'}, {U'İ', U'i'}, {U'Ĳ', U'ĳ'}, {U'Ķ', U'ķ'}, {U'Ĺ', U'ĺ'}, {U'Ň', U'ň'}, {U'Ŋ', U'ŋ'},
        {U'Ŷ', U'ŷ'}, {U'Ÿ', U'ÿ'}, {U'Ź', U'ź'}, {U'Ž', U'ž'}, {U'Ά', U'ά'}, {U'Έ', U'έ'}, {U'Ί', U'ί'},
        {U'Ό', U'ό'}, {U'Ύ', U'ύ'}, {U'Ώ', U'ώ'}, {U'Α', U'α'}, {U'Ω', U'ω'}, {U'Ϋ', U'ϋ'}, {U'Ѐ', U'ѐ'},
        {U'Ё', U'ё'}, {U'Џ', U'џ'}, {U'А', U'а'}, {U'Я', U'я'}, {U'Ґ', U'ґ'}, {U'Ӂ', U'ӂ'}, {U'Ә', U'ә'},
        {U'Ḁ', U'ḁ'}, {U'Ế', U'ế'}};
    for (const auto& [capital, small] : pairs) {
        CAPTURE(static_cast<uint32_t>(capital));
        CHECK(small_letter(capital) == small);
        CHECK(small_letter(small) == small);
        CHECK(is_letter(capital));
        CHECK(is_letter(small));
    }
    for (const char32_t other : {U'ß', U'×', U'÷', U'ı', U'ĸ', U'ŉ', U'ς', U'7', U'@', U'[', U'日', U'ا'})
        CHECK(small_letter(other) == other);
}

TEST_CASE("letters: digits, punctuation, accents alone and pictures are none") {
    CHECK(letters_of("") == 0);
    CHECK(letters_of("don’t") == 4);
    CHECK(letters_of("“Été”,") == 3);
    CHECK(letters_of("E\u0301te\u0301") == 3);
    CHECK(letters_of("x²=64…") == 1);
    CHECK(letters_of("日本語") == 3);
    CHECK(letters_of("\U0001F600?!") == 0);
    CHECK(letters_of("Straße") == 6);
    CHECK(begins_with_capital("(Äpfel"));
    CHECK(!begins_with_capital("öÖ"));
    CHECK(!begins_with_capital("64"));
    CHECK(!begins_with_capital("ßA"));
}

TEST_CASE("letters: the same word folds to the same, another one does not") {
    for (const auto& [a, b] : {std::pair{"To", "to,"},
                               {"«Москва»", "МОСКВА."},
                               {"Ωmega", "ωMega"},
                               {"λόγος", "ΛΌΓΟΣ"},
                               {"Été", "(été)"},
                               {"?", "?"}})
        CHECK(folded(a) == folded(b));
    for (const auto& [a, b] : {std::pair{"to", "too"},
                               {"Äpfel", "Apfel"},
                               {"?", "!"},
                               {"cafe\u0301", "cafe"},
                               {"a1", "a2"},
                               {"—", "…"},
                               {"its", "it’s"}})
        CHECK(folded(a) != folded(b));
}

TEST_CASE("letters: as Unicode has them, beyond Latin, Greek and Cyrillic") {
    // Romanian, Azeri, Hausa, Armenian, polytonic Greek, Georgian, Cherokee, Deseret, full width; both forms
    // of a letter that has three; a capital far from its small letter.
    const std::pair<char32_t, char32_t> pairs[] = {
        {U'Ș', U'ș'},   {U'Ț', U'ț'}, {U'Ə', U'ə'},      {U'Ɓ', U'ɓ'},      {U'Ա', U'ա'},
        {U'Ֆ', U'ֆ'},   {U'Ἀ', U'ἀ'}, {U'\u1C90', U'ა'}, {U'Ꭰ', U'\uAB70'}, {U'\U00010400', U'\U00010428'},
        {U'Ａ', U'ａ'}, {U'Ǆ', U'ǆ'}, {U'ǅ', U'ǆ'},      {U'ẞ', U'ß'},      {U'Ɐ', U'ɐ'}};
    for (const auto& [capital, small] : pairs) {
        CAPTURE(static_cast<uint32_t>(capital));
        CHECK(small_letter(capital) == small);
        CHECK(small_letter(small) == small);
        CHECK(is_letter(capital));
        CHECK(is_letter(small));
    }
    CHECK(begins_with_capital("Știri"));
    CHECK(begins_with_capital("Երևան"));
    CHECK(!begins_with_capital("თბილისი"));
    CHECK(!begins_with_capital("Ⅷ"));
    CHECK(folded("ȘTIRI") == folded("știri"));
    // Digits and punctuation of other scripts, vowel signs, points.
    CHECK(letters_of("٤٢") == 0);
    CHECK(letters_of("كتاب،") == 4);
    CHECK(letters_of("हिन्दी।") == 3);
    CHECK(letters_of("שָׁלוֹם") == 4);
    CHECK(letters_of("한국어") == 3);
    CHECK(letters_of("１２、") == 0);
    // Where the tables end.
    for (const uint32_t c : {0u, 0x40u, 0x5bu, 0x7bu, 0x10ffffu, 0xffffffffu}) {
        CAPTURE(c);
        CHECK(!is_letter(c));
        CHECK(small_letter(c) == c);
    }
}

// What the golden files can see: a value moved by a hundredth, a number that became 0, one word more.
#include "golden_difference.h"

#include <doctest/doctest.h>

using explainer::golden::difference;

namespace {
bool same_words(const std::string& a, const std::string& b) {
    return difference(a, b, false).empty();
}
bool same_drawing(const std::string& a, const std::string& b) {
    return difference(a, b, true).empty();
}
}  // namespace

TEST_CASE("golden: a value of a table may differ by a part in 10⁵, and 0 is 0") {
    CHECK(same_words("| x | 0.54524773 |", "| x | 0.54524779 |"));
    CHECK(same_words("| x | 7.4 |", "| x | 7.4000006 |"));
    CHECK(same_words("| x | 1e-12 |", "| x | 1.000001e-12 |"));
    CHECK_FALSE(same_words("| x | 0.54524773 |", "| x | 0.54534773 |"));
    for (const char* other : {"7.4105", "7.5", "7.3895", "-7.4", "0", "7"})
        CHECK_FALSE(same_words("| x | 7.4 |", std::string("| x | ") + other + " |"));
    for (const char* small : {"0.3", "1e-12", "-0.004", "1"}) {
        CHECK_FALSE(same_words(std::string("| x | ") + small + " |", "| x | 0 |"));
        CHECK_FALSE(same_words("| x | 0 |", std::string("| x | ") + small + " |"));
    }
}

TEST_CASE("golden: a number that was rounded to be read may differ in its last decimal, where it has one") {
    CHECK(same_words("the largest is 54.5 %, for x", "the largest is 54.6 %, for x"));
    CHECK(same_drawing("<text x=\"1\">−0.0123</text>", "<text x=\"1\">−0.0124</text>"));
    CHECK_FALSE(same_words("the largest is 54.5 %", "the largest is 54.7 %"));
    CHECK_FALSE(same_words("row 3 of 4", "row 4 of 4"));
    CHECK_FALSE(same_words("a share of 0.1", "a share of 0.0"));
    CHECK_FALSE(same_words("1.50 of 2", "1.5 of 2"));
    CHECK_FALSE(same_drawing("<text x=\"1\">7.40</text>", "<text x=\"1\">7.42</text>"));
    CHECK_FALSE(same_drawing("<text x=\"1\">7</text>", "<text x=\"1\">7.01</text>"));
}

TEST_CASE("golden: strokes may lie a hundredth of a pixel apart, words not a letter") {
    CHECK(same_drawing("<text x=\"1.25\">a</text>", "<text x=\"1.26\">a</text>"));
    CHECK(same_drawing("<path d=\"M1,2L3,-4\"/>", "<path d=\"M1.01,2L3,-4.01\"/>"));
    CHECK_FALSE(same_drawing("<text x=\"1.25\">a</text>", "<text x=\"1.27\">a</text>"));
    CHECK_FALSE(same_drawing("<text x=\"1.25\">a</text>", "<text x=\"1.25\">b</text>"));
    CHECK_FALSE(same_words("a word", "a word more"));
    CHECK_FALSE(same_words("a word more", "a word"));
}

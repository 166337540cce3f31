// Numbers as text.
#include "explainer/format.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace explainer;

TEST_CASE("fixed: stated digits, a true minus sign, no negative zero") {
    CHECK(fixed(7.4, 2) == "7.40");
    CHECK(fixed(-8.2, 2) == "−8.20");
    CHECK(fixed(-0.001, 2) == "0.00");
    CHECK(fixed(0.005, 0) == "0");
    CHECK(fixed(-1234.5678, 1) == "−1234.6");
    CHECK(fixed(std::numeric_limits<double>::infinity(), 1) == "∞");
    CHECK(fixed(-std::numeric_limits<double>::infinity(), 1) == "−∞");
    CHECK(fixed(std::nan(""), 1) == "–");
    CHECK(percent(0.27076206, 1) == "27.1 %");
}

TEST_CASE("shortest: as JavaScript writes it") {
    CHECK(shortest(0) == "0");
    CHECK(shortest(-0.0) == "0");
    CHECK(shortest(0.1) == "0.1");
    CHECK(shortest(0.1 + 0.2) == "0.30000000000000004");
    CHECK(shortest(-2.4) == "-2.4");
    CHECK(shortest(100000) == "100000");
    CHECK(shortest(1.5e-7) == "1.5e-7");
    CHECK(shortest(1e-6) == "0.000001");
    CHECK(shortest(1e21) == "1e+21");
    CHECK(shortest(1.4142135623730951) == "1.4142135623730951");
}

TEST_CASE("tidy: a float's own shortest decimal, not its expansion in double") {
    CHECK(tidy(0.3f) == 0.3);
    CHECK(tidy(7.4f) == 7.4);
    CHECK(tidy(-1e-7f) == -1e-7);
    CHECK(std::isnan(tidy(std::nanf(""))));
}

TEST_CASE("grouped: thousands are apart") {
    CHECK(grouped(0) == "0");
    CHECK(grouped(999) == "999");
    CHECK(grouped(1000) == "1,000");
    CHECK(grouped(1234567) == "1,234,567");
}

TEST_CASE("scientific: significant digits and a raised power") {
    CHECK(scientific(2.34e-7, 2) == "2.3·10⁻⁷");
    CHECK(scientific(9.96e-7, 2) == "1.0·10⁻⁶");
    CHECK(scientific(12345, 3) == "1.23·10⁴");
    CHECK(scientific(-1e12, 1) == "−1·10¹²");
    CHECK(scientific(0, 2) == "0");
    CHECK(scientific(5e-324, 2) == "4.9·10⁻³²⁴");
    CHECK(scientific(1.7e308, 2) == "1.7·10³⁰⁸");
}

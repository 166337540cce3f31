// Numbers as text and back: the rule by long division, and the shared table that the web's module is held to.
#include "explainer/decimals.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "explainer/format.h"

using namespace explainer;

namespace {

/// All digits of a finite number that is not negative, "ddd.ddd…": glibc writes what is asked for, exactly.
std::string expansion(double size) {
    char text[1500];
    std::snprintf(text, sizeof text, "%.1100f", size);
    return text;
}

/// The digits before `at` (the point not counted), one more if those from there on are a half or more.
std::string rounded(std::string digits, size_t at) {
    const bool up = at < digits.size() && digits[at] >= '5';
    digits.resize(at, '0');
    for (size_t i = at; up && i-- > 0;) {
        if (digits[i] != '9') {
            ++digits[i];
            return digits;
        }
        digits[i] = '0';
    }
    return up ? "1" + digits : digits;
}

std::string fixed_by_hand(double size, int decimals) {
    std::string digits = expansion(size);
    const size_t point = digits.find('.');
    digits.erase(point, 1);
    digits = rounded(digits, point + static_cast<size_t>(decimals));
    if (decimals > 0) digits.insert(digits.size() - static_cast<size_t>(decimals), ".");
    return digits;
}

std::string exponential_by_hand(double size, int count) {
    std::string digits = expansion(size);
    const size_t point = digits.find('.');
    digits.erase(point, 1);
    const size_t first = digits.find_first_not_of('0');
    int exponent = static_cast<int>(point) - static_cast<int>(first) - 1;
    digits = rounded(digits.substr(first), static_cast<size_t>(count));
    if (digits.size() > static_cast<size_t>(count)) {  // 9.96 became 10.0
        digits.pop_back();
        ++exponent;
    }
    if (count > 1) digits.insert(1, ".");
    return digits + (exponent < 0 ? "e-" : "e+") + std::to_string(std::abs(exponent));
}

/// Of all sizes, and such as people write: many of those are halfway between two.
std::vector<double> some_numbers(unsigned seed, size_t count) {
    std::mt19937_64 random(seed);
    std::vector<double> out{0.5,
                            1.5,
                            2.5,
                            0.125,
                            0.375,
                            0.25,
                            1.005,
                            0.15,
                            9.5,
                            99.5,
                            0.05,
                            0.95,
                            0.045,
                            1e21,
                            1.5e21,
                            1e22,
                            2.5e22,
                            123456789e15,
                            5e-324,
                            1e-6,
                            1e-7,
                            0.1 + 0.2,
                            0x1p53,
                            0x1p-44,
                            4.35,
                            8.345,
                            1e15 + 0.5,
                            999999,
                            15,
                            122500,
                            1234567.25,
                            25e20,
                            2.5e15,
                            65,
                            995,
                            9999999.5,
                            137749767149895.640625,
                            1125899906842624.25,
                            1125899906842624.75,
                            4125142.25,
                            2097153.75};
    for (int power = -1070; power < 1024; power += 3) out.push_back(std::ldexp(1, power));
    while (out.size() < count) {
        const uint64_t bits = random();
        switch (out.size() % 4) {
            case 0:
                out.push_back(std::fabs(std::bit_cast<double>(bits)));
                break;
            case 1:  // few binary digits behind the point: halves of decimals
                out.push_back(std::ldexp(static_cast<double>(bits >> 40), -static_cast<int>(bits % 24)));
                break;
            case 2:
                out.push_back(static_cast<double>(bits >> 44) / 1000);
                break;
            default:
                out.push_back(static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(bits >> 33))));
        }
        if (!std::isfinite(out.back())) out.pop_back(), out.push_back(1);
    }
    return out;
}

}  // namespace

TEST_CASE("decimals: the exact value is rounded, and what lies halfway goes up") {
    CHECK(fixed_decimal(0.5, 0) == "1");
    CHECK(fixed_decimal(2.5, 0) == "3");
    CHECK(fixed_decimal(0.125, 2) == "0.13");
    CHECK(fixed_decimal(1.005, 2) == "1.00");  // it is a little less
    CHECK(exponential_decimal(25, 1) == "3e+1");
    CHECK(exponential_decimal(995, 2) == "1.0e+3");
    int decimals = 0;
    for (const double size : some_numbers(1, 20000)) {
        decimals = (decimals + 1) % 12;
        REQUIRE(fixed_decimal(size, decimals) == fixed_by_hand(size, decimals));
        if (size > 0)
            REQUIRE(exponential_decimal(size, decimals + 1) == exponential_by_hand(size, decimals + 1));
    }
}

TEST_CASE("decimals: the shortest reads back, one digit less does not") {
    CHECK(shortest_decimal(0x1p-44) ==
          "5.684341886080802e-14");  // not the nearest of 16 digits, which is another
    for (const double value : some_numbers(2, 20000)) {
        const std::string text = shortest_decimal(value);
        REQUIRE(read_double(text.c_str()) == value);
        REQUIRE(shortest_decimal(-value) == (value == 0 ? "0" : "-" + text));
        std::string digits;
        for (const char c : text.substr(0, text.find('e'))) {
            if (c != '.' && (c != '0' || !digits.empty())) digits += c;
        }
        digits.resize(digits.find_last_not_of('0') + 1);
        if (digits.size() < 2) continue;
        char less[64];
        std::snprintf(less, sizeof less, "%.*e", static_cast<int>(digits.size()) - 2, value);
        REQUIRE(read_double(less) != value);
    }
}

TEST_CASE("decimals: a float's own") {
    for (const double value : some_numbers(3, 20000)) {
        const auto narrow = static_cast<float>(value);
        if (!std::isfinite(narrow)) continue;
        const double tidied = shortest_decimal_of(narrow);
        REQUIRE(static_cast<float>(tidied) == narrow);
        REQUIRE(shortest_decimal(tidied).size() <= 16 + 5);
    }
}

TEST_CASE("tests/decimals.json: as the web's module writes them") {
    std::ifstream file(TESTS_FOLDER "/decimals.json");
    REQUIRE(file);
    for (const auto& row : nlohmann::json::parse(file)) {
        const double value = row["value"];
        const int digits = row["digits"];
        CHECK(fixed(value, digits) == row["fixed"]);
        CHECK(scientific(value, digits + 1) == row["scientific"]);
        CHECK(shortest(value) == row["shortest"]);
        CHECK(tidy(static_cast<float>(value)) == row["tidy"].get<double>());
    }
}

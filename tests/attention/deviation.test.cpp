// The score-deviation experiment: seeded, the same in any chunks, the same everywhere. The typed bits are
// those of a program in Python that draws as the papers say, takes its logarithms from mpmath and rounds each
// operation: every build on every machine has to come to them.
#include "attention/deviation.h"

#include <array>
#include <bit>

#include "attention/transcendental.h"
#include "helpers.h"

using attention::ScoreDeviation;

TEST_CASE("xoshiro128+ seeded by SplitMix64: its numbers, bit for bit") {
    struct Golden {
        std::uint64_t seed;
        std::array<std::uint32_t, 5> first;
        std::uint32_t thousandth;
    };
    constexpr Golden goldens[] = {
        {0, {0x60e1ed69, 0xa59b521e, 0x9acc3761, 0x0667f6de, 0x8fbbbede}, 0x6877f4e3},
        {1, {0xb47d7744, 0xb33b6327, 0x93dfb1a0, 0xec61ea2e, 0xb1f1d20d}, 0x5ec4a200},
        {42, {0x14253e35, 0x96cbf3dd, 0x02be23f0, 0x92da1bcd, 0x4b63a1b2}, 0x828b76c9},
        {(std::uint64_t{7} << 32) + 5,
         {0x8568a198, 0xeec9907a, 0x7aa69d71, 0x4bcb75e9, 0xf492a4bd},
         0x78bb65e9},
    };
    for (const Golden& golden : goldens) {
        attention::Xoshiro random(golden.seed);
        for (const std::uint32_t wanted : golden.first) CHECK(random.next() == wanted);
        for (int i = 5; i < 999; ++i) random.next();
        CHECK(random.next() == golden.thousandth);
    }
    attention::Xoshiro random(0);
    CHECK(random.signed_unit() == 0x1.8387b6p-1f);  // 0x60e1ed69 / 2^31
    CHECK(random.signed_unit() == -0x1.6992b8p-1f);
}

TEST_CASE("the logarithm: the same bits everywhere, next to the true ones") {
    struct Golden {
        double x, log;
    };
    constexpr Golden goldens[] = {{0.1, -0x1.26bb1bbb55515p+1},
                                  {0.5, -0x1.62e42fefa39efp-1},
                                  {0.999999, -0x1.0c6f82d74d230p-20},
                                  {1.0000001, 0x1.ad7f2847b6492p-24},
                                  {1, 0},
                                  {1.3, 0x1.0ca937be1b9dcp-2},
                                  {2, 0x1.62e42fefa39efp-1},
                                  {10, 0x1.26bb1bbb55516p+1},
                                  {1e-310, -0x1.64e69394d9508p+9},
                                  {1.7e308, 0x1.62dd08fdc6f88p+9}};
    for (const auto& [x, log] : goldens) {
        CAPTURE(x);
        CHECK(std::abs(attention::natural_log(x) - log) <= std::abs(log) * 0x1p-52);
    }
    CHECK(attention::natural_log(0) == -INFINITY);
    CHECK(attention::natural_log(INFINITY) == INFINITY);
    CHECK(std::isnan(attention::natural_log(-1)));
    CHECK(std::isnan(attention::natural_log(NAN)));
    attention::Xoshiro random(11);
    std::uint64_t hash = 14695981039346656037u;  // FNV-1a, a word at a time
    for (int i = 0; i < 100000; ++i) {
        double x = (random.next() + 1.0) * 0x1p-32;
        if (i % 2 != 0) x *= x * x * 1e9;
        const double log = attention::natural_log(x);
        CHECK(std::abs(log - std::log(x)) <= std::abs(log) * 0x1p-51);  // and the library's own error
        hash = (hash ^ std::bit_cast<std::uint64_t>(log)) * 1099511628211u;
    }
    CHECK(hash == 0xc9719fba51649517u);
}

TEST_CASE("the same seed gives the same numbers everywhere, bit for bit") {
    ScoreDeviation few(4, 200, 1);
    few.advance(200);
    CHECK(few.raw() == 0x1.f6e9e1af8a510p+0);
    ScoreDeviation wide(64, 50, 42);
    wide.advance(50);
    CHECK(wide.raw() == 0x1.ea12b978ddda8p+2);
    struct Golden {
        int d;
        std::uint32_t seed, stream;
        std::array<float, 4> scores;
    };
    constexpr Golden goldens[] = {
        {1, 5, 0, {-0x1.b79e8ap-5f, -0x1.54047ep-2f, -0x1.1fddb2p-3f, 0x1.0c1dcp-2f}},
        {49, 5, 9, {0x1.42bed6p+2f, -0x1.a03a12p-2f, -0x1.3a7f9p+3f, -0x1.1c471ap+2f}},
        {512, 42, 1, {-0x1.985b62p+3f, -0x1.d5d45cp+1f, 0x1.463232p+3f, 0x1.934d4cp+3f}}};
    for (const Golden& golden : goldens) {
        attention::ScoreDraw draw(golden.d, golden.seed, golden.stream);
        for (const float wanted : golden.scores) CHECK(draw.score() == wanted);
    }
}

TEST_CASE("chunks do not change the result; the seed does") {
    ScoreDeviation whole(16, 500, 7);
    CHECK(whole.advance(1000) == 0);
    ScoreDeviation parts(16, 500, 7);
    CHECK(parts.advance(123) == 377);
    CHECK(parts.done() == 123);
    while (parts.advance(50) > 0) continue;
    CHECK(parts.raw() == whole.raw());
    CHECK(parts.advance(10) == 0);
    CHECK(parts.raw() == whole.raw());
    ScoreDeviation other(16, 500, 8);
    other.advance(500);
    CHECK(other.raw() != whole.raw());
}

TEST_CASE("scores drawn by the length of q are distributed as scores of drawn components") {
    for (const int d : {1, 2, 3, 48, 49, 512}) {
        CAPTURE(d);
        constexpr int count = 40000;
        attention::ScoreDraw draw(d, 5, 9);
        attention::ScoreDraw same(d, 5, 9);
        attention::ScoreDraw other(d, 5, 10);
        double squares = 0;
        double fourths = 0;
        double sum = 0;
        int differ = 0;
        for (int i = 0; i < count; ++i) {
            const float score = draw.score();
            CHECK(score == same.score());
            differ += score != other.score();
            const double x = static_cast<double>(score) / std::sqrt(d);
            sum += x;
            squares += x * x;
            fourths += x * x * x * x;
        }
        CHECK(differ > count / 2);
        const double kurtosis = 3 + 6.0 / d;
        CHECK(std::fabs(sum / count) < 5 / std::sqrt(count));
        CHECK(std::fabs(squares / count - 1) < 5 * std::sqrt((kurtosis - 1) / count));
        CHECK(fourths / count == doctest::Approx(kurtosis).epsilon(d < 4 ? 0.3 : 0.1));
        ScoreDeviation components(d, 5000, 5);
        components.advance(5000);
        CHECK(components.scaled() ==
              doctest::Approx(std::sqrt(squares / count)).epsilon(d < 4 ? 0.12 : 0.06));
    }
}

TEST_CASE("scores of a row share their query: their squares go together") {
    double together = 0;
    attention::ScoreDraw draw(1, 3, 0);
    for (int i = 0; i < 20000; ++i) {
        float row[2];
        draw.row(row);
        together += static_cast<double>(row[0] * row[0]) * static_cast<double>(row[1] * row[1]) / 20000;
    }
    CHECK(together == doctest::Approx(3).epsilon(0.3));  // E q⁴, where independent squares would give 1
}

TEST_CASE("nothing drawn, nothing to say") {
    ScoreDeviation none(4, 10, 1);
    CHECK(none.raw() == 0);
    none.advance(1);
    CHECK(none.raw() == 0);
}

TEST_CASE("d = 1: the product of two normals has deviation 1") {
    ScoreDeviation one(1, 40000, 3);
    one.advance(40000);
    CHECK(one.raw() ==
          doctest::Approx(1).epsilon(0.04));  // kurtosis 9: the error is √2/√N larger than a normal's
}

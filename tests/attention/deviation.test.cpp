// The score-deviation experiment: seeded, the same in any chunks.
#include "attention/deviation.h"

#include "helpers.h"

using attention::ScoreDeviation;

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

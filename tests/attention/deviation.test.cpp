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

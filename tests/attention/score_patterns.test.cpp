// Rank and orders of tables of scores: products of narrow matrices, ties, noise.
#include "attention/score_patterns.h"

#include "attention/stages.h"
#include "helpers.h"

using namespace attention;
using test::Owned;

TEST_CASE("the rank of q kᵀ is their width at most, and that of a stride too") {
    test::Random random(5);
    for (int d = 1; d <= 7; ++d) {
        const Owned q = random.matrix(5, d, 1), k = random.matrix(6, d, 1);
        Owned product(5, 6);
        scores(q.get(), k.get(), product.view());
        CHECK(rank(product.get(), 1e-4) == std::min(d, 5));
        CHECK(rank(product.view().cols_from(1, 2), 1e-4) == std::min(d, 2));
    }
    const float none[] = {0, 0, 0, 0};
    CHECK(rank({none, 2, 2}, 0) == 0);
    const float nearly[] = {1, 2, 1, 2.001f};
    CHECK(rank({nearly, 2, 2}, 0.01) == 1);
    CHECK(rank({nearly, 2, 2}, 0.0001) == 2);
}

TEST_CASE("rows that put the columns in the same order are one order; ties are an order of their own") {
    const float values[] = {1, 2, 3, -7, 0, 9, 3, 2, 1, 1, 1, 3};
    CHECK(orders({values, 4, 3}, 0) == 3);
    // 1 and 3 differ still, 1 and 2 no more: the first row and the second are no longer alike.
    CHECK(orders({values, 4, 3}, 1.5) == 4);
    CHECK(orders({values, 4, 3}, 100) == 1);
    CHECK(orders({values, 2, 3}, 0) == 1);
}

// A row in blocks against the formulas for the whole row: any block sizes and orders, extremes, masked
// scores.
#include "attention/online_softmax.h"

#include <algorithm>
#include <numeric>

#include "helpers.h"

using namespace attention;
using test::z;

namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

struct Row {
    int dv;
    std::vector<double> scores, values;  // [n] [n, dv]
};

Row random_row(test::Random& random, int n, int dv, double spread) {
    Row out{dv, std::vector<double>(z(n)), std::vector<double>(z(n * dv))};
    for (double& x : out.scores) x = spread * static_cast<double>(random.normal());
    for (double& v : out.values) v = static_cast<double>(random.normal());
    return out;
}

/// In blocks of `block` keys, the last one shorter; `size` random, if it is 0. All factors are within 0
/// and 1.
OnlineSoftmax streamed(const Row& row, int block, test::Random& random) {
    OnlineSoftmax out(row.dv);
    const int n = static_cast<int>(row.scores.size());
    for (int from = 0; from < n;) {
        const int size = std::min(n - from, block > 0 ? block : random.below(5));  // (also none)
        const auto keys = z(from) * z(row.dv);
        const double factor = out.add(std::span(row.scores).subspan(z(from), z(size)),
                                      std::span(row.values).subspan(keys, z(size * row.dv)));
        CHECK(factor >= 0);
        CHECK(factor <= 1);
        from += size;
    }
    return out;
}

/// The largest difference of output and weights from the formulas for the whole row.
double distance(const Row& row, const OnlineSoftmax& online) {
    const int n = static_cast<int>(row.scores.size());
    const std::vector<double> weights = reference::softmax(row.scores, 1),
                              output = reference::multiply(weights, row.values, 1, n, row.dv);
    std::vector<double> got(z(row.dv), 7.0);
    const bool any =
        std::any_of(row.scores.begin(), row.scores.end(), [](double x) { return x > minus_infinity; });
    CHECK(online.output(got) == any);
    double worst = 0;
    const auto compare = [&worst](double a, double b) {
        const double off = std::abs(a - b);
        worst = off <= worst ? worst : std::isnan(off) ? INFINITY : off;
    };
    for (int c = 0; c < row.dv; ++c) compare(got[z(c)], output[z(c)]);
    for (int j = 0; j < n; ++j) compare(online.weight(row.scores[z(j)]), weights[z(j)]);
    return worst;
}

}  // namespace

TEST_CASE("online softmax: any row, in blocks of any size and in any order, is the row at once") {
    test::Random random(20);
    for (int trial = 0; trial < 400; ++trial) {
        const int n = 1 + random.below(40), dv = 1 + random.below(5);
        Row row = random_row(random, n, dv, trial % 3 == 0 ? 30 : 2);
        for (double& x : row.scores)
            if (random.below(6) == 0) x = minus_infinity;
        CAPTURE(trial);
        const OnlineSoftmax whole = streamed(row, n, random);
        for (const int block : {0, 1, 2, 3, 4, 8}) CHECK(distance(row, streamed(row, block, random)) < 1e-14);
        // Keys in another order, each with its value.
        std::vector<int> order(z(n));
        std::iota(order.begin(), order.end(), 0);
        for (int i = n - 1; i > 0; --i) std::swap(order[z(i)], order[z(random.below(i + 1))]);
        Row other = row;
        for (int j = 0; j < n; ++j) {
            other.scores[z(j)] = row.scores[z(order[z(j)])];
            for (int c = 0; c < dv; ++c) other.values[z(j * dv + c)] = row.values[z(order[z(j)] * dv + c)];
        }
        const OnlineSoftmax turned = streamed(other, 2, random);
        CHECK(turned.largest == whole.largest);
        CHECK(turned.sum == doctest::Approx(whole.sum).epsilon(1e-13));
        for (int c = 0; c < dv; ++c)
            CHECK(std::abs(turned.blend[z(c)] - whole.blend[z(c)]) < 1e-13 * (1 + whole.sum));
    }
}

TEST_CASE("online softmax: extremes: no score overflows, what is far below adds nothing") {
    test::Random random(21);
    for (const double extreme : {100.0, -100.0, 1e30, -1e30, 1e308, -1e308}) {
        for (int at = 0; at < 8; ++at) {
            Row row = random_row(random, 8, 2, 2);
            row.scores[z(at)] = extreme;
            for (const int block : {1, 2, 4, 8}) {
                const OnlineSoftmax got = streamed(row, block, random);
                CAPTURE(extreme);
                CAPTURE(at);
                CAPTURE(block);
                CHECK(std::isfinite(got.sum));
                CHECK(distance(row, got) < 1e-14);
                if (extreme > 0) CHECK(got.largest == extreme);
            }
        }
    }
    for (const double all : {0.0, 100.0, -100.0, 1e30, -1e30}) {
        Row row = random_row(random, 8, 2, 1);
        std::fill(row.scores.begin(), row.scores.end(), all);
        for (const int block : {1, 2, 4, 8}) {
            const OnlineSoftmax got = streamed(row, block, random);
            CHECK(got.sum == 8);
            CHECK(distance(row, got) < 1e-14);
        }
    }
}

TEST_CASE("online softmax: nothing yet, and what is masked: no infinity minus infinity") {
    OnlineSoftmax one(2);
    std::vector<double> out = {7, 7};
    CHECK(one.largest == minus_infinity);
    CHECK(one.sum == 0);
    CHECK(!one.output(out));
    CHECK(out == std::vector<double>{0, 0});
    CHECK(one.weight(1) == 0);
    // A block of nothing but masked scores, before and after anything has come; its values do not matter.
    const std::vector<double> masked(2, minus_infinity), values = {NAN, 1, INFINITY, 2};
    CHECK(one.add(masked, values) == 1);
    CHECK(one.largest == minus_infinity);
    CHECK(!one.output(out));
    CHECK(one.add(std::vector{2.0}, std::vector{3.0, -1.0}) == 0);
    const OnlineSoftmax before = one;
    CHECK(one.add(masked, values) == 1);
    CHECK(one.add({}, {}) == 1);
    CHECK(one.largest == before.largest);
    CHECK(one.sum == 1);
    CHECK(one.blend == before.blend);
    CHECK(one.output(out));
    CHECK(out == std::vector<double>{3, -1});
    CHECK(one.weight(minus_infinity) == 0);
}

TEST_CASE("online softmax: by hand: 1, then 3, then 2") {
    OnlineSoftmax one(1);
    CHECK(one.add(std::vector{1.0}, std::vector{10.0}) == 0);
    CHECK(one.add(std::vector{3.0}, std::vector{20.0}) == doctest::Approx(std::exp(-2)));
    CHECK(one.largest == 3);
    CHECK(one.sum == doctest::Approx(std::exp(-2) + 1));
    CHECK(one.blend[0] == doctest::Approx(10 * std::exp(-2) + 20));
    CHECK(one.add(std::vector{2.0}, std::vector{40.0}) == 1);
    CHECK(one.sum == doctest::Approx(std::exp(-2) + 1 + std::exp(-1)));
    CHECK(one.blend[0] == doctest::Approx(10 * std::exp(-2) + 20 + 40 * std::exp(-1)));
}

TEST_CASE("online softmax: a score that is no number is not hidden") {
    for (const double bad : {static_cast<double>(NAN), static_cast<double>(INFINITY)}) {
        for (const bool first : {false, true}) {
            OnlineSoftmax one(1);
            if (!first) one.add(std::vector{1.0}, std::vector{2.0});
            one.add(std::vector{bad}, std::vector{2.0});
            std::vector<double> out = {0};
            one.output(out);
            CHECK(std::isnan(out[0]));
        }
    }
}

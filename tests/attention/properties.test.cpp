// What attention must do whatever the numbers are.
#include <algorithm>

#include "attention/position.h"
#include "attention/trace.h"
#include "helpers.h"

using namespace attention;
using test::Owned;

namespace {
struct Input {
    Owned q, k, v;
};
Input random_input(int n, int m, int d, int dv, std::uint32_t seed) {
    test::Random random(seed);
    Owned q = random.matrix(n, d);
    Owned k = random.matrix(m, d);
    Owned v = random.matrix(m, dv);
    return {std::move(q), std::move(k), std::move(v)};
}
Owned rows_of(const Owned& x, int count) {
    return {count, x.cols, std::vector<float>(x.data.begin(), x.data.begin() + count * x.cols)};
}
}  // namespace

TEST_CASE("rows of weights sum to 1; outputs lie in the hull of V") {
    for (const int m : {1, 5, 64, 131}) {
        const Input in = random_input(13, m, 9, 4, 1);
        const Trace t = trace(in.q.get(), in.k.get(), in.v.get());
        const std::vector<float> out = test::attend(in.q, in.k, in.v);
        for (int i = 0; i < 13; ++i) {
            double sum = 0;
            for (int j = 0; j < m; ++j) sum += static_cast<double>(t.weights_view()(i, j));
            CHECK(std::abs(sum - 1) < 1e-6);
            for (int c = 0; c < 4; ++c) {
                float low = test::infinity;
                float high = -test::infinity;
                for (int j = 0; j < m; ++j) {
                    low = std::min(low, in.v.get()(j, c));
                    high = std::max(high, in.v.get()(j, c));
                }
                CHECK(out[test::z(4 * i + c)] >= low - 1e-6f);
                CHECK(out[test::z(4 * i + c)] <= high + 1e-6f);
            }
        }
    }
}

TEST_CASE("adding the same to every score of a row changes nothing") {
    const Input in = random_input(9, 80, 8, 8, 2);
    const Owned shift(9, 80, 3.5f);
    Options options;
    options.bias = shift.data.data();
    CHECK(test::distance(test::attend(in.q, in.k, in.v, options), test::attend(in.q, in.k, in.v)) < 2e-6);
}

TEST_CASE("permuting keys with their values permutes weights and leaves the output") {
    const Input in = random_input(5, 75, 8, 8, 3);
    Owned k = in.k;
    Owned v = in.v;
    for (int j = 0; j < 75; ++j) {
        for (int t = 0; t < 8; ++t) {
            k(j, t) = in.k.get()((j * 32 + 7) % 75, t);
            v(j, t) = in.v.get()((j * 32 + 7) % 75, t);
        }
    }
    CHECK(test::distance(test::attend(in.q, k, v), test::attend(in.q, in.k, in.v)) < 2e-6);
    const Trace a = trace(in.q.get(), in.k.get(), in.v.get());
    const Trace b = trace(in.q.get(), k.get(), v.get());
    for (int j = 0; j < 75; ++j) {
        CHECK(b.weights_view()(2, j) ==
              doctest::Approx(a.weights_view()(2, (j * 32 + 7) % 75)).epsilon(1e-5));
    }
}

TEST_CASE("temperature to 0 is one-hot, to infinity uniform") {
    const Input in = random_input(4, 40, 8, 8, 4);
    Options cold;
    cold.temperature = 1e-4f;
    Options hot;
    hot.temperature = 1e6f;
    const Trace one = trace(in.q.get(), in.k.get(), in.v.get(), cold);
    const Trace flat = trace(in.q.get(), in.k.get(), in.v.get(), hot);
    for (int i = 0; i < 4; ++i) {
        const float* row = one.scaled_view().row(i);
        const int best = static_cast<int>(std::max_element(row, row + 40) - row);
        CHECK(one.weights_view()(i, best) == doctest::Approx(1));
        CHECK(one.entropy[test::z(i)] < 1e-3f);
        CHECK(flat.entropy[test::z(i)] == doctest::Approx(std::log(40.0)).epsilon(1e-4));
        for (int j = 0; j < 40; ++j)
            CHECK(flat.weights_view()(i, j) == doctest::Approx(1.0 / 40).epsilon(1e-4));
    }
    const std::vector<float> mean = test::attend(in.q, in.k, in.v, hot);
    CHECK(test::distance(mean, flat.output) < 2e-6);
}

TEST_CASE("causal equals attending to the truncated keys") {
    for (const int n : {7, 70, 150}) {
        const Input in = random_input(n, n, 8, 8, 5);
        Options causal;
        causal.causal = true;
        const std::vector<float> all = test::attend(in.q, in.k, in.v, causal);
        for (const int i : {0, 1, n / 2, n - 1}) {
            const Owned q(1, 8, {in.q.data.begin() + 8 * i, in.q.data.begin() + 8 * (i + 1)});
            const std::vector<float> one = test::attend(q, rows_of(in.k, i + 1), rows_of(in.v, i + 1));
            const std::vector<float> row(all.begin() + 8 * i, all.begin() + 8 * (i + 1));
            CHECK(test::distance(row, one) < 2e-6);
        }
    }
}

TEST_CASE("padding equals leaving the keys out") {
    const Input in = random_input(6, 90, 8, 8, 6);
    std::vector<unsigned char> key_mask(90, 0);
    std::fill_n(key_mask.begin(), 53, 1);
    Options options;
    options.key_mask = key_mask.data();
    CHECK(test::distance(test::attend(in.q, in.k, in.v, options),
                         test::attend(in.q, rows_of(in.k, 53), rows_of(in.v, 53))) < 2e-6);
}

TEST_CASE("a window as wide as the keys hides nothing; a window of 1 copies the values") {
    const Input in = random_input(70, 70, 8, 8, 7);
    Options options;
    options.window = 70;
    CHECK(test::distance(test::attend(in.q, in.k, in.v, options), test::attend(in.q, in.k, in.v)) < 2e-6);
    options.window = 1;
    CHECK(test::distance(test::attend(in.q, in.k, in.v, options), in.v.data) < 1e-6);
}

TEST_CASE("RoPE: scores depend on the difference of positions only") {
    const Input in = random_input(12, 12, 16, 4, 8);
    Owned q0(12, 16);
    Owned k0(12, 16);
    Owned q9(12, 16);
    Owned k9(12, 16);
    apply_rope(in.q.get(), 0, 10000, q0.view());
    apply_rope(in.k.get(), 0, 10000, k0.view());
    apply_rope(in.q.get(), 900, 10000, q9.view());
    apply_rope(in.k.get(), 900, 10000, k9.view());
    const Trace a = trace(q0.get(), k0.get(), in.v.get());
    const Trace b = trace(q9.get(), k9.get(), in.v.get());
    CHECK(test::distance(a.scores, b.scores) < 2e-5);
    Owned same(12, 16);
    apply_rope(in.q.get(), 0, 10000, same.view());
    for (int t = 0; t < 16; ++t) CHECK(same(0, t) == in.q.get()(0, t));  // position 0 stays
}

TEST_CASE("RoPE: halves turn what neighbours turn, if the components stand in the other order") {
    const Input in = random_input(5, 5, 8, 8, 9);
    constexpr int halves_of[] = {0, 2, 4, 6, 1, 3, 5, 7};  // component t of the halves is this neighbour
    Owned sorted(5, 8);
    for (int i = 0; i < 5; ++i) {
        for (int t = 0; t < 8; ++t) sorted(i, t) = in.q.get()(i, halves_of[t]);
    }
    Owned neighbours(5, 8);
    apply_rope(in.q.get(), 3, 10000, neighbours.view());
    apply_rope(sorted.get(), 3, 10000, sorted.view(), RopePairs::halves);
    for (int i = 0; i < 5; ++i) {
        for (int t = 0; t < 8; ++t) CHECK(sorted(i, t) == neighbours(i, halves_of[t]));
    }
}

TEST_CASE("RoPE: one pair by hand, and an odd last component stays") {
    // At position 2, d = 5: pair 0 turns by 2, pair 1 by 2 · 10000^(−2/5).
    const Owned x(1, 5, {1, 2, 3, 4, 5});
    Owned y(1, 5);
    apply_rope(x.get(), 2, 10000, y.view(), RopePairs::halves);
    const double fast = 2, slow = 2 * std::pow(10000.0, -0.4);
    const double expected[] = {std::cos(fast) - 3 * std::sin(fast), 2 * std::cos(slow) - 4 * std::sin(slow),
                               std::sin(fast) + 3 * std::cos(fast), 2 * std::sin(slow) + 4 * std::cos(slow),
                               5};
    for (int t = 0; t < 5; ++t) CHECK(y(0, t) == doctest::Approx(expected[t]).epsilon(1e-6));
}

TEST_CASE("ALiBi: equal contents, the nearer key weighs more, by e^slope per step") {
    const Owned q(1, 4, 1.0f);
    const Owned k(5, 4, 1.0f);
    const Owned v(5, 1, {0, 1, 2, 3, 4});
    Options options;
    options.alibi = 0.5f;
    options.query_offset = 4;
    const Trace t = trace(q.get(), k.get(), v.get(), options);
    for (std::size_t j = 1; j < 5; ++j) {
        CHECK(t.weights[j] / t.weights[j - 1] == doctest::Approx(std::exp(0.5)).epsilon(1e-5));
    }
    CHECK(alibi_slope(0, 8) == 0.5f);
    CHECK(alibi_slope(7, 8) == doctest::Approx(1.0 / 256));
}

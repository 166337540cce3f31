// Temperatures, scales, biases and slopes at the ends of float32: whatever a row that can see keys comes to,
// the SIMD and the scalar implementation, the trace and the reference agree. Ties stay ties.
#include <algorithm>
#include <array>

#include "attention/multi_head.h"
#include "attention/trace.h"
#include "helpers.h"
#include "staged_multi_head.h"

using namespace attention;
using test::Owned;

namespace {

// Multiples of 1/32 up to 2: products and their sums are exact in float32, so that equal scores are equal.
Owned exact_matrix(test::Random& random, int rows, int cols) {
    Owned m(rows, cols);
    for (float& x : m.data) x = static_cast<float>(random.below(129) - 64) / 32;
    return m;
}

void check_all(const Owned& q, const Owned& k, const Owned& v, const Options& options, double bound) {
    const reference::Result expected = reference::attend(q.get(), k.get(), v.get(), options);
    CHECK(test::distance(test::attend(q, k, v, options), expected.output) < bound);
    CHECK(test::distance(test::attend_scalar(q, k, v, options), expected.output) < bound);
    const Trace t = trace(q.get(), k.get(), v.get(), options);
    CHECK(test::distance(t.output, expected.output) < bound);
    CHECK(test::distance(t.weights, expected.weights) < bound);
}

// The same for 1, 3 and 9 queries that ask alike: each number of them goes its own way through the kernels.
void check_numbers_of_queries(const Owned& q, const Owned& k, const Owned& v, const Options& options,
                              double bound) {
    for (const int n : {1, 3, 9}) {
        CAPTURE(n);
        Owned queries(n, q.cols);
        for (int i = 0; i < n; ++i) std::copy(q.data.begin(), q.data.end(), &queries(i, 0));
        check_all(queries, k, v, options, bound);
    }
}

}  // namespace

TEST_CASE("a temperature of 1e-38: two keys with the same score share the weight") {
    const Owned q(1, 1, std::vector<float>{-2});
    const Owned k(2, 1, {2, 2});
    const Owned v(2, 1, {1, 3});
    Options options;
    options.temperature = 1e-38f;
    CHECK(test::attend(q, k, v, options)[0] == 2.0f);
    CHECK(test::attend_scalar(q, k, v, options)[0] == 2.0f);
    CHECK(trace(q.get(), k.get(), v.get(), options).output[0] == 2.0f);
    Owned out(1, 1);
    CHECK(attend(q.get(), k.get(), v.get(), options, out.view()));
}

TEST_CASE("every build agrees with the reference at extreme temperatures, scales, biases and slopes") {
    constexpr std::array temperatures{1e-45f, 1e-38f, 1e-30f, 1e-12f, 1e-6f, 1e-4f, 1e-3f, 1e-2f,
                                      0.12f,  1.0f,   30.0f,  1e4f,   1e9f,  1e20f, 1e38f};
    constexpr std::array scales{0.0f,  1e-38f, 1e-20f, 1e-6f,  0.03f, 1.0f,
                                -1.0f, 40.0f,  1e4f,   -1e12f, 1e30f, 3e38f};
    constexpr std::array biases{1.0f, 1e-30f, 1e4f, 1e30f, 1.5e38f};
    constexpr std::array slopes{0.25f, -0.5f, 1e-10f, 1e5f, 1e38f};
    for (std::uint32_t seed = 1; seed <= 3000; ++seed) {
        CAPTURE(seed);
        test::Random random(seed);
        const int n = 1 + random.below(20);
        const int m = 1 + random.below(seed % 16 == 0 ? 220 : 24);
        const int d = 1 + random.below(9);
        const Owned q = exact_matrix(random, n, d);
        Owned k = exact_matrix(random, m, d);
        for (int j = 1; j < m; ++j) {  // ties: some keys are copies of the one before
            if (random.below(3) != 0) continue;
            for (int t = 0; t < d; ++t) k(j, t) = k(j - 1, t);
        }
        const Owned v = exact_matrix(random, m, 1 + random.below(8));
        Options options;
        options.temperature = temperatures[test::z(random.below(static_cast<int>(temperatures.size())))];
        if (random.below(3) != 0)
            options.scale = scales[test::z(random.below(static_cast<int>(scales.size())))];
        options.causal = random.below(3) == 0;
        if (random.below(4) == 0) options.window = 1 + random.below(12);
        if (random.below(4) == 0) options.query_offset = random.below(m + 2);
        if (random.below(4) == 0)
            options.alibi = slopes[test::z(random.below(static_cast<int>(slopes.size())))];
        Owned bias = exact_matrix(random, n, m);
        const float factor = biases[test::z(random.below(static_cast<int>(biases.size())))];
        for (float& x : bias.data) x = random.below(6) == 0 ? -test::infinity : x * factor;
        if (random.below(4) == 0) options.bias = bias.data.data();
        std::vector<unsigned char> key_mask(test::z(m));
        for (unsigned char& x : key_mask) x = random.below(4) != 0;
        if (random.below(4) == 0) options.key_mask = key_mask.data();
        CAPTURE(options.temperature);
        CAPTURE(options.scale.value_or(test::nan));
        CAPTURE(options.alibi);
        CAPTURE(options.bias ? factor : 0);
        check_all(q, k, v, options, 2e-3);
    }
}

TEST_CASE("products beyond float32: huge queries and keys still give the reference's answer") {
    for (std::uint32_t seed = 1; seed <= 100; ++seed) {
        CAPTURE(seed);
        test::Random random(seed);
        const Owned q = random.matrix(9, 1, 1e25f);  // one component: no sum that could cancel
        const Owned k = random.matrix(30, 1, 1e25f);
        const Owned v = random.matrix(30, 3);
        Options options;
        options.temperature = seed % 2 ? 1.0f : 1e38f;
        if (seed % 3 == 0) options.scale = -1.0f;
        check_all(q, k, v, options, 1e-5);
    }
}

TEST_CASE("every score the same, however low: the mean of the values, and no row counts as masked") {
    const Owned v(5, 1, {1, 2, 3, 4, 10});
    Options options;
    for (const float low : {-1e30f, -3e38f, std::numeric_limits<float>::lowest()}) {
        const Owned bias(9, 5, low);  // what masks look like in libraries that have no infinity for them
        options.bias = bias.data.data();
        const Owned q(9, 2, 1.0f);
        const Owned k(5, 2, 1.0f);
        Owned out(9, 1);
        CHECK(attend(q.get(), k.get(), v.get(), options, out.view()));
        for (const float x : out.data) CHECK(x == doctest::Approx(4));
        CHECK_FALSE(trace(q.get(), k.get(), v.get(), options).any_row_masked);
        check_all(q, k, v, options, 1e-5);
    }
}

TEST_CASE("a bias of −∞ hides a key whatever it holds, as a mask does") {
    test::Random random(1);
    const Owned q = random.matrix(9, 4);
    Owned k = random.matrix(7, 4);
    Owned v = random.matrix(7, 4);
    Owned bias(9, 7, 0.0f);
    for (int i = 0; i < 9; ++i) bias(i, 3) = -test::infinity;
    Options options;
    options.bias = bias.data.data();
    const std::vector<float> expected = test::attend(q, k, v, options);
    for (const float bad : {test::nan, test::infinity}) {
        k(3, 1) = bad;
        v(3, 2) = bad;
        CHECK(test::distance(test::attend(q, k, v, options), expected) < 1e-6);
        CHECK(test::distance(test::attend_scalar(q, k, v, options), expected) < 1e-6);
        const Trace t = trace(q.get(), k.get(), v.get(), options);
        CHECK(test::distance(t.output, expected) < 1e-6);
        for (int i = 0; i < 9; ++i) CHECK(t.weights_view()(i, 3) == 0.0f);
    }
}

TEST_CASE("multi-head at extreme temperatures: fused, with weights and staged against the reference") {
    for (std::uint32_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        test::Random random(seed);
        const int n = 1 + random.below(12);
        const Owned x = exact_matrix(random, n, 4);
        // Single ones: projections pick components, so that q, k and v stay exact and ties stay ties.
        std::array<Owned, 4> projections{Owned(4, 4), Owned(4, 4), Owned(4, 4), Owned(4, 4)};
        for (Owned& projection : projections) {
            for (int c = 0; c < 4; ++c) projection(random.below(4), c) = random.below(2) ? 1.0f : -1.0f;
        }
        const MultiHeadWeights w{
            projections[0].get(), projections[1].get(), projections[2].get(), projections[3].get(), 2, 2};
        Options options;
        options.temperature = std::array{1e-38f, 1e-20f, 1e-6f, 1e-3f, 1e12f}[test::z(random.below(5))];
        if (random.below(2)) options.scale = std::array{1e-20f, 1.0f, 1e20f, 0.0f}[test::z(random.below(4))];
        options.causal = random.below(2) == 1;
        const std::vector<double> expected = reference::multi_head(x.get(), w, options);
        const MultiHeadShape shape{n, 4, 2, 2};
        std::vector<float> packed(packed_weights_floats(shape));
        pack_weights(w, packed.data());
        for (const bool keep : {false, true}) {
            std::vector<float> weights(test::z(2 * n * n));
            std::vector<float> scratch(multi_head_scratch(shape, keep));
            Owned out(n, 4);
            CHECK(multi_head(x.get(), packed.data(), shape, options, scratch.data(), out.view(),
                             keep ? weights.data() : nullptr));
            CHECK(test::distance(out.data, expected) < 2e-3);
        }
        CHECK(test::distance(multi_head_trace(x.get(), w, options).output, expected) < 2e-3);
    }
}

TEST_CASE("an offset near 2³¹: positions are summed without overflow") {
    test::Random random(2);
    const Owned q = random.matrix(9, 4);
    const Owned k = random.matrix(12, 4);
    const Owned v = random.matrix(12, 4);
    Options options;
    options.causal = true;
    options.query_offset = std::numeric_limits<std::int32_t>::max();
    options.alibi = 1e-9f;  // the distances differ by 12 in 2³¹: in float32 all are the same
    check_all(q, k, v, options, 1e-5);
}

// The next five are at inputs where float32 gives a wrong answer without any sign of it, so that options and
// sizes have to tell: see options_fit_float and exponent_fits_float in double_rows.h.

TEST_CASE("a steep slope against a high score: what is left of their difference is right") {
    const Owned q(1, 1, std::vector<float>{1000});
    const Owned k(3, 1, {1000, 0, 1000.0005f});
    const Owned v(3, 1, {0, 5, 1});
    const unsigned char key_mask[] = {1, 0, 1};
    Options options;
    options.query_offset = 1;  // the first query stands between the two keys that it sees
    options.scale = 1;
    options.alibi = 1e6f;
    options.key_mask = key_mask;
    check_numbers_of_queries(q, k, v, options, 1e-4);
    const double apart = 1000 * static_cast<double>(1000.0005f) - 1e6;
    CHECK(static_cast<double>(test::attend(q, k, v, options)[0]) ==
          doctest::Approx(1 / (1 + std::exp(-apart))).epsilon(1e-5));
}

TEST_CASE("a tiny scale: a product beyond float32 may still be a score like others") {
    const Owned q(1, 1, std::vector<float>{0x1p64f});
    const Owned k(2, 1, {0, -0x1p64f});
    const Owned v(2, 1, {0, 1});
    Options options;
    options.scale = 0x1p-127f;  // the scores are 0 and −2
    check_numbers_of_queries(q, k, v, options, 1e-6);
    CHECK(test::attend(q, k, v, options)[0] == doctest::Approx(1 / (1 + std::exp(2.0))).epsilon(1e-5));
}

TEST_CASE("a large scale: equal scores made of different products share the weight, to the bit") {
    constexpr int m = 32, d = 15;
    test::Random random(3);
    Owned q(1, d), k(m, d), v(m, 1);
    for (float& x : q.data) x = static_cast<float>(1 + random.below(7)) / 16;
    for (int t = 0; t < d; ++t) k(0, t) = static_cast<float>(random.below(9) - 4) / 16;
    for (int j = 1; j < m; ++j) {  // the first key and what is orthogonal to the query
        std::copy_n(&k(0, 0), d, &k(j, 0));
        for (int step = 0; step < 6; ++step) {
            const int one = random.below(d), other = (one + 1 + random.below(d - 1)) % d;
            k(j, one) += q(0, other);
            k(j, other) -= q(0, one);
        }
    }
    for (int j = 0; j < m; ++j) v(j, 0) = static_cast<float>(j);
    Options options;
    for (const float scale : {200.0f, 1000.0f, 3000.0f, 10000.0f}) {
        CAPTURE(scale);
        options.scale = scale;
        check_numbers_of_queries(q, k, v, options, 1e-9);
        CHECK(test::attend(q, k, v, options)[0] == 15.5f);
    }
}

TEST_CASE("a low temperature: scores and biases of the same sum share the weight, to the bit") {
    constexpr int m = 32;
    const Owned q(1, 1, std::vector<float>{1});
    Owned k(m, 1), v(m, 1), bias(9, m);
    for (int j = 0; j < m; ++j) {
        k(j, 0) = static_cast<float>(j);
        v(j, 0) = static_cast<float>(j);
        for (int i = 0; i < 9; ++i) bias(i, j) = static_cast<float>(63 - j) / 64;
    }
    Options options;
    options.scale = 1.0f / 64;
    options.bias = bias.data.data();
    for (const float temperature : {3e-4f, 1e-4f, 7e-5f}) {
        CAPTURE(temperature);
        options.temperature = temperature;
        check_numbers_of_queries(q, k, v, options, 1e-9);
        CHECK(test::attend(q, k, v, options)[0] == 15.5f);
    }
}

TEST_CASE("scores of half a million that are one apart have weights one apart") {
    const Owned q(1, 2, {512, 1});
    const Owned v(2, 1, {0, 1});
    Options options;
    options.scale = 1;
    for (const float large : {100.0f, 300.0f, 700.0f, 1000.0f}) {
        CAPTURE(large);
        const Owned k(2, 2, {large, 0, large, 1});
        check_numbers_of_queries(q, k, v, options, 1e-4);
        CHECK(test::attend(q, k, v, options)[0] == doctest::Approx(1 / (1 + std::exp(-1.0))).epsilon(1e-4));
    }
}

TEST_CASE(
    "what one query sees and another does not: NaN and ∞ in V reach those that see them, and no other") {
    test::Random random(25);
    for (int round = 0; round < 400; ++round) {
        const int n = 1 + random.below(20), m = 1 + random.below(90), d = 1 + random.below(9),
                  dv = 1 + random.below(9);
        const Owned q = random.matrix(n, d), k = random.matrix(m, d);
        Owned v = random.matrix(m, dv);
        for (int bad = random.below(4); bad >= 0; --bad)
            v(random.below(m), random.below(dv)) = random.below(3) == 0   ? -test::infinity
                                                   : random.below(2) == 0 ? test::infinity
                                                                          : test::nan;
        Options options;
        constexpr std::int64_t offsets[] = {0, 3, -2, 40, std::int64_t(1) << 32, std::int64_t(1) << 40};
        options.causal = random.below(2) == 0;
        options.window = random.below(3) == 0 ? 1 + random.below(20) : 0;
        options.query_offset = offsets[random.below(options.window > 0 ? 4 : 6)];
        options.alibi = random.below(3) == 0 && options.query_offset < 100 ? 0.01f : 0.0f;
        Owned bias(n, m);
        for (float& x : bias.data) x = random.below(4) == 0 ? -test::infinity : random.normal();
        if (random.below(2) == 0) options.bias = bias.data.data();
        CAPTURE(round);
        CAPTURE(n);
        CAPTURE(m);
        CAPTURE(options.causal);
        CAPTURE(options.window);
        CAPTURE(options.alibi);
        CAPTURE(options.query_offset);
        CAPTURE((options.bias != nullptr));
        const reference::Result expected = reference::attend(q.get(), k.get(), v.get(), options);
        CHECK(test::distance(test::attend(q, k, v, options), expected.output) < 1e-5);
        CHECK(test::distance(test::attend_scalar(q, k, v, options), expected.output) < 1e-5);
    }
}

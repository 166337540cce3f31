// Where softmax usually breaks: huge scores, nothing visible, equal scores, subnormals, NaN, infinities.
#include <algorithm>

#include "attention/softmax.h"
#include "attention/trace.h"
#include "helpers.h"

using namespace attention;
using test::Owned;

namespace {
bool all_finite(const std::vector<float>& x) {
    return std::all_of(x.begin(), x.end(), [](float value) { return std::isfinite(value); });
}
}  // namespace

TEST_CASE("scores of ±1e4 give no NaN and the right winner") {
    for (const int m : {3, 8, 70, 200}) {
        test::Random random(1);
        const Owned q(7, 2, std::vector<float>(14, 100.0f));
        Owned k(m, 2);
        for (float& x : k.data) x = random.below(2) ? 50.0f : -50.0f;
        const Owned v = random.matrix(m, 5);
        Options options;
        options.scale = 1;
        const std::vector<float> out = test::attend(q, k, v, options);
        CHECK(all_finite(out));
        CHECK(test::distance(out, reference::attend(q.get(), k.get(), v.get(), options).output) < 1e-5);
        const Trace t = trace(q.get(), k.get(), v.get(), options);
        CHECK(all_finite(t.weights));
    }
}

TEST_CASE("equal scores give the mean of the values") {
    for (const int m : {1, 2, 6, 65, 128, 300}) {
        const Owned q(3, 4, 0.0f);
        test::Random random(2);
        const Owned k = random.matrix(m, 4);
        Owned v(m, 3, 0.0f);
        for (int j = 0; j < m; ++j) v(j, 0) = static_cast<float>(j);
        const std::vector<float> out = test::attend(q, k, v);
        for (int i = 0; i < 3; ++i) {
            CHECK(out[test::z(3 * i)] == doctest::Approx((m - 1) / 2.0).epsilon(1e-5));
            CHECK(out[test::z(3 * i + 1)] == 0.0f);
        }
    }
}

TEST_CASE("a query that sees nothing gives zeros, and says so; the others are untouched") {
    for (const int n : {2, 9, 70}) {
        test::Random random(3);
        const Owned q = random.matrix(n, 8);
        const Owned k = random.matrix(n, 8);
        const Owned v = random.matrix(n, 8);
        Owned bias(n, n, 0.0f);
        for (int j = 0; j < n; ++j) bias(1, j) = -test::infinity;
        Options options;
        options.bias = bias.data.data();
        Owned out(n, 8, 5.0f);
        CHECK_FALSE(attend(q.get(), k.get(), v.get(), options, out.view()));
        for (int t = 0; t < 8; ++t) CHECK(out(1, t) == 0.0f);
        CHECK(test::distance(out.data, reference::attend(q.get(), k.get(), v.get(), options).output) < 2e-6);
        const Trace t = trace(q.get(), k.get(), v.get(), options);
        CHECK(t.any_row_masked);
        CHECK(t.entropy[1] == 0.0f);
        CHECK_FALSE(trace(q.get(), k.get(), v.get()).any_row_masked);
        // All keys padding.
        const std::vector<unsigned char> none(test::z(n), 0);
        options.key_mask = none.data();
        CHECK_FALSE(attend(q.get(), k.get(), v.get(), options, out.view()));
        CHECK(std::all_of(out.data.begin(), out.data.end(), [](float x) { return x == 0.0f; }));
    }
}

TEST_CASE("NaN in one query stays in its row") {
    for (const int n : {3, 6, 7, 70, 200}) {
        test::Random random(4);
        const Owned clean = random.matrix(n, 8);
        const Owned k = random.matrix(n, 8);
        const Owned v = random.matrix(n, 8);
        Owned q = clean;
        q(2, 3) = test::nan;
        for (const bool causal : {false, true}) {
            Options options;
            options.causal = causal;
            const std::vector<float> out = test::attend(q, k, v, options);
            const std::vector<float> expected = test::attend(clean, k, v, options);
            const Trace t = trace(q.get(), k.get(), v.get(), options);
            for (std::size_t at = 0; at < out.size(); ++at) {
                if (at / 8 == 2) {
                    CHECK(std::isnan(out[at]));
                    CHECK(std::isnan(t.output[at]));
                } else {
                    CHECK(out[at] == expected[at]);
                    CHECK_FALSE(std::isnan(t.output[at]));
                }
            }
        }
    }
}

TEST_CASE("NaN in a key that the causal mask hides does not reach earlier rows") {
    for (const int n : {8, 70, 300}) {
        test::Random random(5);
        const Owned q = random.matrix(n, 8);
        Owned k = random.matrix(n, 8);
        Owned v = random.matrix(n, 8);
        Options options;
        options.causal = true;
        const std::vector<float> expected = test::attend(q, k, v, options);
        k(n - 2, 1) = test::nan;
        v(n - 2, 1) = test::nan;
        const std::vector<float> out = test::attend(q, k, v, options);
        for (std::size_t at = 0; at < test::z((n - 2) * 8); ++at)
            CHECK(std::abs(out[at] - expected[at]) < 1e-6f);
        CHECK(std::isnan(out.back()));
        const Trace t = trace(q.get(), k.get(), v.get(), options);
        CHECK_FALSE(std::isnan(t.output[test::z((n - 2) * 8 - 1)]));
    }
}

TEST_CASE("subnormal inputs") {
    const float tiny = 1e-40f;
    const Owned q(7, 8, tiny);
    const Owned k(9, 8, tiny);
    const Owned v(9, 8, tiny);
    for (const float x : test::attend(q, k, v)) CHECK(x == doctest::Approx(tiny).epsilon(1e-4));
    const Owned large(7, 8, 1e4f);
    test::Random random(6);
    const Owned some = random.matrix(9, 8);
    CHECK(all_finite(test::attend(large, some, v)));
}

TEST_CASE("one of everything") {
    const Owned one(1, 1, 3.0f);
    CHECK(test::attend(one, one, one)[0] == 3.0f);
    Options options;
    options.causal = true;
    CHECK(test::attend(one, one, one, options)[0] == 3.0f);
}

TEST_CASE("softmax rows: all masked, one NaN, infinite") {
    Owned x(4, 5,
            {1,
             2,
             3,
             4,
             5,
             -test::infinity,
             -test::infinity,
             -test::infinity,
             -test::infinity,
             -test::infinity,
             1,
             test::nan,
             3,
             4,
             5,
             -test::infinity,
             2,
             -test::infinity,
             -1e4f,
             1e4f});
    Owned out(4, 5, 9.0f);
    CHECK_FALSE(softmax(x.get(), 1, out.view()));
    for (int j = 0; j < 5; ++j) {
        CHECK(out(0, j) > 0.0f);
        CHECK(out(1, j) == 0.0f);
        CHECK(std::isnan(out(2, j)));
        CHECK(out(3, j) == (j == 4 ? 1.0f : 0.0f));
    }
}

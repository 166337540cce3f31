// Every stage alone, against the double reference.
#include "attention/stages.h"

#include "attention/trace.h"
#include "helpers.h"

using namespace attention;
using test::Owned;

TEST_CASE("project is X W") {
    test::Random random(1);
    for (const int n : {1, 5, 6, 13, 64}) {
        for (const int a : {1, 3, 8, 50}) {
            for (const int b : {1, 4, 7, 8, 33, 96}) {
                const Owned x = random.matrix(n, a);
                const Owned w = random.matrix(a, b, 1 / std::sqrt(static_cast<float>(a)));
                Owned y(n, b, 9.0f);
                project(x.get(), w.get(), y.view());
                const auto expected =
                    reference::multiply(reference::widen(x.get()), reference::widen(w.get()), n, a, b);
                CHECK(test::distance(y.data, expected) < 1e-5);
            }
        }
    }
}

TEST_CASE("scores, scale, mask, softmax, weighted sum: the trace against the reference") {
    test::Random random(2);
    for (const int n : {1, 3, 8, 40}) {
        for (const int m : {1, 4, 9, 70}) {
            for (const int d : {1, 6, 8, 64}) {
                for (const bool causal : {false, true}) {
                    const int dv = d + 3;
                    const Owned q = random.matrix(n, d);
                    const Owned k = random.matrix(m, d);
                    const Owned v = random.matrix(m, dv);
                    Options options;
                    options.causal = causal;
                    options.temperature = 0.8f;
                    const Trace t = trace(q.get(), k.get(), v.get(), options);
                    const reference::Result r = reference::attend(q.get(), k.get(), v.get(), options);
                    CHECK(test::distance(t.scores, r.scores) < 2e-5);  // |q·k| reaches 30: 2 ulp
                    CHECK(test::distance(t.scaled, r.scaled) < 1e-5);
                    CHECK(test::distance(t.weights, r.weights) < 1e-5);
                    CHECK(test::distance(t.output, r.output) < 1e-5);
                    CHECK(test::distance(t.entropy, r.entropy) < 1e-5);
                    CHECK(test::distance(test::attend(q, k, v, options), r.output) < 1e-5);
                }
            }
        }
    }
}

TEST_CASE("scale: the default is 1/√d, zero is zero, with either sign") {
    Options options;
    CHECK(scale_factor(options, 64) == 0.125f);
    options.scale = 2;
    CHECK(scale_factor(options, 64) == 2.0f);
    for (const float zero : {0.0f, -0.0f}) {
        options.scale = zero;
        CHECK(scale_factor(options, 64) == 0.0f);
        test::Random random(5);
        const Owned q = random.matrix(3, 4);
        const Owned v = random.matrix(5, 2);
        const reference::Result r = reference::attend(q.get(), random.matrix(5, 4).get(), v.get(), options);
        for (const double weight : r.weights) CHECK(weight == doctest::Approx(0.2));
        CHECK(test::distance(test::attend(q, random.matrix(5, 4), v, options), r.output) < 1e-6);
    }
}

TEST_CASE("masked entries: raw score kept, scaled −∞, weight exactly 0") {
    test::Random random(3);
    const Owned q = random.matrix(5, 4);
    const Owned k = random.matrix(5, 4);
    const Owned v = random.matrix(5, 4);
    Options options;
    options.causal = true;
    const Trace t = trace(q.get(), k.get(), v.get(), options);
    const Trace open = trace(q.get(), k.get(), v.get());
    CHECK(t.scores == open.scores);
    for (int i = 0; i < 5; ++i) {
        for (int j = 0; j < 5; ++j) {
            const std::size_t at = test::z(5 * i + j);
            CHECK((t.scaled[at] == -test::infinity) == (j > i));
            CHECK((t.weights[at] == 0.0f) == (j > i));
        }
    }
}

TEST_CASE("the trace with RoPE keeps the rotated q and k") {
    test::Random random(4);
    const Owned q = random.matrix(7, 6);
    const Owned k = random.matrix(9, 6);
    const Owned v = random.matrix(9, 2);
    Options options;
    options.rope_base = 10000;
    options.query_offset = 2;
    for (const RopePairs pairs : {RopePairs::neighbours, RopePairs::halves}) {
        options.rope_pairs = pairs;
        const Trace t = trace(q.get(), k.get(), v.get(), options);
        const reference::Result r = reference::attend(q.get(), k.get(), v.get(), options);
        CHECK(test::distance(t.weights, r.weights) < 1e-5);
        CHECK(test::distance(t.rotated_q,
                             reference::apply_rope(reference::widen(q.get()), 7, 6, 2, 10000, pairs)) < 1e-6);
        CHECK(test::distance(t.rotated_k,
                             reference::apply_rope(reference::widen(k.get()), 9, 6, 0, 10000, pairs)) < 1e-6);
    }
}

// Fused attention against the double reference: sizes, masks, positions.
#include "attention/attend.h"

#include "attention/trace.h"
#include "helpers.h"

using namespace attention;
using test::Owned;

namespace {

// The bound for unit-variance inputs. Fused and staged round differently; both must stay below.
constexpr double bound = 2e-6;

double error(int n, int m, int d, int dv, const Options& options, std::uint32_t seed) {
    test::Random random(seed);
    const Owned q = random.matrix(n, d);
    const Owned k = random.matrix(m, d);
    const Owned v = random.matrix(m, dv);
    return test::distance(test::attend(q, k, v, options),
                          reference::attend(q.get(), k.get(), v.get(), options).output);
}

}  // namespace

TEST_CASE("attend: every small size") {
    double worst = 0;
    for (const int n : {1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 17}) {
        for (const int m : {1, 2, 3, 5, 7, 8, 9, 12, 17}) {
            for (const int d : {1, 2, 3, 4, 5, 7, 8, 9, 16}) {
                for (const int dv : {1, 3, 4, 6, 8, 11}) {
                    const std::uint32_t seed = static_cast<std::uint32_t>(n + 31 * m + 1009 * d + 10007 * dv);
                    worst = std::max(worst, error(n, m, d, dv, {}, seed));
                    Options causal;
                    causal.causal = true;
                    worst = std::max(worst, error(n, m, d, dv, causal, seed));
                }
            }
        }
    }
    CHECK(worst < bound);
}

TEST_CASE("attend: the sizes that are timed, and their neighbours") {
    for (const int n : {6, 63, 64, 65, 127, 128, 129, 255, 256, 257, 300, 511}) {
        CAPTURE(n);
        Options options;
        CHECK(error(n, n, 64, 64, options, 1) < bound);
        options.causal = true;
        CHECK(error(n, n, 64, 64, options, 2) < bound);
        CHECK(error(n, n + 37, 20, 33, options, 3) < bound);
        CHECK(error(n, n, 128, 128, options, 4) < bound);
    }
    CHECK(error(1024, 1024, 64, 64, {}, 5) < bound);
}

TEST_CASE("attend: random sizes and options") {
    test::Random random(99);
    for (int trial = 0; trial < 400; ++trial) {
        const int n = 1 + random.below(trial % 10 == 0 ? 200 : 40);
        const int m = 1 + random.below(trial % 10 == 1 ? 300 : 50);
        const int d = 1 + random.below(40);
        const int dv = 1 + random.below(40);
        Options options;
        options.causal = random.below(2) == 1;
        options.window = random.below(2) == 1 ? 1 + random.below(20) : 0;
        options.query_offset = random.below(3) == 1 ? random.below(m + 3) : 0;
        options.temperature = random.below(3) == 1 ? 0.3f + static_cast<float>(random.uniform()) * 3 : 1;
        if (random.below(4) == 1) options.scale = 0.25f;
        options.alibi = random.below(4) == 1 ? 0.125f : 0;
        options.rope_base = d > 1 && random.below(4) == 1 ? 10000.0f : 0;
        options.rope_pairs = trial % 2 == 1 ? RopePairs::halves : RopePairs::neighbours;
        const Owned bias = random.matrix(n, m);
        std::vector<float> hidden_bias = bias.data;
        for (float& x : hidden_bias) x = random.below(5) == 0 ? -test::infinity : x;
        if (random.below(4) == 1) options.bias = bias.data.data();
        if (random.below(6) == 1) options.bias = hidden_bias.data();
        std::vector<unsigned char> key_mask(test::z(m));
        for (unsigned char& x : key_mask) x = random.below(3) != 0;
        if (random.below(4) == 1) options.key_mask = key_mask.data();
        CAPTURE(trial);
        CAPTURE(n);
        CAPTURE(m);
        CAPTURE(d);
        CAPTURE(dv);
        // RoPE rotates in float: angles up to 300 rad move scores by up to 1e-6 more. A large scale · |q||k|
        // does too.
        CHECK(error(n, m, d, dv, options, static_cast<std::uint32_t>(trial)) < 5e-6);
    }
}

TEST_CASE("attend: strided heads equal copied heads, and nothing beyond them is written") {
    test::Random random(5);
    const int n = 21;
    const int d = 12;
    const Owned wide = random.matrix(n, 60);
    Owned out(n, 40, 7.0f);
    const AttendCall call{wide.get().cols_from(0, d),
                          wide.get().cols_from(14, d),
                          wide.get().cols_from(30, d),
                          out.view().cols_from(3, d),
                          {}};
    std::vector<float> scratch(attend_scratch(n, n, d, d));
    CHECK(attend(call, scratch.data()));
    Owned q(n, d);
    Owned k(n, d);
    Owned v(n, d);
    for (int i = 0; i < n; ++i) {
        for (int t = 0; t < d; ++t) {
            q(i, t) = wide.data[test::z(i * 60 + t)];
            k(i, t) = wide.data[test::z(i * 60 + 14 + t)];
            v(i, t) = wide.data[test::z(i * 60 + 30 + t)];
        }
    }
    const reference::Result expected = reference::attend(q.get(), k.get(), v.get());
    double worst = 0;
    for (int i = 0; i < n; ++i) {
        for (int t = 0; t < 40; ++t) {
            if (t < 3 || t >= 3 + d) {
                CHECK(out(i, t) == 7.0f);
            } else {
                const double difference =
                    static_cast<double>(out(i, t)) - expected.output[test::z(i * d + t - 3)];
                worst = std::max(worst, std::abs(difference));
            }
        }
    }
    CHECK(worst < bound);
}

TEST_CASE("attend: a batch is its items, each with what it does not share") {
    test::Random random(9);
    constexpr int items = 3, n = 5, m = 7, d = 4, dv = 6;
    const Owned q = random.matrix(items * n, d), k = random.matrix(items * m, d),
                v = random.matrix(items * m, dv);
    const Owned bias = random.matrix(items * n, m);
    std::vector<unsigned char> key_mask(test::z(items * m));
    for (unsigned char& x : key_mask) x = random.below(3) != 0;
    key_mask[m] = key_mask[m + 1] = 1;
    std::vector<float> scratch(attend_scratch(n, m, d, dv));
    for (const bool shared : {false, true}) {
        Owned out(items * n, dv, 77.0f);
        AttendBatch batch{{{q.data.data(), n, d},
                           {k.data.data(), m, d},
                           {v.data.data(), m, dv},
                           {out.data.data(), n, dv},
                           {}},
                          items,
                          n * d,
                          shared ? 0 : m * d,
                          shared ? 0 : m * dv,
                          n * dv,
                          shared ? 0 : n * m,
                          shared ? 0 : m};
        batch.first.options.bias = bias.data.data();
        batch.first.options.key_mask = key_mask.data();
        CHECK(attend(batch, scratch.data()));
        for (int item = 0; item < items; ++item) {
            const int other = shared ? 0 : item;
            Options options;
            options.bias = bias.get().row(other * n);
            options.key_mask = key_mask.data() + other * m;
            const reference::Result expected =
                reference::attend({q.get().row(item * n), n, d}, {k.get().row(other * m), m, d},
                                  {v.get().row(other * m), m, dv}, options);
            const std::vector<float> got(out.data.begin() + item * n * dv,
                                         out.data.begin() + (item + 1) * n * dv);
            CHECK(test::distance(got, expected.output) < bound);
        }
    }
}

TEST_CASE("attend writes nothing outside its scratch") {
    for (const int n : {1, 6, 7, 64, 130}) {
        for (const int d : {1, 5, 8, 64}) {
            test::Random random(8);
            const Owned q = random.matrix(n, d);
            const Owned k = random.matrix(n + 3, d);
            const Owned v = random.matrix(n + 3, d + 1);
            Owned out(n, d + 1);
            const std::size_t want = attend_scratch(n, n + 3, d, d + 1);
            std::vector<float> scratch(want + 32, 3.0f);
            attend(AttendCall{q.get(), k.get(), v.get(), out.view(), {}}, scratch.data());
            for (std::size_t i = want; i < scratch.size(); ++i) CHECK(scratch[i] == 3.0f);
        }
    }
}

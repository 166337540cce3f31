// A few queries at a time, as in decoding, and what no build may make of finite numbers: the path for n < 4
// and the tiles that begin with 4, beside the reference; sums that overflow before they are divided; what is
// masked and holds anything.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <vector>

#include "../seed.h"
#include "attention/attend.h"
#include "attention/key_value_cache.h"
#include "attention/reference.h"
#include "attention/softmax.h"
#include "attention/trace.h"
#include "helpers.h"

using namespace attention;

namespace {

constexpr float no_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

struct Case {
    int n, m, d, dv;
    std::vector<float> q, k, v, bias;
    std::vector<unsigned char> key_mask;
    Options options;

    ConstMatrixView q_view() const { return {q.data(), n, d}; }
    ConstMatrixView k_view() const { return {k.data(), m, d}; }
    ConstMatrixView v_view() const { return {v.data(), m, dv}; }
    std::vector<float> attend() const {
        std::vector<float> out(static_cast<std::size_t>(n * dv), no_number);
        attention::attend(q_view(), k_view(), v_view(), options, {out.data(), n, dv});
        return out;
    }
};

Case random_case(std::mt19937& random, int n) {
    const auto up_to = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)) + 1; };
    const auto floats = [&](int count) {
        std::normal_distribution<float> normal;
        std::vector<float> out(static_cast<std::size_t>(count));
        for (float& x : out) x = normal(random);
        return out;
    };
    Case out;
    out.n = n, out.m = up_to(random() % 4 == 0 ? 700 : 40), out.d = up_to(37), out.dv = up_to(37);
    out.q = floats(n * out.d), out.k = floats(out.m * out.d), out.v = floats(out.m * out.dv);
    const auto one_of = [&](int few) { return random() % static_cast<unsigned>(few) == 0; };
    if (one_of(2)) out.options.causal = true;
    if (one_of(3)) out.options.window = up_to(out.m);
    if (one_of(2)) out.options.query_offset = static_cast<int>(random() % 60) - 10;
    if (one_of(3)) out.options.temperature = std::exp(static_cast<float>(random() % 4) - 2);
    if (one_of(4)) out.options.scale = 0.3f;
    if (one_of(3)) out.options.alibi = 0.25f;
    if (one_of(3)) {
        out.bias = floats(n * out.m);
        for (float& x : out.bias) {
            if (one_of(6)) x = -infinity;
        }
        out.options.bias = out.bias.data();
    }
    if (one_of(3)) {
        for (int j = 0; j < out.m; ++j) out.key_mask.push_back(one_of(3) ? 0 : 1);
        out.options.key_mask = out.key_mask.data();
    }
    return out;
}

}  // namespace

TEST_CASE("one query to nine: every mask, position and size as the reference has it") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 600; ++round) {
        const Case one = random_case(random, 1 + round % 9);
        CAPTURE(round);
        const reference::Result wanted =
            reference::attend(one.q_view(), one.k_view(), one.v_view(), one.options);
        // A score's rounding becomes the weight's, divided by the temperature.
        const double bound = 4e-6 / std::min(1.0, static_cast<double>(one.options.temperature));
        CHECK(test::distance(one.attend(), wanted.output) < bound);
    }
}

TEST_CASE("rows that lie apart, of q, k, v and out, are the same rows") {
    std::mt19937 random(7);
    for (int n = 1; n <= 5; ++n) {
        const Case one = random_case(random, n);
        const auto spread = [](const std::vector<float>& from, int rows, int cols, int stride) {
            std::vector<float> out(static_cast<std::size_t>(rows * stride), no_number);
            for (int i = 0; i < rows; ++i) std::copy_n(from.data() + i * cols, cols, out.data() + i * stride);
            return out;
        };
        const std::vector<float> q = spread(one.q, n, one.d, one.d + 3),
                                 k = spread(one.k, one.m, one.d, one.d + 5),
                                 v = spread(one.v, one.m, one.dv, one.dv + 1);
        std::vector<float> out(static_cast<std::size_t>(n * (one.dv + 2)), 42.0f);
        std::vector<float> scratch(attend_scratch(n, one.m, one.d, one.dv));
        attend(AttendCall{{q.data(), n, one.d, one.d + 3},
                          {k.data(), one.m, one.d, one.d + 5},
                          {v.data(), one.m, one.dv, one.dv + 1},
                          {out.data(), n, one.dv, one.dv + 2},
                          one.options},
               scratch.data());
        const std::vector<float> close = one.attend();
        for (int i = 0; i < n; ++i) {
            for (int t = 0; t < one.dv + 2; ++t) {
                const float found = out[static_cast<std::size_t>(i * (one.dv + 2) + t)];
                CHECK(found == (t < one.dv ? close[static_cast<std::size_t>(i * one.dv + t)] : 42.0f));
            }
        }
    }
}

TEST_CASE("finite inputs whose exact output is finite give no infinity, however many queries") {
    for (const int n : {1, 3, 4, 9}) {
        for (const auto& [m, value] :
             {std::pair{1000, 1e36f}, {2, 3e38f}, {3, 3.4028234e38f}, {777, 3.4028234e38f}}) {
            CAPTURE(n);
            CAPTURE(m);
            Case one{n,
                     m,
                     4,
                     5,
                     std::vector<float>(static_cast<std::size_t>(n * 4), 1.0f),
                     std::vector<float>(static_cast<std::size_t>(m * 4), 0.5f),
                     std::vector<float>(static_cast<std::size_t>(m * 5), value),
                     {},
                     {},
                     {}};
            for (const float x : one.attend()) CHECK(x == doctest::Approx(value).epsilon(1e-5));
            test::Owned q(n, 4, 1.0f), k(m, 4, 0.5f), v(m, 5, value);
            for (const float x : test::attend_scalar(q, k, v))
                CHECK(x == doctest::Approx(value).epsilon(1e-5));
            // and there and back: what is large cancels
            for (int j = 1; j < m; j += 2)
                for (int t = 0; t < 5; ++t) one.v[static_cast<std::size_t>(j * 5 + t)] = -value;
            for (const float x : one.attend()) CHECK(std::isfinite(x));
        }
    }
}

TEST_CASE("what padding hides may hold anything: the output is that of a call without it") {
    std::mt19937 random(11);
    for (const int n : {1, 2, 3, 4, 8, 33, 70}) {
        Case one = random_case(random, n);
        one.options = {};
        one.m = 200;
        one.k.resize(static_cast<std::size_t>(one.m * one.d), 0.1f);
        one.v.resize(static_cast<std::size_t>(one.m * one.dv), 0.2f);
        one.key_mask.assign(static_cast<std::size_t>(one.m), 1);
        for (const int j : {0, 5, 100, 199}) one.key_mask[static_cast<std::size_t>(j)] = 0;
        one.options.key_mask = one.key_mask.data();
        const std::vector<float> clean = one.attend();
        for (const float odd : {no_number, infinity, 3e38f}) {
            for (const int j : {0, 5, 100, 199}) {
                for (int t = 0; t < one.d; ++t) one.k[static_cast<std::size_t>(j * one.d + t)] = odd;
                for (int t = 0; t < one.dv; ++t) one.v[static_cast<std::size_t>(j * one.dv + t)] = odd;
            }
            CHECK(one.attend() == clean);
        }
    }
}

TEST_CASE("a bias of −10⁹ on a whole row changes no weight of it") {
    std::mt19937 random(13);
    for (const int n : {1, 3, 4, 11}) {
        for (const float all : {-1e9f, 5e8f, -2000.0f}) {
            Case one = random_case(random, n);
            one.options = {};
            const std::vector<float> clean = one.attend();
            one.bias.assign(static_cast<std::size_t>(n * one.m), all);
            one.options.bias = one.bias.data();
            const std::vector<float> biased = one.attend();
            for (std::size_t i = 0; i < clean.size(); ++i) CHECK(std::fabs(biased[i] - clean[i]) < 2e-6f);
        }
    }
}

TEST_CASE("decoding with the cache is the last row of attention, for every number of heads that share") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    for (const int kv_heads : {1, 2}) {
        for (const int group : {1, 2, 3, 4, 9}) {
            for (const float alibi : {0.0f, 0.5f}) {
                for (const int window : {0, 17}) {
                    const int heads = kv_heads * group, d = 12, dv = 7, tokens = 100;
                    const CacheShape shape{.capacity = tokens + 3, .kv_heads = kv_heads, .d = d, .dv = dv};
                    std::vector<float> memory(KeyValueCache::cache_floats(shape));
                    std::vector<float> scratch(KeyValueCache::attend_scratch(shape, heads));
                    KeyValueCache cache(shape, memory.data());
                    std::vector<float> k(static_cast<std::size_t>(tokens * kv_heads * d)),
                        v(static_cast<std::size_t>(tokens * kv_heads * dv)),
                        q(static_cast<std::size_t>(heads * d)), out(static_cast<std::size_t>(heads * dv));
                    for (std::vector<float>* x : {&k, &v, &q})
                        for (float& y : *x) y = normal(random);
                    CHECK(cache.append(k.data(), v.data(), tokens));
                    Options options;
                    options.alibi = alibi;
                    options.window = window;
                    cache.attend(q.data(), heads, options, scratch.data(), out.data());
                    for (int h = 0; h < heads; ++h) {
                        // The head's own q·k, written out.
                        std::vector<double> weights;
                        double sum = 0, most = -1e30;
                        for (int j = 0; j < tokens; ++j) {
                            double s = 0;
                            for (int t = 0; t < d; ++t)
                                s += static_cast<double>(q[static_cast<std::size_t>(h * d + t)]) *
                                     static_cast<double>(
                                         k[static_cast<std::size_t>((j * kv_heads + h / group) * d + t)]);
                            s /= std::sqrt(static_cast<double>(d));
                            s -= static_cast<double>(alibi) * std::exp2(-8.0 * (h + 1) / heads) *
                                 (tokens - 1 - j);
                            weights.push_back(window > 0 && tokens - 1 - j >= window ? -1e30 : s);
                            most = std::max(most, weights.back());
                        }
                        for (double& w : weights) sum += w = std::exp(w - most);
                        for (int t = 0; t < dv; ++t) {
                            double wanted = 0;
                            for (int j = 0; j < tokens; ++j)
                                wanted +=
                                    weights[static_cast<std::size_t>(j)] / sum *
                                    static_cast<double>(
                                        v[static_cast<std::size_t>((j * kv_heads + h / group) * dv + t)]);
                            CAPTURE(heads);
                            CAPTURE(kv_heads);
                            CHECK(static_cast<double>(out[static_cast<std::size_t>(h * dv + t)]) ==
                                  doctest::Approx(wanted).epsilon(1e-5).scale(1));
                        }
                    }
                }
            }
        }
    }
}

TEST_CASE("exponentials of a row that is masked throughout are zeros") {
    const float masked[] = {-infinity, -infinity, -infinity};
    float out[3] = {1, 1, 1};
    CHECK(exponentials(masked, 1, largest(masked), out) == 0);
    for (const float x : out) CHECK(x == 0);
}

TEST_CASE("a million keys: a sum of blocks is off by a few roundings, not by a million") {
    constexpr int m = 1'000'000;
    std::mt19937 random(17);
    std::uniform_real_distribution<float> uniform(0.5f, 1.0f);
    const test::Owned k(m, 1, 1.0f);
    test::Owned v(m, 2);
    double sums[2] = {};
    for (int j = 0; j < m; ++j) {
        v.data[static_cast<std::size_t>(2 * j)] = 0.1f;  // the same each time: roundings that all go one way
        v.data[static_cast<std::size_t>(2 * j + 1)] = uniform(random);
        for (int t = 0; t < 2; ++t)
            sums[t] += static_cast<double>(v.data[static_cast<std::size_t>(2 * j + t)]) / m;
    }
    for (const int n : {1, 4}) {
        const double bound = n == 1 ? 3e-7 : 1e-6;  // of values up to 1; in the tiles 64 blocks run on
        const test::Owned q(n, 1);
        const std::vector<float> out = test::attend(q, k, v), scalar = test::attend_scalar(q, k, v);
        for (std::size_t t = 0; t < 2; ++t) {
            CAPTURE(n);
            CHECK(std::fabs(static_cast<double>(out[t]) - sums[t]) < bound);
            CHECK(std::fabs(static_cast<double>(scalar[t]) - sums[t]) < 3e-7);
        }
    }
}

TEST_CASE("rows of many thousand keys, whose largest score comes early, late or in between") {
    constexpr int m = 20'000, d = 3;
    std::mt19937 random(23);
    std::normal_distribution<float> normal;
    for (const int n : {1, 4, 9, 40}) {
        for (const float slope : {-40.0f, 0.0f, 40.0f}) {  // scores fall or rise by as much along the keys
            test::Owned q(n, d), k(m, d), v(m, 5);
            for (test::Owned* x : {&q, &k, &v})
                for (float& y : x->data) y = normal(random);
            for (int i = 0; i < n; ++i) q.data[static_cast<std::size_t>(i * d)] = 1;
            for (int j = 0; j < m; ++j)
                k.data[static_cast<std::size_t>(j * d)] = slope * static_cast<float>(j) / m;
            Options options;
            options.causal = true;
            options.query_offset = m - n;
            const reference::Result wanted = reference::attend(q.get(), k.get(), v.get(), options);
            CAPTURE(n);
            CAPTURE(slope);
            CHECK(test::distance(test::attend(q, k, v, options), wanted.output) < 5e-6);
            CHECK(test::distance(test::attend_scalar(q, k, v, options), wanted.output) < 5e-6);
        }
    }
}

// Decoding with a cache must say the same as attending to the whole.
#include "attention/key_value_cache.h"

#include "helpers.h"

using namespace attention;
using test::Owned;

namespace {

// Rows of causal attention by decoding token after token, one head.
std::vector<float> decoded(const Owned& q, const Owned& k, const Owned& v, const Options& options) {
    const CacheShape shape{q.rows, 1, q.cols, v.cols};
    std::vector<float> memory(KeyValueCache::cache_floats(shape));
    std::vector<float> scratch(KeyValueCache::attend_scratch(shape, 1));
    KeyValueCache cache(shape, memory.data());
    std::vector<float> out(test::z(q.rows) * test::z(v.cols));
    for (int i = 0; i < q.rows; ++i) {
        CHECK(cache.append(k.get().row(i), v.get().row(i)));
        CHECK(cache.attend(q.get().row(i), 1, options, scratch.data(), out.data() + i * v.cols));
    }
    CHECK_FALSE(cache.append(k.get().row(0), v.get().row(0)));
    CHECK(cache.length() == q.rows);
    return out;
}

}  // namespace

TEST_CASE("decode equals causal attention: plain, windowed, ALiBi") {
    test::Random random(1);
    for (const int n : {1, 7, 130}) {
        const Owned q = random.matrix(n, 12);
        const Owned k = random.matrix(n, 12);
        const Owned v = random.matrix(n, 5);
        for (int variant = 0; variant < 3; ++variant) {
            Options options;
            options.causal = true;
            options.window = variant == 1 ? 4 : 0;
            options.alibi = variant == 2 ? 0.5f : 0.0f;
            Options by_head = options;  // the slope of a single head is 2^−8
            by_head.alibi = variant == 2 ? 128.0f : 0.0f;
            const std::vector<double> expected = reference::attend(q.get(), k.get(), v.get(), options).output;
            CHECK(test::distance(decoded(q, k, v, by_head), expected) < 2e-6);
        }
    }
}

TEST_CASE("many tokens at once are kept as one after the other, or none of them") {
    test::Random random(7);
    const CacheShape shape{9, 2, 3, 5};
    std::vector<float> memory(KeyValueCache::cache_floats(shape), 1.0f), other(memory);
    std::vector<float> scratch(KeyValueCache::attend_scratch(shape, 4));
    const Owned k = random.matrix(9, 6), v = random.matrix(9, 10), q = random.matrix(4, 3);
    KeyValueCache at_once(shape, memory.data());
    KeyValueCache one_by_one(shape, other.data());
    CHECK(at_once.append(k.get().row(0), v.get().row(0), 2));
    CHECK(at_once.append(k.get().row(2), v.get().row(2), 5));
    CHECK(at_once.length() == 7);
    const std::vector<float> before = memory;
    CHECK_FALSE(at_once.append(k.get().row(0), v.get().row(0), 3));
    CHECK_FALSE(at_once.append(k.get().row(0), v.get().row(0), -1));
    CHECK(at_once.length() == 7);
    CHECK(memory == before);
    CHECK(at_once.append(k.get().row(7), v.get().row(7), 2));
    CHECK(at_once.append(nullptr, nullptr, 0));
    for (int i = 0; i < 9; ++i) CHECK(one_by_one.append(k.get().row(i), v.get().row(i)));
    CHECK(memory == other);
    std::vector<float> out(20);
    CHECK(at_once.attend(q.data.data(), 4, {}, scratch.data(), out.data()));
    CHECK(test::distance(out, reference::decode(q.get(), k.get(), v.get(), 2)) < 2e-6);
}

TEST_CASE("an empty cache gives zeros and says so") {
    const CacheShape shape{4, 1, 3, 2};
    std::vector<float> memory(KeyValueCache::cache_floats(shape));
    std::vector<float> scratch(KeyValueCache::attend_scratch(shape, 1));
    const KeyValueCache cache(shape, memory.data());
    std::vector<float> out(2, 9.0f);
    CHECK_FALSE(cache.attend(memory.data(), 1, {}, scratch.data(), out.data()));
    CHECK(out == std::vector<float>{0, 0});
}

TEST_CASE("four heads on two key heads: each pair shares its keys") {
    test::Random random(2);
    const CacheShape shape{20, 2, 6, 6};
    std::vector<float> memory(KeyValueCache::cache_floats(shape));
    std::vector<float> scratch(KeyValueCache::attend_scratch(shape, 4));
    KeyValueCache cache(shape, memory.data());
    const Owned k = random.matrix(20, 12);
    const Owned v = random.matrix(20, 12);
    const Owned q = random.matrix(1, 24);
    for (int i = 0; i < 20; ++i) cache.append(k.get().row(i), v.get().row(i));
    std::vector<float> out(24);
    for (const float alibi : {0.0f, 3.0f, -3.0f}) {
        for (const int window : {0, 5}) {
            Options options;
            options.alibi = alibi;
            options.window = window;
            CHECK(cache.attend(q.data.data(), 4, options, scratch.data(), out.data()));
            const Owned queries(4, 6, q.data);
            CHECK(test::distance(out, reference::decode(queries.get(), k.get(), v.get(), 2, options)) < 2e-6);
            // Written out once more: heads 0 and 1 read key head 0, heads 2 and 3 read 1.
            for (int h = 0; h < 4 && alibi == 0 && window == 0; ++h) {
                Owned own_k(20, 6), own_v(20, 6);
                for (int i = 0; i < 20; ++i) {
                    for (int t = 0; t < 6; ++t) {
                        own_k(i, t) = k.get()(i, h / 2 * 6 + t);
                        own_v(i, t) = v.get()(i, h / 2 * 6 + t);
                    }
                }
                const Owned own_q(1, 6, {q.data.begin() + 6 * h, q.data.begin() + 6 * (h + 1)});
                const std::vector<float> part(out.begin() + 6 * h, out.begin() + 6 * (h + 1));
                CHECK(test::distance(part, reference::attend(own_q.get(), own_k.get(), own_v.get()).output) <
                      2e-6);
            }
        }
    }
}

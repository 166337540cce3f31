// What is refused, in which words; and that nothing is written then.
#include "attention/validate.h"

#include <algorithm>

#include "attention/key_value_cache.h"
#include "attention/multi_head.h"
#include "attention/trace.h"
#include "helpers.h"
#include "staged_multi_head.h"

using namespace attention;
using test::Owned;

namespace {

const Owned a(2, 3, 1.0f), wide(2, 4, 1.0f), tall(5, 3, 1.0f);

Options with(void (*change)(Options&)) {
    Options options;
    change(options);
    return options;
}

/// What attend and trace say. Nothing may have been written.
std::string refused(const Owned& q, const Owned& k, const Owned& v, const Options& options = {}) {
    Owned out(q.rows, v.cols, 9.0f);
    const Outcome outcome = attend(q.get(), k.get(), v.get(), options, out.view());
    CHECK_FALSE(outcome);
    CHECK(std::all_of(out.data.begin(), out.data.end(), [](float x) { return x == 9.0f; }));
    const Trace t = trace(q.get(), k.get(), v.get(), options);
    CHECK(message(t.error) == message(outcome.error));
    CHECK(t.output.empty());
    return message(outcome.error);
}

}  // namespace

TEST_CASE("a valid call has no error") {
    Owned out(2, 3);
    const Outcome outcome = attend(a.get(), a.get(), a.get(), {}, out.view());
    CHECK(outcome);
    CHECK(message(outcome.error).empty());
    CHECK_FALSE(trace(a.get(), a.get(), a.get()).error);
}

TEST_CASE("sizes: errors name the argument and both numbers") {
    CHECK(refused(a, wide, a) == "k has 4 columns, q has 3");
    CHECK(refused(a, a, tall) == "v has 5 rows, k has 2");
    CHECK(refused(Owned(0, 3), a, a) == "q has 0 rows, must have at least 1");
    CHECK(refused(Owned(2, 0), a, a) == "q has 0 columns, must have at least 1");
    CHECK(refused(a, a, Owned(2, 0)) == "v has 0 columns, must have at least 1");
    Owned out(2, 4);
    CHECK(message(attend(a.get(), a.get(), a.get(), {}, out.view()).error) ==
          "out has 4 columns, must have 3");
    Owned long_out(5, 3);
    CHECK(message(attend(a.get(), a.get(), a.get(), {}, long_out.view()).error) ==
          "out has 5 rows, must have 2");
    CHECK(message(attend(a.get(), a.get(), a.get(), {}, {nullptr, 2, 3}).error) == "out has no data");
    CHECK(message(trace({nullptr, 2, 3}, a.get(), a.get()).error) == "q has no data");
}

TEST_CASE("options: what is out of range") {
    const auto said = [](void (*change)(Options&)) { return refused(a, a, a, with(change)); };
    CHECK(said([](Options& o) { o.temperature = 0; }) == "temperature must be greater than 0, got 0");
    CHECK(said([](Options& o) { o.temperature = -2; }) == "temperature must be greater than 0, got -2");
    CHECK(said([](Options& o) { o.temperature = test::nan; }) ==
          "temperature must be greater than 0, got nan");
    CHECK(said([](Options& o) { o.temperature = test::infinity; }) == "temperature must be finite, got inf");
    CHECK(said([](Options& o) { o.scale = -test::infinity; }) == "scale must be finite, got -inf");
    CHECK(said([](Options& o) { o.alibi = test::infinity; }) == "alibi must be finite, got inf");
    CHECK(said([](Options& o) { o.window = -2; }) == "window must be 0 or more, got -2");
    CHECK(said([](Options& o) { o.rope_base = -1; }) == "rope_base must be 0 or more, got -1");
    const Owned one(2, 1, 1.0f);
    CHECK(refused(one, one, one, with([](Options& o) { o.rope_base = 10000; })) ==
          "rope_base turns pairs of components: d must be at least 2, got 1");
}

TEST_CASE("options that do not apply are refused, not ignored") {
    const CacheShape shape{4, 2, 3, 2};
    std::vector<float> memory(KeyValueCache::cache_floats(shape), 1.0f);
    std::vector<float> scratch(KeyValueCache::attend_scratch(shape, 4));
    KeyValueCache cache(shape, memory.data());
    const std::vector<float> row(12, 1.0f);
    CHECK(cache.append(row.data(), row.data()));
    std::vector<float> out(8, 9.0f);
    static const unsigned char key_mask[] = {1};
    static const float bias[] = {0};
    const auto said = [&](void (*change)(Options&), int heads = 4) {
        const Outcome outcome = cache.attend(row.data(), heads, with(change), scratch.data(), out.data());
        CHECK_FALSE(outcome);
        CHECK(std::all_of(out.begin(), out.end(), [](float x) { return x == 9.0f; }));
        return message(outcome.error);
    };
    CHECK(said([](Options& o) { o.rope_base = 10000; }) ==
          "rope_base does not apply to a cache: rotate query and keys first; got 10000");
    CHECK(said([](Options& o) { o.query_offset = 3; }) ==
          "query_offset is the cache's, which knows where its newest token stands; got 3");
    CHECK(said([](Options& o) { o.key_mask = key_mask; }) == "key_mask does not apply to a cache");
    CHECK(said([](Options& o) { o.bias = bias; }) == "bias does not apply to a cache");
    CHECK(said([](Options& o) { o.temperature = 0; }) == "temperature must be greater than 0, got 0");
    CHECK(said([](Options&) {}, 3) == "kv_heads must divide heads: 2 does not divide 3");
    CHECK(said([](Options&) {}, 0) == "heads must be at least 1, got 0");
    CHECK(cache.attend(row.data(), 4, with([](Options& o) { o.causal = true; }), scratch.data(), out.data()));

    // Memory by its address: q and k come rotated.
    std::fill(out.begin(), out.end(), 9.0f);
    AttendCall call{{row.data(), 1, 3}, {row.data(), 2, 3}, {row.data(), 2, 2}, {out.data(), 1, 2}, {}};
    call.options.rope_base = 10000;
    std::vector<float> space(attend_scratch(1, 2, 3, 2));
    CHECK(message(attend(call, space.data()).error) ==
          "rope_base does not apply here: rotate q and k first; got 10000");
    CHECK(out[0] == 9.0f);
    CHECK(trace_into(a.get(), a.get(), a.get(), call.options, {}).error);
}

TEST_CASE("multi-head: heads, and the shapes of the weights") {
    const Owned x(5, 8, 1.0f), w(8, 8, 1.0f), half(8, 4, 1.0f);
    const auto said = [&](const Owned& wk, int heads, int kv_heads, const Options& options = {}) {
        const MultiHeadTrace t =
            multi_head_trace(x.get(), {w.get(), wk.get(), wk.get(), w.get(), heads, kv_heads}, options);
        CHECK(t.output.empty() == static_cast<bool>(t.error));
        return message(t.error);
    };
    CHECK(said(half, 4, 2) == "");
    CHECK(said(w, 3, 1) == "heads must divide d_model: 3 does not divide 8");
    CHECK(said(w, 4, 3) == "kv_heads must divide heads: 3 does not divide 4");
    CHECK(said(w, 4, 2) == "wk has 8 columns, must have 4");
    CHECK(said(half, 4, 4) == "wk has 4 columns, must have 8");
    CHECK(said(w, 0, 1) == "heads must be at least 1, got 0");
    CHECK(said(w, 8, 8, with([](Options& o) { o.rope_base = 100; })) ==
          "rope_base turns pairs of components: d must be at least 2, got 1");
    CHECK(said(w, 8, 8, with([](Options& o) { o.window = -1; })) == "window must be 0 or more, got -1");
}

// Who sees whom, as pictures: a row of each query, x where it sees the key. Every way of computing attention
// and the reference must draw the same; and what each sees at the ends of an offset's 64 bits.
#include <algorithm>
#include <array>
#include <string>

#include "attention/mask.h"
#include "attention/multi_head.h"
#include "attention/trace.h"
#include "helpers.h"
#include "staged_multi_head.h"

using namespace attention;
using test::Owned;

namespace {

std::string picture(const std::vector<float>& weights, int m) {
    std::string out;
    for (std::size_t at = 0; at < weights.size(); ++at) {
        if (at != 0 && at % test::z(m) == 0) out += '|';
        out += weights[at] > 0 ? 'x' : '.';
    }
    return out;
}

// Keys that all score the same, values that tell them apart: the output is the weights.
void check_picture(int n, int m, const Options& options, const std::string& wanted) {
    const Owned q(n, 3, 1.0f);
    const Owned k(m, 3, 1.0f);
    Owned v(m, m);
    for (int j = 0; j < m; ++j) v(j, j) = 1;
    CHECK(picture(test::attend(q, k, v, options), m) == wanted);
    CHECK(picture(test::attend_scalar(q, k, v, options), m) == wanted);
    const Trace t = trace(q.get(), k.get(), v.get(), options);
    CHECK(picture(t.weights, m) == wanted);
    CHECK(picture(t.output, m) == wanted);
    const reference::Result r = reference::attend(q.get(), k.get(), v.get(), options);
    CHECK(picture({r.weights.begin(), r.weights.end()}, m) == wanted);
}

}  // namespace

TEST_CASE("causal: what stands at or before the query's place") {
    Options options;
    options.causal = true;
    check_picture(3, 5, options, "x....|xx...|xxx..");
    options.query_offset = 2;
    check_picture(3, 5, options, "xxx..|xxxx.|xxxxx");
    options.query_offset = -1;
    check_picture(3, 5, options, ".....|x....|xx...");
    options.query_offset = 9;
    check_picture(2, 4, options, "xxxx|xxxx");
}

TEST_CASE("a window: less than so many places away, on both sides unless causal") {
    Options options;
    options.window = 2;
    check_picture(3, 5, options, "xx...|xxx..|.xxx.");
    options.query_offset = 3;
    check_picture(3, 5, options, "..xxx|...xx|....x");
    options.query_offset = 1;
    options.causal = true;
    check_picture(3, 5, options, "xx...|.xx..|..xx.");
    options.window = 1;
    options.query_offset = 3;
    check_picture(3, 5, options, "...x.|....x|.....");
}

TEST_CASE("padding and a bias of −∞ hide keys from all queries and from one") {
    const unsigned char key_mask[] = {1, 0, 1, 1, 0};
    Owned bias(3, 5);
    bias(1, 2) = -test::infinity;
    bias(2, 0) = -1e30f;  // not hidden, but lost against the others
    Options options;
    options.key_mask = key_mask;
    check_picture(3, 5, options, "x.xx.|x.xx.|x.xx.");
    options.bias = bias.data.data();
    check_picture(3, 5, options, "x.xx.|x..x.|..xx.");
}

TEST_CASE("more queries than a tile: the picture goes on") {
    Options options;
    options.causal = true;
    options.window = 3;
    options.query_offset = 1;
    std::string wanted;
    for (int i = 0; i < 70; ++i) {
        std::string row(71, '.');
        for (int back = 0; back < 3 && i + 1 - back >= 0; ++back) row[test::z(i + 1 - back)] = 'x';
        wanted += (i == 0 ? "" : "|") + row;
    }
    check_picture(70, 71, options, wanted);
}

TEST_CASE("multi-head attention sees the same from an offset, through a window and past padding") {
    Options options;
    options.causal = true;
    options.query_offset = -1;
    options.window = 2;
    const unsigned char key_mask[] = {1, 1, 0, 1};
    options.key_mask = key_mask;
    const std::string one_head = "....|x...|xx..|.x..";
    const Owned x(4, 2, 1.0f);
    const Owned zero(2, 2);
    const MultiHeadWeights w{zero.get(), zero.get(), zero.get(), zero.get(), 2, 2};
    CHECK(picture(multi_head_trace(x.get(), w, options).weights, 4) == one_head + "|" + one_head);
    const MultiHeadShape shape{4, 2, 2, 2};
    std::vector<float> packed(packed_weights_floats(shape));
    std::vector<float> scratch(multi_head_scratch(shape, true));
    std::vector<float> weights(2 * 4 * 4);
    Owned out(4, 2);
    pack_weights(w, packed.data());
    CHECK_FALSE(
        multi_head(x.get(), packed.data(), shape, options, scratch.data(), out.view(), weights.data()));
    CHECK(picture(weights, 4) == one_head + "|" + one_head);
}

TEST_CASE("an offset at the ends of its 64 bits: before every key, or after") {
    constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min(),
                           most = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t of_int = std::numeric_limits<std::int32_t>::max();
    const std::string all = "xxx|xxx", none = "...|...";
    for (const std::int64_t offset :
         {least, least + 1, -4 * of_int, -of_int - 9, of_int + 9, 4 * of_int, most - 1, most}) {
        CAPTURE(offset);
        Options options;
        options.query_offset = offset;
        check_picture(2, 3, options, all);
        options.causal = true;
        check_picture(2, 3, options, offset < 0 ? none : all);
        options.causal = false;
        options.window = std::numeric_limits<int>::max();
        check_picture(2, 3, options, none);
        options.causal = true;
        check_picture(2, 3, options, none);
        options = {};
        options.query_offset = offset;
        options.alibi = 1e-25f;  // all keys are equally far as far as float32 can tell
        check_picture(2, 3, options, all);
        CHECK(key_distance(options, 1, 2) == std::abs(static_cast<float>(offset)));
        options.rope_base = 10000;
        test::Random random(4);
        const Owned q = random.matrix(3, 4), k = random.matrix(5, 4), v = random.matrix(5, 2);
        const std::vector<float> out = test::attend(q, k, v, options);
        CHECK(std::all_of(out.begin(), out.end(), [](float y) { return std::isfinite(y); }));
    }
}

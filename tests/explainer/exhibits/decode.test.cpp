// One more token with a cache and without: what is counted against counts made one by one, weights of the
// cache against those of all rows and against a formula in double, and what a hand does.
#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <set>

#include "../film.h"
#include "../random_state.h"
#include "attention/key_value_cache.h"
#include "explainer/exhibits/decode_panel.h"
#include "explainer/exhibits/floats.h"
#include "explainer/numpy_random.h"

using namespace explainer;

namespace {

decode::Model model_of(int token, int kv_heads, int head) {
    decode::Model out;
    out.compute(token, kv_heads, head);
    return out;
}

/// Multiplication by multiplication, as a program would do it for the rows from `first` to `last`.
long counted(int first, int last, int kv_heads) {
    constexpr int width = 64, heads = 4, d_k = 16;
    long out = 0;
    for (int row = first; row <= last; ++row) {
        for (int input = 0; input < width; ++input) out += heads * d_k + 2 * kv_heads * d_k;  // to q, k, v
        for (int h = 0; h < heads; ++h)
            for (int key = 1; key <= row; ++key) out += d_k + d_k;  // its score, its share of the value
    }
    return out;
}

}  // namespace

TEST_CASE("decode: token 8 with 4, 2 and 1 heads of keys: work with a cache and without, bytes") {
    const struct {
        int heads, cached, again, bytes;
    } facts[] = {{4, 13312, 102912, 2048}, {2, 9216, 70144, 1024}, {1, 7168, 53760, 512}};
    for (const auto& fact : facts) {
        CAPTURE(fact.heads);
        Shown view("decode", "kvHeads=" + std::to_string(fact.heads), 960);
        CHECK(value(view, "multiplications with a cache") == fact.cached);
        CHECK(value(view, "multiplications without") == fact.again);
        CHECK(value(view, "bytes kept") == fact.bytes);
        CHECK(value(view, "bytes with 4 heads") == 2048);
        const std::string drawn = seen(view, 960);
        for (const int number : {fact.cached, fact.again}) {
            CAPTURE(number);
            CHECK(drawn.find(">" + grouped(number) + "<") != std::string::npos);
        }
        CHECK(drawn.find(">" + grouped(fact.bytes) + " B<") != std::string::npos);
        CHECK(drawn.find(">0 B<") != std::string::npos);
    }
    Shown view("decode");
    CHECK(value(view, "so far with a cache") == 70144);
    CHECK(value(view, "so far without") == 310272);
    CHECK(fixed(value(view, "times the work"), 1) == "7.6");
    CHECK(value(view, "bytes a token") == 128);
}

TEST_CASE("decode: counted one by one; what token t costs without a cache is the sum with one over 1 … t") {
    for (const int kv_heads : {4, 2, 1}) {
        const decode::Model model = model_of(1, kv_heads, 0);
        double sum = 0;
        for (int t = 1; t <= decode::tokens; ++t) {
            CAPTURE(kv_heads);
            CAPTURE(t);
            CHECK(model.work(true, t) == static_cast<double>(counted(t, t, kv_heads)));
            CHECK(model.work(false, t) == static_cast<double>(counted(1, t, kv_heads)));
            sum += model.work(true, t);
            CHECK(model.work(false, t) == sum);
            CHECK(model.work_so_far(true, t) == sum);
            CHECK(model.bytes(t) == 2 * kv_heads * 16 * 2 * t);
        }
    }
}

TEST_CASE("decode: the core’s cache, one query a step, comes to the same weights") {
    NumpyRandom random(1);
    std::vector<float> q, k;
    for (std::vector<float>* numbers : {&q, &k})
        for (int i = 0; i < 10 * 64; ++i) numbers->push_back(static_cast<float>(random.randn()));
    for (const int kv_heads : {4, 2, 1}) {
        // The value of token j is 1 at j and 0 elsewhere: then what comes out are the weights.
        const attention::CacheShape shape{10, kv_heads, 16, 10};
        std::vector<float> memory(attention::KeyValueCache::cache_floats(shape)),
            scratch(attention::KeyValueCache::attend_scratch(shape, 4)), out(40);
        attention::KeyValueCache cache(shape, memory.data());
        for (int t = 1; t <= 10; ++t) {
            std::vector<float> value(static_cast<size_t>(kv_heads * 10));
            for (int g = 0; g < kv_heads; ++g) value[static_cast<size_t>(g * 10 + t - 1)] = 1;
            const size_t token = static_cast<size_t>(t - 1) * 64;
            REQUIRE(cache.append(&k[token], value.data()));
            cache.attend(&q[token], 4, {}, scratch.data(), out.data());
            for (int h = 0; h < 4; ++h) {
                const decode::Model model = model_of(t, kv_heads, h);
                for (int j = 0; j < 10; ++j) {
                    CAPTURE(kv_heads);
                    CAPTURE(t);
                    CAPTURE(h);
                    const double weight = wide(out[static_cast<size_t>(h * 10 + j)]);
                    CHECK(std::fabs(weight - wide(model.weight(true, j))) < 1e-6);
                    CHECK(std::fabs(weight - wide(model.weight(false, j))) < 1e-6);
                }
            }
        }
    }
}

TEST_CASE("decode: the row by the cache is the row of all computed anew, and that of the formula in double") {
    NumpyRandom random(1);
    std::vector<double> q, k;
    for (std::vector<double>* numbers : {&q, &k})
        for (int i = 0; i < 10 * 4 * 16; ++i) numbers->push_back(random.randn());
    for (const int kv_heads : {4, 2, 1}) {
        for (int t = 1; t <= 10; ++t) {
            for (int h = 0; h < 4; ++h) {
                CAPTURE(kv_heads);
                CAPTURE(t);
                CAPTURE(h);
                const decode::Model model = model_of(t, kv_heads, h);
                std::vector<double> weights;
                double all = 0, sum = 0;
                for (int j = 0; j < t; ++j) {
                    double score = 0;
                    for (size_t i = 0; i < 16; ++i)
                        score += q[static_cast<size_t>((t - 1) * 4 + h) * 16 + i] *
                                 k[static_cast<size_t>(j * 4 + h * kv_heads / 4) * 16 + i];
                    weights.push_back(std::exp(score / 4));
                    all += weights.back();
                }
                for (int j = 0; j < 10; ++j) {
                    const double cached = wide(model.weight(true, j)), again = wide(model.weight(false, j));
                    CHECK(std::fabs(cached - again) < 1e-6);
                    CHECK(std::fabs(cached - (j < t ? weights[static_cast<size_t>(j)] / all : 0)) < 1e-5);
                    sum += cached;
                }
                CHECK(sum == doctest::Approx(1).epsilon(1e-6));
            }
        }
    }
}

TEST_CASE("decode: the first token costs the same either way, behind the last one nothing is known") {
    Shown first("decode", "token=1", 960), last("decode", "token=10", 960);
    CHECK(value(first, "multiplications with a cache") == value(first, "multiplications without"));
    const std::string one = seen(first, 960), ten = seen(last, 960);
    for (const char* text : {">1.0 times the work<", ">both do the same<", ">= 1 blue bar<", ">1.00<"}) {
        CAPTURE(text);
        CHECK(one.find(text) != std::string::npos);
    }
    CHECK(one.find("grey") == std::string::npos);
    CHECK(ten.find(">–<") != std::string::npos);
    CHECK(seen(first, 360).find(">–<") == std::string::npos);
}

TEST_CASE("decode: it plays to the last token, steps on, and the height stays") {
    for (const float width : {960.0f, 360.0f}) {
        CAPTURE(width);
        Shown view("decode", "token=1", width);
        const float height = view.natural_height(width);
        settle(view);
        click(view, view.parameter_rect(decode::play).centre());  // settles where the player ends
        CHECK(view.state().save() == "token=10");
        CHECK(view.natural_height(width) == height);
        const Rect back = view.parameter_rect(decode::play);
        click(view, {back.x - 20, back.centre().y});
        CHECK(view.state().save() == "token=9");
        CHECK(view.shown(decode::token) == "token 9 of 10");
    }
}

TEST_CASE("decode: the two panels alone are a figure of an essay: 600 px at most, 480 on a phone") {
    Shown view("decode", "showCharts=false");
    for (const auto& [width, most] : {std::pair(960.0f, 600.0f), std::pair(360.0f, 480.0f)}) {
        const float height = view.natural_height(width);
        CAPTURE(height);
        CHECK(height <= most);
    }
}

TEST_CASE("decode: with a cache the row is there at once, without one after all the others") {
    Film view("decode", 960);
    double now = 1e6;
    view.set_reduced_motion(false);
    rested(view, now);
    const auto weights = [](const std::string& frame) {
        int out = 0;
        for (size_t at = frame.find(">."); at != std::string::npos; at = frame.find(">.", at + 1)) ++out;
        return out;
    };
    const int all = weights(seen(view, 960));
    CHECK(all == 16);
    const Rect play = view.parameter_rect(decode::play);
    view.pointer(Pointer::down, {play.right() + 26, play.centre().y}, false);
    view.pointer(Pointer::up, {play.right() + 26, play.centre().y}, false);
    std::set<int> counts;
    bool more = true;
    for (int i = 0; more && i < 100; ++i) counts.insert(weights(next_frame(view, now, &more)));
    REQUIRE(view.state().save() == "token=9");
    CHECK(counts.count(18) == 1);  // both rows, at rest
    CHECK(counts.count(9) == 1);   // the first, and nothing of the second yet
    CHECK(*counts.begin() < 9);
}

TEST_CASE("decode: a press on a token or a bar goes there, on a strip of q shows that head") {
    Shown view("decode", "showCharts=true", 960);
    settle(view);
    // By what is drawn: the words over the columns, in the left panel; the numbers under the bars.
    const auto go = [&](Point at) {
        click(view, at);
        return view.state().save();
    };
    const Rect panel{16, 100, 450, 0};
    CHECK(go({panel.x + 70 + 38 * 2.5f, panel.y}) == "token=3");
    CHECK(go({panel.x + 70 + 38 * 9.5f, panel.y}) == "token=10");
    const float bottom = view.natural_height(960);
    const std::string there = go({16 + 450 * 0.45f, bottom - 100});
    CHECK(there == "token=5");
    view.restore("");
    settle(view);
    std::set<std::string> states;
    for (float x = 16 + 42; x < 16 + 62; x += 4) {
        REQUIRE(!view.restore(""));
        states.insert(go({x, 358}));
    }
    for (const char* state : {"head=2", "head=3", "head=4"}) CHECK(states.count(state) == 1);
}

TEST_CASE("decode: what is pointed at is said and lit, and leaves with the pointer") {
    Shown view("decode", "", 960);
    settle(view);
    const std::string before = seen(view, 960);
    // At 960 px a panel begins at 16 or 494, its columns 70 further, 38 wide; rows of 25 begin at 171.
    const auto cell = [](float panel, float row, float column) {
        return Point{panel + 70 + 38 * (column + 0.5f), 171 + 25 * (row + 0.5f)};
    };
    const struct {
        Point at;
        const char* says;
    } places[] = {{cell(16, 7, 2), "0.313 in head 1"},
                  {cell(16, 4, 1), ">done at token 5,"},
                  {cell(494, 4, 1), ">first done at token 5,"},
                  {{16 + 44, cell(16, 7, 0).y}, ">q head 1 to 2: k, v head 1<"},
                  {cell(16, 8, 7), ">The words are given"},
                  {{16 + 45 * 2.5f, view.natural_height(960) - 120}, ">for token 3<"}};
    std::set<std::string> pictures = {before};
    for (const auto& place : places) {
        CAPTURE(std::string(place.says));
        view.pointer(Pointer::move, place.at, false);
        settle(view);
        const std::string now = seen(view, 960);
        CHECK(now.find(place.says) != std::string::npos);
        CHECK(pictures.insert(now).second);
    }
    // Numbers show what they count.
    for (const float x : {30.0f, 460.0f, 510.0f}) {
        view.pointer(Pointer::move, {x, 465}, false);
        settle(view);
        CHECK(pictures.insert(seen(view, 960)).second);
    }
    view.pointer(Pointer::move, {-100, -100}, false);
    settle(view);
    CHECK(seen(view, 960) == before);
}

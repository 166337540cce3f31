// Which arrays are taken for attention, and what is said of those that cannot be.
#include "explainer/brought/attention.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "counted.h"
#include "explainer/brought/measures.h"

using namespace explainer::brought;

namespace {

/// A row at a time.
Measures all_of(attention::ConstMatrixView weights, std::span<const int> tokens) {
    Measuring measuring(weights, tokens);
    while (measuring.advance(1)) {
    }
    return measuring.measures();
}

}  // namespace

TEST_CASE("brought attention: of any depth, and which number is whose") {
    const std::vector<std::string> tokens = {"a", "b", "c", "d"};
    for (const std::vector<std::uint64_t>& shape : std::vector<std::vector<std::uint64_t>>{
             {4, 4}, {3, 4, 4}, {2, 3, 4, 4}, {2, 1, 3, 4, 4}, {2, 3, 2, 4}}) {
        CAPTURE(shape.size());
        Counted one("anything", shape);
        const std::vector<model::Array> arrays = all({&one});
        const Attention got = attention_of(arrays, {tokens, {}});
        REQUIRE(got.error == "");
        const int rows = static_cast<int>(shape[shape.size() - 2]);
        CHECK(got.layers == (shape.size() > 3 ? 2 : 1));
        CHECK(got.heads == (shape.size() > 2 ? 3 : 1));
        CHECK(got.rows == rows);
        CHECK(got.cols == 4);
        CHECK(got.keys == tokens);
        CHECK(got.queries == std::vector<std::string>(tokens.end() - rows, tokens.end()));
        int count = 0;
        for (int l = 0; l < got.layers; ++l)
            for (int h = 0; h < got.heads; ++h) {
                REQUIRE(got.map(l, h).size() == static_cast<std::size_t>(rows * 4));
                for (const float each : got.map(l, h)) CHECK(each == static_cast<float>(count++));
            }
        CHECK(static_cast<std::size_t>(count) == one.numbers.size());
    }
}

TEST_CASE("brought attention: by its name, a list in its order, numbered where no tokens came") {
    Counted other("q", {4, 4}), named("attention", {1, 4, 4});
    const std::vector<model::Array> two = all({&other, &named});
    const Attention got = attention_of(two, {});
    REQUIRE(got.error == "");
    CHECK(got.map(0, 0).data() == named.numbers.data());
    CHECK(!got.named);
    CHECK(got.keys == std::vector<std::string>{"0", "1", "2", "3"});

    Counted tenth("attention.10", {2, 3, 3}), second("attention.9", {1, 2, 3, 3});
    const std::vector<model::Array> list = all({&tenth, &second});
    const Attention layers = attention_of(list, {});
    REQUIRE(layers.error == "");
    CHECK(layers.layers == 2);
    CHECK(layers.map(0, 1).data() == second.numbers.data() + 9);
    CHECK(layers.map(1, 0).data() == tenth.numbers.data());

    const auto refusal = [](const char* first, const char* second) {
        Counted one(first, {2, 3, 3}), other(second, {2, 3, 3});
        const std::vector<model::Array> both = all({&one, &other});
        return attention_of(both, {}).error;
    };
    CHECK(refusal("attention.9", "attention.10") == "");
    CHECK(refusal("attention.12", "attention.10") ==
          "“attention.12” comes after “attention.10”: a list of layers is numbered one by one.");
    CHECK(refusal("attention.9", "attn.9") ==
          "“attn.9” comes after “attention.9”: a list of layers is numbered one by one.");
}

TEST_CASE("brought attention: what is said of what cannot be shown") {
    const auto said = [](std::initializer_list<Counted*> of, std::size_t tokens = 0) {
        const std::vector<model::Array> arrays = all(of);
        const Attention got = attention_of(arrays, {std::vector<std::string>(tokens, "a"), {}});
        CHECK(got.weights.empty());
        return got.error;
    };
    CHECK(said({}) == "There are no arrays in it.");
    Counted a("a", {2, 2}), b("b", {2, 2});
    CHECK(said({&a, &b}) == "None of its arrays is called “attention”, and which is meant is not clear.");
    Counted flat("attention", {5});
    CHECK(said({&flat}) ==
          "“attention” has the shape [5]; attention is [layers, heads, n, n], [heads, n, n] or [n, n].");
    Counted batch("attention", {1, 2, 1, 2, 2});
    CHECK(said({&batch}) == "“attention” has the shape [1, 2, 1, 2, 2]: a batch of 2, and one can be shown.");
    Counted nothing("attention", {1, 0, 2, 2});
    CHECK(said({&nothing}) == "“attention” has the shape [1, 0, 2, 2]: there is nothing in it.");
    Counted many("attention", {1, 5000, 1, 1});
    CHECK(said({&many}) == "It has more than 4096 heads in all.");
    Counted wide("attention", {1, 5000});
    CHECK(said({&wide}) == "“attention” has 1 queries and 5000 keys, and at most 4096 of each can be shown.");
    Counted first("attention.0", {2, 3, 3}), other("attention.1", {2, 3, 4});
    CHECK(said({&first, &other}) ==
          "“attention.1” has the shape [2, 3, 4], another than the layer before it.");
    Counted few("attention", {3, 3});
    CHECK(said({&few}, 2) == "2 tokens came for 3 keys.");
    Counted asked("attention", {3, 3});
    const std::vector<model::Array> cross = all({&asked});
    CHECK(attention_of(cross, {{"a", "b", "c"}, {"x", "y"}}).error ==
          "2 tokens of queries came for 3 queries.");
    CHECK(attention_of(cross, {{"a", "b", "c"}, {"x", "y", "z"}}).queries ==
          std::vector<std::string>{"x", "y", "z"});
}

TEST_CASE("brought attention: measures of heads made for one thing each") {
    const std::vector<std::string> tokens = {"x", "y", "x", "y"};
    const auto of = [&tokens](const std::vector<float>& map) {
        return all_of({map.data(), static_cast<int>(map.size() / 4), 4}, numbered(tokens));
    };
    const Measures previous = of({1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0});
    CHECK(previous.previous == 1);
    CHECK(previous.entropy == 0);
    CHECK(previous.distance == 0.75);
    CHECK(previous.first == 0.5);
    CHECK(previous.duplicate == 0);
    CHECK(previous.induction == 1);  // (the word before “x” is the “y” that followed the first “x”)
    const Measures duplicate = of({1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0});
    CHECK(duplicate.duplicate == 1);
    CHECK(duplicate.induction == 0);
    CHECK(duplicate.distance == 1);
    const Measures even = of({0.25f, 0.25f, 0.25f, 0.25f});  // one query: the last token
    CHECK(even.entropy == doctest::Approx(std::log(4.0)));
    CHECK(even.distance == 1.5);
    CHECK(even.previous == 0.25);
    CHECK(even.duplicate == 0.25);
    CHECK(even.induction == 0.25);
    const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    const Measures broken = of({nan, inf, 0.5f, 0.5f, 0.5f, 0.4f, 0, 0});
    CHECK(broken.nan == 1);
    CHECK(broken.infinite == 1);
    CHECK(broken.rows_off == 2);
    CHECK(std::isfinite(broken.entropy));
    const float one = 1;
    const Measures unnamed = all_of({&one, 1, 1}, {});
    CHECK(std::isnan(unnamed.duplicate));
    CHECK(std::isnan(unnamed.previous));
}

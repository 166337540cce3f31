// Which arrays are taken for queries, keys and values, and what is said of those that do not belong together.
#include "explainer/brought/head_tensors.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "counted.h"

using namespace explainer::brought;

namespace {

using Shape = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("brought vectors: of any depth and by any of their names, and which number is whose") {
    struct Case {
        Shape shape;
        int layers, heads;
    };
    const std::vector<std::string> tokens = {"a", "b", "c", "d", "e"};
    for (const auto& [lead, layers, heads] :
         {Case{{}, 1, 1}, Case{{1}, 1, 1}, Case{{3}, 1, 3}, Case{{2, 3}, 2, 3}, Case{{2, 1, 3}, 2, 3}})
        for (const std::vector<std::string>& names :
             std::vector<std::vector<std::string>>{{"q", "k", "v"},
                                                   {"Q", "K", "V"},
                                                   {"query", "key", "value"},
                                                   {"queries", "keys", "values"}}) {
            CAPTURE(names[0]);
            CAPTURE(lead.size());
            const auto deep = [&lead = lead](std::uint64_t rows, std::uint64_t cols) {
                Shape out = lead;
                out.push_back(rows);
                out.push_back(cols);
                return out;
            };
            Counted q(names[0], deep(4, 6)), k(names[1], deep(5, 6)), v(names[2], deep(5, 2));
            const std::vector<model::Array> arrays = all({&v, &q, &k});
            const HeadTensors got = head_tensors_of(arrays, {tokens, {}}, Wanted::arrivals);
            REQUIRE(got.error == "");
            CHECK(got.layers == layers);
            CHECK(got.heads == heads);
            CHECK(got.rows == 4);
            CHECK(got.cols == 5);
            CHECK(got.d() == 6);
            CHECK(got.dv() == 2);
            CHECK(got.keys == tokens);
            CHECK(got.queries == std::vector<std::string>(tokens.begin() + 1, tokens.end()));
            CHECK(!got.attention);
            const auto last = static_cast<std::size_t>(layers * heads - 1);
            CHECK(got.of(*got.q, layers - 1, heads - 1).data == q.numbers.data() + last * 24);
            CHECK(got.of(*got.k, layers - 1, heads - 1).data == k.numbers.data() + last * 30);
            CHECK(got.of(*got.v, layers - 1, heads - 1).data == v.numbers.data() + last * 10);
        }
}

TEST_CASE("brought vectors: grouped queries share keys and values, a list is of layers") {
    Counted q("q", {6, 3, 2}), k("k", {2, 3, 2}), v("v", {1, 3, 4});
    const std::vector<model::Array> arrays = all({&q, &k, &v});
    const HeadTensors got = head_tensors_of(arrays, {}, Wanted::arrivals);
    REQUIRE(got.error == "");
    CHECK(got.heads == 6);
    for (int head = 0; head < 6; ++head) {
        CHECK(got.of(*got.q, 0, head).data == q.numbers.data() + head * 6);
        CHECK(got.of(*got.k, 0, head).data == k.numbers.data() + (head < 3 ? 0 : 6));
        CHECK(got.of(*got.v, 0, head).data == v.numbers.data());
    }
    Counted first("q.0", {1, 2, 3, 2}), second("q.1", {2, 3, 2}), keys("k", {2, 2, 3, 2});
    const std::vector<model::Array> list = all({&second, &first, &keys});
    const HeadTensors layers = head_tensors_of(list, {}, Wanted::weights);
    REQUIRE(layers.error == "");
    CHECK(layers.layers == 2);
    CHECK(layers.of(*layers.q, 1, 0).data == second.numbers.data());
}

TEST_CASE("brought vectors: attention goes before what follows from queries and keys") {
    Counted attention("attention", {2, 3, 3}), q("q", {2, 3, 4}), k("k", {2, 3, 4}), v("v", {2, 3, 4});
    const std::vector<model::Array> arrays = all({&q, &k, &v, &attention});
    for (const Wanted wanted : {Wanted::weights, Wanted::arrivals}) {
        const HeadTensors got = head_tensors_of(arrays, {}, wanted);
        REQUIRE(got.error == "");
        REQUIRE(got.attention);
        CHECK(got.weights_of(0, 1).data == attention.numbers.data() + 9);
        CHECK(!got.q);
        CHECK(got.v.has_value() == (wanted == Wanted::arrivals));
    }
    const HeadTensors scores = head_tensors_of(arrays, {}, Wanted::scores);
    REQUIRE(scores.error == "");
    CHECK(!scores.attention);
    CHECK(!scores.causal);
    // Its first query sees nothing later: so do those of q and k.
    attention.numbers = {1, 0, 0, .5f, .5f, 0, .2f, .3f, .5f, 1, 0, 0, .5f, .5f, 0, .2f, .3f, .5f};
    const_cast<model::Array&>(arrays[3]).numbers = attention.numbers;
    CHECK(head_tensors_of(arrays, {}, Wanted::scores).causal);
    // What has no name is attention still, where it is alone.
    Counted lone("", {3, 3});
    CHECK(head_tensors_of(all({&lone}), {}, Wanted::weights).attention.has_value());
}

TEST_CASE("brought vectors: what is said of what does not belong together") {
    struct Given {
        std::string name;
        Shape shape;
    };
    const auto said = [](const std::vector<Given>& given, Wanted wanted, std::size_t tokens = 0) {
        std::vector<std::unique_ptr<Counted>> kept;
        std::vector<model::Array> arrays;
        for (const auto& [name, shape] : given) {
            kept.push_back(std::make_unique<Counted>(name, shape));
            arrays.push_back(std::move(kept.back()->array));
        }
        const HeadTensors got = head_tensors_of(arrays, {std::vector<std::string>(tokens, "a"), {}}, wanted);
        if (!got.error.empty()) CHECK(got.layers == 0);
        return got.error;
    };
    using enum Wanted;
    CHECK(said({}, weights) == "There are no arrays in it.");
    CHECK(said({{"k", {2, 2}}}, weights) == "None of its arrays is called “q”.");
    CHECK(said({{"q", {2, 2}}}, arrivals) == "None of its arrays is called “k”.");
    CHECK(said({{"attention", {2, 2}}, {"k", {2, 2}}}, scores) == "None of its arrays is called “q”.");
    CHECK(said({{"v", {2, 2}}}, arrivals) == "None of its arrays is called “attention”, or “q” and “k”.");
    CHECK(said({{"attention", {2, 2}}}, arrivals) == "None of its arrays is called “v”.");
    CHECK(said({{"a", {2, 2}}, {"b", {2, 2}}}, weights) ==
          "None of its arrays is called “attention”, and which is meant is not clear.");
    CHECK(said({{"q", {4}}, {"k", {2, 2}}}, scores) ==
          "“q” has the shape [4]; it is [n, d] of a head, or [layers, heads, n, d].");
    CHECK(said({{"q", {2, 2}}, {"k", {2, 0}}}, scores) ==
          "“k” has the shape [2, 0]: there is nothing in it.");
    CHECK(said({{"q", {1, 5000}}, {"k", {2, 2}}}, scores) ==
          "“q” has 1 queries and 5000 components, and at most 4096 of each can be shown.");
    CHECK(said({{"q", {2, 64}}, {"K", {2, 32}}}, weights) == "“q” has 64 components, and “K” 32.");
    CHECK(said({{"q", {2, 1, 2, 3}}, {"k", {3, 1, 2, 3}}}, weights) == "“k” is of 3 layers, and “q” of 2.");
    CHECK(said({{"q", {6, 2, 3}}, {"k", {4, 2, 3}}}, weights) == "“k” is of 4 heads, and “q” of 6.");
    CHECK(said({{"q", {2, 2, 3}}, {"k", {4, 2, 3}}}, weights) == "“k” is of 4 heads, and “q” of 2.");
    CHECK(said({{"attention", {12, 2, 2}}, {"v", {2, 3}}}, arrivals) ==
          "“v” is of 1 head, and attention of 12.");
    CHECK(said({{"attention", {2, 2}}, {"v", {3, 3}}}, arrivals) == "“v” has 3 rows, and there are 2 keys.");
    CHECK(said({{"q", {2, 3}}, {"k", {4, 3}}}, weights, 3) == "3 tokens came for 4 keys.");
    CHECK(said({{"attention", {2, 3}}, {"v", {3, 1}}}, arrivals, 2) == "2 tokens came for 3 keys.");
}

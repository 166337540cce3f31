// The forward pass against the formulas in double, each value that it keeps.
#include "model/transformer.h"

#include "helpers.h"

using namespace model;
using test::z;

namespace {

constexpr double bound = 1e-4;

void compare(const Run& run, const test::Expected& expected) {
    REQUIRE(run.residual.size() == expected.residual.size());
    for (std::size_t i = 0; i < run.residual.size(); ++i)
        CHECK(test::distance(run.residual[i], expected.residual[i]) < bound);
    REQUIRE(run.layers.size() == expected.layers.size());
    for (std::size_t l = 0; l < run.layers.size(); ++l) {
        const LayerRun& got = run.layers[l];
        const test::Expected::Layer& want = expected.layers[l];
        CHECK(test::distance(got.norm_1, want.norm_1) < bound);
        CHECK(test::distance(got.q, want.q) < bound);
        CHECK(test::distance(got.k, want.k) < bound);
        CHECK(test::distance(got.v, want.v) < bound);
        CHECK(test::distance(got.heads, want.heads) < bound);
        for (std::size_t h = 0; h < want.weights.size(); ++h) {
            CHECK(test::distance(got.weights_of(static_cast<int>(h)), want.weights[h]) < bound);
            CHECK(test::distance(got.part(static_cast<int>(h)), want.parts[h]) < bound);
        }
        CHECK(test::distance(got.attention, want.attention) < bound);
        CHECK(test::distance(got.norm_2, want.norm_2) < bound);
        CHECK(test::distance(got.hidden_before, want.hidden_before) < bound);
        CHECK(test::distance(got.hidden, want.hidden) < bound);
        CHECK(test::distance(got.mlp, want.mlp) < bound);
    }
    CHECK(test::distance(run.norm, expected.norm) < bound);
    CHECK(test::distance(run.logits, expected.logits) < bound);
}

}  // namespace

TEST_CASE("forward: every value is the double reference's, any config, any heads switched off") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    test::Random random(seed);
    for (int round = 0; round < 60; ++round) {
        CAPTURE(round);
        const Config config = test::random_config(random);
        const test::Parameters parameters = test::random_parameters(config, random);
        const Weights weights = test::bound(config, parameters);
        const std::vector<int> tokens =
            random.tokens(round == 0 ? config.context : random.from(1, config.context), config.vocabulary);
        std::vector<unsigned char> off(z(config.layers * config.heads));
        for (unsigned char& one : off)
            one = random.from(0, 2) == 0 ? static_cast<unsigned char>(random.from(1, 255)) : 0;
        const test::OwnRun all_on(weights, tokens);
        compare(all_on.run, test::reference(config, parameters, tokens));
        const test::OwnRun some_off(weights, tokens, {off.data()});
        compare(some_off.run, test::reference(config, parameters, tokens, off));
    }
}

TEST_CASE("forward: the page's sizes, a whole context") {
    test::Random random(1);
    const Config config{.vocabulary = 78, .context = 48, .width = 64, .layers = 2, .heads = 4, .inner = 256};
    const test::Parameters parameters = test::random_parameters(config, random);
    const Weights weights = test::bound(config, parameters);
    const std::vector<int> tokens = random.tokens(48, 78);
    compare(test::OwnRun(weights, tokens).run, test::reference(config, parameters, tokens));
}

TEST_CASE("forward: one head off changes logits; its part is zeros and those of its layer's others stay") {
    test::Random random(2);
    const Config config{.vocabulary = 9, .context = 8, .width = 12, .layers = 2, .heads = 3, .inner = 20};
    const test::Parameters parameters = test::random_parameters(config, random);
    const Weights weights = test::bound(config, parameters);
    const std::vector<int> tokens = random.tokens(8, 9);
    const test::OwnRun on(weights, tokens);
    const std::vector<unsigned char> off = {0, 0, 0, 0, 1, 0};  // layer 1, head 1
    const test::OwnRun changed(weights, tokens, {off.data()});
    CHECK(test::distance(changed.run.logits, test::widen(on.run.logits)) > 0.01);
    for (int h = 0; h < 3; ++h) {
        CHECK(test::distance(changed.run.layers[0].part(h), test::widen(on.run.layers[0].part(h))) == 0);
        const MatrixView part = changed.run.layers[1].part(h);
        if (h == 1)
            CHECK(test::distance(part, test::Numbers(part.size(), 0.0)) == 0);
        else
            CHECK(test::distance(part, test::widen(on.run.layers[1].part(h))) == 0);
        // What it would say is still there.
        CHECK(test::distance(changed.run.layers[1].heads, test::widen(on.run.layers[1].heads)) == 0);
    }
}

TEST_CASE(
    "forward is causal: a later token changes nothing before it, to the last bit, and something at it") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    test::Random random(seed);
    for (int round = 0; round < 20; ++round) {
        Config config = test::random_config(random);
        config.vocabulary += 1;
        config.context += 1;
        const test::Parameters parameters = test::random_parameters(config, random);
        const Weights weights = test::bound(config, parameters);
        const std::vector<int> tokens = random.tokens(config.context, config.vocabulary);
        const int changed = random.from(1, config.context - 1);
        std::vector<int> others = tokens;
        others[z(changed)] = (tokens[z(changed)] + 1) % config.vocabulary;
        const test::OwnRun a(weights, tokens), b(weights, others);
        const auto same_before = [&](MatrixView x, MatrixView y) {
            CHECK(test::distance(x.rows_from(0, changed), test::widen(y.rows_from(0, changed))) == 0);
        };
        same_before(a.run.logits, b.run.logits);
        for (std::size_t l = 0; l < a.run.layers.size(); ++l) {
            for (int h = 0; h < config.heads; ++h) {
                same_before(a.run.layers[l].weights_of(h), b.run.layers[l].weights_of(h));
                same_before(a.run.layers[l].part(h), b.run.layers[l].part(h));
                for (int i = 0; i < config.context; ++i) {
                    for (int j = i + 1; j < config.context; ++j)
                        CHECK(a.run.layers[l].weights_of(h)(i, j) == 0);
                }
            }
        }
        CHECK(test::distance(a.run.residual[0].rows_from(changed, 1),
                             test::widen(b.run.residual[0].rows_from(changed, 1))) > 0);
    }
}

TEST_CASE("forward refuses tokens that the model has not, and more than its context") {
    test::Random random(3);
    const Config config{.vocabulary = 5, .context = 3, .width = 4, .layers = 1, .heads = 2, .inner = 6};
    const test::Parameters parameters = test::random_parameters(config, random);
    const Weights weights = test::bound(config, parameters);
    std::vector<float> memory(run_floats(config, 4), 7.0f);
    const std::vector<float> untouched = memory;
    const auto refused = [&](const std::vector<int>& tokens) {
        const Run run(config, static_cast<int>(tokens.size()), memory.data());
        const Error error = forward(weights, tokens.data(), {}, run);
        CHECK(memory == untouched);
        return attention::message(error);
    };
    CHECK(refused({0, 4, 5}) == "tokens has 5, the vocabulary is 0 to 4");
    CHECK(refused({-1}) == "tokens has -1, the vocabulary is 0 to 4");
    CHECK(refused({0, 1, 2, 3}) == "tokens are 4, the context has places for 3");
    CHECK(attention::message(validate(config, nullptr, 0)) == "tokens must be at least 1, got 0");
    CHECK(attention::message(validate(config, nullptr, 2)) == "tokens has no data");
}

TEST_CASE("a config's sizes are checked, each by its name") {
    const Config good{.vocabulary = 5, .context = 3, .width = 4, .layers = 1, .heads = 2, .inner = 6};
    CHECK(!validate(good));
    const auto with = [&](auto change) {
        Config config = good;
        change(config);
        return attention::message(validate(config));
    };
    CHECK(with([](Config& c) { c.vocabulary = 0; }) == "vocabulary must be at least 1, got 0");
    CHECK(with([](Config& c) { c.context = -2; }) == "context must be at least 1, got -2");
    CHECK(with([](Config& c) { c.width = 0; }) == "width must be at least 1, got 0");
    CHECK(with([](Config& c) { c.layers = 0; }) == "layers must be at least 1, got 0");
    CHECK(with([](Config& c) { c.heads = 0; }) == "heads must be at least 1, got 0");
    CHECK(with([](Config& c) { c.inner = 0; }) == "inner must be at least 1, got 0");
    CHECK(with([](Config& c) { c.heads = 3; }) == "heads must divide width: 3 does not divide 4");
    CHECK(with([](Config& c) { c.epsilon = 0; }) == "epsilon must be finite and greater than 0, got 0");
    CHECK(with([](Config& c) { c.epsilon = INFINITY; }) ==
          "epsilon must be finite and greater than 0, got inf");
    CHECK(with([](Config& c) { c.epsilon = NAN; }).starts_with("epsilon must be finite"));
    CHECK(with([](Config& c) { c.layers = 1025; }) == "layers must be at most 1024, got 1025");
    CHECK(with([](Config& c) { c.inner = 1048577; }) == "inner must be at most 1048576, got 1048577");
    // The largest that is allowed is counted without overflow: more than any of its parts.
    const int most = largest_size;
    Config largest{most, most, most, most_layers, most_layers, most, 1e-5f};
    CHECK(!validate(largest));
    largest.layers = 1;
    const FloatCount one_layer = run_floats(largest, most);
    CHECK(one_layer > area(most, most) * 1024 * 2);
    CHECK(one_layer < FloatCount{1} << 53);  // times 1024 layers: 63 bits
}

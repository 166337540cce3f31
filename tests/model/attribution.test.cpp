// What each part adds to a lead, and what a run would say half way, against the formulas in double.
#include "model/attribution.h"

#include "helpers.h"

using namespace model;
using test::Numbers;
using test::z;

namespace {

Numbers last_row(const Numbers& all, std::size_t width) {
    return {all.end() - static_cast<std::ptrdiff_t>(width), all.end()};
}

}  // namespace

TEST_CASE(
    "attribution: parts are what each adds to the lead, and come to all of it; the lens reads any depth") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    test::Random random(seed);
    for (int round = 0; round < 40; ++round) {
        CAPTURE(round);
        Config config = test::random_config(random);
        config.vocabulary = std::max(config.vocabulary, 2);
        config.epsilon = 0.3f;  // (a narrow row's norm would magnify float32's rounding)
        const test::Parameters parameters = test::random_parameters(config, random);
        const Weights weights = test::bound(config, parameters);
        const std::vector<int> tokens = random.tokens(random.from(1, config.context), config.vocabulary);
        std::vector<unsigned char> off(z(config.layers * config.heads));
        for (unsigned char& one : off) one = random.from(0, 3) == 0;
        const test::OwnRun own(weights, tokens, {off.data()});
        const test::Expected wanted = test::reference(config, parameters, tokens, off);
        const std::size_t width = z(config.width), vocabulary = z(config.vocabulary);
        const Numbers logits = last_row(wanted.logits, vocabulary), wte = parameters("wte.weight"),
                      gain = parameters("ln_f.weight"), bias = parameters("ln_f.bias");

        const int word = random.from(0, config.vocabulary - 1),
                  rival = (word + random.from(1, config.vocabulary - 1)) % config.vocabulary;
        const std::vector<Part> parts = parts_of(weights, own.run, word, rival);
        double sum = 0;
        for (const Part& one : parts) sum += one.adds;
        CHECK(sum == doctest::Approx(logits[z(word)] - logits[z(rival)]).epsilon(1e-4).scale(1));

        // The last norm with its scale held fast, of one part's vector.
        const Numbers end = last_row(wanted.residual.back(), width);
        double mean = 0, squares = 0;
        for (const double x : end) mean += x / static_cast<double>(width);
        for (const double x : end) squares += (x - mean) * (x - mean) / static_cast<double>(width);
        const double scale = std::sqrt(squares + static_cast<double>(config.epsilon));
        const auto adds = [&](const Numbers& x) {
            double middle = 0, lead = 0;
            for (const double one : x) middle += one / static_cast<double>(width);
            for (std::size_t j = 0; j < width; ++j)
                lead += (x[j] - middle) / scale * gain[j] *
                        (wte[z(word) * width + j] - wte[z(rival) * width + j]);
            return lead;
        };
        REQUIRE(parts.size() == z(config.layers * (config.heads + 1) + 2));
        CHECK(parts.front().name() == "embedding");
        CHECK(parts[1].name() == "head 1.1");
        CHECK(parts[parts.size() - 2].name() == "MLP " + std::to_string(config.layers));
        CHECK(parts.back().name() == "bias");
        std::size_t next = 0;
        const auto check = [&](Part::Of of, int layer, int head, double expected) {
            const Part& one = parts[next++];
            CHECK((one.of == of && one.layer == layer && one.head == head));
            CHECK(one.adds == doctest::Approx(expected).epsilon(1e-4).scale(1));
        };
        check(Part::Of::embedding, 0, 0, adds(last_row(wanted.residual[0], width)));
        double biases = 0;
        for (std::size_t j = 0; j < width; ++j)
            biases += bias[j] * (wte[z(word) * width + j] - wte[z(rival) * width + j]);
        for (int l = 0; l < config.layers; ++l) {
            const auto& layer = wanted.layers[z(l)];
            for (int h = 0; h < config.heads; ++h)
                check(Part::Of::head, l, h, adds(last_row(layer.parts[z(h)], width)));
            check(Part::Of::mlp, l, 0, adds(last_row(layer.mlp, width)));
            biases += adds(parameters("h." + std::to_string(l) + ".attn.c_proj.bias"));
        }
        check(Part::Of::bias, 0, 0, biases);

        for (int depth = 0; depth <= config.layers; ++depth) {
            std::vector<float> got(vocabulary);
            lens(weights, own.run, depth, got.data());
            const Numbers norm = test::normed(last_row(wanted.residual[2 * z(depth)], width), 1, parameters,
                                              "ln_f", static_cast<double>(config.epsilon));
            for (std::size_t t = 0; t < vocabulary; ++t) {
                double expected = 0;
                for (std::size_t j = 0; j < width; ++j) expected += norm[j] * wte[t * width + j];
                CHECK(static_cast<double>(got[t]) == doctest::Approx(expected).epsilon(1e-4).scale(1));
            }
        }
    }
}

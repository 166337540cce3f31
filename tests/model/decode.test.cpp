// Decoding token by token says what the forward pass says of every prefix.
#include "model/decode.h"

#include "helpers.h"

using namespace model;
using test::z;

TEST_CASE("decode equals forward for every prefix, with heads off too, and again after clear") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    test::Random random(seed);
    for (int round = 0; round < 30; ++round) {
        CAPTURE(round);
        const Config config = test::random_config(random);
        const test::Parameters parameters = test::random_parameters(config, random);
        const Weights weights = test::bound(config, parameters);
        std::vector<unsigned char> off(z(config.layers * config.heads));
        for (unsigned char& one : off) one = round % 2 && random.from(0, 2) == 0;
        const Options options{round % 2 ? off.data() : nullptr};
        std::vector<float> memory(decoder_floats(config), 54321.0f), logits(z(config.vocabulary));
        Decoder decoder(weights, memory.data());
        for (int pass = 0; pass < 2; ++pass) {
            const std::vector<int> tokens = random.tokens(config.context, config.vocabulary);
            for (int i = 0; i < config.context; ++i) {
                CHECK(decoder.length() == i);
                CHECK(!decoder.next(tokens[z(i)], options, logits.data()));
                const std::vector<int> prefix(tokens.begin(), tokens.begin() + i + 1);
                const test::OwnRun run(weights, prefix, options);
                CHECK(test::distance(run.run.logits.rows_from(i, 1), {logits.begin(), logits.end()}) < 1e-5);
            }
            decoder.clear();
        }
    }
}

TEST_CASE("decode refuses a token that the model has not, and one too many; then nothing has happened") {
    test::Random random(5);
    const Config config{.vocabulary = 5, .context = 2, .width = 4, .layers = 2, .heads = 2, .inner = 6};
    const test::Parameters parameters = test::random_parameters(config, random);
    const Weights weights = test::bound(config, parameters);
    std::vector<float> memory(decoder_floats(config)), logits(5, 7.0f);
    Decoder decoder(weights, memory.data());
    const auto refused = [&](int token) {
        return attention::message(decoder.next(token, {}, logits.data()));
    };
    CHECK(refused(5) == "tokens has 5, the vocabulary is 0 to 4");
    CHECK(refused(-1) == "tokens has -1, the vocabulary is 0 to 4");
    CHECK(decoder.length() == 0);
    CHECK(logits == std::vector<float>(5, 7.0f));
    CHECK(refused(1) == "");
    CHECK(refused(7) == "tokens has 7, the vocabulary is 0 to 4");
    CHECK(refused(3) == "");
    const std::vector<float> last = logits;
    CHECK(refused(3) == "tokens are 3, the context has places for 2");
    CHECK(logits == last);
    CHECK(decoder.length() == 2);
    CHECK(test::distance(test::OwnRun(weights, {1, 3}).run.logits.rows_from(1, 1),
                         {last.begin(), last.end()}) < 1e-5);
}

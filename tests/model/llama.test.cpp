// Models of Llama's shape, and GPT-2's as files hold it: logits, weights and the residual stream beside
// PyTorch's (make_llama_cases.py), decoding, what need not be kept, halves, and what is refused.
#include "llama.h"

#include <nlohmann/json.hpp>

#include "model/decode.h"
#include "model/linear.h"
#include "stored_case.h"

using namespace model;
using test::z;

namespace {

Config config_of(const nlohmann::json& said) {
    Config config;
    config.vocabulary = said["vocab_size"];
    config.tied = said["tie_word_embeddings"];
    if (said["model_type"] == "gpt2") {
        config.context = said["n_positions"];
        config.width = said["n_embd"];
        config.layers = said["n_layer"];
        config.heads = said["n_head"];
        config.inner = said["n_inner"];
        config.epsilon = said["layer_norm_epsilon"];
        return config;
    }
    config.family = Family::llama;
    config.context = said["max_position_embeddings"];
    config.width = said["hidden_size"];
    config.layers = said["num_hidden_layers"];
    config.heads = said["num_attention_heads"];
    config.kv_heads = said["num_key_value_heads"];
    config.head_width = said["head_dim"];
    config.inner = said["intermediate_size"];
    config.epsilon = said["rms_norm_eps"];
    config.rope_theta = said["rope_theta"];
    return config;
}

test::Numbers row_of(const test::Numbers& all, int row, int cols) {
    return {all.begin() + row * cols, all.begin() + (row + 1) * cols};
}

// Logits of each prefix, by a decoder that reads `most` tokens at once, in pieces of `piece` tokens.
void check_decoder(const Weights& weights, const std::vector<int>& tokens, const test::Numbers& logits,
                   int most, int piece) {
    CAPTURE(most);
    CAPTURE(piece);
    const Config& config = weights.config;
    const int n = static_cast<int>(tokens.size());
    std::vector<float> memory(decoder_floats(config, n, most), 54321.0f), newest(z(config.vocabulary));
    Decoder decoder(weights, n, most, memory.data());
    for (int pass = 0; pass < 2; ++pass) {
        for (int from = 0; from < n; from += piece) {
            const int count = std::min(piece, n - from);
            CHECK(!decoder.read(tokens.data() + from, count, {}, newest.data()));
            CHECK(decoder.length() == from + count);
            CHECK(test::distance({newest.data(), 1, config.vocabulary},
                                 row_of(logits, from + count - 1, config.vocabulary)) < 1e-5);
        }
        decoder.clear();
    }
}

}  // namespace

TEST_CASE("llama, and GPT-2's files: logits, weights and the residual stream are PyTorch's to 1e-5") {
    for (const std::string name : {"llama_f32", "llama_f16", "llama_bf16", "gpt2_file"}) {
        CAPTURE(name);
        const test::StoredCase stored(name + "_case");
        const Config config = config_of(nlohmann::json::parse(stored.file.metadata.at("config")));
        Bound bound = bind_weights(stored.file.tensors, config);
        REQUIRE(message(bound.error) == "");
        const Weights weights = std::move(bound.weights);
        const std::vector<int> tokens = stored.numbers<int>("case.tokens");
        const int n = static_cast<int>(tokens.size());
        const auto numbers = [&](const std::string& what) {
            const std::vector<float> all = stored.numbers<float>("case." + what);
            return test::Numbers(all.begin(), all.end());
        };
        const test::OwnRun run(weights, tokens);
        const test::Numbers logits = numbers("logits"), of_heads = numbers("weights");
        CHECK(test::distance(run.run.logits, logits) < 1e-5);
        for (int l = 0; l < config.layers; ++l) {
            const MatrixView& weights_of_layer = run.run.layers[z(l)].weights;
            const auto first = of_heads.begin() + static_cast<std::ptrdiff_t>(z(l) * weights_of_layer.size());
            CHECK(test::distance(weights_of_layer, {first, first + static_cast<std::ptrdiff_t>(
                                                                       weights_of_layer.size())}) < 1e-5);
        }
        if (config.family == Family::llama) {
            const test::Numbers residual = numbers("residual");
            for (int i = 0; i <= 2 * config.layers; ++i) {
                const auto first = residual.begin() + static_cast<std::ptrdiff_t>(i) * n * config.width;
                CHECK(test::distance(run.run.residual[z(i)], {first, first + n * config.width}) < 1e-5);
            }
        }
        for (const auto& [most, piece] : {std::pair{1, 1}, {1, 3}, {n, n}, {5, n}, {4, 6}})
            check_decoder(weights, tokens, logits, most, piece);
    }
}

TEST_CASE("llama: matrices of halves stay where they are, and mean the same as in float32") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    test::Random random(seed);
    for (int round = 0; round < 40; ++round) {
        CAPTURE(round);
        const bool llama = round % 2 == 0;
        const Config config = llama ? test::random_llama(random) : test::random_config(random);
        const test::Parameters parameters =
            llama ? test::llama_parameters(config, random) : test::random_parameters(config, random);
        const test::Halved halved(parameters, round % 4 < 2 ? Dtype::f16 : Dtype::bf16);
        Bound bound = bind_weights(halved.tensors, config);
        REQUIRE(message(bound.error) == "");
        const Weights weights = std::move(bound.weights), widened = test::bound(config, halved.as_floats);
        std::size_t of_vectors = 0;
        for (const auto& [name, one] : parameters.all)
            if (one.shape.size() == 1) of_vectors += one.numbers.size();
        CHECK(weights.own.size() == of_vectors);
        CHECK(weights.wte.data == nullptr);
        CHECK(weights.layers.back().c_proj.weight.halves != nullptr);
        // Of one, two and three rows, and of tiles.
        for (const int n : {1, std::min(3, config.context), config.context}) {
            const std::vector<int> tokens = random.tokens(n, config.vocabulary);
            const test::OwnRun ours(weights, tokens), theirs(widened, tokens);
            CHECK(test::distance(ours.run.logits, test::widen(theirs.run.logits)) == 0);
            CHECK(test::distance(ours.run.residual.back(), test::widen(theirs.run.residual.back())) == 0);
        }
    }
}

TEST_CASE(
    "products with weights [out, in], large enough to be packed: of each type, around tiles and panels") {
    test::Random random(14);
    for (const Dtype dtype : {Dtype::f32, Dtype::f16, Dtype::bf16}) {
        for (const int n : {1, 4, 13}) {
            for (const auto& [columns, inner] : {std::pair{65, 130}, {72, 127}, {100, 136}}) {
                CAPTURE(columns);
                test::Parameters one;
                one.all["w"].shape = {z(columns), z(inner)};
                for (int i = 0; i < columns * inner; ++i) one.all["w"].numbers.push_back(random.normal());
                const test::Halved halved(one, dtype == Dtype::f32 ? Dtype::f16 : dtype);
                const std::vector<float>& w = halved.as_floats.all.at("w").numbers;
                const std::vector<std::uint16_t>& halves = halved.halves.at("w");
                const Linear by{dtype == Dtype::f32 ? WeightMatrix(w.data(), columns, inner)
                                                    : WeightMatrix(halves.data(), dtype, columns, inner),
                                {},
                                true};
                std::vector<float> x(z(n * inner)), out(z(n * columns)), scratch(multiply_scratch(n, inner));
                for (float& number : x) number = random.normal();
                x[z(inner) - 1] = 40000;  // too large for F16's factor to go to the row
                linear({x.data(), n, inner}, by, scratch.data(), {out.data(), n, columns});
                for (int i = 0; i < n; ++i) {
                    for (int j = 0; j < columns; ++j) {
                        double expected = 0, size = 1;
                        for (int t = 0; t < inner; ++t) {
                            const double product = static_cast<double>(x[z(i * inner + t)]) *
                                                   static_cast<double>(w[z(j * inner + t)]);
                            expected += product;
                            size += std::abs(product);
                        }
                        CHECK(std::abs(static_cast<double>(out[z(i * columns + j)]) - expected) <
                              1e-6 * size);
                    }
                }
            }
        }
    }
}

TEST_CASE("F16 that is not finite becomes float32, so that it stays what it is") {
    test::Random random(8);
    const Config config = test::random_llama(random);
    test::Halved halved(test::llama_parameters(config, random), Dtype::f16);
    halved.halves["model.embed_tokens.weight"][1] = 0xfc00;
    const Bound bound = bind_weights(halved.tensors, config);
    REQUIRE(message(bound.error) == "");
    REQUIRE(bound.weights.wte.data != nullptr);
    CHECK(bound.weights.wte(0, 1) == -INFINITY);
    CHECK(bound.weights.wte(0, 0) == halved.as_floats.all["model.embed_tokens.weight"].numbers[0]);
}

TEST_CASE("a run that keeps only logits: the same ones to the last bit, heads off and patches too") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    test::Random random(seed);
    for (int round = 0; round < 20; ++round) {
        CAPTURE(round);
        const bool llama = round % 2 == 0;
        const Config config = llama ? test::random_llama(random) : test::random_config(random);
        const test::Parameters parameters =
            llama ? test::llama_parameters(config, random) : test::random_parameters(config, random);
        const Weights weights = test::bound(config, parameters);
        const int n = random.from(1, config.context);
        const std::vector<int> tokens = random.tokens(n, config.vocabulary);
        std::vector<unsigned char> off(z(config.layers * config.heads));
        for (unsigned char& one : off) one = random.from(0, 3) == 0;
        std::vector<float> values(z(std::max(config.width, config.d())));
        for (float& x : values) x = random.normal();
        const std::vector<Patch> patches = {
            {.layer = config.layers, .position = n - 1, .values = {values.data(), 1, config.width}},
            {.layer = random.from(0, config.layers), .values = {values.data(), 1, config.width}},
            {.site = Patch::Site::head,
             .layer = random.from(0, config.layers - 1),
             .head = random.from(0, config.heads - 1),
             .values = {values.data(), 1, config.d()}}};
        const Options options{off.data(), patches};
        CHECK(attention::message(validate(config, patches, n)) == "");
        const test::OwnRun all(weights, tokens, options);
        std::vector<float> memory(run_floats(config, n, Keep::logits), 12345.0f);
        const Run lean(config, n, memory.data(), Keep::logits);
        CHECK(!forward(weights, tokens.data(), options, lean));
        CHECK(test::distance(lean.logits, test::widen(all.run.logits)) == 0);
        CHECK(test::distance(lean.norm, test::widen(all.run.norm)) == 0);
        std::vector<float> weights_memory(run_floats(config, n, Keep::weights), 12345.0f);
        const Run looks(config, n, weights_memory.data(), Keep::weights);
        CHECK(!forward(weights, tokens.data(), options, looks));
        CHECK(test::distance(looks.logits, test::widen(all.run.logits.rows_from(n - 1, 1))) == 0);
        for (std::size_t l = 0; l < all.run.layers.size(); ++l)
            CHECK(test::distance(looks.layers[l].weights, test::widen(all.run.layers[l].weights)) == 0);
    }
    // What a long text takes does not grow with the layers.
    Config config{.vocabulary = 10, .context = 1000, .width = 64, .layers = 2, .heads = 8, .inner = 256};
    const FloatCount two = run_floats(config, 1000, Keep::logits),
                     weights_of_two = run_floats(config, 1000, Keep::weights);
    config.layers = 12;
    CHECK(run_floats(config, 1000, Keep::logits) == two);
    CHECK(run_floats(config, 1000) > 12 * area(8 * 1000, 1000));
    CHECK(two < 3 * area(1000, 1000));
    CHECK(run_floats(config, 1000, Keep::weights) == weights_of_two + 10 * area(8 * 1000, 1000));
}

TEST_CASE("llama: decoding equals forward for every prefix, with heads off too") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    test::Random random(seed);
    for (int round = 0; round < 20; ++round) {
        CAPTURE(round);
        const Config config = test::random_llama(random);
        const test::Parameters parameters = test::llama_parameters(config, random);
        const Weights weights = test::bound(config, parameters);
        const int n = config.context, most = random.from(1, n + 2);
        const std::vector<int> tokens = random.tokens(n, config.vocabulary);
        std::vector<unsigned char> off(z(config.layers * config.heads));
        for (unsigned char& one : off) one = round % 2 && random.from(0, 2) == 0;
        const Options options{off.data()};
        const test::OwnRun run(weights, tokens, options);
        std::vector<float> memory(decoder_floats(config, n, most), 54321.0f), newest(z(config.vocabulary));
        Decoder decoder(weights, n, most, memory.data());
        for (int from = 0; from < n;) {
            const int count = random.from(1, n - from);
            CHECK(!decoder.read(tokens.data() + from, count, options, newest.data()));
            from += count;
            CHECK(test::distance(run.run.logits.rows_from(from - 1, 1), {newest.begin(), newest.end()}) <
                  1e-4);
        }
    }
}

TEST_CASE("llama is causal, and what its heads add sums up") {
    test::Random random(12);
    for (int round = 0; round < 10; ++round) {
        const Config config = test::random_llama(random);
        const test::Parameters parameters = test::llama_parameters(config, random);
        const Weights weights = test::bound(config, parameters);
        std::vector<int> tokens = random.tokens(config.context, config.vocabulary);
        const test::OwnRun a(weights, tokens);
        const int changed = config.context - 1;
        tokens[z(changed)] = (tokens[z(changed)] + 1) % config.vocabulary;
        const test::OwnRun b(weights, tokens);
        CHECK(test::distance(a.run.logits.rows_from(0, changed),
                             test::widen(b.run.logits.rows_from(0, changed))) == 0);
        for (const LayerRun& layer : a.run.layers) {
            test::Numbers sum(layer.attention.size());
            for (int h = 0; h < config.heads; ++h) sum = test::sum(sum, test::widen(layer.part(h)));
            CHECK(test::distance(layer.attention, sum) < 1e-5);
        }
    }
}

TEST_CASE("a decoder of fewer tokens than the context says so when it is full; then nothing has happened") {
    test::Random random(5);
    const Config config = test::random_llama(random);
    const test::Parameters parameters = test::llama_parameters(config, random);
    const Weights weights = test::bound(config, parameters);
    std::vector<float> memory(decoder_floats(config, 2, 2)), logits(z(config.vocabulary), 7.0f);
    Decoder decoder(weights, 2, 2, memory.data());
    const int tokens[] = {1, 0, 1};
    CHECK(attention::message(decoder.read(tokens, 3, {}, logits.data())) ==
          (config.context == 2 ? "tokens are 3, the context has places for 2"
                               : "tokens are 3, this decoder has places for 2"));
    CHECK(attention::message(decoder.read(tokens, 0, {}, logits.data())) ==
          "tokens must be at least 1, got 0");
    CHECK(decoder.length() == 0);
    CHECK(logits == std::vector<float>(z(config.vocabulary), 7.0f));
}

// --- binding

namespace {

Config small() {
    Config config{.vocabulary = 5, .context = 3, .width = 4, .layers = 2, .heads = 2, .inner = 6};
    config.family = Family::llama;
    config.kv_heads = 1;
    config.head_width = 2;
    config.tied = false;
    return config;
}

struct Fixture {
    test::Random random{9};
    Config config = small();
    test::Parameters parameters = test::llama_parameters(config, random);
    std::vector<Tensor> tensors = parameters.tensors();
    float more[64] = {};

    Tensor& named(const std::string& name) {
        for (Tensor& tensor : tensors) {
            if (tensor.name == name) return tensor;
        }
        return tensors.emplace_back(Tensor{name, Dtype::f32, {4}, std::as_bytes(std::span(more)).first(16)});
    }
    std::string error() const {
        const std::string said = message(bind_weights(tensors, config).error);
        CHECK(message(needed_tensors(tensors, config).error) == said);
        return said;
    }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "llama: each tensor that is missing or has another shape is named in full") {
    CHECK(error() == "");
    CHECK(tensors.size() == 3 + 9 * 2);
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        Fixture without;
        const std::string name = tensors[i].name;
        without.tensors.erase(without.tensors.begin() + static_cast<std::ptrdiff_t>(i));
        CHECK(without.error() == name + " is missing");
        Fixture other;
        other.named(name).shape[0] += 1;
        CHECK(other.error().starts_with(name + " has shape ["));
    }
    named("model.layers.1.self_attn.k_proj.weight").shape = {4, 4};
    CHECK(error() == "model.layers.1.self_attn.k_proj.weight has shape [4, 4], must have [2, 4]");
    CHECK(message(bind_weights({}, config).error) == "model.embed_tokens.weight is missing");
}

TEST_CASE_FIXTURE(Fixture, "llama: a tensor of its layers that nobody asked for is refused, angles are not") {
    named("model.layers.0.self_attn.rotary_emb.inv_freq");
    named("something.else");
    CHECK(error() == "");
    const Needed needed = needed_tensors(tensors, config);
    REQUIRE(needed.tensors.size() == tensors.size());
    for (std::size_t i = 0; i < tensors.size(); ++i) CHECK(needed.tensors[i] == (i + 2 < tensors.size()));
    for (const std::string extra : {"self_attn.q_proj.bias", "self_attn.q_norm.weight"}) {
        Fixture other;
        other.named("model.layers.1." + extra);
        CHECK(other.error() ==
              "model.layers.1." + extra + " is not of a model of Llama's shape and this config");
    }
    Fixture shorter;
    shorter.config.layers = 1;
    CHECK(shorter.error().starts_with("model.layers.1."));
}

TEST_CASE_FIXTURE(Fixture,
                  "llama: names without a prefix; a head of one's own is wanted where it is not tied") {
    for (Tensor& tensor : tensors)
        if (tensor.name.starts_with("model.")) tensor.name.erase(0, 6);
    CHECK(error() == "");
    named("layers.0.mlp.up_proj.weight").shape = {1};
    CHECK(error() == "layers.0.mlp.up_proj.weight has shape [1], must have [6, 4]");
    Fixture tied;
    tied.config.tied = true;
    CHECK(tied.error() == "");  // the file's own head is left alone
    const Bound bound = bind_weights(tied.tensors, tied.config);
    CHECK(bound.weights.unembedding().weight.data == bound.weights.wte.data);
    const std::vector<Tensor> twice = [&] {
        std::vector<Tensor> all = tied.tensors;
        all.push_back(tied.named("model.norm.weight"));
        return all;
    }();
    CHECK(message(bind_weights(twice, config).error) == "model.norm.weight is there twice");
}

TEST_CASE("llama: a config's sizes are checked, each by its name") {
    CHECK(!validate(small()));
    const auto with = [&](auto change) {
        Config config = small();
        change(config);
        return attention::message(validate(config));
    };
    CHECK(with([](Config& c) { c.kv_heads = 3; }) == "kv_heads must be at most 2, got 3");
    CHECK(with([](Config& c) { c.kv_heads = -1; }) == "kv_heads must be at least 1, got -1");
    CHECK(with([](Config& c) { c.heads = 3, c.kv_heads = 2; }) ==
          "kv_heads must divide heads: 2 does not divide 3");
    CHECK(with([](Config& c) { c.head_width = 3; }) == "head_width must be even for RoPE, got 3");
    CHECK(with([](Config& c) { c.head_width = -2; }) == "head_width must be at least 1, got -2");
    CHECK(with([](Config& c) { c.head_width = 1 << 20; }) ==
          "head_width must be at most 524288, got 1048576");
    CHECK(with([](Config& c) { c.head_width = 0, c.heads = 3; }) ==
          "heads must divide width: 3 does not divide 4");
    CHECK(with([](Config& c) { c.rope_theta = 0; }) == "rope_theta must be finite and greater than 0, got 0");
    CHECK(with([](Config& c) { c.rope_theta = INFINITY; }) ==
          "rope_theta must be finite and greater than 0, got inf");
}

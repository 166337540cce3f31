// Our logits beside PyTorch's, on a file that make_torch_cases.py wrote: reader, binding, forward pass and
// decoding together, against somebody else's of each.
#include <nlohmann/json.hpp>

#include "model/decode.h"
#include "stored_case.h"

using namespace model;
using test::z;

namespace {

// The file, and where its weights are.
struct Case : test::StoredCase {
    Config config;
    Bound bound;

    Case() : StoredCase("torch_case") {
        const nlohmann::json said = nlohmann::json::parse(file.metadata["config"]);
        CHECK(said["activation_function"] == "gelu_new");
        config = {said["vocab_size"],        said["n_ctx"],  said["n_embd"],
                  said["n_layer"],           said["n_head"], said["n_inner"],
                  said["layer_norm_epsilon"]};
        bound = bind_weights(file.tensors, config);
        REQUIRE(message(bound.error) == "");
    }
};

}  // namespace

TEST_CASE("logits and weights are PyTorch's, with all heads and with some switched off") {
    const Case torch;
    const Weights& weights = torch.bound.weights;
    const int n = torch.config.context, heads = torch.config.heads;
    const std::vector<int> tokens = torch.numbers<int>("case.tokens");
    const std::vector<unsigned char> off = torch.numbers<unsigned char>("case.off");
    const int batch = static_cast<int>(tokens.size()) / n;
    CHECK(batch == 4);
    const std::vector<float> kept = torch.numbers<float>("case.weights");
    for (int b = 0; b < batch; ++b) {
        const std::vector<int> sentence(tokens.begin() + b * n, tokens.begin() + (b + 1) * n);
        const auto rows_of = [&](const std::vector<float>& all) {
            const std::ptrdiff_t size = static_cast<std::ptrdiff_t>(n) * torch.config.vocabulary;
            return test::Numbers(all.begin() + b * size, all.begin() + (b + 1) * size);
        };
        const test::Numbers logits = rows_of(torch.numbers<float>("case.logits"));
        const test::Numbers without = rows_of(torch.numbers<float>("case.logits_without"));
        const test::OwnRun all_on(weights, sentence);
        const test::OwnRun some_off(weights, sentence, {off.data()});
        CHECK(test::distance(all_on.run.logits, logits) < 1e-4);
        CHECK(test::distance(some_off.run.logits, without) < 1e-4);
        CHECK(test::distance(some_off.run.logits, logits) > 0.1);
        for (int l = 0; l < torch.config.layers; ++l) {
            const float* layer = kept.data() + static_cast<std::ptrdiff_t>((l * batch + b) * heads) * n * n;
            const test::Numbers expected(layer, layer + heads * n * n);
            CHECK(test::distance(all_on.run.layers[z(l)].weights, expected) < 1e-5);
        }
        std::vector<float> memory(decoder_floats(torch.config)), newest(z(torch.config.vocabulary));
        Decoder decoder(weights, memory.data());
        for (int i = 0; i < n; ++i) {
            CHECK(!decoder.next(sentence[z(i)], {}, newest.data()));
            const double* row = logits.data() + i * torch.config.vocabulary;
            CHECK(test::distance({newest.data(), 1, torch.config.vocabulary},
                                 {row, row + torch.config.vocabulary}) < 1e-4);
        }
    }
}

TEST_CASE("F16 and BF16 that PyTorch rounded are read as it reads them") {
    const Case torch;
    for (const std::string type : {"f16", "bf16"}) {
        const std::vector<float> expected = torch.numbers<float>("case." + type + "_as_f32");
        const Config config{.vocabulary = static_cast<int>(expected.size()),
                            .context = 1,
                            .width = 1,
                            .layers = 1,
                            .heads = 1,
                            .inner = 1};
        test::Random random(6);
        const test::Parameters others = test::random_parameters(config, random);
        std::vector<Tensor> tensors = others.tensors();
        for (Tensor& tensor : tensors) {
            if (tensor.name != "wte.weight") continue;
            for (const Tensor& half : torch.file.tensors) {
                if (half.name != "case." + type) continue;
                tensor.dtype = half.dtype;
                tensor.bytes = half.bytes;
            }
        }
        const Bound bound = bind_weights(tensors, config);
        REQUIRE(message(bound.error) == "");
        REQUIRE(bound.weights.own.size() == expected.size());
        CHECK(std::memcmp(bound.weights.wte.data, expected.data(), expected.size() * sizeof(float)) == 0);
    }
}

TEST_CASE("weights in F32 are used where they lie") {
    const Case torch;
    const bool aligned = reinterpret_cast<std::uintptr_t>(torch.file.tensors[0].bytes.data()) % 4 == 0;
    REQUIRE(aligned);
    CHECK(torch.bound.weights.own.empty());
    for (const Tensor& tensor : torch.file.tensors) {
        const void* data = tensor.bytes.data();
        if (tensor.name == "wte.weight") CHECK(torch.bound.weights.wte.data == data);
        if (tensor.name == "h.2.mlp.c_proj.bias")
            CHECK(torch.bound.weights.layers[2].c_proj_of_mlp.bias.data == data);
    }
}

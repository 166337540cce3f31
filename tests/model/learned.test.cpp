// The weights that train/ learned, read and run: beside the same formulas in double. Where LOGITS names a
// file, what came out is written there, for numpy_forward.py to compare.
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "helpers.h"
#include "model/half.h"
#include "model/safetensors.h"

using namespace model;
using test::z;

namespace {

const std::string learned = TESTS_FOLDER "/../train/learned/";

struct Learned {
    std::vector<char> bytes;
    Safetensors file;
    Config config;
    Bound bound;
    test::Parameters parameters;  // for the reference

    Learned() {
        std::ifstream in(learned + "model.safetensors", std::ios::binary);
        bytes.assign(std::istreambuf_iterator<char>(in), {});
        file = read_safetensors(std::as_bytes(std::span(bytes)));
        REQUIRE(message(file.error) == "");
        const nlohmann::json said = nlohmann::json::parse(std::ifstream(learned + "config.json"));
        config = {said["vocab_size"],        said["n_ctx"],  said["n_embd"],
                  said["n_layer"],           said["n_head"], said["n_inner"],
                  said["layer_norm_epsilon"]};
        bound = bind_weights(file.tensors, config);
        REQUIRE(message(bound.error) == "");
        for (const Tensor& tensor : file.tensors) {
            REQUIRE(tensor.dtype == Dtype::f16);
            test::Parameters::One& one = parameters.all[tensor.name];
            one.shape = tensor.shape;
            for (std::size_t at = 0; at < tensor.bytes.size(); at += 2) {
                std::uint16_t half;
                std::memcpy(&half, tensor.bytes.data() + at, 2);
                one.numbers.push_back(from_f16(half));
            }
        }
    }
};

}  // namespace

TEST_CASE("learned weights: logits and weights of a hundred random sentences, with and without heads") {
    const Learned of;
    test::Random random(seed_of_run());
    std::ofstream told;
    if (const char* path = std::getenv("LOGITS")) told.open(path, std::ios::binary);
    const auto tell = [&](const auto* numbers, std::size_t count) {
        if (told.is_open())
            told.write(reinterpret_cast<const char*>(numbers),
                       static_cast<std::streamsize>(count * sizeof *numbers));
    };
    for (int sentence = 0; sentence < 100; ++sentence) {
        CAPTURE(sentence);
        const int n = random.from(1, of.config.context);
        const std::vector<int> tokens = random.tokens(n, of.config.vocabulary);
        std::vector<unsigned char> off(z(of.config.layers * of.config.heads));
        for (unsigned char& one : off) one = sentence % 2 == 1 && random.from(0, 2) == 0;
        const test::OwnRun ours(of.bound.weights, tokens, {off.data()});
        if (sentence < 10) {
            const test::Expected expected = test::reference(of.config, of.parameters, tokens, off);
            CHECK(test::distance(ours.run.logits, expected.logits) < 1e-4);
        }
        // n, tokens, heads that are off; logits, then each layer's weights
        tell(&n, 1);
        tell(tokens.data(), tokens.size());
        tell(off.data(), off.size());
        tell(ours.run.logits.data, ours.run.logits.size());
        for (const auto& layer : ours.run.layers) tell(layer.weights.data, layer.weights.size());
    }
}

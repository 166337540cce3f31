// Binding: every tensor that a model has is asked for by its name, and what is wrong with it is said.
#include "model/weights.h"

#include <cstring>

#include "helpers.h"

using namespace model;

namespace {

const Config config{.vocabulary = 5, .context = 3, .width = 4, .layers = 2, .heads = 2, .inner = 6};

struct Fixture {
    test::Random random{7};
    test::Parameters parameters = test::random_parameters(config, random);
    std::vector<Tensor> tensors = parameters.tensors();

    Tensor& named(const std::string& name) {
        for (Tensor& tensor : tensors) {
            if (tensor.name == name) return tensor;
        }
        FAIL("no tensor ", name);
        return tensors[0];
    }
    std::string error() const {
        const Bound bound = bind_weights(tensors, config);
        if (bound.error) CHECK(bound.weights.layers.empty());
        return message(bound.error);
    }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "bind: each tensor that is missing is named, and there are 2 + 12 a layer + 2") {
    CHECK(error() == "");
    CHECK(tensors.size() == 28);
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        Fixture without;
        without.tensors.erase(without.tensors.begin() + static_cast<std::ptrdiff_t>(i));
        CHECK(without.error() == tensors[i].name + " is missing");
    }
    CHECK(message(bind_weights({}, config).error) == "wte.weight is missing");
}

TEST_CASE_FIXTURE(Fixture, "bind: each tensor's shape is checked") {
    for (const Tensor& tensor : tensors) {
        Fixture other;
        other.named(tensor.name).shape[0] += 1;
        const std::string error = other.error();
        CAPTURE(error);
        CHECK(error.starts_with(tensor.name + " has shape ["));
    }
    named("h.1.attn.c_attn.weight").shape = {12, 4};  // as a Linear of PyTorch has it
    CHECK(error() == "h.1.attn.c_attn.weight has shape [12, 4], must have [4, 12]");
    named("h.0.ln_1.bias").shape = {1, 4};
    CHECK(error() == "h.0.ln_1.bias has shape [1, 4], must have [4]");
    named("wpe.weight").shape = {};
    CHECK(error() == "wpe.weight has shape [], must have [3, 4]");
}

TEST_CASE_FIXTURE(Fixture, "bind: types that are no floats of 32 or 16 bits are refused") {
    for (const auto& [dtype, name] : {std::pair{Dtype::f64, "F64"},
                                      {Dtype::i32, "I32"},
                                      {Dtype::f8_e4m3, "F8_E4M3"},
                                      {Dtype::boolean, "BOOL"}}) {
        named("h.1.mlp.c_fc.bias").dtype = dtype;
        CHECK(error() == std::string("h.1.mlp.c_fc.bias has type ") + name + ", must be F32, F16 or BF16");
    }
}

TEST_CASE_FIXTURE(Fixture, "bind: bytes must be the shape's, neither fewer nor more") {
    Tensor& gain = named("ln_f.weight");
    const std::span<const std::byte> all = gain.bytes;
    gain.bytes = all.first(15);
    CHECK(error() == "ln_f.weight has 15 bytes, its shape takes 16");
    gain.bytes = {};
    CHECK(error() == "ln_f.weight has 0 bytes, its shape takes 16");
    gain.bytes = all;
    gain.dtype = Dtype::f16;
    CHECK(error() == "ln_f.weight has 16 bytes, its shape takes 8");
}

TEST_CASE_FIXTURE(Fixture, "bind: a tensor twice is an error, one of no use is not") {
    tensors.push_back({"h.0.attn.bias", Dtype::boolean, {1, 1, 3, 3}, {}});
    CHECK(error() == "");
    tensors.push_back(named("wte.weight"));
    CHECK(error() == "wte.weight is there twice");
}

TEST_CASE("bind: a wrong config is an error, before any tensor") {
    Config wrong = config;
    wrong.heads = 3;
    CHECK(message(bind_weights({}, wrong).error) == "heads must divide width: 3 does not divide 4");
}

TEST_CASE_FIXTURE(Fixture,
                  "bind: F32 off its four bytes is copied; BF16 and F16 beside it land in their own places") {
    std::vector<std::byte> moved(named("wpe.weight").bytes.size() + 4 + 1);
    const std::size_t off = reinterpret_cast<std::uintptr_t>(moved.data()) % 4 == 0 ? 1 : 0;
    Tensor& positions = named("wpe.weight");
    std::memcpy(moved.data() + off, positions.bytes.data(), positions.bytes.size());
    positions.bytes = {moved.data() + off, positions.bytes.size()};
    const std::vector<std::uint16_t> brain = {0x3f80, 0xbf80, 0x4000, 0x3f00},
                                     half = {0x3c00, 0xbc00, 0x4000, 0x0001};
    named("h.1.ln_2.bias").dtype = Dtype::bf16;
    named("h.1.ln_2.bias").bytes = std::as_bytes(std::span(brain));
    named("h.0.ln_2.bias").dtype = Dtype::f16;
    named("h.0.ln_2.bias").bytes = std::as_bytes(std::span(half));
    Bound bound = bind_weights(tensors, config);
    CHECK(message(bound.error) == "");
    const Weights weights = std::move(bound.weights);  // views stay right
    CHECK(weights.own.size() == 12 + 4 + 4);
    CHECK(test::distance(weights.wpe, parameters("wpe.weight")) == 0);
    CHECK(test::distance(weights.layers[1].ln_2.bias, {1, -1, 2, 0.5}) == 0);
    CHECK(test::distance(weights.layers[0].ln_2.bias, {1, -1, 2, std::ldexp(1.0, -24)}) == 0);
    CHECK(test::distance(weights.layers[1].ln_2.gain, parameters("h.1.ln_2.weight")) == 0);
}

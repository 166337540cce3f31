// Random models of Llama's shape as tensors, and of any shape in half precision, for the model's tests.
#pragma once

#include <cstring>

#include "helpers.h"
#include "model/half.h"

namespace test {

// Sizes that are no multiples of anything; heads that share keys, and whose columns are not the width.
inline Config random_llama(Random& random) {
    const int kv_heads = random.from(1, 3), heads = kv_heads * random.from(1, 3);
    Config config{.vocabulary = random.from(2, 70),
                  .context = random.from(2, 30),
                  .width = random.from(10, 40),
                  .layers = random.from(1, 3),
                  .heads = heads,
                  .inner = random.from(1, 80),
                  .epsilon = 0.01f};
    config.family = model::Family::llama;
    config.kv_heads = kv_heads;
    config.head_width = 2 * random.from(1, 6);
    config.rope_theta = random.from(0, 1) ? 1e4f : 30.0f;
    config.tied = random.from(0, 1);
    return config;
}

inline Parameters llama_parameters(const Config& config, Random& random) {
    Parameters made;
    const auto add = [&](const std::string& name, std::vector<int> shape, float deviation, float mean = 0) {
        Parameters::One& one = made.all[name];
        for (const int size : shape) one.shape.push_back(z(size));
        one.numbers.resize(one.shape.size() == 1 ? one.shape[0] : one.shape[0] * one.shape[1]);
        for (float& x : one.numbers) x = mean + deviation * random.normal();
    };
    const int width = config.width, columns = config.heads * config.head_width,
              key_columns = config.kv_heads * config.head_width;
    const auto linear = [&](const std::string& name, int in, int out) {
        add(name + ".weight", {out, in}, 1 / std::sqrt(static_cast<float>(in)));
    };
    add("model.embed_tokens.weight", {config.vocabulary, width}, 1);
    for (int l = 0; l < config.layers; ++l) {
        const std::string layer = "model.layers." + std::to_string(l);
        add(layer + ".input_layernorm.weight", {width}, 0.3f, 1);
        linear(layer + ".self_attn.q_proj", width, columns);
        linear(layer + ".self_attn.k_proj", width, key_columns);
        linear(layer + ".self_attn.v_proj", width, key_columns);
        linear(layer + ".self_attn.o_proj", columns, width);
        add(layer + ".post_attention_layernorm.weight", {width}, 0.3f, 1);
        linear(layer + ".mlp.gate_proj", width, config.inner);
        linear(layer + ".mlp.up_proj", width, config.inner);
        linear(layer + ".mlp.down_proj", config.inner, width);
    }
    add("model.norm.weight", {width}, 0.3f, 1);
    if (!config.tied) linear("lm_head", width, config.vocabulary);
    return made;
}

// A model's tensors in half precision, rounded towards 0, and the float32 that they stand for.
struct Halved {
    std::map<std::string, std::vector<std::uint16_t>> halves;
    std::vector<model::Tensor> tensors;
    Parameters as_floats;

    Halved(const Parameters& parameters, model::Dtype dtype) : as_floats(parameters) {
        for (auto& [name, one] : as_floats.all) {
            std::vector<std::uint16_t>& to = halves[name];
            for (float& x : one.numbers) {
                std::uint32_t bits;
                std::memcpy(&bits, &x, 4);
                if (dtype == model::Dtype::bf16) {
                    to.push_back(static_cast<std::uint16_t>(bits >> 16));
                    x = model::from_bf16(to.back());
                } else {
                    const int exponent = static_cast<int>(bits >> 23 & 255) - 112;  // below 1: becomes 0
                    const std::uint32_t rest =
                        exponent < 1 ? 0 : static_cast<std::uint32_t>(exponent) << 10 | (bits >> 13 & 0x3ff);
                    to.push_back(static_cast<std::uint16_t>((bits >> 16 & 0x8000) | rest));
                    x = model::from_f16(to.back());
                }
            }
            tensors.push_back({name, dtype, one.shape, std::as_bytes(std::span(to))});
        }
    }
};

}  // namespace test

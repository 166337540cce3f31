// One row through all layers.
#include "decode.h"

#include <algorithm>

#include "attention/stages.h"
#include "gelu.h"
#include "layer_norm.h"
#include "linear.h"

namespace model {
namespace {

using attention::KeyValueCache;

attention::CacheShape cache_shape(const Config& config) {
    return {config.context, config.heads, config.d(), config.d()};
}

// x, norm, q | k | v, heads, added; hidden
FloatCount row_floats(const Config& config) {
    return area(config.width, 7) + area(config.inner, 1);
}

}  // namespace

FloatCount decoder_floats(const Config& config) {
    const attention::CacheShape shape = cache_shape(config);
    const FloatCount scratch = std::max(KeyValueCache::attend_scratch(shape, config.heads),
                                        multiply_scratch(1, std::max(config.width, config.inner)));
    return static_cast<FloatCount>(config.layers) * KeyValueCache::cache_floats(shape) + row_floats(config) +
           scratch;
}

Decoder::Decoder(const Weights& weights, float* memory) : weights_(weights) {
    const Config& config = weights.config;
    const attention::CacheShape shape = cache_shape(config);
    for (int l = 0; l < config.layers; ++l, memory += KeyValueCache::cache_floats(shape))
        caches_.emplace_back(shape, memory);
    const auto row = [&](int cols) {
        const MatrixView view{memory, 1, cols};
        memory += cols;
        return view;
    };
    x_ = row(config.width);
    norm_ = row(config.width);
    qkv_ = row(3 * config.width);
    heads_ = row(config.width);
    added_ = row(config.width);
    hidden_ = row(config.inner);
    scratch_ = memory;
}

void Decoder::clear() {
    for (KeyValueCache& cache : caches_) cache.clear();
    length_ = 0;
}

Error Decoder::next(int token, const Options& options, float* logits) {
    const Config& config = weights_.config;
    const int width = config.width, d = config.d();
    if (length_ == config.context)
        return {
            "tokens", "are {}, the context has places for {}", {double(length_) + 1, double(config.context)}};
    assert(options.patches.empty());
    if (const Error error = validate(config, &token, 1)) return error;
    std::copy_n(weights_.wte.row(token), width, x_.data);
    add(weights_.wpe.rows_from(length_, 1), x_);
    for (int l = 0; l < config.layers; ++l) {
        const LayerWeights& by = weights_.layers[static_cast<std::size_t>(l)];
        KeyValueCache& cache = caches_[static_cast<std::size_t>(l)];
        layer_norm(x_, by.ln_1, config.epsilon, norm_);
        linear(norm_, by.c_attn, scratch_, qkv_);
        cache.append(qkv_.data + width, qkv_.data + 2 * width);
        cache.attend(qkv_.data, config.heads, {}, scratch_, heads_.data);
        for (int h = 0; h < config.heads; ++h) {
            if (options.is_off(config, l, h)) std::fill_n(heads_.data + h * d, d, 0.0f);
        }
        linear(heads_, by.c_proj, scratch_, added_);
        add(added_, x_);
        layer_norm(x_, by.ln_2, config.epsilon, norm_);
        linear(norm_, by.c_fc, scratch_, hidden_);
        gelu(hidden_, hidden_);
        linear(hidden_, by.c_proj_of_mlp, scratch_, added_);
        add(added_, x_);
    }
    ++length_;
    layer_norm(x_, weights_.ln_f, config.epsilon, norm_);
    attention::scores(norm_, weights_.wte, {logits, 1, config.vocabulary});
    return {};
}

}  // namespace model

// Some rows through all layers. One query looks at the cache as decoding does, several as a causal attention
// whose queries stand behind the keys of before.
#include "decode.h"

#include <algorithm>

#include "attention/attend.h"
#include "layer.h"
#include "linear.h"

namespace model {
namespace {

using attention::KeyValueCache;

attention::CacheShape cache_shape(const Config& config, int tokens) {
    return {tokens, config.key_heads(), config.d(), config.d()};
}

// x, norm, added; q | k | v and heads; hidden, up
FloatCount row_floats(const Config& config) {
    return area(config.width, 3) + area(config.columns(), 2) + area(config.key_columns(), 2) +
           area(config.inner, config.llama() ? 2 : 1);
}

FloatCount scratch_floats(const Config& config, int tokens, int most) {
    const FloatCount products =
                         multiply_scratch(most, std::max({config.width, config.inner, config.columns()})),
                     one = KeyValueCache::attend_scratch(cache_shape(config, tokens), config.heads),
                     some = most > 1 ? attention::attend_scratch(most, tokens, config.d(), config.d()) : 0;
    return std::max({products, one, some});
}

}  // namespace

FloatCount decoder_floats(const Config& config, int tokens, int most) {
    return static_cast<FloatCount>(config.layers) * KeyValueCache::cache_floats(cache_shape(config, tokens)) +
           static_cast<FloatCount>(most) * row_floats(config) + scratch_floats(config, tokens, most);
}

Decoder::Decoder(const Weights& weights, int tokens, int most, float* memory)
    : weights_(weights), tokens_(tokens), most_(most) {
    const Config& config = weights.config;
    const attention::CacheShape shape = cache_shape(config, tokens);
    for (int l = 0; l < config.layers; ++l, memory += KeyValueCache::cache_floats(shape))
        caches_.emplace_back(shape, memory);
    const auto rows = [&](int cols) {
        const MatrixView view{memory, most, cols};
        memory += area(most, cols);
        return view;
    };
    x_ = rows(config.width);
    norm_ = rows(config.width);
    qkv_ = rows(config.columns() + 2 * config.key_columns());
    heads_ = rows(config.columns());
    added_ = rows(config.width);
    hidden_ = rows(config.inner);
    if (config.llama()) up_ = rows(config.inner);
    scratch_ = memory;
}

void Decoder::clear() {
    for (KeyValueCache& cache : caches_) cache.clear();
    length_ = 0;
}

Error Decoder::read(const int* tokens, int n, const Options& options, float* logits) {
    if (n > tokens_ - length_)
        return {"tokens",
                tokens_ == weights_.config.context ? "are {}, the context has places for {}"
                                                   : "are {}, this decoder has places for {}",
                {double(length_) + n, double(tokens_)}};
    assert(options.patches.empty());
    if (const Error error = validate(weights_.config, tokens, n)) return error;
    for (int from = 0; from < n; from += most_) read_block(tokens + from, std::min(most_, n - from), options);
    const int last = (n - 1) % most_;
    const MatrixView normed = norm_.rows_from(last, 1);
    norm(weights_.config, x_.rows_from(last, 1), weights_.ln_f, normed);
    multiply(normed, weights_.unembedding(), scratch_, {logits, 1, weights_.config.vocabulary});
    return {};
}

void Decoder::read_block(const int* tokens, int n, const Options& options) {
    const Config& config = weights_.config;
    const int d = config.d(), columns = config.columns(), key_columns = config.key_columns();
    const auto rows = [n](const MatrixView& all) { return MatrixView{all.data, n, all.cols}; };
    const MatrixView x = rows(x_), normed = rows(norm_), qkv = rows(qkv_), heads = rows(heads_),
                     added = rows(added_), hidden = rows(hidden_), up = rows(up_);
    attention::Options behind;
    behind.causal = true;
    behind.query_offset = length_;
    embed(weights_, tokens, length_, x);
    for (int l = 0; l < config.layers; ++l) {
        const LayerWeights& by = weights_.layers[static_cast<std::size_t>(l)];
        KeyValueCache& cache = caches_[static_cast<std::size_t>(l)];
        norm(config, x, by.ln_1, normed);
        project_heads(config, by, normed, length_, scratch_, qkv);
        for (int i = 0; i < n; ++i) cache.append(qkv.row(i) + columns, qkv.row(i) + columns + key_columns);
        if (n == 1) {
            cache.attend(qkv.data, config.heads, {}, scratch_, heads.data);
        } else {
            for (int h = 0; h < config.heads; ++h) {
                const int keys = h / config.group();
                const attention::AttendCall call{qkv.cols_from(h * d, d), cache.keys_of(keys),
                                                 cache.values_of(keys), heads.cols_from(h * d, d), behind};
                attention::attend(call, scratch_);
            }
        }
        for (int h = 0; h < config.heads; ++h) {
            if (!options.is_off(config, l, h)) continue;
            for (int i = 0; i < n; ++i) std::fill_n(heads.row(i) + h * d, d, 0.0f);
        }
        linear(heads, by.c_proj, scratch_, added);
        add(added, x);
        norm(config, x, by.ln_2, normed);
        mlp(config, by, normed, scratch_, hidden, up, hidden, added);
        add(added, x);
    }
    length_ += n;
}

}  // namespace model

// See small_network.h. Derivatives by weights are xᵀ d_y, by inputs d_y Wᵀ: the left or right factor is
// transposed first, so that there is one product.
#include "small_network.h"

#include <algorithm>
#include <cmath>

#include "exact_product.h"
#include "layer_norm.h"
#include "training_steps.h"

namespace model {

template <class T>
SmallParameters<T>::SmallParameters(const SmallConfig& config, T* from) {
    const auto take = [&](int rows, int cols) {
        const View view{from ? from + count : nullptr, rows, cols};
        count += view.size();
        return view;
    };
    const int width = config.width, inner = config.inner;
    const auto take_norm = [&] {
        const View gain = take(1, width);
        return SmallNorm<T>{gain, inner > 0 ? take(1, width) : View()};
    };
    letters = take(config.vocabulary, width);
    places = take(config.context, width);
    for (int l = 0; l < config.layers; ++l) {
        Layer layer;
        layer.norm = take_norm();
        layer.qkv = take(width, 3 * width);
        layer.output = take(width, width);
        if (inner > 0) {
            layer.mlp.norm = take_norm();
            layer.mlp.up = take(width, inner);
            layer.mlp.up_bias = take(1, inner);
            layer.mlp.down = take(inner, width);
            layer.mlp.down_bias = take(1, width);
        }
        layers.push_back(layer);
    }
    norm = take_norm();
    unembed = take(width, config.vocabulary);
}
template struct SmallParameters<float>;
template struct SmallParameters<const float>;

std::size_t parameter_count(const SmallConfig& config) {
    return SmallParameters<const float>(config, nullptr).count;
}

namespace {

std::size_t floats(int rows, int cols) {
    return static_cast<std::size_t>(attention::area(rows, cols));
}

}  // namespace

SmallNetwork::SmallNetwork(const SmallConfig& config, int sequences)
    : config_(config), sequences_(sequences), rows_(sequences * config.context) {
    const std::size_t wide = floats(rows_, config.width);
    for (int l = 0; l < config.layers; ++l) {
        Layer& layer = layers_.emplace_back();
        for (std::vector<float>* one : {&layer.x, &layer.norm, &layer.heads}) one->resize(wide);
        layer.qkv.resize(3 * wide);
        layer.weights.resize(floats(rows_ * config.heads, config.context));
        if (config.inner > 0) mlps_.emplace_back(rows_, config.width, config.inner);
    }
    for (std::vector<float>* one : {&x_, &norm_, &d_x_, &d_norm_, &d_heads_}) one->resize(wide);
    d_qkv_.resize(3 * wide);
    logits_.resize(floats(rows_, config.vocabulary));
    d_map_.resize(floats(config.context, config.context));
}

ConstMatrixView SmallNetwork::map(int sequence, int layer, int head) const {
    const int n = config_.context, place = sequence * config_.heads + head;
    return {
        layers_[static_cast<std::size_t>(layer)].weights.data() + static_cast<std::ptrdiff_t>(place) * n * n,
        n, n};
}
ConstMatrixView SmallNetwork::weights(int sequence, int layer, int head) const {
    return map(sequence, layer, head);
}
ConstMatrixView SmallNetwork::projected(int sequence, int layer, int first_column) const {
    const int n = config_.context, width = 3 * config_.width;
    const ConstMatrixView qkv{layers_[static_cast<std::size_t>(layer)].qkv.data(), rows_, width};
    return qkv.rows_from(sequence * n, n).cols_from(first_column, config_.d());
}
ConstMatrixView SmallNetwork::queries(int sequence, int layer, int head) const {
    return projected(sequence, layer, head * config_.d());
}
ConstMatrixView SmallNetwork::keys(int sequence, int layer, int head) const {
    return projected(sequence, layer, config_.width + head * config_.d());
}
ConstMatrixView SmallNetwork::logits() const {
    return {logits_.data(), rows_, config_.vocabulary};
}

void SmallNetwork::normalize(View x, const SmallNorm<const float>& by, View out) const {
    if (config_.inner > 0)
        layer_norm(x, {by.gain, by.bias}, norm_epsilon, out);
    else
        rms_norm(x, by.gain.data, out);
}
void SmallNetwork::normalize_back(View x, const SmallNorm<const float>& by, View d_out, View d_x,
                                  const SmallNorm<float>& gradient) const {
    if (config_.inner > 0)
        layer_norm_backward(x, {by.gain, by.bias}, norm_epsilon, d_out, d_x, gradient.gain, gradient.bias);
    else
        rms_norm_backward(x, by.gain.data, d_out, d_x, gradient.gain.data);
}

void SmallNetwork::attend(int l, const unsigned char* off) {
    Layer& layer = layers_[static_cast<std::size_t>(l)];
    const int n = config_.context, d = config_.d(), width = config_.width;
    const float scale = 1 / std::sqrt(static_cast<float>(d));
    for (int s = 0; s < sequences_; ++s) {
        const View qkv = part(layer.qkv, 3 * width).rows_from(s * n, n);
        for (int h = 0; h < config_.heads; ++h) {
            const View out = part(layer.heads, width).rows_from(s * n, n).cols_from(h * d, d);
            if (off != nullptr && off[l * config_.heads + h] != 0) {
                for (int i = 0; i < n; ++i) std::fill_n(out.row(i), d, 0.0f);
            }
            const ConstMatrixView kept = map(s, l, h);
            const View weights{const_cast<float*>(kept.data), n, n};
            multiply_exact(qkv.cols_from(h * d, d), transpose(qkv.cols_from(width + h * d, d), keys_),
                           weights);
            causal_softmax(weights, scale);
            if (off == nullptr || off[l * config_.heads + h] == 0)
                multiply_exact(weights, qkv.cols_from(2 * width + h * d, d), out);
        }
    }
}

void SmallNetwork::forward(std::span<const float> parameters, std::span<const int> tokens,
                           const unsigned char* off) {
    assert(parameters.size() == parameter_count(config_) && tokens.size() == static_cast<std::size_t>(rows_));
    const SmallParameters<const float> by(config_, parameters.data());
    const int n = config_.context, width = config_.width;
    const View first = part(layers_[0].x, width);
    for (int i = 0; i < rows_; ++i) {
        const float* letter = by.letters.row(tokens[static_cast<std::size_t>(i)]);
        const float* place = by.places.row(i % n);
        for (int j = 0; j < width; ++j) first(i, j) = letter[j] + place[j];
    }
    for (int l = 0; l < config_.layers; ++l) {
        Layer& layer = layers_[static_cast<std::size_t>(l)];
        const auto& weights = by.layers[static_cast<std::size_t>(l)];
        const View norm = part(layer.norm, width);
        normalize(part(layer.x, width), weights.norm, norm);
        multiply_exact(norm, weights.qkv, part(layer.qkv, 3 * width));
        attend(l, off);
        std::vector<float>& next = l + 1 < config_.layers ? layers_[static_cast<std::size_t>(l) + 1].x : x_;
        next = layer.x;
        add_product_exact(part(layer.heads, width), weights.output, part(next, width));
        if (!mlps_.empty()) mlps_[static_cast<std::size_t>(l)].forward(weights.mlp, part(next, width));
    }
    normalize(part(x_, width), by.norm, part(norm_, width));
    multiply_exact(part(norm_, width), by.unembed, part(logits_, config_.vocabulary));
}

void SmallNetwork::attend_back(int l, View d_heads, View d_qkv) {
    Layer& layer = layers_[static_cast<std::size_t>(l)];
    const int n = config_.context, d = config_.d(), width = config_.width;
    const float scale = 1 / std::sqrt(static_cast<float>(d));
    const View d_map{d_map_.data(), n, n};
    for (int s = 0; s < sequences_; ++s) {
        const View qkv = part(layer.qkv, 3 * width).rows_from(s * n, n), d_all = d_qkv.rows_from(s * n, n);
        for (int h = 0; h < config_.heads; ++h) {
            const auto of = [&](const View& all, int which) {
                return all.cols_from(which * width + h * d, d);
            };
            const ConstMatrixView weights = map(s, l, h);
            const View d_out = d_heads.rows_from(s * n, n).cols_from(h * d, d);
            multiply_exact(transpose(weights, turned_), d_out, of(d_all, 2));
            multiply_exact(d_out, transpose(of(qkv, 2), keys_), d_map);
            causal_softmax_backward(weights, scale, d_map);
            multiply_exact(d_map, of(qkv, 1), of(d_all, 0));
            multiply_exact(transpose(d_map, turned_), of(qkv, 0), of(d_all, 1));
        }
    }
}

void SmallNetwork::backward(std::span<const float> parameters, std::span<const int> tokens,
                            std::span<const float> d_logits, std::span<float> gradient) {
    assert(gradient.size() == parameters.size() && d_logits.size() == logits_.size());
    const SmallParameters<const float> by(config_, parameters.data());
    const SmallParameters<float> d(config_, gradient.data());
    const int n = config_.context, width = config_.width;
    const View d_x = part(d_x_, width), d_norm = part(d_norm_, width);
    const ConstMatrixView d_said{d_logits.data(), rows_, config_.vocabulary};
    add_product_exact(transpose(part(norm_, width), turned_), d_said, d.unembed);
    multiply_exact(d_said, transpose(by.unembed, keys_), d_norm);
    std::fill(d_x_.begin(), d_x_.end(), 0.0f);
    normalize_back(part(x_, width), by.norm, d_norm, d_x, d.norm);
    for (int l = config_.layers - 1; l >= 0; --l) {
        Layer& layer = layers_[static_cast<std::size_t>(l)];
        const auto& weights = by.layers[static_cast<std::size_t>(l)];
        const auto& d_weights = d.layers[static_cast<std::size_t>(l)];
        const View d_heads = part(d_heads_, width), d_qkv = part(d_qkv_, 3 * width);
        if (!mlps_.empty()) mlps_[static_cast<std::size_t>(l)].backward(weights.mlp, d_x, d_weights.mlp);
        add_product_exact(transpose(part(layer.heads, width), turned_), d_x, d_weights.output);
        multiply_exact(d_x, transpose(weights.output, keys_), d_heads);
        attend_back(l, d_heads, d_qkv);
        add_product_exact(transpose(part(layer.norm, width), turned_), d_qkv, d_weights.qkv);
        multiply_exact(d_qkv, transpose(weights.qkv, keys_), d_norm);
        normalize_back(part(layer.x, width), weights.norm, d_norm, d_x, d_weights.norm);
    }
    for (int i = 0; i < rows_; ++i) {
        float* letter = d.letters.row(tokens[static_cast<std::size_t>(i)]);
        float* place = d.places.row(i % n);
        for (int j = 0; j < width; ++j) {
            letter[j] += d_x(i, j);
            place[j] += d_x(i, j);
        }
    }
}

}  // namespace model

// Binding: a list of what is wanted, each looked up, checked, and used in place or converted.
#include "weights.h"

#include <bit>
#include <cstring>

#include "half.h"

namespace model {
namespace {

static_assert(std::endian::native == std::endian::little, "tensors' bytes are read as they are");

// A weight that a model of this config has, and where its view goes. rows 0: one dimension of cols numbers.
struct Wanted {
    std::string name;
    int rows, cols;
    ConstMatrixView* view;
    const Tensor* tensor = nullptr;
};

std::vector<Wanted> wanted_by(Weights& weights) {
    const Config& config = weights.config;
    const int width = config.width;
    std::vector<Wanted> all;
    const auto norm = [&](const std::string& name, Norm& to) {
        all.push_back({name + ".weight", 0, width, &to.gain});
        all.push_back({name + ".bias", 0, width, &to.bias});
    };
    const auto linear = [&](const std::string& name, int in, int out, Linear& to) {
        all.push_back({name + ".weight", in, out, &to.weight});
        all.push_back({name + ".bias", 0, out, &to.bias});
    };
    all.push_back({"wte.weight", config.vocabulary, width, &weights.wte});
    all.push_back({"wpe.weight", config.context, width, &weights.wpe});
    for (std::size_t l = 0; l < weights.layers.size(); ++l) {
        LayerWeights& layer = weights.layers[l];
        const std::string prefix = "h." + std::to_string(l);
        norm(prefix + ".ln_1", layer.ln_1);
        linear(prefix + ".attn.c_attn", width, 3 * width, layer.c_attn);
        linear(prefix + ".attn.c_proj", width, width, layer.c_proj);
        norm(prefix + ".ln_2", layer.ln_2);
        linear(prefix + ".mlp.c_fc", width, config.inner, layer.c_fc);
        linear(prefix + ".mlp.c_proj", config.inner, width, layer.c_proj_of_mlp);
    }
    norm("ln_f", weights.ln_f);
    return all;
}

std::string text_of(std::span<const std::uint64_t> shape) {
    std::string text;
    for (const std::uint64_t size : shape) text += (text.empty() ? "[" : ", ") + std::to_string(size);
    return text.empty() ? "[]" : text + "]";
}

// Says what is wrong with the tensor of that name.
TensorError check(const Wanted& wanted) {
    const Tensor& tensor = *wanted.tensor;
    if (tensor.dtype != Dtype::f32 && tensor.dtype != Dtype::f16 && tensor.dtype != Dtype::bf16)
        return {wanted.name, std::string("has type ") + name_of(tensor.dtype) + ", must be F32, F16 or BF16"};
    std::vector<std::uint64_t> shape;
    if (wanted.rows > 0) shape.push_back(static_cast<std::uint64_t>(wanted.rows));
    shape.push_back(static_cast<std::uint64_t>(wanted.cols));
    if (tensor.shape != shape)
        return {wanted.name, "has shape " + text_of(tensor.shape) + ", must have " + text_of(shape)};
    std::uint64_t bytes = 0;
    bytes_of(tensor.dtype, shape, bytes);  // fits: sizes are no larger than config.h allows
    if (tensor.bytes.size() != bytes) {
        return {wanted.name, "has " + std::to_string(tensor.bytes.size()) + " bytes, its shape takes " +
                                 std::to_string(bytes)};
    }
    return {};
}

bool usable_in_place(const Tensor& tensor) {
    return tensor.dtype == Dtype::f32 &&
           reinterpret_cast<std::uintptr_t>(tensor.bytes.data()) % alignof(float) == 0;
}

void convert(const Tensor& tensor, float* to) {
    const std::byte* from = tensor.bytes.data();
    if (tensor.dtype == Dtype::f32) {
        std::memcpy(to, from, tensor.bytes.size());
        return;
    }
    for (std::size_t at = 0; at < tensor.bytes.size(); at += 2) {
        std::uint16_t bits;
        std::memcpy(&bits, from + at, 2);
        *to++ = tensor.dtype == Dtype::f16 ? from_f16(bits) : from_bf16(bits);
    }
}

}  // namespace

Bound bind_weights(std::span<const Tensor> tensors, const Config& config) {
    if (const Error error = validate(config)) {
        const std::string text = attention::message(error);
        const std::size_t name = std::strlen(error.argument);
        return {{text.substr(0, name), text.substr(name + 1)}, {}};
    }
    return bind_to_valid(tensors, config);
}

Bound bind_to_valid(std::span<const Tensor> tensors, const Config& config) {
    Bound bound;
    Weights& weights = bound.weights;
    weights.config = config;
    weights.layers.resize(static_cast<std::size_t>(config.layers));
    std::vector<Wanted> all = wanted_by(weights);
    std::size_t own = 0;
    for (Wanted& wanted : all) {
        for (const Tensor& tensor : tensors) {
            if (tensor.name != wanted.name) continue;
            if (wanted.tensor != nullptr) return {{wanted.name, "is there twice"}, {}};
            wanted.tensor = &tensor;
        }
        if (wanted.tensor == nullptr) return {{wanted.name, "is missing"}, {}};
        if (TensorError error = check(wanted)) return {std::move(error), {}};
        const std::size_t numbers =
            wanted.tensor->bytes.size() / static_cast<std::size_t>(bytes_of(wanted.tensor->dtype));
        if (!usable_in_place(*wanted.tensor)) own += numbers;
    }
    weights.own.resize(own);
    float* to = weights.own.data();
    for (const Wanted& wanted : all) {
        const int rows = wanted.rows > 0 ? wanted.rows : 1;
        if (usable_in_place(*wanted.tensor)) {
            *wanted.view = {reinterpret_cast<const float*>(wanted.tensor->bytes.data()), rows, wanted.cols};
        } else {
            convert(*wanted.tensor, to);
            *wanted.view = {to, rows, wanted.cols};
            to += area(rows, wanted.cols);
        }
    }
    return bound;
}

}  // namespace model

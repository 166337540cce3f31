// Binding: a list of what is wanted, each looked up, checked, and used in place or converted.
#include "weights.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "arrays.h"
#include "half.h"

namespace model {
namespace {

static_assert(std::endian::native == std::endian::little, "tensors' bytes are read as they are");

constexpr const char* lm_head = "lm_head.weight";  // never with a prefix
constexpr const char* layers_of_llama = "layers.";

// A weight that a model of this config has, and where its view goes. rows 0: one dimension of cols numbers.
struct Wanted {
    std::string name;
    int rows, cols;
    ConstMatrixView* view;
    WeightMatrix* matrix = nullptr;  // the same, if it may stay halves
    const Tensor* tensor = nullptr;
};

class WantedList {
  public:
    std::vector<Wanted> all;

    void vector(std::string name, int cols, ConstMatrixView& to) {
        all.push_back({std::move(name), 0, cols, &to});
    }
    void matrix(std::string name, int rows, int cols, WeightMatrix& to) {
        all.push_back({std::move(name), rows, cols, &to, &to});
    }
};

std::vector<Wanted> wanted_of_gpt2(Weights& weights) {
    const Config& config = weights.config;
    const int width = config.width;
    WantedList list;
    const auto norm = [&](const std::string& name, Norm& to) {
        list.vector(name + ".weight", width, to.gain);
        list.vector(name + ".bias", width, to.bias);
    };
    const auto linear = [&](const std::string& name, int in, int out, Linear& to) {
        list.matrix(name + ".weight", in, out, to.weight);
        list.vector(name + ".bias", out, to.bias);
    };
    list.matrix("wte.weight", config.vocabulary, width, weights.wte);
    list.matrix("wpe.weight", config.context, width, weights.wpe);
    for (std::size_t l = 0; l < weights.layers.size(); ++l) {
        LayerWeights& layer = weights.layers[l];
        const std::string prefix = "h." + std::to_string(l);
        norm(prefix + ".ln_1", layer.ln_1);
        linear(prefix + ".attn.c_attn", width, config.columns() + 2 * config.key_columns(), layer.c_attn);
        linear(prefix + ".attn.c_proj", config.columns(), width, layer.c_proj);
        norm(prefix + ".ln_2", layer.ln_2);
        linear(prefix + ".mlp.c_fc", width, config.inner, layer.c_fc);
        linear(prefix + ".mlp.c_proj", config.inner, width, layer.c_proj_of_mlp);
    }
    norm("ln_f", weights.ln_f);
    return std::move(list.all);
}

std::vector<Wanted> wanted_of_llama(Weights& weights) {
    const Config& config = weights.config;
    const int width = config.width;
    WantedList list;
    const auto linear = [&](const std::string& name, int in, int out, Linear& to) {
        to.out_in = true;
        list.matrix(name + ".weight", out, in, to.weight);
    };
    list.matrix("embed_tokens.weight", config.vocabulary, width, weights.wte);
    for (std::size_t l = 0; l < weights.layers.size(); ++l) {
        LayerWeights& layer = weights.layers[l];
        const std::string prefix = layers_of_llama + std::to_string(l);
        list.vector(prefix + ".input_layernorm.weight", width, layer.ln_1.gain);
        linear(prefix + ".self_attn.q_proj", width, config.columns(), layer.q);
        linear(prefix + ".self_attn.k_proj", width, config.key_columns(), layer.k);
        linear(prefix + ".self_attn.v_proj", width, config.key_columns(), layer.v);
        linear(prefix + ".self_attn.o_proj", config.columns(), width, layer.c_proj);
        list.vector(prefix + ".post_attention_layernorm.weight", width, layer.ln_2.gain);
        linear(prefix + ".mlp.gate_proj", width, config.inner, layer.c_fc);
        linear(prefix + ".mlp.up_proj", width, config.inner, layer.up);
        linear(prefix + ".mlp.down_proj", config.inner, width, layer.c_proj_of_mlp);
    }
    list.vector("norm.weight", width, weights.ln_f.gain);
    return std::move(list.all);
}

std::vector<Wanted> wanted_by(Weights& weights) {
    const Config& config = weights.config;
    weights.layers.resize(static_cast<std::size_t>(config.layers));
    std::vector<Wanted> all = config.llama() ? wanted_of_llama(weights) : wanted_of_gpt2(weights);
    if (!Config::of_figures && !config.tied)
        all.push_back({lm_head, config.vocabulary, config.width, &weights.head, &weights.head});
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

bool lies_on(const Tensor& tensor, std::size_t alignment) {
    return reinterpret_cast<std::uintptr_t>(tensor.bytes.data()) % alignment == 0;
}

bool is_finite_f16(const Tensor& tensor) {
    for (std::size_t at = 0; at < tensor.bytes.size(); at += 2) {
        std::uint16_t bits;
        std::memcpy(&bits, tensor.bytes.data() + at, 2);
        if ((bits & 0x7c00) == 0x7c00) return false;
    }
    return true;
}

// Whether a matrix stays halves, and else, whether float32 stays where it is.
bool stays_halves(const Wanted& wanted, bool may_stay) {
    const Tensor& tensor = *wanted.tensor;
    return !Config::of_figures && may_stay && wanted.matrix && tensor.dtype != Dtype::f32 &&
           lies_on(tensor, 2) && (tensor.dtype == Dtype::bf16 || is_finite_f16(tensor));
}
bool stays_float(const Tensor& tensor) {
    return tensor.dtype == Dtype::f32 && lies_on(tensor, alignof(float));
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

// Gives each that is wanted its tensor.
TensorError find(std::vector<Wanted>& all, std::span<const Tensor> tensors) {
    for (Wanted& wanted : all) {
        for (const Tensor& tensor : tensors) {
            if (tensor.name != wanted.name) continue;
            if (wanted.tensor != nullptr) return {wanted.name, "is there twice"};
            wanted.tensor = &tensor;
        }
        if (wanted.tensor == nullptr) return {wanted.name, "is missing"};
        if (TensorError error = check(wanted)) return error;
    }
    return {};
}

Bound bind_found(std::span<const Tensor> tensors, const Config& config, bool halves_may_stay) {
    Bound bound;
    Weights& weights = bound.weights;
    weights.config = config;
    std::vector<Wanted> all = wanted_by(weights);
    if (TensorError error = find(all, tensors)) return {std::move(error), {}};
    std::uint64_t own = 0;
    for (Wanted& wanted : all) {
        const Tensor& tensor = *wanted.tensor;
        const int rows = wanted.rows > 0 ? wanted.rows : 1;
        if (stays_halves(wanted, halves_may_stay)) {
            const auto* halves = reinterpret_cast<const std::uint16_t*>(tensor.bytes.data());
            *wanted.matrix = {halves, tensor.dtype, rows, wanted.cols};
            wanted.tensor = nullptr;  // done with
        } else if (stays_float(tensor)) {
            *wanted.view = {reinterpret_cast<const float*>(tensor.bytes.data()), rows, wanted.cols};
            wanted.tensor = nullptr;
        } else {
            *wanted.view = {nullptr, rows, wanted.cols};
            own += area(rows, wanted.cols);
        }
    }
    if (!Config::of_figures && own > 0 && !memory_of(own * sizeof(float))) {
        // (asked before: without exceptions a vector that finds no memory ends the program)
        return {{"weights", "take more memory than there is: " + std::to_string((own >> 18) + 1) +
                                " MiB besides the file's"},
                {}};
    }
    weights.own.resize(static_cast<std::size_t>(own));
    float* to = weights.own.data();
    for (const Wanted& wanted : all) {
        if (wanted.tensor == nullptr) continue;
        convert(*wanted.tensor, to);
        wanted.view->data = to;
        to += wanted.view->size();
    }
    return bound;
}

// --- names as whole models have them: those without the prefix, and which tensors they are of

struct Named {
    std::string prefix;
    std::vector<Tensor> tensors;
    std::vector<std::size_t> places;  // of each in the list that was given
};

Named without_prefix(std::span<const Tensor> given, const Config& config) {
    const std::string prefix = config.llama() ? "model." : "transformer.",
                      first = config.llama() ? "embed_tokens.weight" : "wte.weight";
    Named named;
    for (const Tensor& tensor : given)
        if (tensor.name == prefix + first) named.prefix = prefix;
    // a file of nothing that is known: what is missing is said as most files spell it
    if (config.llama() &&
        std::none_of(given.begin(), given.end(), [&](const Tensor& x) { return x.name == first; }))
        named.prefix = prefix;
    for (std::size_t i = 0; i < given.size(); ++i) {
        Tensor tensor = given[i];
        if (tensor.name != lm_head) {
            if (!tensor.name.starts_with(named.prefix)) continue;
            tensor.name.erase(0, named.prefix.size());
        }
        named.tensors.push_back(std::move(tensor));
        named.places.push_back(i);
    }
    return named;
}

// What one of Llama's layers has and no list asked for, see bind_weights.
TensorError what_is_not_of_llama(const std::vector<Wanted>& all, const std::vector<Tensor>& tensors) {
    for (const Tensor& tensor : tensors) {
        const std::string& name = tensor.name;
        if (!name.starts_with(layers_of_llama) || name.ends_with(".rotary_emb.inv_freq")) continue;
        const auto is_it = [&](const Wanted& wanted) { return wanted.name == name; };
        if (std::none_of(all.begin(), all.end(), is_it))
            return {name, "is not of a model of Llama's shape and this config"};
    }
    return {};
}

TensorError wrong_config(const Config& config) {
    const Error error = validate(config);
    if (!error) return {};
    const std::string text = attention::message(error);
    const std::size_t name = std::strlen(error.argument);
    return {text.substr(0, name), text.substr(name + 1)};
}

Needed needed(const Named& named, const Config& config, std::size_t given) {
    Weights weights;
    weights.config = config;
    std::vector<Wanted> all = wanted_by(weights);
    TensorError error = find(all, named.tensors);
    if (!error && config.llama()) error = what_is_not_of_llama(all, named.tensors);
    if (error) {
        if (error.argument != lm_head) error.argument = named.prefix + error.argument;
        return {std::move(error), {}};
    }
    Needed found{{}, std::vector<bool>(given)};
    for (const Wanted& wanted : all)
        found.tensors[named.places[static_cast<std::size_t>(wanted.tensor - named.tensors.data())]] = true;
    return found;
}

}  // namespace

Needed needed_tensors(std::span<const Tensor> tensors, const Config& config) {
    if (TensorError error = wrong_config(config)) return {std::move(error), {}};
    return needed(without_prefix(tensors, config), config, tensors.size());
}

Bound bind_weights(std::span<const Tensor> tensors, const Config& config) {
    if (TensorError error = wrong_config(config)) return {std::move(error), {}};
    const Named named = without_prefix(tensors, config);
    if (Needed found = needed(named, config, tensors.size()); found.error)
        return {std::move(found.error), {}};
    return bind_found(named.tensors, config, true);
}

Bound bind_to_valid(std::span<const Tensor> tensors, const Config& config) {
    return bind_found(tensors, config, false);
}

}  // namespace model

// The model's face to JavaScript: plain C exports, as the core's (core_bindings.cpp says why). Checks what
// the model checks (weights, tokens); web/model has already checked the rest.
#include <emscripten/emscripten.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "../model/decode.h"
#include "../model/transformer.h"

using namespace model;

namespace {

/// Memory that JavaScript asks for, all at once; null if there is none.
void* aligned(std::uint64_t bytes) {
    if (bytes > 0xfffc0000) return nullptr;  // addresses have 32 bits
    return std::aligned_alloc(64, (static_cast<std::size_t>(bytes) + 63) / 64 * 64);
}
float* aligned_floats(FloatCount floats) {
    return static_cast<float*>(aligned(floats * sizeof(float)));
}

/// Weights, and the newest forward pass.
struct Loaded {
    Config config;
    std::vector<Tensor> tensors;  // until they are bound
    std::byte* stored = nullptr;  // the bytes of those that are needed
    Weights weights;
    std::string error;
    std::optional<Run> run;
    float* memory = nullptr;  // the run's
    FloatCount floats = 0;

    const char* say(std::string text) {
        error = std::move(text);
        return error.c_str();
    }
    const char* say_too_large(const char* what, std::uint64_t bytes) {
        return say("too large for memory: " + std::string(what) + " take " +
                   std::to_string((bytes >> 20) + 1) + " MiB");
    }
    ~Loaded() {
        std::free(memory);
        std::free(stored);
    }
};

Options options_of(const unsigned char* off) {
    Options options;
    options.off = off;
    return options;
}

/// A decoder and its memory, in one block.
struct Decoding {
    Decoder decoder;
    float* memory;
};

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE void* model_allocate(std::size_t bytes) {
    return aligned(bytes);
}

EMSCRIPTEN_KEEPALIVE void model_free(void* memory) {
    std::free(memory);
}

EMSCRIPTEN_KEEPALIVE Loaded* model_new() {
    return new Loaded;
}

EMSCRIPTEN_KEEPALIVE void model_delete(Loaded* loaded) {
    delete loaded;
}

// A tensor of the file: its name, its type as the format spells it, its shape of `rank` sizes, and how many
// bytes it has. False for a type that the format does not have.
EMSCRIPTEN_KEEPALIVE bool model_tensor(Loaded* loaded, const char* name, const char* dtype,
                                       const std::uint32_t* shape, int rank, std::size_t length) {
    Tensor tensor;
    tensor.name = name;
    if (!dtype_of(dtype, tensor.dtype)) return false;
    tensor.shape.assign(shape, shape + rank);
    tensor.bytes = {static_cast<const std::byte*>(nullptr), length};
    loaded->tensors.push_back(std::move(tensor));
    return true;
}

// Checks all of these tensors, and asks for the memory of those that the model needs. sizes: vocabulary,
// context, width, layers, heads, inner, family, kv_heads, head_width, tied; numbers: epsilon, rope_theta.
// What is wrong, by name; null if nothing is.
EMSCRIPTEN_KEEPALIVE const char* model_reserve(Loaded* loaded, const int* sizes, const float* numbers) {
    Config& config = loaded->config;
    config = {sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5], numbers[0]};
    config.family = sizes[6] ? Family::llama : Family::gpt2;
    config.kv_heads = sizes[7];
    config.head_width = sizes[8];
    config.tied = sizes[9];
    config.rope_theta = numbers[1];
    const Needed needed = needed_tensors(loaded->tensors, config);
    if (needed.error) return loaded->say(message(needed.error));
    constexpr std::size_t line = 64;  // each tensor begins with a line of the cache
    const auto takes = [](const Tensor& tensor) {
        return (std::uint64_t{tensor.bytes.size()} + line - 1) / line * line;
    };
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < needed.tensors.size(); ++i)
        if (needed.tensors[i]) bytes += takes(loaded->tensors[i]);
    loaded->stored = static_cast<std::byte*>(aligned(bytes));
    if (!loaded->stored) return loaded->say_too_large("the weights", bytes);
    std::byte* at = loaded->stored;
    for (std::size_t i = 0; i < needed.tensors.size(); ++i) {
        if (!needed.tensors[i]) continue;
        Tensor& tensor = loaded->tensors[i];
        tensor.bytes = {at, tensor.bytes.size()};
        at += takes(tensor);
    }
    return nullptr;
}

// Where the bytes of the tensor that came as the i-th one go; null if the model has no use for them.
EMSCRIPTEN_KEEPALIVE const std::byte* model_place(const Loaded* loaded, int i) {
    return loaded->tensors[static_cast<std::size_t>(i)].bytes.data();
}

// Makes the weights of these tensors, whose bytes are there now.
EMSCRIPTEN_KEEPALIVE const char* model_bind(Loaded* loaded) {
    Bound bound = bind_weights(loaded->tensors, loaded->config);
    loaded->tensors.clear();
    if (bound.error) return loaded->say(message(bound.error));
    loaded->weights = std::move(bound.weights);
    return nullptr;
}

// The forward pass of n tokens. off [layers, heads] or null; places [patches, 4]: layer, head or −1, position
// and rows, whose values follow one another. keep: a Keep, by its number.
EMSCRIPTEN_KEEPALIVE const char* model_forward(Loaded* loaded, const int* tokens, int n,
                                               const unsigned char* off, const int* places, int patches,
                                               const float* values, int kept) {
    const Config& config = loaded->weights.config;
    Options options = options_of(off);
    std::vector<Patch> all;
    for (const int* at = places; at != places + 4 * static_cast<std::ptrdiff_t>(patches); at += 4) {
        const bool of_head = at[1] >= 0;
        const ConstMatrixView own(values, at[3], of_head ? config.d() : config.width);
        all.push_back(
            {of_head ? Patch::Site::head : Patch::Site::residual, at[0], of_head ? at[1] : 0, at[2], own});
        values += own.size();
    }
    options.patches = all;
    if (const Error error = validate(config, tokens, n)) return loaded->say(attention::message(error));
    if (const Error error = validate(config, all, n)) return loaded->say(attention::message(error));
    const auto keep = static_cast<Keep>(kept);
    if (const FloatCount floats = run_floats(config, n, keep); floats > loaded->floats) {
        std::free(loaded->memory);
        loaded->floats = 0;
        loaded->run.reset();
        loaded->memory = aligned_floats(floats);
        if (!loaded->memory)
            return loaded->say_too_large(
                keep == Keep::everything ? "all values of a pass" : "a pass and its logits",
                floats * sizeof(float));
        loaded->floats = floats;
    }
    loaded->run.emplace(config, n, loaded->memory, keep);
    forward(loaded->weights, tokens, options, *loaded->run);
    return nullptr;
}

// A matrix of the newest pass: address, rows, cols, numbers from one row to the next → out [4]. `what` counts
// as web/model/model.ts does; layer is that of what layers have, or the number of a residual stream.
EMSCRIPTEN_KEEPALIVE void model_view(const Loaded* loaded, int what, int layer, std::uint32_t* out) {
    const Run& run = *loaded->run;
    const auto index = static_cast<std::size_t>(layer);
    const LayerRun* of = index < run.layers.size() ? &run.layers[index] : nullptr;
    const MatrixView* const views[] = {
        &run.logits,
        &run.norm,
        index < run.residual.size() ? &run.residual[index] : nullptr,
        of ? &of->norm_1 : nullptr,
        of ? &of->q : nullptr,
        of ? &of->k : nullptr,
        of ? &of->v : nullptr,
        of ? &of->weights : nullptr,
        of ? &of->heads : nullptr,
        of ? &of->parts : nullptr,
        of ? &of->attention : nullptr,
        of ? &of->norm_2 : nullptr,
        of ? &of->hidden_before : nullptr,
        of ? &of->hidden : nullptr,
        of ? &of->mlp : nullptr,
        of ? &of->up : nullptr,
    };
    const MatrixView& view = *views[what];
    out[0] = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(view.data));
    out[1] = static_cast<std::uint32_t>(view.rows);
    out[2] = static_cast<std::uint32_t>(view.cols);
    out[3] = static_cast<std::uint32_t>(view.stride);
}

// For so many tokens, of which `most` are read at once → out [1]; what is wrong, or null. The model must
// outlive it.
EMSCRIPTEN_KEEPALIVE const char* model_decoder(Loaded* loaded, int tokens, Decoding** out) {
    const int most = std::min(tokens, decoder_block);
    const FloatCount floats = decoder_floats(loaded->weights.config, tokens, most);
    float* memory = aligned_floats(floats);
    if (!memory) return loaded->say_too_large("keys and values of all tokens", floats * sizeof(float));
    *out = new Decoding{Decoder(loaded->weights, tokens, most, memory), memory};
    return nullptr;
}

EMSCRIPTEN_KEEPALIVE const char* model_next(Loaded* loaded, Decoding* decoding, const int* tokens, int n,
                                            const unsigned char* off, float* logits) {
    const Error error = decoding->decoder.read(tokens, n, options_of(off), logits);
    return error ? loaded->say(attention::message(error)) : nullptr;
}

EMSCRIPTEN_KEEPALIVE void model_restart(Decoding* decoding) {
    decoding->decoder.clear();
}

EMSCRIPTEN_KEEPALIVE void model_delete_decoder(Decoding* decoding) {
    std::free(decoding->memory);
    delete decoding;
}

}  // extern "C"

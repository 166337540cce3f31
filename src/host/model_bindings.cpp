// The model's face to JavaScript: plain C exports, as the core's (core_bindings.cpp says why). Checks what
// the model checks (weights, tokens); web/model has already checked the rest.
#include <emscripten/emscripten.h>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "../model/decode.h"
#include "../model/transformer.h"

using namespace model;

namespace {

/// Weights, and the newest forward pass with everything kept.
struct Loaded {
    std::vector<Tensor> tensors;  // until they are bound
    Weights weights;
    std::string error;
    std::optional<Run> run;
    float* memory = nullptr;  // the run's
    FloatCount floats = 0;

    const char* say(std::string text) {
        error = std::move(text);
        return error.c_str();
    }
    ~Loaded() { std::free(memory); }
};

/// Memory that JavaScript asks for; null if there is none.
void* aligned(FloatCount floats) {
    if (floats > 0x3fff0000) return nullptr;  // addresses have 32 bits
    return std::aligned_alloc(64, (static_cast<std::size_t>(floats) * sizeof(float) + 63) / 64 * 64);
}

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
    return aligned(static_cast<FloatCount>((bytes + 3) / 4));
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

// A tensor of the file: its name, its type as the format spells it, its shape of `rank` sizes, its bytes,
// which stay the caller's for as long as the model. False for a type that the format does not have.
EMSCRIPTEN_KEEPALIVE bool model_tensor(Loaded* loaded, const char* name, const char* dtype,
                                       const std::uint32_t* shape, int rank, const std::byte* bytes,
                                       std::size_t length) {
    Tensor tensor;
    tensor.name = name;
    if (!dtype_of(dtype, tensor.dtype)) return false;
    tensor.shape.assign(shape, shape + rank);
    tensor.bytes = {bytes, length};
    loaded->tensors.push_back(std::move(tensor));
    return true;
}

// Makes the weights of these tensors. What is wrong, by name; null if nothing is.
EMSCRIPTEN_KEEPALIVE const char* model_bind(Loaded* loaded, int vocabulary, int context, int width,
                                            int layers, int heads, int inner, float epsilon) {
    Bound bound = bind_weights(loaded->tensors, {vocabulary, context, width, layers, heads, inner, epsilon});
    loaded->tensors.clear();
    if (bound.error) return loaded->say(message(bound.error));
    loaded->weights = std::move(bound.weights);
    return nullptr;
}

// The forward pass of n tokens. off [layers, heads] or null; places [patches, 4]: layer, head or −1, position
// and rows, whose values follow one another.
EMSCRIPTEN_KEEPALIVE const char* model_forward(Loaded* loaded, const int* tokens, int n,
                                               const unsigned char* off, const int* places, int patches,
                                               const float* values) {
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
    if (const FloatCount floats = run_floats(config, n); floats > loaded->floats) {
        std::free(loaded->memory);
        loaded->floats = 0;
        loaded->run.reset();
        loaded->memory = static_cast<float*>(aligned(floats));
        if (!loaded->memory) return loaded->say("too large for memory");
        loaded->floats = floats;
    }
    loaded->run.emplace(config, n, loaded->memory);
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
    };
    const MatrixView& view = *views[what];
    out[0] = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(view.data));
    out[1] = static_cast<std::uint32_t>(view.rows);
    out[2] = static_cast<std::uint32_t>(view.cols);
    out[3] = static_cast<std::uint32_t>(view.stride);
}

// Null if there is no memory. The model must outlive it.
EMSCRIPTEN_KEEPALIVE Decoding* model_decoder(const Loaded* loaded) {
    auto* memory = static_cast<float*>(aligned(decoder_floats(loaded->weights.config)));
    return memory ? new Decoding{Decoder(loaded->weights, memory), memory} : nullptr;
}

EMSCRIPTEN_KEEPALIVE const char* model_next(Loaded* loaded, Decoding* decoding, int token,
                                            const unsigned char* off, float* logits) {
    const Error error = decoding->decoder.next(token, options_of(off), logits);
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

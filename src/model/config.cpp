// The checks, each with what a reader of an error needs.
#include "config.h"

#include <cmath>

namespace model {
namespace {

Error within(const char* name, int size, int most) {
    if (size < 1) return {name, "must be at least {}, got {}", {1, double(size)}};
    if (size > most) return {name, "must be at most {}, got {}", {double(most), double(size)}};
    return {};
}

Error positive(const char* name, float number) {
    if (std::isfinite(number) && number > 0) return {};
    return {name, "must be finite and greater than 0, got {}", {static_cast<double>(number)}};
}

}  // namespace

Error validate(const Config& config) {
    if (const Error error = within("vocabulary", config.vocabulary, largest_size)) return error;
    if (const Error error = within("context", config.context, largest_size)) return error;
    if (const Error error = within("width", config.width, largest_size)) return error;
    if (const Error error = within("layers", config.layers, most_layers)) return error;
    if (const Error error = within("heads", config.heads, most_layers)) return error;
    if (const Error error = within("inner", config.inner, largest_size)) return error;
    if (config.kv_heads != 0) {
        if (const Error error = within("kv_heads", config.kv_heads, config.heads)) return error;
        if (config.heads % config.kv_heads != 0)
            return {"kv_heads",
                    "must divide heads: {} does not divide {}",
                    {double(config.kv_heads), double(config.heads)}};
    }
    if (config.head_width != 0) {
        const int most = largest_size / config.heads;
        if (const Error error = within("head_width", config.head_width, most)) return error;
    } else if (config.width % config.heads != 0) {
        return {"heads",
                "must divide width: {} does not divide {}",
                {double(config.heads), double(config.width)}};
    }
    if (const Error error = positive("epsilon", config.epsilon)) return error;
    if (!config.llama()) return {};
    if (config.d() % 2 != 0) return {"head_width", "must be even for RoPE, got {}", {double(config.d())}};
    return positive("rope_theta", config.rope_theta);
}

Error validate(const Config& config, const int* tokens, int n) {
    if (n < 1) return {"tokens", "must be at least {}, got {}", {1, double(n)}};
    if (n > config.context)
        return {"tokens", "are {}, the context has places for {}", {double(n), double(config.context)}};
    if (!tokens) return {"tokens", "has no data", {}};
    for (int i = 0; i < n; ++i) {
        if (tokens[i] < 0 || tokens[i] >= config.vocabulary)
            return {
                "tokens", "has {}, the vocabulary is 0 to {}", {double(tokens[i]), config.vocabulary - 1.0}};
    }
    return {};
}

}  // namespace model

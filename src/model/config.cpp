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

}  // namespace

Error validate(const Config& config) {
    if (const Error error = within("vocabulary", config.vocabulary, largest_size)) return error;
    if (const Error error = within("context", config.context, largest_size)) return error;
    if (const Error error = within("width", config.width, largest_size)) return error;
    if (const Error error = within("layers", config.layers, most_layers)) return error;
    if (const Error error = within("heads", config.heads, most_layers)) return error;
    if (const Error error = within("inner", config.inner, largest_size)) return error;
    if (config.width % config.heads != 0) {
        return {"heads",
                "must divide width: {} does not divide {}",
                {double(config.heads), double(config.width)}};
    }
    if (!std::isfinite(config.epsilon) || !(config.epsilon > 0)) {
        return {
            "epsilon", "must be finite and greater than 0, got {}", {static_cast<double>(config.epsilon)}};
    }
    return {};
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

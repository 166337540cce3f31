// The checks, each with what a reader of an error needs.
#include "validate.h"

#include <cmath>
#include <cstdio>

#include "key_value_cache.h"
#include "multi_head.h"

namespace attention {
namespace {

Error matrix(const char* name, ConstMatrixView x) {
    if (x.rows < 1) return {name, "has {} rows, must have at least {}", {double(x.rows), 1}};
    if (x.cols < 1) return {name, "has {} columns, must have at least {}", {double(x.cols), 1}};
    if (!x.data) return {name, "has no data", {}};
    return {};
}

Error matrix(const char* name, ConstMatrixView x, int rows, int cols) {
    if (x.rows != rows) return {name, "has {} rows, must have {}", {double(x.rows), double(rows)}};
    if (x.cols != cols) return {name, "has {} columns, must have {}", {double(x.cols), double(cols)}};
    return matrix(name, x);
}

Error finite(const char* name, float x) {
    if (std::isfinite(x)) return {};
    return {name, "must be finite, got {}", {static_cast<double>(x)}};
}

Error no_rope(const Options& options, const char* text) {
    if (options.rope_base == 0) return {};
    return {"rope_base", text, {static_cast<double>(options.rope_base)}};
}

// What every call has.
Error scoring(const Options& options) {
    if (!(options.temperature > 0))
        return {"temperature", "must be greater than 0, got {}", {static_cast<double>(options.temperature)}};
    if (Error error = finite("temperature", options.temperature)) return error;
    if (Error error = finite("scale", options.scale.value_or(0))) return error;
    if (Error error = finite("alibi", options.alibi)) return error;
    if (options.window < 0) return {"window", "must be 0 or more, got {}", {double(options.window)}};
    return {};
}

Error rope(const Options& options, int d) {
    if (Error error = finite("rope_base", options.rope_base)) return error;
    if (options.rope_base < 0)
        return {"rope_base", "must be 0 or more, got {}", {static_cast<double>(options.rope_base)}};
    if (options.rope_base > 0 && d < 2)
        return {"rope_base", "turns pairs of components: d must be at least {}, got {}", {2, double(d)}};
    return {};
}

}  // namespace

std::string message(const Error& error) {
    if (!error) return {};
    std::string out = std::string(error.argument) + " ";
    const double* number = error.numbers;
    for (const char* c = error.text; *c != 0; ++c) {
        if (c[0] == '{' && c[1] == '}') {
            char digits[32];
            std::snprintf(digits, sizeof digits, "%.9g", *number++);
            out += digits;
            ++c;
        } else {
            out += *c;
        }
    }
    return out;
}

Error validate(ConstMatrixView q, ConstMatrixView k, ConstMatrixView v, const Options& options) {
    if (Error error = matrix("q", q)) return error;
    if (Error error = matrix("k", k)) return error;
    if (Error error = matrix("v", v)) return error;
    if (k.cols != q.cols) return {"k", "has {} columns, q has {}", {double(k.cols), double(q.cols)}};
    if (v.rows != k.rows) return {"v", "has {} rows, k has {}", {double(v.rows), double(k.rows)}};
    if (Error error = scoring(options)) return error;
    return rope(options, q.cols);
}

Error validate(ConstMatrixView q, ConstMatrixView k, ConstMatrixView v, const Options& options,
               ConstMatrixView out) {
    if (Error error = validate(q, k, v, options)) return error;
    return matrix("out", out, q.rows, v.cols);
}

Error validate(ConstMatrixView x, const MultiHeadWeights& weights, const Options& options) {
    if (Error error = matrix("x", x)) return error;
    const int d_model = x.cols;
    const int heads = weights.heads;
    const int kv_heads = weights.kv_heads;
    if (heads < 1) return {"heads", "must be at least {}, got {}", {1, double(heads)}};
    if (kv_heads < 1) return {"kv_heads", "must be at least {}, got {}", {1, double(kv_heads)}};
    if (d_model % heads != 0)
        return {"heads", "must divide d_model: {} does not divide {}", {double(heads), double(d_model)}};
    if (heads % kv_heads != 0)
        return {"kv_heads", "must divide heads: {} does not divide {}", {double(kv_heads), double(heads)}};
    const int kv = kv_heads * (d_model / heads);
    if (Error error = matrix("wq", weights.wq, d_model, d_model)) return error;
    if (Error error = matrix("wk", weights.wk, d_model, kv)) return error;
    if (Error error = matrix("wv", weights.wv, d_model, kv)) return error;
    if (Error error = matrix("wo", weights.wo, d_model, d_model)) return error;
    if (Error error = scoring(options)) return error;
    return rope(options, d_model / heads);
}

Error validate(const CacheShape& shape, int heads, const Options& options) {
    if (heads < 1) return {"heads", "must be at least {}, got {}", {1, double(heads)}};
    if (heads % shape.kv_heads != 0)
        return {
            "kv_heads", "must divide heads: {} does not divide {}", {double(shape.kv_heads), double(heads)}};
    if (options.query_offset != 0)
        return {"query_offset",
                "is the cache's, which knows where its newest token stands; got {}",
                {static_cast<double>(options.query_offset)}};
    if (options.bias) return {"bias", "does not apply to a cache", {}};
    if (options.key_mask) return {"key_mask", "does not apply to a cache", {}};
    if (Error error = no_rope(options, "does not apply to a cache: rotate query and keys first; got {}"))
        return error;
    return scoring(options);
}

Error validate_rotated(const Options& options) {
    return no_rope(options, "does not apply here: rotate q and k first; got {}");
}

}  // namespace attention

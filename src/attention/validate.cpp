// The checks, each with the message that a reader of an error needs.
#include "validate.h"

#include <cmath>

namespace attention {
namespace {

Error shape(std::string message) {
    return {ErrorKind::shape, std::move(message)};
}
Error value(std::string message) {
    return {ErrorKind::value, std::move(message)};
}

Error positive(const char* name, ConstMatrixView x) {
    if (x.rows < 1) return shape(std::string(name) + " has " + std::to_string(x.rows) + " rows, at least 1");
    if (x.cols < 1)
        return shape(std::string(name) + " has " + std::to_string(x.cols) + " columns, at least 1");
    if (!x.data) return value(std::string(name) + " has no data");
    return {};
}

Error exactly(const char* name, ConstMatrixView x, int rows, int cols) {
    if (x.rows == rows && x.cols == cols) return {};
    return shape(std::string(name) + " is " + std::to_string(x.rows) + " × " + std::to_string(x.cols) +
                 ", must be " + std::to_string(rows) + " × " + std::to_string(cols));
}

}  // namespace

Error validate(ConstMatrixView q, ConstMatrixView k, ConstMatrixView v, const Options& options) {
    if (Error error = positive("q", q)) return error;
    if (Error error = positive("k", k)) return error;
    if (Error error = positive("v", v)) return error;
    if (k.cols != q.cols) {
        return shape("k has " + std::to_string(k.cols) + " columns, q has " + std::to_string(q.cols));
    }
    if (v.rows != k.rows) {
        return shape("v has " + std::to_string(v.rows) + " rows, k has " + std::to_string(k.rows));
    }
    if (!(options.temperature > 0) || !std::isfinite(options.temperature)) {
        return value("temperature must be greater than 0, got " + std::to_string(options.temperature));
    }
    if (options.scale && !std::isfinite(*options.scale))
        return value("scale must be finite, got " + std::to_string(*options.scale));
    if (!std::isfinite(options.alibi))
        return value("alibi must be finite, got " + std::to_string(options.alibi));
    if (options.window < 0) return value("window must be 0 or more, got " + std::to_string(options.window));
    if (!(options.rope_base >= 0) || !std::isfinite(options.rope_base)) {
        return value("rope_base must be 0 or more, got " + std::to_string(options.rope_base));
    }
    return {};
}

Error validate_multi_head(ConstMatrixView x, ConstMatrixView wq, ConstMatrixView wk, ConstMatrixView wv,
                          ConstMatrixView wo, int heads, int kv_heads) {
    if (Error error = positive("x", x)) return error;
    const int d_model = x.cols;
    if (heads < 1) return value("heads must be at least 1, got " + std::to_string(heads));
    if (kv_heads < 1) return value("kv_heads must be at least 1, got " + std::to_string(kv_heads));
    if (d_model % heads != 0) {
        return value("heads must divide d_model: " + std::to_string(heads) + " does not divide " +
                     std::to_string(d_model));
    }
    if (heads % kv_heads != 0) {
        return value("kv_heads must divide heads: " + std::to_string(kv_heads) + " does not divide " +
                     std::to_string(heads));
    }
    const int kv = kv_heads * (d_model / heads);
    if (Error error = exactly("wq", wq, d_model, d_model)) return error;
    if (Error error = exactly("wk", wk, d_model, kv)) return error;
    if (Error error = exactly("wv", wv, d_model, kv)) return error;
    return exactly("wo", wo, d_model, d_model);
}

}  // namespace attention

// What is wrong with a call, found before it runs. The functions that take whole matrices, and the key-value
// cache, ask this first and do nothing if there is an answer. The kernels below them check nothing.
#pragma once

#include <string>

#include "matrix.h"
#include "options.h"

namespace attention {

struct CacheShape;
struct MultiHeadWeights;

// No exceptions and no text to be put together where nobody reads it: what is wrong, and both numbers.
struct Error {
    const char* argument = nullptr;  // none: nothing is wrong
    const char* text = nullptr;      // what follows its name, {} for each number
    double numbers[2] = {};

    explicit operator bool() const { return argument != nullptr; }
};

// "k has 3 columns, q has 4"
std::string message(const Error& error);

// What came of a call. True if it was valid and every query saw a key.
struct Outcome {
    Error error;            // if any, nothing was written
    bool all_seen = false;  // false: some query saw no key, and its row of the output is zeros

    operator bool() const { return !error && all_seen; }
};

// q [n, d], k [m, d], v [m, dv], out [n, dv]; every size ≥ 1; temperature > 0; no number of the options NaN
// or infinite; RoPE needs d ≥ 2. What bias and key_mask point to is believed.
Error validate(ConstMatrixView q, ConstMatrixView k, ConstMatrixView v, const Options& options,
               ConstMatrixView out);

// The same without an output that the caller owns.
Error validate(ConstMatrixView q, ConstMatrixView k, ConstMatrixView v, const Options& options);

// x [n, d_model]; heads divide d_model, kv_heads divide heads; the weights' shapes as multi_head.h says.
Error validate(ConstMatrixView x, const MultiHeadWeights& weights, const Options& options);

// A query of as many heads for a cache of that shape. The newest token's place is the cache's, and its keys
// come as they are: no query_offset, bias, key_mask or RoPE. (That it looks back only may be said.)
Error validate(const CacheShape& shape, int heads, const Options& options);

// Calls on memory by its address have q and k rotated before: no RoPE.
Error validate_rotated(const Options& options);

}  // namespace attention

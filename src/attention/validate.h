// Checks a call before it runs and says what is wrong in words. Kernels assume valid input and check nothing.
#pragma once

#include <string>

#include "matrix.h"
#include "options.h"

namespace attention {

enum class ErrorKind { none, shape, value };

struct Error {
    ErrorKind kind = ErrorKind::none;
    std::string message;  // names the argument and both numbers: "k has 3 columns, q has 4"
    explicit operator bool() const { return kind != ErrorKind::none; }
};

// q [n, d], k [m, d], v [m, dv]; every size ≥ 1; temperature > 0 and finite; window ≥ 0.
Error validate(ConstMatrixView q, ConstMatrixView k, ConstMatrixView v, const Options& options);

// heads divide d_model, kv_heads divide heads, weights fit. wq [d_model, d_model], wk and wv
// [d_model, kv_heads · d_model / heads], wo [d_model, d_model].
Error validate_multi_head(ConstMatrixView x, ConstMatrixView wq, ConstMatrixView wk, ConstMatrixView wv,
                          ConstMatrixView wo, int heads, int kv_heads);

}  // namespace attention

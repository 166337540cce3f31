// Entry to the fused kernels: checks, scratch, RoPE, defaults.
#include "attend.h"

#include <vector>

#include "kernels.h"
#include "position.h"
#include "stages.h"

namespace attention {

FloatCount attend_scratch(int n, int m, int d, int dv) {
    return kernels::attend_scratch(n, m, d, dv);
}

Outcome attend(const AttendCall& call, float* scratch) {
    if (const Error error = validate_rotated(call.options)) return {error};
    return {{}, kernels::attend(call, scale_factor(call.options, call.d), scratch)};
}

Outcome attend(AttendBatch batch, float* scratch) {
    Outcome outcome{{}, true};
    AttendCall& call = batch.first;
    for (; batch.count > 0; --batch.count) {
        const Outcome one = attend(call, scratch);
        if (one.error) return one;
        outcome.all_seen &= one.all_seen;
        call.q += batch.q;
        call.k += batch.k;
        call.v += batch.v;
        call.out += batch.out;
        if (call.options.bias) call.options.bias += batch.bias;
        if (call.options.key_mask) call.options.key_mask += batch.key_mask;
    }
    return outcome;
}

Outcome attend(ConstMatrixView q, ConstMatrixView k, ConstMatrixView v, const Options& options,
               MatrixView out) {
    if (const Error error = validate(q, k, v, options, out)) return {error};
    Options rotated = options;
    rotated.rope_base = 0;
    std::vector<float> rotated_q;
    std::vector<float> rotated_k;
    if (options.rope_base > 0) {
        rotated_q.resize(q.size());
        rotated_k.resize(k.size());
        apply_rope(q, options.query_offset, options.rope_base, {rotated_q.data(), q.rows, q.cols},
                   options.rope_pairs);
        apply_rope(k, 0, options.rope_base, {rotated_k.data(), k.rows, k.cols}, options.rope_pairs);
        q.data = rotated_q.data();
        k.data = rotated_k.data();
    }
    std::vector<float> scratch(attend_scratch(q.rows, k.rows, q.cols, v.cols));
    const AttendCall call{q.data, k.data, v.data, out.data, q.rows,   k.rows, q.cols,
                          v.cols, q.cols, k.cols, v.cols,   out.cols, rotated};
    return attend(call, scratch.data());
}

}  // namespace attention

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
    assert(usable(call.q) && usable(call.k) && usable(call.v) && usable(call.out));
    assert(call.k.cols == call.d() && call.v.rows == call.m());
    assert(call.out.rows == call.n() && call.out.cols == call.dv());
    assert(scratch);
    return {{}, kernels::attend(call, scale_factor(call.options, call.d()), scratch)};
}

Outcome attend(AttendBatch batch, float* scratch) {
    Outcome outcome{{}, true};
    AttendCall& call = batch.first;
    for (; batch.count > 0; --batch.count) {
        const Outcome one = attend(call, scratch);
        if (one.error) return one;
        outcome.all_seen &= one.all_seen;
        call.q.data += batch.q;
        call.k.data += batch.k;
        call.v.data += batch.v;
        call.out.data += batch.out;
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
        const auto turned = [&](ConstMatrixView x, std::int64_t offset, std::vector<float>& to) {
            to.resize(x.size());
            const MatrixView view{to.data(), x.rows, x.cols};
            apply_rope(x, offset, options.rope_base, view, options.rope_pairs);
            return view;
        };
        q = turned(q, options.query_offset, rotated_q);
        k = turned(k, 0, rotated_k);
    }
    std::vector<float> scratch(attend_scratch(q.rows, k.rows, q.cols, v.cols));
    return attend(AttendCall{q, k, v, out, rotated}, scratch.data());
}

}  // namespace attention

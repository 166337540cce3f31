// Entry to the fused kernels: scratch, RoPE, defaults.
#include "attend.h"

#include <vector>

#include "kernels.h"
#include "position.h"
#include "stages.h"

namespace attention {

FloatCount attend_scratch(int n, int m, int d, int dv) {
    return kernels::attend_scratch(n, m, d, dv);
}

bool attend(const AttendCall& call, float* scratch) {
    return kernels::attend(call, scale_factor(call.options, call.d), scratch);
}

bool attend(ConstMatrixView q, ConstMatrixView k, ConstMatrixView v, const Options& options, MatrixView out) {
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
                          v.cols, q.cols, k.cols, v.cols,   out.cols, options};
    return attend(call, scratch.data());
}

}  // namespace attention

// Fused attention: the output only, the fastest way, with O(m) scratch and never an [n, m] matrix.
// For the intermediate values see trace.h.
#pragma once

#include <cstddef>

#include "matrix.h"
#include "options.h"

namespace attention {

// Rows may lie apart (stride in floats), so that a head is a view into columns of a wider matrix.
struct AttendCall {
    const float* q = nullptr;  // [n, d]
    const float* k = nullptr;  // [m, d]
    const float* v = nullptr;  // [m, dv]
    float* out = nullptr;      // [n, dv]
    int n = 0, m = 0, d = 0, dv = 0;
    int q_stride = 0, k_stride = 0, v_stride = 0, out_stride = 0;
    Options options;  // scale as in options.h; rope_base is ignored: apply_rope to q and k first
};

// Floats of scratch that attend wants for these sizes.
FloatCount attend_scratch(int n, int m, int d, int dv);

// False when some query saw no key (its row of out is zeros). scratch: attend_scratch floats, 16-byte
// aligned.
bool attend(const AttendCall& call, float* scratch);

// The same on plain matrices, with scratch (and rotated copies for RoPE) of its own.
bool attend(ConstMatrixView q, ConstMatrixView k, ConstMatrixView v, const Options& options, MatrixView out);

}  // namespace attention

// Fused attention: the output only, the fastest way, with O(m) scratch and never an [n, m] matrix.
// For the intermediate values see trace.h.
#pragma once

#include <cstddef>

#include "matrix.h"
#include "options.h"
#include "validate.h"

namespace attention {

struct AttendCall {
    ConstMatrixView q, k, v;  // [n, d], [m, d], [m, dv]
    MatrixView out;           // [n, dv]
    Options options;          // all but RoPE: apply_rope to q and k first

    int n() const { return q.rows; }
    int m() const { return k.rows; }
    int d() const { return q.cols; }
    int dv() const { return v.cols; }
};

// Floats of scratch that attend wants for these sizes.
FloatCount attend_scratch(int n, int m, int d, int dv);

// scratch: attend_scratch floats; best on a multiple of 16 bytes. Shapes and pointers are believed (and
// asserted); an Error for RoPE.
Outcome attend(const AttendCall& call, float* scratch);

// Attentions of one shape and one set of options that follow each other in memory, as the items of a batch
// do. Floats (of key_mask bytes) from one to the next; 0: all of them use the same.
struct AttendBatch {
    AttendCall first;
    int count = 1;
    std::ptrdiff_t q = 0, k = 0, v = 0, out = 0, bias = 0, key_mask = 0;
};

// One after the other, with the scratch of one.
Outcome attend(AttendBatch batch, float* scratch);

// The same on plain matrices, all of it checked (validate.h), with scratch (and rotated copies for RoPE) of
// its own.
Outcome attend(ConstMatrixView q, ConstMatrixView k, ConstMatrixView v, const Options& options,
               MatrixView out);

}  // namespace attention

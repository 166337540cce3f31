// Rows of weights in double precision, for calls and rows whose scores float32 cannot hold or tell apart.
// Every implementation of attention asks the two questions below and uses the same fallback, so that all of
// them come to the same answer. Not for speed: a row takes ten to sixteen times as long.
//
// What decides is the exponent, score · log2(e) / temperature: an error in it becomes a relative error of the
// weight. In float32 an exponent of 2^15 is off by up to 2^-9. Not covered are products that cancel: where
// the terms of one q·k are themselves beyond 10^7 and their sum is not, float32 computes it as float32 does.
#pragma once

#include <cstddef>

#include "attend.h"

namespace attention {

// Whether float32 is enough for calls with these options; scale as given or 1/√d. False where the exponent
// moves by more than 2^8 for a unit of q·k, or by more than 2^12 for a unit of bias or distance: there equal
// scores must be equal to the last bit, which folding factors into Q would break. Also false where a factor
// is so small that a score that overflows to −∞ need not have weight zero.
bool options_fit_float(const Options& options, float scale);

// Whether float32 was enough for one row, by its largest exponent. False for NaN and infinities, so that
// overflow anywhere leads to the fallback, and so does a row that sees nothing.
inline constexpr float exponent_limit = 0x1p15f;

inline bool exponent_fits_float(float largest_exponent) {
    return largest_exponent >= -exponent_limit && largest_exponent <= exponent_limit;
}

// What is taken off the bias of query i: its largest over the keys that the query sees, where that is so
// large that a score added to it would be lost (as with −10⁹ on a whole row). It does not change the softmax,
// and float32 is then enough for the row.
float bias_shift(const Options& options, int i, int m);

// weights [m] = softmax of query i's row: q [d], k [m, d]. Exactly 0 where masked. False if the query sees no
// key; then all weights are 0.
bool weights_in_double(const float* q, const ConstMatrixView& k, int i, const Options& options,
                       float* weights);

// Row i of out from such weights. False if the query sees no key; then the row is zeros. scratch: m floats.
bool attend_row_in_double(const AttendCall& call, int i, float* scratch);

}  // namespace attention

// The path of kernels::attend for so few queries that a tile of eight would be mostly empty. SIMD only.
#pragma once

#ifndef ATTENTION_SCALAR

#include "attend.h"

namespace attention::simd {

// From four queries on the tiles are as fast: half of their lanes work, and they read K but once for all.
inline constexpr int few_rows = 3;

// call.n() ≤ few_rows. scratch: (n + 1) · (m + dv) floats. False when some query saw no key.
bool attend_few_rows(const AttendCall& call, float scale, float* scratch);

}  // namespace attention::simd

#endif  // ATTENTION_SCALAR

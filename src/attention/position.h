// Positions: RoPE turns queries and keys, ALiBi lowers far scores.
// Not here: absolute encodings, which are added to X before anything in this library.
#pragma once

#include "matrix.h"

namespace attention {

// Row i turned as position first + i: the pair (2p, 2p+1) by the angle position · base^(−2p/d) (Su et al.
// 2021). An odd last component stays. x, out [n, d]; out may be x. Then q·k depends on the difference of
// positions only.
void rope(ConstMatrixView x, int first, float base, MatrixView out);
// The same in place on rows that lie apart, as a head's columns do.
void rope(float* x, std::ptrdiff_t stride, int rows, int d, int first, float base);

// Slope of head h of heads: 2^(−8 (h+1) / heads) (Press et al. 2022).
float alibi_slope(int head, int heads);

}  // namespace attention

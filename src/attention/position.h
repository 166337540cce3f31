// Positions: RoPE rotates queries and keys, ALiBi lowers far scores.
// Not here: absolute encodings, which are added to X before anything in this library.
#pragma once

#include <cstdint>

#include "matrix.h"
#include "options.h"

namespace attention {

// Rotates row i as position offset + i: its pair p (two components, RopePairs says which) by the angle
// position · base^(−2p/d) (Su et al. 2021, eq. 15; halves: rotate_half in GPT-NeoX, Black et al. 2022). An
// odd last component stays. x, out [n, d]; out may be x. Then q·k depends on the difference of positions
// only.
void apply_rope(ConstMatrixView x, std::int64_t offset, float base, MatrixView out,
                RopePairs pairs = RopePairs::neighbours);
// The same in place.
inline void apply_rope(MatrixView x, std::int64_t offset, float base,
                       RopePairs pairs = RopePairs::neighbours) {
    apply_rope(x, offset, base, x, pairs);
}

// Slope of head h of heads: 2^(−8 (h+1) / heads) (Press et al. 2022).
float alibi_slope(int head, int heads);

}  // namespace attention

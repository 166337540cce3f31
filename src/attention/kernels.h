// Fused attention, twice: in SIMD, and a scalar implementation with the same signature. kernels:: is what
// this build uses. Nothing here checks its arguments or allocates.
#pragma once

#include <cstddef>

#include "attend.h"
#include "selectable.h"

namespace attention {

namespace scalar {
FloatCount attend_scratch(int n, int m, int d, int dv);
bool attend(const AttendCall& call, float scale, float* scratch);
}  // namespace scalar

#ifdef ATTENTION_SCALAR
namespace kernels = scalar;
#else
namespace simd {
FloatCount attend_scratch(int n, int m, int d, int dv);
bool attend(const AttendCall& call, float scale, float* scratch);
}  // namespace simd
#ifdef ATTENTION_SELECTABLE
namespace kernels = selectable;
#else
namespace kernels = simd;
#endif
#endif

}  // namespace attention

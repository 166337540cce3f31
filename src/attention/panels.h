// Matrix products for speed: the right factor is packed into panels of eight columns, [columns / 8][inner,
// 8], zeros where there are no columns; the left one is read where it lies. SIMD and scalar twins.
#pragma once

#include <cstddef>

namespace attention {

// Floats that the panels of an [inner, columns] matrix take.
inline std::size_t panel_floats(int inner, int columns) {
    return static_cast<std::size_t>((columns + 7) / 8) * 8 * static_cast<std::size_t>(inner);
}

// b [inner, columns], its rows stride apart → panels.
void pack_panels(const float* b, std::ptrdiff_t stride, int inner, int columns, float* panels);

namespace scalar {
// out [n, columns] = a [n, inner] · panels; rows of a and out lie apart by their strides.
void multiply_panels(const float* a, std::ptrdiff_t a_stride, int n, int inner, const float* panels,
                     int columns, float* out, std::ptrdiff_t out_stride);
}  // namespace scalar

#ifdef ATTENTION_SCALAR
using scalar::multiply_panels;
#else
namespace simd {
void multiply_panels(const float* a, std::ptrdiff_t a_stride, int n, int inner, const float* panels,
                     int columns, float* out, std::ptrdiff_t out_stride);
}  // namespace simd
using simd::multiply_panels;
#endif

}  // namespace attention

// Packing, and the scalar product with packed panels.
#include "panels.h"

namespace attention {

void pack_panels(const float* b, std::ptrdiff_t stride, int inner, int columns, float* panels) {
    for (int c = 0; c < columns; c += 8) {
        const int width = columns - c < 8 ? columns - c : 8;
        for (int t = 0; t < inner; ++t, panels += 8) {
            const float* row = b + t * stride + c;
            for (int j = 0; j < width; ++j) panels[j] = row[j];
            for (int j = width; j < 8; ++j) panels[j] = 0;
        }
    }
}

void scalar::multiply_panels(const float* a, std::ptrdiff_t a_stride, int n, int inner, const float* panels,
                             int columns, float* out, std::ptrdiff_t out_stride) {
    for (int c = 0; c < columns; c += 8, panels += static_cast<std::ptrdiff_t>(inner) * 8) {
        const int width = columns - c < 8 ? columns - c : 8;
        for (int i = 0; i < n; ++i) {
            float sum[8] = {};
            for (int t = 0; t < inner; ++t) {
                const float x = a[i * a_stride + t];
                for (int j = 0; j < 8; ++j) sum[j] += x * panels[t * 8 + j];
            }
            for (int j = 0; j < width; ++j) out[i * out_stride + c + j] = sum[j];
        }
    }
}

}  // namespace attention

// Weights of each type, eight at a time: loaded, widened to float32 where they are halves, and used. In SIMD,
// and number by number where there is none.
#include "weight_product.h"

#include <algorithm>

#include "attention/panels.h"
#include "half.h"
#ifndef ATTENTION_SCALAR
#include "attention/tile.h"
#endif

namespace model {
namespace {

using attention::panel_columns;

// --- the types: their numbers, one of them as float32; and eight, which are by `factor` too small, so that
// it is the row that is multiplied, not the weights

struct F32 {
    using Number = float;
    static const Number* row(const WeightMatrix& matrix, int i) { return matrix.row(i); }
    static float one(Number x) { return x; }
    [[maybe_unused]] static constexpr float factor = 1;
};
[[maybe_unused]] constexpr std::uint32_t f16_mask = 0x8fffe000;  // sign, exponent and fraction, moved
struct Halves {
    using Number = std::uint16_t;
    static const Number* row(const WeightMatrix& matrix, int i) {
        return matrix.halves + static_cast<std::ptrdiff_t>(i) * matrix.stride;
    }
};
struct F16 : Halves {
#ifndef ATTENTION_SCALAR
    // From memory and kept in a register: V8 makes a constant anew at each use, in three instructions.
    attention::simd::Vector mask = wasm_v128_load32_splat(&f16_mask),
                            by = attention::simd::broadcast(&factor);

    F16() {
        attention::simd::pin(mask, by);
    }
#endif
    static float one(Number x) {
        return from_f16(x);
    }
    [[maybe_unused]] static constexpr float factor = 0x1p112f;
};
struct Bf16 : Halves {
    static float one(Number x) { return from_bf16(x); }
    [[maybe_unused]] static constexpr float factor = 1;
};

// Calls work with the type of the matrix.
template <class Work>
void of_type(const WeightMatrix& matrix, Work work) {
    if (matrix.data) return work(F32());
    if (matrix.dtype == Dtype::f16) return work(F16());
    work(Bf16());
}

#ifndef ATTENTION_SCALAR
using namespace attention::simd;

// Compiled for size (cmake/modules.cmake), but for the loops inside: not unrolled they keep vectors in
// memory.
#ifdef __clang__
#define UNROLLED _Pragma("clang loop unroll(full)")
#else
#define UNROLLED
#endif

F32x8 eight(F32, const float* x) {
    return {load(x), load(x + 4)};
}
F32x8 eight(Bf16, const std::uint16_t* x) {
    const Vector zero = wasm_i32x4_splat(0), all = wasm_v128_load(x);
    return {wasm_i16x8_shuffle(zero, all, 0, 8, 1, 9, 2, 10, 3, 11),
            wasm_i16x8_shuffle(zero, all, 4, 12, 5, 13, 6, 14, 7, 15)};
}
// As from_f16 does it, for finite ones (weights.cpp sees to that): moved to their place in a float32 they are
// off by 2^(127 − 15). The sign, which widening repeats, is kept where it belongs.
F32x8 eight(const F16& type, const std::uint16_t* x) {
    const auto moved = [&](Vector half) { return wasm_v128_and(wasm_i32x4_shl(half, 13), type.mask); };
    const Vector all = wasm_v128_load(x);
    return {moved(wasm_i32x4_extend_low_i16x8(all)), moved(wasm_i32x4_extend_high_i16x8(all))};
}

// x by the type's factor. (All products are then the same to the last bit, as it is a power of two, but for
// rows whose numbers it takes out of range: those go number by number.)
template <class Type>
Vector scaled(const Type&, Vector x) {
    return x;
}
Vector scaled(const F16& type, Vector x) {
    return mul(x, type.by);
}
template <class Type>
bool can_be_scaled(const Type&, const float* x, int count) {
    if (Type::factor == 1) return true;
    for (int t = 0; t < count; ++t)
        if (!(x[t] < 0x1p15f && x[t] > -0x1p15f)) return false;
    return true;
}
#endif

// --- one row x [in] → y [out]. Memory bandwidth limits both. Row after row the weights are one sequential
// stream, which the processor fetches ahead; four or eight rows at once need fewer instructions and take up
// to 1.9 times as long.

// Weights [in, out]: y = Σ_t x_t row_t.
template <class Type>
void add_up_rows(const Type& type, const float* x, const WeightMatrix& w, float* y) {
    std::fill_n(y, w.cols, 0.0f);
    for (int t = 0; t < w.rows; ++t) {
        const auto* row = type.row(w, t);
        int j = 0;
#ifndef ATTENTION_SCALAR
        if (can_be_scaled(type, x + t, 1)) {
            const Vector by = scaled(type, broadcast(x + t));
            for (; j + 8 <= w.cols; j += 8) {
                const F32x8 weights = eight(type, row + j);
                store(y + j, multiply_add(by, weights.low, load(y + j)));
                store(y + j + 4, multiply_add(by, weights.high, load(y + j + 4)));
            }
        }
#endif
        for (; j < w.cols; ++j) y[j] += x[t] * type.one(row[j]);
    }
}

// Weights [out, in]: y_o = x · row_o.
template <class Type>
void dot_rows(const Type& type, const float* x, const WeightMatrix& w, float* y) {
#ifndef ATTENTION_SCALAR
    const int in_vectors = can_be_scaled(type, x, w.cols) ? w.cols / 8 * 8 : 0;
#endif
    for (int o = 0; o < w.rows; ++o) {
        const auto* row = type.row(w, o);
        float sum = 0;
        int t = 0;
#ifndef ATTENTION_SCALAR
        Vector low = splat(0), high = splat(0);  // in the order of attention::rows::dot, to the last bit
        for (; t < in_vectors; t += 8) {
            const F32x8 weights = eight(type, row + t);
            low = multiply_add(scaled(type, load(x + t)), weights.low, low);
            high = multiply_add(scaled(type, load(x + t + 4)), weights.high, high);
        }
        sum = sum_of(add(low, high));
#endif
        for (; t < w.cols; ++t) sum += x[t] * type.one(row[t]);
        y[o] = sum;
    }
}

// --- packing: panels [panels][in, 8]

template <class Type>
void pack_columns(const Type& type, const WeightMatrix& w, int first, int count, float* panels) {
    const std::ptrdiff_t panel = static_cast<std::ptrdiff_t>(w.rows) * panel_columns;
    for (int t = 0; t < w.rows; ++t, panels += panel_columns) {
        const auto* row = type.row(w, t) + first;
        float* to = panels;
        for (int c = 0; c < count; c += panel_columns, to += panel) {
            int j = 0;
#ifndef ATTENTION_SCALAR
            if (c + panel_columns <= count) {
                const F32x8 weights = eight(type, row + c);
                store(to, scaled(type, weights.low));
                store(to + 4, scaled(type, weights.high));
                continue;
            }
#endif
            for (; j < panel_columns; ++j) to[j] = c + j < count ? type.one(row[c + j]) : 0.0f;
        }
    }
}

template <class Type>
void pack_rows(const Type& type, const WeightMatrix& w, int first, int count, float* panels) {
    for (int c = 0; c < count;
         c += panel_columns, panels += static_cast<std::ptrdiff_t>(w.cols) * panel_columns) {
        const typename Type::Number* row[panel_columns];
        const int width = std::min(panel_columns, count - c);
        for (int i = 0; i < panel_columns; ++i) row[i] = type.row(w, first + c + std::min(i, width - 1));
        int t = 0;
#ifndef ATTENTION_SCALAR
        for (; width == panel_columns && t + 8 <= w.cols; t += 8) {
            for (int half = 0; half < 2; ++half) {  // columns 0–3 of the panel, and 4–7
                F32x8 x[4];
                UNROLLED
                for (int i = 0; i < 4; ++i) x[i] = eight(type, row[4 * half + i] + t);
                transpose(x[0].low, x[1].low, x[2].low, x[3].low);
                transpose(x[0].high, x[1].high, x[2].high, x[3].high);
                float* to = panels + static_cast<std::ptrdiff_t>(t) * panel_columns + 4 * half;
                UNROLLED
                for (int i = 0; i < 4; ++i) store(to + i * panel_columns, scaled(type, x[i].low));
                UNROLLED
                for (int i = 0; i < 4; ++i) store(to + (4 + i) * panel_columns, scaled(type, x[i].high));
            }
        }
#endif
        for (; t < w.cols; ++t) {
            float* to = panels + static_cast<std::ptrdiff_t>(t) * panel_columns;
            for (int i = 0; i < panel_columns; ++i) to[i] = i < width ? type.one(row[i][t]) : 0.0f;
        }
    }
}

}  // namespace

// Or a small W, whose rows are read where they lie: from the first cache it costs nothing to go through them
// again, and packing would. (So figures compute the same logits here as in the browser, where they have no
// other way.)
bool goes_row_by_row(int n, const Linear& by) {
    constexpr std::size_t small = 8192;
    return n <= attention::tile_rows / 2 || (by.out_in && by.weight.size() <= small);
}

void multiply_rows(ConstMatrixView x, const Linear& by, MatrixView out) {
    of_type(by.weight, [&](const auto& type) {
        for (int i = 0; i < x.rows; ++i) {
            if (by.out_in)
                dot_rows(type, x.row(i), by.weight, out.row(i));
            else
                add_up_rows(type, x.row(i), by.weight, out.row(i));
        }
    });
}

void pack_weights(const Linear& by, int first, int count, float* panels) {
    of_type(by.weight, [&](const auto& type) {
        if (by.out_in)
            pack_rows(type, by.weight, first, count, panels);
        else
            pack_columns(type, by.weight, first, count, panels);
    });
}

void widen_row(const WeightMatrix& matrix, int row, float* to) {
    of_type(matrix, [&](const auto& type) {
        const auto* from = type.row(matrix, row);
        for (int j = 0; j < matrix.cols; ++j) to[j] = type.one(from[j]);
    });
}

void add_row(const WeightMatrix& matrix, int row, float* to) {
    of_type(matrix, [&](const auto& type) {
        const auto* from = type.row(matrix, row);
        for (int j = 0; j < matrix.cols; ++j) to[j] += type.one(from[j]);
    });
}

}  // namespace model

// Four floats at a time: the few operations that the kernels need, over wasm_simd128.h. Natively SIMDe gives
// the same intrinsics, so that a debugger steps through the code that ships. Not a general vector library.
#pragma once

#ifndef ATTENTION_SCALAR

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#else
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/wasm/simd128.h>
#endif

#include "exp2.h"

namespace attention::simd {

using Vector = v128_t;

inline Vector load(const float* p) {
    return wasm_v128_load(p);
}
inline void store(float* p, Vector x) {
    wasm_v128_store(p, x);
}
inline Vector broadcast(const float* p) {
    return wasm_v128_load32_splat(p);
}
inline Vector splat(float x) {
    return wasm_f32x4_splat(x);
}
inline Vector add(Vector a, Vector b) {
    return wasm_f32x4_add(a, b);
}
inline Vector sub(Vector a, Vector b) {
    return wasm_f32x4_sub(a, b);
}
inline Vector mul(Vector a, Vector b) {
    return wasm_f32x4_mul(a, b);
}

// The larger; a where b is NaN. (pmax is one instruction on x86, max is seven.)
inline Vector larger(Vector a, Vector b) {
    return wasm_f32x4_pmax(a, b);
}

// a · b + c. Fused in the relaxed build; natively the compiler may fuse it.
inline Vector multiply_add(Vector a, Vector b, Vector c) {
#ifdef ATTENTION_RELAXED
    return wasm_f32x4_relaxed_madd(a, b, c);
#else
    return wasm_f32x4_add(wasm_f32x4_mul(a, b), c);
#endif
}

// 2^x for x ≤ 0; exactly 0 below `smallest`; NaN stays NaN, because the power of two is multiplied in, not
// added to the exponent's bits. Scalar twin: exp2_flushed in exp2.h.
inline Vector exp2_flushed(Vector x, float smallest) {
    const Vector magic = splat(exp2_round + 127.0f);  // leaves the biased exponent in the low bits
    const Vector rounded = add(x, magic);
    const Vector f = sub(x, sub(rounded, magic));
    Vector p = multiply_add(splat(exp2_c5), f, splat(exp2_c4));
    p = multiply_add(p, f, splat(exp2_c3));
    p = multiply_add(p, f, splat(exp2_c2));
    p = multiply_add(p, f, splat(exp2_c1));
    p = multiply_add(p, f, splat(1.0f));
    p = mul(p, wasm_i32x4_shl(rounded, 23));
    return wasm_v128_andnot(p, wasm_f32x4_lt(x, splat(smallest)));
}

// Rows a, b, c, d of a 4 × 4 block become its columns.
inline void transpose(Vector& a, Vector& b, Vector& c, Vector& d) {
    const Vector ab_low = wasm_i32x4_shuffle(a, b, 0, 4, 1, 5);
    const Vector ab_high = wasm_i32x4_shuffle(a, b, 2, 6, 3, 7);
    const Vector cd_low = wasm_i32x4_shuffle(c, d, 0, 4, 1, 5);
    const Vector cd_high = wasm_i32x4_shuffle(c, d, 2, 6, 3, 7);
    a = wasm_i32x4_shuffle(ab_low, cd_low, 0, 1, 4, 5);
    b = wasm_i32x4_shuffle(ab_low, cd_low, 2, 3, 6, 7);
    c = wasm_i32x4_shuffle(ab_high, cd_high, 0, 1, 4, 5);
    d = wasm_i32x4_shuffle(ab_high, cd_high, 2, 3, 6, 7);
}

}  // namespace attention::simd

#endif  // ATTENTION_SCALAR

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
#ifdef __wasm__
    return wasm_v128_load32_splat(p);
#else
    return wasm_f32x4_splat(*p);  // one instruction; SIMDe's load32_splat is two
#endif
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

inline float sum_of(Vector x) {
    x = add(x, wasm_i32x4_shuffle(x, x, 2, 3, 0, 1));
    return wasm_f32x4_extract_lane(x, 0) + wasm_f32x4_extract_lane(x, 1);
}

// A register that holds a vector, in the language of inline assembly.
#if defined(__wasm__)
#define ATTENTION_VECTOR_REGISTER "+r"
#elif defined(__aarch64__)
#define ATTENTION_VECTOR_REGISTER "+w"
#else
#define ATTENTION_VECTOR_REGISTER "+x"
#endif

// Keeps values in registers, and where they are in the order of instructions. LLVM knows nothing of V8's 15
// registers: it sinks loads between multiplications and runs chains one after the other, which spills
// accumulators and repeats constants. GCC, left alone, spills half of the accumulators.
inline void pin(Vector& a) {
    asm volatile("" : ATTENTION_VECTOR_REGISTER(a));
}

inline void pin(Vector& a, Vector& b) {
    asm volatile("" : ATTENTION_VECTOR_REGISTER(a), ATTENTION_VECTOR_REGISTER(b));
}

inline void pin(const float*& p) {
    asm volatile("" : "+r"(p));
}

// At the end of a loop's body: keeps LLVM from counting iterations beside the pointer that the loop ends by.
inline void pin_loop() {
#ifdef __wasm__
    asm volatile("");
#endif
}

inline constexpr float exp2_constants[] = {exp2_least, exp2_round, exp2_c5, exp2_c4,    exp2_c3,
                                           exp2_c2,    exp2_c1,    1.0f,    -exp2_flush};

// x_i = 2^x_i − 2^−101 for x_i ≤ 0, exactly 0 from −101 down: see exp2.h, where the scalar implementation is
// too. NaN stays NaN, because the power of two is multiplied in, not added to the exponent's bits. Step by
// step for all vectors, and with constants from memory, because V8 makes a constant anew at each use, in
// three instructions.
template <int Count>
inline void exp2_flushed(Vector (&x)[Count]) {
    const float* at = exp2_constants;
    pin(at);
    Vector power[Count];
    Vector p[Count];
    Vector c = broadcast(at);
    for (int i = 0; i < Count; ++i) x[i] = larger(x[i], c);
    c = broadcast(at + 1);
    for (int i = 0; i < Count; ++i) power[i] = add(x[i], c);
    for (int i = 0; i < Count; ++i) x[i] = sub(x[i], sub(power[i], c));
    for (int i = 0; i < Count; ++i) power[i] = wasm_i32x4_shl(power[i], 23);
    c = broadcast(at + 2);
    pin(c);
    for (int i = 0; i < Count; ++i) p[i] = c;
    for (int k = 3; k < 8; ++k) {
        c = broadcast(at + k);
        pin(c);
        for (int i = 0; i < Count; ++i) p[i] = multiply_add(p[i], x[i], c);
    }
    c = broadcast(at + 8);
    pin(c);
    for (int i = 0; i < Count; ++i) x[i] = multiply_add(p[i], power[i], c);
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

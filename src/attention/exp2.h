// 2^x for the softmax: degree-5 minimax polynomial, 2.5e-7 relative with rounding; scalar twin of the one in
// simd.h. Not a libm replacement: only x ≤ 127, and everything under −126 is flushed to exactly 0.
#pragma once

#include <bit>
#include <cstdint>

namespace attention {

inline constexpr float log2_e = 1.44269504088896341f;

// Minimax for 2^f, f in [−½, ½], by Remez on the relative error (7.5e-8), constant rounded to 1 so that 2^0
// = 1.
inline constexpr float exp2_c1 = 0.6931469440460205f;
inline constexpr float exp2_c2 = 0.24022120237350464f;
inline constexpr float exp2_c3 = 0.05550713092088699f;
inline constexpr float exp2_c4 = 0.009675540961325169f;
inline constexpr float exp2_c5 = 0.0013276472454890609f;

// Adding 1.5 · 2^23 rounds to an integer, left in the low bits of the sum.
inline constexpr float exp2_round = 12582912.0f;

// Below this the result would be subnormal; WebAssembly cannot flush those and runs up to 28 times slower on
// them.
inline constexpr float exp2_smallest = -126.0f;

// e^(x / temperature) = 2^(x · exp2_factor(temperature)). Finite also where temperature is next to nothing: 0
// · ∞ is NaN.
inline float exp2_factor(float temperature) {
    constexpr float most = 3.4e38f;
    return temperature > log2_e / most ? log2_e / temperature : most;
}

inline float exp2_flushed(float x) {
    if (x < exp2_smallest) return 0.0f;
    if (x != x) return x;
    const float rounded = x + exp2_round;
    const float f = x - (rounded - exp2_round);
    float p = exp2_c5;
    p = p * f + exp2_c4;
    p = p * f + exp2_c3;
    p = p * f + exp2_c2;
    p = p * f + exp2_c1;
    p = p * f + 1.0f;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(p) +
                                (std::bit_cast<std::uint32_t>(rounded) << 23));
}

}  // namespace attention

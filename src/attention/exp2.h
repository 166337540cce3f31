// 2^x for the softmax: degree-5 minimax polynomial, 2.5e-7 relative with rounding. The constants, the rule
// for small weights, and the scalar implementation; the SIMD one is in simd.h. Not a libm replacement: only x
// ≤ 128.
#pragma once

#include <bit>
#include <cstdint>

namespace attention {

inline constexpr double log2_e_double = 1.44269504088896341;
inline constexpr float log2_e = static_cast<float>(log2_e_double);

// Minimax for 2^f, f in [−½, ½], by Remez on the relative error (7.5e-8), constant rounded to 1 so that 2^0
// = 1.
inline constexpr float exp2_c1 = 0.6931469440460205f;
inline constexpr float exp2_c2 = 0.24022120237350464f;
inline constexpr float exp2_c3 = 0.05550713092088699f;
inline constexpr float exp2_c4 = 0.009675540961325169f;
inline constexpr float exp2_c5 = 0.0013276472454890609f;

// Adding 1.5 · 2^23 rounds to an integer, left in the low bits of the sum: the biased exponent of its power.
inline constexpr float exp2_round = 12582912.0f + 127.0f;

// The one rule for small weights: every implementation computes 2^x − 2^−101, and exactly 0 from −101 down.
// Such weights cannot show in a float32 sum, but their products could be subnormal, which WebAssembly cannot
// flush and processors take up to 28 times longer for. The difference, rather than a comparison, costs SIMD
// nothing.
inline constexpr float exp2_least = -101.0f;
inline constexpr float exp2_flush = 0x1p-101f;

// e^(x / temperature) = 2^(x · exp2_factor(temperature)). At most 2^126, also where temperature is next to
// nothing: 0 · ∞ would be NaN.
inline float exp2_factor(float temperature) {
    constexpr float most = 0x1p126f;
    return temperature > log2_e / most ? log2_e / temperature : most;
}

inline float exp2_flushed(float x) {
    if (x <= exp2_least) return 0.0f;
    const float power = x + exp2_round;
    const float f = x - (power - exp2_round);
    float p = exp2_c5;
    p = p * f + exp2_c4;
    p = p * f + exp2_c3;
    p = p * f + exp2_c2;
    p = p * f + exp2_c1;
    p = p * f + 1.0f;
    return p * std::bit_cast<float>(std::bit_cast<std::uint32_t>(power) << 23) - exp2_flush;
}

}  // namespace attention

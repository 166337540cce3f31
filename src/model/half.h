// Numbers of 16 bits as float32, exactly: every one of both kinds is also a float32.
#pragma once

#include <bit>
#include <cstdint>

namespace model {

// bfloat16: the upper half of a float32.
inline float from_bf16(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

// IEEE 754 binary16: sign, 5 bits of exponent (bias 15), 10 of fraction.
inline float from_f16(std::uint16_t bits) {
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000) << 16;
    const std::uint32_t rest = bits & 0x7fff;
    // Infinities and NaN: the exponent is all ones there as here.
    if (rest >= 0x7c00) return std::bit_cast<float>(sign | 0x7f800000 | (rest & 0x3ff) << 13);
    // Moved to its place in a float32 it is off by 2^(127 − 15), subnormal ones too: they become normal.
    const float magnitude = std::bit_cast<float>(rest << 13) * 0x1p112f;
    return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(magnitude));
}

}  // namespace model

// The logarithm. Nothing but IEEE 754's own operations in one order, which every processor and every engine
// rounds alike; compiled without contraction (CMakeLists.txt), which would leave out some of the roundings.
#include "transcendental.h"

#include <bit>
#include <cstdint>
#include <limits>

namespace attention {

double natural_log(double x) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (!(x > 0)) return x == 0 ? -infinity : std::numeric_limits<double>::quiet_NaN();
    if (x == infinity) return x;
    // x = 2^exponent (1 + f) with 1 + f from √½ to √2.
    int exponent = 0;
    if (x < 0x1p-1022) {  // subnormal
        x *= 0x1p54;
        exponent = -54;
    }
    constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcd, one = 0x3ff0000000000000;  // as doubles' bits
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(x) + (one - root_half);
    exponent += static_cast<int>(bits >> 52) - 1023;
    const double f = std::bit_cast<double>((bits & 0xfffffffffffff) + root_half) - 1;
    // ln(1 + f) = 2 artanh s = 2s (1 + s²/3 + s⁴/5 + …), s = f / (2 + f). |s| < 0.172: what comes after s²⁰
    // is less than 2^−60. Odd and even terms apart, so that they need not wait for each other.
    const double s = f / (2 + f);
    const double z = s * s;
    const double w = z * z;
    const double even = 1.0 / 3 + w * (1.0 / 7 + w * (1.0 / 11 + w * (1.0 / 15 + w * (1.0 / 19))));
    const double odd = 1.0 / 5 + w * (1.0 / 9 + w * (1.0 / 13 + w * (1.0 / 17 + w * (1.0 / 21))));
    const double series = 2 * z * (even + z * odd);
    // 2s + s · series, written so that its largest term, f, is exact (fdlibm's e_log.c). ln 2 in two parts:
    // any exponent times the first is exact.
    constexpr double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;
    const double half_square = 0.5 * f * f;
    const double small = s * (half_square + series) + exponent * ln2_low;
    return exponent * ln2_high - ((half_square - small) - f);
}

}  // namespace attention

// log, exp, pow, sin, cos in double. The logarithm is ours, and the same to the last bit on every machine and
// in every browser: random numbers are drawn with it. The others are on the web the browser's own, as libm's
// would be half of the core's download. None of them is on the path of attend.
#pragma once

#ifdef __EMSCRIPTEN__
#include <emscripten/em_math.h>
#else
#include <cmath>
#endif

namespace attention {

// ln x, off by less than 0.9 units in the last place. −∞ for 0, NaN below it.
double natural_log(double x);

#ifdef __EMSCRIPTEN__
inline double exponential(double x) {
    return emscripten_math_exp(x);
}
inline double power(double base, double exponent) {
    return emscripten_math_pow(base, exponent);
}
inline double sine(double angle) {
    return emscripten_math_sin(angle);
}
inline double cosine(double angle) {
    return emscripten_math_cos(angle);
}
#else
inline double exponential(double x) {
    return std::exp(x);
}
inline double power(double base, double exponent) {
    return std::pow(base, exponent);
}
inline double sine(double angle) {
    return std::sin(angle);
}
inline double cosine(double angle) {
    return std::cos(angle);
}
#endif

}  // namespace attention

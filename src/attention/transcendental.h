// log, exp, pow, sin, cos in double. On the web they are the browser's own: libm's would be half of the
// core's download. None of them is on the path of attend; see deviation.cpp for the one loop that brings its
// own.
#pragma once

#ifdef __EMSCRIPTEN__
#include <emscripten/em_math.h>
#else
#include <cmath>
#endif

namespace attention {

#ifdef __EMSCRIPTEN__
inline double natural_log(double x) {
    return emscripten_math_log(x);
}
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
inline double natural_log(double x) {
    return std::log(x);
}
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

// The C library's functions of mathematics, for the explainer's web modules: the browser has them, libm's are
// 14 KB (gzip) that a reader need not load. Linked before the library, so that each of its own stays out;
// what nobody calls does not arrive either. Compiled without -flto and -fno-builtin: the optimiser may
// still ask for them when all else is linked, and must not find one in its own body. A link that ends with
// "attempt to add bitcode file after LTO" wants a function that is missing here.
//
// Browsers may differ in the last bit. Numbers that are drawn from a seed must not: for those the core has a
// logarithm of its own (attention/transcendental.h).
#include <emscripten/em_math.h>

#include <cmath>

extern "C" {

double pow(double x, double y) {
    return emscripten_math_pow(x, y);
}
double exp(double x) {
    return emscripten_math_exp(x);
}
double exp2(double x) {
    return emscripten_math_pow(2, x);
}
double log(double x) {
    return emscripten_math_log(x);
}
double log2(double x) {
    return emscripten_math_log2(x);
}
double log10(double x) {
    return emscripten_math_log10(x);
}
double sin(double x) {
    return emscripten_math_sin(x);
}
double cos(double x) {
    return emscripten_math_cos(x);
}
double tan(double x) {
    return emscripten_math_tan(x);
}
double atan(double x) {
    return emscripten_math_atan(x);
}
double atan2(double y, double x) {
    return emscripten_math_atan2(y, x);
}
double sinh(double x) {
    return emscripten_math_sinh(x);
}
double asinh(double x) {
    return emscripten_math_asinh(x);
}
double tanh(double x) {
    return emscripten_math_tanh(x);
}

float powf(float x, float y) {
    return static_cast<float>(emscripten_math_pow(static_cast<double>(x), static_cast<double>(y)));
}
float expf(float x) {
    return static_cast<float>(emscripten_math_exp(static_cast<double>(x)));
}
float exp2f(float x) {
    return static_cast<float>(emscripten_math_pow(2, static_cast<double>(x)));
}
float sinf(float x) {
    return static_cast<float>(emscripten_math_sin(static_cast<double>(x)));
}
float cosf(float x) {
    return static_cast<float>(emscripten_math_cos(static_cast<double>(x)));
}
float tanf(float x) {
    return static_cast<float>(emscripten_math_tan(static_cast<double>(x)));
}
float tanhf(float x) {
    return static_cast<float>(emscripten_math_tanh(static_cast<double>(x)));
}
float acosf(float x) {
    return static_cast<float>(emscripten_math_acos(static_cast<double>(x)));
}
float atanf(float x) {
    return static_cast<float>(emscripten_math_atan(static_cast<double>(x)));
}
float atan2f(float y, float x) {
    return static_cast<float>(emscripten_math_atan2(static_cast<double>(y), static_cast<double>(x)));
}
float cbrtf(float x) {
    return static_cast<float>(emscripten_math_cbrt(static_cast<double>(x)));
}

// These are short here: no square of a float is too large for a double, and WebAssembly truncates by itself.
float hypotf(float x, float y) {
    const auto a = static_cast<double>(x), b = static_cast<double>(y);
    return static_cast<float>(std::sqrt(a * a + b * b));
}
double round(double x) {
    const double whole = std::trunc(x);
    return std::fabs(x - whole) >= 0.5 ? whole + std::copysign(1.0, x) : whole;
}
float roundf(float x) {
    const float whole = std::trunc(x);
    return std::fabs(x - whole) >= 0.5f ? whole + std::copysign(1.0f, x) : whole;
}

}  // extern "C"

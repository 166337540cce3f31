// See read_double.h.
#include "explainer/read_double.h"

#ifdef __EMSCRIPTEN__

#include <emscripten/em_js.h>

// clang-format off
EM_JS(double, number_of_text, (const char* text), {
    const decimal = UTF8ToString(text);
    return decimal === "" ? NaN : Number(decimal);
});
// clang-format on

double explainer::read_double(const char* text) {
    return number_of_text(text);
}

#else

#include <cmath>
#include <cstdlib>

double explainer::read_double(const char* text) {
    char* end = nullptr;
    const double value = std::strtod(text, &end);
    return end == text || *end != 0 ? std::nan("") : value;
}

#endif

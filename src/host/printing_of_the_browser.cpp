// The C library's sprintf without fractions, for the explainer's web modules: Embind alone calls it, for the
// name of a type that it does not know, which is an address. The library's own is 1.5 KB (gzip) that a reader
// need not load. Linked and compiled as math_of_the_browser.cpp is.
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <string_view>

// (What the optimiser makes of sprintf where no number has a fraction.)
extern "C" int siprintf(char* out, const char* format, ...) {
    if (std::string_view(format) != "%p") std::abort();  // somebody else calls it after all
    std::va_list values;
    va_start(values, format);
    auto address = reinterpret_cast<std::uintptr_t>(va_arg(values, const void*));
    va_end(values);
    for (int i = 9; i > 1; --i, address /= 16) out[i] = "0123456789abcdef"[address % 16];
    out[0] = '0';
    out[1] = 'x';
    out[10] = '\0';
    return 10;
}

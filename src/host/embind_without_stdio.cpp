// Embind names types that a module does not know by their address, with the C library's sprintf (of the
// variant that knows no floating point), which would be 2 KB (gzip). This is what it asks for
// and no more. Compiled without -flto, as the optimiser may turn other calls into this one.
#include <cstdarg>
#include <cstdint>

extern "C" int siprintf(char* out, const char* format, ...) {
    if (format[0] != '%' || format[1] != 'p' || format[2] != 0) __builtin_trap();
    va_list arguments;
    va_start(arguments, format);
    const auto address = reinterpret_cast<std::uintptr_t>(va_arg(arguments, const void*));
    va_end(arguments);
    for (int shift = 8 * sizeof address - 4; shift >= 0; shift -= 4)
        *out++ = "0123456789abcdef"[address >> shift & 15];
    *out = 0;
    return 2 * sizeof address;
}

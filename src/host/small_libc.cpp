// Functions of the C library that are asked for far less than they can, for the explainer's web modules: what
// is here is found before the library's and keeps it out. Compiled without -flto, as the optimiser may turn
// other calls into one of these.
#include <cstdarg>
#include <cstddef>
#include <cstdint>

extern "C" {

/// sprintf without floating point: Embind gives types that the module does not know the name of their
/// address.
int siprintf(char* out, const char* format, ...) {
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

/// Dear ImGui sorts few items and hardly ever: each moves back to its place.
void qsort(void* items, size_t count, size_t size, int (*compare)(const void*, const void*)) {
    char* const first = static_cast<char*>(items);
    for (size_t i = 1; i < count; ++i) {
        for (char* at = first + i * size; at != first && compare(at - size, at) > 0; at -= size) {
            for (size_t k = 0; k < size; ++k) {
                const char one = at[k];
                at[k] = (at - size)[k];
                (at - size)[k] = one;
            }
        }
    }
}

/// There are no signals, and no timers of theirs.
int raise(int) {
    __builtin_trap();
}
void _emscripten_timeout(int, double) {}

}  // extern "C"

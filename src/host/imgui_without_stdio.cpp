// Dear ImGui's formats, for the web: the C library's printf, with all that it knows of floating point, would
// be 5 KB (gzip) for the names of a few windows and the complaints of a shader.
#include <emscripten/console.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <cstdarg>
#include <cstdio>

namespace {

/// Characters into a buffer that may be too small, or none; counted in any case.
struct Output {
    char* buffer;
    size_t size;
    size_t count = 0;

    void put(char c) {
        if (buffer != nullptr && count + 1 < size) buffer[count] = c;
        ++count;
    }
    void number(unsigned value, unsigned base, int digits) {
        if (value >= base || digits > 1) number(value / base, base, digits - 1);
        put("0123456789ABCDEF"[value % base]);
    }
};

}  // namespace

// Text, whole and hexadecimal numbers, and zeros before them: all that its formats hold but for what its own
// widgets show, which no view has.
int ImFormatStringV(char* buffer, size_t size, const char* format, va_list arguments) {
    Output out{buffer, size};
    for (; *format != 0; ++format) {
        if (*format != '%') {
            out.put(*format);
            continue;
        }
        int digits = 0;
        for (++format; *format >= '0' && *format <= '9'; ++format) digits = digits * 10 + (*format - '0');
        if (*format == 's') {
            for (const char* text = va_arg(arguments, const char*); *text != 0; ++text) out.put(*text);
        } else if (*format == 'd') {
            const int value = va_arg(arguments, int);
            if (value < 0) out.put('-');
            out.number(value < 0 ? 0 - static_cast<unsigned>(value) : static_cast<unsigned>(value), 10,
                       digits);
        } else if (*format == 'x' || *format == 'X') {
            out.number(va_arg(arguments, unsigned), 16, digits);
        } else {
            out.put('?');
            if (*format == 0) break;
        }
    }
    if (buffer != nullptr && size > 0) {
        out.count = out.count < size ? out.count : size - 1;
        buffer[out.count] = 0;
    }
    return static_cast<int>(out.count);
}

int ImFormatString(char* buffer, size_t size, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int count = ImFormatStringV(buffer, size, format, arguments);
    va_end(arguments);
    return count;
}

// The back end's fprintf(stderr, …) (cmake/dependencies.cmake gives the name): what is wrong with a shader.
extern "C" int fprintf_to_the_console(FILE*, const char* format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    const int count = ImFormatStringV(text, sizeof text, format, arguments);
    va_end(arguments);
    emscripten_err(text);
    return count;
}

// See javascript.h.
#include "javascript.h"

#include <emscripten/em_js.h>

using emscripten::EM_VAL;

// clang-format off
EM_JS_DEPS(javascript, "$Emval,$UTF8ToString,$stringToUTF8,$lengthBytesUTF8");

// Its own properties: what is open (in the first all ends up), and what the next piece is called. `kind`: as enum Kind.
EM_JS(void, add_piece, (int kind, double number, const char* bytes, size_t length), {
    const open = (add_piece.open ||= [[]]);
    const text = length ? UTF8ToString(bytes, length, true) : "";
    if (kind === 0) open.pop();
    else if (kind === 1) add_piece.called = text;
    else {
        const piece = [number, text, number === 1, null, [], {}][kind - 2];
        const into = open.at(-1);
        into[Array.isArray(into) ? into.length : add_piece.called] = piece;
        if (kind > 5) open.push(piece);
    }
});
EM_JS(EM_VAL, take_made, (), { return Emval.toHandle(add_piece.open[0].pop()); });

EM_JS(EM_VAL, take_rectangles, (const float* first, size_t count), {
    return Emval.toHandle(Array.from({ length: count }, (_, i) => {
        const at = first / 4 + 4 * i;
        return { x: HEAPF32[at], y: HEAPF32[at + 1], width: HEAPF32[at + 2], height: HEAPF32[at + 3] };
    }));
});

EM_JS(EM_VAL, view_of_bytes, (const void* bytes, size_t count), {
    return Emval.toHandle(HEAPU8.subarray(bytes, bytes + count));
});

EM_JS(EM_VAL, part_of, (EM_VAL whole, const char* name, int index), {
    return Emval.toHandle(Emval.toValue(whole)[name ? UTF8ToString(name) : index]);
});
EM_JS(bool, is_array, (EM_VAL value), { return Array.isArray(Emval.toValue(value)); });
EM_JS(double, as_number, (EM_VAL value), { return Number(Emval.toValue(value)); });
EM_JS(int, length_of_text, (EM_VAL value), { return lengthBytesUTF8(String(Emval.toValue(value))); });
EM_JS(void, copy_text, (EM_VAL value, char* out, int room), { stringToUTF8(String(Emval.toValue(value)), out, room); });
EM_JS(void, copy_numbers, (EM_VAL value, void* out, int size), {
    (size === 8 ? HEAPF64 : size === 4 ? HEAPF32 : HEAPU8).set(Emval.toValue(value), out / size);
});
// clang-format on

namespace javascript {
namespace {

enum Kind { the_end, the_name, a_number, a_text, a_boolean, a_null, a_list, an_object };

void add(Kind kind, double number = 0, std::string_view text = "") {
    add_piece(kind, number, text.data(), text.size());
}

}  // namespace

void number(double value) {
    add(a_number, value);
}
void text(std::string_view value) {
    add(a_text, 0, value);
}
void boolean(bool value) {
    add(a_boolean, value ? 1 : 0);
}
void null() {
    add(a_null);
}
void name(std::string_view name) {
    add(the_name, 0, name);
}
void begin_list() {
    add(a_list);
}
void begin_object() {
    add(an_object);
}
void end() {
    add(the_end);
}
val made() {
    return val::take_ownership(take_made());
}
val rectangles(const float* first, size_t count) {
    return val::take_ownership(take_rectangles(first, count));
}
val view_of(const void* bytes, size_t count) {
    return val::take_ownership(view_of_bytes(bytes, count));
}
void number(std::string_view called, double value) {
    name(called);
    number(value);
}
void text(std::string_view called, std::string_view value) {
    name(called);
    text(value);
}

val part(const val& object, const char* name) {
    return val::take_ownership(part_of(object.as_handle(), name, 0));
}
val part(const val& list, int index) {
    return val::take_ownership(part_of(list.as_handle(), nullptr, index));
}
bool is_list(const val& value) {
    return is_array(value.as_handle());
}
double number_of(const val& value) {
    return as_number(value.as_handle());
}
double number_of(const val& object, const char* name) {
    return number_of(part(object, name));
}
std::string text_of(const val& value) {
    std::string out(static_cast<size_t>(length_of_text(value.as_handle())), '\0');
    copy_text(value.as_handle(), out.data(), static_cast<int>(out.size()) + 1);
    return out;
}
void copy(const val& numbers, double* out) {
    copy_numbers(numbers.as_handle(), out, sizeof *out);
}
void copy(const val& numbers, float* out) {
    copy_numbers(numbers.as_handle(), out, sizeof *out);
}
void copy(const val& numbers, uint8_t* out) {
    copy_numbers(numbers.as_handle(), out, sizeof *out);
}

}  // namespace javascript

// JavaScript's values in C++: made piece by piece, and read part by part. emscripten::val does both with a
// template for each type and each name; here a small function of JavaScript for all of them does.
#pragma once

#include <emscripten/val.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace javascript {

using emscripten::val;

// Making. Each piece goes to the list or the object that was begun last and has not ended; in an object it is
// called what name() said before. What is put into none is the value itself, which made() hands out.
void number(double value);
void text(std::string_view value);
void boolean(bool value);
void null();
void name(std::string_view name);
void begin_list();
void begin_object();
void end();
val made();

/// name() and the piece.
void number(std::string_view called, double value);
void text(std::string_view called, std::string_view value);

/// A list of what `piece` makes of each item.
template <class Items, class Piece>
void list(const Items& items, Piece piece) {
    begin_list();
    for (const auto& item : items) piece(item);
    end();
}

/// A Uint8Array of memory as it is now: it ends when memory grows.
val view_of(const void* bytes, size_t count);
/// A list of objects {x, y, width, height}, which lie one after the other.
val rectangles(const float* first, size_t count);

// Reading.
val part(const val& object, const char* name);
val part(const val& list, int index);
bool is_list(const val& value);
double number_of(const val& value);  // a boolean: 0 or 1
double number_of(const val& object, const char* name);
std::string text_of(const val& value);
/// Copies all numbers of an array, typed or not.
void copy(const val& numbers, double* out);
void copy(const val& numbers, float* out);
void copy(const val& numbers, uint8_t* out);

}  // namespace javascript

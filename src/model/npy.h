// Reads NumPy's file format of one array, .npy: numbers of any ordinary type in either order of bytes and of
// elements, and text.
#pragma once

#include "arrays.h"

namespace model {

// Most texts in an array: they are tokens of one sequence, and each takes some 32 bytes of memory, in a file
// perhaps one.
inline constexpr std::uint64_t most_words = std::uint64_t{1} << 20;

// file: all of it. Float32 that lies as it lies here is used in place (see set_numbers), so the file must be
// kept as long as the array. Types: f2 f4 f8, i1 i2 i4 i8, u1 u2 u4 u8, b1; U (UTF-32) and S (bytes, taken
// for UTF-8) become words without the zeros that NumPy fills them up with; what is no character becomes
// U+FFFD. The error calls the file by `name`: what read_npy_header refuses; Python's objects, which nothing
// here would ever run; another type; more bytes or fewer than the shape takes; more than most_bytes, which
// texts are counted against at the most that they may take; more than most_words.
ArrayRead read_npy(std::span<const std::byte> file, const std::string& name = "file",
                   std::uint64_t most_bytes = most_array_bytes);

}  // namespace model

// Arrays that a reader brings: a name, a shape, and numbers as float32 or text. What all their file formats
// have in common; npy.h reads NumPy's, read_arrays.h any.
#pragma once

#include <memory>

#include "tensors.h"

namespace model {

// Moved, not copied: numbers may lie in its own memory.
struct Array {
    std::string name;                  // "attention"; empty if its file names none
    std::vector<std::uint64_t> shape;  // rows first; empty: a single number or text
    bool is_text = false;
    std::span<const float> numbers;    // row-major, as many as the shape's product; none if it is text
    std::vector<std::string> words;    // text: as many, UTF-8
    std::unique_ptr<std::byte[]> own;  // where numbers lie; null: in the file's bytes
};

struct ArrayRead {
    TensorError error;  // if any, there is no array
    Array array;
};

// Most bytes that one array may take as float32, and that a compressed file may inflate to, unless the caller
// says otherwise: 1 GiB. Attention of 48 layers of 25 heads fits at 472 tokens.
inline constexpr std::uint64_t most_array_bytes = std::uint64_t{1} << 30;

// The product of the sizes; false if 64 bits do not hold it. (Sizes from the left: [2^63, 2, 0] is too many.)
bool count_of(std::span<const std::uint64_t> shape, std::uint64_t& count);

// Memory that is not filled, for numbers of any type; null if there is not as much.
std::unique_ptr<std::byte[]> memory_of(std::uint64_t bytes);

// Numbers as a file has them.
struct Encoded {
    Dtype dtype = Dtype::f32;
    std::span<const std::byte> bytes;  // those of the array's shape
    bool big_endian = false;
    bool fortran = false;  // columns first: the first index runs fastest
};

// Gives the array, whose name and shape are set, its numbers. Little-endian row-major float32 on a multiple
// of four bytes stays where it is, somebody else's; all else is converted into the array's own memory,
// rounded to the nearest float32: whole numbers are exact up to 2^24, and what float64 has beyond 3.4e38
// becomes infinite. NaN and infinities are kept, a boolean is 0 or 1. The error, by the array's name: a type
// that is not converted (F8_E5M2, F8_E4M3); more than most_bytes; no memory.
TensorError set_numbers(Array& array, const Encoded& from, std::uint64_t most_bytes);

// A tensor of a safetensors file, which has been checked (safetensors.h), as an array.
ArrayRead array_of(const Tensor& tensor, std::uint64_t most_bytes = most_array_bytes);

// How many numbers are none, and how many are infinite.
struct NotFinite {
    std::size_t nan = 0, infinite = 0;
};
NotFinite count_not_finite(std::span<const float> numbers);

}  // namespace model

// Named tensors as files hold them: bytes, their type, a shape. Views: the bytes are somebody else's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace model {

// The types that safetensors knows (safetensors.h), in its spelling but lower case.
enum class Dtype { boolean, u8, i8, f8_e5m2, f8_e4m3, i16, u16, f16, bf16, i32, u32, f32, i64, u64, f64 };

const char* name_of(Dtype dtype);  // as the file format spells it: "F32"
int bytes_of(Dtype dtype);         // of one number
// The type that is spelled so; false if there is none.
bool dtype_of(const std::string& name, Dtype& dtype);

struct Tensor {
    std::string name;
    Dtype dtype = Dtype::f32;
    std::vector<std::uint64_t> shape;  // rows first; empty: a single number
    std::span<const std::byte> bytes;  // little-endian, row-major
};

// Bytes that a tensor of this type and shape takes; false if 64 bits do not hold them.
bool bytes_of(Dtype dtype, std::span<const std::uint64_t> shape, std::uint64_t& bytes);

// What is wrong with a file or one of its tensors. As attention::Error, but it owns its words, as names of
// tensors are made while the program runs.
struct TensorError {
    std::string argument;  // "h.0.ln_1.weight", "header"; none: nothing is wrong
    std::string text;      // what follows it: "is missing"

    explicit operator bool() const { return !argument.empty() || !text.empty(); }
};

// "h.0.ln_1.weight is missing"
std::string message(const TensorError& error);

}  // namespace model

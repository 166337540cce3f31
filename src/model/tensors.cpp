// Types of numbers, by name and size.
#include "tensors.h"

namespace model {
namespace {

struct Type {
    const char* name;
    int bytes;
};
// In Dtype's order
constexpr Type types[] = {{"BOOL", 1}, {"U8", 1},  {"I8", 1},  {"F8_E5M2", 1}, {"F8_E4M3", 1},
                          {"I16", 2},  {"U16", 2}, {"F16", 2}, {"BF16", 2},    {"I32", 4},
                          {"U32", 4},  {"F32", 4}, {"I64", 8}, {"U64", 8},     {"F64", 8}};

}  // namespace

const char* name_of(Dtype dtype) {
    return types[static_cast<int>(dtype)].name;
}

int bytes_of(Dtype dtype) {
    return types[static_cast<int>(dtype)].bytes;
}

bool dtype_of(const std::string& name, Dtype& dtype) {
    for (int i = 0; i < static_cast<int>(std::size(types)); ++i) {
        if (name != types[i].name) continue;
        dtype = static_cast<Dtype>(i);
        return true;
    }
    return false;
}

bool bytes_of(Dtype dtype, std::span<const std::uint64_t> shape, std::uint64_t& bytes) {
    bytes = static_cast<std::uint64_t>(bytes_of(dtype));
    for (const std::uint64_t size : shape) {
        if (size != 0 && bytes > UINT64_MAX / size) return false;
        bytes *= size;
    }
    return true;
}

std::string message(const TensorError& error) {
    return error ? error.argument + " " + error.text : std::string();
}

}  // namespace model

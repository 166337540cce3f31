// The file format of weights: eight bytes with the header's length, a header of JSON, data
// (github.com/huggingface/safetensors, "Format"). Reads it, and refuses what is not it; what the tensors mean
// is weights.h's business. Native only: in browsers JSON.parse reads the header.
#pragma once

#include <map>

#include "tensors.h"

namespace model {

struct Safetensors {
    TensorError error;                            // if any, there is nothing else here
    std::vector<Tensor> tensors;                  // in the order of the header; their bytes are the file's
    std::map<std::string, std::string> metadata;  // the header's "__metadata__"
};

// Longest header that the format allows, in bytes: nobody's reader shall be made to parse gigabytes.
inline constexpr std::uint64_t longest_header = 100'000'000;

// file: all of it, kept as long as the tensors are used. Wrong are, and the error says which, by the tensor's
// name or as "file" or "header": fewer bytes than are said to be there; a header that is too long, or is not
// JSON of the form {"name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, …}; a name or field
// there twice; a type that the format has not; offsets beyond the data, or with other than the shape's bytes
// between them; data of two tensors, or of none.
Safetensors read_safetensors(std::span<const std::byte> file);

}  // namespace model

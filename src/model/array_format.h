// The format of a file of arrays, told by its first bytes: names of files lie, or are not known.
#pragma once

#include <cstddef>
#include <span>

#include "tensors.h"

namespace model {

// zip: an .npz, or what else is one. json: text that begins with { or [; what it means is the caller's.
enum class ArrayFormat { unknown, npy, zip, safetensors, json };

ArrayFormat format_of(std::span<const std::byte> file);

// What is said of a file of none of these formats.
TensorError why_unknown(std::span<const std::byte> file);

}  // namespace model

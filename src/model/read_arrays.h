// Arrays out of a file of whichever format: .npy, .npz or .safetensors. Native, as safetensors.h is; in
// browsers, where inflating is asynchronous and JSON.parse reads headers, the host itself calls what this
// does: format_of, then read_npy, read_zip and array_of.
#pragma once

#include <map>

#include "array_format.h"
#include "arrays.h"

namespace model {

// Inflates a raw DEFLATE stream to exactly as many bytes as `to` has; false if it is none of as many.
using Inflate = bool (*)(std::span<const std::byte> compressed, std::span<std::byte> to);

struct Arrays {
    TensorError error;  // if any, there is nothing else here but the format
    ArrayFormat format = ArrayFormat::unknown;
    std::vector<Array> arrays;                    // in the file's order; none of a JSON
    std::map<std::string, std::string> metadata;  // of a safetensors file, such as "tokens": a list as JSON
};

// file: all of it, kept as long as the arrays. inflate: null if there is none; compressed entries are then
// refused. most_bytes: see most_array_bytes. The one array of an .npy has no name. The error: a format that
// is none of these; an entry that does not inflate; and what the format's reader says.
Arrays read_arrays(std::span<const std::byte> file, Inflate inflate,
                   std::uint64_t most_bytes = most_array_bytes);

}  // namespace model

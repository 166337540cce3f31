// What stands at the beginning of a NumPy .npy file (numpy.org/doc/stable/reference/generated/
// numpy.lib.format.html): \x93NUMPY, a version, the header's length, and a dict as Python writes it, such as
// {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
#pragma once

#include "tensors.h"

namespace model {

struct NpyHeader {
    TensorError error;  // if any, nothing else counts
    std::string descr;  // the type: "<f4"
    bool fortran_order = false;
    std::vector<std::uint64_t> shape;
    std::size_t bytes = 0;  // the file's up to its data
};

// Reads versions 1.0, 2.0 and 3.0: keys in any order, spaces anywhere between, a comma at the end or none.
// That is all of Python that is understood; nothing nests, so no file makes it deep. The error calls the file
// by `name` and says: no such file, cut short, another version, not such a dict, a key that is missing, there
// twice or of no use, a structured type, a size that is negative or more than 64 bits hold, or more than 32
// of them. What type it is, and whether the data fit, is npy.h's business.
NpyHeader read_npy_header(std::span<const std::byte> file, const std::string& name);

}  // namespace model

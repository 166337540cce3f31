// NumPy's file format of several arrays, .npz: a .zip (zip.h) whose entries are .npy files (npy.h). Who
// inflates is the caller.
#pragma once

#include "arrays.h"
#include "zip.h"

namespace model {

// The array of an entry, by its name without ".npy". inflated: entry.size bytes that were made of a deflated
// entry, which the array keeps if its numbers lie there; null for a stored one, whose bytes are the file's.
// The error: no .npy file, by its name (of PyTorch's, which are .zip files too, it says what they are);
// another checksum than is said; and what read_npy refuses.
ArrayRead array_of(const ZipEntry& entry, std::unique_ptr<std::byte[]> inflated,
                   std::uint64_t most_bytes = most_array_bytes);

}  // namespace model

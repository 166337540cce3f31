// The directory of a .zip file, as np.savez and np.savez_compressed write it: which entries there are, and
// where their bytes lie (PKWARE's APPNOTE.TXT 6.3). Nothing is inflated here: natively zlib does that, in
// browsers DecompressionStream.
#pragma once

#include "tensors.h"

namespace model {

struct ZipEntry {
    std::string name;                  // "q.npy", UTF-8
    bool deflated = false;             // else stored as it is
    std::span<const std::byte> bytes;  // as stored, or the raw DEFLATE stream, in the file
    std::uint64_t size = 0;            // in bytes, inflated
    std::uint32_t crc32 = 0;           // of what is inflated
};

struct Zip {
    TensorError error;              // if any, there are no entries
    std::vector<ZipEntry> entries;  // in the directory's order
};

// file: all of it, kept as long as the entries. Sizes and places are the directory's, of 64 bits where it has
// them; of an entry's own header only what it is called and how long that is, as its sizes may follow its
// data. Wrong are, and the error says which, by the entry's name or as "file": no whole .zip; one of several
// parts; a directory or an entry that lies outside of the file, overlaps another, or is not there; other than
// the number of entries that is said, or more than 65,536; a name there twice, or not UTF-8; encryption; a
// method that is neither stored nor DEFLATE; a stored entry of two sizes; entries that inflate to more than
// most_bytes together, or than DEFLATE could make of theirs.
Zip read_zip(std::span<const std::byte> file, std::uint64_t most_bytes);

// The checksum of entries: CRC-32 as in zip, gzip and PNG.
std::uint32_t crc32(std::span<const std::byte> bytes);

}  // namespace model

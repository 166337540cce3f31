// Files that tests write themselves, byte by byte, from the formats' descriptions: .npy and .zip.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace test {

using File = std::vector<std::byte>;

// The lowest `size` bytes of a number, the lowest first.
inline std::string little(std::uint64_t number, int size) {
    std::string text;
    for (int i = 0; i < size; ++i) text += static_cast<char>(number >> 8 * i);
    return text;
}

inline File file_of(const std::string& text) {
    const std::span<const std::byte> bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

// --- .npy

inline std::string npy_text(const std::string& header, const std::string& data, int major = 1) {
    return "\x93NUMPY" + little(static_cast<std::uint64_t>(major), 2) +
           little(header.size(), major == 1 ? 2 : 4) + header + data;
}

inline std::string dict(const std::string& descr, const std::string& shape, bool fortran = false) {
    return "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
           ", 'shape': " + shape + ", }";
}

// Its data begin on a multiple of 64 bytes, as NumPy's do.
inline std::string padded_npy(const std::string& dict, const std::string& data) {
    std::string header = dict;
    while ((10 + header.size() + 1) % 64 != 0) header += ' ';
    return npy_text(header + '\n', data);
}

// --- .zip

// An entry, and what its records say otherwise than it is.
struct Packed {
    std::string name, data;  // as stored or deflated
    std::uint64_t size = 0;  // inflated
    std::uint32_t crc32 = 0;
    int method = 0, flags = 0;
    bool wide = false;          // sizes and place in a field of 64 bits
    std::string before = {};    // bytes between it and the entry before it
    std::string own_name = {};  // in its own header, if another
    std::string extra = {};     // before the field of 64 bits
    std::uint64_t shifted = 0;  // added to its place
    int disk = 0;
};

struct ZipEnd {
    bool wide = false;  // the directory's place and size in a record of 64 bits
    std::string comment = {};
    std::uint64_t more = 0;     // entries that are said and not there
    std::uint64_t shifted = 0;  // added to the directory's place
    std::string rest = {};      // at the directory's end, counted with it
};

inline std::string zip_text(const std::vector<Packed>& entries, const ZipEnd& end = {}) {
    const std::uint64_t all_ones = UINT64_MAX;
    std::string file, directory;
    for (const Packed& entry : entries) {
        file += entry.before;
        const std::uint64_t at = file.size() + entry.shifted;
        const std::string& own_name = entry.own_name.empty() ? entry.name : entry.own_name;
        // np.savez has a field of 64 bits in each entry's own header
        const std::string own_extra =
            little(1, 2) + little(16, 2) + little(entry.size, 8) + little(entry.data.size(), 8);
        const std::string common = little(20, 2) + little(static_cast<std::uint64_t>(entry.flags), 2) +
                                   little(static_cast<std::uint64_t>(entry.method), 2) +
                                   little(0x21 << 16, 4) + little(entry.crc32, 4);
        file += "PK\3\4" + common + little(all_ones, 8) + little(own_name.size(), 2) +
                little(own_extra.size(), 2) + own_name + own_extra + entry.data;
        std::string extra = entry.extra;
        if (entry.wide) {
            extra += little(1, 2) + little(24, 2) + little(entry.size, 8) + little(entry.data.size(), 8) +
                     little(at, 8);
        }
        directory +=
            "PK\1\2" + little(0x314, 2) + common + little(entry.wide ? all_ones : entry.data.size(), 4) +
            little(entry.wide ? all_ones : entry.size, 4) + little(entry.name.size(), 2) +
            little(extra.size(), 2) + little(0, 2) + little(static_cast<std::uint64_t>(entry.disk), 2) +
            little(0, 6) + little(entry.wide ? all_ones : at, 4) + entry.name + extra;
    }
    directory += end.rest;
    const std::uint64_t at = file.size() + end.shifted, count = entries.size() + end.more;
    file += directory;
    if (end.wide) {
        const std::uint64_t record = file.size();
        file += "PK\6\6" + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8) + little(count, 8) +
                little(count, 8) + little(directory.size(), 8) + little(at, 8);
        file += "PK\6\7" + little(0, 4) + little(record, 8) + little(1, 4);
    }
    return file + "PK\5\6" + little(0, 4) + little(end.wide ? all_ones : count, 2) +
           little(end.wide ? all_ones : count, 2) + little(end.wide ? all_ones : directory.size(), 4) +
           little(end.wide ? all_ones : at, 4) + little(end.comment.size(), 2) + end.comment;
}

}  // namespace test

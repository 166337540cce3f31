// From the file's end to its beginning: where the directory is, its entries, and where each one's bytes are.
#include "zip.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "utf8.h"

namespace model {
namespace {

// The records, by their first four bytes, and how many bytes each has at least.
constexpr std::uint32_t local_mark = 0x04034b50, entry_mark = 0x02014b50, end_mark = 0x06054b50,
                        end64_mark = 0x06064b50, locator_mark = 0x07064b50;
constexpr std::uint64_t local_bytes = 30, entry_bytes = 46, end_bytes = 22, end64_bytes = 56,
                        locator_bytes = 20;
// In a field of 16 or 32 bits: the number is in a field of 64 elsewhere.
constexpr std::uint64_t elsewhere16 = 0xffff, elsewhere32 = 0xffffffff;
constexpr std::uint64_t encrypted =
    1 | 1 << 6 | 1 << 13;  // flags: by itself, strongly, and the directory too
constexpr std::uint64_t method_stored = 0, method_deflated = 8;
constexpr std::uint64_t most_entries =
    65536;  // one takes some 80 bytes of a file, and several times that here
constexpr std::uint64_t most_inflation = 1032;  // DEFLATE makes at most 258 bytes of two bits

// Numbers of a record, little-endian. Who asks has checked that they are there.
struct Record {
    std::span<const std::byte> bytes;

    std::uint64_t operator()(std::uint64_t at, int size) const {
        std::uint64_t number = 0;
        for (int i = size; i-- > 0;)
            number = number << 8 | static_cast<std::uint64_t>(
                                       bytes[static_cast<std::size_t>(at) + static_cast<std::size_t>(i)]);
        return number;
    }
    std::string text(std::uint64_t at, std::uint64_t size) const {
        const std::span<const std::byte> part = bytes.subspan(at, size);
        return {reinterpret_cast<const char*>(part.data()), part.size()};
    }
};

// Whether there is a record with that mark at `at`, and all of it before `end`.
bool has_record(const Record& file, std::uint64_t at, std::uint64_t end, std::uint32_t mark,
                std::uint64_t bytes) {
    return at <= end && end - at >= bytes && file(at, 4) == mark;
}

struct Directory {
    std::uint64_t at = 0, bytes = 0, entries = 0;
};

std::string find_directory(const Record& file, Directory& directory) {
    const std::uint64_t size = file.bytes.size();
    // The record at the end has a comment, of 64 KB at most. That it reaches to the file's end tells it from
    // the same four bytes elsewhere.
    const auto is_end = [&](std::uint64_t at) {
        return has_record(file, at, size, end_mark, end_bytes) && at + end_bytes + file(at + 20, 2) == size;
    };
    std::uint64_t end = size;
    for (std::uint64_t back = end_bytes; back <= std::min(size, end_bytes + elsewhere16); ++back) {
        if (!is_end(size - back)) continue;
        end = size - back;
        break;
    }
    if (end == size) return "is no whole .zip: the end of its directory is missing";
    bool parts = file(end + 4, 2) != 0 || file(end + 6, 2) != 0 || file(end + 8, 2) != file(end + 10, 2);
    directory = {file(end + 16, 4), file(end + 12, 4), file(end + 10, 2)};
    const bool elsewhere =
        directory.entries == elsewhere16 || directory.bytes == elsewhere32 || directory.at == elsewhere32;
    if (elsewhere && end >= locator_bytes &&
        has_record(file, end - locator_bytes, end, locator_mark, locator_bytes)) {
        const std::uint64_t locator = end - locator_bytes, at = file(locator + 8, 8);
        if (!has_record(file, at, locator, end64_mark, end64_bytes))
            return "is no whole .zip: the end of its directory is not where it says";
        parts = file(at + 16, 4) != 0 || file(at + 20, 4) != 0 || file(at + 24, 8) != file(at + 32, 8);
        directory = {file(at + 48, 8), file(at + 40, 8), file(at + 32, 8)};
        end = at;
    }
    if (parts) return "is one of several parts of a .zip";
    if (directory.at > end || directory.bytes > end - directory.at)
        return "has a directory that lies outside of it";
    return {};
}

// What the directory says of an entry, and where its own header is.
struct Listed {
    ZipEntry entry;
    std::uint64_t flags = 0, method = 0, compressed = 0, at = 0, disk = 0;
};

// The numbers that did not fit 32 bits: in the extra field of kind 1, as many as did not, in this order.
bool take_wide(const Record& extra, Listed& listed) {
    std::vector<std::uint64_t*> wanted;
    for (std::uint64_t* number : {&listed.entry.size, &listed.compressed, &listed.at}) {
        if (*number == elsewhere32) wanted.push_back(number);
    }
    if (wanted.empty()) return true;
    for (std::uint64_t at = 0; extra.bytes.size() - at >= 4;) {
        const std::uint64_t kind = extra(at, 2), bytes = extra(at + 2, 2);
        at += 4;
        if (bytes > extra.bytes.size() - at) return false;
        if (kind == 1) {
            if (bytes < 8 * wanted.size()) return false;
            for (std::uint64_t* number : wanted) {
                *number = extra(at, 8);
                at += 8;
            }
            return true;
        }
        at += bytes;
    }
    return false;
}

TensorError list(const Record& file, const Directory& directory, std::vector<Listed>& all) {
    const std::uint64_t end = directory.at + directory.bytes;
    if (directory.entries > most_entries) {
        return {"file", "is said to have " + std::to_string(directory.entries) + " entries, " +
                            std::to_string(most_entries) + " at most are read"};
    }
    std::set<std::string> names;
    for (std::uint64_t at = directory.at; at < end;) {
        const auto no_entry = [&] {
            return TensorError{"file", "has something else than an entry in its directory, at its byte " +
                                           std::to_string(at)};
        };
        if (!has_record(file, at, end, entry_mark, entry_bytes)) return no_entry();
        const std::uint64_t name = file(at + 28, 2), extra = file(at + 30, 2), comment = file(at + 32, 2);
        if (name + extra + comment > end - at - entry_bytes) return no_entry();
        Listed listed;
        listed.entry.name = file.text(at + entry_bytes, name);
        listed.entry.crc32 = static_cast<std::uint32_t>(file(at + 16, 4));
        listed.entry.size = file(at + 24, 4);
        listed.flags = file(at + 8, 2);
        listed.method = file(at + 10, 2);
        listed.compressed = file(at + 20, 4);
        listed.disk = file(at + 34, 2);
        listed.at = file(at + 42, 4);
        listed.entry.deflated = listed.method == method_deflated;
        const std::string& called = listed.entry.name;
        if (!is_utf8(called) || called.find('\0') != called.npos)
            return {"file", "has an entry whose name is not text in UTF-8"};
        if (!names.insert(called).second) return {called, "is there twice"};
        if (!take_wide({file.bytes.subspan(at + entry_bytes + name, extra)}, listed))
            return {called, "has a size or place of 64 bits that is missing"};
        at += entry_bytes + name + extra + comment;
        all.push_back(std::move(listed));
        if (all.size() > directory.entries) break;
    }
    if (all.size() != directory.entries) {
        return {"file",
                "is said to have " + std::to_string(directory.entries) + " entries, has " +
                    (all.size() > directory.entries ? std::string("more") : std::to_string(all.size()))};
    }
    return {};
}

// What can be said of an entry without its own header. total: bytes of those before it.
std::string check(const Listed& listed, std::uint64_t most_bytes, std::uint64_t& total) {
    const std::uint64_t size = listed.entry.size;
    if (listed.flags & encrypted) return "is encrypted";
    if (listed.disk != 0) return "lies in another part of a .zip of several";
    if (listed.method != method_stored && listed.method != method_deflated) {
        return "is compressed by method " + std::to_string(listed.method) +
               ", must be stored (0) or deflated (8)";
    }
    if (!listed.entry.deflated && listed.compressed != size) {
        return "is stored in " + std::to_string(listed.compressed) + " bytes and said to have " +
               std::to_string(size);
    }
    if (size > most_bytes - total) {
        return "is said to have " + std::to_string(size) + " bytes, with what is before it " +
               std::to_string(most_bytes) + " are read at most";
    }
    total += size;
    if (size / most_inflation > listed.compressed) {
        return "is said to have " + std::to_string(size) + " bytes, of which its " +
               std::to_string(listed.compressed) + " compressed ones cannot be";
    }
    return {};
}

// Finds an entry's bytes, behind its own header. end: where they reach to.
std::string place(const Record& file, const Directory& directory, Listed& listed, std::uint64_t& end) {
    const std::uint64_t before = directory.at;
    if (!has_record(file, listed.at, before, local_mark, local_bytes))
        return "is not where the directory says";
    const std::uint64_t name = file(listed.at + 26, 2), extra = file(listed.at + 28, 2);
    const std::uint64_t room = before - listed.at - local_bytes;
    if (name + extra > room || listed.compressed > room - name - extra)
        return "lies outside of the file's data";
    if (file.text(listed.at + local_bytes, name) != listed.entry.name)
        return "has another name where it lies";
    const std::uint64_t begin = listed.at + local_bytes + name + extra;
    listed.entry.bytes = file.bytes.subspan(begin, listed.compressed);
    end = begin + listed.compressed;
    return {};
}

TensorError place(const Record& file, const Directory& directory, std::vector<Listed>& all) {
    std::multimap<std::uint64_t, Listed*> in_order;  // (std::sort is 2 KB of a reader's)
    for (Listed& listed : all) in_order.emplace(listed.at, &listed);
    std::uint64_t end = 0;
    for (const auto& [at, listed] : in_order) {
        if (at < end) return {listed->entry.name, "overlaps another entry"};
        if (std::string wrong = place(file, directory, *listed, end); !wrong.empty())
            return {listed->entry.name, std::move(wrong)};
    }
    return {};
}

}  // namespace

Zip read_zip(std::span<const std::byte> bytes, std::uint64_t most_bytes) {
    const Record file{bytes};
    Directory directory;
    if (std::string wrong = find_directory(file, directory); !wrong.empty())
        return {{"file", std::move(wrong)}, {}};
    std::vector<Listed> all;
    if (TensorError error = list(file, directory, all)) return {std::move(error), {}};
    std::uint64_t total = 0;
    for (const Listed& listed : all) {
        if (std::string wrong = check(listed, most_bytes, total); !wrong.empty())
            return {{listed.entry.name, std::move(wrong)}, {}};
    }
    if (TensorError error = place(file, directory, all)) return {std::move(error), {}};
    Zip zip;
    for (Listed& listed : all) zip.entries.push_back(std::move(listed.entry));
    return zip;
}

std::uint32_t crc32(std::span<const std::byte> bytes) {
    // by half a byte: sixteen numbers instead of 256
    static constexpr std::array<std::uint32_t, 16> table = [] {
        std::array<std::uint32_t, 16> made{};
        for (std::uint32_t i = 0; i < made.size(); ++i) {
            made[i] = i;
            for (int bit = 0; bit < 4; ++bit) made[i] = made[i] >> 1 ^ (made[i] & 1 ? 0xedb88320 : 0);
        }
        return made;
    }();
    std::uint32_t sum = 0xffffffff;
    for (const std::byte byte : bytes) {
        sum ^= static_cast<std::uint32_t>(byte);
        sum = sum >> 4 ^ table[sum & 15];
        sum = sum >> 4 ^ table[sum & 15];
    }
    return ~sum;
}

}  // namespace model

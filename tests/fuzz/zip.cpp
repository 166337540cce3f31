// libFuzzer: .zip files, well formed or with bytes changed, put in and taken out. What is read must lie in
// the file, each byte in one entry; sizes must be what was asked for at most. A well-formed file comes back.
#include "model/zip.h"

#include <algorithm>
#include <set>
#include <string>

#include "../model/file_bytes.h"
#include "bytes.h"
#include "model/npz.h"
#include "model/utf8.h"

using namespace model;
using namespace fuzz;

namespace {

constexpr const char* marks[] = {"PK\1\2",
                                 "PK\3\4",
                                 "PK\5\6",
                                 "PK\6\6",
                                 "PK\6\7",
                                 "\xff\xff\xff\xff",
                                 "\xff\xff\xff\xff\xff\xff\xff\xff",
                                 "\xff\xff",
                                 "\1"};

std::vector<test::Packed> entries_of(Bytes& bytes, bool wild) {
    std::vector<test::Packed> entries(static_cast<std::size_t>(bytes.below(5)));
    int number = 0;
    for (test::Packed& entry : entries) {
        entry.name = std::to_string(wild ? bytes.below(6) : number++) + (bytes.byte() & 1 ? ".npy" : "");
        const int length = bytes.below(40);
        if (bytes.byte() & 1) {
            const std::string data(static_cast<std::size_t>(length), '\1');
            entry.data = test::npy_text(test::dict("|u1", "(" + std::to_string(length) + ",)"), data);
            entry.crc32 = model::crc32(test::file_of(entry.data));
        } else {
            for (int i = 0; i < length; ++i) entry.data += static_cast<char>(bytes.byte());
        }
        entry.method = bytes.byte() & 1 ? 8 : 0;
        entry.size = entry.data.size();
        if (entry.method == 8) entry.size *= static_cast<std::uint64_t>(bytes.below(1033));
        entry.wide = bytes.byte() & 1;
        if (bytes.byte() & 1) entry.before = std::string(static_cast<std::size_t>(bytes.below(9)), 'P');
        if (bytes.byte() & 1) entry.extra = test::little(0x5455, 2) + test::little(2, 2) + "ab";
        if (!wild) continue;
        if (bytes.byte() % 8 == 0) entry.shifted = std::uint64_t{bytes.byte()} << bytes.below(64);
        if (bytes.byte() % 8 == 0) entry.shifted = 0 - std::uint64_t{bytes.byte()};
        if (bytes.byte() % 8 == 0) entry.size = std::uint64_t{bytes.byte()} << bytes.below(64);
        if (bytes.byte() % 16 == 0) entry.method = bytes.byte();
        if (bytes.byte() % 16 == 0) entry.flags = bytes.byte() | bytes.byte() << 8;
    }
    return entries;
}

void edit(std::string& text, Bytes& bytes) {
    if (text.empty()) text = "P";
    // anywhere, but more often near the end, where the directory is
    const std::size_t back =
        static_cast<std::size_t>(bytes.byte() & 1 ? bytes.below(120) : bytes.below(1 << 16));
    const std::size_t at = text.size() - 1 - back % text.size();
    switch (bytes.byte() % 4) {
        case 0:
            text[at] = static_cast<char>(bytes.byte());
            break;
        case 1:
            text.insert(at, marks[bytes.byte() % std::size(marks)]);
            break;
        case 2:
            text.erase(at, static_cast<std::size_t>(1 + bytes.below(40)));
            break;
        default: {
            const std::string mark = marks[bytes.byte() % std::size(marks)];
            text.replace(at, mark.size(), mark);
            break;
        }
    }
}

}  // namespace

void fuzz::check(Bytes& bytes, bool wild) {
    const std::vector<test::Packed> entries = entries_of(bytes, wild);
    test::ZipEnd end{.wide = (bytes.byte() & 1) != 0};
    if (bytes.byte() & 1) end.comment = std::string(static_cast<std::size_t>(bytes.below(30)), 'c');
    if (wild && bytes.byte() % 8 == 0) end.more = std::uint64_t{bytes.byte()} << bytes.below(64);
    if (wild && bytes.byte() % 8 == 0) end.shifted = std::uint64_t{bytes.byte()} << bytes.below(64);
    std::string text = test::zip_text(entries, end);
    if (wild) {
        for (int edits = bytes.below(5); edits > 0; --edits) edit(text, bytes);
    }
    const test::File file = test::file_of(text);
    const std::uint64_t most_bytes = wild ? std::uint64_t{1} << bytes.below(64) : 1 << 30;

    const Zip zip = read_zip(file, most_bytes);
    if (zip.error) {
        demand(wild, "a well-formed file is refused");
        demand(message(zip.error).size() > 5 && zip.entries.empty(), "an error that says nothing");
        return;
    }
    std::uint64_t total = 0;
    std::set<std::string> names;
    std::vector<std::span<const std::byte>> parts;
    for (const ZipEntry& entry : zip.entries) {
        demand(entry.size <= most_bytes - total, "more than is asked for");
        total += entry.size;
        demand(names.insert(entry.name).second && is_utf8(entry.name), "a name is there twice, or no text");
        demand(entry.deflated || entry.size == entry.bytes.size(), "a stored entry has two sizes");
        demand(entry.bytes.data() >= file.data() && entry.bytes.size() <= file.size() &&
                   entry.bytes.data() + entry.bytes.size() <= file.data() + file.size(),
               "an entry is outside of the file");
        parts.push_back(entry.bytes);
        if (entry.deflated) continue;
        const ArrayRead read = array_of(entry, nullptr, 1 << 20);
        demand(!read.error || message(read.error).size() > 5, "an error that says nothing");
    }
    std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.data() < b.data(); });
    for (std::size_t i = 1; i < parts.size(); ++i)
        demand(parts[i - 1].data() + parts[i - 1].size() <= parts[i].data(), "two entries share bytes");
    if (wild) return;
    demand(zip.entries.size() == entries.size(), "not as many entries as were written");
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const ZipEntry& entry = zip.entries[i];
        const std::span<const std::byte> data = std::as_bytes(std::span(entries[i].data));
        demand(entry.name == entries[i].name && entry.size == entries[i].size &&
                   entry.crc32 == entries[i].crc32 &&
                   std::equal(entry.bytes.begin(), entry.bytes.end(), data.begin(), data.end()),
               "an entry is not what was written");
    }
}

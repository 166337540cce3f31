// libFuzzer: NumPy's .npy, well formed or with anything put in and taken out. What is read must be what the
// header says: as many numbers or words as its shape's product, and numbers in the file or in the array's own
// memory. A well-formed file comes back to the bit.
#include "model/npy.h"

#include <algorithm>
#include <string>

#include "bytes.h"
#include "model/array_format.h"
#include "model/npy_header.h"

using namespace model;
using namespace fuzz;

namespace {

struct Kind {
    const char* name;
    int size;
};
constexpr Kind kinds[] = {{"f4", 4}, {"f2", 2}, {"f8", 8}, {"i1", 1}, {"i2", 2}, {"i4", 4},  {"i8", 8},
                          {"u1", 1}, {"u2", 2}, {"u4", 4}, {"u8", 8}, {"b1", 1}, {"U3", 12}, {"S5", 5}};

// What may be put anywhere in the header.
constexpr const char* snippets[] = {"{",
                                    "}",
                                    "(",
                                    ")",
                                    ",",
                                    ":",
                                    "'",
                                    "\"",
                                    "-1",
                                    "0",
                                    "00",
                                    "[",
                                    "L",
                                    " ",
                                    "\n",
                                    "#",
                                    "18446744073709551615",
                                    "18446744073709551616",
                                    "9223372036854775808",
                                    "4294967296",
                                    "'descr': ",
                                    "'shape': ",
                                    "'fortran_order': ",
                                    "True",
                                    "False",
                                    "'<f4'",
                                    "'>f8'",
                                    "'|O'",
                                    "'<U0'",
                                    "'|S0'",
                                    "'|V2'",
                                    "'<U999999999'",
                                    "\\x00",
                                    "(((((((((",
                                    "1,1,1,1,1,1,1,1,1,1,"};

struct Made {
    std::string header, data;
    std::uint64_t count = 1;
    bool text = false, plain = false;  // plain: float32 as it lies here
    int major = 1;
};

Made well_formed(Bytes& bytes) {
    Made made;
    const Kind& kind = kinds[bytes.byte() % std::size(kinds)];
    std::string shape = "(";
    for (int axes = bytes.below(5); axes > 0; --axes) {
        const int size = bytes.below(5);
        made.count *= static_cast<std::uint64_t>(size);
        shape += std::to_string(size) + ",";
    }
    const bool big = bytes.byte() & 1, fortran = bytes.byte() & 1;
    made.text = kind.name[0] == 'U' || kind.name[0] == 'S';
    made.plain = &kind == kinds && !big && !fortran;
    made.major = 1 + bytes.below(3);
    for (std::uint64_t i = made.count * static_cast<std::uint64_t>(kind.size); i > 0; --i)
        made.data += static_cast<char>(bytes.byte());
    const std::string parts[] = {std::string("'descr': '") + (big ? ">" : "<") + kind.name + "'",
                                 std::string("'fortran_order': ") + (fortran ? "True" : "False"),
                                 "'shape': " + shape + ")"};
    const int first = bytes.below(3);
    made.header = "{";
    for (int i = 0; i < 3; ++i) made.header += (i ? ", " : "") + parts[(first + i) % 3];
    made.header += bytes.byte() & 1 ? ", }" : "}";
    made.header += std::string(static_cast<std::size_t>(bytes.below(64)), ' ');
    return made;
}

void edit(std::string& text, Bytes& bytes) {
    if (text.empty()) text = "{";
    const std::size_t at = static_cast<std::size_t>(bytes.below(static_cast<int>(text.size())));
    switch (bytes.byte() % 4) {
        case 0:
            text[at] = static_cast<char>(bytes.byte());
            break;
        case 1:
            text.insert(at, snippets[bytes.byte() % std::size(snippets)]);
            break;
        case 2:
            text.erase(at, static_cast<std::size_t>(1 + bytes.below(20)));
            break;
        default:
            text = text.substr(0, at) + text.substr(at / 2);
            break;
    }
}

void put(std::vector<std::byte>& file, const std::string& text) {
    for (const char c : text) file.push_back(static_cast<std::byte>(c));
}

}  // namespace

void fuzz::check(Bytes& bytes, bool wild) {
    Made made = well_formed(bytes);
    if (wild) {
        for (int edits = bytes.below(6); edits > 0; --edits) edit(made.header, bytes);
        if (bytes.byte() % 4 == 0) edit(made.data, bytes);
        if (bytes.byte() % 8 == 0) made.major = bytes.byte();
    }
    std::vector<std::byte> file;
    put(file, "\x93NUMPY");
    file.push_back(static_cast<std::byte>(made.major));
    file.push_back(std::byte{0});
    const std::uint64_t length =
        !wild || bytes.byte() & 3 ? made.header.size() : std::uint64_t{bytes.byte()} << bytes.below(32);
    for (int i = 0; i < (made.major == 1 ? 2 : 4); ++i)
        file.push_back(static_cast<std::byte>(length >> 8 * i));
    put(file, made.header + made.data);
    if (wild && bytes.byte() % 4 == 0)
        file.resize(static_cast<std::size_t>(bytes.below(static_cast<int>(file.size()))));
    // exactly as large as it is, so that the sanitizer sees what is read beyond
    const std::vector<std::byte> exact(file.begin(), file.end());
    constexpr std::uint64_t most_bytes = 1 << 20;

    const NpyHeader header = read_npy_header(exact, "q");
    const ArrayRead read = read_npy(exact, "q", most_bytes);
    const Array& array = read.array;
    if (read.error) {
        demand(wild, "a well-formed file is refused");
        demand(message(read.error).size() > 5 && array.numbers.empty() && array.words.empty(),
               "an error that says nothing, or has numbers");
        return;
    }
    demand(!header.error && header.bytes <= exact.size() && header.shape == array.shape,
           "the header is another");
    demand(format_of(exact) == ArrayFormat::npy, "it is of another format");
    std::uint64_t count = 0;
    demand(count_of(array.shape, count), "a shape that 64 bits do not count");
    demand((array.is_text ? array.words.size() : array.numbers.size()) == count,
           "the count is not the shape's");
    demand((array.is_text ? array.numbers.size() : array.words.size()) == 0, "both numbers and words");
    const std::byte* begin = reinterpret_cast<const std::byte*>(array.numbers.data());
    const std::byte* end = begin + array.numbers.size_bytes();
    if (count > 0 && !array.is_text && !array.own)
        demand(begin == exact.data() + header.bytes && end == exact.data() + exact.size(),
               "numbers in place are not the file's data");
    if (array.own)
        demand(begin == array.own.get() && array.numbers.size_bytes() <= most_bytes, "not in its own");
    std::uint64_t text = 0;
    for (const std::string& word : array.words) text += word.size() + sizeof word;
    demand(text <= most_bytes, "texts take more than they may");
    const NotFinite counts = count_not_finite(array.numbers);  // reads each number
    demand(counts.nan + counts.infinite <= array.numbers.size(), "more that are none than numbers");
    if (wild) return;
    demand(made.count == count && made.text == array.is_text, "not what was written");
    if (made.plain && count > 0)
        demand(std::equal(begin, end, std::as_bytes(std::span(made.data)).begin()),
               "float32 are not as they were");
}

// Types by NumPy's spelling, and text; numbers are arrays.h's business. Sizes are checked before anything is
// made of them.
#include "npy.h"

#include "element_places.h"
#include "npy_header.h"
#include "utf8.h"

namespace model {
namespace {

struct Type {
    enum class Kind { numbers, utf32, bytes };
    Kind kind = Kind::numbers;
    Dtype dtype = Dtype::f32;  // of numbers
    std::uint64_t size = 0;    // bytes of an element
    bool big_endian = false;
};

struct NumberType {
    char kind;
    std::uint64_t size;
    Dtype dtype;
};
constexpr NumberType number_types[] = {{'f', 2, Dtype::f16}, {'f', 4, Dtype::f32}, {'f', 8, Dtype::f64},
                                       {'i', 1, Dtype::i8},  {'i', 2, Dtype::i16}, {'i', 4, Dtype::i32},
                                       {'i', 8, Dtype::i64}, {'u', 1, Dtype::u8},  {'u', 2, Dtype::u16},
                                       {'u', 4, Dtype::u32}, {'u', 8, Dtype::u64}, {'b', 1, Dtype::boolean}};

// "<f4": an order of bytes, a kind, a size. False if it is none that is read.
bool parse(const std::string& descr, Type& type) {
    constexpr std::size_t most_digits = 9;
    if (descr.size() < 3 || descr.size() > 2 + most_digits) return false;
    const char order = descr[0], kind = descr[1];
    for (const char c : descr.substr(2)) {
        if (c < '0' || c > '9') return false;
        type.size = type.size * 10 + static_cast<std::uint64_t>(c - '0');
    }
    type.big_endian = order == '>';
    const bool ordered = order == '<' || order == '>', single = ordered || order == '|' || order == '=';
    if (kind == 'S') {
        type.kind = Type::Kind::bytes;
        return single;
    }
    if (kind == 'U') {
        type.kind = Type::Kind::utf32;
        type.size *= 4;
        return ordered;
    }
    for (const NumberType& one : number_types) {
        if (one.kind != kind || one.size != type.size) continue;
        type.dtype = one.dtype;
        return one.size == 1 ? single : ordered;
    }
    return false;
}

std::string refusal(const std::string& descr) {
    if (descr.find('O') != descr.npos) {
        return "has Python objects in it (type " + descr +
               "), and reading those runs what the file says: save numbers (dtype=float) or text (dtype=str)";
    }
    if (descr.ends_with("V2"))
        return "has type " + descr + ", as which NumPy saves bfloat16: save .astype(np.float32) of it";
    return "has type " + descr +
           ", must be float (f2 f4 f8), integer (i1 i2 i4 i8 u1 u2 u4 u8), bool or text";
}

std::string word_of(std::span<const std::byte> bytes, const Type& type) {
    std::string word;
    if (type.kind == Type::Kind::bytes) {
        while (!bytes.empty() && bytes.back() == std::byte{0}) bytes = bytes.first(bytes.size() - 1);
        return well_formed({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }
    const auto character = [&](std::size_t i) {
        char32_t code = 0;
        for (std::size_t j = 0; j < 4; ++j)
            code = code << 8 | static_cast<char32_t>(bytes[i * 4 + (type.big_endian ? j : 3 - j)]);
        return code;
    };
    std::size_t length = bytes.size() / 4;
    while (length > 0 && character(length - 1) == 0) --length;
    for (std::size_t i = 0; i < length; ++i) append(word, character(i));
    return word;
}

}  // namespace

ArrayRead read_npy(std::span<const std::byte> file, const std::string& name, std::uint64_t most_bytes) {
    const auto wrong = [&](std::string what) { return ArrayRead{{name, std::move(what)}, {}}; };
    NpyHeader header = read_npy_header(file, name);
    if (header.error) return {std::move(header.error), {}};
    Type type;
    if (!parse(header.descr, type)) return wrong(refusal(header.descr));

    std::uint64_t count = 0;
    if (!count_of(header.shape, count) || (type.size != 0 && count > UINT64_MAX / type.size))
        return wrong("has a shape whose bytes 64 bits do not count");
    const std::uint64_t bytes = count * type.size;
    const std::span<const std::byte> data = file.subspan(header.bytes);
    if (data.size() < bytes) {
        return wrong("has " + std::to_string(data.size()) + " bytes of data, its shape takes " +
                     std::to_string(bytes));
    }
    if (data.size() > bytes)
        return wrong("has " + std::to_string(data.size() - bytes) + " bytes more than its shape takes");

    ArrayRead read;
    Array& array = read.array;
    array.name = name;
    array.shape = std::move(header.shape);
    if (type.kind == Type::Kind::numbers) {
        const Encoded from{type.dtype, data, type.big_endian, header.fortran_order};
        if (TensorError error = set_numbers(array, from, most_bytes)) return {std::move(error), {}};
        return read;
    }
    // (A type of no letters takes no data, so that its number of texts is only what the header says.)
    if (count > most_words)
        return wrong("has " + std::to_string(count) + " texts, may have " + std::to_string(most_words));
    // Each byte may become three (U+FFFD); of four, no character takes more than four.
    const std::uint64_t memory =
        (type.kind == Type::Kind::utf32 ? bytes : 3 * bytes) + count * sizeof(std::string);
    if (bytes > most_bytes || memory > most_bytes)
        return wrong("has texts that may take " + std::to_string(memory) + " bytes, " +
                     std::to_string(most_bytes) + " at most are read");
    array.is_text = true;
    array.words.reserve(static_cast<std::size_t>(count));
    ElementPlaces places(array.shape, header.fortran_order);
    const std::size_t size = static_cast<std::size_t>(type.size);
    for (std::uint64_t i = 0; i < count; ++i)
        array.words.push_back(word_of(data.subspan(places.next() * size, size), type));
    return read;
}

}  // namespace model

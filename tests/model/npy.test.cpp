// NumPy's .npy: what its header may look like and each way of being malformed, by its sentence; numbers of
// every type and order against bytes written here. Files that NumPy itself wrote are in arrays.test.cpp.
#include "model/npy.h"

#include <bit>
#include <cstring>

#include "file_bytes.h"
#include "helpers.h"
#include "model/half.h"

using namespace model;
using namespace test;

namespace {

std::string error_of(const std::string& text) {
    const File file = file_of(text);
    const ArrayRead read = read_npy(file);
    if (read.error) CHECK((read.array.numbers.empty() && read.array.words.empty() && !read.array.own));
    return message(read.error);
}

// Of a file of two float32, with that header.
std::string header_error(const std::string& header) {
    return error_of(npy_text(header, std::string(8, '\0')));
}

std::string shape_error(const std::string& shape, const std::string& descr = "<f4") {
    return error_of(npy_text(dict(descr, shape), ""));
}

std::vector<std::string> words_of(const std::string& text) {
    const File file = file_of(text);
    ArrayRead read = read_npy(file);
    CHECK(message(read.error) == "");
    CHECK((read.array.is_text && read.array.numbers.empty()));
    return std::move(read.array.words);
}

std::string utf32(std::u32string_view text, std::size_t letters, bool big = false) {
    std::string bytes;
    for (std::size_t i = 0; i < letters; ++i) {
        const std::string one = little(i < text.size() ? text[i] : 0, 4);
        bytes += big ? std::string(one.rbegin(), one.rend()) : one;
    }
    return bytes;
}

}  // namespace

TEST_CASE("npy: keys in any order, Python's quotes, spaces anywhere, with and without a comma at the end") {
    const std::string data = little(0x3f800000, 4) + little(0xc0000000, 4);
    for (const std::string header : {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }   \n",
                                     "{'descr':'<f4','fortran_order':False,'shape':(2,)}",
                                     "{\"shape\": (2,), \"descr\": \"<f4\", \"fortran_order\": True}",
                                     " { 'fortran_order' :\tFalse ,\n'shape' : ( 2 , ) , 'descr' : '<f4' } ",
                                     "{'descr': '<f4', 'fortran_order': False, 'shape': (2L,), }",
                                     "{'descr': '<f4', 'fortran_order': False, 'shape': (1,2), }",
                                     "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2, 1,), }"}) {
        for (const int major : {1, 2, 3}) {
            CAPTURE(header);
            const File file = file_of(npy_text(header, data, major));
            const ArrayRead read = read_npy(file, "q");
            CHECK(message(read.error) == "");
            CHECK(read.array.name == "q");
            CHECK(std::vector(read.array.numbers.begin(), read.array.numbers.end()) ==
                  std::vector{1.0f, -2.0f});
        }
    }
}

TEST_CASE("npy: a header that is none, or says what is of no use") {
    const std::string none = "file has a header that is not a dict of Python from its byte ";
    for (const auto& [header, byte] : {std::pair{"", 1},
                                       {"[]", 1},
                                       {"{", 2},
                                       {"{,}", 2},
                                       {"{'descr' '<f4'}", 10},
                                       {"{'descr': '<f4'", 16},
                                       {"{'descr': '<f4' 'shape': (2,)}", 17},
                                       {"{descr: '<f4'}", 2},
                                       {"{'descr: ", 2},
                                       {"{'descr': <f4}", 11},
                                       {"{'descr': '<\\x664'}", 11},
                                       {"{'descr': '<f\x01'}", 11},
                                       {"{'gr\xc3\xb6\xc3\x9f"
                                        "e': 1}",
                                        2},
                                       {"{'descr': None}", 11},
                                       {"{'descr': '<f4', 'fortran_order': Falsehood}", 40},
                                       {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} # .", 57}})
        CHECK(header_error(header) == none + std::to_string(byte) + " on");
    CHECK(header_error("{'descr': '" + std::string(64, 'f') + "'}") ==
          "file has no fortran_order in its header");
    CHECK(header_error("{'descr': '" + std::string(65, 'f') + "'}") == none + "11 on");
    CHECK(header_error("{'descr': '<f4', 'descr': '<f4'}") == "file has descr twice in its header");
    CHECK(header_error("{'shape': (2,), 'shape': (2,)}") == "file has shape twice in its header");
    CHECK(header_error("{'order': 'C'}") ==
          "file has a key order in its header, must have descr, fortran_order and shape");
    CHECK(header_error("{}") == "file has no descr in its header");
    CHECK(header_error("{'descr': '<f4', 'fortran_order': False}") == "file has no shape in its header");
    for (const char* order : {"0", "'False'", "true", "None"}) {
        CHECK(header_error("{'fortran_order': " + std::string(order) + "}") ==
              "file has a fortran_order that is neither True nor False");
    }
    for (const char* descr : {"[('a', '<f4')]", "('<f4', (2,))"}) {
        CHECK(header_error("{'descr': " + std::string(descr) + "}") ==
              "file has a structured type, whose elements have fields: must be of numbers or of text");
    }
}

TEST_CASE("npy: shapes that are none") {
    for (const char* shape : {"2", "[2]", "(2)", "(,)", "(2,,)", "(2 3)", "(2, 3 4)", "(2, 3", "(2.0,)",
                              "('2',)", "(x,)", "(02,)", "(-,)", "None", "(0x2,)", "(2LL,)", "((2,),)"})
        CHECK(shape_error(shape) == "file has a shape that is not a tuple of sizes, such as (3, 4) or (3,)");
    CHECK(shape_error("(3, -1)") == "file has the size -1 in its shape, must have 0 or more");
    CHECK(shape_error("(- 12,)") == "file has the size -12 in its shape, must have 0 or more");
    CHECK(shape_error("(18446744073709551616,)") == "file has a size in its shape that 64 bits do not hold");
    CHECK(shape_error("(99999999999999999999999,)") ==
          "file has a size in its shape that 64 bits do not hold");
    std::string ones = "(";
    for (int i = 0; i < 32; ++i) ones += "1,";
    CHECK(shape_error(ones + ")") == "file has 0 bytes of data, its shape takes 4");
    CHECK(shape_error(ones + "1)") == "file has more than 32 dimensions");
}

TEST_CASE("npy: sizes that no memory has, before any is asked for") {
    for (const char* shape : {"(18446744073709551615,)", "(4611686018427387904,)", "(9223372036854775808, 2)",
                              "(4294967296, 4294967296)", "(9223372036854775808, 2, 0)"})
        CHECK(shape_error(shape) == "file has a shape whose bytes 64 bits do not count");
    CHECK(shape_error("(4611686018427387903,)") ==
          "file has 0 bytes of data, its shape takes 18446744073709551612");
    CHECK(shape_error("(9223372036854775808,)", "|u1") ==
          "file has 0 bytes of data, its shape takes 9223372036854775808");
    CHECK(shape_error("(0, 9223372036854775808)") == "");
    CHECK(shape_error("(9223372036854775808,)", "<U999999999") ==
          "file has a shape whose bytes 64 bits do not count");
    CHECK(shape_error("(1048577,)", "<U0") == "file has 1048577 texts, may have 1048576");
    CHECK(shape_error("(9223372036854775808,)", "|S0") ==
          "file has 9223372036854775808 texts, may have 1048576");
    CHECK(words_of(npy_text(dict("<U0", "(1048576,)"), "")).size() == 1048576);
    // What texts may take counts: three bytes for each that is no UTF-8, and each text's own.
    const std::string bad(1000, '\xff');
    const auto bytes_of_bad = [&](std::uint64_t most) {
        const File text = file_of(npy_text(dict("|S1000", "(1,)"), bad));
        return message(read_npy(text, "file", most).error);
    };
    const std::uint64_t taken = 3000 + sizeof(std::string);
    CHECK(bytes_of_bad(taken) == "");
    CHECK(bytes_of_bad(taken - 1) == "file has texts that may take " + std::to_string(taken) + " bytes, " +
                                         std::to_string(taken - 1) + " at most are read");

    const File file = file_of(npy_text(dict("|u1", "(25,)"), std::string(25, '\1')));
    CHECK(message(read_npy(file, "v", 99).error) == "v takes 100 bytes as float32, may take 99");
    CHECK(!read_npy(file, "v", 100).error);
}

TEST_CASE("npy: cut short anywhere it is an error, and so is anything after its end") {
    for (const int major : {1, 2}) {
        const std::string header = dict("<f4", "(2, 1)");
        const std::string whole = npy_text(header, std::string(8, '\1'), major);
        const std::size_t prefix = major == 1 ? 10 : 12;
        CHECK(error_of(whole) == "");
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const std::string error = error_of(whole.substr(0, size));
            CAPTURE(size);
            if (size == 0)
                CHECK(error == "file is no .npy file: does not begin with \\x93NUMPY");
            else if (size < prefix)
                CHECK(error == "file is cut short, before its header");
            else if (size < prefix + header.size())
                CHECK(error == "file is said to have a header of " + std::to_string(header.size()) +
                                   " bytes, has " + std::to_string(size - prefix));
            else
                CHECK(error == "file has " + std::to_string(size - prefix - header.size()) +
                                   " bytes of data, its shape takes 8");
        }
        CHECK(error_of(whole + "abc") == "file has 3 bytes more than its shape takes");
    }
    CHECK(error_of("\x93NUMPY" + little(2, 2) + little(0xffffffff, 4) + "{}") ==
          "file is said to have a header of 4294967295 bytes, has 2");
}

TEST_CASE("npy: other files, and other versions") {
    CHECK(error_of("PK\3\4 and so on") == "file is no .npy file: does not begin with \\x93NUMPY");
    CHECK(error_of("\x93NUMPX") == "file is no .npy file: does not begin with \\x93NUMPY");
    CHECK(error_of("\x93NUMPY" + little(4, 2) + little(0, 4)) ==
          "file has version 4.0 of the .npy format, must have 1.0, 2.0 or 3.0");
    CHECK(error_of("\x93NUMPY" + little(0, 2) + little(0, 4)) ==
          "file has version 0.0 of the .npy format, must have 1.0, 2.0 or 3.0");
    CHECK(error_of("\x93NUMPY" + little(0xff01, 2) + little(0, 4)) ==
          "file has version 1.255 of the .npy format, must have 1.0, 2.0 or 3.0");
}

TEST_CASE("npy: types by their spelling, and those that are not read") {
    for (const char* type :
         {"f4",   "<f",   "<f3", "<f16", "<c8", "|V8", "<M8[ns]", "=f4", "|i4",           "<U", "|U2", "=U2",
          "<f4 ", "<f-4", "x",   "",     "<b2", "!f4", "?",       "<u3", "<S10000000000", "<F4"}) {
        CHECK(shape_error("(2,)", type) ==
              "file has type " + std::string(type) +
                  ", must be float (f2 f4 f8), integer (i1 i2 i4 i8 u1 u2 u4 u8), bool or text");
    }
    for (const char* type : {"|V2", "<V2"}) {
        CHECK(shape_error("(2,)", type) ==
              "file has type " + std::string(type) +
                  ", as which NumPy saves bfloat16: save .astype(np.float32) of it");
    }
    for (const char* type : {"|O", "O", "|O8"}) {
        CHECK(shape_error("(2,)", type) == "file has Python objects in it (type " + std::string(type) +
                                               "), and reading those runs what the file says: save numbers "
                                               "(dtype=float) or text (dtype=str)");
    }
    // An order of bytes says nothing of what has one byte.
    for (const char* type : {"|u1", "<u1", ">i1", "=b1", "<S1", "|S1"})
        CHECK(error_of(npy_text(dict(type, "(2,)"), "\1\2")) == "");
}

TEST_CASE("npy: float32 that lies as it lies here stays where it is") {
    const std::string data =
        little(0x7fc00001, 4) + little(0xff800000, 4) + little(1, 4) + little(0x80000000, 4);
    const auto in_place = [&](const std::string& dict, std::size_t shift = 0) {
        const File file = file_of(std::string(shift, ' ') + padded_npy(dict, data));
        const ArrayRead read = read_npy(std::span(file).subspan(shift));
        CHECK(message(read.error) == "");
        REQUIRE(read.array.numbers.size() == 4);
        const std::byte* at = reinterpret_cast<const std::byte*>(read.array.numbers.data());
        const bool within = at >= file.data() && at < file.data() + file.size();
        if (within) CHECK(at == file.data() + file.size() - 16);
        CHECK(within == !read.array.own);
        return within;
    };
    CHECK(in_place(dict("<f4", "(2, 2)")));
    CHECK(in_place(dict("<f4", "(4,)"), 4));
    CHECK(!in_place(dict("<f4", "(4,)"), 1));
    CHECK(!in_place(dict("<f4", "(4,)"), 2));
    CHECK(!in_place(dict(">f4", "(4,)")));
    CHECK(!in_place(dict("<f4", "(2, 2)", true)));
    CHECK(in_place(dict("<f4", "(1, 4, 1)", true)));  // with one index that runs there is one order
    CHECK(!in_place(dict("<u4", "(4,)")));
}

TEST_CASE("npy: columns first comes out rows first") {
    const File file =
        file_of(npy_text(dict("|u1", "(2, 3, 2)", true), std::string("\0\1\2\3\4\5\6\7\10\11\12\13", 12)));
    const ArrayRead read = read_npy(file);
    REQUIRE(message(read.error) == "");
    CHECK(read.array.shape == std::vector<std::uint64_t>{2, 3, 2});
    CHECK(std::vector(read.array.numbers.begin(), read.array.numbers.end()) ==
          std::vector<float>{0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, 11});
}

TEST_CASE("npy: text, without the zeros at its end") {
    CHECK(words_of(npy_text(dict("<U3", "(3,)"),
                            utf32(U"a\0b", 3) + utf32(std::u32string_view(U"a\0b", 3), 3) + utf32(U"", 3))) ==
          std::vector<std::string>{"a", std::string("a\0b", 3), ""});
    CHECK(words_of(npy_text(dict(">U2", "(2, 1)"), utf32(U"日é", 2, true) + utf32(U"🦜", 2, true))) ==
          std::vector<std::string>{"日é", "🦜"});
    // a surrogate, and what is no character at all
    CHECK(words_of(npy_text(dict("<U2", "()"), little(0xd83e, 4) + little(0x110000, 4))) ==
          std::vector<std::string>{"\xef\xbf\xbd\xef\xbf\xbd"});
    CHECK(words_of(npy_text(dict("|S4", "(3,)"), std::string("ab\0\0\0b\0\0\xc3\xa9\xff\0", 12))) ==
          std::vector<std::string>{"ab", std::string("\0b", 2), "é\xef\xbf\xbd"});
    CHECK(words_of(npy_text(dict("|S1", "(2, 2)", true), "abcd")) ==
          std::vector<std::string>{"a", "c", "b", "d"});
    CHECK(words_of(npy_text(dict("<U5", "(0,)"), "")).empty());
}

TEST_CASE("npy: random numbers of every type, in either order of bytes and elements, come back to the bit") {
    struct Kind {
        const char* name;
        int size;
    };
    constexpr Kind kinds[] = {{"f2", 2}, {"f4", 4}, {"f8", 8}, {"i1", 1}, {"i2", 2}, {"i4", 4},
                              {"i8", 8}, {"u1", 1}, {"u2", 2}, {"u4", 4}, {"u8", 8}, {"b1", 1}};
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937_64 bits(seed);
    Random random(seed);
    for (int round = 0; round < 400; ++round) {
        const Kind kind = kinds[random.from(0, 11)];
        const std::string name = kind.name;
        std::vector<std::uint64_t> shape(z(random.from(0, 4)));
        std::uint64_t count = 1;
        std::string tuple = "(";
        for (std::uint64_t& size : shape) {
            size = z(random.from(random.from(0, 9) ? 1 : 0, 6));
            count *= size;
            tuple += std::to_string(size) + ",";
        }
        const bool fortran = random.from(0, 1), big = kind.size > 1 && random.from(0, 1);
        std::string data(count * z(kind.size), '\0');
        std::vector<float> expected(count);
        for (std::uint64_t i = 0; i < count; ++i) {
            // what it is
            std::uint64_t raw = bits() >> random.from(0, 63);
            if (kind.size < 8) raw &= (std::uint64_t{1} << 8 * kind.size) - 1;
            const int unused = 64 - 8 * kind.size;
            const std::int64_t with_sign = static_cast<std::int64_t>(raw << unused) >> unused;
            expected[i] = name == "f2"     ? from_f16(static_cast<std::uint16_t>(raw))
                          : name == "f4"   ? std::bit_cast<float>(static_cast<std::uint32_t>(raw))
                          : name == "f8"   ? static_cast<float>(std::bit_cast<double>(raw))
                          : name == "b1"   ? (raw ? 1.0f : 0.0f)
                          : name[0] == 'i' ? static_cast<float>(with_sign)
                                           : static_cast<float>(raw);
            // where it is: the index of each dimension, the last one first
            std::uint64_t place = i;
            if (fortran) {
                std::vector<std::uint64_t> index(shape.size());
                std::uint64_t left = i;
                for (std::size_t axis = shape.size(); axis-- > 0; left /= shape[axis])
                    index[axis] = left % shape[axis];
                place = 0;
                for (std::size_t axis = shape.size(); axis-- > 0;) place = place * shape[axis] + index[axis];
            }
            const std::string stored = little(raw, kind.size);
            data.replace(place * z(kind.size), z(kind.size),
                         big ? std::string(stored.rbegin(), stored.rend()) : stored);
        }
        const std::size_t start = z(random.from(0, 7));
        const File file = file_of(std::string(start, '.') +
                                  npy_text(dict((big ? ">" : "<") + name, tuple + ")", fortran), data));
        const ArrayRead read = read_npy(std::span(file).subspan(start));
        CAPTURE(name);
        CAPTURE(tuple);
        REQUIRE(message(read.error) == "");
        CHECK(read.array.shape == shape);
        REQUIRE(read.array.numbers.size() == count);
        CHECK((count == 0 ||
               std::memcmp(read.array.numbers.data(), expected.data(), count * sizeof(float)) == 0));
    }
}

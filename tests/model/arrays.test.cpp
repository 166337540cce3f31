// Files of arrays as NumPy wrote them (make_array_cases.py), read to the last bit or refused by a sentence;
// and what no NumPy writes: damage, bombs, other formats.
#include "model/arrays.h"

#include <zlib.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

#include "file_bytes.h"
#include "helpers.h"
#include "model/npz.h"
#include "model/read_arrays.h"

using namespace model;
using namespace test;

namespace {

bool inflated(std::span<const std::byte> compressed, std::span<std::byte> to) {
    z_stream stream{};
    REQUIRE(inflateInit2(&stream, -15) == Z_OK);  // DEFLATE as it is, without zlib's header
    std::byte beyond{};                           // which zlib needs where nothing is to be written
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(compressed.data()));
    stream.avail_in = static_cast<uInt>(compressed.size());
    stream.next_out = reinterpret_cast<Bytef*>(to.empty() ? &beyond : to.data());
    stream.avail_out = static_cast<uInt>(to.size());
    const bool whole =
        inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0 && stream.avail_out == 0;
    inflateEnd(&stream);
    return whole;
}

std::string deflated(const std::string& text) {
    z_stream stream{};
    REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY) == Z_OK);
    std::string out(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

Packed packed(const std::string& name, const std::string& content, bool deflate) {
    Packed entry{name, deflate ? deflated(content) : content, content.size(), model::crc32(file_of(content))};
    entry.method = deflate ? 8 : 0;
    return entry;
}

// NumPy's files by name.
struct Cases {
    File file;
    std::map<std::string, File> files;
    nlohmann::json all;

    Cases() {
        std::ifstream in(TESTS_FOLDER "/model/array_cases.zip", std::ios::binary);
        file = file_of({std::istreambuf_iterator<char>(in), {}});
        const Zip zip = read_zip(file, 1 << 20);
        REQUIRE(message(zip.error) == "");
        for (const ZipEntry& entry : zip.entries) {
            File content(static_cast<std::size_t>(entry.size));
            REQUIRE(inflated(entry.bytes, content));
            REQUIRE(model::crc32(content) == entry.crc32);
            files[entry.name] = std::move(content);
        }
        const File& text = files["cases.json"];
        all = nlohmann::json::parse(reinterpret_cast<const char*>(text.data()),
                                    reinterpret_cast<const char*>(text.data() + text.size()));
    }
};

void check_array(const Array& array, const nlohmann::json& expected) {
    CAPTURE(array.name);
    CHECK(array.name == expected["name"]);
    CHECK(array.shape == expected["shape"].get<std::vector<std::uint64_t>>());
    CHECK(array.is_text == expected.contains("words"));
    if (array.is_text) {
        CHECK(array.words == expected["words"].get<std::vector<std::string>>());
        CHECK(array.numbers.empty());
        return;
    }
    std::vector<std::uint32_t> bits(array.numbers.size());
    if (!bits.empty()) std::memcpy(bits.data(), array.numbers.data(), array.numbers.size_bytes());
    CHECK(bits == expected["bits"].get<std::vector<std::uint32_t>>());
    CHECK(array.words.empty());
}

std::string error_of(const std::string& text, std::uint64_t most_bytes = most_array_bytes) {
    const File file = file_of(text);
    const Arrays read = read_arrays(file, inflated, most_bytes);
    if (read.error) CHECK((read.arrays.empty() && read.metadata.empty()));
    return message(read.error);
}

}  // namespace

TEST_CASE("arrays: what NumPy wrote is read to the last bit, or refused by the sentence") {
    const Cases cases;
    CHECK(cases.all.size() == cases.files.size() - 1);
    int good = 0;
    for (const nlohmann::json& one : cases.all) {
        const std::string name = one["file"];
        CAPTURE(name);
        const Arrays read = read_arrays(cases.files.at(name), inflated);
        CHECK(message(read.error) == (one.contains("sentence") ? one["sentence"].get<std::string>() : ""));
        if (one.contains("sentence")) {
            CHECK((read.arrays.empty() && read.metadata.empty()));
            continue;
        }
        ++good;
        const nlohmann::json& arrays = one["arrays"];
        REQUIRE(read.arrays.size() == arrays.size());
        for (std::size_t i = 0; i < arrays.size(); ++i) check_array(read.arrays[i], arrays[i]);
        CHECK(read.metadata == one["metadata"].get<std::map<std::string, std::string>>());
    }
    CHECK(good > 60);
}

TEST_CASE("arrays: what needs no conversion is the file's, or what was inflated") {
    const Cases cases;
    const auto lies_in = [](const Array& array, std::span<const std::byte> bytes) {
        const std::byte* at = reinterpret_cast<const std::byte*>(array.numbers.data());
        return at >= bytes.data() && at < bytes.data() + bytes.size();
    };
    const File& npy = cases.files.at("f4.npy");
    const Arrays one = read_arrays(npy, inflated);
    CHECK((lies_in(one.arrays[0], npy) && !one.arrays[0].own));
    const File& tensors = cases.files.at("all.safetensors");
    for (const Array& array : read_arrays(tensors, inflated).arrays) {
        CHECK(lies_in(array, tensors) == (array.name == "f4"));
        CHECK(lies_in(array, tensors) == !array.own);
    }
    // An .npz's numbers are inflated into memory that is used: nothing is converted of the float32.
    const File& deflated_file = cases.files.at("deflated.npz");
    for (const Array& array : read_arrays(deflated_file, inflated).arrays) {
        if (array.is_text) continue;
        REQUIRE(array.own);
        const std::ptrdiff_t header =
            reinterpret_cast<const std::byte*>(array.numbers.data()) - array.own.get();
        CHECK(header == (array.name == "attention" || array.name == "q" ? 128 : 0));
    }
    // A stored one lies on a multiple of four by luck.
    const std::string content =
        padded_npy(dict("<f4", "(2,)"), little(0x3f800000, 4) + little(0x40000000, 4));
    for (std::size_t shift = 0; shift < 4; ++shift) {
        Packed entry = packed("q.npy", content, false);
        entry.before = std::string(shift, '.');
        const File plain = file_of(zip_text({packed("v.npy", "", false), entry}));
        const Zip zip = read_zip(plain, 1 << 20);
        REQUIRE(message(zip.error) == "");
        const ArrayRead read = array_of(zip.entries[1], nullptr);
        REQUIRE(message(read.error) == "");
        CHECK(lies_in(read.array, plain) == !read.array.own);
        CHECK(read.array.numbers[0] == 1);
        CHECK(read.array.numbers[1] == 2);
    }
}

TEST_CASE("arrays: formats by their first bytes") {
    const auto format = [](const std::string& text) { return format_of(file_of(text)); };
    CHECK(format("\x93NUMPY") == ArrayFormat::npy);
    CHECK(format("PK\3\4") == ArrayFormat::zip);
    CHECK(format(zip_text({})) == ArrayFormat::zip);
    CHECK(format(little(2, 8) + "{}") == ArrayFormat::safetensors);
    // a length that begins as JSON does, or white space
    for (const int first : {'{', '[', ' ', '\n'})
        CHECK(format(little(static_cast<std::uint64_t>(first), 8) + "{}") == ArrayFormat::safetensors);
    CHECK(format(little(100'000'000, 8) + "{") == ArrayFormat::safetensors);
    CHECK(format(little(100'000'001, 8) + "{") == ArrayFormat::unknown);
    CHECK(format(little(2, 8)) == ArrayFormat::unknown);
    CHECK(format(little(2, 8) + "[]") == ArrayFormat::unknown);
    for (const char* json : {"{}", "[[0.5]]", " \t\r\n{", "\xef\xbb\xbf[1]", "{\"a\":  {}}", "[[[[[[[[{}"})
        CHECK(format(json) == ArrayFormat::json);
    for (const char* other :
         {"", " ", "\x89HDF", "PK", "\x93NUMP", "0.5,0.5", "\"text\"", "null", "\xef\xbb\xbf"})
        CHECK(format(other) == ArrayFormat::unknown);

    const File json = file_of("{\"attention\": [[1]]}");
    const Arrays read = read_arrays(json, inflated);
    CHECK(message(read.error) == "");
    CHECK(read.format == ArrayFormat::json);
    CHECK(read.arrays.empty());
    CHECK(read_arrays(file_of("PK\3\4"), inflated).format == ArrayFormat::zip);
}

TEST_CASE("arrays: damaged, compressed where nothing inflates, larger than is read") {
    const std::string content = padded_npy(dict("<f8", "(40,)"), std::string(320, '\0'));
    for (const bool deflate : {false, true}) {
        const Packed whole = packed("q.npy", content, deflate);
        CHECK(error_of(zip_text({whole})) == "");
        Packed entry = whole;
        entry.crc32 ^= 1;
        CHECK(error_of(zip_text({entry})) == "q.npy is damaged: its checksum is not what the file says");
        entry = whole;
        entry.data[entry.data.size() - (deflate ? 5 : 1)] ^= 1;
        CHECK(error_of(zip_text({entry})).starts_with("q.npy is damaged: "));
        entry = whole;
        entry.name = "q.txt";
        CHECK(error_of(zip_text({entry})) == "q.txt is no .npy file, as those of np.savez are");
        CHECK(error_of(zip_text({whole, packed("k.npy", "PK", deflate)})) ==
              "k is no .npy file: does not begin with \\x93NUMPY");
        CHECK(error_of(zip_text({whole}), 448) == "");
        CHECK(error_of(zip_text({whole}), 447) ==
              "q.npy is said to have 448 bytes, with what is before it 447 are read at most");
    }
    const Packed whole = packed("q.npy", content, true);
    for (const std::uint64_t size : {content.size() - 1, content.size() + 1}) {
        Packed entry = whole;
        entry.size = size;
        CHECK(error_of(zip_text({entry})) == "q.npy is damaged: does not inflate to the " +
                                                 std::to_string(size) + " bytes that the file says");
    }
    const File file = file_of(zip_text({whole}));
    CHECK(message(read_arrays(file, nullptr).error) ==
          "q.npy is compressed, which is not read here: save with np.savez");
    CHECK(error_of(npy_text(dict("|u1", "(25,)"), std::string(25, '\1')), 99) ==
          "file takes 100 bytes as float32, may take 99");
    CHECK(
        error_of(zip_text({packed("q.npy", npy_text(dict("|u1", "(225,)"), std::string(225, '\1')), false)}),
                 899) == "q takes 900 bytes as float32, may take 899");
    const std::string header = "{\"v\":{\"dtype\":\"U8\",\"shape\":[25],\"data_offsets\":[0,25]}}";
    const std::string tensors = little(header.size(), 8) + header + std::string(25, '\1');
    CHECK(error_of(tensors, 100) == "");
    CHECK(error_of(tensors, 99) == "v takes 100 bytes as float32, may take 99");
    CHECK(error_of(tensors + "?") == "file has 1 bytes at its end that no tensor has");
}

TEST_CASE("arrays: numbers that are none or infinite are kept, and counted") {
    const float infinity = std::numeric_limits<float>::infinity(),
                nan = std::numeric_limits<float>::quiet_NaN();
    const float numbers[] = {
        0,      -0.0f,         nan,  infinity, -infinity,
        1e-45f, 3.4028235e38f, -nan, infinity, std::numeric_limits<float>::signaling_NaN()};
    const NotFinite counts = count_not_finite(numbers);
    CHECK(counts.nan == 3);
    CHECK(counts.infinite == 3);
    CHECK(count_not_finite({}).nan + count_not_finite({}).infinite == 0);
    // float64 beyond float32 is infinite there
    const double large[] = {1e39, -1e308, 3.4e38, std::numeric_limits<double>::quiet_NaN()};
    const std::span<const std::byte> bytes = std::as_bytes(std::span(large));
    const File file =
        file_of(npy_text(dict("<f8", "(4,)"), {reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
    const Arrays read = read_arrays(file, inflated);
    REQUIRE(read.arrays.size() == 1);
    CHECK(count_not_finite(read.arrays[0].numbers).infinite == 2);
    CHECK(count_not_finite(read.arrays[0].numbers).nan == 1);
}

TEST_CASE("arrays: a shape's product, or that 64 bits do not hold it") {
    const auto count = [](const std::vector<std::uint64_t>& shape) {
        std::uint64_t product = 7;
        return count_of(shape, product) ? std::to_string(product) : "too many";
    };
    CHECK(count({}) == "1");
    CHECK(count({3, 0, 5}) == "0");
    CHECK(count({4294967296, 4294967295}) == "18446744069414584320");
    CHECK(count({4294967296, 4294967296}) == "too many");
    CHECK(count({UINT64_MAX, 1}) == "18446744073709551615");
    CHECK(count({1, UINT64_MAX, 2}) == "too many");
}

// The file format: what is well formed is read, and each way of being malformed is said by name.
#include "model/safetensors.h"

#include "helpers.h"

using namespace model;

namespace {

// A file: the header's length, the header, data of so many bytes that count up.
std::vector<std::byte> file_of(const std::string& header, int data, std::uint64_t length) {
    std::vector<std::byte> file;
    for (int i = 0; i < 8; ++i) file.push_back(static_cast<std::byte>(length >> 8 * i));
    for (const char c : header) file.push_back(static_cast<std::byte>(c));
    for (int i = 0; i < data; ++i) file.push_back(static_cast<std::byte>(i));
    return file;
}

std::vector<std::byte> file_of(const std::string& header, int data) {
    return file_of(header, data, header.size());
}

std::string error_of(const std::string& header, int data = 0) {
    const std::vector<std::byte> file = file_of(header, data);
    const Safetensors read = read_safetensors(file);
    if (read.error) CHECK((read.tensors.empty() && read.metadata.empty()));
    return message(read.error);
}

std::string tensor(const std::string& name, const std::string& dtype, const std::string& shape,
                   const std::string& offsets) {
    return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape +
           ",\"data_offsets\":" + offsets + "}";
}

}  // namespace

TEST_CASE("safetensors: names, types, shapes and bytes, in any order of the data") {
    const std::vector<std::byte> file = file_of(
        "{" + tensor("b", "F32", "[2,1]", "[4,12]") + ",\"__metadata__\":{\"format\":\"pt\",\"note\":\"\"}," +
            tensor("a", "BF16", "[2]", "[0,4]") + "," + tensor("none", "I64", "[3,0]", "[12,12]") + "," +
            tensor("one", "U8", "[]", "[12,13]") + "}   ",
        13);
    const Safetensors read = read_safetensors(file);
    CHECK(message(read.error) == "");
    REQUIRE(read.tensors.size() == 4);
    CHECK(read.tensors[0].name == "b");
    CHECK(read.tensors[0].dtype == Dtype::f32);
    CHECK(read.tensors[0].shape == std::vector<std::uint64_t>{2, 1});
    CHECK(read.tensors[0].bytes.size() == 8);
    CHECK(read.tensors[0].bytes[0] == std::byte{4});
    CHECK(read.tensors[0].bytes.data() == file.data() + file.size() - 13 + 4);
    CHECK(read.tensors[1].dtype == Dtype::bf16);
    CHECK(read.tensors[1].bytes[3] == std::byte{3});
    CHECK(read.tensors[2].bytes.empty());
    CHECK(read.tensors[3].shape.empty());
    CHECK(read.tensors[3].bytes[0] == std::byte{12});
    CHECK(read.metadata == std::map<std::string, std::string>{{"format", "pt"}, {"note", ""}});
    CHECK(error_of("{}") == "");
    CHECK(error_of("{\"__metadata__\":{}}") == "");
}

TEST_CASE("safetensors: every type of the format by its name and size, and no other") {
    for (const auto& [name, bytes] : {std::pair{"BOOL", 1},
                                      {"U8", 1},
                                      {"I8", 1},
                                      {"F8_E5M2", 1},
                                      {"F8_E4M3", 1},
                                      {"I16", 2},
                                      {"U16", 2},
                                      {"F16", 2},
                                      {"BF16", 2},
                                      {"I32", 4},
                                      {"U32", 4},
                                      {"F32", 4},
                                      {"I64", 8},
                                      {"U64", 8},
                                      {"F64", 8}}) {
        const std::string end = std::to_string(3 * bytes);
        CHECK(error_of("{" + tensor("t", name, "[3]", "[0," + end + "]") + "}", 3 * bytes) == "");
        Dtype dtype;
        CHECK(dtype_of(name, dtype));
        CHECK(name_of(dtype) == std::string(name));
    }
    for (const char* name : {"F128", "f32", "", "F32 "})
        CHECK(error_of("{" + tensor("t", name, "[1]", "[0,4]") + "}", 4) ==
              std::string("t has type ") + name + ", which the format has not");
}

TEST_CASE("safetensors: cut short anywhere it is an error, and so is anything after its end") {
    const std::string header = "{" + tensor("a", "F16", "[2]", "[0,4]") + "}";
    const std::vector<std::byte> file = file_of(header, 4);
    CHECK(!read_safetensors(file).error);
    for (std::size_t size = 0; size < file.size(); ++size) {
        const std::vector<std::byte> part(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
        const std::string error = message(read_safetensors(part).error);
        CAPTURE(error);
        if (size < 8)
            CHECK(error == "file has " + std::to_string(size) + " bytes, must have at least 8");
        else if (size < 8 + header.size())
            CHECK(error == "header is said to have " + std::to_string(header.size()) +
                               " bytes, the file has " + std::to_string(size - 8) + " after its length");
        else
            CHECK(error == "a has data_offsets 0 and 4, must be in order and within the file's " +
                               std::to_string(size - 8 - header.size()) + " bytes of data");
    }
    CHECK(error_of(header, 6) == "file has 2 bytes at its end that no tensor has");
    CHECK(error_of("{}", 1) == "file has 1 bytes at its end that no tensor has");
}

TEST_CASE("safetensors: a header longer than the format allows, or than 64 bits add up to") {
    CHECK(message(read_safetensors(file_of("{}", 0, longest_header + 1)).error) ==
          "header is said to have 100000001 bytes, may have 100000000");
    CHECK(message(read_safetensors(file_of("{}", 0, UINT64_MAX)).error) ==
          "header is said to have 18446744073709551615 bytes, may have 100000000");
    CHECK(message(read_safetensors(file_of("{}", 0, longest_header)).error) ==
          "header is said to have 100000000 bytes, the file has 2 after its length");
}

TEST_CASE("safetensors: a header that is not JSON, or not the format's") {
    CHECK(error_of("") == "header must begin with {");
    CHECK(error_of(" {}") == "header must begin with {");
    CHECK(error_of("[]") == "header must begin with {");
    CHECK(error_of("{") == "header is not JSON from its byte 2 on");
    CHECK(error_of("{}{}") == "header is not JSON from its byte 3 on");
    CHECK(error_of("{\"a\" 1}").starts_with("header is not JSON"));
    CHECK(error_of("{\"\xff\":{}}").starts_with("header is not JSON"));
    CHECK(error_of(std::string("{}\0garbage", 10)) == "header has a byte that is 0");
    CHECK(error_of("{\"a\":1}") == "a must be an object, is a number");
    CHECK(error_of("{\"a\":-1}") == "a must be an object, is a number");
    CHECK(error_of("{\"a\":1.5}") == "a must be an object, is a number");
    CHECK(error_of("{\"a\":null}") == "a must be an object, is null");
    CHECK(error_of("{\"a\":true}") == "a must be an object, is true or false");
    CHECK(error_of("{\"a\":\"x\"}") == "a must be an object, is a text");
    CHECK(error_of("{\"a\":[]}") == "a must be an object, is a list");
    CHECK(error_of("{\"a\":{}}") == "a has no dtype");
    CHECK(error_of("{\"a\":{\"dtype\":\"F32\"}}") == "a has no shape");
    CHECK(error_of("{\"a\":{\"dtype\":\"F32\",\"shape\":[]}}") == "a has no data_offsets");
    CHECK(error_of("{\"a\":{\"shape\":[],\"data_offsets\":[0,4]}}", 4) == "a has no dtype");
    CHECK(error_of("{\"a\":{\"stride\":[]}}") ==
          "a has a field stride, must have dtype, shape and data_offsets");
    CHECK(error_of("{\"a\":{\"dtype\":4}}") == "a has a number in its dtype");
    CHECK(error_of("{\"a\":{\"dtype\":[]}}") == "a has a list in its dtype");
    CHECK(error_of("{\"a\":{\"shape\":4}}") == "a has a number in its shape");
    CHECK(error_of("{\"a\":{\"shape\":\"4\"}}") == "a has a text in its shape");
    CHECK(error_of("{\"a\":{\"shape\":{}}}") == "a has an object in its shape");
    CHECK(error_of("{\"a\":{\"shape\":[[4]]}}") == "a has a list in its shape");
    CHECK(error_of("{\"a\":{\"shape\":[\"4\"]}}") == "a has a text in its shape");
    CHECK(error_of("{\"a\":{\"shape\":[null]}}") == "a has null in its shape");
    CHECK(error_of("{\"a\":{\"data_offsets\":[{}]}}") == "a has an object in its data_offsets");
    CHECK(error_of("{\"__metadata__\":{\"a\":1}}") == "__metadata__ has a number in its a");
    CHECK(error_of("{\"__metadata__\":{\"a\":{}}}") == "__metadata__ has an object in its a");
    CHECK(error_of("{\"__metadata__\":[]}") == "__metadata__ must be an object, is a list");
}

TEST_CASE("safetensors: what is there twice") {
    const std::string a = tensor("a", "U8", "[1]", "[0,1]");
    CHECK(error_of("{" + a + "," + a + "}", 1) == "a is there twice");
    CHECK(error_of("{" + a + "," + tensor("\\u0061", "U8", "[1]", "[1,2]") + "}", 2) == "a is there twice");
    CHECK(error_of("{\"__metadata__\":{},\"__metadata__\":{}}") == "__metadata__ is there twice");
    CHECK(error_of("{\"__metadata__\":{\"x\":\"\",\"x\":\"\"}}") == "__metadata__ has x twice");
    CHECK(error_of("{\"a\":{\"dtype\":\"F32\",\"dtype\":\"F32\"}}") == "a has dtype twice");
    CHECK(error_of("{\"a\":{\"shape\":[],\"shape\":[]}}") == "a has shape twice");
    CHECK(error_of("{\"a\":{\"data_offsets\":[0,0],\"data_offsets\":[0,0]}}") == "a has data_offsets twice");
}

TEST_CASE("safetensors: offsets that are none, beyond the data, in no order, or not the shape's") {
    const auto with = [](const std::string& shape, const std::string& offsets, int data = 8) {
        return error_of("{" + tensor("a", "F32", shape, offsets) + "}", data);
    };
    CHECK(with("[2]", "[0,8]") == "");
    CHECK(with("[2]", "[0]") == "a must have two data_offsets, begin and end");
    CHECK(with("[2]", "[]") == "a must have two data_offsets, begin and end");
    CHECK(with("[2]", "[0,8,8]") == "a must have two data_offsets, begin and end");
    const std::string range = "a must have whole numbers from 0 to 2^64 - 1 in its ";
    CHECK(with("[2]", "[-1,7]") == range + "data_offsets");
    CHECK(with("[2]", "[0,8.0]") == range + "data_offsets");
    CHECK(with("[-2]", "[0,8]") == range + "shape");
    CHECK(with("[18446744073709551616]", "[0,8]") == range + "shape");
    const std::string order = ", must be in order and within the file's 8 bytes of data";
    CHECK(with("[2]", "[0,12]") == "a has data_offsets 0 and 12" + order);
    CHECK(with("[2]", "[8,0]") == "a has data_offsets 8 and 0" + order);
    CHECK(with("[2]", "[9,9]") == "a has data_offsets 9 and 9" + order);
    CHECK(with("[2]", "[18446744073709551608,18446744073709551615]") ==
          "a has data_offsets 18446744073709551608 and 18446744073709551615" + order);
    CHECK(with("[3]", "[0,8]") == "a has 8 bytes, its shape takes 12");
    CHECK(with("[]", "[0,8]") == "a has 8 bytes, its shape takes 4");
    CHECK(with("[0]", "[0,8]") == "a has 8 bytes, its shape takes 0");
}

TEST_CASE("safetensors: sizes whose product overflows, to 0 and to what would fit") {
    const auto with = [](const std::string& shape) {
        return error_of("{" + tensor("a", "F32", shape, "[0,8]") + "}", 8);
    };
    const std::string overflow = "a has a shape whose bytes 64 bits do not count";
    CHECK(with("[4294967296,4294967296]") == overflow);  // 2^64 numbers: 0
    CHECK(with("[4611686018427387904]") == overflow);    // 2^62 numbers of 4 bytes: 0
    CHECK(with("[4611686018427387906]") == overflow);    // two more: 8
    CHECK(with("[18446744073709551615]") == overflow);
    CHECK(with("[4611686018427387903]") == "a has 8 bytes, its shape takes 18446744073709551612");
    std::string ones = "[2";
    for (int i = 1; i < 32; ++i) ones += ",1";
    CHECK(with(ones + "]") == "");
    CHECK(with(ones + ",1]") == "a has more than 32 dimensions");
}

TEST_CASE("safetensors: data of two tensors, or of none") {
    const auto with = [](const std::string& a, const std::string& b, int data) {
        return error_of("{" + tensor("a", "U8", "[4]", a) + "," + tensor("b", "U8", "[4]", b) + "}", data);
    };
    CHECK(with("[0,4]", "[4,8]", 8) == "");
    CHECK(with("[4,8]", "[0,4]", 8) == "");
    CHECK(with("[0,4]", "[3,7]", 7) == "b overlaps the data of another tensor");
    CHECK(with("[3,7]", "[0,4]", 7) == "a overlaps the data of another tensor");
    CHECK(with("[0,4]", "[0,4]", 4).ends_with("overlaps the data of another tensor"));
    CHECK(with("[0,4]", "[5,9]", 9) == "b comes after data that no tensor has");
    CHECK(with("[1,5]", "[5,9]", 9) == "a comes after data that no tensor has");
}

TEST_CASE("safetensors: lists in lists without end are refused at the first that has no place") {
    const std::string deep(5'000'000, '[');
    CHECK(error_of("{\"a\":" + deep) == "a must be an object, is a list");
    CHECK(error_of("{\"a\":{\"shape\":" + deep) == "a has a list in its shape");
    std::string objects;
    for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
    CHECK(error_of(objects) == "a has a field a, must have dtype, shape and data_offsets");
}

// Tensors out of files on the command line, and what is said of files that cannot be read.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "host/native_arguments.h"
#include "host/native_tensors.h"

namespace {

/// A file that goes with it.
struct Written {
    explicit Written(const std::string& bytes)
        : name(std::filesystem::temp_directory_path() / ("tensors-of-" + std::to_string(getpid()))) {
        std::ofstream(name, std::ios::binary) << bytes;
    }
    ~Written() { std::remove(name.c_str()); }
    Written(const Written&) = delete;
    std::string name;
};

std::string safetensors(const std::string& header, const std::string& data) {
    std::string out;
    for (size_t i = 0; i < 8; ++i) out += static_cast<char>(header.size() >> 8 * i & 0xff);
    return out + header + data;
}

}  // namespace

TEST_CASE("tensors of a file: attention with its tokens, as its bytes say") {
    // 0.25, 0.75, 1, 0 as float32.
    const std::string numbers("\0\0\x80\x3e\0\0\x40\x3f\0\0\x80\x3f\0\0\0\0", 16);
    const Written file(safetensors(
        R"({"__metadata__":{"tokens":"[\"a\",\"été\"]","query_tokens":"[\"x\",\"y\"]"},"attention":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]}})",
        numbers));
    const host::TensorsRead read = host::read_tensors(file.name);
    REQUIRE(read.error == "");
    REQUIRE(read.tensors.arrays.size() == 1);
    CHECK(read.tensors.arrays[0].name == "attention");
    CHECK(read.tensors.tokens.keys == std::vector<std::string>{"a", "été"});
    CHECK(read.tensors.tokens.queries == std::vector<std::string>{"x", "y"});
    CHECK(read.tensors.arrays[0].numbers[1] == 0.75f);
}

TEST_CASE("tensors of a file: a sentence for what is none") {
    CHECK(host::read_tensors("/nowhere/at/all.npy").error == "cannot be read.");
    const Written empty("");
    CHECK(host::read_tensors(empty.name).error == "file is empty");
    CHECK(host::read_tensors(Written("\x80\x04\x95").name).error.find("is a pickle") != std::string::npos);
    CHECK(host::read_tensors(Written("hello").name).error.find("is none of .npy") != std::string::npos);
    const char* const words[] = {"attention-explainer", "--tensors", ""};
    CHECK(std::get<std::string>(host::parse_arguments(3, words)) == "--tensors needs a file name");
}

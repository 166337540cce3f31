// A file of tensors that a Python script beside it wrote (make_*_case.py): read once, its numbers by name.
#pragma once

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "helpers.h"
#include "model/safetensors.h"

namespace test {

struct StoredCase {
    std::vector<char> bytes;
    model::Safetensors file;

    explicit StoredCase(const std::string& name) {
        std::ifstream in(TESTS_FOLDER "/model/" + name + ".safetensors", std::ios::binary);
        bytes.assign(std::istreambuf_iterator<char>(in), {});
        file = model::read_safetensors(std::as_bytes(std::span(bytes)));
        REQUIRE(message(file.error) == "");
    }

    template <class T>
    std::vector<T> numbers(const std::string& name) const {
        for (const model::Tensor& tensor : file.tensors) {
            if (tensor.name != name) continue;
            std::vector<T> all(tensor.bytes.size() / sizeof(T));
            std::memcpy(all.data(), tensor.bytes.data(), tensor.bytes.size());
            return all;
        }
        FAIL("no tensor ", name);
        return {};
    }
};

}  // namespace test

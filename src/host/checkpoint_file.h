// A file of tensors of half precision and of bytes (train/learned/checkpoints) as a host answers with it: all
// of it floats. For the native host and for tests; the page's is web/learned.mjs.
#pragma once

#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "explainer/request.h"
#include "model/half.h"
#include "model/safetensors.h"

namespace host {

inline std::string bytes_of_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The name of the checkpoint's file: "checkpoints/step-0520.safetensors".
inline std::string checkpoint_file(int step) {
    const std::string digits = std::to_string(step);
    return "checkpoints/step-" + std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') + digits +
           ".safetensors";
}

/// What is wrong with the file is in the reply.
inline void answer_with(const std::string& path, explainer::Reply& reply) {
    const std::string bytes = bytes_of_file(path);
    const model::Safetensors read = model::read_safetensors(std::as_bytes(std::span(bytes)));
    if (read.error) reply.error = model::message(read.error);
    for (const model::Tensor& one : read.tensors) {
        explainer::Tensor& to = reply.tensors.emplace_back();
        to.name = one.name;
        for (const std::uint64_t size : one.shape) to.shape.push_back(static_cast<int>(size));
        const bool half = one.dtype == model::Dtype::f16;
        for (size_t at = 0; at < one.bytes.size(); at += half ? 2 : 1) {
            std::uint16_t bits = 0;
            std::memcpy(&bits, one.bytes.data() + at, half ? 2 : 1);
            to.data.push_back(half ? model::from_f16(bits) : static_cast<float>(bits));
        }
    }
}

}  // namespace host

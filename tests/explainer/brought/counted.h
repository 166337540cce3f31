// Arrays for tests of what a reader brings.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "model/arrays.h"

namespace explainer::brought {

/// Numbers 0, 1, 2 … in that shape; they live as long as it.
struct Counted {
    std::vector<float> numbers;
    model::Array array;
    Counted(std::string name, std::vector<std::uint64_t> shape) {
        std::uint64_t count = 1;
        for (const std::uint64_t one : shape) count *= one;
        for (std::uint64_t i = 0; i < count; ++i) numbers.push_back(static_cast<float>(i));
        array.name = std::move(name);
        array.shape = std::move(shape);
        array.numbers = numbers;
    }
    Counted(const Counted&) = delete;
};

inline std::vector<model::Array> all(std::initializer_list<Counted*> of) {
    std::vector<model::Array> out;
    for (Counted* one : of) out.push_back(std::move(one->array));
    return out;
}

}  // namespace explainer::brought

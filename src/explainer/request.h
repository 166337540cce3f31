// What an exhibit asks of its host and what comes back: one request, one kind of reply, for everything that
// an exhibit cannot do itself. Plain data. Which kinds there are is the hosts' business: web/requests/ and
// src/host/native_requests.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace explainer {

/// A request of this kind only ends the one that runs.
inline constexpr std::string_view stop_request = "stop";

struct Request {
    std::string kind;
    std::map<std::string, std::variant<double, std::string>, std::less<>> arguments;
    uint32_t generation = 0;  // the view's: each request of a view has a greater one
};

/// Row-major; as many numbers as the product of the shape.
struct Tensor {
    std::string name;
    std::vector<int> shape;
    std::vector<float> data;
};

/// News of a request: as many as the host likes, the last one `done`.
struct Reply {
    uint32_t generation = 0;  // of the request
    double progress = 0;      // 0 to 1
    bool done = false;
    std::vector<Tensor> tensors;  // a tensor replaces the one of that name that came before
    std::string error;            // why it (if `done`) or a part of it (if not) cannot be had, as a sentence
};

}  // namespace explainer

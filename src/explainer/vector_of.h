// A vector of what is moved into it: what a list in braces copies, element by element.
#pragma once

#include <utility>
#include <vector>

namespace explainer {

template <class T, class... Rest>
std::vector<T> vector_of(T first, Rest... rest) {
    std::vector<T> out;
    out.reserve(1 + sizeof...(rest));
    out.push_back(std::move(first));
    (out.push_back(std::move(rest)), ...);
    return out;
}

}  // namespace explainer

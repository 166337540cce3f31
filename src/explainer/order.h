// Sorting, once for all: which item comes first, second, … Each std::sort with a comparison of its own is 2
// to 3 KB of WebAssembly; a comparison behind a pointer is a few dozen bytes, and no list here is so long
// that the detour could be measured.
#pragma once

#include <cstddef>
#include <vector>

namespace explainer {

/// Whether item `a` has to come before item `b`, of whatever `items` are.
using Before = bool (*)(const void* items, size_t a, size_t b);

/// 0 … count − 1 as `before` wants them; what neither has to come before the other stays as it was.
std::vector<size_t> order_of(size_t count, Before before, const void* items);

/// The same for a callable: bool before(size_t a, size_t b).
template <class Callable>
std::vector<size_t> order_of(size_t count, const Callable& before) {
    return order_of(
        count,
        [](const void* callable, size_t a, size_t b) {
            return (*static_cast<const Callable*>(callable))(a, b);
        },
        &before);
}

/// `list` in that order: list[order[0]], list[order[1]] …
std::vector<int> picked(const std::vector<int>& list, const std::vector<size_t>& order);

/// Sorts a list: bool before(int a, int b), of two of its items; of equal ones the first stays first.
template <class Callable>
void sort_list(std::vector<int>& list, const Callable& before) {
    list = picked(list, order_of(list.size(), [&](size_t a, size_t b) { return before(list[a], list[b]); }));
}

}  // namespace explainer

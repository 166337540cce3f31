// See order.h: merging from below, so n log n comparisons whatever the order is.
#include "explainer/order.h"

#include <algorithm>

namespace explainer {

std::vector<size_t> order_of(size_t count, Before before, const void* items) {
    std::vector<size_t> from(count), to(count);
    for (size_t i = 0; i < count; ++i) from[i] = i;
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t start = 0; start < count; start += 2 * run) {
            const size_t middle = std::min(start + run, count), end = std::min(middle + run, count);
            size_t left = start, right = middle;
            for (size_t at = start; at < end; ++at) {
                const bool takes_right =
                    left == middle || (right < end && before(items, from[right], from[left]));
                to[at] = from[takes_right ? right++ : left++];
            }
        }
        from.swap(to);
    }
    return from;
}

std::vector<int> picked(const std::vector<int>& list, const std::vector<size_t>& order) {
    std::vector<int> out;
    for (const size_t at : order) out.push_back(list[at]);
    return out;
}

}  // namespace explainer

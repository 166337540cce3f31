// Which keys a query may see: by position (causal, window), by padding, by a bias of −∞. Sizes and options
// only, no scores.
#pragma once

#include <cstddef>
#include <limits>

#include "options.h"

namespace attention {

struct KeyRange {
    int begin = 0;
    int end = 0;  // exclusive; begin == end: the query sees nothing
};

// Where query i stands. Offsets beyond ±2^33 are as good as 2^33, which every mask and every window already
// ends short of; so no sum of positions overflows, whatever 64 bits hold.
inline std::int64_t query_position(const Options& options, int i) {
    constexpr std::int64_t far = std::int64_t{1} << 33;
    const std::int64_t offset = options.query_offset;
    return (offset > far ? far : offset < -far ? -far : offset) + i;
}

// The keys 0..m that causal and window leave to query i.
inline KeyRange visible_keys(const Options& options, int i, int m) {
    const std::int64_t position = query_position(options, i);
    std::int64_t begin = 0;
    std::int64_t end = m;
    if (options.window > 0) {
        begin = position - options.window + 1;
        end = position + options.window;
    }
    if (options.causal && end > position + 1) end = position + 1;
    // Clipped so that both ends only move forward with i, also where the range is empty.
    if (begin < 0) begin = 0;
    if (begin > m) begin = m;
    if (end > m) end = m;
    if (end < begin) end = begin;
    return {static_cast<int>(begin), static_cast<int>(end)};
}

// |position − j|, for position terms. In double, which holds every offset without overflow, and those up to
// 2^53 exactly.
inline float key_distance(const Options& options, int i, int j) {
    const double distance = static_cast<double>(options.query_offset) + (i - j);
    return static_cast<float>(distance < 0 ? -distance : distance);
}

// Whether padding or a bias of −∞ hides key j from query i, whatever q, k and v hold.
inline bool hidden(const Options& options, int i, int j, int m) {
    constexpr float minus_infinity = -std::numeric_limits<float>::infinity();
    return (options.key_mask && !options.key_mask[j]) ||
           (options.bias && options.bias[static_cast<std::ptrdiff_t>(i) * m + j] == minus_infinity);
}

inline bool visible(const Options& options, int i, int j, int m) {
    const KeyRange range = visible_keys(options, i, m);
    return j >= range.begin && j < range.end && !hidden(options, i, j, m);
}

}  // namespace attention

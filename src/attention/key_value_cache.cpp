// The cache, each head's keys in one run, and one fused attention per group of heads that share them.
#include "key_value_cache.h"

#include <algorithm>

#include "attend.h"
#include "position.h"

namespace attention {
namespace {

// The tokens of one head.
MatrixView head_of(float* all, const CacheShape& shape, int head, int width) {
    return {all + static_cast<FloatCount>(head) * area(shape.capacity, width), shape.capacity, width};
}

}  // namespace

KeyValueCache::KeyValueCache(const CacheShape& shape, float* memory)
    : shape_(shape),
      keys_(memory),
      values_(memory + static_cast<FloatCount>(shape.kv_heads) * area(shape.capacity, shape.d)) {}

FloatCount KeyValueCache::cache_floats(const CacheShape& shape) {
    return area(shape.kv_heads, shape.capacity) * (area(shape.d, 1) + area(shape.dv, 1));
}

FloatCount KeyValueCache::attend_scratch(const CacheShape& shape, int heads) {
    const auto wanted = [&](int queries) {
        return attention::attend_scratch(queries, shape.capacity, shape.d, shape.dv);
    };
    const FloatCount group = wanted(heads / shape.kv_heads), one = wanted(1);  // ALiBi: head by head
    return group > one ? group : one;
}

bool KeyValueCache::append(const float* keys, const float* values, int tokens) {
    if (tokens < 0 || tokens > shape_.capacity - length_) return false;
    const auto copy = [&](const float* from, int width, float* to) {
        for (int i = 0; i < tokens; ++i) {
            for (int h = 0; h < shape_.kv_heads; ++h, from += width)
                std::copy_n(from, width, head_of(to, shape_, h, width).row(length_ + i));
        }
    };
    copy(keys, shape_.d, keys_);
    copy(values, shape_.dv, values_);
    length_ += tokens;
    return true;
}

Outcome KeyValueCache::attend(const float* query, int heads, const Options& options, float* scratch,
                              float* out) const {
    assert(query && scratch && out);
    if (const Error error = validate(shape_, heads, options)) return {error};
    const int d = shape_.d;
    const int dv = shape_.dv;
    if (length_ == 0) {
        std::fill_n(out, area(heads, dv), 0.0f);
        return {};
    }
    const int first = options.window > 0 && options.window < length_ ? length_ - options.window : 0;
    const int group = heads / shape_.kv_heads;
    Options own;  // every key left is seen, so that the heads of a group are just several queries
    own.scale = options.scale;
    own.temperature = options.temperature;
    bool all_seen = true;
    const int at_once = options.alibi == 0 ? group : 1;  // each head has its own slope
    for (int h = 0; h < heads; h += at_once) {
        own.alibi = options.alibi == 0 ? 0 : options.alibi * alibi_slope(h, heads);
        own.query_offset = length_ - 1 - first;
        const int tokens = length_ - first;
        const AttendCall call{ConstMatrixView(query, heads, d).rows_from(h, at_once),
                              head_of(keys_, shape_, h / group, d).rows_from(first, tokens),
                              head_of(values_, shape_, h / group, dv).rows_from(first, tokens),
                              MatrixView(out, heads, dv).rows_from(h, at_once), own};
        all_seen &= attention::attend(call, scratch);
    }
    return {{}, all_seen};
}

}  // namespace attention

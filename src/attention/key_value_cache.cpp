// The cache, each head's keys in one run, and one fused attention per group of heads that share them.
#include "key_value_cache.h"

#include <cstring>

#include "attend.h"
#include "position.h"

namespace attention {
namespace {
std::size_t z(int i) {
    return static_cast<std::size_t>(i);
}
}  // namespace

KeyValueCache::KeyValueCache(const CacheShape& shape, float* memory)
    : shape_(shape), keys_(memory), values_(memory + z(shape.kv_heads) * z(shape.capacity) * z(shape.d)) {}

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
            for (int h = 0; h < shape_.kv_heads; ++h, from += width) {
                const std::size_t token = z(h) * z(shape_.capacity) + z(length_ + i);
                std::memcpy(to + token * z(width), from, z(width) * sizeof(float));
            }
        }
    };
    copy(keys, shape_.d, keys_);
    copy(values, shape_.dv, values_);
    length_ += tokens;
    return true;
}

Outcome KeyValueCache::attend(const float* query, int heads, const Options& options, float* scratch,
                              float* out) const {
    if (const Error error = validate(shape_, heads, options)) return {error};
    const int d = shape_.d;
    const int dv = shape_.dv;
    if (length_ == 0) {
        std::memset(out, 0, z(heads) * z(dv) * sizeof(float));
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
        const std::size_t token = z(h / group) * z(shape_.capacity) + z(first);
        own.alibi = options.alibi == 0 ? 0 : options.alibi * alibi_slope(h, heads);
        own.query_offset = length_ - 1 - first;
        const AttendCall call{query + z(h) * z(d),
                              keys_ + token * z(d),
                              values_ + token * z(dv),
                              out + z(h) * z(dv),
                              at_once,
                              length_ - first,
                              d,
                              dv,
                              d,
                              d,
                              dv,
                              dv,
                              own};
        all_seen &= attention::attend(call, scratch);
    }
    return {{}, all_seen};
}

}  // namespace attention

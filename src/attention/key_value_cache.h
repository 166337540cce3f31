// Decoding one token at a time: keys and values of the past are kept, each new query looks back at all of
// them. A query costs O(length); without the cache every token would cost what the whole sentence does.
#pragma once

#include <cstddef>

#include "matrix.h"
#include "options.h"
#include "validate.h"

namespace attention {

// Sizes of a cache: kv_heads keys of d and values of dv components a token, for up to capacity tokens.
struct CacheShape {
    int capacity = 0, kv_heads = 1, d = 0, dv = 0;
};

class KeyValueCache {
  public:
    // The memory is the caller's: cache_floats(shape) floats, kept as long as the cache.
    KeyValueCache(const CacheShape& shape, float* memory);

    static FloatCount cache_floats(const CacheShape& shape);
    static FloatCount attend_scratch(const CacheShape& shape, int heads);

    // keys [tokens, kv_heads · d], values [tokens, kv_heads · dv] of the next tokens; false if there is no
    // room for all of them, and none is kept.
    bool append(const float* keys, const float* values, int tokens = 1);
    void clear() { length_ = 0; }
    int length() const { return length_; }
    const CacheShape& shape() const { return shape_; }

    // What is kept of one head of keys, [length, d] and [length, dv]: for several queries at once, by
    // attend.h with a query_offset.
    ConstMatrixView keys_of(int head) const { return kept_of(keys_, head, shape_.d); }
    ConstMatrixView values_of(int head) const { return kept_of(values_, head, shape_.dv); }

    // The newest token's query [heads · d] → out [heads · dv]; kv_heads divide heads. It stands at length − 1
    // and sees what options.window leaves, all by default. With alibi ≠ 0 head h uses alibi ·
    // alibi_slope(h, heads). Other options are an Error; RoPE: apply_rope to query and keys before they come
    // here. all_seen is false if the cache is empty (out is zeros).
    Outcome attend(const float* query, int heads, const Options& options, float* scratch, float* out) const;

  private:
    CacheShape shape_;
    float* keys_;    // [kv_heads, capacity, d]
    float* values_;  // [kv_heads, capacity, dv]
    int length_ = 0;

    ConstMatrixView kept_of(const float* all, int head, int width) const {
        return {all + static_cast<FloatCount>(head) * area(shape_.capacity, width), length_, width};
    }
};

}  // namespace attention

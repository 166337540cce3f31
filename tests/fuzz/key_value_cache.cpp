// libFuzzer: a key-value cache fed token by token. What it gives for the newest token is what attention over
// the whole sentence gives for its last query; a full cache refuses and keeps what it has.
#include "attention/key_value_cache.h"

#include <cmath>
#include <vector>

#include "attention/reference.h"
#include "bytes.h"

using namespace attention;
using namespace fuzz;

void fuzz::check(Bytes& bytes, bool wild) {
    const CacheShape shape{1 + bytes.below(140), 1 + bytes.below(3), 1 + bytes.below(12),
                           1 + bytes.below(12)};
    const int group = 1 + bytes.below(3);
    const int heads = shape.kv_heads * group;
    const int tokens = 1 + bytes.below(shape.capacity + 2);
    Options options;
    options.window = bytes.byte() & 1 ? 1 + bytes.below(tokens + 2) : 0;
    options.temperature = bytes.byte() & 1 ? 0.25f + static_cast<float>(bytes.byte()) / 64 : 1;
    const bool extreme = !wild && bytes.byte() & 1;
    if (extreme) options.temperature = bytes.one_of(temperatures);
    if (extreme && bytes.byte() & 1) options.scale = bytes.one_of(scales);
    // At the ends of float32 a slope's last bit decides, so it must be one that float32 has: 2^(−8 h /
    // heads).
    const bool exact_slopes = 8 % heads == 0;
    options.alibi = bytes.byte() & 1 && (exact_slopes || !extreme) ? bytes.ordinary() / 16 : 0;
    const int key_width = shape.kv_heads * shape.d;
    const int value_width = shape.kv_heads * shape.dv;
    std::vector<float> memory(KeyValueCache::cache_floats(shape));
    KeyValueCache cache(shape, memory.data());
    const std::vector<float> keys = bytes.matrix(tokens, key_width, wild);
    const std::vector<float> values = bytes.matrix(tokens, value_width, wild);
    for (int t = 0; t < tokens; ++t) {
        const bool kept = cache.append(keys.data() + t * key_width, values.data() + t * value_width);
        demand(kept == (t < shape.capacity), "a cache keeps as many tokens as it has room for");
    }
    const int length = cache.length();
    const std::vector<float> query = bytes.matrix(heads, shape.d, wild);
    std::vector<float> out(static_cast<std::size_t>(heads) * static_cast<std::size_t>(shape.dv));
    std::vector<float> scratch(KeyValueCache::attend_scratch(shape, heads));
    const bool seen = cache.attend(query.data(), heads, options, scratch.data(), out.data());
    if (wild) return;
    demand(seen, "a token sees itself");
    const std::vector<double> expected =
        reference::decode({query.data(), heads, shape.d}, {keys.data(), length, key_width},
                          {values.data(), length, value_width}, shape.kv_heads, options);
    for (std::size_t i = 0; i < out.size(); ++i) {
        demand(std::abs(static_cast<double>(out[i]) - expected[i]) < (extreme ? extreme_bound : 1e-3),
               "decode differs from the whole");
    }
}

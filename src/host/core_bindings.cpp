// The core's face to JavaScript: plain C exports that take heap addresses. Not Embind, which the explainer's
// bindings use: for one class its support code took about 6 KB of JavaScript and 6 KB of wasm (gzip), a
// quarter of all that the core may weigh. Checks nothing: web/core checks every argument first, because only
// JavaScript knows the arrays' lengths.
#include <emscripten/emscripten.h>

#include <cstdint>
#include <cstdlib>
#include <new>

#include "../attention/attend.h"
#include "../attention/deviation.h"
#include "../attention/key_value_cache.h"
#include "../attention/multi_head.h"
#include "../attention/position.h"
#include "../attention/softmax.h"
#include "../attention/stages.h"
#include "../attention/trace.h"

using namespace attention;

namespace {

// One block of memory that calls share: JavaScript lays its arrays out in it. Kept between calls.
float* block = nullptr;
std::size_t block_floats = 0;

Options options_of(bool causal, int window, int position, float scale, float temperature, float alibi,
                   const float* bias, const unsigned char* key_mask) {
    Options options;
    options.causal = causal;
    options.window = window;
    options.query_offset = position;
    if (scale == scale) options.scale = scale;
    options.temperature = temperature;
    options.alibi = alibi;
    options.bias = bias;
    options.key_mask = key_mask;
    return options;
}

}  // namespace

// `scale` of the functions below: NaN stands for none given, which is 1/√d. Zero is a scale of zero.
extern "C" {

// A block of at least that many floats, 64-byte aligned; null if there is no memory, and then the old block
// is gone too. Its contents are lost.
EMSCRIPTEN_KEEPALIVE float* core_reserve(std::size_t floats) {
    if (floats <= block_floats) return block;
    std::free(block);
    block_floats = 0;
    block = static_cast<float*>(std::aligned_alloc(64, (floats * sizeof(float) + 63) / 64 * 64));
    if (block) block_floats = floats;
    return block;
}

// Sizes go to JavaScript as doubles, which do not wrap at 2³² as std::size_t does here: it refuses what is
// too large before it asks for memory.
EMSCRIPTEN_KEEPALIVE double core_attend_scratch(int n, int m, int d, int dv) {
    return static_cast<double>(attend_scratch(n, m, d, dv));
}

// q [batch, n, d], k [batch, m, d], v [batch, m, dv] → out [batch, n, dv]. bias_step, mask_step: how far the
// next item's bias and mask lie; 0: one for all.
EMSCRIPTEN_KEEPALIVE bool core_attend(const float* q, const float* k, const float* v, float* out,
                                      float* scratch, int batch, int n, int m, int d, int dv, bool causal,
                                      int window, int position, float scale, float temperature, float alibi,
                                      const float* bias, int bias_step, const unsigned char* key_mask,
                                      int mask_step) {
    const AttendCall call{{q, n, d},
                          {k, m, d},
                          {v, m, dv},
                          {out, n, dv},
                          options_of(causal, window, position, scale, temperature, alibi, bias, key_mask)};
    if (batch == 1) return attend(call, scratch);
    const std::ptrdiff_t rows = n;
    const std::ptrdiff_t keys = m;
    return attend(AttendBatch{call, batch, rows * d, keys * d, keys * dv, rows * dv, bias_step, mask_step},
                  scratch);
}

EMSCRIPTEN_KEEPALIVE bool core_trace(const float* q, const float* k, const float* v, float* scores,
                                     float* scaled, float* weights, float* out, float* entropy, int n, int m,
                                     int d, int dv, bool causal, int window, int position, float scale,
                                     float temperature, float alibi, const float* bias,
                                     const unsigned char* key_mask) {
    return trace_into({q, n, d}, {k, m, d}, {v, m, dv},
                      options_of(causal, window, position, scale, temperature, alibi, bias, key_mask),
                      {{scores, n, m}, {scaled, n, m}, {weights, n, m}, {out, n, dv}, entropy});
}

EMSCRIPTEN_KEEPALIVE bool core_softmax(const float* x, int rows, int cols, float temperature, float* out) {
    return softmax({x, rows, cols}, temperature, {out, rows, cols});
}

// x [n, heads · d] in place: every head of token i turns as position + i.
EMSCRIPTEN_KEEPALIVE void core_rope(float* x, int n, int heads, int d, int position, float base,
                                    bool halves) {
    for (int h = 0; h < heads; ++h) {
        const MatrixView head = MatrixView(x, n, heads * d).cols_from(h * d, d);
        apply_rope(head, position, base, static_cast<RopePairs>(halves));
    }
}

// Memory that outlives a call; null if there is none.
EMSCRIPTEN_KEEPALIVE float* core_allocate(std::size_t floats) {
    return static_cast<float*>(std::aligned_alloc(64, (floats * sizeof(float) + 63) / 64 * 64));
}

EMSCRIPTEN_KEEPALIVE void core_free(float* memory) {
    std::free(memory);
}

EMSCRIPTEN_KEEPALIVE double core_packed_weights(int d_model, int heads, int kv_heads) {
    return static_cast<double>(packed_weights_floats({0, d_model, heads, kv_heads}));
}

EMSCRIPTEN_KEEPALIVE void core_pack_weights(const float* wq, const float* wk, const float* wv,
                                            const float* wo, int d_model, int heads, int kv_heads,
                                            float* packed) {
    const int kv = MultiHeadShape{0, d_model, heads, kv_heads}.kv_columns();
    pack_weights({{wq, d_model, d_model},
                  {wk, d_model, kv},
                  {wv, d_model, kv},
                  {wo, d_model, d_model},
                  heads,
                  kv_heads},
                 packed);
}

EMSCRIPTEN_KEEPALIVE double core_multi_head_scratch(int n, int d_model, int heads, int kv_heads,
                                                    bool weights) {
    return static_cast<double>(multi_head_scratch({n, d_model, heads, kv_heads}, weights));
}

EMSCRIPTEN_KEEPALIVE bool core_multi_head(const float* x, const float* packed, float* scratch, float* out,
                                          float* weights, int n, int d_model, int heads, int kv_heads,
                                          bool causal, int window, int position, float scale,
                                          float temperature, float alibi, float rope_base, bool halves,
                                          const float* bias, const unsigned char* key_mask) {
    Options options = options_of(causal, window, position, scale, temperature, alibi, bias, key_mask);
    options.rope_base = rope_base;
    options.rope_pairs = static_cast<RopePairs>(halves);
    return multi_head({x, n, d_model}, packed, {n, d_model, heads, kv_heads}, options, scratch,
                      {out, n, d_model}, weights);
}

// A cache and its memory in one block; null if there is no memory. core_free gives it back.
EMSCRIPTEN_KEEPALIVE KeyValueCache* core_cache(int capacity, int kv_heads, int d, int dv) {
    constexpr std::size_t header = 64;
    static_assert(sizeof(KeyValueCache) <= header);
    const CacheShape shape{capacity, kv_heads, d, dv};
    const std::size_t bytes =
        header + static_cast<std::size_t>(KeyValueCache::cache_floats(shape)) * sizeof(float);
    char* memory = static_cast<char*>(std::aligned_alloc(64, (bytes + 63) / 64 * 64));
    return memory ? new (memory) KeyValueCache(shape, reinterpret_cast<float*>(memory + header)) : nullptr;
}

EMSCRIPTEN_KEEPALIVE bool core_cache_append(KeyValueCache* cache, const float* keys, const float* values,
                                            int tokens) {
    return cache->append(keys, values, tokens);
}

EMSCRIPTEN_KEEPALIVE void core_cache_clear(KeyValueCache* cache) {
    cache->clear();
}

EMSCRIPTEN_KEEPALIVE double core_cache_scratch(const KeyValueCache* cache, int heads) {
    return static_cast<double>(KeyValueCache::attend_scratch(cache->shape(), heads));
}

EMSCRIPTEN_KEEPALIVE bool core_cache_attend(const KeyValueCache* cache, const float* query, int heads,
                                            int window, float scale, float temperature, float alibi,
                                            float* scratch, float* out) {
    return cache->attend(
        query, heads, options_of(true, window, 0, scale, temperature, alibi, nullptr, nullptr), scratch, out);
}

EMSCRIPTEN_KEEPALIVE float core_entropy(const float* weights, int count) {
    return entropy({weights, static_cast<std::size_t>(count)});
}

EMSCRIPTEN_KEEPALIVE float core_gradient_norm(const float* weights, int count, float temperature) {
    return gradient_norm({weights, static_cast<std::size_t>(count)}, temperature);
}

EMSCRIPTEN_KEEPALIVE void core_jacobian(const float* weights, int count, float temperature, float* out) {
    jacobian({weights, static_cast<std::size_t>(count)}, temperature, {out, count, count});
}

// The experiment in a block of its own; null if there is no memory. core_free gives it back.
EMSCRIPTEN_KEEPALIVE ScoreDeviation* core_deviation(int d, int pairs, std::uint32_t seed) {
    void* memory = std::malloc(sizeof(ScoreDeviation));
    return memory ? new (memory) ScoreDeviation(d, pairs, seed) : nullptr;
}

EMSCRIPTEN_KEEPALIVE int core_deviation_advance(ScoreDeviation* experiment, int count) {
    return experiment->advance(count);
}

EMSCRIPTEN_KEEPALIVE double core_deviation_raw(const ScoreDeviation* experiment) {
    return experiment->raw();
}

}  // extern "C"

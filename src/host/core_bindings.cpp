// The core's face to JavaScript. Hot calls are plain C exports that take heap addresses; objects are Embind classes.
// Checks nothing: web/core checks every argument first, because only JavaScript knows the arrays' lengths.
#include <emscripten/bind.h>
#include <emscripten/emscripten.h>

#include <cstdint>
#include <cstdlib>

#include "../attention/attend.h"
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
    options.first_position = position;
    options.scale = scale;
    options.temperature = temperature;
    options.alibi = alibi;
    options.bias = bias;
    options.key_mask = key_mask;
    return options;
}

}  // namespace

extern "C" {

// A block of at least that many floats, 64-byte aligned; null if there is no memory, and then the old block is
// gone too. Its contents are lost.
EMSCRIPTEN_KEEPALIVE float* core_reserve(std::size_t floats) {
    if (floats <= block_floats) return block;
    std::free(block);
    block_floats = 0;
    block = static_cast<float*>(std::aligned_alloc(64, (floats * sizeof(float) + 63) / 64 * 64));
    if (block) block_floats = floats;
    return block;
}

EMSCRIPTEN_KEEPALIVE void core_release() {
    std::free(block);
    block = nullptr;
    block_floats = 0;
}

EMSCRIPTEN_KEEPALIVE std::size_t core_attend_scratch(int n, int m, int d, int dv) {
    return attend_scratch(n, m, d, dv);
}

EMSCRIPTEN_KEEPALIVE bool core_attend(const float* q, const float* k, const float* v, float* out, float* scratch,
                                      int n, int m, int d, int dv, bool causal, int window, int position,
                                      float scale, float temperature, float alibi, const float* bias,
                                      const unsigned char* key_mask) {
    const AttendCall call{
        q, k, v, out, n, m, d, dv, d, d, dv, dv,
        options_of(causal, window, position, scale, temperature, alibi, bias, key_mask)};
    return attend(call, scratch);
}

EMSCRIPTEN_KEEPALIVE bool core_trace(const float* q, const float* k, const float* v, float* scores, float* scaled,
                                     float* weights, float* out, float* entropy, int n, int m, int d, int dv,
                                     bool causal, int window, int position, float scale, float temperature,
                                     float alibi, const float* bias, const unsigned char* key_mask) {
    return trace_into({q, n, d}, {k, m, d}, {v, m, dv},
                      options_of(causal, window, position, scale, temperature, alibi, bias, key_mask),
                      {{scores, n, m}, {scaled, n, m}, {weights, n, m}, {out, n, dv}, entropy});
}

EMSCRIPTEN_KEEPALIVE bool core_softmax(const float* x, int rows, int cols, float temperature, float* out) {
    return softmax({x, rows, cols}, temperature, {out, rows, cols});
}

EMSCRIPTEN_KEEPALIVE void core_rope(float* x, int rows, int cols, int position, float base) {
    rope({x, rows, cols}, position, base, {x, rows, cols});
}

}  // extern "C"

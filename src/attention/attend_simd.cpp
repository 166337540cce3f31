// Fused attention with eight queries in the lanes of two vectors: scores are computed transposed, [keys, 8
// queries], so that maximum, exponential and sum go lane by lane with no horizontal step, and K and V are
// read where they lie. Online softmax (Milakov, Gimelshein 2018; Dao et al. 2022) over blocks of keys. Scalar
// twin: kernels_scalar.cpp.
#ifndef ATTENTION_SCALAR

#include <cstring>
#include <limits>

#include "kernels.h"
#include "mask.h"
#include "simd.h"

namespace attention::simd {
namespace {

constexpr int lanes = 8;  // queries at a time
constexpr int tile = 6;   // keys, or columns of V: 6 × 2 accumulators + 3 fit the 15 registers that V8 has
constexpr int block = 16 * tile;  // keys at a time: their scores, 3 KiB, stay in L1

// Weights below 2^−100 of the row's largest cannot show in a float32 sum; they become exactly 0 before their
// products with V could be subnormal, on which processors are up to 28 times slower and WebAssembly cannot
// flush.
constexpr float smallest = -100.0f;

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

struct Pair {
    Vector low, high;  // queries 0–3 and 4–7
};

Pair load_pair(const float* p) {
    return {load(p), load(p + 4)};
}

// s [Keys, 8] = k [Keys, d] · q, q transposed: [d, 8].
template <int Keys>
void score_tile(const float* q, const float* k, std::ptrdiff_t stride, int d, float* s) {
    Vector low[Keys];
    Vector high[Keys];
    for (int r = 0; r < Keys; ++r) low[r] = high[r] = splat(0);
    for (int t = 0; t < d; ++t, q += lanes) {
        const Pair x = load_pair(q);
        for (int r = 0; r < Keys; ++r) {
            const Vector y = broadcast(k + r * stride + t);
            low[r] = multiply_add(x.low, y, low[r]);
            high[r] = multiply_add(x.high, y, high[r]);
        }
    }
    for (int r = 0; r < Keys; ++r) {
        store(s + r * lanes, low[r]);
        store(s + r * lanes + 4, high[r]);
    }
}

void score_block(const float* q, const float* k, std::ptrdiff_t stride, int d, int keys, float* s) {
    int j = 0;
    for (; j + tile <= keys; j += tile) score_tile<tile>(q, k + j * stride, stride, d, s + j * lanes);
    const int rest = keys - j;
    k += j * stride;
    s += j * lanes;
    if (rest & 4) {
        score_tile<4>(q, k, stride, d, s);
        k += 4 * stride;
        s += 4 * lanes;
    }
    if (rest & 2) {
        score_tile<2>(q, k, stride, d, s);
        k += 2 * stride;
        s += 2 * lanes;
    }
    if (rest & 1) score_tile<1>(q, k, stride, d, s);
}

// o [Columns, 8] = o · factor + Σ_j v_j [Columns] p_j [8].
template <int Columns>
void mix_tile(const float* p, const float* v, std::ptrdiff_t stride, int keys, Pair factor, float* o) {
    Vector low[Columns];
    Vector high[Columns];
    for (int c = 0; c < Columns; ++c) {
        low[c] = mul(load(o + c * lanes), factor.low);
        high[c] = mul(load(o + c * lanes + 4), factor.high);
    }
    for (int j = 0; j < keys; ++j, p += lanes, v += stride) {
        const Pair x = load_pair(p);
        for (int c = 0; c < Columns; ++c) {
            const Vector y = broadcast(v + c);
            low[c] = multiply_add(x.low, y, low[c]);
            high[c] = multiply_add(x.high, y, high[c]);
        }
    }
    for (int c = 0; c < Columns; ++c) {
        store(o + c * lanes, low[c]);
        store(o + c * lanes + 4, high[c]);
    }
}

void mix_block(const float* p, const float* v, std::ptrdiff_t stride, int keys, int dv, Pair factor,
               float* o) {
    int c = 0;
    for (; c + tile <= dv; c += tile) mix_tile<tile>(p, v + c, stride, keys, factor, o + c * lanes);
    const int rest = dv - c;
    v += c;
    o += c * lanes;
    if (rest & 4) {
        mix_tile<4>(p, v, stride, keys, factor, o);
        v += 4;
        o += 4 * lanes;
    }
    if (rest & 2) {
        mix_tile<2>(p, v, stride, keys, factor, o);
        v += 2;
        o += 2 * lanes;
    }
    if (rest & 1) mix_tile<1>(p, v, stride, keys, factor, o);
}

// to [d, 8] = factor · (rows [count, d])ᵀ, zeros for the rows that are not there.
void pack_queries(const float* rows, std::ptrdiff_t stride, int count, int d, float factor, float* to) {
    const Vector f = splat(factor);
    for (int half = 0; half < lanes; half += 4) {
        const float* r[4];
        for (int i = 0; i < 4; ++i) r[i] = rows + (half + i < count ? half + i : 0) * stride;
        int t = 0;
        for (; t + 4 <= d; t += 4) {
            Vector x[4];
            for (int i = 0; i < 4; ++i) x[i] = mul(load(r[i] + t), f);
            transpose(x[0], x[1], x[2], x[3]);
            for (int i = 0; i < 4; ++i) store(to + (t + i) * lanes + half, x[i]);
        }
        for (; t < d; ++t) {
            for (int i = 0; i < 4; ++i) to[t * lanes + half + i] = r[i][t] * factor;
        }
    }
}

// out [count, dv] = (o [dv, 8])ᵀ · factor.
void unpack_outputs(const float* o, Pair factor, int count, int dv, float* out, std::ptrdiff_t stride) {
    for (int half = 0; half < count; half += 4) {
        const Vector f = half == 0 ? factor.low : factor.high;
        const int rows = count - half < 4 ? count - half : 4;
        float* to = out + half * stride;
        int c = 0;
        for (; c + 4 <= dv; c += 4) {
            Vector x[4];
            for (int i = 0; i < 4; ++i) x[i] = mul(load(o + (c + i) * lanes + half), f);
            transpose(x[0], x[1], x[2], x[3]);
            for (int i = 0; i < rows; ++i) store(to + i * stride + c, x[i]);
        }
        for (; c < dv; ++c) {
            float x[4];
            store(x, mul(load(o + c * lanes + half), f));
            for (int i = 0; i < rows; ++i) to[i * stride + c] = x[i];
        }
    }
}

// Position terms and masks on a block of scores that has any: ordinary numbers, since only blocks at an edge
// need it.
void edit_block(const AttendCall& call, int first_query, int count, int first_key, int keys, float factor,
                float* s) {
    const Options& options = call.options;
    for (int i = 0; i < count; ++i) {
        const int row = first_query + i;
        const KeyRange seen = visible_keys(options, row, call.m);
        const float* bias = options.bias ? options.bias + static_cast<std::ptrdiff_t>(row) * call.m : nullptr;
        for (int j = 0; j < keys; ++j) {
            const int key = first_key + j;
            float& x = s[j * lanes + i];
            if (options.alibi != 0) {
                const int distance = options.first_position + row - key;
                x -= options.alibi * factor * static_cast<float>(distance < 0 ? -distance : distance);
            }
            if (bias) x += bias[key] * factor;
            if (key < seen.begin || key >= seen.end || (options.key_mask && !options.key_mask[key]))
                x = minus_infinity;
        }
    }
}

Pair largest(const float* s, int keys, Pair m) {
    for (int j = 0; j < keys; ++j, s += lanes) {
        m.low = larger(m.low, load(s));
        m.high = larger(m.high, load(s + 4));
    }
    return m;
}

// s = 2^(s − m) in place; returns the sums.
Pair exponentials(float* s, int keys, Pair m) {
    Pair sum{splat(0), splat(0)};
    for (int j = 0; j < keys; ++j, s += lanes) {
        const Vector low = exp2_flushed(sub(load(s), m.low), smallest);
        const Vector high = exp2_flushed(sub(load(s + 4), m.high), smallest);
        sum.low = add(sum.low, low);
        sum.high = add(sum.high, high);
        store(s, low);
        store(s + 4, high);
    }
    return sum;
}

// Where nothing has been seen yet the maximum is −∞, and −∞ − −∞ would be NaN.
Vector finite(Vector m) {
    return wasm_v128_andnot(m, wasm_f32x4_eq(m, splat(minus_infinity)));
}

Vector inverse(Vector sum) {
    const Vector none = wasm_f32x4_eq(sum, splat(0));
    return wasm_v128_andnot(wasm_f32x4_div(splat(1), sum), none);
}

bool lane_is_nan(const float* o, int dv, int lane, float sum) {
    bool bad = sum != sum;
    for (int c = 0; c < dv; ++c) bad |= o[c * lanes + lane] != o[c * lanes + lane];
    return bad;
}

bool repeat_row(const AttendCall& call, int row, float scale, float* scratch) {
    AttendCall one = call;
    one.q += static_cast<std::ptrdiff_t>(row) * call.q_stride;
    one.out += static_cast<std::ptrdiff_t>(row) * call.out_stride;
    one.n = 1;
    one.options.first_position += row;
    if (one.options.bias) one.options.bias += static_cast<std::ptrdiff_t>(row) * call.m;
    return scalar::attend(one, scale, scratch);
}

bool any_nan(const float* x, int count) {
    Vector bad = splat(0);
    for (int i = 0; i < count; i += 4) {
        const Vector y = load(x + i);
        bad = wasm_v128_or(bad, wasm_f32x4_ne(y, y));
    }
    return wasm_v128_any_true(bad);
}

}  // namespace

std::size_t attend_scratch(int n, int m, int d, int dv) {
    (void)n;
    const std::size_t rows = static_cast<std::size_t>(d) + static_cast<std::size_t>(dv) + block;
    return rows * lanes + scalar::attend_scratch(n, m, d, dv);
}

bool attend(const AttendCall& call, float scale, float* scratch) {
    const Options& options = call.options;
    const float factor = log2_e / options.temperature;
    const bool edits = options.alibi != 0 || options.bias || options.key_mask;
    float* q = scratch;              // [d, 8]
    float* o = q + call.d * lanes;   // [dv, 8]
    float* s = o + call.dv * lanes;  // [block, 8]
    float* row_scratch = s + block * lanes;
    bool all_seen = true;
    for (int i = 0; i < call.n; i += lanes) {
        const int count = call.n - i < lanes ? call.n - i : lanes;
        const float* rows = call.q + static_cast<std::ptrdiff_t>(i) * call.q_stride;
        float* out = call.out + static_cast<std::ptrdiff_t>(i) * call.out_stride;
        pack_queries(rows, call.q_stride, count, call.d, scale * factor, q);
        std::memset(o, 0, static_cast<std::size_t>(call.dv) * lanes * sizeof(float));
        // Both ends of what a query sees move forward with it.
        const KeyRange first = visible_keys(options, i, call.m);
        const KeyRange last = visible_keys(options, i + count - 1, call.m);
        Pair m{splat(minus_infinity), splat(minus_infinity)};
        Pair sum{splat(0), splat(0)};
        for (int j = first.begin; j < last.end; j += block) {
            const int keys = last.end - j < block ? last.end - j : block;
            score_block(q, call.k + static_cast<std::ptrdiff_t>(j) * call.k_stride, call.k_stride, call.d,
                        keys, s);
            if (edits || j + keys > first.end || j < last.begin) {
                edit_block(call, i, count, j, keys, factor, s);
            }
            const Pair top = largest(s, keys, m);
            const Pair safe{finite(top.low), finite(top.high)};
            const Pair shrink{exp2_flushed(sub(m.low, safe.low), smallest),
                              exp2_flushed(sub(m.high, safe.high), smallest)};
            const Pair more = exponentials(s, keys, safe);
            m = top;
            sum = {multiply_add(sum.low, shrink.low, more.low),
                   multiply_add(sum.high, shrink.high, more.high)};
            mix_block(s, call.v + static_cast<std::ptrdiff_t>(j) * call.v_stride, call.v_stride, keys,
                      call.dv, shrink, o);
        }
        float sums[lanes];
        store(sums, sum.low);
        store(sums + 4, sum.high);
        unpack_outputs(o, {inverse(sum.low), inverse(sum.high)}, count, call.dv, out, call.out_stride);
        const bool odd = any_nan(o, call.dv * lanes) || any_nan(sums, lanes);
        for (int r = 0; r < count; ++r) {
            // A NaN or infinity met an exact zero, or scores overflowed: the twin knows whom that really
            // concerns.
            const bool seen = odd && lane_is_nan(o, call.dv, r, sums[r])
                                  ? repeat_row(call, i + r, scale, row_scratch)
                                  : sums[r] != 0;
            all_seen &= seen;
        }
    }
    return all_seen;
}

}  // namespace attention::simd

#endif  // ATTENTION_SCALAR

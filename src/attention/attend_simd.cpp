// Fused attention with eight queries in the lanes of two vectors: scores are computed transposed, [keys, 8
// queries], so that maximum, exponential and sum go lane by lane with no horizontal step. V is read where it
// lies, K from row tiles: all of it packed once, or block by block if there is but one pass over the keys.
// Online softmax (Milakov, Gimelshein 2018; Dao et al. 2022) over blocks of keys. Scalar twin:
// kernels_scalar.cpp.
#ifndef ATTENTION_SCALAR

#include <cstring>
#include <limits>

#include "kernels.h"
#include "mask.h"
#include "simd.h"
#include "tile.h"

namespace attention::simd {
namespace {

constexpr int block = 16 * tile;  // keys at a time: their scores, 3 KiB, stay in L1

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

// o [tiles · Columns, 8] = o · factor + Σ_j v_j [tiles · Columns] p_j [8].
template <int Columns>
void mix_tiles(const float* p, const float* v, std::ptrdiff_t stride, int keys, int tiles, const Pair& factor,
               float* o) {
    for (; tiles > 0; --tiles, v += Columns, o += Columns * lanes) {
        Vector low[Columns];
        Vector high[Columns];
        for (int c = 0; c < Columns; ++c) {
            low[c] = mul(load(o + c * lanes), factor.low);
            high[c] = mul(load(o + c * lanes + 4), factor.high);
        }
        accumulate(p, v, stride, keys, low, high);
        for (int c = 0; c < Columns; ++c) {
            store(o + c * lanes, low[c]);
            store(o + c * lanes + 4, high[c]);
        }
    }
}

using MixTiles = void(const float*, const float*, std::ptrdiff_t, int, int, const Pair&, float*);
constexpr MixTiles* mix_by_columns[] = {nullptr,      mix_tiles<1>, mix_tiles<2>, mix_tiles<3>,
                                        mix_tiles<4>, mix_tiles<5>, mix_tiles<6>};

void mix_block(const float* p, const float* v, std::ptrdiff_t stride, int keys, int dv, const Pair& factor,
               float* o) {
    const int whole = dv / tile * tile;
    if (whole) mix_by_columns[dv < tile ? dv : tile](p, v, stride, keys, dv / tile, factor, o);
    if (dv > whole) mix_by_columns[dv - whole](p, v + whole, stride, keys, 1, factor, o + whole * lanes);
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

Pair larger_pair(const Pair& a, const Pair& b) {
    return {larger(a.low, b.low), larger(a.high, b.high)};
}

// m and the columns' largest numbers. Four keys a step: one after the other, each would wait for the one
// before.
Pair largest(const float* s, int keys, Pair m) {
    int j = 0;
    for (; j + 4 <= keys; j += 4, s += 4 * lanes) {
        const Pair x = larger_pair(load_pair(s), load_pair(s + lanes));
        const Pair y = larger_pair(load_pair(s + 2 * lanes), load_pair(s + 3 * lanes));
        m = larger_pair(m, larger_pair(x, y));
    }
    for (; j < keys; ++j, s += lanes) m = larger_pair(m, load_pair(s));
    return m;
}

// s [2 pairs + Rest, 8] = 2^(s − m) in place, and the sums of its columns.
template <int Rest>
void exponentials(float* s, int pairs, const Pair& m_in, Pair& sum_out) {
    const Pair m = m_in;
    Pair sum{splat(0), splat(0)};
    for (; pairs > 0; --pairs, s += 2 * lanes) {
        Vector x[4] = {sub(load(s), m.low), sub(load(s + 4), m.high), sub(load(s + 8), m.low),
                       sub(load(s + 12), m.high)};
        exp2_flushed(x);
        for (int i = 0; i < 4; ++i) store(s + 4 * i, x[i]);
        sum.low = add(sum.low, add(x[0], x[2]));
        sum.high = add(sum.high, add(x[1], x[3]));
    }
    if constexpr (Rest == 1) {
        Vector x[2] = {sub(load(s), m.low), sub(load(s + 4), m.high)};
        exp2_flushed(x);
        for (int i = 0; i < 2; ++i) store(s + 4 * i, x[i]);
        sum = {add(sum.low, x[0]), add(sum.high, x[1])};
    }
    sum_out = sum;
}

using Exponentials = void(float*, int, const Pair&, Pair&);
constexpr Exponentials* exponentials_by_rest[] = {exponentials<0>, exponentials<1>};

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

// Eight queries on their way through the keys.
struct QueryTile {
    float* q;  // [d, 8] scaled to powers of two
    float* o;  // [dv, 8]
    float* s;  // [block, 8]
    int query, count;
    KeyRange first,
        last;        // what the first and the last of the queries see; both ends move forward with the query
    int from, keys;  // of the present block, what at least one of them may see; from a whole row tile on
    Pair m, sum, shrink;
};

void begin_tile(const AttendCall& call, int query, float factor, QueryTile& t) {
    t.query = query;
    t.count = call.n - query < lanes ? call.n - query : lanes;
    t.first = visible_keys(call.options, query, call.m);
    t.last = visible_keys(call.options, query + t.count - 1, call.m);
    t.m = {splat(minus_infinity), splat(minus_infinity)};
    t.sum = {splat(0), splat(0)};
    const float* rows = call.q + static_cast<std::ptrdiff_t>(query) * call.q_stride;
    pack_queries(rows, call.q_stride, t.count, call.d, factor, t.q);
    std::memset(t.o, 0, static_cast<std::size_t>(call.dv) * lanes * sizeof(float));
}

// Scores of one block, k its row tiles, and their exponentials against the largest so far; what went before
// shrinks accordingly.
void weigh_block(const AttendCall& call, const float* k, float factor, bool edits, QueryTile& t) {
    multiply_tiles(k, t.q, call.d, round_up(t.keys, tile) / tile, t.s, lanes);
    if (edits || t.from + t.keys > t.first.end || t.from < t.last.begin) {
        edit_block(call, t.query, t.count, t.from, t.keys, factor, t.s);
    }
    const Pair top = largest(t.s, t.keys, t.m);
    const Pair safe{finite(top.low), finite(top.high)};
    Vector shrink[2] = {sub(t.m.low, safe.low), sub(t.m.high, safe.high)};
    exp2_flushed(shrink);
    t.m = top;
    t.shrink = {shrink[0], shrink[1]};
    Pair more;
    exponentials_by_rest[t.keys % 2](t.s, t.keys / 2, safe, more);
    t.sum.low = multiply_add(t.sum.low, t.shrink.low, more.low);
    t.sum.high = multiply_add(t.sum.high, t.shrink.high, more.high);
}

// Writes the rows of out; false if one of the queries saw nothing.
bool end_tile(const AttendCall& call, float scale, const QueryTile& t, float* row_scratch) {
    float sums[lanes];
    store(sums, t.sum.low);
    store(sums + 4, t.sum.high);
    float* out = call.out + static_cast<std::ptrdiff_t>(t.query) * call.out_stride;
    unpack_outputs(t.o, {inverse(t.sum.low), inverse(t.sum.high)}, t.count, call.dv, out, call.out_stride);
    const bool odd = any_nan(t.o, call.dv * lanes) || any_nan(sums, lanes);
    bool all_seen = true;
    for (int r = 0; r < t.count; ++r) {
        // A NaN or infinity met an exact zero, or scores overflowed: the twin knows whom that really
        // concerns.
        const bool repeat = odd && lane_is_nan(t.o, call.dv, r, sums[r]);
        all_seen &= repeat ? repeat_row(call, t.query + r, scale, row_scratch) : sums[r] != 0;
    }
    return all_seen;
}

// Tiles that go through the keys together: a block of K, then of V, is read from L1 by all but the first of
// them.
constexpr int together = 4;

// More than one group of tiles: worth packing K once and for all.
bool many_passes(int n) {
    return n > together * lanes;
}

int first_tile(const KeyRange& keys) {
    return keys.begin / tile * tile;
}

}  // namespace

std::size_t attend_scratch(int n, int m, int d, int dv) {
    const int tiles = (n + lanes - 1) / lanes;
    const std::size_t rows = static_cast<std::size_t>(d) + static_cast<std::size_t>(dv) + block;
    return rows * lanes * static_cast<std::size_t>(tiles < together ? tiles : together) +
           row_tile_floats(many_passes(n) || m < block ? m : block, d) + scalar::attend_scratch(n, m, d, dv);
}

bool attend(const AttendCall& call, float scale, float* scratch) {
    const float factor = exp2_factor(call.options.temperature);
    const bool edits = call.options.alibi != 0 || call.options.bias || call.options.key_mask;
    QueryTile tiles[together];
    const int most = (call.n + lanes - 1) / lanes < together ? (call.n + lanes - 1) / lanes : together;
    float* row_scratch = scratch;
    for (int g = 0; g < most; ++g) {
        tiles[g].q = row_scratch;
        tiles[g].o = tiles[g].q + call.d * lanes;
        tiles[g].s = tiles[g].o + call.dv * lanes;
        row_scratch = tiles[g].s + block * lanes;
    }
    float* packed = row_scratch;
    const bool once = many_passes(call.n);
    row_scratch += row_tile_floats(once || call.m < block ? call.m : block, call.d);
    if (once) pack_row_tiles(call.k, call.k_stride, call.m, call.d, packed);
    bool all_seen = true;
    for (int i = 0; i < call.n; i += together * lanes) {
        int count = 0;
        for (; count < together && i + count * lanes < call.n; ++count) {
            begin_tile(call, i + count * lanes, scale * factor, tiles[count]);
        }
        const int end = tiles[count - 1].last.end;
        for (int j = first_tile(tiles[0].first); j < end; j += block) {
            const int keys = end - j < block ? end - j : block;
            const std::ptrdiff_t row = j;
            if (!once) pack_row_tiles(call.k + row * call.k_stride, call.k_stride, keys, call.d, packed);
            const float* k = once ? packed + row * call.d : packed;
            for (int g = 0; g < count; ++g) {
                QueryTile& t = tiles[g];
                t.from = j > first_tile(t.first) ? j : first_tile(t.first);
                t.keys = (j + keys < t.last.end ? j + keys : t.last.end) - t.from;
                const float* from = k + static_cast<std::ptrdiff_t>(t.from - j) * call.d;
                if (t.keys > 0) weigh_block(call, from, factor, edits, t);
            }
            for (int g = 0; g < count; ++g) {
                const QueryTile& t = tiles[g];
                const float* v = call.v + static_cast<std::ptrdiff_t>(t.from) * call.v_stride;
                if (t.keys > 0) mix_block(t.s, v, call.v_stride, t.keys, call.dv, t.shrink, t.o);
            }
        }
        for (int g = 0; g < count; ++g) all_seen &= end_tile(call, scale, tiles[g], row_scratch);
    }
    return all_seen;
}

}  // namespace attention::simd

#endif  // ATTENTION_SCALAR

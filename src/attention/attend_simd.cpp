// Fused attention with eight queries in the lanes of two vectors: scores are computed transposed, [keys, 8
// queries], so that maximum, exponential and sum go lane by lane with no horizontal step. V is read where it
// lies, K from row tiles: all of it packed once, or block by block if there is but one pass over the keys.
// Online softmax (Milakov, Gimelshein 2018; Dao et al. 2022) over blocks of keys. Scalar implementation:
// attend_scalar.cpp.
#ifndef ATTENTION_SCALAR

#include <cstring>
#include <limits>

#include "double_rows.h"
#include "few_rows.h"
#include "kernels.h"
#include "mask.h"
#include "simd.h"
#include "tile.h"

namespace attention::simd {
namespace {

constexpr int block = 16 * tile;  // keys at a time: their scores, 3 KiB, stay in L1
constexpr int chapter =
    64 * block;  // keys whose sums run on; those of longer rows are added up chapter by chapter

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

// o [tiles · Columns, 8] = o · factor + Σ_j v_j [tiles · Columns] p_j [8]. The block is summed on its own: a
// running sum over a million keys would be off by a million roundings.
template <int Columns>
void weighted_sum_tiles(const float* p, const float* v, std::ptrdiff_t stride, int keys, int tiles,
                        const F32x8& factor, float* o) {
    for (; tiles > 0; --tiles, v += Columns, o += Columns * lanes) {
        Vector low[Columns];
        Vector high[Columns];
        for (int c = 0; c < Columns; ++c) low[c] = high[c] = splat(0);
        accumulate(p, v, stride, keys, low, high);
        for (int c = 0; c < Columns; ++c) {
            store(o + c * lanes, multiply_add(load(o + c * lanes), factor.low, low[c]));
            store(o + c * lanes + 4, multiply_add(load(o + c * lanes + 4), factor.high, high[c]));
        }
    }
}

using WeightedSumTiles = void(const float*, const float*, std::ptrdiff_t, int, int, const F32x8&, float*);
constexpr WeightedSumTiles* weighted_sum_by_columns[] = {nullptr,
                                                         weighted_sum_tiles<1>,
                                                         weighted_sum_tiles<2>,
                                                         weighted_sum_tiles<3>,
                                                         weighted_sum_tiles<4>,
                                                         weighted_sum_tiles<5>,
                                                         weighted_sum_tiles<6>};

void weighted_sum_block(const float* p, const float* v, std::ptrdiff_t stride, int keys, int dv,
                        const F32x8& factor, float* o) {
    const int whole = dv / tile * tile;
    if (whole) weighted_sum_by_columns[dv < tile ? dv : tile](p, v, stride, keys, dv / tile, factor, o);
    if (dv > whole)
        weighted_sum_by_columns[dv - whole](p, v + whole, stride, keys, 1, factor, o + whole * lanes);
}

// to [d, 8] = factor · (q [count, d])ᵀ, the first row again where there are none.
void pack_queries(const ConstMatrixView& q, float factor, float* to) {
    const int d = q.cols;
    const Vector f = splat(factor);
    for (int half = 0; half < lanes; half += 4) {
        const float* r[4];
        for (int i = 0; i < 4; ++i) r[i] = q.row(half + i < q.rows ? half + i : 0);
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
void unpack_outputs(const float* o, F32x8 factor, const MatrixView& out) {
    const int count = out.rows, dv = out.cols;
    const std::ptrdiff_t stride = out.stride;
    for (int half = 0; half < count; half += 4) {
        const Vector f = half == 0 ? factor.low : factor.high;
        const int rows = count - half < 4 ? count - half : 4;
        float* to = out.row(half);
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

// V of a block of keys with zeros where padding hides a key, [keys, dv] in `to`: a hidden value may hold
// anything, and 0 times a NaN would be one. Returns where the values are read from: where they lie, if none
// of them is hidden.
const float* values_seen(const AttendCall& call, int first, int keys, float* to, std::ptrdiff_t& stride) {
    const float* from = call.v.row(first);
    stride = call.v.stride;
    const unsigned char* mask = call.options.key_mask;
    if (!mask || !std::memchr(mask + first, 0, static_cast<std::size_t>(keys))) return from;
    const std::size_t bytes = static_cast<std::size_t>(call.dv()) * sizeof(float);
    stride = call.dv();
    for (int j = 0; j < keys; ++j, from += call.v.stride) {
        float* row = to + static_cast<std::ptrdiff_t>(j) * call.dv();
        mask[first + j] ? std::memcpy(row, from, bytes) : std::memset(row, 0, bytes);
    }
    return to;
}

// Adds the position terms to a block of scores and sets those that are masked to −∞. Number by number:
// without bias and padding only blocks at the edge of a mask need it.
void apply_bias_and_mask(const AttendCall& call, int first_query, int count, int first_key, int keys,
                         float factor, const float* bias_shift, float* s) {
    const Options& options = call.options;
    for (int i = 0; i < count; ++i) {
        const int row = first_query + i;
        const KeyRange seen = visible_keys(options, row, call.m());
        const float* bias =
            options.bias ? options.bias + static_cast<std::ptrdiff_t>(row) * call.m() : nullptr;
        const float shift = bias ? bias_shift[i] : 0;
        for (int j = 0; j < keys; ++j) {
            const int key = first_key + j;
            float& x = s[j * lanes + i];
            if (options.alibi != 0) x -= options.alibi * factor * key_distance(options, row, key);
            if (bias) x += (bias[key] - shift) * factor;
            if (key < seen.begin || key >= seen.end || hidden(options, row, key, call.m()))
                x = minus_infinity;
        }
    }
}

// m and the columns' largest numbers. Four keys a step: one after the other, each would wait for the one
// before.
F32x8 largest(const float* s, int keys, F32x8 m) {
    int j = 0;
    for (; j + 4 <= keys; j += 4, s += 4 * lanes) {
        const F32x8 x = larger(load_f32x8(s), load_f32x8(s + lanes));
        const F32x8 y = larger(load_f32x8(s + 2 * lanes), load_f32x8(s + 3 * lanes));
        m = larger(m, larger(x, y));
    }
    for (; j < keys; ++j, s += lanes) m = larger(m, load_f32x8(s));
    return m;
}

// s [2 pairs + Rest, 8] = 2^(s − m) in place, and the sums of its columns.
template <int Rest>
void exponentials(float* s, int pairs, const F32x8& m_in, F32x8& sum_out) {
    const F32x8 m = m_in;
    F32x8 sum{splat(0), splat(0)};
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

using Exponentials = void(float*, int, const F32x8&, F32x8&);
constexpr Exponentials* exponentials_by_rest[] = {exponentials<0>, exponentials<1>};

// m, but 0 where it is −∞ because no key has been seen yet: −∞ − −∞ would be NaN.
Vector zero_if_unseen(Vector m) {
    return wasm_v128_andnot(m, wasm_f32x4_eq(m, splat(minus_infinity)));
}

Vector inverse(Vector sum) {
    const Vector none = wasm_f32x4_eq(sum, splat(0));
    return wasm_v128_andnot(wasm_f32x4_div(splat(1), sum), none);
}

// x − x is 0 for every finite number, and for no other.
bool lane_is_finite(const float* o, int dv, int lane, float sum) {
    bool bad = sum - sum != 0;
    for (int c = 0; c < dv; ++c) bad |= o[c * lanes + lane] - o[c * lanes + lane] != 0;
    return !bad;
}

bool all_finite(const float* x, int count) {
    Vector bad = splat(0);
    for (int i = 0; i < count; i += 4) {
        const Vector y = load(x + i);
        bad = wasm_v128_or(bad, wasm_f32x4_ne(sub(y, y), splat(0)));
    }
    return !wasm_v128_any_true(bad);
}

// The state of eight queries between two blocks of keys.
struct QueryTile {
    float* q;  // [d, 8] scaled to powers of two
    float* o;  // [dv, 8]
    float* s;  // [block, 8]
    int query, count;
    KeyRange first,
        last;        // what the first and the last of the queries see; both ends move forward with the query
    int from, keys;  // of the present block, what at least one of them may see; from a whole row tile on
    F32x8 m, sum, rescale;
    float bias_shift[lanes];
    // What the chapters before come to, [dv + 1, 8] with the sum of weights last, and what rounding took off
    // it (Kahan); relative to the largest score by then. Only where a row has more than one chapter.
    float *total, *lost;
    F32x8 base;
};

void begin_tile(const AttendCall& call, int query, float factor, QueryTile& t) {
    t.query = query;
    t.count = call.n() - query < lanes ? call.n() - query : lanes;
    t.first = visible_keys(call.options, query, call.m());
    t.last = visible_keys(call.options, query + t.count - 1, call.m());
    t.m = {splat(minus_infinity), splat(minus_infinity)};
    t.sum = {splat(0), splat(0)};
    for (int i = 0; call.options.bias && i < t.count; ++i)
        t.bias_shift[i] = bias_shift(call.options, query + i, call.m());
    pack_queries(call.q.rows_from(query, t.count), factor, t.q);
    std::memset(t.o, 0, static_cast<std::size_t>(call.dv()) * lanes * sizeof(float));
    t.base = t.m;
    if (t.total) std::memset(t.total, 0, static_cast<std::size_t>(call.dv() + 1) * 2 * lanes * sizeof(float));
}

// Scores of one block, k its row tiles, and their exponentials relative to the largest score so far;
// t.rescale is the factor that brings what was summed before to the same base.
void compute_block_weights(const AttendCall& call, const float* k, float factor, bool has_bias_or_mask,
                           QueryTile& t) {
    multiply_tiles(k, t.q, call.d(), round_up(t.keys, tile) / tile, t.s, lanes);
    if (has_bias_or_mask || t.from + t.keys > t.first.end || t.from < t.last.begin) {
        apply_bias_and_mask(call, t.query, t.count, t.from, t.keys, factor, t.bias_shift, t.s);
    }
    const F32x8 top = largest(t.s, t.keys, t.m);
    const F32x8 shift{zero_if_unseen(top.low), zero_if_unseen(top.high)};
    Vector rescale[2] = {sub(t.m.low, shift.low), sub(t.m.high, shift.high)};
    exp2_flushed(rescale);
    t.m = top;
    t.rescale = {rescale[0], rescale[1]};
    F32x8 more;
    exponentials_by_rest[t.keys % 2](t.s, t.keys / 2, shift, more);
    t.sum.low = multiply_add(t.sum.low, t.rescale.low, more.low);
    t.sum.high = multiply_add(t.sum.high, t.rescale.high, more.high);
}

// total = total · factor + more, what rounding takes off kept in lost.
Vector add_exactly(Vector more, Vector factor, float* total, float* lost) {
    const Vector before = mul(load(total), factor);
    const Vector next = sub(more, mul(load(lost), factor));
    const Vector after = add(before, next);
    store(lost, sub(sub(after, before), next));
    store(total, after);
    return after;
}

// Ends a chapter: what o and the sum of weights hold joins the total, and they have it, or begin anew.
void end_chapter(int dv, bool last, QueryTile& t) {
    Vector factor[2] = {sub(t.base.low, zero_if_unseen(t.m.low)), sub(t.base.high, zero_if_unseen(t.m.high))};
    exp2_flushed(factor);
    t.base = t.m;
    const auto join = [&](float* from, int row) {
        for (int half = 0; half < 2; ++half) {
            const std::ptrdiff_t at = row * static_cast<std::ptrdiff_t>(lanes) + 4 * half;
            const Vector all = add_exactly(load(from + 4 * half), factor[half], t.total + at, t.lost + at);
            store(from + 4 * half, last ? all : splat(0));
        }
    };
    float sums[lanes];
    store(sums, t.sum.low);
    store(sums + 4, t.sum.high);
    for (int c = 0; c < dv; ++c) join(t.o + c * lanes, c);
    join(sums, dv);
    t.sum = load_f32x8(sums);
}

// Whether exponent_fits_float for all eight queries.
bool exponent_fits_float(const F32x8& m) {
    const Vector limit = splat(exponent_limit);
    const Vector low = wasm_f32x4_le(wasm_f32x4_abs(m.low), limit);
    return wasm_i32x4_all_true(wasm_v128_and(low, wasm_f32x4_le(wasm_f32x4_abs(m.high), limit)));
}

// Row i once more by itself, in float32: what that query does not see is not read. In double where that
// does not do either.
bool attend_row_alone(const AttendCall& call, int i, float scale, float* scratch) {
    const std::int64_t position = query_position(call.options, i);
    if (position - i != call.options.query_offset) return attend_row_in_double(call, i, scratch);  // far off
    AttendCall row = call;
    row.q = call.q.rows_from(i, 1);
    row.out = call.out.rows_from(i, 1);
    row.options.query_offset = position;
    if (row.options.bias) row.options.bias += static_cast<std::ptrdiff_t>(i) * call.m();
    return attend_few_rows(row, scale, scratch);
}

// Writes the rows of out; false if one of the queries saw nothing.
bool end_tile(const AttendCall& call, const QueryTile& t, float scale, float* row_scratch) {
    float sums[lanes];
    store(sums, t.sum.low);
    store(sums + 4, t.sum.high);
    unpack_outputs(t.o, {inverse(t.sum.low), inverse(t.sum.high)}, call.out.rows_from(t.query, t.count));
    const bool finite = all_finite(t.o, call.dv() * lanes) && all_finite(sums, lanes);
    if (finite && exponent_fits_float(t.m)) return true;
    float largest_exponents[lanes];
    store(largest_exponents, t.m.low);
    store(largest_exponents + 4, t.m.high);
    bool all_seen = true;
    for (int r = 0; r < t.count; ++r) {
        if (!attention::exponent_fits_float(largest_exponents[r])) {
            all_seen &= attend_row_in_double(call, t.query + r, row_scratch);
        } else if (!finite && !lane_is_finite(t.o, call.dv(), r, sums[r])) {
            // A NaN may come from a key that another query of the tile sees and this one does not, or from an
            // infinity that met an exact zero; and sums not yet divided may overflow where the output does
            // not.
            all_seen &= attend_row_alone(call, t.query + r, scale, row_scratch);
        }
    }
    return all_seen;
}

// Tiles that go through the keys side by side: a block of K, then of V, is read from L1 by all but the first
// of them.
constexpr int tiles_per_group = 4;

// With more than one group of tiles K is read several times: all of it is packed first.
bool packs_all_keys(int n) {
    return n > tiles_per_group * lanes;
}

int first_tile(const KeyRange& keys) {
    return keys.begin / tile * tile;
}

}  // namespace

FloatCount attend_scratch(int n, int m, int d, int dv) {
    if (n <= few_rows) return area(n + 1, m) + area(n + 1, dv);
    const int tiles = packs_all_keys(n) ? tiles_per_group : (n + lanes - 1) / lanes;
    return area(tiles, lanes) * (area(d, 1) + area(dv, 1) + block) +
           row_tile_floats(packs_all_keys(n) || m < block ? m : block, d) + area(block, dv) + area(2, m) +
           area(2, dv) + (m > chapter ? area(tiles, 2 * lanes) * (area(dv, 1) + 1) : 0);
}

bool attend(const AttendCall& call, float scale, float* scratch) {
    if (call.n() <= few_rows) return attend_few_rows(call, scale, scratch);
    if (!options_fit_float(call.options, scale)) {
        bool all_seen = true;
        for (int i = 0; i < call.n(); ++i) all_seen &= attend_row_in_double(call, i, scratch);
        return all_seen;
    }
    const float factor = exp2_factor(call.options.temperature);
    const bool has_bias_or_mask = call.options.alibi != 0 || call.options.bias || call.options.key_mask;
    QueryTile tiles[tiles_per_group];
    const int most =
        (call.n() + lanes - 1) / lanes < tiles_per_group ? (call.n() + lanes - 1) / lanes : tiles_per_group;
    float* row_scratch = scratch;
    for (int g = 0; g < most; ++g) {
        tiles[g].q = row_scratch;
        tiles[g].o = tiles[g].q + call.d() * lanes;
        tiles[g].s = tiles[g].o + call.dv() * lanes;
        row_scratch = tiles[g].s + block * lanes;
    }
    const bool chapters = call.m() > chapter;
    for (int g = 0; g < most; ++g) {
        const std::ptrdiff_t floats = (call.dv() + 1) * static_cast<std::ptrdiff_t>(lanes);
        tiles[g].total = chapters ? row_scratch : nullptr;
        tiles[g].lost = row_scratch + floats;
        row_scratch += chapters ? 2 * floats : 0;
    }
    float* packed = row_scratch;
    const bool packed_once = packs_all_keys(call.n());
    row_scratch += row_tile_floats(packed_once || call.m() < block ? call.m() : block, call.d());
    float* values = row_scratch;
    row_scratch += block * static_cast<std::ptrdiff_t>(call.dv());
    if (packed_once) pack_row_tiles(call.k, packed);
    bool all_seen = true;
    for (int i = 0; i < call.n(); i += tiles_per_group * lanes) {
        int count = 0;
        for (; count < tiles_per_group && i + count * lanes < call.n(); ++count) {
            begin_tile(call, i + count * lanes, scale * factor, tiles[count]);
        }
        const int end = tiles[count - 1].last.end;
        int since = 0;  // the last chapter ended
        for (int j = first_tile(tiles[0].first); j < end; j += block) {
            const int keys = end - j < block ? end - j : block;
            if (!packed_once) pack_row_tiles(call.k.rows_from(j, keys), packed);
            const float* k = packed_once ? packed + static_cast<std::ptrdiff_t>(j) * call.d() : packed;
            for (int g = 0; g < count; ++g) {
                QueryTile& t = tiles[g];
                t.from = j > first_tile(t.first) ? j : first_tile(t.first);
                t.keys = (j + keys < t.last.end ? j + keys : t.last.end) - t.from;
                const float* from = k + static_cast<std::ptrdiff_t>(t.from - j) * call.d();
                if (t.keys > 0) compute_block_weights(call, from, factor, has_bias_or_mask, t);
            }
            std::ptrdiff_t stride = 0;
            const float* v = values_seen(call, j, keys, values, stride);
            for (int g = 0; g < count; ++g) {
                const QueryTile& t = tiles[g];
                if (t.keys > 0)
                    weighted_sum_block(t.s, v + (t.from - j) * stride, stride, t.keys, call.dv(), t.rescale,
                                       t.o);
            }
            since += block;
            if (!chapters || since < chapter) continue;
            since = 0;
            for (int g = 0; g < count; ++g) end_chapter(call.dv(), false, tiles[g]);
        }
        for (int g = 0; chapters && g < count; ++g) end_chapter(call.dv(), true, tiles[g]);
        for (int g = 0; g < count; ++g) all_seen &= end_tile(call, tiles[g], scale, row_scratch);
    }
    return all_seen;
}

}  // namespace attention::simd

#endif  // ATTENTION_SCALAR

// libFuzzer: multi-head attention of any shape with any options. Fused (packed weights, no memory of its own)
// must not write beyond its scratch; with weights kept, without, and staged it must agree with the reference.
#include "attention/multi_head.h"

#include <cmath>
#include <vector>

#include "../attention/staged_multi_head.h"
#include "attention/reference.h"
#include "attention/validate.h"
#include "bytes.h"

using namespace attention;
using namespace fuzz;

void fuzz::check(Bytes& bytes, bool wild) {
    const int kv_heads = 1 + bytes.below(3);
    const int heads = kv_heads * (1 + bytes.below(2));
    const int d_k = 1 + bytes.below(9);
    const MultiHeadShape shape{1 + bytes.below(45), heads * d_k, heads, kv_heads};
    const int n = shape.n;
    const int d_model = shape.d_model;
    const int kv = shape.kv_columns();
    Options options;
    options.causal = bytes.byte() & 1;
    options.window = bytes.byte() & 1 ? bytes.below(n + 3) : 0;
    options.query_offset = bytes.byte() & 1 ? bytes.below(n + 5) : 0;
    options.temperature = bytes.byte() & 1 ? 0.25f + static_cast<float>(bytes.byte()) / 64 : 1;
    const bool extreme = !wild && bytes.byte() & 1;
    if (extreme) options.temperature = bytes.one_of(temperatures);
    if (extreme && bytes.byte() & 1) options.scale = bytes.one_of(scales);
    options.alibi = bytes.byte() & 1 ? bytes.ordinary() / 16 : 0;
    options.rope_base = !extreme && d_k > 1 && bytes.byte() % 4 == 1 ? 10000.0f : 0;
    options.rope_pairs = bytes.byte() % 2 == 1 ? RopePairs::halves : RopePairs::neighbours;
    std::vector<unsigned char> key_mask(static_cast<std::size_t>(n));
    for (unsigned char& x : key_mask) x = bytes.byte() & 1;
    if (bytes.byte() & 1) options.key_mask = key_mask.data();
    const std::vector<float> x = bytes.matrix(n, d_model, wild);
    const auto weights_of = [&](int rows, int cols) {
        return extreme ? bytes.selection(rows, cols) : bytes.matrix(rows, cols, wild);
    };
    const std::vector<float> wq = weights_of(d_model, d_model);
    const std::vector<float> wk = weights_of(d_model, kv);
    const std::vector<float> wv = weights_of(d_model, kv);
    const std::vector<float> wo = weights_of(d_model, d_model);
    const MultiHeadWeights weights{{wq.data(), d_model, d_model},
                                   {wk.data(), d_model, kv},
                                   {wv.data(), d_model, kv},
                                   {wo.data(), d_model, d_model},
                                   heads,
                                   kv_heads};
    const ConstMatrixView xs{x.data(), n, d_model};
    demand(!validate(xs, weights, options), "a valid call is refused");

    std::vector<float> packed(packed_weights_floats(shape));
    pack_weights(weights, packed.data());
    const std::size_t size = static_cast<std::size_t>(n) * static_cast<std::size_t>(d_model);
    std::vector<float> out(size);
    std::vector<float> scratch(multi_head_scratch(shape, false));
    multi_head(xs, packed.data(), shape, options, scratch.data(), {out.data(), n, d_model}, nullptr);
    std::vector<float> kept_out(size);
    std::vector<float> kept(static_cast<std::size_t>(heads) * static_cast<std::size_t>(n) *
                            static_cast<std::size_t>(n));
    scratch.assign(multi_head_scratch(shape, true), 0);
    multi_head(xs, packed.data(), shape, options, scratch.data(), {kept_out.data(), n, d_model}, kept.data());
    const MultiHeadTrace staged = multi_head_trace(xs, weights, options);
    if (wild) return;
    const std::vector<double> expected = reference::multi_head(xs, weights, options);
    double largest = 1;
    for (const double y : expected) largest = std::fmax(largest, std::abs(y));
    const double bound = extreme ? extreme_bound : 1e-2 * largest;
    for (std::size_t i = 0; i < size; ++i) {
        for (const float got : {out[i], kept_out[i], staged.output[i]}) {
            demand(std::abs(static_cast<double>(got) - expected[i]) < bound,
                   "multi-head attention differs from the reference");
        }
    }
}

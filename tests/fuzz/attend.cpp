// libFuzzer: any sizes, options and numbers. Fused and staged attention must not crash, read or write out of
// bounds, and must agree with the double reference wherever the inputs are ordinary numbers.
#include "attention/attend.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "attention/reference.h"
#include "attention/trace.h"
#include "attention/validate.h"
#include "bytes.h"

using namespace attention;
using namespace fuzz;

void fuzz::check(Bytes& bytes, bool wild) {
    const int n = 1 + bytes.below(40);
    const int m = 1 + bytes.below(bytes.byte() < 16 ? 300 : 30);
    const int d = 1 + bytes.below(20);
    const int dv = 1 + bytes.below(20);
    Options options;
    options.causal = bytes.byte() & 1;
    options.window = bytes.byte() & 1 ? bytes.below(m + 3) : 0;
    options.query_offset = bytes.byte() & 1 ? bytes.below(m + 5) : 0;
    options.temperature =
        bytes.byte() & 1 ? (wild ? bytes.any() : 0.25f + static_cast<float>(bytes.byte()) / 64) : 1;
    if (bytes.byte() & 1) options.scale = wild ? bytes.any() : bytes.ordinary() / 4;
    const bool extreme = !wild && bytes.byte() & 1;
    if (extreme) options.temperature = bytes.one_of(temperatures);
    if (extreme && bytes.byte() & 1) options.scale = bytes.one_of(scales);
    options.alibi = bytes.byte() & 1 ? (wild ? bytes.any() : bytes.ordinary() / 16) : 0;
    options.rope_base = !extreme && bytes.byte() % 4 == 1 ? 10000.0f : 0;
    options.rope_pairs = bytes.byte() % 2 == 1 ? RopePairs::halves : RopePairs::neighbours;
    const std::vector<float> bias = bytes.matrix(n, m, wild);
    if (bytes.byte() & 1) options.bias = bias.data();
    std::vector<unsigned char> key_mask(static_cast<std::size_t>(m));
    for (unsigned char& x : key_mask) x = bytes.byte() & 1;
    if (bytes.byte() & 1) options.key_mask = key_mask.data();
    const std::vector<float> q = bytes.matrix(n, d, wild);
    const std::vector<float> k = bytes.matrix(m, d, wild);
    const std::vector<float> v = bytes.matrix(m, dv, wild);
    const ConstMatrixView qs{q.data(), n, d};
    const ConstMatrixView ks{k.data(), m, d};
    const ConstMatrixView vs{v.data(), m, dv};
    if (validate(qs, ks, vs, options)) return;

    std::vector<float> out(static_cast<std::size_t>(n) * static_cast<std::size_t>(dv), 1e30f);
    const bool seen = attend(qs, ks, vs, options, {out.data(), n, dv});
    const Trace staged = trace(qs, ks, vs, options);
    if (wild) return;
    demand(seen == !staged.any_row_masked, "attend and trace disagree on rows that see nothing");
    const reference::Result expected = reference::attend(qs, ks, vs, options);
    bool all_see = true;
    for (auto row = expected.scaled.begin(); row != expected.scaled.end(); row += m)
        all_see &= std::any_of(row, row + m, [](double x) { return x != -INFINITY; });
    demand(seen == all_see, "attend is wrong about rows that see nothing");
    const double bound = extreme ? extreme_bound : 1e-3;
    for (std::size_t i = 0; i < out.size(); ++i) {
        demand(std::abs(static_cast<double>(out[i]) - expected.output[i]) < bound,
               "attend differs from the reference");
        demand(std::abs(static_cast<double>(staged.output[i]) - expected.output[i]) < bound, "trace differs");
    }
    for (std::size_t i = 0; i < staged.weights.size(); ++i) {
        demand((expected.scaled[i] != -INFINITY) || staged.weights[i] == 0,
               "a masked weight is not exactly 0");
    }
}

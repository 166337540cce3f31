// The formulas in double, as an essay writes them: no blocks, no tricks. Every kernel is tested against
// these, so masks, positions and heads are written out here once more: of the rest of the core only plain
// types are used. Slow on purpose; not for drawing.
#pragma once

#include <cstdint>
#include <vector>

#include "matrix.h"
#include "multi_head.h"
#include "options.h"

namespace attention::reference {

struct Result {
    std::vector<double> scores, scaled, weights;  // [n, m]
    std::vector<double> output;                   // [n, dv]
    std::vector<double> entropy;                  // [n] nats
};

std::vector<double> softmax(const std::vector<double>& row, double temperature);  // −inf: weight 0
double entropy(const std::vector<double>& weights);
std::vector<double> multiply(const std::vector<double>& a, const std::vector<double>& b, int n, int k,
                             int m);  // [n, k] [k, m] → [n, m]
std::vector<double> apply_rope(const std::vector<double>& x, int n, int d, std::int64_t offset, double base,
                               RopePairs pairs = RopePairs::neighbours);
std::vector<double> widen(ConstMatrixView x);

Result attend(ConstMatrixView q, ConstMatrixView k, ConstMatrixView v, const Options& options = {});
// Decoding: the newest token's query [heads, d] among the tokens so far, keys [length, kv_heads · d], values
// [length, kv_heads · dv] → [heads · dv]. Of the options window, scale, temperature and alibi.
std::vector<double> decode(ConstMatrixView query, ConstMatrixView keys, ConstMatrixView values, int kv_heads,
                           const Options& options = {});
std::vector<double> multi_head(ConstMatrixView x, const MultiHeadWeights& weights,
                               const Options& options = {});

}  // namespace attention::reference

// One query's row of scores and values that is never there as a whole: it comes in blocks, and of all that
// came before only m, ℓ and u are kept (Milakov and Gimelshein 2018; Rabe and Staats 2021; Dao et al. 2022).
// In double, for looking at every step. The kernels stream by the same formulas in float32: attend().
#pragma once

#include <limits>
#include <span>
#include <vector>

namespace attention {

struct OnlineSoftmax {
    explicit OnlineSoftmax(int dv) : blend(static_cast<std::size_t>(dv)) {}

    double largest = -std::numeric_limits<double>::infinity();  // m: the largest score so far
    double sum = 0;                                             // ℓ = Σ exp(x_j − m)
    std::vector<double> blend;                                  // u [dv] = Σ exp(x_j − m) v_j

    // Takes the next block in: scores [n], dimensionless (scaled and divided by T already), values [n, dv].
    // Returns exp(m − m′), by which ℓ and u were multiplied: between 0 and 1, 0 where nothing had come
    // before.
    //
    // A score of −∞ is masked and adds exactly 0, whatever its value holds; a block of nothing else changes
    // nothing and returns 1. What exp is given is never above 0, so no finite score overflows. A score that
    // is NaN or +∞ makes ℓ and u NaN, as it does where the whole row is there.
    double add(std::span<const double> scores, std::span<const double> values);

    // exp(x − m) ÷ ℓ: the weight of a score of the row so far; 0 where nothing or only what is masked has
    // come.
    double weight(double score) const;

    // u ÷ ℓ [dv], the row's output so far; zeros and false where nothing or only what is masked has come.
    bool output(std::span<double> out) const;
};

}  // namespace attention

// See head_layer.h.
#include "explainer/head_layer.h"

#include <algorithm>
#include <cmath>

#include "attention/score_patterns.h"
#include "attention/stages.h"
#include "attention/trace.h"
#include "explainer/numpy_random.h"
#include "explainer/phrase.h"

namespace explainer::head_layer {
namespace {

constexpr uint32_t seed = 2303;  // found by search: several heads of one mind against another

/// X and the weights: normal numbers, × 0.5 for weights, rounded to a tenth so that what is shown is all
/// there is.
struct Random {
    std::array<double, width * width> numbers[WO + 1];

    Random() {
        NumpyRandom random(seed);
        for (int name = X; name <= WO; ++name)
            for (int i = 0; i < rows_of(name) * width; ++i)  // (+ 0: no −0)
                numbers[name][i] = std::round(random.randn() * (name == X ? 10 : 5)) / 10 + 0.0;
    }
    MatrixDefault of(Name name) const {
        return {rows_of(name), width, std::span(numbers[name]).first(rows_of(name) * width)};
    }
};
const Random random;
const std::array defaults = {random.of(X), random.of(WQ), random.of(WK), random.of(WV), random.of(WO)};

double squares(attention::ConstMatrixView x) {
    double out = 0;
    for (int i = 0; i < x.rows; ++i)
        for (int j = 0; j < x.cols; ++j) out += static_cast<double>(x(i, j)) * static_cast<double>(x(i, j));
    return out;
}

}  // namespace

const char* const tokens[n] = {"The", "tea", "is", "still", "hot"};

std::string word(int i) {
    return Phrase() << "“" << tokens[i] << "”";
}

Cost cost(int heads, int pairs) {
    const int kv = pairs * (width / heads);
    const int weights = 2 * width * width + 2 * width * kv;  // W_Q and W_O; W_K and W_V
    return {weights, n * weights + 2 * n * n * width, heads * n * n, 2 * kv};
}

std::span<const MatrixDefault> drawn_matrices() {
    return defaults;
}

/// What a score of a head may be off by in single precision: less is no difference between two.
double HeadLayer::noise_of(int h) const {
    double longest = 0;
    for (int i = 0; i < n; ++i) longest = std::max(longest, squares(view(X).rows_from(i, 1)));
    const double q = squares(view(WQ).cols_from(h * d_k, d_k)),
                 k = squares(view(WK).cols_from(given_column(pair_of(h) * d_k), d_k));
    return 1e-6 * longest * std::sqrt(q * k);
}

void HeadLayer::compute() {
    const int d = d_k;
    for (const Name name : {Q, K, V}) {
        for (int c = 0; c < columns(name); c += d) {
            const int given = name == Q ? c : given_column(c);
            attention::project(view(X), view(WQ + name - Q).cols_from(given, d), view(name).cols_from(c, d));
        }
    }
    for (int h = 0; h < heads; ++h) {
        const int pair = pair_of(h) * d, map = h * n * n;
        float scores[n * n];
        const attention::MatrixView own = view(concat).cols_from(h * d, d);
        attention::trace_into(view(Q).cols_from(h * d, d), view(K).cols_from(pair, d),
                              view(V).cols_from(pair, d), {},
                              {{scores, n, n}, {scaled + map, n, n}, {weights + map, n, n}, own});
        attention::project(own, view(WO).rows_from(h * d, d), {shares + h * n * width, n, width});
        const double noise = noise_of(h);
        ranks[h] = attention::rank({scores, n, n}, noise);
        orders[h] = attention::orders({scores, n, n}, noise);
    }
    attention::project(view(concat), view(WO), view(output));
}

}  // namespace explainer::head_layer

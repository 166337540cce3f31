// See online_softmax.h.
#include "online_softmax.h"

#include <cassert>
#include <cmath>

namespace attention {

double OnlineSoftmax::add(std::span<const double> scores, std::span<const double> values) {
    const std::size_t dv = blend.size();
    assert(values.size() == scores.size() * dv);
    const double before = largest;
    for (const double x : scores) largest = x > largest ? x : largest;
    // (Not by exp where m stays: −∞ − −∞ would be NaN.)
    const double factor = largest == before ? 1 : std::exp(before - largest);
    sum *= factor;
    for (double& u : blend) u *= factor;
    for (std::size_t j = 0; j < scores.size(); ++j) {
        if (scores[j] == -std::numeric_limits<double>::infinity()) continue;
        const double e = std::exp(scores[j] - largest);
        sum += e;
        for (std::size_t c = 0; c < dv; ++c) blend[c] += e * values[j * dv + c];
    }
    return factor;
}

double OnlineSoftmax::weight(double score) const {
    return sum == 0 ? 0 : std::exp(score - largest) / sum;
}

bool OnlineSoftmax::output(std::span<double> out) const {
    assert(out.size() == blend.size());
    for (std::size_t c = 0; c < blend.size(); ++c) out[c] = sum == 0 ? 0 : blend[c] / sum;
    return sum != 0;
}

}  // namespace attention

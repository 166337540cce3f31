// See sampling.h.
#include "sampling.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace model {

Probabilities probabilities_of(std::span<const float> logits, double temperature) {
    const double largest = static_cast<double>(*std::max_element(logits.begin(), logits.end()));
    Probabilities out;
    double sum = 0;
    for (const float one : logits)
        sum += out.emplace_back(std::exp((static_cast<double>(one) - largest) / temperature));
    for (double& one : out) one /= sum;
    return out;
}

Shares::Shares(std::span<const float> logits, const Sampling& how, std::vector<std::size_t> sorted)
    : plain(probabilities_of(logits)),
      before(probabilities_of(logits, how.temperature)),
      after(before.size()),
      order(std::move(sorted)) {
    const std::size_t k = std::min(order.size(), static_cast<std::size_t>(how.top_k));
    double sum = 0, reached = 0;
    for (std::size_t i = 0; i < k; ++i) sum += before[order[i]];
    while (kept < k && (how.top_p == 1 || reached < how.top_p * sum)) reached += before[order[kept++]];
    if (kept == order.size()) reached = 1;  // (but for rounding it is)
    for (std::size_t i = 0; i < kept; ++i) after[order[i]] = before[order[i]] / reached;
}

std::size_t Shares::token_at(double drawn) const {
    double reached = 0;
    for (std::size_t i = 0; i + 1 < kept; ++i) {
        reached += after[order[i]];
        if (drawn < reached) return order[i];
    }
    return order[kept - 1];  // (rounded sums may end short of 1)
}

}  // namespace model

// From logits to the next token: their softmax at a temperature, and the tokens that top-k and top-p leave to
// be drawn from.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace model {

// Of the next word, by token.
using Probabilities = std::vector<double>;

// softmax(logits / temperature), in double: differences of tiny probabilities are shown.
Probabilities probabilities_of(std::span<const float> logits, double temperature = 1);

// How a token is chosen out of its logits.
struct Sampling {
    double temperature = 1;  // > 0
    double top_p = 1;        // of what the top_k likeliest have, the fewest that come to this share (Holtzman
                             // et al. 2020)
    int top_k = std::numeric_limits<int>::max();  // ≥ 1; more than there are: all (Fan et al. 2018)
};

// The shares of the next token, by token.
struct Shares {
    Probabilities plain;             // the model's own: a temperature of 1, and no token cut
    Probabilities before;            // at this temperature
    Probabilities after;             // 0 for tokens that are cut, the others sum to 1
    std::vector<std::size_t> order;  // tokens, the likeliest first; of equal ones the smaller number
    std::size_t kept = 0;            // so many of these are not cut

    Shares() = default;
    // order: as the member says. (Sorting is left to the caller, which has one sort for everything.)
    Shares(std::span<const float> logits, const Sampling& how, std::vector<std::size_t> order);
    // The token that a number in [0, 1) falls on, where the kept ones stand side by side, the likeliest
    // first.
    std::size_t token_at(double drawn) const;
};

}  // namespace model

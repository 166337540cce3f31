// What claims come to: each is asked of its exhibit, a few at a time, and judged. Draws no figure.
#pragma once

#include <string>
#include <vector>

#include "explainer/exhibits/check_claims.h"

namespace explainer::checking {

/// The numbers of a list, parted by blanks, and how many decimals each is given in.
struct Stated {
    Numbers numbers;
    int decimals[Numbers::most] = {};
};
Stated stated_in(const Claim& claim);

/// The output of a row, written out: weights and what they are multiplied with.
struct Sum {
    static constexpr int most = 3;
    int count = 0, rows = 0;                           // weights of the row, rows of all weights
    float weights[most], rounded[most], values[most];  // weights as they are, and to three digits
    float exact = 0, by_hand = 0;                      // Σ weight × value by the core, of both
};

/// What a claim comes to.
struct Reading {
    Numbers computed, by_hand;  // by_hand: with weights rounded first; none: there are no weights
    Sum sum;
    bool whole = false;  // nothing of it is still being counted
};

/// Of all claims. They depend on no state, so that all views have them from one place, where they are made
/// once.
class Readings {
  public:
    /// With those that are shown as a sum: how much room that takes waits for nothing.
    Readings();
    /// Some more of it, about `effort` × 5 ms; true while there is more to do.
    bool advance(float effort);
    const Reading& of(int claim) const { return readings_[static_cast<size_t>(claim)]; }

  private:
    void ask(int claim);

    std::vector<Reading> readings_{static_cast<size_t>(claim_count)};
    WidthSample samples_[3] = {{64, 1}, {512, 1}, {4096, 1}};  // as scaling opens: draw 1
    int next_ = 0;
};
Readings& readings();

enum class Verdict : char { pending, holds, rounding, differs };

Verdict verdict(int claim, bool by_hand);
/// Whether numbers are as the claim has them.
bool holds(const Claim& claim, const Numbers& numbers);
/// How far a computed number of a claim that is judged as near may be from the stated one.
double slack(const Claim& claim, int number);
const Numbers& computed(int claim, bool by_hand);
/// How a claim puts the computed numbers, as its `reads` says.
std::string put(const Claim& claim, const Numbers& numbers);

/// Python that computes all of them: `claims` has for each name how it is judged and its numbers.
std::string claims_numpy(bool by_hand);

}  // namespace explainer::checking

// What five essays say of attention in numbers, as data, and what these come to here: each claim names an
// exhibit, a state of it and the numbers of its description that answer the claim, and those are asked of
// that very exhibit; deviations are measured by the samples that the scaling exhibit draws. Draws no figure.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "explainer/exhibits/scaling_sample.h"

namespace explainer::checking {

/// How the numbers that the exhibit answers become the claim's.
enum class How : char {
    as_they_are,
    percent,   // shares
    ratio,     // the first ÷ the second
    one_hot,   // said with how small the second largest is
    sampled,   // the deviation of q·k at the widths that `from` lists
    sampled2,  // the same, and of q·k ÷ √d_k
};

struct Claim {
    const char* essay;
    const char* says;
    const char* stated;           // numbers, parted by blanks, in as many digits as the essay gives
    const char* words = nullptr;  // what is said instead of the numbers; null: they are
    const char *exhibit = nullptr, *state = nullptr;
    const char* table = nullptr;  // of the exhibit's description: where cells are looked up
    const char* from = nullptr;   // parted by "|": names of values, or "row/column" of that table
    How how = How::as_they_are;
    int component = -1;            // of an output, which is the sum of the first row's weights × values
    const char* reason = nullptr;  // why it differs
    float scale = 0;               // of the two bars that show how far; 0: there are none
    const char* python = nullptr;  // the same by NumPy, from the lines of claims_numpy()
};

std::span<const Claim> claims();

/// As many numbers as a claim has at most.
struct Numbers {
    static constexpr int most = 7;
    int count = 0;
    double at[most] = {};

    void add(double one) {
        if (count < most) at[count++] = one;
    }
};

/// The numbers of a list, parted by blanks.
Numbers numbers_of(const char* list);
/// Digits behind the point of the first of them.
int decimals_of(const Claim& claim);
/// Whether its numbers are measured on random pairs.
bool is_sampled(const Claim& claim);

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
    /// Some more of it, about `effort` × 5 ms; true while there is more to do.
    bool advance(float effort);
    const Reading& of(int claim) const { return readings_[static_cast<size_t>(claim)]; }

  private:
    void sample(int claim);

    std::vector<Reading> readings_{claims().size()};
    WidthSample samples_[3] = {{64, 1}, {512, 1}, {4096, 1}};  // as scaling opens: draw 1
    int next_ = 0;
};
Readings& readings();

enum class Verdict : char { pending, holds, rounding, differs };

/// Whether a claim holds: each number within half a unit of its last digit, a deviation within 2 %.
Verdict verdict(int claim, bool by_hand);
/// How far off each number of a claim may be.
double slack(int claim, double stated);
const Numbers& computed(int claim, bool by_hand);

/// Python that computes all of them: `claims` is a list of (stated, how far off, computed).
std::string claims_numpy(bool by_hand);

}  // namespace explainer::checking

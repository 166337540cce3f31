// The score-deviation experiment: how far q·k spreads when q and k have d independent N(0, 1) components.
// In steps, so that a caller can spread it over frames. Not a general random library.
#pragma once

#include <cstdint>
#include <span>

#include "xoshiro.h"

namespace attention {

class ScoreDeviation {
  public:
    // pairs fresh (q, k) pairs of d components each; the same seed gives the same numbers everywhere.
    ScoreDeviation(int d, int pairs, std::uint32_t seed);

    // Draws up to count more pairs; returns how many are left. Chunks do not change the result.
    int advance(int count);

    int done() const { return done_; }
    int pairs() const { return pairs_; }
    double raw() const;     // standard deviation (n − 1) of q·k so far; expected √d
    double scaled() const;  // of q·k / √d; expected 1

  private:
    int d_;
    int pairs_;
    int done_ = 0;
    double mean_ = 0;
    double squares_ = 0;  // Σ (x − mean)², Welford
    Xoshiro random_;
};

// q·k of fresh q and k with d independent N(0, 1) components each, at a sixteenth of the cost of drawing all
// components, and exactly so distributed: only the length of q is drawn (its components in pairs, without
// their angles), and along q the component of k, whatever direction q has, is N(0, 1).
class ScoreDraw {
  public:
    // The same seed and stream give the same numbers everywhere.
    ScoreDraw(int d, std::uint32_t seed, std::uint32_t stream);

    float score();
    // The scores of one q with as many keys as there is room for.
    void row(std::span<float> out);

  private:
    double length();
    double normal();

    int d_;
    Xoshiro random_;
    double spare_ = 0;
    bool has_spare_ = false;
};

}  // namespace attention

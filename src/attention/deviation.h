// The score-deviation experiment: how far q·k spreads when q and k have d independent N(0, 1) components.
// In steps, so that a caller can spread it over frames. Not a general random library.
#pragma once

#include <cstdint>

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
    std::uint32_t next();

    int d_;
    int pairs_;
    int done_ = 0;
    double mean_ = 0;
    double squares_ = 0;  // Σ (x − mean)², Welford
    std::uint32_t state_[4];
};

}  // namespace attention

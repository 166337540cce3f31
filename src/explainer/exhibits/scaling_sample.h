// The scaling exhibit's experiment: random scores at each width, counted as they come, and rows of keys with
// the weights that they get with and without ÷ √d_k. In steps, which change nothing of the end. Draws no
// figure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "attention/deviation.h"

namespace explainer {

/// A row of scores, raw and divided by √d, and what softmax makes of both.
struct KeyRow {
    static constexpr int most = 16;

    int d = 1, count = 0, top = 0;  // top: where the largest raw weight is
    bool given = false;             // the article's four scores, not drawn
    float scores[most] = {}, divided[most] = {};
    float raw[most] = {}, scaled[most] = {};      // weights
    float raw_gradient = 0, scaled_gradient = 0;  // ‖∂α/∂(q·k)‖: both by the score before the division
    float raw_spread = 0, scaled_spread = 0;      // effective number of keys
    void weigh();
};

/// Row `number` of that draw, counted from 1; 0 is the mathematics article's 22, −3, 1, −5.
KeyRow key_row(int d, int seed, int number);

/// Pairs and rows at one width.
class WidthSample {
  public:
    static constexpr int pairs = 20000, rows = 501;
    static constexpr int bins = 48;       // of the scores in units of √d
    static constexpr double reach = 4;    // from −4 to 4 of them
    static constexpr double far_out = 5;  // beyond it softmax's weights are mostly decided

    WidthSample(int d, int seed);

    /// Draws about `budget` uniform numbers' worth, at least one row or pair while there are any left, but
    /// not past `most_pairs` pairs; takes off what it cost.
    void advance(double& budget, int most_pairs);

    int d() const { return d_; }
    int done() const { return done_; }
    bool finished() const { return done_ == pairs && rows_done() == rows; }
    int rows_done() const { return static_cast<int>(raw_gradients_.size()); }
    double root() const;
    double raw() const;  // standard deviation (n − 1) of q·k so far
    double scaled() const { return raw() / root(); }
    double raw_gradient() const { return raw_median_; }  // medians of ‖∂α/∂(q·k)‖ over the rows so far
    double scaled_gradient() const { return scaled_median_; }
    double raw_low() const { return raw_low_; }  // quartiles of the same
    double raw_high() const { return raw_high_; }
    double mean_raw_gradient() const;
    const std::vector<int>& counts() const { return counts_; }
    double raw_far() const { return share(raw_far_); }  // shares beyond ±5
    double scaled_far() const { return share(scaled_far_); }

  private:
    double share(int count) const { return done_ > 0 ? static_cast<double>(count) / done_ : 0; }
    void draw_row();
    void draw_pair();

    int d_, seed_, done_ = 0;
    attention::ScoreDraw draw_;
    double mean_ = 0, squares_ = 0;  // Σ (x − mean)², Welford
    int raw_far_ = 0, scaled_far_ = 0;
    std::vector<int> counts_;
    std::vector<float> raw_gradients_, scaled_gradients_;
    double raw_median_ = 0, scaled_median_ = 0, raw_low_ = 0, raw_high_ = 0;
};

/// The Python of it, by drawing all components; the row is the figure's own.
std::string scaling_numpy(int d, int seed, const KeyRow& row, int key);

}  // namespace explainer

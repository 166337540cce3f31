// One row of softmax with all that the softmax exhibit tells of it: its recipe step by step in float32, its
// weights, their spread, how they answer a score; what moves scores so that weights become what a hand wants;
// the same in words and in Python. Draws nothing, and has no parameters.
#pragma once

#include <string>
#include <vector>

#include "explainer/description.h"

namespace explainer {

struct SoftmaxRow {
    static constexpr int most = 8;
    static constexpr int curve_points = 121;
    static constexpr double coldest = 0.05, warmest = 30;

    // Given
    int count = 0;
    bool subtract = false;  // the largest score, before the exponential
    double temperature = 1;
    double given[most] = {};  // the scores as they stand in the state

    // Computed, by the core in float32
    float scores[most] = {};
    float divided[most] = {};       // what goes into exp: (score − shift) ÷ T
    float exponentials[most] = {};  // infinite where float32 has no room
    float quotients[most] = {};     // exponential ÷ their sum, as the recipe says: not always a number
    float weights[most] = {};       // softmax as the core computes it: always numbers
    float jacobian[most * most] = {};
    float shift = 0, sum = 0, total = 0, entropy = 0, spread = 0, gradient = 0;
    int top = 0;                                     // where the largest weight is, the first of them
    std::vector<double> curve_t, curve_norm;         // the gradient's size against T
    int peak = 0;                                    // of the curve; at an end it is none
    float largest_in = 0, largest_exp = 0;           // the largest ÷ T, and its plain exponential
    float ten_times = 0;                             // ten times the largest, divided by T
    float ten_times_exp = 0, ten_times_shifted = 0;  // its exponential, and with the largest subtracted
    float limit = 0;                                 // above it exp is infinite in float32

    void compute();

    bool has_peak() const {
        return peak > 0 && peak + 1 < curve_points && curve_norm[static_cast<size_t>(peak)] > 0;
    }
    /// Whether the recipe as it is written ends in weights: not if the sum is infinite or 0.
    bool whole() const;
    /// Each exponential is finite, and their sum is not.
    bool only_the_sum_overflows() const;
    /// ln of the greatest count of equal weights there could be.
    double greatest_entropy() const;
    float sensitivity(int i, int j) const { return jacobian[i * count + j]; }

    /// The score that gives i the weight `share` while the others keep their proportions.
    double score_for(int i, double share) const;
    /// The scores of i and i + 1 when the border between their shares is at `place` (0 to 1) of the budget:
    /// the others keep their shares. False: there is nothing between them to trade.
    bool scores_for(int i, double place, double& left, double& right) const;

    /// "the largest weight is 54.5 %, for x₃": all whose percentage shows the same.
    std::string winners() const;
    /// What becomes of the weights at the ends of the temperature: "small T: one wins; large T: all alike".
    std::string towards_zero() const;

    /// Whether the exponentials fit into float32, of the recipe as it is written: the verdict, which is empty
    /// where nothing goes wrong, and what it comes to.
    struct Room {
        std::string verdict, words;
    };
    Room room() const;

    Description describe(int row, int column) const;
    std::string numpy() const;

    /// An answer of a weight to a score: four decimals, or "0" where they would be zeros.
    static std::string answer(float value);
    /// An exponential in at most eight digits.
    static std::string shown(float exponential);
    /// Below the smallest number that float32 holds in full: some 10⁻³⁸.
    static bool is_too_small(float exponential);
    /// "₁" for 0.
    static std::string index(int i);
};

}  // namespace explainer

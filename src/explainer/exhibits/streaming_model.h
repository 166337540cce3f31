// What `streaming` computes, by the core's running state, and what it says of it: eight keys with a score and
// a value each, which come in blocks; what is carried after each block; the same of all keys so far at once.
// No drawing in here.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "attention/online_softmax.h"
#include "explainer/description.h"
#include "explainer/figures/plane.h"

namespace explainer::streaming {

enum : int { scores, values, block, step, play, show_carried, show_numbers };
std::span<const Parameter> parameters();
std::span<const Preset> presets();

inline constexpr int keys = 8;
inline constexpr double value_reach = 4;

inline size_t at(int index) {
    return static_cast<size_t>(index);
}

struct Model {
    int size = 2, blocks = 4, now = 4;  // of a block; how many there are, and how many have come
    double x[keys] = {}, v[2 * keys] = {};
    std::vector<attention::OnlineSoftmax> after;  // [blocks + 1]: after so many of them
    std::vector<double> factors;                  // [blocks]: what each multiplied ℓ and u by
    double weights[keys] = {};                    // of the keys so far, at once: 0 for others
    figures::Vector2 whole;                       // Σ α v of these

    void compute(const State& state);
    /// The same of scores that are on their way.
    void run();

    int come() const { return now * size; }
    int block_of(int key) const { return key / size; }
    double m(int blocks_in) const { return after[at(blocks_in)].largest; }
    double l(int blocks_in) const { return after[at(blocks_in)].sum; }
    /// exp(x − m), as it was added when the key came.
    double added(int key) const;
    figures::Vector2 value(int key) const { return {v[2 * key], v[2 * key + 1]}; }
    /// u ÷ ℓ after so many blocks.
    figures::Vector2 output(int blocks_in) const;
    /// Something was there to be scaled, and m rose.
    bool shrinks(int of_block) const { return of_block > 0 && factors[at(of_block)] < 1; }

    Description describe() const;
    std::string numpy() const;
};

/// A value: whole, or with one decimal.
std::string tenths_of(double value);
/// A factor to so many decimals; "1" and "0" where it is that, or shows as 0.
std::string factor_text(double factor, int decimals);

}  // namespace explainer::streaming

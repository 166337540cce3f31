// The mix of `blend`: vectors, their scores, weights and output by the core, its limits, the values' convex
// hull. No drawing in here.
#pragma once

#include <string>
#include <vector>

#include "explainer/exhibits/floats.h"
#include "explainer/figures/plane.h"

namespace explainer::blending {

enum : int { query, keys, values, count, temperature, chosen, show_weights, show_sum };

inline constexpr int most = 5;  // keys

inline constexpr const char* score_names[most] = {"q·k₁", "q·k₂", "q·k₃", "q·k₄", "q·k₅"};
inline constexpr const char* key_names[most] = {"k₁", "k₂", "k₃", "k₄", "k₅"};
inline constexpr const char* value_names[most] = {"v₁", "v₂", "v₃", "v₄", "v₅"};

inline figures::Vector2 vector_at(const float* v) {
    return {wide(v[0]), wide(v[1])};
}

/// Vectors that are mixed, as they are or as they are on their way.
struct Given {
    int n = 0;
    float q[2] = {}, k[2 * most] = {}, v[2 * most] = {};  // [2] [n, 2] [n, 2]

    figures::Vector2 query() const { return vector_at(q); }
    figures::Vector2 key(int i) const { return vector_at(k + 2 * i); }
    figures::Vector2 value(int i) const { return vector_at(v + 2 * i); }
};

struct Mixed {
    float scores[most] = {}, weights[most] = {}, output[2] = {};
    figures::Vector2 at() const { return vector_at(output); }
};

Mixed mixed(const Given& given, float temperature);

/// What T → ∞ and T → 0 come to: the mean of all values, and of those whose keys score highest.
figures::Vector2 limit(const Given& given, const Mixed& now, bool of_winners);

/// Before and behind the largest percentage: whose it is, all whose percentage shows the same.
struct Attention {
    std::string before, share, behind;
};
Attention attention(const Given& given, const Mixed& now);

/// The ways of the query and of the output that followed it, oldest first.
struct Trails {
    std::vector<figures::Vector2> query, output;

    /// On to the query of `given`, as if it had gone in a straight line.
    void go(const Given& given, float temperature);
};

/// The corners of the convex hull of the values, counter-clockwise.
std::vector<figures::Vector2> hull_of(const Given& given);

}  // namespace explainer::blending

// What the exhibit blend is made of beside its planes: its parameters' places, the mix itself by the core,
// the convex hull, and the sum written out. What a hand does on the planes is in blend.cpp.
#pragma once

#include <vector>

#include "explainer/exhibits/floats.h"
#include "explainer/figures/layout.h"
#include "explainer/figures/plane.h"

namespace explainer::blending {

enum : int { query, keys, values, count, temperature, chosen };

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

/// The corners of the convex hull of the values, counter-clockwise.
std::vector<figures::Vector2> hull_of(const Given& given);

/// The pair that the pointer is on: by one of its handles, bars or numbers; by its row of the table.
struct Pointed {
    int handle = -1, row = -1;
    bool operator==(const Pointed&) const = default;
};

/// What the sum shows, and what it finds pointed at.
struct Sum {
    Given given;
    Mixed now;
    int chosen = 0, lit = -1;  // pairs; lit: pointed at
    Pointed* pointed = nullptr;
    bool lights(int i) const { return i == chosen || i == lit; }
};

/// The query and the chosen key, component by component; their numbers can be changed.
figures::Block pair_line(const Theme& theme, Sum sum);
/// The output as a sum, written out; the values in it can be changed. From 860 pixels.
figures::Block sum_line(Sum sum);
/// The same as a table, where there is no room for a line.  A press on a row chooses its pair.
figures::Block sum_table(const Theme& theme, float width, const Sum& sum);

}  // namespace explainer::blending

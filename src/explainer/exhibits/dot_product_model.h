// What `dot-product` computes and says of it: the scores of one to four keys against one query, with what
// they are made of: products, angle, length along the query. No drawing in here.
#pragma once

#include <string>
#include <string_view>

#include "explainer/description.h"
#include "explainer/parameters.h"

namespace explainer::dot_products {

inline constexpr int most = 4;  // keys

// Parameters, in the order of the table. The components of key i are key + 2 i and the one behind it.
enum : int {
    qx,
    qy,
    key,
    count = key + 2 * most,
    chosen,
    lines,
    halves,
    show_keys,
    show_components,
    show_areas
};

inline constexpr const char* key_names[most] = {"k₁", "k₂", "k₃", "k₄"};

/// What one key comes to against the query.
struct Pair {
    float k[2] = {}, product[2] = {};  // product: q_i k_i
    float score = 0, length = 0;
    float share = 0;              // of the query's attention: softmax over the keys' scores, undivided, T = 1
    bool defined = false;         // whether there is an angle
    float cosine = 0, angle = 0;  // angle in degrees, 0 to 180
    float along = 0;              // signed length of k's projection on q: q·k / ‖q‖

    /// How the two lie to each other: by the angle alone, as it shows.
    std::string_view direction() const;
};

struct Model {
    void compute(const State& state);
    Description describe() const;
    std::string numpy(const State& state) const;

    const Pair& pair() const { return pairs[taken]; }
    const char* name() const { return key_names[taken]; }
    /// Of a place on the plane.
    float score_at(float x, float y) const;
    /// Whether two scores are those of one line: they show as the same, and their lines are no further apart
    /// than that. A short query's lines are far apart where its scores are not.
    bool same_line(float one, float other, float tolerance = 0.005f) const;

    float q[2] = {};
    float q_length = 0, largest = 0;  // of the scores' sizes
    Pair pairs[most];
    int keys = 0, taken = 0;  // how many there are, and which of them is taken apart
};

}  // namespace explainer::dot_products

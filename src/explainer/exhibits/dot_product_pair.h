// The chosen pair of the exhibit dot-product, taken apart: in components, as areas, as a projection. The
// plane and the keys' table are in dot_product.cpp.
#pragma once

#include <optional>
#include <string>

#include "explainer/figures/layout.h"
#include "explainer/figures/plane.h"

namespace explainer::dot_products {

enum : int { qx, qy };  // the query's parameters

/// What one key comes to against the query.
struct Pair {
    float k[2] = {}, product[2] = {};  // product: q_i k_i
    float score = 0, length = 0;
    float share = 0;              // of the query's attention: softmax over the keys' scores, undivided, T = 1
    bool defined = false;         // whether there is an angle
    float cosine = 0, angle = 0;  // angle in degrees, 0 to 180
    float along = 0;              // signed length of k's projection on q: q·k / ‖q‖
};

/// What the pointer is on.
struct Pointed {
    int key = -1, row = -1;  // a key: on the plane; in the table
    int product = -1;        // 0, 1: products; 2: their sum
    struct Line {
        float score;
        figures::Vector2 at;  // where the pointer is
        bool operator==(const Line&) const = default;
    };
    std::optional<Line> line;  // of equal score
    bool operator==(const Pointed&) const = default;
};

struct TakenApart {
    Pair pair;
    float q[2] = {}, q_length = 0;
    std::string name;            // of the key
    int first = 0;               // its first parameter; the other one is behind it
    int product = -1;            // that is pointed at: 0, 1: products; 2: their sum
    Pointed* pointed = nullptr;  // what this frame finds
};

/// ‖q‖, the part of the key along q, and what they come to.
figures::Block formulas(const Theme& theme, const TakenApart& all);
/// q·k, product by product; the numbers of both vectors can be changed.
figures::Block components(const Theme& theme, const TakenApart& all);
/// Two products as rectangles, and the same area once more: ‖q‖ wide, the part of the key along q high.
figures::Block areas(const Theme& theme, const TakenApart& all);

/// The colour of a score: with its sign, so never alone.
Color color_of(const Theme& theme, float score);

}  // namespace explainer::dot_products

// Products as rectangles, a + b = c, for the exhibit dot-product: all three to one scale.
#pragma once

#include <array>
#include <string>

#include "explainer/figures/layout.h"

namespace explainer::dot_products {

struct Area {
    double width = 0, height = 0;    // with their signs, of which the picture shows that of `value`
    double value = 0;                // negative: outlined, in the other colour
    std::string below, beside = {};  // what its sides are
};

/// `lit` is one that is pointed at elsewhere, or −1.
figures::Block areas_to_scale(std::array<Area, 3> areas, int lit);

}  // namespace explainer::dot_products

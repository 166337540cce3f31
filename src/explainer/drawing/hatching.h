// How masked entries are hatched, wherever they are drawn: by strokes, in SVG, by the shaders
// (heat_color.frag, which has the same numbers).
#pragma once

#include <algorithm>
#include <cmath>

#include "explainer/drawing/geometry.h"

namespace explainer {

/// CSS pixels, along an axis and across a line; and how much of the theme's line colour shows.
inline constexpr float hatch_step = 6, hatch_width = 1.5f, hatch_share = 0.35f;

/// The lines x + y = k · step as far as they are in `rect`: those of neighbours meet. Calls line(from, to).
template <class Line>
void for_each_hatch_line(const Rect& rect, Line line) {
    const float from = rect.x + rect.y, to = rect.right() + rect.bottom();
    if (!std::isfinite(from) || !std::isfinite(to)) return;
    for (float sum = std::ceil(from / hatch_step) * hatch_step; sum < to; sum += hatch_step) {
        const float left = std::max(rect.x, sum - rect.bottom()),
                    right = std::min(rect.right(), sum - rect.y);
        if (right > left) line(Point{left, sum - left}, Point{right, sum - right});
    }
}

}  // namespace explainer

// The convex hull of points in a plane: what mixes of them cannot leave.
#pragma once

#include <vector>

#include "explainer/figures/plane.h"

namespace explainer::figures {

/// The corners, counter-clockwise, without those on a side. Points are finite; of none there is none.
std::vector<Vector2> convex_hull(const std::vector<Vector2>& points);

}  // namespace explainer::figures

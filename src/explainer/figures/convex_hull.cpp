// See convex_hull.h. Andrew's monotone chain.
#include "explainer/figures/convex_hull.h"

#include "explainer/order.h"

namespace explainer::figures {

std::vector<Vector2> convex_hull(const std::vector<Vector2>& points) {
    const auto before = [&points](size_t i, size_t j) {
        const Vector2 a = points[i], b = points[j];
        return a.x < b.x || (a.x == b.x && a.y < b.y);
    };
    const std::vector<size_t> order = order_of(points.size(), before);
    std::vector<Vector2> out;
    for (const bool lower : {true, false}) {
        const size_t from = out.size();
        for (size_t n = 0; n < order.size(); ++n) {
            const Vector2 p = points[order[lower ? n : order.size() - 1 - n]];
            const auto turns_left = [&] {
                const Vector2 a = out[out.size() - 2], ab = out.back() - a, ap = p - a;
                return ab.x * ap.y - ab.y * ap.x > 0;
            };
            while (out.size() >= from + 2 && !turns_left()) out.pop_back();
            out.push_back(p);
        }
        if (!out.empty()) out.pop_back();  // begins the other half
    }
    if (out.empty() && !points.empty()) out.push_back(points.front());
    return out;
}

}  // namespace explainer::figures

// What both painters share. See painter.h.
#include "explainer/drawing/painter.h"

#include <cmath>

namespace explainer {

Color heat_color(const HeatLook& look, float value, const Theme& theme) {
    if (std::isnan(value)) return theme.paper;
    const float share = value / look.largest;
    return look.is_signed ? theme.score(share) : theme.weight(share);
}

}  // namespace explainer

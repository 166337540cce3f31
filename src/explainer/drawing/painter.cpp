// What both painters share. See painter.h.
#include "explainer/drawing/painter.h"

#include <cmath>

namespace explainer {

Color share_color(const HeatLook& look, float share, const Theme& theme) {
    if (look.is_signed) return theme.score(share);
    return look.muted ? theme.muted_weight(share) : theme.weight(share);
}

Color heat_color(const HeatLook& look, float value, const Theme& theme) {
    return std::isnan(value) ? theme.paper : share_color(look, value / look.largest, theme);
}

}  // namespace explainer

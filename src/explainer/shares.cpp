#include "explainer/shares.h"

#include "explainer/format.h"

namespace explainer {

std::string shown_share(double share) {
    if (share > 0.9995 && share < 1) return "> 99.9 %";
    if (share < 0.0005 && share > 0) return "< 0.1 %";
    return percent(share, 1);
}

std::string said_share(double share) {
    const std::string shown = shown_share(share);
    return (shown[0] == '>'   ? "more than"
            : shown[0] == '<' ? "less than"
                              : "") +
           shown.substr(shown[0] == '>' || shown[0] == '<' ? 1 : 0);
}

std::string joined(std::string_view share) {
    std::string out;
    for (const char c : share) {
        if (c == ' ')
            out += "\u00a0";
        else
            out += c;
    }
    return out;
}

}  // namespace explainer

// What a page fetches has no room for these yet (web/sizes.mjs): a map, scores and values of one's own are
// shown natively only.
#include "explainer/brought/kinds.h"

namespace explainer::brought {

std::span<const Kind* const> kinds() {
    return {};
}

}  // namespace explainer::brought

#include "explainer/brought/kinds.h"

namespace explainer::brought {

std::span<const Kind* const> kinds() {
    static constexpr const Kind* all[] = {&heads_kind, &map_kind,      &scores_kind,        &values_kind,
                                          &blend_kind, &position_kind, &learned_heads_kind, &next_word_kind};
    return all;
}

}  // namespace explainer::brought

// No hidden exhibits: a reader's browser need not load them, nor the parts that only they use.
#include "explainer/exhibit.h"

namespace explainer {

std::span<const ExhibitType* const> hidden_exhibits() {
    return {};
}

}  // namespace explainer

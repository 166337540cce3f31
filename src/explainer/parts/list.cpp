// The hidden exhibits: sheets of all parts in all states.
#include <array>

#include "explainer/exhibit.h"

namespace explainer {

extern const ExhibitType parts, parts_figures;

std::span<const ExhibitType* const> hidden_exhibits() {
    static constexpr std::array all = {&parts, &parts_figures};
    return all;
}

}  // namespace explainer

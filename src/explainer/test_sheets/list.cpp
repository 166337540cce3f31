// What is not on the page: the sheets of all parts in all states.
#include <array>

#include "explainer/exhibit.h"

namespace explainer {

extern const ExhibitType parts, parts_figures, parts_formulas, parts_matrix, parts_maps;

std::span<const ExhibitType* const> hidden_exhibits() {
    static constexpr std::array all = {&parts, &parts_figures, &parts_formulas, &parts_matrix, &parts_maps};
    return all;
}

}  // namespace explainer

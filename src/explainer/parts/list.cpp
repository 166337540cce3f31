// What is not on the page: exhibits that wait for room there (a reader loads 400 KB at most, web/build.mjs
// weighs it), and the sheets of all parts in all states.
#include <array>

#include "explainer/exhibit.h"

namespace explainer {

extern const ExhibitType projection, scores, blend, values, pipeline;
extern const ExhibitType parts, parts_figures, parts_formulas, parts_matrix, parts_maps;

std::span<const ExhibitType* const> hidden_exhibits() {
    static constexpr std::array all = {&projection,   &scores,    &blend,         &values,
                                       &pipeline,     &parts,     &parts_figures, &parts_formulas,
                                       &parts_matrix, &parts_maps};
    return all;
}

}  // namespace explainer

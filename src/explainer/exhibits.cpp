// The list of exhibits, in the order of the page. Each is declared in its own file under exhibits/.
#include <array>

#include "explainer/exhibit.h"

namespace explainer {

extern const ExhibitType dot_product, softmax, scaling, heads, proof;
extern const ExhibitType parts_figures;  // found by its id, but in no list

namespace {
constexpr std::array all = {&dot_product, &softmax, &scaling, &heads, &proof};
}  // namespace

std::span<const ExhibitType* const> exhibits() {
    return all;
}

const ExhibitType* find_exhibit(std::string_view id) {
    for (const ExhibitType* type : all) {
        if (type->id == id) return type;
    }
    return id == parts_figures.id ? &parts_figures : nullptr;
}

}  // namespace explainer

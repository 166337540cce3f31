// The list of exhibits, in the order of the page. Each is declared in its own file under exhibits/.
#include <array>

#include "explainer/exhibit.h"

namespace explainer {

extern const ExhibitType dot_product, softmax, scaling, heads, proof;
extern const ExhibitType parts, parts_figures;  // hidden

namespace {
constexpr std::array all = {&dot_product, &softmax, &scaling, &heads, &proof, &parts, &parts_figures};
constexpr size_t hidden = 2;  // the last ones
}  // namespace

std::span<const ExhibitType* const> exhibits() {
    return std::span(all).first(all.size() - hidden);
}

std::span<const ExhibitType* const> all_exhibits() {
    return all;
}

const ExhibitType* find_exhibit(std::string_view id) {
    for (const ExhibitType* type : all) {
        if (type->id == id) return type;
    }
    return nullptr;
}

}  // namespace explainer

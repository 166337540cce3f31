// The list of exhibits, in the order of the page. Each is declared in its own file under exhibits/.
#include <array>
#include <vector>

#include "explainer/exhibit.h"

namespace explainer {

extern const ExhibitType opening, one_word_exhibit, dot_product, projection, scores, softmax, scaling, blend,
    values, pipeline, heads, multi_head, masks, position_exhibit, learn_exhibit, induction_exhibit,
    learned_heads_exhibit, training_exhibit, next_word_exhibit, patch_exhibit, large_map, streaming_exhibit,
    cost_exhibit, decode_exhibit, check, proof;

namespace {
constexpr std::array listed = {&opening,
                               &one_word_exhibit,
                               &dot_product,
                               &projection,
                               &scores,
                               &softmax,
                               &scaling,
                               &blend,
                               &values,
                               &pipeline,
                               &heads,
                               &multi_head,
                               &masks,
                               &position_exhibit,
                               &learn_exhibit,
                               &induction_exhibit,
                               &learned_heads_exhibit,
                               &training_exhibit,
                               &next_word_exhibit,
                               &patch_exhibit,
                               &large_map,
                               &streaming_exhibit,
                               &cost_exhibit,
                               &decode_exhibit,
                               &check,
                               &proof};
}  // namespace

std::span<const ExhibitType* const> exhibits() {
    return listed;
}

std::span<const ExhibitType* const> all_exhibits() {
    static const std::vector<const ExhibitType*> all = [] {
        std::vector<const ExhibitType*> out(listed.begin(), listed.end());
        out.insert(out.end(), hidden_exhibits().begin(), hidden_exhibits().end());
        return out;
    }();
    return all;
}

const ExhibitType* find_exhibit(std::string_view id) {
    for (const ExhibitType* type : all_exhibits()) {
        if (type->id == id) return type;
    }
    return nullptr;
}

}  // namespace explainer

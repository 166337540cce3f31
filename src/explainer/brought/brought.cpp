#include "explainer/brought/brought.h"

#include <utility>

#include "explainer/brought/attention.h"
#include "explainer/brought/heads.h"

namespace explainer::brought {
namespace {

/// Attention and the arrays that its weights lie in.
struct Kept {
    std::shared_ptr<const Tensors> tensors;
    Attention attention;
};

}  // namespace

std::vector<std::string> tokens_among(std::span<const model::Array> arrays) {
    for (const std::string_view name : {"tokens", "words", "labels"})
        for (const model::Array& one : arrays)
            if (one.is_text && one.name == name) return one.words;
    return {};
}

std::span<const ExhibitType* const> types() {
    static const ExhibitType* const all[] = {&heads_type()};
    return all;
}

BroughtOrNot bring(std::string_view exhibit, std::shared_ptr<const Tensors> tensors) {
    if (exhibit != heads_type().id) return {nullptr, "This exhibit shows no tensors of your own."};
    auto kept = std::make_shared<Kept>();
    kept->tensors = std::move(tensors);
    kept->attention = attention_of(kept->tensors->arrays, kept->tensors->tokens);
    if (!kept->attention.error.empty()) return {nullptr, kept->attention.error};
    const Attention* attention = &kept->attention;
    return {heads_of({std::move(kept), attention}), ""};
}

}  // namespace explainer::brought

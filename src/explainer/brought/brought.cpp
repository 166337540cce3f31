#include "explainer/brought/brought.h"

#include <utility>

#include "explainer/brought/kinds.h"

namespace explainer::brought {
Tokens tokens_among(std::span<const model::Array> arrays) {
    const auto texts = [arrays](std::initializer_list<std::string_view> names) -> std::vector<std::string> {
        for (const std::string_view name : names)
            for (const model::Array& one : arrays)
                if (one.is_text && one.name == name) return one.words;
        return {};
    };
    return {.keys = texts({"tokens", "words", "labels"}), .queries = texts({"query_tokens"})};
}

std::vector<const ExhibitType*> types() {
    std::vector<const ExhibitType*> out;
    for (const Kind* kind : kinds()) out.push_back(&kind->type);
    return out;
}

BroughtOrNot bring(std::string_view exhibit, std::shared_ptr<const Tensors> tensors) {
    for (const Kind* kind : kinds())
        if (kind->type.id == exhibit) return kind->of(std::move(tensors));
    return {nullptr, "This exhibit shows no tensors of your own."};
}

}  // namespace explainer::brought

#include "explainer/brought/brought.h"

#include <utility>

#include "explainer/brought/attention.h"
#include "explainer/brought/head_tensors.h"
#include "explainer/brought/heads.h"
#include "explainer/brought/kinds.h"

namespace explainer::brought {
namespace {

/// What was read of the arrays, and the arrays that its numbers lie in. One thing to hold: `of` lives as
/// long.
template <class T>
struct Kept {
    std::shared_ptr<const Tensors> tensors;
    T of;
};
template <class T>
std::shared_ptr<const T> kept(std::shared_ptr<const Tensors> tensors, T&& of) {
    auto both = std::make_shared<Kept<T>>(Kept<T>{std::move(tensors), std::move(of)});
    const T* one = &both->of;
    return {std::move(both), one};
}

BroughtOrNot bring_heads(std::shared_ptr<const Tensors> tensors) {
    Attention attention = attention_of(tensors->arrays, tensors->tokens);
    if (!attention.error.empty()) return {nullptr, attention.error};
    return {heads_of(kept(std::move(tensors), std::move(attention))), ""};
}

}  // namespace

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
    std::vector<const ExhibitType*> out = {&heads_type()};
    for (const Kind* kind : kinds()) out.push_back(&kind->type);
    return out;
}

BroughtOrNot bring(std::string_view exhibit, std::shared_ptr<const Tensors> tensors) {
    if (exhibit == heads_type().id) return bring_heads(std::move(tensors));
    for (const Kind* kind : kinds()) {
        if (kind->type.id != exhibit) continue;
        HeadTensors of = head_tensors_of(tensors->arrays, tensors->tokens, kind->wanted);
        if (!of.error.empty()) return {nullptr, of.error};
        return {kind->of(kept(std::move(tensors), std::move(of))), ""};
    }
    return {nullptr, "This exhibit shows no tensors of your own."};
}

}  // namespace explainer::brought

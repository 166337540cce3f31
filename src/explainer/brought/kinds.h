// The exhibits of what a reader brings, one source each: heads.cpp, map.cpp, scores.cpp, values.cpp,
// blend.cpp, position.cpp, learned_heads.cpp, next_word.cpp. How one is made of arrays. Not here: what the
// arrays are (attention.h, head_tensors.h).
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "explainer/brought/brought.h"
#include "explainer/exhibit.h"

namespace explainer::brought {

struct Kind {
    ExhibitType type;  // with the widest ranges, for hosts that want its words before anything is brought
    /// With parameters whose ranges are those of these tensors.
    BroughtOrNot (*of)(std::shared_ptr<const Tensors>);
};

extern const Kind heads_kind, map_kind, scores_kind, values_kind, blend_kind, position_kind,
    learned_heads_kind, next_word_kind;
std::span<const Kind* const> kinds();

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

/// Kind::of the exhibit `Shown` of what `read` makes of tensors, a sentence (`error`) if it makes nothing of
/// them; Shown::open makes the ranges. (A function with a name, where a lambda would do: the web's build
/// gives functions to modules by their names.)
template <class Shown, const Kind& kind, auto read>
BroughtOrNot brought_as(std::shared_ptr<const Tensors> tensors) {
    auto of = read(*tensors);
    if (!of.error.empty()) return {nullptr, std::move(of.error)};
    auto out = std::make_unique<Brought>();
    out->parameters.assign(kind.type.parameters.begin(), kind.type.parameters.end());
    Shown::open(*out, of);
    out->type = kind.type;
    out->type.parameters = out->parameters;
    out->exhibit = std::make_unique<Shown>(kept(std::move(tensors), std::move(of)));
    return {std::move(out), ""};
}

}  // namespace explainer::brought

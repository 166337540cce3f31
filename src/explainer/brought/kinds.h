// The exhibits of queries, keys, values or weights that a reader brings, one source each: map.cpp,
// scores.cpp, values.cpp, blend.cpp, position.cpp. Many heads at once are another (heads.h).
#pragma once

#include <memory>
#include <span>

#include "explainer/brought/head_tensors.h"
#include "explainer/exhibit.h"

namespace explainer::brought {

struct Kind {
    ExhibitType type;  // with the widest ranges, for hosts that want its words before anything is brought
    Wanted wanted;
    /// With parameters whose ranges are those of these tensors, which have what is wanted.
    std::unique_ptr<Brought> (*of)(std::shared_ptr<const HeadTensors>);
};

extern const Kind map_kind, scores_kind, values_kind, blend_kind, position_kind;
/// Those that this program has: natively all, on pages none yet (kinds_on_pages.cpp).
std::span<const Kind* const> kinds();

/// Shown::open makes the ranges.
template <class Shown>
std::unique_ptr<Brought> brought_as(const ExhibitType& type, std::shared_ptr<const HeadTensors> of) {
    auto out = std::make_unique<Brought>();
    out->parameters.assign(type.parameters.begin(), type.parameters.end());
    Shown::open(*out, *of);
    out->type = type;
    out->type.parameters = out->parameters;
    out->exhibit = std::make_unique<Shown>(std::move(of));
    return out;
}

}  // namespace explainer::brought

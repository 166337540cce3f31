// Looks are made for one frame; tests show the same one again and again.
#pragma once

#include <utility>

#include "explainer/unique_function.h"

/// Calls `kept`, which outlives it.
template <class Result, class... Arguments>
explainer::UniqueFunction<Result(Arguments...)> again(
    const explainer::UniqueFunction<Result(Arguments...)>& kept) {
    if (!kept) return nullptr;
    return [&kept](Arguments... arguments) { return kept(std::forward<Arguments>(arguments)...); };
}

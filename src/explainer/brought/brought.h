// What a reader brings to an exhibit instead of its own numbers: arrays and tokens, and the exhibit that is
// made of them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "explainer/brought/stack.h"
#include "explainer/exhibit.h"
#include "model/arrays.h"

namespace explainer::brought {

/// Moved, not copied.
struct Tensors {
    std::vector<model::Array> arrays;
    Tokens tokens;                      // UTF-8; none: they are numbered
    std::unique_ptr<std::byte[]> file;  // where arrays lie that have no memory of their own
};

struct BroughtOrNot {
    std::unique_ptr<Brought> brought;
    std::string why_not;  // a sentence
};

/// The tokens among the arrays: the texts called "tokens", "words" or "labels", and those called
/// "query_tokens", of the queries. None: there are none.
Tokens tokens_among(std::span<const model::Array> arrays);

/// The exhibits that take tensors, as types of any tensors: for their words.
std::vector<const ExhibitType*> types();
/// The tensors are held for as long as the exhibit, and may be brought to several.
BroughtOrNot bring(std::string_view exhibit, std::shared_ptr<const Tensors> tensors);

}  // namespace explainer::brought

// Who shares what: a row of circles, and brackets that join each group of them to the pair it has in common.
// Not here: the card around it, and what sharing saves.
#pragma once

#include <string_view>

#include "explainer/ui.h"

namespace explainer::figures {

inline constexpr float sharing_height = 42;  // CSS pixels

struct Sharing {
    int count = 1, together = 1;           // circles, and how many share: `count` is a multiple of it
    std::string_view each, first, second;  // a letter in each circle, two under each bracket
    Color each_color = {}, first_color = {}, second_color = {};
};
/// Answers where its right end is.
float draw_sharing(Ui& ui, Rect rect, const Sharing& sharing);

}  // namespace explainer::figures

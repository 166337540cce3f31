// One of the two pictures of `decode`: keys and values by token, the map of weights, and what it comes to;
// with a cache or without. Not here: numbers (decode_model.h), controls and charts (decode.cpp).
#pragma once

#include "explainer/exhibits/decode_model.h"
#include "explainer/figures/layout.h"
#include "explainer/hover.h"

namespace explainer::decode {

enum : int { token, kv_heads, head, play, show_charts };  // the parameters

enum class Spot { none, cell, query, work, bytes, word };  // of a panel

/// What the pointer is on: a token (from 0) in any picture, and where in the panel.
struct Pointed {
    int token = -1, row = -1, head = -1;
    bool cached = false;
    Spot spot = Spot::none;
    bool operator==(const Pointed&) const = default;
};

figures::Block panel(const Model& model, const Hover<Pointed>& hover, bool cached);

/// What was done before and is done again, in grey.
void draw_again(Ui& ui, const Rect& rect);

}  // namespace explainer::decode

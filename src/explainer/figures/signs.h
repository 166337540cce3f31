// Drawn signs (play, back, plus …) and the quiet square buttons that carry them. Not here: buttons with
// words (controls.h), and what a press does.
#pragma once

#include <string_view>

#include "explainer/ui.h"

namespace explainer::figures {

enum class Sign { first, back, play, pause, on, last, plus, minus, whole, pencil, tick, cross, wave };

/// `size` pixels wide and high around `centre`.
void draw_sign(Ui& ui, const Point& centre, float size, Sign sign, Color color);

struct SignLook {
    bool enabled = true;
    bool focused = false;  // its native control has the keyboard focus
};

/// A button with a sign; the whole of `rect` is its target (44 × 44 at least), the outline lies within it.
/// Answers whether it was pressed.
bool sign_button(Ui& ui, std::string_view id, Rect rect, Sign sign, SignLook look = {});

}  // namespace explainer::figures

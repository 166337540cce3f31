// What stands out and what is taken back, in the words that all figures use:
//   selected  what the state has chosen: it stays, and is told in words; the thickest outline, or a band
//   pointed   what the pointer is on, here or in another figure of the sheet: a thin outline, gone with it
//   linked    what the selected thing comes from or goes to: tinted and outlined in its role's colour
//   masked    what no query may see: hatched, without a number
#pragma once

#include "explainer/ui.h"

namespace explainer::figures {

/// The ground of a selected row, bar or term: a tint of the role, as deep as text of every role reads on it.
Color band_color(const Theme& theme, Color role);
inline Color band_color(const Theme& theme) {
    return band_color(theme, theme.query);
}

enum class Emphasis { selected, pointed, linked };

/// Around a cell, a row or a column; never smaller than what an eye finds.
void outline(Ui& ui, Rect rect, Emphasis mark, Color color);

/// Diagonal lines through a masked cell; neighbours' lines meet.
void hatch(Ui& ui, const Rect& rect);

}  // namespace explainer::figures

// The one font atlas that all views share, and the measuring of text. Faces come embedded (resources.h).
// Glyphs are made when first drawn, at the exact size and pixel density.
#pragma once

#include <string_view>

#include "explainer/drawing/painter.h"

struct ImFont;
struct ImFontAtlas;

namespace explainer::fonts {

ImFontAtlas* atlas();
ImFont* face(bool bold);

/// Once before each ImGui::NewFrame of any context: an atlas that no context owns is aged by hand. density:
/// device pixels to one of the layout.
void next_frame(float density);

/// Width in CSS pixels of one line. Needs a current ImGui context.
float width(Type type, std::string_view text);
/// Height of a line box.
inline float line_height(Type type) {
    return type.size * 1.25f;
}

}  // namespace explainer::fonts

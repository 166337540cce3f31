// The one font atlas that all views share, and the measuring and drawing of text. Faces come embedded
// (resources.h). Glyphs are made when first drawn, at the exact size and pixel density; runs that the faces
// lack come from a GlyphSource.
#pragma once

#include <optional>
#include <string_view>

#include "explainer/drawing/glyph_source.h"
#include "explainer/drawing/painter.h"

struct ImDrawList;
struct ImFont;
struct ImFontAtlas;
struct ImGuiContext;

namespace explainer::fonts {

ImFontAtlas* atlas();
ImFont* face(bool bold);
/// What Dear ImGui's font code and back end ask for settings. It has no windows and never a frame; it is the
/// current context unless a host makes another one so.
ImGuiContext* context();

/// Once before each frame of the canvas or of any ImGui context: an atlas that no context owns is aged by
/// hand. density: device pixels to one of the layout.
void next_frame(float density);

/// Width in CSS pixels of one line, as draw() draws it in the language of the view (language.h).
float width(Type type, std::string_view text);
/// The same of a text and what stands before it, which is `before` wide; nothing where our faces, or English,
/// do not say all of it.
std::optional<float> own_width(Type type, std::string_view text, float before = 0);
/// One line; `at` is the left end of the line box.
void draw(ImDrawList* list, const Point& at, Type type, Color color, std::string_view text);

/// Who draws what the faces lack, from now on; it must outlive the program's last frame. Null: boxes.
void set_glyph_source(GlyphSource* source);
/// Height of a line box.
inline float line_height(Type type) {
    return type.size() * 1.25f;
}

}  // namespace explainer::fonts

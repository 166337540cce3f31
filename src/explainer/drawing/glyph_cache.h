// Keeps the pictures of a GlyphSource in the shared font atlas, so that they are drawn together with the text
// around them. Made when first drawn, at the exact size, density and colour; those drawn longest ago go. Used
// by fonts.cpp alone.
#pragma once

#include <string_view>

#include "explainer/drawing/glyph_source.h"

struct ImDrawList;

namespace explainer::glyph_cache {

/// Forgets what the source before has made.
void set_source(GlyphSource& source);
/// Of any view; density: device pixels to a CSS pixel.
void next_frame(float density);

float advance(std::string_view run, Type type);
/// `pen`: on the baseline, CSS pixels.
void draw(ImDrawList* list, Point pen, std::string_view run, Type type, Color color);

/// Pictures that are kept now.
int kept();

}  // namespace explainer::glyph_cache

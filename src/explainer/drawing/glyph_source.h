// Who draws the signs that our faces lack, as pictures: in a page the browser (the host sets it), else boxes
// that say which signs they are (hex_boxes.cpp). An interface and a value, no more.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "explainer/drawing/painter.h"

namespace explainer {

struct GlyphBitmap {
    int width = 0, height = 0;     // device pixels
    float left = 0, top = 0;       // of the picture, from the pen on the baseline; device pixels, y downwards
    std::vector<uint32_t> pixels;  // [height, width] RGBA in memory order, alpha not multiplied in
};

class GlyphSource {
  public:
    virtual ~GlyphSource() = default;

    /// How far the pen moves over the run, CSS pixels; in proportion to the size, whatever the screen.
    virtual float advance(std::string_view text, Type type) = 0;
    /// The run at `density` device pixels to a CSS pixel. Signs that have colours of their own keep them.
    virtual GlyphBitmap draw(std::string_view text, Type type, Color color, float density) = 0;
};

/// A box a code point, with its number.
GlyphSource& hex_boxes();

}  // namespace explainer

// Lets the page draw the signs that our faces lack: an object of web/element/glyphs.ts behind the interface
// of drawing/glyph_source.h. No logic; what the page cannot draw becomes boxes.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <string>

#include "explainer/drawing/fonts.h"

using emscripten::val;
using namespace explainer;

namespace {

class PageGlyphs final : public GlyphSource {
  public:
    void set(val page) { page_ = std::move(page); }

    float advance(std::string_view text, Type type) override {
        const auto width = page_.call<float>("advance", std::string(text), type.size, type.bold);
        return width >= 0 ? width : hex_boxes().advance(text, type);
    }

    GlyphBitmap draw(std::string_view text, Type type, Color color, float density) override {
        const val picture =
            page_.call<val>("draw", std::string(text), type.size * density, type.bold, color.hex());
        if (picture.isNull()) return hex_boxes().draw(text, type, color, density);
        GlyphBitmap out;
        out.width = picture["width"].as<int>();
        out.height = picture["height"].as<int>();
        out.left = picture["left"].as<float>();
        out.top = picture["top"].as<float>();
        out.pixels.resize(static_cast<size_t>(out.width) * static_cast<size_t>(out.height));
        const auto* bytes = reinterpret_cast<const uint8_t*>(out.pixels.data());
        val(emscripten::typed_memory_view(out.pixels.size() * 4, bytes)).call<void>("set", picture["pixels"]);
        return out;
    }

  private:
    val page_;
};

void set_glyph_source(val page) {
    static PageGlyphs glyphs;
    glyphs.set(std::move(page));
    fonts::set_glyph_source(&glyphs);
}

}  // namespace

EMSCRIPTEN_BINDINGS(glyphs) {
    emscripten::function("setGlyphSource", &set_glyph_source);
}

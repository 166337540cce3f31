// Lets the page draw the signs that our faces lack: an object of web/element/drawing/glyphs.ts behind the
// interface of drawing/glyph_source.h. No logic; what the page cannot draw becomes boxes.
#include <emscripten/bind.h>
#include <emscripten/em_js.h>
#include <emscripten/val.h>

#include <string>

#include "explainer/drawing/fonts.h"
#include "javascript.h"

using emscripten::EM_VAL, emscripten::val;
using javascript::number_of;
using namespace explainer;

// clang-format off
EM_JS(double, advance_of_page, (EM_VAL page, const char* text, size_t length, float size, bool bold), {
    return Emval.toValue(page).advance(UTF8ToString(text, length, true), size, !!bold);
});
EM_JS(EM_VAL, drawn_by_page, (EM_VAL page, const char* text, size_t length, float size, bool bold, const char* color), {
    return Emval.toHandle(Emval.toValue(page).draw(UTF8ToString(text, length, true), size, !!bold, UTF8ToString(color)));
});
// clang-format on

namespace {

class PageGlyphs final : public GlyphSource {
  public:
    void set(val page) { page_ = std::move(page); }

    float advance(std::string_view text, Type type) override {
        const auto width = static_cast<float>(
            advance_of_page(page_.as_handle(), text.data(), text.size(), type.size(), type.bold()));
        return width >= 0 ? width : hex_boxes().advance(text, type);
    }

    GlyphBitmap draw(std::string_view text, Type type, Color color, float density) override {
        const val picture =
            val::take_ownership(drawn_by_page(page_.as_handle(), text.data(), text.size(),
                                              type.size() * density, type.bold(), color.hex().c_str()));
        if (picture.isNull()) return hex_boxes().draw(text, type, color, density);
        GlyphBitmap out;
        out.width = static_cast<int>(number_of(picture, "width"));
        out.height = static_cast<int>(number_of(picture, "height"));
        out.left = static_cast<float>(number_of(picture, "left"));
        out.top = static_cast<float>(number_of(picture, "top"));
        out.pixels.resize(static_cast<size_t>(out.width) * static_cast<size_t>(out.height));
        javascript::copy(javascript::part(picture, "pixels"), reinterpret_cast<uint8_t*>(out.pixels.data()));
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

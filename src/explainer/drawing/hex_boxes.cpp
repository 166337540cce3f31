// Boxes with the number of a code point in hexadecimal, where nobody can draw it better. See glyph_source.h.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "explainer/drawing/glyph_source.h"
#include "explainer/drawing/text_runs.h"

namespace explainer {
namespace {

// Rows of three bits from the top, one octal digit a row.
constexpr std::array<uint16_t, 16> digits = {075557, 026227, 071747, 071717, 055711, 074717, 074757, 071111,
                                             075757, 075717, 025755, 065656, 034443, 065556, 074647, 074644};

constexpr int digit_width = 3, digit_height = 5, rows = 2;
constexpr float units_an_em = 15;  // a unit is the side of a digit's dot

int columns(uint32_t code_point) {
    return code_point > 0xffff ? 3 : 2;
}
/// A box: a frame, a free unit, digits a unit apart.
int box_units(uint32_t code_point) {
    return columns(code_point) * (digit_width + 1) + 3;
}
constexpr int box_height = rows * (digit_height + 1) + 3;
float advance_units(uint32_t code_point) {
    return shows_nothing(code_point) ? 0 : static_cast<float>(box_units(code_point)) * 13 / 11;
}

class Boxes final : public GlyphSource {
  public:
    float advance(std::string_view text, Type type) override {
        float units = 0;
        while (!text.empty()) units += advance_units(take_code_point(text));
        return units * type.size() / units_an_em;
    }

    GlyphBitmap draw(std::string_view text, Type type, Color color, float density) override {
        const float em = type.size() * density;
        // Whole pixels, and not wider than the advance where that has room for one a unit.
        const int unit = std::max(1, static_cast<int>(em * 13 / units_an_em / 11));
        GlyphBitmap out;
        out.height = box_height * unit;
        out.top = -std::round(0.8f * em);
        // (Below a pixel a unit, boxes lie over each other, and the last one need not reach furthest.)
        for (const auto& [c, x] : boxes(text, em)) out.width = std::max(out.width, x + box_units(c) * unit);
        out.pixels.resize(static_cast<size_t>(out.width) * static_cast<size_t>(out.height));
        for (const auto& [c, x] : boxes(text, em)) box(out, x, unit, c, color.packed());
        return out;
    }

  private:
    /// The code points that have a box, and where each begins, in device pixels.
    static std::vector<std::pair<uint32_t, int>> boxes(std::string_view text, float em) {
        std::vector<std::pair<uint32_t, int>> out;
        float pen = 0;
        while (!text.empty()) {
            const uint32_t c = take_code_point(text);
            if (shows_nothing(c)) continue;
            out.emplace_back(c, static_cast<int>(pen + 0.5f));
            pen += advance_units(c) * em / units_an_em;
        }
        return out;
    }
    static void fill(GlyphBitmap& out, int x, int y, int width, int height, uint32_t pixel) {
        for (int i = y; i < y + height; ++i)
            for (int j = x; j < x + width; ++j)
                out.pixels[static_cast<size_t>(i) * static_cast<size_t>(out.width) + static_cast<size_t>(j)] =
                    pixel;
    }
    static void box(GlyphBitmap& out, int x, int unit, uint32_t c, uint32_t pixel) {
        const int width = box_units(c) * unit, line = std::max(1, unit / 2);
        fill(out, x, 0, width, line, pixel);
        fill(out, x, out.height - line, width, line, pixel);
        fill(out, x, 0, line, out.height, pixel);
        fill(out, x + width - line, 0, line, out.height, pixel);
        const int count = columns(c) * rows;
        for (int i = 0; i < count; ++i) {
            const uint16_t digit = digits[c >> (4 * (count - 1 - i)) & 15];
            const int left = 2 + i % columns(c) * (digit_width + 1),
                      top = 2 + i / columns(c) * (digit_height + 1);
            for (int bit = 0; bit < digit_width * digit_height; ++bit) {
                if ((digit >> (digit_width * digit_height - 1 - bit) & 1) == 0) continue;
                fill(out, x + (left + bit % digit_width) * unit, (top + bit / digit_width) * unit, unit, unit,
                     pixel);
            }
        }
    }
};

}  // namespace

GlyphSource& hex_boxes() {
    static Boxes boxes;
    return boxes;
}

}  // namespace explainer

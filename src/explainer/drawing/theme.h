// Colours by role, light and dark, and the two colour maps of the heatmaps. The one place that knows a
// colour: canvas, exported SVG and (through the host) the page's CSS take them from here. Nothing is drawn
// here.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace explainer {

/// sRGB, 8 bits a channel; alpha is straight, not premultiplied. (One number, as WebAssembly hands that over
/// in a register, but four bytes in memory, copied for each call.)
class Color {
  public:
    constexpr Color() = default;  // black
    constexpr Color(uint8_t r, uint8_t g, uint8_t b, uint8_t a = 255)
        : packed_(static_cast<uint32_t>(r) | static_cast<uint32_t>(g) << 8 | static_cast<uint32_t>(b) << 16 |
                  static_cast<uint32_t>(a) << 24) {}

    bool operator==(const Color&) const = default;
    uint8_t r() const { return static_cast<uint8_t>(packed_); }
    uint8_t g() const { return static_cast<uint8_t>(packed_ >> 8); }
    uint8_t b() const { return static_cast<uint8_t>(packed_ >> 16); }
    uint8_t a() const { return static_cast<uint8_t>(packed_ >> 24); }
    Color with_alpha(uint8_t alpha) const { return {r(), g(), b(), alpha}; }
    /// The same colour, let through by `alpha` (0 to 1).
    Color faded(float alpha) const {
        return with_alpha(static_cast<uint8_t>(static_cast<float>(a()) * alpha + 0.5f));
    }
    /// Dear ImGui's packing, which is also RGBA bytes in memory order.
    uint32_t packed() const { return packed_; }
    /// "#rrggbb", without alpha.
    std::string hex() const;

  private:
    uint32_t packed_ = 0xff000000;
};

/// From `a` (t = 0) to `b` (t = 1) along a straight line in OKLab, so that equal steps look equal.
Color mix(Color a, Color b, float t);

/// WCAG 2 contrast ratio of two opaque colours, 1 to 21.
double contrast(Color a, Color b);

struct Theme {
    Color paper, raised, ink, muted, line, query, key, value, output, wrong;

    bool operator==(const Theme&) const = default;
    /// The colour of a role, in the order above (0 is paper).
    void set(int role, Color color);

    /// Weights: 0 is paper, 1 is query. Looks like nothing where there is nothing.
    Color weight(float share) const;
    /// Signed scores scaled to -1 to 1: key, paper at zero, query.
    Color score(float signed_share) const;
    /// A text colour that reads on `ground` at 4.5:1 or better: ink, paper, or where neither does, black or
    /// white.
    Color on(Color ground) const;
};

const Theme& light_theme();
const Theme& dark_theme();

/// The roles by name, for the page's custom properties.
struct NamedColor {
    std::string_view role;
    Color color;
};
std::array<NamedColor, 10> roles(const Theme& theme);

}  // namespace explainer

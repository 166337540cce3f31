// Colours by role, light and dark, and the two colour maps of the heatmaps. The one place that knows a
// colour: canvas, exported SVG and (through the host) the page's CSS take them from here. Nothing is drawn
// here.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace explainer {

/// sRGB, 8 bits a channel; alpha is straight, not premultiplied.
class Color {
  public:
    constexpr Color() = default;  // black
    constexpr Color(uint8_t r, uint8_t g, uint8_t b, uint8_t a = 255) : r_(r), g_(g), b_(b), a_(a) {}

    bool operator==(const Color&) const = default;
    uint8_t r() const { return r_; }
    uint8_t g() const { return g_; }
    uint8_t b() const { return b_; }
    uint8_t a() const { return a_; }
    Color with_alpha(uint8_t alpha) const { return {r(), g(), b(), alpha}; }
    /// The same colour, let through by `alpha` (0 to 1).
    Color faded(float alpha) const {
        return with_alpha(static_cast<uint8_t>(static_cast<float>(a()) * alpha + 0.5f));
    }
    /// As Dear ImGui has it, and a GPU: bytes in the order of memory.
    uint32_t packed() const { return std::bit_cast<uint32_t>(*this); }
    /// "#rrggbb", without alpha.
    std::string hex() const;

  private:
    uint8_t r_ = 0, g_ = 0, b_ = 0, a_ = 255;
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
    /// The same in grey: weights of a head that is switched off.
    Color muted_weight(float share) const;
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

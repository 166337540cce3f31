// Colours by role. See theme.h.
#include "explainer/drawing/theme.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace explainer {
namespace {

struct Lab {
    float l, a, b;
};

// Colours are mixed for every cell of every frame, and mostly the same ones: powers and roots are remembered.
float linear(uint8_t channel) {
    static float known[256];
    float& out = known[channel];
    if (out > 0) return out;
    const float c = static_cast<float>(channel) / 255;
    return out = c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
}

uint8_t encoded(float c) {
    c = std::clamp(c, 0.0f, 1.0f);
    const float s = c <= 0.0031308f ? 12.92f * c : 1.055f * std::pow(c, 1 / 2.4f) - 0.055f;
    return static_cast<uint8_t>(s * 255 + 0.5f);
}

// Björn Ottosson, "A perceptual color space for image processing" (2020).
Lab oklab(Color color) {
    const float r = linear(color.r()), g = linear(color.g()), b = linear(color.b());
    const float l = std::cbrt(0.4122214708f * r + 0.5363325363f * g + 0.0514459929f * b);
    const float m = std::cbrt(0.2119034982f * r + 0.6806995451f * g + 0.1073969566f * b);
    const float s = std::cbrt(0.0883024619f * r + 0.2817188376f * g + 0.6299787005f * b);
    return {0.2104542553f * l + 0.7936177850f * m - 0.0040720468f * s,
            1.9779984951f * l - 2.4285922050f * m + 0.4505937099f * s,
            0.0259040371f * l + 0.7827717662f * m - 0.8086757660f * s};
}

Color from_oklab(Lab lab) {
    const float l = std::pow(lab.l + 0.3963377774f * lab.a + 0.2158037573f * lab.b, 3.0f);
    const float m = std::pow(lab.l - 0.1055613458f * lab.a - 0.0638541728f * lab.b, 3.0f);
    const float s = std::pow(lab.l - 0.0894841775f * lab.a - 1.2914855480f * lab.b, 3.0f);
    return {encoded(+4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s),
            encoded(-1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s),
            encoded(-0.0041960863f * l - 0.7034186147f * m + 1.7076147010f * s)};
}

double luminance(Color c) {
    return 0.2126 * static_cast<double>(linear(c.r())) + 0.7152 * static_cast<double>(linear(c.g())) +
           0.0722 * static_cast<double>(linear(c.b()));
}

Color mixed(Color a, Color b, float t) {
    const Lab from = oklab(a), to = oklab(b);
    const Color out = from_oklab(
        {from.l + (to.l - from.l) * t, from.a + (to.a - from.a) * t, from.b + (to.b - from.b) * t});
    const float alpha = static_cast<float>(a.a());
    return out.with_alpha(static_cast<uint8_t>(alpha + (static_cast<float>(b.a()) - alpha) * t + 0.5f));
}

constexpr Color rgb(uint32_t hex) {
    return {static_cast<uint8_t>(hex >> 16), static_cast<uint8_t>(hex >> 8 & 255),
            static_cast<uint8_t>(hex & 255)};
}

}  // namespace

std::string Color::hex() const {
    static constexpr char digits[] = "0123456789abcdef";
    std::string out = "#";
    for (const uint8_t channel : {r(), g(), b()}) {
        out += digits[channel >> 4];
        out += digits[channel & 15];
    }
    return out;
}

Color mix(Color a, Color b, float t) {
    static struct {
        uint32_t a, b, part, out;
        bool known;
    } all[256];
    const auto part = std::bit_cast<uint32_t>(t);
    auto& one = all[((part ^ a.packed() * 31 ^ b.packed()) * 2654435761u) >> 24];
    if (!one.known || one.a != a.packed() || one.b != b.packed() || one.part != part)
        one = {a.packed(), b.packed(), part, mixed(a, b, t).packed(), true};
    return std::bit_cast<Color>(one.out);
}

double contrast(Color a, Color b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

void Theme::set(int role, Color color) {
    static constexpr Color Theme::*roles[] = {&Theme::paper,  &Theme::raised, &Theme::ink, &Theme::muted,
                                              &Theme::line,   &Theme::query,  &Theme::key, &Theme::value,
                                              &Theme::output, &Theme::wrong};
    if (role >= 0 && role < static_cast<int>(std::size(roles))) this->*roles[role] = color;
}

Color Theme::weight(float share) const {
    return mix(paper, query, std::clamp(share, 0.0f, 1.0f));
}

Color Theme::muted_weight(float share) const {
    return mix(paper, line, std::clamp(share, 0.0f, 1.0f));
}

Color Theme::score(float signed_share) const {
    const float t = std::clamp(signed_share, -1.0f, 1.0f);
    return t < 0 ? mix(paper, key, -t) : mix(paper, query, t);
}

Color Theme::on(Color ground) const {
    for (const Color mine : {ink, paper}) {
        if (contrast(mine, ground) >= 4.5) return mine;
    }
    // On middling colours only black or white reach 4.5:1; one of them always does (√21 is 4.58).
    constexpr Color black{0, 0, 0}, white{255, 255, 255};
    return contrast(black, ground) >= contrast(white, ground) ? black : white;
}

const Theme& light_theme() {
    static constexpr Theme theme = {rgb(0xffffff), rgb(0xf5f7fa), rgb(0x1c2430), rgb(0x5b6676),
                                    rgb(0x7c8898), rgb(0x2563c9), rgb(0xb8500a), rgb(0x1f7a4d),
                                    rgb(0x7a3fb8), rgb(0xb42318)};
    return theme;
}

const Theme& dark_theme() {
    static constexpr Theme theme = {rgb(0x14181f), rgb(0x1c222b), rgb(0xe8ecf2), rgb(0x9aa6b6),
                                    rgb(0x66758a), rgb(0x7db0ff), rgb(0xffb071), rgb(0x6fd3a2),
                                    rgb(0xc9a2ff), rgb(0xff8a80)};
    return theme;
}

std::array<NamedColor, 10> roles(const Theme& t) {
    return {{{"paper", t.paper},
             {"raised", t.raised},
             {"ink", t.ink},
             {"muted", t.muted},
             {"line", t.line},
             {"query", t.query},
             {"key", t.key},
             {"value", t.value},
             {"output", t.output},
             {"wrong", t.wrong}}};
}

}  // namespace explainer

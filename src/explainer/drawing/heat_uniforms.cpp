// Ramp and shared uniforms. See heat_uniforms.h.
#include "explainer/drawing/heat_uniforms.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "explainer/drawing/canvas.h"

namespace explainer {
namespace {

constexpr int ramp_steps = 256;
constexpr int theme_room = 4;  // light and dark, and two of the page's own
// The rows of a theme: weights, scores, weights in grey. (The shader knows scores by their odd rows.)
constexpr HeatLook looks[] = {{}, {.is_signed = true}, {.muted = true}};
constexpr int looks_room = 4, look_count = 3;

struct {
    GLuint texture = 0;
    std::array<Theme, theme_room> themes;
    std::array<bool, theme_room> made;  // in the texture
    size_t count = 0, next = 0;
} ramps;

void set_color(GLint uniform, Color c) {
    glUniform4f(uniform, static_cast<float>(c.r()) / 255, static_cast<float>(c.g()) / 255,
                static_cast<float>(c.b()) / 255, static_cast<float>(c.a()) / 255);
}

/// The texture with the colours of all themes that have a row: what is missing is made here, where things are
/// drawn.
void bind_ramps(int unit) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    if (ramps.texture == 0) {
        ramps.texture = make_nearest_texture(GL_TEXTURE_2D);
        glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, ramp_steps, looks_room * theme_room);
    }
    glBindTexture(GL_TEXTURE_2D, ramps.texture);
    for (size_t slot = 0; slot < ramps.count; ++slot) {
        if (std::exchange(ramps.made[slot], true)) continue;
        const Theme& theme = ramps.themes[slot];
        std::vector<uint32_t> texels;
        for (const HeatLook& look : looks) {
            for (int i = 0; i < ramp_steps; ++i) {
                const float t = static_cast<float>(i) / (ramp_steps - 1);
                texels.push_back(share_color(look, look.is_signed ? 2 * t - 1 : t, theme).packed());
            }
        }
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, static_cast<GLint>(looks_room * slot), ramp_steps, look_count,
                        GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    }
}

}  // namespace

GLuint make_nearest_texture(GLenum target) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(target, texture);
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

int ramp_row(const Theme& theme, const HeatLook& look) {
    const auto known = std::find(ramps.themes.begin(), ramps.themes.begin() + ramps.count, theme);
    auto slot = static_cast<size_t>(known - ramps.themes.begin());
    if (slot == ramps.count) {
        slot = ramps.next;
        ramps.next = (slot + 1) % theme_room;
        ramps.count = std::max(ramps.count, slot + 1);
        ramps.themes[slot] = theme;
        ramps.made[slot] = false;
    }
    return looks_room * static_cast<int>(slot) + (look.is_signed ? 1 : look.muted ? 2 : 0);
}

void drop_ramps() {
    glDeleteTextures(1, &ramps.texture);
    ramps = {};
}

HeatUniforms::HeatUniforms(GLuint program, int ramp_unit)
    : hatch_(glGetUniformLocation(program, "hatch")),
      ground_(glGetUniformLocation(program, "ground")),
      density_(glGetUniformLocation(program, "density")),
      display_(glGetUniformLocation(program, "display")),
      ramp_unit_(ramp_unit) {
    glUniform1i(glGetUniformLocation(program, "ramp"), ramp_unit);
}

void HeatUniforms::set(const Theme& theme) const {
    const canvas::Frame& frame = canvas::frame();
    set_color(hatch_, theme.line);
    set_color(ground_, theme.paper);
    glUniform1f(density_, frame.density);
    glUniform2f(display_, frame.width, frame.height);
    bind_ramps(ramp_unit_);
}

bool FrameToken::changed() {
    return std::exchange(frame_, canvas::frame().number) != canvas::frame().number;
}

void scissor_to_view() {
    const canvas::Frame& frame = canvas::frame();
    glScissor(0, 0, frame.pixel_width, frame.pixel_height);
}

}  // namespace explainer

// Ramp and shared uniforms. See heat_uniforms.h.
#include "explainer/drawing/heat_uniforms.h"

#include <utility>
#include <vector>

#include "explainer/drawing/canvas.h"

namespace explainer {
namespace {

constexpr int ramp_steps = 256;

void set_color(GLint uniform, Color c) {
    glUniform4f(uniform, static_cast<float>(c.r()) / 255, static_cast<float>(c.g()) / 255,
                static_cast<float>(c.b()) / 255, static_cast<float>(c.a()) / 255);
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

GLuint make_ramps() {
    std::vector<uint32_t> texels;
    for (const Theme* theme : {&light_theme(), &dark_theme()}) {
        for (const bool is_signed : {false, true}) {
            for (int i = 0; i < ramp_steps; ++i) {
                const float t = static_cast<float>(i) / (ramp_steps - 1);
                texels.push_back((is_signed ? theme->score(2 * t - 1) : theme->weight(t)).packed());
            }
        }
    }
    const GLuint ramp = make_nearest_texture(GL_TEXTURE_2D);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, ramp_steps, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    return ramp;
}

HeatUniforms::HeatUniforms(GLuint program, int ramp_unit)
    : hatch_(glGetUniformLocation(program, "hatch")),
      ground_(glGetUniformLocation(program, "ground")),
      density_(glGetUniformLocation(program, "density")),
      display_(glGetUniformLocation(program, "display")) {
    glUniform1i(glGetUniformLocation(program, "ramp"), ramp_unit);
}

void HeatUniforms::set(const Theme& theme) const {
    const canvas::Frame& frame = canvas::frame();
    set_color(hatch_, theme.line);
    set_color(ground_, theme.paper);
    glUniform1f(density_, frame.density);
    glUniform2f(display_, frame.width, frame.height);
}

bool FrameToken::changed() {
    return std::exchange(frame_, canvas::frame().number) != canvas::frame().number;
}

void scissor_to_view() {
    const canvas::Frame& frame = canvas::frame();
    glScissor(0, 0, static_cast<int>(frame.width * frame.density + 0.5f),
              static_cast<int>(frame.height * frame.density + 0.5f));
}

}  // namespace explainer

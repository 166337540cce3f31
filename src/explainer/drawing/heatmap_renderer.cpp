// One quad and one texture a heatmap. See heatmap_renderer.h; the shader is shaders/heatmap.frag.
#include "explainer/drawing/heatmap_renderer.h"

#include <GLES3/gl3.h>
#include <imgui.h>

#include <cmath>
#include <string>
#include <vector>

#include "resources.h"

namespace explainer::heatmap_renderer {
namespace {

constexpr int ramp_steps = 256;
constexpr float masked = -3e38f;  // NaN does not reliably survive a shader

struct Device {
    GLuint program = 0, vertex_array = 0, values = 0, ramp = 0;
    GLint rect = -1, display = -1, cells = -1, largest = -1, ramp_row = -1, gap = -1, hatch = -1, ground = -1;
    std::vector<float> staging;
    std::string log;
};

Device device;

struct Job {
    Rect rect;
    Heat heat;
    const Theme* theme;
};

GLuint compile(GLenum stage, std::string_view source) {
    const GLuint shader = glCreateShader(stage);
    const char* text = source.data();
    const auto size = static_cast<GLint>(source.size());
    glShaderSource(shader, 1, &text, &size);
    glCompileShader(shader);
    GLint good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (good == 0) {
        char log[512] = "";
        glGetShaderInfoLog(shader, sizeof log, nullptr, log);
        device.log += log;
    }
    return shader;
}

GLuint nearest_texture() {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

/// Rows: light weights, light scores, dark weights, dark scores.
void upload_ramps() {
    std::vector<uint32_t> texels;
    for (const Theme* theme : {&light_theme(), &dark_theme()}) {
        for (const bool is_signed : {false, true}) {
            for (int i = 0; i < ramp_steps; ++i) {
                const float t = static_cast<float>(i) / (ramp_steps - 1);
                texels.push_back((is_signed ? theme->score(2 * t - 1) : theme->weight(t)).packed());
            }
        }
    }
    device.ramp = nearest_texture();
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, ramp_steps, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
}

void upload_values(const Heat& heat) {
    const size_t count = static_cast<size_t>(heat.rows) * static_cast<size_t>(heat.cols);
    device.staging.resize(count);
    for (size_t i = 0; i < count; ++i) {
        device.staging[i] = std::isnan(heat.values[i]) ? masked : heat.values[i];
    }
    glBindTexture(GL_TEXTURE_2D, device.values);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, heat.cols, heat.rows, 0, GL_RED, GL_FLOAT, device.staging.data());
}

void set_color(GLint uniform, Color c) {
    glUniform4f(uniform, static_cast<float>(c.r) / 255, static_cast<float>(c.g) / 255,
                static_cast<float>(c.b) / 255, static_cast<float>(c.a) / 255);
}

void render(const ImDrawList*, const ImDrawCmd* command) {
    if (device.program == 0) return;
    const Job& job = *static_cast<const Job*>(command->UserCallbackData);
    const ImGuiIO& io = ImGui::GetIO();
    glUseProgram(device.program);
    glBindVertexArray(device.vertex_array);
    glScissor(0, 0, static_cast<int>(io.DisplaySize.x * io.DisplayFramebufferScale.x + 0.5f),
              static_cast<int>(io.DisplaySize.y * io.DisplayFramebufferScale.y + 0.5f));
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, device.ramp);
    glActiveTexture(GL_TEXTURE0);
    glBindSampler(0, 0);
    upload_values(job.heat);
    glUniform4f(device.rect, job.rect.x, job.rect.y, job.rect.width, job.rect.height);
    glUniform2f(device.display, io.DisplaySize.x, io.DisplaySize.y);
    glUniform2f(device.cells, static_cast<float>(job.heat.cols), static_cast<float>(job.heat.rows));
    glUniform1f(device.largest, job.heat.largest);
    glUniform1f(device.gap, job.heat.gap);
    glUniform1i(device.ramp_row, (job.theme == &dark_theme() ? 2 : 0) + (job.heat.is_signed ? 1 : 0));
    set_color(device.hatch, job.theme->line);
    set_color(device.ground, job.theme->paper);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace

const char* start() {
    device = {};
    const GLuint vertex = compile(GL_VERTEX_SHADER, resources::heatmap_vert);
    const GLuint fragment = compile(GL_FRAGMENT_SHADER, resources::heatmap_frag);
    device.program = glCreateProgram();
    glAttachShader(device.program, vertex);
    glAttachShader(device.program, fragment);
    glLinkProgram(device.program);
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    GLint good = 0;
    glGetProgramiv(device.program, GL_LINK_STATUS, &good);
    if (good == 0) {
        stop();
        device.log = "the heatmap shader does not compile: " + device.log;
        return device.log.c_str();
    }
    const auto uniform = [](const char* name) { return glGetUniformLocation(device.program, name); };
    device.rect = uniform("rect");
    device.display = uniform("display");
    device.cells = uniform("cells");
    device.largest = uniform("largest");
    device.ramp_row = uniform("ramp_row");
    device.gap = uniform("gap");
    device.hatch = uniform("hatch");
    device.ground = uniform("ground");
    glUseProgram(device.program);
    glUniform1i(uniform("values"), 0);
    glUniform1i(uniform("ramp"), 1);
    glGenVertexArrays(1, &device.vertex_array);
    device.values = nearest_texture();
    upload_ramps();
    return "";
}

void stop() {
    if (device.program != 0) glDeleteProgram(device.program);
    if (device.vertex_array != 0) glDeleteVertexArrays(1, &device.vertex_array);
    for (const GLuint* texture : {&device.values, &device.ramp}) {
        if (*texture != 0) glDeleteTextures(1, texture);
    }
    device.program = device.vertex_array = device.values = device.ramp = 0;
}

void add(ImDrawList* list, Rect rect, const Heat& heat, const Theme& theme) {
    Job job{rect, heat, &theme};
    list->AddCallback(render, &job, sizeof job);  // copied into the list
    list->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
}

}  // namespace explainer::heatmap_renderer

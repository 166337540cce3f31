// One instance a map, one draw a row of maps. See heatmap_renderer.h; the shaders are shaders/heatmap.*.
#include "explainer/drawing/heatmap_renderer.h"

#include <GLES3/gl3.h>
#include <imgui.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "explainer/drawing/canvas.h"
#include "explainer/drawing/heat_uniforms.h"
#include "explainer/drawing/retained_values.h"
#include "explainer/drawing/shader.h"
#include "explainer/drawing/shader_text.h"
#include "resources.h"

namespace explainer::heatmap_renderer {
namespace {

/// As shaders/heatmap.vert reads it.
struct Instance {
    Rect rect;
    float cols, rows, first_row, gap;
    float largest, ramp_row;
};

/// Maps with nothing drawn between them.
struct Batch {
    int page;
    const Theme* theme;
    std::vector<Instance> instances;
    // where the draw list stood afterwards
    const ImDrawList* list;
    int commands, vertices;
};

class Pages final : public RetainedValues::Uploader {
  public:
    void upload(int page, int row, int rows, const float* entries) override {
        while (static_cast<int>(textures_.size()) <= page) {
            textures_.push_back(make_nearest_texture(GL_TEXTURE_2D));
            glTexStorage2D(GL_TEXTURE_2D, 1, GL_R32F, RetainedValues::row_entries, RetainedValues::page_rows);
        }
        glBindTexture(GL_TEXTURE_2D, texture(page));
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, row, RetainedValues::row_entries, rows, GL_RED, GL_FLOAT,
                        entries);
    }
    GLuint texture(int page) const { return textures_[static_cast<size_t>(page)]; }
    void drop() {
        glDeleteTextures(static_cast<GLsizei>(textures_.size()), textures_.data());
        textures_.clear();
    }

  private:
    std::vector<GLuint> textures_;
};

struct Device {
    GLuint program = 0, vertex_array = 0, buffer = 0;
    HeatUniforms uniforms;
    Pages pages;
    std::vector<Batch> batches;  // of the frame that is being made
    FrameToken frame;
    int draws = 0;
};

Device device;
RetainedValues retained;

void render(const ImDrawList*, const ImDrawCmd* command) {
    if (device.program == 0) return;
    const Batch& batch = device.batches[reinterpret_cast<size_t>(command->UserCallbackData)];
    glUseProgram(device.program);
    device.uniforms.set(*batch.theme);
    scissor_to_view();
    glActiveTexture(GL_TEXTURE0);
    glBindSampler(0, 0);
    glBindTexture(GL_TEXTURE_2D, device.pages.texture(batch.page));
    glBindVertexArray(device.vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, device.buffer);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(batch.instances.size() * sizeof(Instance)),
                 batch.instances.data(), GL_STREAM_DRAW);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(batch.instances.size()));
    ++device.draws;
}

void make_vertex_array() {
    glGenVertexArrays(1, &device.vertex_array);
    glGenBuffers(1, &device.buffer);
    glBindVertexArray(device.vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, device.buffer);
    struct Attribute {
        GLint size;
        size_t offset;
    };
    GLuint location = 0;
    for (const auto [size, offset] : {Attribute{4, offsetof(Instance, rect)},
                                      {4, offsetof(Instance, cols)},
                                      {2, offsetof(Instance, largest)}}) {
        glEnableVertexAttribArray(location);
        glVertexAttribPointer(location, size, GL_FLOAT, GL_FALSE, sizeof(Instance),
                              reinterpret_cast<const void*>(offset));
        glVertexAttribDivisor(location++, 1);
    }
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

/// The batch that a map at this point of the list may join, or null.
Batch* open_batch(const ImDrawList* list, int page, const Theme& theme) {
    if (device.batches.empty()) return nullptr;
    Batch& batch = device.batches.back();
    const bool nothing_between = batch.list == list && batch.commands == list->CmdBuffer.Size &&
                                 batch.vertices == list->VtxBuffer.Size;
    return nothing_between && batch.page == page && batch.theme == &theme ? &batch : nullptr;
}

}  // namespace

std::string start() {
    stop();
    std::string log;
    device.program = make_program(shader_text("heatmap.vert", resources::heatmap_vert),
                                  {shader_text("heat_color.frag", resources::heat_color_frag),
                                   shader_text("heatmap.frag", resources::heatmap_frag)},
                                  log);
    if (device.program == 0) return "the heatmap shader does not compile: " + log;
    glUseProgram(device.program);
    glUniform1i(glGetUniformLocation(device.program, "values"), 0);
    device.uniforms = HeatUniforms(device.program, 1);
    make_vertex_array();
    return "";
}

void stop() {
    if (device.program != 0) {
        glDeleteProgram(device.program);
        glDeleteVertexArrays(1, &device.vertex_array);
        glDeleteBuffers(1, &device.buffer);
        drop_ramps();
        device.pages.drop();
    }
    device.program = 0;
    device.batches.clear();
    device.frame = {};
    retained.clear();
}

void add(ImDrawList* list, Rect rect, const Heat& heat, const Theme& theme) {
    if (device.program == 0 || heat.rows < 1 || heat.cols < 1) return;
    if (device.frame.changed()) {
        device.batches.clear();
        retained.begin_frame();
    }
    const RetainedValues::Place place = retained.place(canvas::frame().view, heat, device.pages);
    const bool whole = place.rows == heat.rows && place.cols == heat.cols;
    const Instance instance{rect,
                            static_cast<float>(place.cols),
                            static_cast<float>(place.rows),
                            static_cast<float>(place.row),
                            whole ? heat.gap : 0,
                            heat.largest,
                            static_cast<float>(ramp_row(theme, heat.look()))};
    if (Batch* batch = open_batch(list, place.page, theme)) {
        batch->instances.push_back(instance);
        return;
    }
    list->AddCallback(render, reinterpret_cast<void*>(device.batches.size()));
    list->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
    device.batches.push_back(
        {place.page, &theme, {instance}, list, list->CmdBuffer.Size, list->VtxBuffer.Size});
}

void release(const void* view) {
    retained.release(view);
}

Counts counts() {
    return {retained.uploads(), device.draws};
}

}  // namespace explainer::heatmap_renderer

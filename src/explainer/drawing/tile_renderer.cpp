// Textures of tiles, a table of which tile lies where, and the quad. See tile_renderer.h; the shaders are
// shaders/tiles.*.
#include "explainer/drawing/tile_renderer.h"

#include <GLES3/gl3.h>
#include <imgui.h>

#include <array>
#include <cmath>
#include <vector>

#include "explainer/drawing/canvas.h"
#include "explainer/drawing/heat_uniforms.h"
#include "explainer/drawing/shader.h"
#include "explainer/drawing/shader_text.h"
#include "explainer/drawing/tile_map.h"
#include "explainer/drawing/tile_slots.h"
#include "resources.h"

namespace explainer::tile_renderer {
namespace {

// Units 0 to 3 are the tiles.
constexpr int table_unit = 4, ramp_unit = 5;
constexpr int table_side = 128;             // tiles in sight in each direction: 66 on a screen of 8192 pixels
constexpr double milliseconds_a_frame = 2;  // of 16; a frame of ours costs one or two more

/// As shaders/tiles.frag reads the table.
struct TableEntry {
    uint8_t layer, texture, coarser, kind;
};

struct Job {
    Rect rect;
    const Theme* theme;
    TileMap::Viewport viewport;
    std::array<float, 4> seen;
    std::array<int, 4> bounds;
    float largest, gap;
    int ramp_row;
    std::vector<TableEntry> table;
};

class Textures final : public tile_slots::Uploader {
  public:
    void upload(int slot, const uint16_t* halves) override {
        GLuint& texture = textures_[static_cast<size_t>(slot / tile_slots::layers)];
        if (texture == 0) {
            texture = make_nearest_texture(GL_TEXTURE_2D_ARRAY);
            glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_R16F, tile_side, tile_side, tile_slots::layers);
        }
        glBindTexture(GL_TEXTURE_2D_ARRAY, texture);
        glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
        glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, slot % tile_slots::layers, tile_side, tile_side, 1,
                        GL_RED, GL_HALF_FLOAT, halves);
    }
    void bind() const {
        for (size_t i = 0; i < textures_.size(); ++i) {
            glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(i));
            // One that is not there yet is not read either, but something must be bound.
            glBindTexture(GL_TEXTURE_2D_ARRAY, textures_[i] != 0 ? textures_[i] : textures_[0]);
        }
    }
    void drop() {
        glDeleteTextures(static_cast<GLsizei>(textures_.size()), textures_.data());
        textures_ = {};
    }

  private:
    std::array<GLuint, tile_slots::textures> textures_{};
};

struct Device {
    GLuint program = 0, vertex_array = 0, table = 0;
    GLint rect = -1, seen = -1, origin = -1, bounds = -1, largest = -1, gap = -1, ramp_row = -1;
    HeatUniforms uniforms;
    Textures textures;
    std::vector<Job> jobs;  // of the frame that is being made
    FrameToken frame;
};

Device device;

void render(const ImDrawList*, const ImDrawCmd* command) {
    if (device.program == 0) return;
    const Job& job = device.jobs[reinterpret_cast<size_t>(command->UserCallbackData)];
    glUseProgram(device.program);
    device.uniforms.set(*job.theme);
    scissor_to_view();
    glBindVertexArray(device.vertex_array);
    device.textures.bind();
    glActiveTexture(GL_TEXTURE0 + table_unit);
    glBindTexture(GL_TEXTURE_2D, device.table);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, job.viewport.cols, job.viewport.rows, GL_RGBA_INTEGER,
                    GL_UNSIGNED_BYTE, job.table.data());
    glActiveTexture(GL_TEXTURE0);
    glUniform4f(device.rect, job.rect.x, job.rect.y, job.rect.width, job.rect.height);
    glUniform4fv(device.seen, 1, job.seen.data());
    glUniform2i(device.origin, job.viewport.col, job.viewport.row);
    glUniform4iv(device.bounds, 1, job.bounds.data());
    glUniform1f(device.largest, job.largest);
    glUniform1f(device.gap, job.gap);
    glUniform1i(device.ramp_row, job.ramp_row);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

std::vector<TableEntry> table_of(TileMap& map, const TileMap::Viewport& viewport) {
    std::vector<TableEntry> out;
    for (int row = viewport.row; row < viewport.row + viewport.rows; ++row) {
        for (int col = viewport.col; col < viewport.col + viewport.cols; ++col) {
            const TileMap::Standing standing = map.standing(viewport.level, row, col);
            const int slot = std::max(0, standing.slot);
            out.push_back({static_cast<uint8_t>(slot % tile_slots::layers),
                           static_cast<uint8_t>(slot / tile_slots::layers),
                           static_cast<uint8_t>(standing.coarser), static_cast<uint8_t>(standing.kind)});
        }
    }
    return out;
}

}  // namespace

std::string start() {
    stop();
    std::string log;
    device.program = make_program(shader_text("tiles.vert", resources::tiles_vert),
                                  {shader_text("heat_color.frag", resources::heat_color_frag),
                                   shader_text("tiles.frag", resources::tiles_frag)},
                                  log);
    if (device.program == 0) return "the shader of large maps does not compile: " + log;
    const auto uniform = [](const char* name) { return glGetUniformLocation(device.program, name); };
    glUseProgram(device.program);
    int unit = 0;
    for (const char* name : {"tiles0", "tiles1", "tiles2", "tiles3", "table"})
        glUniform1i(uniform(name), unit++);
    device.uniforms = HeatUniforms(device.program, ramp_unit);
    device.rect = uniform("rect");
    device.seen = uniform("seen");
    device.origin = uniform("origin");
    device.bounds = uniform("bounds");
    device.largest = uniform("largest");
    device.gap = uniform("gap");
    device.ramp_row = uniform("ramp_row");
    glGenVertexArrays(1, &device.vertex_array);
    device.table = make_nearest_texture(GL_TEXTURE_2D);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8UI, table_side, table_side);
    tile_slots::set_uploader(&device.textures);
    return "";
}

void stop() {
    if (device.program != 0) {
        tile_slots::set_uploader(nullptr);
        glDeleteProgram(device.program);
        glDeleteVertexArrays(1, &device.vertex_array);
        glDeleteTextures(1, &device.table);
        drop_ramps();
        device.textures.drop();
    }
    device.program = 0;
    device.jobs.clear();
    device.frame = {};
}

bool add(ImDrawList* list, Rect rect, TileMap& map, const CellRegion& seen, const HeatLook& look,
         const Theme& theme) {
    if (device.program == 0 || rect.width <= 0 || rect.height <= 0 || seen.rows <= 0 || seen.cols <= 0)
        return false;
    if (device.frame.changed()) {
        device.jobs.clear();
        tile_slots::begin_frame();
    }
    const double density = static_cast<double>(canvas::frame().density);
    const int level = map.level(seen, static_cast<double>(rect.width) * density,
                                static_cast<double>(rect.height) * density);
    TileMap::Viewport viewport = map.viewport(seen, level);
    viewport.rows = std::min(viewport.rows, table_side);
    viewport.cols = std::min(viewport.cols, table_side);
    if (viewport.rows < 1 || viewport.cols < 1) return false;
    const bool more = map.request_visible(viewport, milliseconds_a_frame);
    // Counted in entries from the first tile in sight, so that the shader's numbers stay small and exact.
    const double entry = std::ldexp(1.0, level);
    const double first_row = static_cast<double>(viewport.row) * tile_side,
                 first_col = static_cast<double>(viewport.col) * tile_side;
    const auto end = [entry](int n, double first, int tiles) {
        return std::min(static_cast<int>(std::ceil(n / entry) - first), tiles * tile_side);
    };
    Job job{
        rect,
        &theme,
        viewport,
        {static_cast<float>(seen.col / entry - first_col), static_cast<float>(seen.row / entry - first_row),
         static_cast<float>(seen.cols / entry), static_cast<float>(seen.rows / entry)},
        {0, 0, end(map.cols(), first_col, viewport.cols), end(map.rows(), first_row, viewport.rows)},
        look.largest / map.unit(),
        look.gap,
        ramp_row(theme, look),
        table_of(map, viewport)};
    list->AddCallback(render, reinterpret_cast<void*>(device.jobs.size()));
    list->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
    device.jobs.push_back(std::move(job));
    return more;
}

}  // namespace explainer::tile_renderer

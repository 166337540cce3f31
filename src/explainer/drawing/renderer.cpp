// The shared renderer. See renderer.h.
#include "explainer/drawing/renderer.h"

#include <GLES3/gl3.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include "explainer/drawing/fonts.h"
#include "explainer/drawing/heatmap_renderer.h"
#include "explainer/drawing/tile_renderer.h"

namespace explainer::renderer {
namespace {

// The back end keeps its data in an ImGui context; one is enough for all that is drawn.
bool running = false;

template <class Action>
auto at_home(Action action) {
    ImGuiContext* before = ImGui::GetCurrentContext();
    ImGui::SetCurrentContext(fonts::context());
    const auto result = action();
    ImGui::SetCurrentContext(before);
    return result;
}

/// A glyph stands on the device grid, so each pixel has one texel of its own. The backend's linear filter
/// would mix in a little of the neighbours where the interpolated coordinate is rounded: how much depends on
/// where in the atlas the glyph lies, and so on what other figures drew before.
void sample_exactly(const ImTextureData* texture) {
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(texture->TexID));
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

}  // namespace

bool started() {
    return running;
}

std::string start() {
    stop();
    running = true;
    const bool good = at_home(
        [] { return ImGui_ImplOpenGL3_Init("#version 300 es") && ImGui_ImplOpenGL3_CreateDeviceObjects(); });
    std::string error = good ? heatmap_renderer::start() : "the canvas's shaders do not compile";
    if (error.empty()) error = tile_renderer::start();
    if (!error.empty()) stop();
    return error;
}

void stop() {
    if (!running) return;
    heatmap_renderer::stop();
    tile_renderer::stop();
    at_home([] {
        ImGui_ImplOpenGL3_Shutdown();
        return 0;
    });
    running = false;
}

void draw(ImDrawData* drawn, int pixel_width, int pixel_height, Color paper) {
    if (!running) return;
    glDisable(GL_SCISSOR_TEST);
    glClearColor(static_cast<float>(paper.r()) / 255, static_cast<float>(paper.g()) / 255,
                 static_cast<float>(paper.b()) / 255, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    draw_over(drawn, pixel_width, pixel_height);
}

void draw_over(ImDrawData* drawn, int pixel_width, int pixel_height) {
    if (!running) return;
    glViewport(0, 0, pixel_width, pixel_height);
    at_home([drawn] {
        for (ImTextureData* texture : *drawn->Textures) {
            const bool made = texture->Status == ImTextureStatus_WantCreate;
            if (texture->Status != ImTextureStatus_OK) ImGui_ImplOpenGL3_UpdateTexture(texture);
            if (made) sample_exactly(texture);
        }
        ImGui_ImplOpenGL3_RenderDrawData(drawn);
        return 0;
    });
}

void release(const void* view) {
    heatmap_renderer::release(view);
}

}  // namespace explainer::renderer

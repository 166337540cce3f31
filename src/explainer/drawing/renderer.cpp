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
        ImGui_ImplOpenGL3_RenderDrawData(drawn);
        return 0;
    });
}

void release(const void* view) {
    heatmap_renderer::release(view);
}

}  // namespace explainer::renderer

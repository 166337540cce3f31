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

// The back end keeps its data in the ImGui context it was initialised in. This context exists for that alone;
// views borrow the pointer, so shaders and buffers are made once, not once a view.
ImGuiContext* home = nullptr;

template <class Action>
auto at_home(Action action) {
    ImGuiContext* before = ImGui::GetCurrentContext();
    ImGui::SetCurrentContext(home);
    const auto result = action();
    ImGui::SetCurrentContext(before);
    return result;
}

}  // namespace

bool started() {
    return home != nullptr;
}

std::string start() {
    stop();
    ImGuiContext* before = ImGui::GetCurrentContext();
    home = ImGui::CreateContext(fonts::atlas());
    ImGui::SetCurrentContext(before);
    const bool good = at_home(
        [] { return ImGui_ImplOpenGL3_Init("#version 300 es") && ImGui_ImplOpenGL3_CreateDeviceObjects(); });
    std::string error = good ? heatmap_renderer::start() : "the canvas's shaders do not compile";
    if (error.empty()) error = tile_renderer::start();
    if (!error.empty()) stop();
    return error;
}

void stop() {
    if (home == nullptr) return;
    heatmap_renderer::stop();
    tile_renderer::stop();
    at_home([] {
        ImGui_ImplOpenGL3_Shutdown();
        return 0;
    });
    ImGui::DestroyContext(home);
    home = nullptr;
}

void attach() {
    if (home == nullptr) return;
    struct Borrowed {
        void* data;
        int width, height;
    };
    const Borrowed from = at_home([] {
        const ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
        return Borrowed{ImGui::GetIO().BackendRendererUserData, platform.Renderer_TextureMaxWidth,
                        platform.Renderer_TextureMaxHeight};
    });
    ImGui::GetIO().BackendRendererUserData = from.data;
    ImGui::GetPlatformIO().Renderer_TextureMaxWidth = from.width;
    ImGui::GetPlatformIO().Renderer_TextureMaxHeight = from.height;
}

void draw(int pixel_width, int pixel_height, float red, float green, float blue) {
    if (home == nullptr) return;
    glViewport(0, 0, pixel_width, pixel_height);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(red, green, blue, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void release(const ImGuiContext* view) {
    heatmap_renderer::release(view);
}

}  // namespace explainer::renderer

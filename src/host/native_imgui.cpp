// See native_imgui.h.
#include "host/native_imgui.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

#include "explainer/drawing/fonts.h"

namespace host {

using namespace explainer;

InContext::InContext(ImGuiContext* context) : before_(ImGui::GetCurrentContext()) {
    ImGui::SetCurrentContext(context);
}

InContext::~InContext() {
    ImGui::SetCurrentContext(before_);
}

ImGuiContext* make_context(bool dark) {
    ImGuiContext* context = nullptr;
    {
        const InContext as_before(ImGui::GetCurrentContext());
        context = ImGui::CreateContext(fonts::atlas());
    }
    const InContext in(context);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    io.ConfigInputTextCursorBlink = false;  // nothing is drawn while nothing happens
    ImGuiStyle& style = ImGui::GetStyle();
    dark ? ImGui::StyleColorsDark() : ImGui::StyleColorsLight();
    style.FontSizeBase = body.size();
    style.AntiAliasedLinesUseTex = false;  // as on the canvas, which shares the atlas
    style.WindowBorderSize = 0;
    style.FrameRounding = 3;
    return context;
}

void begin_frame(float width, float height, float density, float seconds) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {width, height};
    io.DisplayFramebufferScale = {density, density};
    io.DeltaTime = std::clamp(seconds, 0.001f, 1.0f);
    fonts::next_frame(density);
    ImGui::NewFrame();
}

void send_pointer(ImGuiContext* context, Pointer kind, float x, float y) {
    ImGuiIO& io = ImGui::GetIO(context);
    if (kind == Pointer::cancel) {
        io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
    } else {
        io.AddMousePosEvent(x, y);
        if (kind != Pointer::move) io.AddMouseButtonEvent(ImGuiMouseButton_Left, kind == Pointer::down);
    }
}

}  // namespace host

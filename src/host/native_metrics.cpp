// See native_metrics.h.
#include "host/native_metrics.h"

#include <imgui.h>
#include <imgui_internal.h>

#include "explainer/drawing/canvas.h"
#include "explainer/drawing/renderer.h"
#include "host/native_imgui.h"

namespace host {

using namespace explainer;

ExhibitMetrics::ExhibitMetrics(bool dark) : context_(make_context(dark)) {}

ExhibitMetrics::~ExhibitMetrics() {
    const InContext in(context_);
    ImGui::DestroyContext(context_);
}

bool ExhibitMetrics::pointer(Pointer kind, float x, float y) {
    if (!shown) return false;
    send_pointer(context_, kind, x, y);
    return ImGui::GetIO(context_).WantCaptureMouse && kind != Pointer::up;
}

void ExhibitMetrics::wheel(float dx, float dy) {
    if (shown) ImGui::GetIO(context_).AddMouseWheelEvent(dx, dy);
}

void ExhibitMetrics::draw(float seconds) {
    if (!shown) return;
    const canvas::Frame frame = canvas::frame();
    const ImDrawData* drawn = canvas::drawn();
    const InContext in(context_);
    begin_frame(frame.width, frame.height, frame.density, seconds);
    ImGui::ShowMetricsWindow(&shown);
    ImGui::Begin("Dear ImGui Metrics/Debugger");  // its own window, further down
    ImGui::SeparatorText("The exhibit");
    ImGui::Text("%d vertices, %d indices (%d triangles)", drawn->TotalVtxCount, drawn->TotalIdxCount,
                drawn->TotalIdxCount / 3);
    auto* viewport = static_cast<ImGuiViewportP*>(ImGui::GetMainViewport());
    for (const ImDrawList* list : drawn->CmdLists)
        ImGui::DebugNodeDrawList(nullptr, viewport, list, "draw list");
    ImGui::End();
    ImGui::Render();
    renderer::draw_over(ImGui::GetDrawData(), frame.pixel_width, frame.pixel_height);
}

}  // namespace host

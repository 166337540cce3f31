// The one renderer behind all views: Dear ImGui's OpenGL ES 3 back end and the heatmap shader, started once.
// A host makes a GL context current first; this knows no window, no canvas and no page.
#pragma once

#include <string>

struct ImGuiContext;

namespace explainer::renderer {

/// In the current GL context. An empty string, or what is missing. Starting twice starts anew (a new
/// context).
std::string start();
void stop();

/// Lets the current ImGui context draw through the shared back end.
void attach();

/// Renders the current ImGui context's frame to the lower left corner of the bound framebuffer.
void draw(int pixel_width, int pixel_height, float red, float green, float blue);

/// The view with that context is gone: what is kept for it is given back.
void release(const ImGuiContext* view);

bool started();

}  // namespace explainer::renderer

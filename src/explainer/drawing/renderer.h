// The one renderer behind all views: Dear ImGui's OpenGL ES 3 back end and the heatmap shader, started once.
// A host makes a GL context current first; this knows no window, no canvas and no page.
#pragma once

#include <string>

#include "explainer/drawing/theme.h"

struct ImDrawData;

namespace explainer::renderer {

/// In the current GL context. An empty string, or what is missing. Starting twice starts anew (a new
/// context).
std::string start();
void stop();

/// Renders to the lower left corner of the bound framebuffer, on `paper`.
void draw(ImDrawData* drawn, int pixel_width, int pixel_height, Color paper);
/// The same over what is there.
void draw_over(ImDrawData* drawn, int pixel_width, int pixel_height);

/// The view is gone: what is kept for it is given back.
void release(const void* view);

bool started();

}  // namespace explainer::renderer

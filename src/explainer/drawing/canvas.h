// What views draw into: Dear ImGui's draw list, without its windows and its input. One list serves all views,
// one after the other: a frame is made, shown by the renderer, and forgotten when the next one begins.
#pragma once

struct ImDrawData;
struct ImDrawList;

namespace explainer::canvas {

/// The frame that is being made or shown.
struct Frame {
    const void* view = nullptr;                // whose it is
    int number = 0;                            // no two frames have the same
    int pixel_width = 0, pixel_height = 0;     // device pixels
    float width = 0, height = 0, density = 1;  // CSS pixels; device pixels to each
};
const Frame& frame();

/// Begins a frame; `view` tells whose. What is drawn goes to the list, which is cut off at the frame's edges:
/// those of its device pixels, as a CSS pixel has to be so many of them in both directions, exactly, or text
/// would lie between them.
ImDrawList* begin(const void* view, int pixel_width, int pixel_height, float density);

/// All that the frame holds, for the renderer.
ImDrawData* drawn();

}  // namespace explainer::canvas

// Draws matrices as coloured cells: values are kept on the GPU (retained_values.h), a shader colours each
// cell, and maps that follow each other are one draw. Colours are made in theme.cpp and handed over as a
// ramp, so that every map means the same. GL only.
#pragma once

#include <string>

#include "explainer/drawing/painter.h"

struct ImDrawList;

namespace explainer::heatmap_renderer {

/// Compiles the shader in the current GL context; an empty string, or what went wrong.
std::string start();
void stop();

/// Sends up what is not there yet and queues the map at this point of the draw list, which is rendered before
/// the next frame of any view begins. Nothing without a renderer.
void add(ImDrawList* list, Rect rect, const Heat& heat, const Theme& theme);
/// The view is gone.
void release(const void* view);

/// Matrices that went up, and draws, since the program began.
struct Counts {
    int uploads = 0, draws = 0;
};
Counts counts();

}  // namespace explainer::heatmap_renderer

// Draws a matrix as one quad: the values go up as one texture, the shader colours each cell. Cost does not
// grow with n². GL only; colours are made in theme.cpp and handed over as a ramp, so that every map means the
// same.
#pragma once

#include "explainer/drawing/painter.h"

struct ImDrawList;

namespace explainer::heatmap_renderer {

/// Compiles the shader in the current GL context; an empty string, or what went wrong.
const char* start();
void stop();

/// Queues a heatmap at this point of the draw list. heat.values must live until the list is rendered.
void add(ImDrawList* list, Rect rect, const Heat& heat, const Theme& theme);

}  // namespace explainer::heatmap_renderer

// Draws the visible part of a large matrix (tile_map.h) as one quad, whatever tiles it is made of. Holds the
// GPU's side of the tiles. GL only.
#pragma once

#include <string>

#include "explainer/drawing/painter.h"

struct ImDrawList;

namespace explainer::tile_renderer {

/// In the current GL context; an empty string, or what went wrong.
std::string start();
void stop();

/// Works on missing tiles for about a millisecond and queues the map at this point of the draw list, which is
/// rendered before the next frame of any view begins. True if tiles are still missing. Nothing without a
/// renderer.
bool add(ImDrawList* list, Rect rect, TileMap& map, const CellRegion& seen, const HeatLook& look,
         const Theme& theme);

}  // namespace explainer::tile_renderer

// A small PNG writer, for pictures inside an SVG document. Colours by palette; not for photographs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "explainer/drawing/theme.h"

namespace explainer {

/// A PNG file of [height, width] indices into at most 256 colours, with their alpha.
std::string png_file(int width, int height, std::span<const uint8_t> indices, std::span<const Color> palette);

/// Bytes as base64 (RFC 4648).
std::string base64(std::string_view bytes);

}  // namespace explainer

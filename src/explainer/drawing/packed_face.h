// A type face as it travels: the outlines of a TrueType file, told in a third less. Written by
// cmake/packed_face.mjs, where the format is described; made a TrueType file of here, in memory, for Dear
// ImGui to read.
#pragma once

#include <span>
#include <vector>

namespace explainer {

/// A TrueType file with the tables that stb_truetype wants, and no other.
std::vector<unsigned char> unpacked_face(std::span<const unsigned char> packed);

}  // namespace explainer

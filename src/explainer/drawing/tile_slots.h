// Which tile of which map lies in which place of the GPU's memory, for all maps together: 512 places of 128
// KB. The tiles that were seen longest ago make room. Decides only: an uploader moves the values, so this
// knows no GL.
#pragma once

#include <cstdint>
#include <vector>

namespace explainer {

class TileMap;

namespace tile_slots {

inline constexpr int layers = 128, textures = 4, count = layers * textures;

class Uploader {
  public:
    virtual ~Uploader() = default;
    /// `halves` [256, 256]: half-precision numbers; the least one stands for a masked entry.
    virtual void upload(int slot, const uint16_t* halves) = 0;
};

/// The GPU's memory comes (empty) or goes (null). Every map's tiles are forgotten.
void set_uploader(Uploader* uploader);
Uploader* uploader();
/// Changes whenever all tiles were forgotten.
int generation();

/// What is used from here on is not given to others.
void begin_frame();
/// A place for a tile; its map is told if it loses one (TileMap::lost). −1: all are used in this frame.
int take(TileMap& map, uint64_t tile);
void use(int slot);
void give_back(int slot);

}  // namespace tile_slots
}  // namespace explainer

// Places for tiles. See tile_slots.h.
#include "explainer/drawing/tile_slots.h"

#include <array>

#include "explainer/drawing/tile_map.h"

namespace explainer::tile_slots {
namespace {

struct Slot {
    TileMap* map = nullptr;
    uint64_t tile = 0, used = 0;
};

struct All {
    std::array<Slot, count> slots;
    uint64_t tick = 0, frame_start = 0;
    Uploader* uploader = nullptr;
    int generation = 0;
};

All all;

}  // namespace

void set_uploader(Uploader* uploader) {
    all.uploader = uploader;
    all.slots = {};
    ++all.generation;
}

Uploader* uploader() {
    return all.uploader;
}

int generation() {
    return all.generation;
}

void begin_frame() {
    all.frame_start = all.tick;
}

int take(TileMap& map, uint64_t tile) {
    int best = -1;
    for (int i = 0; i < count; ++i) {
        const Slot& slot = all.slots[static_cast<size_t>(i)];
        if (slot.map == nullptr) {
            best = i;
            break;
        }
        if (slot.used > all.frame_start) continue;
        if (best < 0 || slot.used < all.slots[static_cast<size_t>(best)].used) best = i;
    }
    if (best < 0) return -1;
    Slot& slot = all.slots[static_cast<size_t>(best)];
    if (slot.map != nullptr) slot.map->lost(slot.tile);
    slot = {&map, tile, ++all.tick};
    return best;
}

void use(int slot) {
    all.slots[static_cast<size_t>(slot)].used = ++all.tick;
}

void give_back(int slot) {
    all.slots[static_cast<size_t>(slot)] = {};
}

}  // namespace explainer::tile_slots

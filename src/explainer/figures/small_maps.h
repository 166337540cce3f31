// Many small maps side by side (all heads of a layer), which share a texture and a draw: captions, one that
// is chosen, a cell that is pointed at in all of them. Not here: numbers in cells (matrix.h).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "explainer/figures/layout.h"
#include "explainer/figures/matrix.h"
#include "explainer/unique_function.h"

namespace explainer::figures {

/// What maps are compared by, beside each: a number, and a bar on one scale for all.
struct Measure {
    std::string name, shown;
    float share = 0;
};

struct SmallMap {
    std::span<const float> values;  // [rows, cols]; NaN: masked. Outlives the frame
    int rows = 0, cols = 0;
    std::string letter = {}, caption = {};  // "B content"
    Entry ring = {};                        // an open mark
    std::span<const Entry> rings = {};      // more of them. Outlives the frame
    std::vector<Measure> measures = {};
    // A box before the caption, for what is set by a toggle; −1: it is set as it is.
    bool ticked = false;
    int tick_parameter = -1;
    Color tick_color = {};
    bool off = false;  // in grey, and crossed out: what it shows is switched off
};

struct SmallMapsLook {
    std::string id;  // unique in the exhibit
    std::vector<SmallMap> maps = {};
    uint64_t version = 0;  // of all values together
    HeatLook heat = {1, false, 0.5f};

    int columns = 0;               // 0: as many as fit
    float least = 72, most = 120;  // the side of a map, CSS pixels; smaller only if `columns` asks for it
    float gap = 16;
    float pitch = 0;   // from one map of a row to the next, where an axis says so; else as they fit
    float height = 0;  // of all of them: maps are no higher than that lets them be, and their rows share it
    bool captions_above = false;
    int caption_lines = 0;             // 0: as they need; 1 or 2
    std::string longest_caption = {};  // that may come: those that need less keep its lines
    bool ticks = false;                // boxes before the captions

    int parameter = -1;  // a choice or an integer: a press sets it, its focus shows at the selected map
    int selected = -1, pointed = -1;  // of the maps
    Entry pointed_entry = {};         // outlined in every map
    int selected_row = -1;            // outlined in every map

    UniqueFunction<void(int map)> pressed = nullptr;
    UniqueFunction<void(int map, Entry)> hovered = nullptr;
    /// For what stands beside each map, in the width that is set aside for it.
    float beside = 0;
    UniqueFunction<void(Ui&, int map, Rect beside)> draw_beside = nullptr;
    /// For what is drawn over a map and into the room before its caption.
    UniqueFunction<void(Ui&, int map, Rect map_rect, Rect caption)> over = nullptr;
};

Block small_maps(SmallMapsLook&& look);

}  // namespace explainer::figures

// What a part answers when the pointer is on one of its items. Parts are made anew for each frame, so what
// was pointed at is kept by whoever builds the sheet.
#pragma once

#include "explainer/ui.h"
#include "explainer/unique_function.h"

namespace explainer::figures {

/// Called with the number of the item.
struct Pointing {
    UniqueFunction<void(int)> hovered = nullptr;  // in each frame that the pointer is on it
    UniqueFunction<void(int)> pressed = nullptr;

    explicit operator bool() const { return hovered || pressed; }

    void answer(const PointerState& pointer, int item) const {
        if (pointer.hovered && hovered) hovered(item);
        if (pointer.clicked && pressed) pressed(item);
    }
};

}  // namespace explainer::figures

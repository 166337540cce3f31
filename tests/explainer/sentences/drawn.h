// The texts of a drawing as a reader reads them: runs of type on one line joined, wrapped lines joined,
// no-break spaces as spaces.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "../label_painter.h"
#include "explainer/view.h"

namespace explainer::sentences {

inline std::vector<std::string> drawn_texts(View& view, float width) {
    LabelPainter painter;
    view.draw_with(painter, width);
    std::vector<std::string> out;
    const Label* last = nullptr;
    float left = 0;  // of the first line
    for (const Label& label : painter.labels) {
        // (On one baseline, a large number among words stands higher, but not much lower.)
        const bool one_line = last != nullptr &&
                              (std::fabs(label.box.y - last->box.y) < 3 ||
                               std::fabs(label.box.bottom() - last->box.bottom()) < 5) &&
                              std::fabs(label.box.x - last->box.right()) < 12;
        // (A headline's number is larger than what stands on its line.)
        const bool next_line =
            last != nullptr && label.box.x - left < 2 && left - label.box.x < 2 &&
            label.box.bottom() > last->box.bottom() &&
            label.box.bottom() - last->box.bottom() < 1.8f * std::max(label.box.height, last->box.height);
        std::string text = label.text;
        for (const Rect& root : painter.roots)
            if (root.contains({label.box.x + label.box.width / 2, label.box.y + label.box.height / 2}))
                text = "√" + text;
        if (one_line || next_line) {
            out.back() += (next_line ? " " : "") + text;
        } else {
            out.push_back(text);
            left = label.box.x;
        }
        last = &label;
    }
    for (std::string& text : out)
        for (size_t at = text.find("\u00a0"); at != std::string::npos; at = text.find("\u00a0"))
            text.replace(at, 2, " ");
    return out;
}

}  // namespace explainer::sentences

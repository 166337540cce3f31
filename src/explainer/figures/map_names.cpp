#include "explainer/figures/map_names.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "explainer/figures/text.h"

namespace explainer::figures {

Block map_names(const MapAxis& axis, std::span<const std::string> names, float length, float depth) {
    const Size size = axis.upright ? Size{depth, length, 0} : Size{length, depth, 0};
    return drawing(size, [axis, names, length, depth](Ui& ui, Rect rect) {
        constexpr float gap = 6, longest = 72;
        const float line = fonts::line_height(caption);
        std::vector<std::pair<float, float>> taken;  // from, to
        const auto put = [&](int cell, Type type, Color color) {
            const float at = along_axis(axis, cell, length);
            if (at < 0 || at > length) return;
            const std::string name =
                shortened(type, names[static_cast<size_t>(cell)], axis.upright ? depth - gap : longest);
            const float half = axis.upright ? line / 2 - 2 : fonts::width(type, name) / 2 + gap / 2;
            const float middle = axis.upright ? at
                                              : std::clamp(at, std::min(half, length / 2),
                                                           std::max(length - half, length / 2));
            for (const auto& [from, to] : taken)
                if (middle + half > from && middle - half < to) return;
            taken.emplace_back(middle - half, middle + half);
            if (axis.upright)
                ui.text({rect.right() - gap, rect.y + at - line / 2}, type, color, name, Align::right);
            else
                ui.text({rect.x + middle, rect.y + (depth - line) / 2}, type, color, name, Align::centre);
        };
        put(axis.chosen, {13, true}, axis.color);
        // (A large map has more names than pixels: every so many are looked at.)
        const int stride = std::max(1, static_cast<int>(axis.count / static_cast<double>(length / 4)));
        const int first = std::max(0, static_cast<int>(axis.from)),
                  last =
                      std::min(static_cast<int>(names.size()), static_cast<int>(axis.from + axis.count) + 1);
        for (int cell = first; cell < last; cell += stride)
            if (cell != axis.chosen) put(cell, caption, ui.theme().ink);
    });
}

}  // namespace explainer::figures

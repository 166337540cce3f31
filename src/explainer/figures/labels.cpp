// Places for labels. See labels.h.
#include "explainer/figures/labels.h"

#include <algorithm>
#include <cmath>

namespace explainer::figures {
namespace {

bool overlap(Rect a, Rect b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

/// The line box without the air above and below the letters.
Rect box_around(Point middle, Type type, std::string_view text) {
    const float width = fonts::width(type, text), height = type.size() * 1.05f;
    return {middle.x - width / 2, middle.y - height / 2, width, height};
}

}  // namespace

bool Labels::is_free(const Rect& rect) const {
    if (rect.x < bounds_.x || rect.y < bounds_.y || rect.right() > bounds_.right() ||
        rect.bottom() > bounds_.bottom())
        return false;
    return std::none_of(taken_.begin(), taken_.end(), [&](Rect other) { return overlap(rect, other); });
}

bool Labels::is_clear(const Rect& rect, size_t of_avoided) const {
    return std::none_of(avoided_.begin(), avoided_.begin() + static_cast<std::ptrdiff_t>(of_avoided),
                        [&](Rect line) { return overlap(rect, line); });
}

bool Labels::put_at(Ui& ui, const Point& at, Type type, Color color, std::string_view text, bool ground) {
    const Rect box = box_around(at, type, text);
    if (!is_free(box)) return false;
    draw(ui, box, type, color, text, ground);
    return true;
}

bool Labels::put(Ui& ui, const Point& anchor, float distance, const Point& side, Type type, Color color,
                 std::string_view text) {
    Point away = unit(side);
    if (away == Point{}) away = {0.7071f, -0.7071f};
    const Rect size = box_around({}, type, text);
    for (const size_t kept_off : {avoided_.size(), most_avoided_, size_t{0}}) {
        for (const float out : {0.0f, 10.0f, 22.0f, 36.0f}) {
            // To both sides in turn, up to the opposite side.
            for (const float turn : {0.0f, 0.5f, -0.5f, 1.0f, -1.0f, 1.6f, -1.6f, 2.3f, -2.3f, 3.14f}) {
                const float c = std::cos(turn), s = std::sin(turn);
                const Point direction{away.x * c - away.y * s, away.x * s + away.y * c};
                // So far out that the text's nearest edge keeps the distance.
                const float reach = distance + out;
                const Point middle = anchor + Point{direction.x * (reach + size.width / 2),
                                                    direction.y * (reach + size.height / 2)};
                if (!is_clear(box_around(middle, type, text), kept_off)) continue;
                // (What runs off all lines needs no ground.)
                if (put_at(ui, middle, type, color, text, avoided_.empty() || kept_off == 0)) return true;
            }
        }
        if (kept_off == 0) break;
    }
    return false;
}

void Labels::draw(Ui& ui, const Rect& box, Type type, Color color, std::string_view text, bool ground) {
    take(box);
    // Lines that pass under the letters are dimmed.
    if (ground) ui.painter().rectangle(box.inset(-1), ui.theme().paper.faded(0.92f), 3);
    ui.text({box.centre().x, box.centre().y - fonts::line_height(type) / 2}, type, color, text,
            Align::centre);
}

}  // namespace explainer::figures

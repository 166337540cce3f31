// See compared_bars.h.
#include "explainer/figures/compared_bars.h"

#include <algorithm>
#include <utility>

#include "explainer/figures/marks.h"
#include "explainer/figures/text.h"
#include "explainer/phrase.h"

namespace explainer::figures {
namespace {

constexpr float head_height = 26, margin = 4, number_gap = 8;

void draw(Ui& ui, const ComparedBarsLook& look, const std::vector<ComparedBar>& bars, Rect rect) {
    const Theme& theme = ui.theme();
    const bool two = !look.before.empty();
    const float left = rect.x + look.name, first = rect.right() - (two ? look.number : 0),
                length = first - look.number - number_gap - left;
    const float line = fonts::line_height(body);
    float y = rect.y;
    if (!look.title.empty()) {
        ui.text({rect.x, y}, caption, theme.muted, look.title);
        if (two) ui.text({first, y}, caption, theme.muted, look.before, Align::right);
        ui.text({rect.right(), y}, caption, look.now_color, look.now, Align::right);
        y += head_height;
    }
    if (look.parameter >= 0)
        ui.place_parameter(look.parameter, {rect.x - margin, y, rect.width + 2 * margin,
                                            look.row * static_cast<float>(look.count)});
    for (size_t i = 0; i < bars.size(); ++i, y += look.row) {
        const ComparedBar& one = bars[i];
        const std::string id = Phrase() << look.id << "/" << i;
        const Rect whole{rect.x - margin, y, rect.width + 2 * margin, look.row};
        const bool selected = look.selected == static_cast<int>(i),
                   pressed = static_cast<bool>(look.pointing.pressed) && i < look.count;
        PointerState pointer;
        if (look.pointing && i < look.count) pointer = ui.area(id, whole, pressed ? Grip::press : Grip::none);
        look.pointing.answer(pointer, static_cast<int>(i));
        if (selected || (pressed && pointer.hovered))
            ui.painter().rectangle(whole, selected ? band_color(theme, one.color) : theme.raised, 6);
        if (selected && look.parameter >= 0 && ui.focused(look.parameter)) ui.focus_ring(whole);
        const float text = y + (look.row - line) / 2;
        const auto bar = [&](float share) {
            return Rect{left, y + (look.row - look.thickness) / 2, std::max(1.5f, length * share),
                        look.thickness};
        };
        const Type type{15, one.bold};
        const Rect before = bar(static_cast<float>(one.before));
        ui.text({rect.x, text}, type, one.color, shortened(type, one.name, look.name - number_gap));
        ui.painter().rectangle(bar(1), theme.raised, 0);
        if (one.gone) {
            hatch(ui, before);
            ui.painter().outline(before, theme.line, 1, 0);
        } else {
            ui.painter().rectangle(bar(ui.eased(id, static_cast<float>(one.now))),
                                   mix(theme.paper, one.color, one.deep), 0);
            if (look.compared) ui.painter().outline(before, theme.ink, 1.5f, 0);
        }
        if (one.aim >= 0) {
            const float x = bar(static_cast<float>(one.aim)).right();
            ui.painter().line({x, before.y - 4}, {x, before.bottom() + 4}, theme.output, 3);
        }
        if (two) ui.text({first, text}, body, theme.muted, one.shown_before, Align::right);
        ui.text({rect.right(), text}, type, one.color, one.shown_now, Align::right);
    }
}

}  // namespace

Block compared_bars(ComparedBarsLook&& look, std::vector<ComparedBar>&& bars) {
    const float height =
        (look.title.empty() ? 0 : head_height) + look.row * static_cast<float>(look.count + look.more);
    return drawing(height, [look = std::move(look), bars = std::move(bars)](Ui& ui, Rect rect) {
        draw(ui, look, bars, rect);
    });
}

}  // namespace explainer::figures

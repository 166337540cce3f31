// See learned_heads_candidates.h.
#include "explainer/exhibits/learned_heads_candidates.h"

#include <algorithm>
#include <utility>

#include "explainer/figures/text.h"
#include "explainer/format.h"

namespace explainer::learned_heads {
namespace {

constexpr float label_room = 76, numbers_room = 108, number_room = 60, bar_height = 14;

void draw(Ui& ui, const CandidatesLook& look, const std::vector<Candidate>& words, Rect rect) {
    const Theme& theme = ui.theme();
    const bool changed = !look.now.empty();
    const float left = rect.x + label_room, wide = rect.width - label_room - numbers_room,
                before = rect.right() - (changed ? number_room : 0);
    ui.text({rect.x, rect.y}, caption, theme.muted, look.title);
    ui.text({before, rect.y}, caption, theme.muted, look.before, Align::right);
    if (changed) ui.text({rect.right(), rect.y}, caption, look.now_color, look.now, Align::right);
    float y = rect.y + 26 + (look.row - 26) / 2;
    for (const Candidate& one : words) {
        const Rect line{rect.x, y + 11 - look.row / 2, rect.width, look.row};
        if (look.hovered && ui.area("candidate/" + one.word, line, Grip::none).hovered)
            look.hovered(static_cast<int>(&one - words.data()));
        const Rect track{left, y + 4, wide, bar_height};
        const float now = ui.eased("candidate/" + one.word, static_cast<float>(one.now));
        ui.text({rect.x, y + 2}, strong, one.color, figures::shortened(strong, one.word, label_room - 8));
        ui.painter().rectangle(track, theme.raised, 0);
        ui.painter().rectangle({track.x, track.y, wide * now, bar_height}, mix(theme.paper, one.color, 0.55f),
                               0);
        if (changed)
            ui.painter().outline(
                {track.x, track.y, std::max(2.0f, wide * static_cast<float>(one.before)), bar_height},
                theme.ink, 1.5f, 0);
        ui.text({before, y + 2}, body, changed ? theme.muted : one.color, fixed(one.before, 3), Align::right);
        if (changed) ui.text({rect.right(), y + 2}, strong, one.color, fixed(one.now, 3), Align::right);
        y += look.row;
    }
}

}  // namespace

figures::Block candidates(CandidatesLook&& look, std::vector<Candidate>&& words) {
    const float height = 26 + look.row * static_cast<float>(look.count) + 4;
    return figures::drawing(height, [look = std::move(look), words = std::move(words)](Ui& ui, Rect rect) {
        draw(ui, look, words, rect);
    });
}

}  // namespace explainer::learned_heads

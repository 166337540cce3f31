// See motion.h.
#include "explainer/figures/motion.h"

#include <algorithm>
#include <utility>

namespace explainer::figures {

float arrival(Ui& ui, std::string_view id, int what) {
    struct Departures {
        int last;
        int count = 0;
    };
    if (!ui.painting()) return 1;
    Departures& departures = ui.kept(id, Departures{what});
    if (std::exchange(departures.last, what) != what) ++departures.count;
    const auto count = static_cast<float>(departures.count);
    return 1 - std::clamp(count - ui.eased(id, count), 0.0f, 1.0f);
}

void travelling(Ui& ui, Point from, Point to, float along, const std::string& number, Color plate) {
    if (along <= 0 || along >= 1) return;
    const Point at = from + (to - from) * along;
    const float half = fonts::width(strong, number) / 2 + 5;
    ui.painter().rectangle({at.x - half, at.y - 12, 2 * half, 24}, plate, 4);
    ui.text({at.x, at.y - fonts::line_height(strong) / 2}, strong, ui.theme().on(plate), number,
            Align::centre);
}

}  // namespace explainer::figures

// See column_bars.h.
#include "explainer/figures/column_bars.h"

#include <algorithm>

#include "explainer/figures/labels.h"
#include "explainer/phrase.h"

namespace explainer::figures {

void draw_column_bars(Ui& ui, const MatrixPlace& place, Rect whole, const std::vector<ColumnSeries>& series) {
    constexpr float letter_room = 20, least_share = 1e-3f, least_lettered = 0.04f;
    const Theme& theme = ui.theme();
    const float bottom = whole.bottom() - 4, high = whole.height - 4 - letter_room;
    ui.painter().line({place.cells.x, bottom}, {place.cells.right(), bottom}, theme.line, 1);
    const auto count = static_cast<float>(series.size());
    const float width = std::min(16.0f, (place.cell_width - 6) / count);
    std::vector<std::pair<Point, std::string>> letters;  // over all bars
    for (size_t k = 0; k < series.size(); ++k) {
        const ColumnSeries& one = series[k];
        const auto left = [&](int j) {
            return place.col(j).centre().x + width * (static_cast<float>(k) - count / 2);
        };
        int best = place.first_col;
        for (int j = place.first_col; j < place.first_col + place.cols; ++j) {
            if (one.shares[j] > one.shares[best]) best = j;
            const float share = ui.eased(Phrase() << one.id << "/" << j, one.shares[j]);
            const float height = std::max(1.0f, high * share);
            if (share >= least_share)
                ui.painter().rectangle({left(j), bottom - height, width - 1, height}, one.color, 0);
        }
        if (!one.letter.empty() && one.shares[best] >= least_lettered)
            letters.push_back({{left(best) + width / 2, bottom - high * one.shares[best] - 9}, one.letter});
    }
    Labels labels({place.cells.x, whole.y, place.cells.width, whole.height});
    for (const auto& [where, letter] : letters) labels.put_at(ui, where, {13, true}, theme.ink, letter);
}

}  // namespace explainer::figures

// What a description says of a map with too many cells for a table. See map_view.h.
#include <cmath>
#include <vector>

#include "explainer/figures/map_view.h"
#include "explainer/order.h"
#include "explainer/phrase.h"

namespace explainer::figures {

MapSummary summary_of(std::span<const float> values, int rows, int cols, int row) {
    MapSummary out;
    out.rows = rows;
    out.cols = cols;
    for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < cols; ++j) {
            const float cell =
                values[static_cast<size_t>(i) * static_cast<size_t>(cols) + static_cast<size_t>(j)];
            if (std::isnan(cell)) continue;
            const double value = static_cast<double>(cell);
            if (out.least_at.row < 0 || value < out.least) {
                out.least = value;
                out.least_at = {i, j};
            }
            if (out.most_at.row < 0 || value > out.most) {
                out.most = value;
                out.most_at = {i, j};
            }
        }
    }
    if (row >= 0 && row < rows) {
        out.row = row;
        out.row_values =
            values.subspan(static_cast<size_t>(row) * static_cast<size_t>(cols), static_cast<size_t>(cols));
    }
    return out;
}

LargestValues largest_of(std::span<const float> values, int most) {
    LargestValues out;
    const std::vector<size_t> order = order_of(values.size(), [&values](size_t a, size_t b) {
        if (std::isnan(values[a]) || std::isnan(values[b])) return !std::isnan(values[a]);
        return values[a] > values[b];
    });
    for (const size_t place : order) {
        if (std::isnan(values[place])) {
            ++out.masked;
        } else if (static_cast<int>(out.places.size()) < most) {
            out.places.push_back(static_cast<int>(place));
        } else {
            ++out.others;
            out.rest += static_cast<double>(values[place]);
        }
    }
    return out;
}

Table describe_map(std::string title, const MapSummary& summary, int largest) {
    Table out{std::move(title), {"quantity", "row", "column", "value"}, {}};
    out.rows.push_back({"rows", "", "", summary.rows});
    out.rows.push_back({"columns", "", "", summary.cols});
    if (summary.least_at.row >= 0) {
        out.rows.push_back({"least", summary.least_at.row, summary.least_at.col, summary.least});
        out.rows.push_back({"largest", summary.most_at.row, summary.most_at.col, summary.most});
    } else {
        out.rows.push_back({"all masked", "", "", ""});
    }
    if (summary.row < 0) return out;
    const LargestValues top = largest_of(summary.row_values, largest);
    for (size_t i = 0; i < top.places.size(); ++i)
        out.rows.push_back({std::string(Phrase() << "no. " << i + 1 << " of the row"), summary.row,
                            top.places[i], summary.row_values[static_cast<size_t>(top.places[i])]});
    if (top.others > 0)
        out.rows.push_back({"sum of the other " + std::to_string(top.others), summary.row, "", top.rest});
    if (top.masked > 0) out.rows.push_back({"masked in the row", summary.row, "", top.masked});
    return out;
}

}  // namespace explainer::figures

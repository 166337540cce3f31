// What a description says of a map with too many cells for a table. See map_view.h.
#include <algorithm>
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
    std::vector<int> there;
    for (size_t j = 0; j < summary.row_values.size(); ++j) {
        if (!std::isnan(summary.row_values[j])) there.push_back(static_cast<int>(j));
    }
    const auto value = [&](int j) { return summary.row_values[static_cast<size_t>(j)]; };
    std::vector<int> order;
    for (const size_t i :
         order_of(there.size(), [&](size_t a, size_t b) { return value(there[a]) > value(there[b]); }))
        order.push_back(there[i]);
    const size_t named = std::min(order.size(), static_cast<size_t>(std::max(0, largest)));
    for (size_t i = 0; i < named; ++i)
        out.rows.push_back({std::string(Phrase() << "no. " << i + 1 << " of the row"), summary.row, order[i],
                            value(order[i])});
    const size_t masked = summary.row_values.size() - order.size();
    if (order.size() > named) {
        double rest = 0;
        for (size_t i = named; i < order.size(); ++i) rest += static_cast<double>(value(order[i]));
        out.rows.push_back(
            {"sum of the other " + std::to_string(order.size() - named), summary.row, "", rest});
    }
    if (masked > 0) out.rows.push_back({"masked in the row", summary.row, "", static_cast<int>(masked)});
    return out;
}

}  // namespace explainer::figures

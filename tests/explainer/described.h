// A description as text: what golden files keep, and what two frames say can be compared by.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "explainer/description.h"

namespace explainer {

inline std::string text_of(const Description& description) {
    std::string out = description.summary + "\n";
    for (const Table& t : description.tables) {
        out += "\n" + t.title + "\n";
        for (const std::string& column : t.columns) out += "| " + column + " ";
        out += "|\n";
        for (const std::vector<Cell>& row : t.rows) {
            for (const Cell& cell : row) {
                const auto* number = std::get_if<double>(&cell);
                out += "| " + (number != nullptr ? shortest(*number) : std::get<std::string>(cell)) + " ";
            }
            out += "|\n";
        }
    }
    return out;
}

}  // namespace explainer

// See asked.h.
#include "explainer/asked.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "explainer/language.h"

namespace explainer {

const Description& Asked::said() {
    if (view_) return said_;
    const language::AsItIs in_english;  // tables are asked for by their English names
    view_.emplace(*find_exhibit(exhibit_));
    view_->restore(std::string(state_));
    said_ = view_->describe();
    return said_;
}

const State& Asked::state() {
    said();
    return view_->state();
}

double Asked::value(std::string_view name) {
    for (const NamedValue& one : said().values)
        if (one.name == name) return one.value;
    return NAN;
}

const Table* Asked::table(std::string_view title) {
    for (const Table& one : said().tables)
        if (std::string_view(one.title).starts_with(title)) return &one;
    return nullptr;
}

double Asked::cell(std::string_view title, std::string_view row, std::string_view column) {
    const Table* found = table(title);
    double sum = 0;
    bool any = false;
    for (size_t i = 0; found != nullptr && i < found->rows.size(); ++i) {
        const std::vector<Cell>& cells = found->rows[i];
        const auto* numbered = std::get_if<double>(&cells.front());
        if (row != "*" &&
            row != (numbered != nullptr ? shortest(*numbered) : std::get<std::string>(cells.front())))
            continue;
        for (size_t j = 1; j < cells.size(); ++j) {
            const auto* number = std::get_if<double>(&cells[j]);
            if (number == nullptr || (column != "*" && column != found->columns[j])) continue;
            sum += *number;
            any = true;
        }
        if (row != "*") break;
    }
    return any ? sum : NAN;
}

double Asked::rows(std::string_view title) {
    const Table* found = table(title);
    return found != nullptr ? static_cast<double>(found->rows.size()) : 0;
}

double Asked::columns(std::string_view title) {
    const Table* found = table(title);
    return found != nullptr ? static_cast<double>(found->columns.size()) - 1 : 0;
}

}  // namespace explainer

// See description.h.
#include "explainer/description.h"

#include <algorithm>
#include <cassert>

namespace explainer {

Table quantities(std::string title, std::initializer_list<Quantity> list) {
    Table out{std::move(title), {"quantity", "value"}, {}};
    for (const Quantity& one : list) add_row(out, one.name, {one.number.value});
    return out;
}

void add_row(Table& table, std::initializer_list<double> numbers) {
    table.rows.emplace_back(numbers.begin(), numbers.end());
}

void add_row(Table& table, std::string name, std::initializer_list<double> numbers) {
    std::vector<Cell> row = {std::move(name)};
    row.insert(row.end(), numbers.begin(), numbers.end());
    table.rows.push_back(std::move(row));
}

RowPen add_row(Table& table) {
    return RowPen(table.rows.emplace_back());
}

RowPen RowPen::operator<<(Cell cell) const {
    row_->push_back(std::move(cell));
    return *this;
}

void Description::in_piece(int piece, std::initializer_list<std::string_view> titles) {
    for (const std::string_view title : titles) {
        const auto one = std::find_if(tables.begin(), tables.end(),
                                      [title](const Table& table) { return table.title.starts_with(title); });
        assert(one != tables.end());
        one->piece = piece;
    }
}

void Description::add_value(std::string name, Number number, std::string python) {
    values.push_back({std::move(name), number.value, std::move(python)});
}

}  // namespace explainer

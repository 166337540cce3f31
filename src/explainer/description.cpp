// See description.h.
#include "explainer/description.h"

namespace explainer {

Table quantities(const char* title, std::initializer_list<Quantity> list) {
    Table out{title, {"quantity", "value"}, {}};
    for (const Quantity& one : list) add_row(out, one.name, {one.value});
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

RowPen RowPen::operator<<(const char* text) const {
    return *this << Cell(text);
}
RowPen RowPen::operator<<(const std::string& text) const {
    return *this << Cell(text);
}
RowPen RowPen::operator<<(float number) const {
    return *this << Cell(number);
}
RowPen RowPen::operator<<(double number) const {
    return *this << Cell(number);
}
RowPen RowPen::operator<<(int number) const {
    return *this << Cell(number);
}
RowPen RowPen::operator<<(const Cell& cell) const {
    row_->push_back(cell);
    return *this;
}

void Description::add_value(const char* name, double value) {
    values.emplace_back(name, value);
}
void Description::add_value(const char* name, float value) {
    add_value(name, tidy(value));
}

}  // namespace explainer

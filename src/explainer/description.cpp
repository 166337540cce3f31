// See description.h.
#include "explainer/description.h"

namespace explainer {

Table quantities(const char* title, std::initializer_list<Quantity> list) {
    Table out = table_of(title, "quantity|value");
    for (const Quantity& one : list) add_row(out, one.name, {one.value});
    return out;
}

Table table_of(std::string title, const char* columns) {
    Table out{std::move(title), {""}, {}};
    for (; *columns != 0; ++columns) {
        if (*columns == '|')
            out.columns.emplace_back();
        else
            out.columns.back() += *columns;
    }
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

void Description::add_values(std::initializer_list<Quantity> list) {
    for (const Quantity& one : list) values.emplace_back(one.name, one.value);
}

}  // namespace explainer

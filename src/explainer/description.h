// What an exhibit says of itself: a summary, tables and named values, made from the very values that are
// drawn. Feeds the live region, the screen reader's table, exports, tests and native --describe. Plain data,
// no format.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "explainer/format.h"

namespace explainer {

/// Text, or a number at full precision (float values go through tidy(), so that 7.4f reads 7.4).
struct Cell : std::variant<std::string, double> {
    Cell(const char* text) : variant(std::string(text)) {}
    Cell(std::string text) : variant(std::move(text)) {}
    Cell(float number) : variant(tidy(number)) {}
    Cell(double number) : variant(number) {}
    Cell(int number) : variant(static_cast<double>(number)) {}
};

struct Table {
    std::string title;
    std::vector<std::string> columns;
    std::vector<std::vector<Cell>> rows;
};

// ---- Short ways to write them

/// A number with its name.
struct Quantity {
    Quantity(const char* label, float number) : name(label), value(tidy(number)) {}
    Quantity(const char* label, double number) : name(label), value(number) {}
    Quantity(const char* label, int number) : name(label), value(number) {}
    const char* name;
    double value;
};

/// A table of two columns, "quantity" and "value".
Table quantities(const char* title, std::initializer_list<Quantity> list);
/// A row of numbers.
void add_row(Table& table, std::initializer_list<double> numbers);
/// The same with a name in the first column.
void add_row(Table& table, std::string name, std::initializer_list<double> numbers);
/// Puts cells into a row, one after the other: add_row(table) << "sum" << 2.5f << "none";
class RowPen {
  public:
    explicit RowPen(std::vector<Cell>& row) : row_(&row) {}
    RowPen operator<<(const char* text) const;
    RowPen operator<<(const std::string& text) const;
    RowPen operator<<(float number) const;
    RowPen operator<<(double number) const;
    RowPen operator<<(int number) const;
    RowPen operator<<(const Cell& cell) const;

  private:
    std::vector<Cell>* row_;
};
RowPen add_row(Table& table);

struct Description {
    std::string summary;
    std::vector<Table> tables;
    /// The numbers that a sentence in an essay would quote, by a name that never changes: published pages use
    /// them. In full precision; the quoting sentence rounds.
    std::vector<std::pair<std::string, double>> values = {};

    void add_value(const char* name, double value);
    void add_value(const char* name, float value);
    void add_value(const char* name, int value) { add_value(name, static_cast<double>(value)); }
};

}  // namespace explainer

// What an exhibit says of itself: a summary, tables and named values, made from the very values that are
// drawn. Feeds the live region, the screen reader's table, exports, tests and native --describe. Plain data,
// no format.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "explainer/format.h"

namespace explainer {

/// A number at full precision (float values go through tidy(), so that 7.4f reads 7.4).
struct Number {
    Number(float number) : value(tidy(number)) {}
    Number(double number) : value(number) {}
    Number(int number) : value(number) {}
    double value;
};

/// Text, or a number.
struct Cell : std::variant<std::string, double> {
    Cell(const char* text) : variant(std::string(text)) {}
    Cell(std::string text) : variant(std::move(text)) {}
    Cell(float number) : variant(Number(number).value) {}
    Cell(double number) : variant(number) {}
    Cell(int number) : variant(Number(number).value) {}
};

struct Table {
    std::string title;
    std::vector<std::string> columns;
    std::vector<std::vector<Cell>> rows;
    int piece = -1;  // the parameter of the piece that alone shows these numbers; said while that is open
};

// ---- Short ways to write them

/// A number with its name.
struct Quantity {
    std::string name;
    Number number;
};

/// A table of two columns, "quantity" and "value".
Table quantities(std::string title, std::initializer_list<Quantity> list);
/// A row of numbers.
void add_row(Table& table, std::initializer_list<double> numbers);
/// The same with a name in the first column.
void add_row(Table& table, std::string name, std::initializer_list<double> numbers);
/// Puts cells into a row, one after the other: add_row(table) << "sum" << 2.5f << "none";
class RowPen {
  public:
    explicit RowPen(std::vector<Cell>& row) : row_(&row) {}
    RowPen operator<<(Cell cell) const;

  private:
    std::vector<Cell>* row_;
};
RowPen add_row(Table& table);

/// A number that a sentence in an essay would quote, by a name that never changes: published pages use it. In
/// full precision; the quoting sentence rounds.
struct NamedValue {
    std::string name;
    double value;
    std::string python = {};  // the same by NumPy, an expression behind the lines of Exhibit::numpy()
};

struct Description {
    std::string summary;
    std::vector<Table> tables;
    std::vector<NamedValue> values = {};

    void add_value(std::string name, Number number, std::string python = {});
    /// These tables, by the beginnings of their titles, are said while a piece is open (Table::piece).
    void in_piece(int piece, std::initializer_list<std::string_view> titles);
};

}  // namespace explainer

// An exhibit in a state, asked for the numbers that it says of itself. For who shows what other exhibits
// compute. Draws nothing.
#pragma once

#include <optional>
#include <string_view>

#include "explainer/view.h"

namespace explainer {

class Asked {
  public:
    /// The exhibit is made when it is first asked. Both texts outlive it.
    Asked(std::string_view exhibit, std::string_view state) : exhibit_(exhibit), state_(state) {}

    const State& state();
    /// A named value of its description; not a number if it has none of that name.
    double value(std::string_view name);
    /// A number of the table whose title begins so, by the row's first cell and the column's name, where "*"
    /// sums all; not a number if there is none.
    double cell(std::string_view table, std::string_view row, std::string_view column);
    /// How many rows a table has, and how many columns beside the names of the rows; 0 if there is none.
    double rows(std::string_view table);
    double columns(std::string_view table);

  private:
    const Description& said();
    const Table* table(std::string_view title);

    std::string_view exhibit_, state_;
    std::optional<View> view_;
    Description said_;
};

}  // namespace explainer

// What heads are compared by, from their weights alone.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "attention/matrix.h"

namespace explainer::brought {

struct Measures {
    double entropy = 0;   // nats, mean over the rows
    double first = 0;     // mean weight on the first key
    double distance = 0;  // Σ weight · |query − key|, mean over the rows
    double previous = 0;  // mean weight on the key before the query's own, over the rows that have one
    // Over rows whose token came before: mean weight on those places (duplicate), on the places behind them
    // (induction; Olsson and others 2022). NaN where no token comes twice.
    double duplicate = 0, induction = 0;
    int rows_off = 0;  // whose weights do not sum to 1, by more than a hundredth
    int nan = 0, infinite = 0;
};

/// A number for each different token: equal ones have equal numbers.
std::vector<int> numbered(std::span<const std::string> tokens);

/// One head, row by row. With fewer rows than columns the queries are the last tokens. What is no number or
/// infinite is counted, and left out of everything else.
class Measuring {
  public:
    /// weights [n, m]; tokens: m numbers (numbered()), or none. Both outlive it.
    Measuring(attention::ConstMatrixView weights, std::span<const int> tokens)
        : weights_(weights), tokens_(tokens) {}

    /// Reads so many rows more, or what is left. True while there are more.
    bool advance(int rows);
    /// Of the rows that were read.
    Measures measures() const;

  private:
    void read(int row);

    attention::ConstMatrixView weights_;
    std::span<const int> tokens_;
    int next_ = 0, with_previous_ = 0, with_earlier_ = 0;
    Measures sums_;
};

/// In the order of the parameter's choices.
enum class By { entropy, first, distance, previous, duplicate, induction };
inline constexpr int measure_count = 6;
double value_of(const Measures& of, By by);

}  // namespace explainer::brought

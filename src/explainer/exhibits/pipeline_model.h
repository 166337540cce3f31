// What the exhibit `pipeline` computes and says: all six steps, the same with a step left out, and where each
// number came from. No drawing in here.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "attention/matrix.h"
#include "explainer/description.h"
#include "explainer/worked_example.h"

namespace explainer::pipeline_model {

enum : int { step = example::softmax_count, of, row, column, softmax, values, play };

/// The steps.
enum : int { words = 1, project, score, divide, weigh, blend };

/// The choices of `of`: in which matrix the number stands that is looked at.
enum class Of : int { q, k, v, grid, output };

/// A computed number. A key's or a value's row is its word.
struct Focus {
    Of of = Of::output;
    int row = 0, col = 0;
    bool operator==(const Focus&) const = default;
};

std::span<const Parameter> parameters();

/// From scores to outputs, with or without a step.
struct Way {
    std::vector<float> scaled, weights;  // [n, m]
    std::vector<float> output;           // [n, columns]
    int columns = 0;                     // of what is handed over: V, or X in its place
};

struct Model {
    WorkedExample example;
    int step = blend;
    Focus focus;
    bool scaled = true, softmax = true, values = true;
    float temperature = 1;
    std::vector<float> scores;      // [n, m]
    std::vector<float> transposed;  // [d, m]: Kᵀ
    Way now;                        // as it is switched
    // The same with one switch on, and with it off: one of each two is `now`.
    Way with_scale, without_scale, with_softmax, without_softmax, with_values, without_values;
    bool as_given = false;  // an essay's own numbers, with every step

    int n() const { return example.n; }
    int m() const { return example.m; }
    const std::vector<float>& handed() const { return values ? example.v : example.x; }  // [m, now.columns]

    /// What the grid shows at the present step: scores, scaled scores, weights.
    const std::vector<float>& grid() const;
    double value(const Focus& focus) const;
    /// As many decimals as the numbers of its matrix are shown with.
    int decimals(const Focus& focus) const;
    /// Of weights: four where that tells one from 0 or from 1.
    int share_decimals() const;
    /// A focus that is there: in a matrix that the step has reached, within its shape.
    Focus valid(Focus wanted) const;
    /// "weight of “I” for “love”", "number 2 of the output of “I”", "number 1 of k₂".
    std::string name(const Focus& focus) const;
    /// What goes into softmax, in words: "Scaled scores", "Scores ÷ 0.5".
    std::string softmax_gets() const;
    double at(const std::vector<float>& values, int columns, int i, int j) const {
        return static_cast<double>(values[static_cast<size_t>(i * columns + j)]);
    }
    double largest_weight(const Way& way) const;  // in the row of the focus
    double row_sum(const Way& way) const;
    /// The output that the focus is on or leads to; its column, as far as the way has so many.
    double output(const Way& way) const;
};

Model model(const State& state);

/// One step back from a number: it is a sum of products, a share of exponentials, a quotient.
struct Source {
    int step = blend;
    Focus result;
    std::vector<double> left, right;  // the factors of a sum; the exponentials of a row and nothing
    int chosen = 0;                   // the largest term, along which it goes on; the own exponential
    double sum = 0;
};
/// From a number back to X, along the largest terms.
std::vector<Source> traced(const Model& model, const Focus& from);

Description describe(const Model& model);
std::string numpy(const State& state);

}  // namespace explainer::pipeline_model

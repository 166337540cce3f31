// What the exhibit `pipeline` computes and says: all six steps, the same with a step left out, and where each
// number came from. No drawing in here.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "attention/matrix.h"
#include "explainer/description.h"
#include "explainer/exhibits/floats.h"
#include "explainer/worked_example.h"

namespace explainer::pipeline_model {

enum : int {
    step = example::softmax_count,
    of,
    row_focus,
    column_focus,
    softmax,
    values,
    play,
    show_leave_out,
    show_trace
};

/// The steps.
enum : int { at_words = 1, project, score, divide, weigh, blend };

/// The matrices of the sheet; those with computed numbers are the choices of `of`.
enum Name : int { Q, K, V, grid, output, X, WQ, WK, WV };

/// A row of what stands left times a column of what stands above is a number of the result: of Q to output.
struct Product {
    Name left, above;
};
constexpr Product product_of(Name result) {
    constexpr Product all[] = {{X, WQ}, {X, WK}, {X, WV}, {Q, K}, {grid, V}};
    return all[result];
}

/// A computed number. A key's or a value's row is its word.
struct Focus {
    Name of = output;
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

/// The steps that can be left out.
enum Switch : int { of_scale, of_softmax, of_values, switch_count };
inline constexpr std::array<int, switch_count> switches = {example::scaled, softmax, values};

struct Model {
    WorkedExample example;
    int step = blend;
    Focus focus;
    bool scaled = true, softmax = true, values = true;
    float temperature = 1;
    Way now;  // as it is switched

    const std::vector<float>& scores() const { return example.trace.scores; }  // [n, m]
    int n() const { return example.n; }
    int m() const { return example.m; }
    bool on(Switch one) const { return one == of_scale ? scaled : one == of_softmax ? softmax : values; }
    /// What a switch is compared by, were it on or off: the largest weight of the row that is looked at, the
    /// row's sum, the output that the focus is on or leads to.
    double measure(Switch one, bool on) const;
    double measure(Switch one) const { return measure(one, on(one)); }

    const std::vector<float>& handed() const { return values ? example.v : example.x; }  // [m, now.columns]
    /// A matrix, K as it is or turned; of V what is handed over, of the grid what it shows at the present
    /// step.
    attention::ConstMatrixView view(Name name, bool turned = false) const;
    attention::ConstMatrixView grid_at(int step) const {
        return {(step <= score ? scores() : step == divide ? now.scaled : now.weights).data(), n(), m()};
    }
    double value(const Focus& f) const { return wide(view(f.of)(f.row, f.col)); }
    /// As many decimals as the numbers of a matrix are shown with; given ones at most so many.
    int decimals(Name name, int most = 3) const;
    /// Of weights: four where that tells one from 0 or from 1.
    int share_decimals() const;
    /// A focus that is there: in a matrix that the step has reached, within its shape.
    Focus valid(Focus wanted) const;
    /// Whether there is a computed number to look at.
    bool traced() const { return step >= project || !example.from_words; }
    /// "weight of “I” for “love”", "number 2 of the output of “I”", "number 1 of k₂"; and as a sentence
    /// begins.
    std::string name(const Focus& focus) const;
    std::string sentence_name(const Focus& focus) const;
    /// One number of what the grid shows: "score", "scaled score", "weight".
    std::string grid_name() const;
};

Model model(const State& state);

/// A number with so many decimals, fewer of them where it is large.
std::string brief(double value, int decimals);

Description describe(const Model& model);
std::string numpy(const State& state);

}  // namespace explainer::pipeline_model

// The numbers of the projection, what is said of them, and their NumPy: no drawing.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <vector>

#include "explainer/description.h"
#include "explainer/exhibits/example_parts.h"

namespace explainer {

namespace projection_parameters {
/// Behind those of the example.
enum : int { term_number = example::count, pace, cover, play, show_sum, show_words, show_weights };
}  // namespace projection_parameters

struct ProjectionModel {
    /// What a word is asked to be: query, key, value.
    struct Role {
        const char *letter, *capital, *says, *called;
    };
    static constexpr Role roles[3] = {
        {"q", "Q", "asks", "query"}, {"k", "K", "offers", "key"}, {"v", "V", "hands over", "value"}};

    ProjectionModel() = default;
    explicit ProjectionModel(const State& state);

    WorkedExample one;
    int word = 0, role = 0, column = 0, terms = 0;  // the cell walked to, and how many of its terms
    bool cover = false;
    std::vector<float> products, sums;  // of that cell: sums[t] is that of the first t terms
    std::array<float, 3> length = {};
    std::array<int, 3> decimals_w = {}, decimals = {};
    int decimals_x = 0;

    static size_t at(int index) { return static_cast<size_t>(index); }
    int columns(int of_role) const { return of_role == 2 ? one.dv : one.d; }
    int rows(int of_role) const { return of_role == 0 ? one.n : one.m; }
    int row_of(int of_role) const { return of_role == 0 ? std::min(word, one.n - 1) : word; }
    const std::vector<float>& values(int r) const { return r == 0 ? one.q : r == 1 ? one.k : one.v; }
    const std::vector<float>& weights(int r) const { return r == 0 ? one.w_q : r == 1 ? one.w_k : one.w_v; }
    float value(int r, int i, int j) const { return values(r)[at(i * columns(r) + j)]; }
    float x(int i, int t) const { return one.x[at(i * one.width + t)]; }
    float w(int r, int t, int j) const { return weights(r)[at(t * columns(r) + j)]; }
    bool complete() const { return terms == one.width; }
    int sum_decimals() const { return std::min(3, decimals_x + decimals_w[at(role)]); }
    /// Whether the walk has come to a result, in its order: word by word, q, k, v, number by number.
    bool reached(int r, int i, int j) const { return std::tuple(i, r, j) <= std::tuple(word, role, column); }
    /// The step at which a cell's sum has so many terms.
    int step_at(int i, int r, int j, int of_terms) const {
        return (i * (2 * one.d + one.dv) + r * one.d + j) * one.width + of_terms;
    }
    int cell_count() const { return one.n * (2 * one.d + one.dv); }

    std::string quoted(int i) const;
    std::string result_name() const { return roles[role].letter + subscript(column + 1); }
    std::string shown() const;
    Description describe() const;
    std::string numpy(const State& state) const;
};

}  // namespace explainer

// The numbers of the scores, what is said of them, and their NumPy: no drawing.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "explainer/description.h"
#include "explainer/worked_example.h"

namespace explainer {

namespace scores_parameters {
/// Behind those of the example.
enum : int { sweep = example::softmax_count, pace, cover, all_words, play, show_chain, show_flow, show_more };
}  // namespace scores_parameters

struct ScoresModel {
    ScoresModel() = default;
    explicit ScoresModel(const State& state);

    WorkedExample one;
    std::vector<float> divided;         // [n, m] scores ÷ √d, also where the switch is off
    std::vector<float> unscaled;        // [n, m] weights without the division, at the same temperature
    std::vector<float> products;        // [d] of the pair walked to
    std::vector<float> sums;            // [d + 1] of so many of them
    int turned = 0;                     // keys that are columns
    int query = 0, key = 0, terms = 0;  // the pair walked to, and how many of its terms
    bool cover = false, scaled = true;
    double temperature = 1, deviation = 0, divided_deviation = 0;
    // Decimals of scores, queries, keys, divided scores: as many as there is room for; `factor` of queries
    // and keys where products are written out.
    int decimals_raw = 0, decimals = 0, decimals_q = 0, decimals_k = 0, decimals_divided = 3,
        decimals_factor = 0;
    float largest = 1;  // of all scores: the full colour

    static size_t at(int index) { return static_cast<size_t>(index); }
    float score(int i, int j) const { return one.trace.scores_view()(i, j); }
    float after(int i, int j) const { return divided[at(i * one.m + j)]; }
    float weight(int i, int j) const { return one.trace.weights_view()(i, j); }
    float q(int t) const { return one.q[at(query * one.d + t)]; }
    float k(int t) const { return one.k[at(key * one.d + t)]; }
    bool turning() const { return terms == 0; }
    bool complete() const { return terms == one.d; }
    /// Pairs in the order of the walk: all, and those whose score it has reached.
    int pairs() const { return one.n * one.m; }
    int reached() const { return query * one.m + key + (complete() ? 1 : 0); }
    bool row_seen(int i, int seen) const { return (i + 1) * one.m <= seen; }
    int step_at(int i, int j, int of_terms) const { return one.m + (i * one.m + j) * one.d + of_terms; }
    double spread(bool of_divided) const;
    /// Keys by the asking word's score, the highest first, and how many share the highest.
    std::vector<int> ranked() const;
    int winners() const;

    // In words. `seen`: so many pairs are not covered.
    std::string query_name(int i) const;
    std::string key_name(int j) const;
    std::string root() const { return "√" + std::to_string(one.d); }
    std::string turning_words() const;
    /// A number between others of any size: what is worked out from it can be followed.
    static std::string in_chain(double value, int decimals);
    /// What a score is divided by before softmax, and what is left of it: ", ÷ √3 = 2.887, ÷ T 0.50 = 5.774,
    /// weight 99.7 %". What is off, or covered, is left out.
    std::string chain(int i, int j, int seen) const;
    std::string without_division(int seen) const;
    /// "same order; spread 4 → 2.309"
    std::string spread_words() const;
    /// The pair walked to, and what there is of its score.
    std::string walked() const;

    Description describe() const;
    std::string numpy(const State& state) const;

  private:
    std::string divisors() const;
    double divisor() const { return (scaled ? std::sqrt(static_cast<double>(one.d)) : 1) * temperature; }
    std::string highest() const;
};

}  // namespace explainer

// Masks: the same scores hidden before the softmax (−∞) and zeroed after it; what that leaves of each row's
// sum, how a hidden score still moves the weights, and what becomes of a row with nothing to see. Numbers and
// words are in masks.cpp, what is drawn in masks_sheet.cpp. Not here: Q, K and V, and outputs (heads,
// pipeline).
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/exhibits/floats.h"
#include "explainer/figures/aligned.h"
#include "explainer/phrase.h"

namespace explainer::mask_exhibit {

constexpr int n = 7, cells = n * n;
constexpr const char* words_of[n] = {"The", "cat", "sat", "on", "the", "soft", "?"};

enum : int { mask_choice, reach, flip, scores, row_focus, column_focus };
enum Mask : int { none, causal, windowed, padded_end, prefixed, empty_rows, mask_count };

constexpr std::array mask_choices = {Choice{"none", "none"},     Choice{"causal", "causal"},
                                     Choice{"window", "window"}, Choice{"padding", "padding"},
                                     Choice{"prefix", "prefix"}, Choice{"empty", "empty"}};

inline size_t at(int i) {
    return static_cast<size_t>(i);
}
inline std::span<const float> row_of(const float* values, int i) {
    return {values + n * i, n};
}
/// What may be as large as e¹⁰.
inline Fixed short_of(float value) {
    return {wide(value), value < 1000 ? 2 : 0};
}
inline std::string quoted(int word) {
    return Phrase() << "“" << words_of[word] << "”";
}

class Masks final : public Exhibit {
  public:
    void compute(const State& state) override;
    figures::Block sheet(Ui& ui) const override;
    Description describe() const override;
    std::string numpy(const State& state) const override;

    bool active(const State& state, int parameter) const override {
        return parameter != reach || state.choice(mask_choice) > causal;
    }

    std::string shown(const State& state, int parameter) const override {
        if (parameter == row_focus || parameter == column_focus) return words_of[state.integer(parameter)];
        return state.shown(parameter);
    }

    std::string shown_cell(const State& state, int parameter, int row, int col) const override {
        if (row < 0 || col < 0 || row >= n || col >= n) return {};
        if (parameter != row_focus && parameter != flip) return state.shown_cell(parameter, row, col);
        return reading(row, col, parameter == row_focus);
    }

  private:
    bool seen(int i, int j) const { return seen_[at(i * n + j)] != 0; }

    std::string reading(int i, int j, bool late) const;
    figures::MatrixLook grid(Ui& ui, const char* id, std::span<const float> values, float cell,
                             float label) const;
    figures::Block masks(Ui& ui) const;
    figures::Block map(Ui& ui, bool late) const;
    std::string repaired(int row) const;
    figures::Strip sums(bool late) const;
    figures::Block taken_apart(Ui& ui) const;
    figures::Block leak(Ui& ui) const;

    // What a mask leaves to see, 1 or 0; all six as they are named, for the pictures.
    float seen_[cells], named_[mask_count][cells];
    float scores_[cells];  // given
    // Both ways, the mask first and the softmax first: exponentials and weights of all rows, with the sums of
    // the exponentials; weights as they are shown, hidden ones no number or 0, with their sums.
    float exps_[2][cells], weights_[2][cells], totals_[2][n], shown_[2][cells], sums_[2][n];
    float left_[cells];  // zeroed after the softmax, then divided by what is left of the row
    float apart_[2][n]
                [3 * n];  // of each row: exponentials, weights; and, zeroed after, divided by what is left
    float huge_[n];       // weights of the chosen row, −10⁹ added to all its scores
    // The weight of `watched_` against the score of the chosen word, both ways.
    static constexpr int leak_points = 82;
    double leak_x_[leak_points], leak_y_[2][leak_points];
    int leak_at_ = 0;
    int watched_ = -1;

    int mask_ = causal, row_ = 1, column_ = n - 1;
    bool flipped_ = false;
    Hover<figures::Entry> hover_{hovers_};
    uint64_t version_ = 0;
};

}  // namespace explainer::mask_exhibit

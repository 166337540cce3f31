// Masks: its parameters, its numbers by the core, and what is said of them.
#include "explainer/exhibits/masks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "attention/softmax.h"
#include "attention/stages.h"
#include "explainer/parameter_makers.h"
#include "explainer/python.h"

namespace explainer::mask_exhibit {
namespace {

/// Pattern B of an essay, made to look both ways.
// clang-format off
constexpr std::array<double, cells> given = {
     1, -1,  -1, -1,  3, -1, -1,
    -1,  1,  -1, -1, -1, -1,  3.5,
    -1, -1,   1, -1, -1, -1, -1,
    -1, -1,  -1,  1, -1, -1, -1,
     3, -1,  -1, -1,  1, -1, -1,
    -1, -1,  -1, -1, -1,  1, -1,
    -1,  3.5, -1, -1, -1, -1, 1};
// clang-format on
constexpr std::array<double, cells> untouched{};
constexpr std::array scores_default = {MatrixDefault{n, n, given}};
constexpr MatrixDefault as_named{n, n, untouched};
constexpr std::array flip_defaults = {as_named, as_named, as_named, as_named, as_named, as_named};

/// From 1 to 7, or from 0 to 6.
constexpr Parameter integer(std::string_view name, std::string_view label, std::string_view help, int first,
                            int initial, std::string_view grid_column = {}) {
    return bounded(integer_of(name, label, help, first, first + n - 1, initial), {}, grid_column);
}

constexpr std::array parameters = {
    choice_of("mask", "mask", "Which words a word may see.", mask_choices, causal),
    integer("reach", "words", "How many words the window, the padding or the prefix has.", 1, 2),
    Parameter{.name = "flip",
              .label = "cells turned round",
              .help = "1 turns a cell of the mask round.",
              .kind = Kind::matrix,
              .maximum = 1,
              .step = 1,
              .decimals = 0,
              .matrices = flip_defaults,
              .initial_follows = "mask"},
    Parameter{.name = "scores",
              .label = "scores",
              .help = "The raw scores, before the mask.",
              .kind = Kind::matrix,
              .minimum = -10,
              .maximum = 10,
              .decimals = 1,
              .matrices = scores_default},
    integer("row", "word that asks", "The row that is taken apart.", 0, 1, "column"),
    integer("column", "word that answers", "The column whose score the handle moves.", 0, n - 1),
};

constexpr float no_number = std::numeric_limits<float>::quiet_NaN();
constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

}  // namespace

void Masks::compute(const State& state) {
    mask_ = state.choice(mask_choice);
    row_ = state.integer(row_focus);
    column_ = state.integer(column_focus);
    // Causal, window and padding by the core; a prefix that all see is what it has no option for.
    const int words = state.integer(reach);
    for (int mask = 0; mask < mask_count; ++mask) {
        unsigned char keys[n];
        for (int j = 0; j < n; ++j)
            keys[j] = !(mask == padded_end && j >= n - words) && !(mask == empty_rows && j < words);
        attention::Options options;
        options.key_mask = keys;
        options.causal = mask != none && mask != padded_end;
        if (mask == windowed) options.window = words;
        std::fill_n(named_[mask], cells, 1.0f);
        attention::mask({named_[mask], n, n}, options);
        for (int k = 0; k < cells; ++k) {
            float& one = named_[mask][k];
            if (one < 0) one = mask == prefixed && k % n < words ? 1.0f : 0.08f;
        }
    }
    flipped_ = false;
    float bias[cells];
    for (int k = 0; k < cells; ++k) {
        const bool turned = state.matrix(flip).values[at(k)] >= 0.5;
        flipped_ = flipped_ || turned;
        seen_[k] = (named_[mask_][k] == 1.0f) != turned ? 1.0f : 0.0f;
        bias[k] = seen_[k] != 0 ? 0 : minus_infinity;
        scores_[k] = static_cast<float>(state.matrix(scores).values[at(k)]);
    }
    attention::Options options;
    options.bias = bias;
    float hidden_first[cells];
    std::copy(scores_, scores_ + cells, hidden_first);
    attention::mask({hidden_first, n, n}, options);
    for (int late = 0; late < 2; ++late) {
        float* from = late ? scores_ : hidden_first;
        attention::softmax({from, n, n}, 1, {weights_[late], n, n});
        for (int i = 0; i < n; ++i) {
            totals_[late][i] = attention::exponentials(row_of(from, i), 1, 0, {exps_[late] + n * i, n});
            sums_[late][i] = 0;
            for (int k = n * i; k < n * i + n; ++k) {
                shown_[late][k] = seen_[k] != 0 ? weights_[late][k] : late ? 0 : no_number;
                if (seen_[k] != 0) sums_[late][i] += weights_[late][k];
            }
        }
        for (int k = 0; k < cells; ++k) {
            float* row = apart_[late][k / n];
            row[k % n] = late || seen_[k] != 0 ? exps_[late][k] : no_number;
            row[n + k % n] = shown_[late][k];
        }
    }
    for (int k = 0; k < cells; ++k) {
        const float rest = sums_[1][k / n];
        left_[k] = rest > 0 ? shown_[1][k] / rest : 0;
        apart_[1][k / n][2 * n + k % n] = left_[k];
    }
    watched_ = -1;
    for (int j = 0; j < n; ++j) {
        huge_[j] = scores_[row_ * n + j] + -1e9f;
        if (seen(row_, j) && j != column_ &&
            (watched_ < 0 || scores_[row_ * n + j] > scores_[row_ * n + watched_]))
            watched_ = j;
    }
    attention::softmax({huge_, 1, n}, 1, {huge_, 1, n});

    // The leak: one score goes from end to end, and stops where it is.
    const double here = tidy(scores_[row_ * n + column_]);
    leak_at_ = 0;
    for (int k = 0; k < leak_points; ++k) {
        const double grid = 0.25 * k - 10;
        leak_at_ += grid < here;
        leak_x_[k] = grid < here ? grid : grid - 0.25;
    }
    leak_x_[leak_at_] = here;
    for (int late = 0; watched_ >= 0 && late < 2; ++late) {
        for (int k = 0; k < leak_points; ++k) {
            float one[n];
            for (int j = 0; j < n; ++j) one[j] = (late ? scores_ : hidden_first)[row_ * n + j];
            if (late || seen(row_, column_)) one[column_] = static_cast<float>(leak_x_[k]);
            attention::softmax({one, 1, n}, 1, {one, 1, n});
            leak_y_[late][k] = wide(one[watched_]);
        }
    }
    ++version_;
}

/// Where a weight comes from.
std::string Masks::reading(int i, int j, bool late) const {
    Phrase out;
    out << words_of[i] << " → " << words_of[j] << ": ";
    if (!late && !seen(i, j)) {
        if (sums_[0][i] == 0) return out << "nothing to see, so 0 by rule";
        return out << "hidden, exp(−∞) = 0";
    }
    const int k = i * n + j;
    out << "exp(" << Fixed{wide(scores_[k]), 1} << ") ÷ Σ = " << short_of(exps_[late][k]) << " ÷ "
        << short_of(totals_[late][i]) << " = " << Fixed{wide(weights_[late][k]), 3};
    if (late) out << (seen(i, j) ? ", kept" : ", then 0");
    return out;
}

/// What dividing by what is left does: the very weights of hiding first, where something is left.
std::string Masks::repaired(int row) const {
    if (sums_[1][row] == 0) return "; nothing is left to divide by";
    for (int k = row * n; k < row * n + n; ++k) {
        if (std::fabs(left_[k] - weights_[0][k]) > 1e-5f)
            return "; divided by that, they come near those of hiding first";
    }
    return "; divided by that, they are the weights of hiding first";
}

// ---- What is said

Description Masks::describe() const {
    Description out;
    out.summary = Phrase() << (flipped_ ? "Mask by hand" : mask_choices[at(mask_)].label) << ": the row of "
                           << quoted(row_) << " sums to " << Fixed{wide(sums_[0][row_]), 3}
                           << " if scores are hidden first, to " << Fixed{wide(sums_[1][row_]), 3}
                           << " if weights are zeroed after the softmax" << repaired(row_) << ".";
    const struct {
        const char* title;
        const float *values, *sums;
    } all[] = {{"Scores", scores_, nullptr},
               {"Mask", seen_, nullptr},
               {"Exponentials", exps_[1], totals_[1]},
               {"Mask first", weights_[0], sums_[0]},
               {"Softmax first", weights_[1], nullptr},
               {"Zeroed after", shown_[1], sums_[1]},
               {"Zeroed after, divided by what is left", left_, nullptr}};
    for (const auto& one : all) {
        Table table = Table{one.title, {"word", "The", "cat", "sat", "on", "the", "soft", "?"}, {}};
        if (one.sums) table.columns.push_back("sum");
        for (int i = 0; i < n; ++i) {
            const RowPen cells = add_row(table) << words_of[i];
            for (int j = 0; j < n; ++j) cells << one.values[i * n + j];
            if (one.sums) cells << one.sums[i];
        }
        out.tables.push_back(std::move(table));
    }
    Table leak =
        Table{Phrase() << "Score of " << quoted(column_), {"score", "mask first", "zeroed after"}, {}};
    for (int k = 0; watched_ >= 0 && k < leak_points; ++k)
        add_row(leak, {leak_x_[k], leak_y_[0][k], leak_y_[1][k]});
    out.tables.push_back(std::move(leak));
    out.add_value("row sum, mask first", sums_[0][row_], "(e * seen[row] / (left or 1)).sum()");
    out.add_value("row sum, zeroed after", sums_[1][row_], "zeroed.sum()");
    out.add_value("weight of the chosen cell before zeroing", weights_[1][row_ * n + column_],
                  "e[column] / e.sum()");
    out.add_value("weight of the chosen cell, divided by what is left", left_[row_ * n + column_],
                  "zeroed[column] / (zeroed.sum() or 1)");
    out.add_value("sum of exponentials seen", totals_[0][row_], "left");
    out.add_value("sum of all exponentials", totals_[1][row_], "e.sum()");
    out.add_value("each weight at −10⁹", huge_[column_], "huge[column] / huge.sum()");
    return out;
}

std::string Masks::numpy(const State& state) const {
    static constexpr const char* rules[] = {"i == i",
                                            "j <= i",
                                            "(j <= i) & (j > i - reach)",
                                            "j < 7 - reach",
                                            "(j <= i) | (j < reach)",
                                            "(j <= i) & (j >= reach)"};
    Phrase out;
    out << "import numpy as np\n"
        << python::matrix("scores", state.matrix(scores).values, n, n) << "reach = " << state.integer(reach)
        << "\ni, j = np.indices((7, 7))\nseen = " << rules[mask_] << "\n";
    if (flipped_)
        out << python::matrix("turned", state.matrix(flip).values, n, n)
            << "seen = seen != (turned >= 0.5)\n";
    out << "row, column = " << row_ << ", " << column_
        << "\n"
           "e = np.exp(scores[row])\n"
           "left = (e * seen[row]).sum()\n"
           "zeroed = e / e.sum() * seen[row]\n"
           "huge = np.exp(np.float32(scores[row]) + np.float32(-1e9) + np.float32(1e9))\n";
    return out;
}

}  // namespace explainer::mask_exhibit

namespace explainer {

extern const ExhibitType masks;
const ExhibitType masks = {
    "masks",
    "Masks: hide before the softmax",
    "Choose a mask or hide single cells, and see what zeroing after the softmax does.",
    mask_exhibit::parameters,
    {},
    [] { return std::unique_ptr<Exhibit>(std::make_unique<mask_exhibit::Masks>()); },
};

}  // namespace explainer

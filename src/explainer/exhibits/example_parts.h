// What the sheets about the worked example (projection, scores) have in common: what chooses and plays it,
// and numbers and tables of its matrices. Not here: its data (worked_example.h), and what one exhibit alone
// shows.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "attention/matrix.h"
#include "explainer/description.h"
#include "explainer/figures/layout.h"
#include "explainer/figures/player.h"
#include "explainer/worked_example.h"

namespace explainer {

/// Which example, and presets; on narrow sheets one's own words, if it is about them.
figures::Block example_choice(Ui& ui, const WorkedExample& one, std::span<const Preset> presets);
/// The walk's player; beside it where the numbers are from, or one's own words.
figures::Block example_player(Ui& ui, const WorkedExample& one, figures::PlayerLook&& player);

/// One line, cut where it is too long: words of one's own may be.
figures::Block cut_line(Type type, Color color, std::string words);
figures::Block cut_line(Type type, Color color, const char* words);

/// "₁" for 1; 0 to 9.
std::string subscript(int number);

/// The same text on one line: only after a comma may another one begin.
std::string bound(std::string_view text);

/// The Euclidean length of each row, by the core's dot product.
std::vector<float> row_lengths(attention::ConstMatrixView rows);

/// A matrix [names, cols] as a table; columns are numbered where they have no names.
Table matrix_table(std::string title, const char* first, const std::vector<std::string>& names,
                   std::span<const float> values, int cols, const std::vector<std::string>& col_names = {});

}  // namespace explainer

// Text on a sheet: lines, paragraphs and runs with looks of their own, broken to a width. Not here: formulas
// (formula.h), and how a glyph is drawn (drawing/fonts.h).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explainer/figures/layout.h"

namespace explainer::figures {

/// A piece of a line that has a look of its own.
struct Run {
    std::string text;
    Color color;
    bool bold = false;
    float times = 1;    // as large as the text around it
    float lowered = 0;  // below its baseline, in ems of it
};
/// A text in which names such as "W_Q", "d_model" have a subscript; so has a paragraph that has one look.
std::vector<Run> with_subscripts(std::string_view text, Color color);

/// One line, as wide as it is; never broken.
Block text(Type type, Color color, std::string text, Align align = Align::left);
Block text(Type type, Color color, const char* text, Align align = Align::left);

/// Broken at spaces to the width it gets, in the middle of a word only where a word alone is too long. What
/// changes with the state must not move the page: give such a text the number of characters of the longest it
/// may become. It has room for that many at every width, and is set smaller where it needs more after all.
Block paragraph(Type type, Color color, std::string text, int most = 0);
Block paragraph(Type type, Color color, const char* text, int most = 0);
/// The same of runs. What belongs together (a number and its unit) is joined by no-break spaces.
Block paragraph(Type type, std::vector<Run> runs, int most = 0);

/// The one live sentence that a sheet is about: its number, made by `headline_number`, is the largest thing
/// there. `most` counts the number's characters twice.
Block headline(std::vector<Run> runs, int most);
Run headline_number(std::string number, Color color);

/// The height that a paragraph keeps for `most` characters, none of them more than usually wide.
float room_for(int most, Type type, float width);

/// A title at the left and, if there is room, what is said of it at the right, on one baseline; else below
/// it.
Block titled(Color color, std::string title, Color note_color, std::string note);

/// A piece of one line: where it stands from the left edge of the text.
struct Piece {
    float x = 0;
    int run = 0;
    std::string_view text;  // of the run's
};
/// The lines of runs that fit `width`.
std::vector<std::vector<Piece>> broken(Type type, std::span<const Run> runs, float width);

/// `text` in at most `width` pixels: cut between characters (never within an emoji or before an accent) and
/// ended by "…" where it is longer; empty where not even that fits.
std::string shortened(Type type, std::string_view text, float width);

}  // namespace explainer::figures

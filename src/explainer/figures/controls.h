// The controls that the canvas shows: slider, choice, toggle, text field, matrix cell, action, presets. All
// made from the parameter table. They draw and obey the pointer; keys go to the native controls, whose focus
// lights these up.
#pragma once

#include <string>

#include "explainer/figures/layout.h"
#include "explainer/unique_function.h"

namespace explainer::figures {

inline constexpr float row_height = 44;  // CSS pixels: a finger's target

struct SliderLook {
    Color color;             // the role's
    float label_width = 96;  // 0: no label
    float value_width = 56;
    std::string label = {};  // instead of the parameter's
    std::string shown = {};  // instead of the value as the parameter shows it
    /// For a range with both signs: the track goes from − this to this, and what is beyond stands at its end.
    /// 0: it goes as far as the parameter.
    double reach = 0;
    UniqueFunction<void()> hovered = nullptr;  // in each frame that the pointer is on it
};

/// Where a thumb at `x` goes with the hand that has pressed: one that was grabbed off its centre keeps that
/// distance, a press beside it calls it there.
Point hand_of_thumb(Ui& ui, const PointerState& pointer, float x, float radius);

/// Label, slim track with a round thumb, value. `rect` is row_height high.
/// Returns where its thumb is: the x of the centre.
float slider(Ui& ui, int parameter, const Rect& rect, const SliderLook& look);

/// Quiet buttons in a row, wrapped to `width`; the chosen one is bold and filled. Returns the height
/// used.
float choice(Ui& ui, int parameter, const Point& at, float width);

/// The same as a slider with a stop for each choice, named under it: for choices that are an order, such as
/// 1, 2, 4, 8. `rect` is row_height high.
void choice_slider(Ui& ui, int parameter, const Rect& rect, Color color);

/// A switch with its label behind it. `rect` is row_height high.
void toggle(Ui& ui, int parameter, const Rect& rect);

/// The same as a box with a tick in a colour of its own, without its label, in the middle of `rect`.
PointerState tick(Ui& ui, int parameter, const Rect& rect, Color color);

/// A one-line field; a press asks the host to focus the native input over it.
void text_field(Ui& ui, int parameter, const Rect& rect);

/// One cell of a matrix: dragged sideways it scrubs by steps, pressed it asks for its native input. Draws
/// nothing: the look is the matrix figure's. Tells what the pointer does there.
PointerState number_cell(Ui& ui, int parameter, int row, int col, const Rect& rect);

/// A number that can be changed where it stands: dragged sideways it scrubs by steps, pressed it asks for
/// its native control. With a dotted line under it, and a tinted ground where `lit`. `rect` is row_height
/// high.
PointerState number_field(Ui& ui, int parameter, const Rect& rect, Color color, bool lit = false);

/// The same for one cell of a matrix, whose native input lies over it while it is typed in.
PointerState number_field(Ui& ui, int parameter, int row, int col, const Rect& rect, Color color,
                          bool lit = false, Type type = body);

/// The button of a parameter of Kind::action. `rect` is row_height high.
void action(Ui& ui, int parameter, const Rect& rect);
/// How wide that button wants to be.
float action_width(Ui& ui, int parameter);

/// A quiet button with words of its own, for what no parameter's control says; the native way to the same
/// is another one. `rect` is row_height high. Answers whether it was pressed.
bool text_button(Ui& ui, std::string_view id, const Rect& rect, std::string_view label, bool chosen = false,
                 bool enabled = true);
/// How wide it wants to be.
float text_button_width(std::string_view label);

// ---- The same as parts of a sheet

Block slider(int parameter, SliderLook&& look);
/// Its natural width is that of all buttons in one line.
Block choice(Ui& ui, int parameter);
/// In one line at any width, with presets behind them, if there are any: those that do not fit are on pages
/// that a button turns.
Block choice_line(Ui& ui, int parameter, std::span<const Preset> presets = {});
/// With a title before the buttons.
Block choice(Ui& ui, int parameter, Color color, std::string title);
Block choice_slider(int parameter, Color color);
Block toggle(Ui& ui, int parameter);
/// The switch alone, a target wide: what it switches is named beside it.
Block bare_toggle(int parameter);
Block text_field(int parameter);
Block action(Ui& ui, int parameter);
/// A text button that is no parameter's: what it does, its hearer does with parameters (Ui::step).
Block button(std::string id, std::string label, UniqueFunction<void(Ui&)> pressed);
/// A small integer: its label, a button for one less, the value, a button for one more.
Block stepper(Ui& ui, int parameter);
/// A button for each preset, in one line; those that do not fit are on pages that a button turns.
Block presets(std::span<const Preset> presets);

// ---- Pieces of a sheet (Parameter::piece)

/// `build()` while the piece is shown; else nothing, which takes no room in a column.
Block piece(Ui& ui, int parameter, UniqueFunction<Block()> build);
/// A button for each of the exhibit's pieces, which shows it or puts it away. Stands above what it unfolds,
/// so that it stays where it was pressed. `without`: one that has nothing to show in this state.
Block pieces(Ui& ui, int without = -1);
/// The same in one line, for figures that have to be low: those that do not fit are on pages that a button
/// turns.
Block piece_line(Ui& ui);

}  // namespace explainer::figures

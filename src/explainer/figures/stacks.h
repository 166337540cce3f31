// Bars made of segments: stacked around a zero, with what they come to; and one budget shared out, whose
// borders can be dragged. Plain bars are in bars.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explainer/figures/layout.h"
#include "explainer/figures/pointing.h"
#include "explainer/figures/text.h"
#include "explainer/figures/ticks.h"

namespace explainer::figures {

struct Segment {
    std::string label = {};  // in the segment, where it fits
    double value = 0;        // below 0: at the left of zero
    Color color = {};
    std::string shown = {};  // in bold behind the label, where both fit
};

/// How the sum of a stack is shown: not, as a bar under the segments that is ruled through them, or as a mark
/// that points at it from below, where the sum is said elsewhere.
enum class SumMark { none, bar, pointer };

struct Stack {
    Run label = {};  // at the left
    std::vector<Segment> segments = {};
    float thickness = 36;  // 0: with the others of 0, as much as StacksLook::height leaves
    SumMark sum = SumMark::bar;
    std::string shown = {};             // at the right; empty: the sum, with the look's decimals
    bool selected = false;              // its label in bold
    std::optional<double> before = {};  // a thin mark where the sum was
};

struct StacksLook {
    std::string id = {};
    Axis scale = {};
    int decimals = 3;
    Color sum_color = {};
    float label_width = -1;  // −1: as wide as the widest; narrow, labels stand over their bars
    float value_width = 56;  // 0: no sums at the right
    float gap = 12;
    float height = 0;     // of all, ticks included; 0: as they need
    float thickest = 60;  // of stacks that share it; what they leave then goes between them
    bool ticks = true;
    int selected_stack = -1, selected_segment = -1;  // framed
    int kept_segment = -1;                           // the others are paler, in every stack
    UniqueFunction<void(int stack, int segment)> hovered = nullptr, pressed = nullptr;
};

Block stacks(StacksLook&& look, std::vector<Stack>&& stacks);

struct StackedBarLook {
    std::string id = {};
    int selected = -1;  // in full colour; then the others are paler
    double pieces = 0;  // brackets under it: so many equal pieces of the whole
    float thickness = 36;
    UniqueFunction<void(int border, double place)> dragged =
        nullptr;  // border i is between i and i + 1; 0 to 1
    Pointing pointing = {};
    std::string empty = "nothing to share out";
};

/// Shares of one whole, the values of the segments, side by side over the full width. Borders have knobs in
/// turn above and below; what is too narrow for its label has it at a knob, if there is room.
Block stacked_bar(StackedBarLook&& look, std::vector<Segment>&& shares);

}  // namespace explainer::figures

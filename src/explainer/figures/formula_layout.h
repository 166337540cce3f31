// What formulas are made of inside: nodes, how large they are when set, and the lines they are broken into.
// For formula.cpp alone; what others write formulas with is in formula.h.
#pragma once

#include <algorithm>
#include <cmath>

#include "explainer/figures/formula.h"

namespace explainer::figures {

struct Math::Node {
    enum class Kind { text, row, colored, bold, over, root, sub, sup, parens, boxed, matrix, term };
    Kind kind = Kind::text;
    std::string text = {};
    std::vector<Math> parts = {};
    Color color = {};
    int number = 0;  // columns of a matrix, id of a term
    int users = 1;
};

namespace formulas {

using Node = Math::Node;
using Kind = Node::Kind;

/// What a piece takes around its baseline.
struct Extent {
    float width = 0, up = 0, down = 0;
};

/// How a piece is set: inherited from what is around it.
struct Setting {
    float size = 15;
    bool bold = false;
    Color color = {};

    Type type() const { return {size, bold}; }
    float axis() const {
        return 0.31f * size;
    }  // the height of minus signs and fraction bars over the baseline
    Setting script() const { return {std::max(9.0f, std::round(size * 0.74f)), bold, color}; }
};

inline constexpr float bar_gap = 3, bracket_room = 9, column_gap = 14;

Math make(Math::Node::Kind kind, std::vector<Math> parts, int number = 0, Color color = {});
Setting inside(const Node& node, Setting setting);
Extent extent(const Math& math, const Setting& setting);

/// Line by line: the widths of columns and the height of rows.
struct Grid {
    std::vector<float> widths;
    std::vector<Extent> rows;
    float width = 0, height = 0;

    Grid(const Node& node, const Setting& setting);
};

struct Line {
    std::vector<Math> parts;
    Extent extent;
};
/// The lines of a formula at a width: broken before relations where it can be, else before sums, products,
/// pieces.
std::vector<Line> lines_of(const Math& math, const Setting& setting, float available);

}  // namespace formulas
}  // namespace explainer::figures

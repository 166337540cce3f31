// The pieces that figures are made of: arrows, axes, bars, bracketed vectors, labelled heatmaps and their
// legends. Drawing only: no parameter, no pointer, no mathematics beyond where things lie.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "explainer/figures/strokes.h"

namespace explainer::figures {

/// A square of the plane around the origin, units −reach to reach on both axes.
struct Plane {
    Rect rect;
    float reach;

    float scale() const { return rect.width / (2 * reach); }
    Point at(float x, float y) const {
        return {rect.centre().x + x * scale(), rect.centre().y - y * scale()};
    }
    float x_of(Point p) const { return (p.x - rect.centre().x) / scale(); }
    float y_of(Point p) const { return (rect.centre().y - p.y) / scale(); }
};
void axes(Ui& ui, const Plane& plane);

/// A column vector in square brackets, `at` being its upper left corner. Returns its width.
float column_vector(Ui& ui, Point at, Type type, std::span<const std::string> entries, Color color);

/// A horizontal bar from `zero` over `length` (may be negative), `height` high, centred on y.
void bar(Ui& ui, Point zero, float length, float height, Color color);

/// The colours of a map from its least to its largest value, with numbers. Returns the height used.
float legend(Ui& ui, Point at, float width, const Heat& heat, std::string_view title, int decimals);

}  // namespace explainer::figures

// The field of a plot between its axes: where values stand in it, and the lines, bands, histograms, curves
// and marks there. What is around and over it is in plot.cpp.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "explainer/figures/plot.h"

namespace explainer::figures {

class PlotField {
  protected:
    explicit PlotField(PlotLook&& look) : look_(std::move(look)) {}

    Point at(double x, double y) const;
    bool inside(Point p) const { return !std::isnan(p.x) && field_.inset(-0.5f).contains(p); }
    std::vector<Point> points_of(const std::vector<double>& x, const std::vector<double>& y) const;
    void draw_line(Ui& ui, const Series& one) const;
    void draw_band(Ui& ui, const Series& one) const;
    void draw_histogram(Ui& ui, const Histogram& one) const;
    float at_x(double x) const;
    void draw_normal(Ui& ui, const NormalCurve& one) const;
    static void draw_mark(Ui& ui, Point p, Mark mark, float size, Color color, bool open);

    PlotLook look_;
    Rect field_;
};

}  // namespace explainer::figures

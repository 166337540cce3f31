// What is drawn between the axes of a plot. See plot_field.h.
#include "explainer/figures/plot_field.h"

#include <algorithm>
#include <cmath>

#include "explainer/figures/marks.h"
#include "explainer/figures/strokes.h"
#include "explainer/order.h"

namespace explainer::figures {

Point PlotField::at(double x, double y) const {
    if (!look_.x.has(x) || !look_.y.has(y)) return {NAN, NAN};
    // A float must still tell near points from each other when far ones are clipped.
    const auto clamped = [](double place) { return static_cast<float>(std::clamp(place, -50.0, 50.0)); };
    return {field_.x + field_.width * clamped(look_.x.place(x)),
            field_.bottom() - field_.height * clamped(look_.y.place(y))};
}

std::vector<Point> PlotField::points_of(const std::vector<double>& x, const std::vector<double>& y) const {
    std::vector<Point> out;
    for (size_t i = 0; i < std::min(x.size(), y.size()); ++i) out.push_back(at(x[i], y[i]));
    return out;
}

void PlotField::draw_line(Ui& ui, const Series& one) const {
    if (!one.line) return;
    curve_within(ui, field_, points_of(one.x, one.y), one.color, one.thickness, one.dashes);
}

void PlotField::draw_band(Ui& ui, const Series& one) const {
    const std::vector<Point> low = points_of(one.x, one.low), high = points_of(one.x, one.high);
    std::vector<Point> upper, lower;
    const auto flush = [&] {
        if (upper.size() > 1) ui.painter().strip(upper, lower, one.color.faded(0.18f));
        upper.clear();
        lower.clear();
    };
    for (size_t i = 0; i < std::min(low.size(), high.size()); ++i) {
        if (!std::isfinite(low[i].x + high[i].x) || high[i].x < field_.x - 0.5f ||
            high[i].x > field_.right() + 0.5f) {
            flush();
            continue;
        }
        upper.push_back({high[i].x, std::clamp(high[i].y, field_.y, field_.bottom())});
        lower.push_back({low[i].x, std::clamp(low[i].y, field_.y, field_.bottom())});
    }
    flush();
}

void PlotField::draw_histogram(Ui& ui, const Histogram& one) const {
    std::vector<Point> outline;
    for (size_t i = 0; i + 1 < one.edges.size() && i < one.heights.size(); ++i) {
        if (!std::isfinite(one.heights[i]) || !look_.x.has(one.edges[i]) || !look_.x.has(one.edges[i + 1]))
            continue;
        const float from = at_x(one.edges[i]), to = at_x(one.edges[i + 1]);
        if (to <= field_.x || from >= field_.right()) continue;
        const float top = look_.y.has(one.heights[i])
                              ? std::clamp(at(one.edges[i], one.heights[i]).y, field_.y, field_.bottom())
                              : field_.bottom();
        const float left = std::max(from, field_.x), right = std::min(to, field_.right());
        ui.painter().rectangle({left, top, right - left, field_.bottom() - top}, one.color.faded(0.4f), 0);
        outline.push_back({left, top});
        outline.push_back({right, top});
    }
    if (outline.size() > 1) ui.painter().polyline(outline, one.color.faded(0.7f), 1, false);
}

float PlotField::at_x(double x) const {
    return field_.x + field_.width * static_cast<float>(std::clamp(look_.x.place(x), -50.0, 50.0));
}

void PlotField::draw_normal(Ui& ui, const NormalCurve& one) const {
    if (!(one.deviation > 0) || !std::isfinite(one.mean) || !std::isfinite(one.height)) return;
    std::vector<double> places;
    const int steps = std::max(24, static_cast<int>(field_.width / 2));
    for (int i = 0; i <= steps; ++i) places.push_back(look_.x.value(static_cast<double>(i) / steps));
    // Its own shape too, where that is narrower than a step.
    for (int i = -12; i <= 12; ++i) {
        const double x = one.mean + one.deviation * i / 4;
        if (look_.x.has(x) && x > look_.x.from && x < look_.x.to) places.push_back(x);
    }
    std::vector<Point> points;
    for (const size_t i :
         order_of(places.size(), [&places](size_t a, size_t b) { return places[a] < places[b]; })) {
        const double x = places[i];
        const double t = (x - one.mean) / one.deviation;
        points.push_back(at(x, one.height * std::exp(-t * t / 2)));
    }
    curve_within(ui, field_, points, one.color, 2, false);
}

void PlotField::draw_mark(Ui& ui, Point p, Mark mark, float size, Color color, bool open) {
    const Color paper = ui.theme().paper;
    const Rect box{p.x - size, p.y - size, 2 * size, 2 * size};
    const bool square = mark == Mark::square || mark == Mark::hollow_square;
    const bool hollow = open || mark == Mark::ring || mark == Mark::hollow_square;
    if (mark == Mark::none) return;
    // A rim of paper lifts it off the lines.
    if (square) {
        ui.painter().rectangle(box.inset(-1.5f), paper, 0);
        if (hollow)
            ui.painter().outline(box.inset(0.5f), color, 2, 0);
        else
            ui.painter().rectangle(box, color, 0);
    } else {
        ui.painter().disc(p, size + 1.5f, paper);
        if (hollow)
            ui.painter().ring(p, size - 0.5f, color, 2);
        else
            ui.painter().disc(p, size, color);
    }
}

}  // namespace explainer::figures

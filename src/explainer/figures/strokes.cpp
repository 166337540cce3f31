// Strokes with a meaning. See strokes.h.
#include "explainer/figures/strokes.h"

#include <cmath>
#include <vector>

namespace explainer::figures {

void arrow(Ui& ui, const Point& from, const Point& to, Color color, float thickness) {
    const Point along = to - from;
    const float whole = length(along);
    if (whole < 0.5f) {
        ui.painter().disc(to, thickness, color);
        return;
    }
    const Point ahead = unit(along), side = turned(ahead);
    const float head = std::min(4 * thickness, 0.5f * whole);
    const Point neck = to - ahead * head;
    ui.painter().line(from, neck + ahead * 1, color, thickness);
    const Point tip[] = {to, neck + side * (head * 0.45f), neck - side * (head * 0.45f)};
    ui.painter().polygon(tip, color);
}

void dashed(Ui& ui, const Point& from, const Point& to, Color color, float thickness, float dash) {
    const Point points[] = {from, to};
    dashed(ui, points, color, thickness, dash);
}

void dashed(Ui& ui, std::span<const Point> points, Color color, float thickness, float dash) {
    float done = 0;  // of the present dash or gap
    bool gap = false;
    std::vector<Point> stroke;
    const auto flush = [&] {
        if (stroke.size() > 1) ui.painter().polyline(stroke, color, thickness, false);
        stroke.clear();
    };
    for (size_t i = 1; i < points.size(); ++i) {
        const Point from = points[i - 1], ahead = unit(points[i] - from);
        const float whole = length(points[i] - from);
        if (!(whole < 1e4f)) continue;  // further out a float has no fractions of a dash
        for (float at = 0; at < whole;) {
            const float next = std::min(whole, at + dash - done);
            if (!gap) {
                if (stroke.empty()) stroke.push_back(from + ahead * at);
                stroke.push_back(from + ahead * next);
            }
            done += next - at;
            at = next;
            if (done >= dash - 1e-3f) {
                flush();
                gap = !gap;
                done = 0;
            }
        }
    }
    flush();
}

void dashed_outline(Ui& ui, const Rect& rect, Color color, float thickness) {
    const Point around[] = {{rect.x, rect.y},
                            {rect.right(), rect.y},
                            {rect.right(), rect.bottom()},
                            {rect.x, rect.bottom()},
                            {rect.x, rect.y}};
    dashed(ui, around, color, thickness);
}

void arc(Ui& ui, const Point& centre, float radius, float from, float to, Color color, float thickness) {
    std::vector<Point> points;
    const int steps = std::max(2, static_cast<int>(std::fabs(to - from) * 16));
    for (int i = 0; i <= steps; ++i) {
        const float angle = from + (to - from) * static_cast<float>(i) / static_cast<float>(steps);
        points.push_back({centre.x + radius * std::cos(angle), centre.y - radius * std::sin(angle)});
    }
    ui.painter().polyline(points, color, thickness, false);
}

void brackets(Ui& ui, const Rect& inner, Color color) {
    const Rect box = {inner.x - 6, inner.y, inner.width + 12, inner.height};
    const float lip = 4;
    const Point left[] = {
        {box.x + lip, box.y}, {box.x, box.y}, {box.x, box.bottom()}, {box.x + lip, box.bottom()}};
    const Point right[] = {{box.right() - lip, box.y},
                           {box.right(), box.y},
                           {box.right(), box.bottom()},
                           {box.right() - lip, box.bottom()}};
    ui.painter().polyline(left, color, 1.5f, false);
    ui.painter().polyline(right, color, 1.5f, false);
}

void handle(Ui& ui, const Point& at, Color color, bool filled, Lit lit) {
    if (lit.any()) ui.painter().disc(at, handle_radius + 7, color.faded(lit.held ? 0.32f : 0.22f));
    if (filled) {
        // The ring says that it can be taken, also before a pointer comes near.
        ui.painter().ring(at, handle_radius + 4, color.faded(0.6f), 1.5f);
        ui.painter().disc(at, handle_radius - 1, color);
    } else {
        ui.painter().disc(at, handle_radius, ui.theme().paper);
        ui.painter().ring(at, handle_radius - 1, color, lit.any() ? 3.0f : 2.0f);
    }
    if (lit.focused) ui.painter().ring(at, handle_radius + 7, ui.theme().query, 2);
}

void pill(Ui& ui, const Point& at, float height, Color color, Lit lit) {
    const float width = 10;
    const Rect rect{std::round(at.x) - width / 2, at.y - height / 2, width, height};
    if (lit.any()) ui.painter().rectangle(rect.inset(-5), color.faded(0.2f), 9);
    ui.painter().rectangle(rect, ui.theme().paper, width / 2);
    ui.painter().outline(rect, color, lit.held ? 3.0f : 2.0f, width / 2);
    ui.painter().line({rect.centre().x, at.y - height / 6}, {rect.centre().x, at.y + height / 6}, color,
                      1.5f);
    if (lit.focused) ui.painter().outline(rect.inset(-5), ui.theme().query, 2, 9);
}

bool clip(Rect rect, Point& from, Point& to) {
    // Liang and Barsky: the part of the line, 0 to 1, that lies within all four edges.
    float enter = 0, leave = 1;
    const Point along = to - from;
    const float steps[] = {-along.x, along.x, -along.y, along.y};
    const float rooms[] = {from.x - rect.x, rect.right() - from.x, from.y - rect.y, rect.bottom() - from.y};
    for (int edge = 0; edge < 4; ++edge) {
        if (steps[edge] == 0) {
            if (rooms[edge] < 0) return false;
            continue;
        }
        const float at = rooms[edge] / steps[edge];
        if (steps[edge] < 0)
            enter = std::max(enter, at);
        else
            leave = std::min(leave, at);
    }
    if (!(enter < leave)) return false;
    to = from + along * leave;
    from = from + along * enter;
    return true;
}

void curve_within(Ui& ui, const Rect& rect, std::span<const Point> points, Color color, float thickness,
                  bool dashes) {
    std::vector<Point> run;
    const auto flush = [&] {
        if (run.size() > 1 && dashes) dashed(ui, run, color, thickness);
        if (run.size() > 1 && !dashes) ui.painter().polyline(run, color, thickness, false);
        run.clear();
    };
    for (size_t i = 1; i < points.size(); ++i) {
        Point a = points[i - 1], b = points[i];
        const Point end = b;
        if (a == b) continue;
        if (!std::isfinite(a.x + a.y + b.x + b.y) || !clip(rect, a, b)) {
            flush();
            continue;
        }
        if (run.empty() || !(run.back() == a)) {
            flush();
            run.push_back(a);
        }
        run.push_back(b);
        if (!(b == end)) flush();
    }
    flush();
}

}  // namespace explainer::figures

// A painter that keeps where things lie, so that tests can say what is cut off or lies on something else.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "explainer/drawing/fonts.h"
#include "explainer/drawing/painter.h"
#include "explainer/view.h"

namespace explainer {

struct Label {
    Rect box;  // of the letters themselves, not of the line box, which may overlap its neighbour's
    std::string text;
    Color color;
};

class LabelPainter : public Painter {
  public:
    std::vector<Label> labels;
    std::vector<Rect> strokes;  // around each line, shape and map
    std::vector<Rect> roots;    // around what stands under a root sign, which is no letter
    int heatmaps = 0;

    void line(const Point& a, const Point& b, Color, float) override { add({a, b}); }
    void polyline(std::span<const Point> points, Color, float, bool closed) override {
        add(points);
        if (points.size() == 5 && !closed && points[3].y == points[4].y)
            roots.push_back({points[0].x, points[3].y, points[4].x - points[0].x, points[2].y - points[3].y});
    }
    void polygon(std::span<const Point> points, Color) override { add(points); }
    void rectangle(const Rect& rect, Color fill, float) override {
        strokes.push_back(rect);
        // What lies wholly under an opaque shape is not seen (a word shown whole over its neighbours).
        if (fill.a() == 255) {
            std::erase_if(labels, [&](const Label& label) {
                return label.box.x >= rect.x && label.box.right() <= rect.right() && label.box.y >= rect.y &&
                       label.box.bottom() <= rect.bottom();
            });
            for (const Label& label : labels) {
                if (covered_.empty() && overlap(label.box, rect))
                    covered_ = "“" + label.text + "” under a shape that is drawn after it," + shown(rect);
            }
        }
    }
    void outline(const Rect& rect, Color, float, float) override { strokes.push_back(rect); }
    void disc(const Point& centre, float radius, Color) override { add_circle(centre, radius); }
    void ring(const Point& centre, float radius, Color, float) override { add_circle(centre, radius); }
    void text(const Point& at, Type type, Color color, std::string_view text) override {
        labels.push_back({{at.x, at.y + type.size() * 0.2f, fonts::width(type, text), type.size() * 0.85f},
                          std::string(text),
                          color});
    }
    void heatmap(const Rect& rect, const Heat&, const Theme&) override {
        strokes.push_back(rect);
        ++heatmaps;
    }

    /// Two texts that lie on each other, or one that something is painted over in part; empty if there are
    /// none.
    std::string collision() const {
        if (!covered_.empty()) return covered_;
        for (size_t i = 0; i < labels.size(); ++i) {
            for (size_t j = 0; j < i; ++j) {
                if (overlap(labels[i].box, labels[j].box))
                    return "“" + labels[i].text + "” on “" + labels[j].text + "”";
            }
        }
        return {};
    }

    /// What leaves `rect` by more than `slack` (rings around a focus may), in words.
    std::string outside(Rect rect, float slack = 3) const {
        const Rect wide = rect.inset(-slack);
        const auto leaves = [&](Rect box) {
            // (Not a number compares false with everything, so it counts as outside.)
            return !(box.x >= wide.x && box.right() <= wide.right() && box.y >= wide.y &&
                     box.bottom() <= wide.bottom());
        };
        for (const Label& label : labels) {
            if (leaves(label.box)) return "“" + label.text + "”" + shown(label.box);
        }
        for (const Rect& stroke : strokes) {
            if (leaves(stroke)) return "a stroke" + shown(stroke);
        }
        return {};
    }

    /// Where the lowest of what was drawn ends.
    float bottom() const {
        float out = 0;
        for (const Label& label : labels) out = std::max(out, label.box.bottom());
        for (const Rect& stroke : strokes) out = std::max(out, stroke.bottom());
        return out;
    }

    bool says(std::string_view text) const {
        return std::any_of(labels.begin(), labels.end(),
                           [&](const Label& label) { return label.text == text; });
    }

    bool says_within(std::string_view part) const {
        return std::any_of(labels.begin(), labels.end(),
                           [&](const Label& label) { return label.text.find(part) != std::string::npos; });
    }

    static bool overlap(Rect a, Rect b) {
        return a.x < b.right() - 1 && b.x < a.right() - 1 && a.y < b.bottom() - 1 && b.y < a.bottom() - 1;
    }

  private:
    std::string covered_;  // the first text that a shape covers in part

    static std::string shown(Rect box) {
        return " at " + std::to_string(box.x) + ", " + std::to_string(box.y) + " to " +
               std::to_string(box.right()) + ", " + std::to_string(box.bottom());
    }
    void add(std::initializer_list<Point> points) { add(std::span(points.begin(), points.size())); }
    void add(std::span<const Point> points) {
        if (points.empty()) return;
        Point least = points.front(), most = least;
        for (const Point p : points) {
            least = {std::min(least.x, p.x), std::min(least.y, p.y)};
            most = {std::max(most.x, p.x), std::max(most.y, p.y)};
        }
        strokes.push_back({least.x, least.y, most.x - least.x, most.y - least.y});
    }
    void add_circle(Point centre, float radius) {
        strokes.push_back({centre.x - radius, centre.y - radius, 2 * radius, 2 * radius});
    }
};

/// All that stands there, one after the other: a sentence wherever its lines break.
inline std::string without_blanks(View& view, float width) {
    LabelPainter painter;
    view.draw_with(painter, width);
    std::string out;
    for (const Label& label : painter.labels) out += label.text;
    for (const std::string_view blank : {" ", "\u00a0"})
        for (size_t at = out.find(blank); at != std::string::npos; at = out.find(blank))
            out.erase(at, blank.size());
    return out;
}

}  // namespace explainer

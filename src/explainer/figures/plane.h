// A plane of two coordinates: axes and grid, arrows, points and handles to drag, hulls, angles, lines of
// equal score, trails. What is on it is drawn in the plane's own units by a function that is handed a
// PlanePen. Not here: curves over an axis (plot.h), and what the vectors mean.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "explainer/figures/labels.h"
#include "explainer/figures/layout.h"
#include "explainer/figures/strokes.h"
#include "explainer/function_ref.h"
#include "explainer/unique_function.h"

namespace explainer::figures {

/// In the units of the plane, y upwards.
struct Vector2 {
    double x = 0, y = 0;

    Vector2 operator+(Vector2 other) const { return {x + other.x, y + other.y}; }
    Vector2 operator-(Vector2 other) const { return {x - other.x, y - other.y}; }
    Vector2 operator*(double factor) const { return {x * factor, y * factor}; }
    bool operator==(const Vector2&) const = default;
};
inline double dot(Vector2 a, Vector2 b) {
    return a.x * b.x + a.y * b.y;
}

struct PlaneLook {
    std::string id = {};
    double reach = 4;          // units from the origin, any way, where a handle is still within the edge
    float aspect = 1;          // height to width
    float most = 480;          // pixels of width
    bool edge_labels = false;  // room above and below for the numbers of lines of equal score
    bool clear_lines = false;  // labels keep off axes, hull and thick lines, and lay no ground over them
};

struct HandleLook {
    Color color = {};
    std::string name = {};  // beside it
    bool filled = false;    // the first thing to drag
    bool bold = false;
    bool pointed = false;   // here or elsewhere, or selected: with a halo
    std::string hint = {};  // at it, until something was dragged for the first time
};

class PlanePen {
  public:
    PlanePen(Ui& ui, Rect rect, Rect bounds, const PlaneLook& look);

    Ui& ui() { return ui_; }
    const Theme& theme() const { return ui_.theme(); }
    Rect rect() const { return rect_; }
    float unit_pixels() const {
        const float room = look_.aspect < 1 ? rect_.height : rect_.width;
        return std::max(1.0f, room - 2 * halo) / static_cast<float>(2 * look_.reach);
    }
    Point at(Vector2 v) const;
    Vector2 of(Point p) const;
    /// Both coordinates reached smoothly: Ui::eased.
    Vector2 eased(std::string_view id, Vector2 to);

    // ---- Grounds and lines; what leaves the plane is cut, what is not finite is left out
    /// The side of a line where dot(p, normal) > offset.
    void half_plane(Vector2 normal, double offset, Color tint);
    void line(Vector2 through, Vector2 along, Color color, float thickness = 1, bool dashes = false);
    /// Where dot(p, normal) is a multiple of `step`: `below` 0, `above` 0, and 0 itself dashed. Numbers
    /// at the edges.
    void equal_lines(Vector2 normal, double step, Color above, Color below, Color zero);
    /// One such line, strong, with its number.
    void equal_line(Vector2 normal, double value, Color color, std::string_view name);
    void segment(Vector2 from, Vector2 to, Color color, float thickness = 1.5f, bool dashes = false);
    void arrow(Vector2 from, Vector2 to, Color color, float thickness = 2.5f);
    /// An arrow whose point touches the handle at its end.
    void arrow_to_handle(Vector2 from, Vector2 to, const HandleLook& look, float thickness = 2.5f);
    /// A line that is drawn over the plane: labels keep off it as well.
    void keep_off(Vector2 from, Vector2 to) { lines_.emplace_back(at(from), at(to)); }
    void curve(std::span<const Vector2> points, Color color, float thickness = 1.5f, bool dashes = false);
    /// Oldest first; fades with age.
    void trail(std::span<const Vector2> points, Color color, float thickness = 5);
    void hull(std::span<const Vector2> corners, Color color);  // convex, in order
    void right_angle(Vector2 corner, Vector2 along, Vector2 other, Color color);
    /// The arc between two directions, the short way, with its size in degrees.
    void angle(Vector2 centre, Vector2 from, Vector2 to, Color color, std::string_view label);
    void dot_at(Vector2 v, Color color, float radius = 5);
    void ring_at(Vector2 v, Color color, float radius = 6);
    void cross_at(Vector2 v, Color color);
    /// The same disc over all handles: they would cover it.
    void dot_over(Vector2 v, Color color, float radius);
    /// Beside a point, on the side of `away`, off everything else; drawn when all is known.
    void label(Vector2 v, Vector2 away, Type type, Color color, std::string text, float distance = 6);

    // ---- Handles. Of two on each other the first one is taken, and drawn on top.
    /// Drags the parameters `x` and `y` (their own steps and bounds), at the distance at which it was
    /// taken.
    PointerState handle(std::string_view id, int x, int y, Vector2 v, const HandleLook& look);
    /// The same for something that is not two parameters; `dragged` gets where it should go.
    PointerState handle(std::string_view id, Vector2 v, const HandleLook& look,
                        FunctionRef<void(Vector2)> dragged);

    /// Draws what waits for everything else: handles, labels, the numbers of the axes.
    void finish();

  private:
    static constexpr float halo = 16;  // pixels around the reach: a handle with its halo

    struct Named {
        Point at, away;
        float distance;
        Type type;
        Color color;
        std::string text;
    };
    struct Handle {
        Point at;
        HandleLook look;
        Lit lit;
    };

    bool shows(Vector2 v, float radius = 0) const;  // all of a disc around it
    Vector2 corner() const { return of({rect_.right(), rect_.y}); }
    PointerState take(std::string_view id, Vector2 v, Vector2& to);
    void keep(Vector2 v, const PointerState& pointer, bool focused, const HandleLook& look);
    void grid();
    void numbers(Labels& labels);
    void filled(std::vector<Point> corners, Color color);

    Ui& ui_;
    Rect rect_, bounds_;
    const PlaneLook& look_;
    std::vector<Named> names_, edge_names_;
    std::vector<Handle> handles_;
    struct Dot {
        Vector2 at;
        Color color;
        float radius;
    };
    std::vector<Dot> over_;
    std::vector<Rect> dots_;                               // where no name may lie
    std::vector<std::pair<Point, Point>> shafts_, lines_;  // arrows and other lines, which labels keep off
};

/// As wide as it gets up to its most, centred.
Block plane(PlaneLook&& look, UniqueFunction<void(PlanePen&)> draw);

}  // namespace explainer::figures

// Strokes that mean something wherever they stand: arrows, dashes, arcs, brackets, handles, pills.
// Drawing only: no parameter, no pointer, no text.
#pragma once

#include <span>

#include "explainer/ui.h"

namespace explainer::figures {

/// A shaft with a filled head whose point is at `to`.
void arrow(Ui& ui, const Point& from, const Point& to, Color color, float thickness = 2.5f);

void dashed(Ui& ui, const Point& from, const Point& to, Color color, float thickness = 1.5f, float dash = 4);
/// Dashes that run on around the corners.
void dashed(Ui& ui, std::span<const Point> points, Color color, float thickness = 1.5f, float dash = 4);
void dashed_outline(Ui& ui, const Rect& rect, Color color, float thickness = 1.5f);

/// Part of a circle from angle `from` to `to` (radians, counter-clockwise, 0 is right).
void arc(Ui& ui, const Point& centre, float radius, float from, float to, Color color,
         float thickness = 1.5f);

/// Square brackets around `inner`, which they do not touch: 6 pixels to either side.
void brackets(Ui& ui, const Rect& inner, Color color);

/// How much a handle has of the hand's attention.
struct Lit {
    bool hovered = false, held = false, focused = false;
    bool any() const { return hovered || held || focused; }
};

/// What can be dragged in two directions: a disc (hollow or filled) with a ring or a halo when it is lit.
void handle(Ui& ui, const Point& at, Color color, bool filled, Lit lit);
/// What can be dragged sideways: an upright pill over the end of a bar.
void pill(Ui& ui, const Point& at, float height, Color color, Lit lit);

/// A curve cut to a rectangle, also between its points; points that are not finite part it.
void curve_within(Ui& ui, const Rect& rect, std::span<const Point> points, Color color, float thickness,
                  bool dashes);

/// A line cut to a rectangle: its ends, or false where it runs past. Both are moved.
bool clip(Rect rect, Point& from, Point& to);

inline constexpr float handle_radius = 9;
inline constexpr float target = 44;  // CSS pixels: what a finger needs
inline Rect target_at(Point at) {
    return {at.x - target / 2, at.y - target / 2, target, target};
}

}  // namespace explainer::figures

// Points and rectangles in CSS pixels, y downwards. Nothing more.
#pragma once

#include <algorithm>
#include <cmath>

namespace explainer {

struct Point {
    float x = 0, y = 0;

    Point operator+(Point other) const { return {x + other.x, y + other.y}; }
    Point operator-(Point other) const { return {x - other.x, y - other.y}; }
    Point operator*(float factor) const { return {x * factor, y * factor}; }
    bool operator==(const Point&) const = default;
};

inline float length(Point p) {
    return std::hypot(p.x, p.y);
}
/// `p` at length 1; {0, 0} stays.
inline Point unit(Point p) {
    const float l = length(p);
    return l > 0 ? p * (1 / l) : Point{};
}
/// A quarter turn, counter-clockwise as seen on the screen.
inline Point turned(Point p) {
    return {p.y, -p.x};
}

struct Rect {
    float x = 0, y = 0, width = 0, height = 0;

    float right() const { return x + width; }
    float bottom() const { return y + height; }
    Point centre() const { return {x + width / 2, y + height / 2}; }
    bool contains(Point p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
    Rect inset(float by) const { return {x + by, y + by, width - 2 * by, height - 2 * by}; }
    bool operator==(const Rect&) const = default;
};

}  // namespace explainer

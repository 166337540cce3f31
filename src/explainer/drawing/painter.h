// The strokes an exhibit is drawn with. Two implementations: the canvas (imgui_painter.h) and a vector file
// (svg_painter.h), so an exported figure is the figure. Knows no parameter and no pointer.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "explainer/drawing/geometry.h"
#include "explainer/drawing/theme.h"

namespace explainer {

/// Size and weight of letters. (One number, for the same reason as a Color.)
class Type {
  public:
    /// `size` in CSS pixels: 13 captions, 15 text, 18 headings.
    constexpr Type(float size = 15, bool bold = false) : size_(size), bold_(bold) {}

    constexpr float size() const { return size_; }
    constexpr bool bold() const { return bold_; }

  private:
    float size_;
    bool bold_;
};

/// From the top of a line box to the baseline, in ems: capitals stand in its middle.
inline constexpr float baseline = 0.955f;

inline constexpr Type caption{13}, body{15}, strong{15, true}, heading{18, true};

/// What numbers mean in colour.
struct HeatLook {
    float largest = 1;       // the value with the full colour; for signed maps, of either sign
    bool is_signed = false;  // key – paper – query; otherwise paper – query
    float gap = 1;           // between cells, CSS pixels; left out where cells are too small for it
    bool muted = false;      // paper – grey: what is shown is switched off
};

/// A matrix to be coloured, held by the caller. Above 512 × 512 use a TileMap (tile_map.h).
struct Heat {
    const float* values = nullptr;  // [rows, cols], row-major; NaN: masked, drawn hatched
    int rows = 0, cols = 0;
    float largest = 1;
    bool is_signed = false;
    float gap = 1;
    // Retained: values go up to the GPU once for each version of an id. Ids belong to the view; two maps of
    // one frame with the same id must be the same. 0: the painter knows the matrix by its values, for which
    // it reads all of them each time.
    uint64_t id = 0;
    uint64_t version = 0;
    bool muted = false;

    HeatLook look() const { return {largest, is_signed, gap, muted}; }
};

/// The colour of a value divided by the one with the full colour.
Color share_color(const HeatLook& look, float share, const Theme& theme);
/// The colour of one entry of a heatmap; masked entries (NaN) are paper.
Color heat_color(const HeatLook& look, float value, const Theme& theme);
inline Color heat_color(const Heat& heat, float value, const Theme& theme) {
    return heat_color(heat.look(), value, theme);
}

class TileMap;

/// A part of a matrix, counted in cells; its edges may lie within cells and outside the matrix.
struct CellRegion {
    double row = 0, col = 0, rows = 0, cols = 0;

    bool operator==(const CellRegion&) const = default;
};

/// (By reference: WebAssembly copies a struct of several numbers that is handed over by value at each call, 3
/// KB in all.)
class Painter {
  public:
    virtual ~Painter() = default;

    virtual void line(const Point& a, const Point& b, Color color, float thickness) = 0;
    virtual void polyline(std::span<const Point> points, Color color, float thickness, bool closed) = 0;
    virtual void polygon(std::span<const Point> points, Color fill) = 0;  // convex
    /// A band between two edges that run the same way, point by point; both have the same number of points.
    /// A painter with no better way draws it as a row of quadrangles.
    virtual void strip(std::span<const Point> upper, std::span<const Point> lower, Color fill) {
        for (size_t i = 1; i < std::min(upper.size(), lower.size()); ++i) {
            const Point quadrangle[] = {upper[i - 1], upper[i], lower[i], lower[i - 1]};
            polygon(quadrangle, fill);
        }
    }
    virtual void rectangle(const Rect& rect, Color fill, float rounding) = 0;
    virtual void outline(const Rect& rect, Color color, float thickness, float rounding) = 0;
    virtual void disc(const Point& centre, float radius, Color fill) = 0;
    virtual void ring(const Point& centre, float radius, Color color, float thickness) = 0;
    /// One line of UTF-8; `at` is the left end of the line box (its height is the type's size × 1.25).
    virtual void text(const Point& at, Type type, Color color, std::string_view text) = 0;
    /// A matrix. Calls that follow each other directly, with no other stroke between, are one draw.
    virtual void heatmap(const Rect& rect, const Heat& heat, const Theme& theme) = 0;
    /// The part `seen` of a large matrix, filling `rect`. True if tiles are still to come: ask for another
    /// frame. A painter that has no use for pictures may leave it out.
    virtual bool tile_map(const Rect&, TileMap&, const CellRegion& /*seen*/, const HeatLook&, const Theme&) {
        return false;
    }
};

}  // namespace explainer

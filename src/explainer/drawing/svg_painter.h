// The painter that writes SVG 1.1: the same figure as a file, text as text. Not a general SVG writer.
#pragma once

#include <string>

#include "explainer/drawing/painter.h"

namespace explainer {

class SvgPainter final : public Painter {
  public:
    void line(Point a, Point b, Color color, float thickness) override;
    void polyline(std::span<const Point> points, Color color, float thickness, bool closed) override;
    void polygon(std::span<const Point> points, Color fill) override;
    void strip(std::span<const Point> upper, std::span<const Point> lower, Color fill) override;
    void rectangle(Rect rect, Color fill, float rounding) override;
    void outline(Rect rect, Color color, float thickness, float rounding) override;
    void disc(Point centre, float radius, Color fill) override;
    void ring(Point centre, float radius, Color color, float thickness) override;
    void text(Point at, Type type, Color color, std::string_view text) override;
    void heatmap(Rect rect, const Heat& heat, const Theme& theme) override;

    /// The whole document, `width` × `height` on `ground`, with a title and a description for screen readers.
    std::string document(float width, float height, Color ground, std::string_view title,
                         std::string_view description) const;

  private:
    void element(std::string_view name, const std::string& attributes);
    std::string body_;
};

}  // namespace explainer

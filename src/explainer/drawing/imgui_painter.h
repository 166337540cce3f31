// The painter of the canvas: strokes become Dear ImGui's draw list, heatmaps a shader's quad.
#pragma once

#include "explainer/drawing/painter.h"

struct ImDrawList;

namespace explainer {

class ImGuiPainter final : public Painter {
  public:
    explicit ImGuiPainter(ImDrawList* list) : list_(list) {}

    void line(const Point& a, const Point& b, Color color, float thickness) override;
    void polyline(std::span<const Point> points, Color color, float thickness, bool closed) override;
    void polygon(std::span<const Point> points, Color fill) override;
    void strip(std::span<const Point> upper, std::span<const Point> lower, Color fill) override;
    void rectangle(const Rect& rect, Color fill, float rounding) override;
    void outline(const Rect& rect, Color color, float thickness, float rounding) override;
    void disc(const Point& centre, float radius, Color fill) override;
    void ring(const Point& centre, float radius, Color color, float thickness) override;
    void text(const Point& at, Type type, Color color, std::string_view text) override;
    void heatmap(const Rect& rect, const Heat& heat, const Theme& theme) override;
    bool tile_map(const Rect& rect, TileMap& map, const CellRegion& seen, const HeatLook& look,
                  const Theme& theme) override;

  private:
    ImDrawList* list_;
};

}  // namespace explainer

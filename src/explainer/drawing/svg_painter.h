// The painter that writes SVG 1.1: the same figure as a file, text as text, matrices as cells or, where they
// are large, as embedded pictures. Not a general SVG writer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explainer/drawing/painter.h"

namespace explainer {

class SvgPainter final : public Painter {
  public:
    /// `density`: pixels to a CSS pixel, of embedded pictures.
    explicit SvgPainter(double density = 2) : density_(density) {}

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

    /// The whole document; what was painted must still be there (large matrices are read now, as most
    /// painting only measures). `width` × `height` on `ground`, with a title and a description for screen
    /// readers unless they are empty.
    std::string document(float width, float height, Color ground, std::string_view title,
                         std::string_view description) const;

  private:
    void element(std::string_view name, const std::string& attributes);
    /// A large matrix, and where in the body it belongs.
    struct Picture {
        size_t at;
        Rect rect;
        Heat heat;
        TileMap* map;  // null: heat
        CellRegion seen;
        HeatLook look;
        const Theme* theme;
    };
    std::string picture(const Picture& picture) const;
    std::string image(const Picture& picture) const;

    double density_;
    std::string body_;
    std::vector<Picture> pictures_;
};

}  // namespace explainer

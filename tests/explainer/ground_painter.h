// A painter that knows what lies under each letter: fills, cells of maps and broad strokes, one over the
// other, composited. For tests of contrast; strokes as thin as gridlines and outlines are no ground.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "explainer/drawing/fonts.h"
#include "explainer/drawing/painter.h"
#include "explainer/drawing/tile_map.h"

namespace explainer {

/// The least contrast of a text with what it stands on, at its worst letter.
struct Legibility {
    std::string text;
    Point at;
    float size = 0;
    Color ink, ground;  // there, as composited
    double ratio = 21;

    /// WCAG 2.1, 1.4.3: large is 24 CSS pixels and more.
    double wanted() const { return size >= 24 ? 3 : 4.5; }
};

class GroundPainter : public Painter {
  public:
    explicit GroundPainter(Color paper) : paper_(paper) {}

    void line(const Point& a, const Point& b, Color color, float thickness) override {
        if (thickness < broad) return;
        fill(color, [=](Point p) {
            const Point way = b - a, from = p - a;
            const float length = way.x * way.x + way.y * way.y;
            const float along =
                length > 0 ? std::clamp((from.x * way.x + from.y * way.y) / length, 0.0f, 1.0f) : 0;
            return std::hypot(from.x - along * way.x, from.y - along * way.y) <= thickness / 2;
        });
    }
    void polyline(std::span<const Point> points, Color color, float thickness, bool closed) override {
        for (size_t i = 1; i < points.size(); ++i) line(points[i - 1], points[i], color, thickness);
        if (closed && points.size() > 2) line(points.back(), points.front(), color, thickness);
    }
    void polygon(std::span<const Point> points, Color color) override {
        fill(color, [all = std::vector<Point>(points.begin(), points.end())](Point p) {
            bool in = false;
            for (size_t i = 0, j = all.size() - 1; i < all.size(); j = i++)
                if ((all[i].y > p.y) != (all[j].y > p.y) &&
                    p.x < (all[j].x - all[i].x) * (p.y - all[i].y) / (all[j].y - all[i].y) + all[i].x)
                    in = !in;
            return in;
        });
    }
    void rectangle(const Rect& rect, Color color, float) override {
        fill(color, [rect](Point p) { return within(rect, p); });
    }
    void outline(const Rect&, Color, float, float) override {}
    void disc(const Point& centre, float radius, Color color) override {
        fill(color, [=](Point p) { return std::hypot(p.x - centre.x, p.y - centre.y) <= radius; });
    }
    void ring(const Point&, float, Color, float) override {}
    void text(const Point& at, Type type, Color color, std::string_view text) override {
        texts_.push_back({at, type, color, std::string(text), layers_.size()});
    }
    void heatmap(const Rect& rect, const Heat& heat, const Theme& theme) override {
        cells(rect, std::vector<float>(heat.values, heat.values + heat.rows * heat.cols),
              {0, 0, static_cast<double>(heat.rows), static_cast<double>(heat.cols)}, heat.rows, heat.cols,
              heat.look(), theme);
    }
    bool tile_map(const Rect& rect, TileMap& map, const CellRegion& seen, const HeatLook& look,
                  const Theme& theme) override {
        RegionValues there =
            read_region(map, seen, static_cast<double>(rect.width), static_cast<double>(rect.height));
        const double step = 1 / std::exp2(there.level);
        cells(rect, std::move(there.values),
              {seen.row * step - there.row, seen.col * step - there.col, seen.rows * step, seen.cols * step},
              there.rows, there.cols, look, theme);
        return false;
    }

    /// Each text that is drawn, with its least contrast.
    std::vector<Legibility> texts() const {
        std::vector<Legibility> out;
        for (const Text& one : texts_) out.push_back(legibility(one));
        return out;
    }

  private:
    static constexpr float broad = 4;
    struct Layer {
        std::function<Color(Point)> color;  // transparent where it is not
    };
    struct Text {
        Point at;
        Type type;
        Color color;
        std::string text;
        size_t layer;  // so many lie under it
    };

    static bool within(const Rect& rect, Point p) {
        return p.x >= rect.x && p.x < rect.right() && p.y >= rect.y && p.y < rect.bottom();
    }
    template <class Inside>
    void fill(Color color, Inside inside) {
        layers_.push_back({[=](Point p) { return inside(p) ? color : Color(0, 0, 0, 0); }});
    }
    /// `seen`: the part of the `rows` × `cols` values that fills `rect`.
    void cells(const Rect& rect, std::vector<float> values, CellRegion seen, int rows, int cols,
               HeatLook look, Theme theme) {
        layers_.push_back({[=, all = std::move(values)](Point p) -> Color {
            if (!within(rect, p)) return {0, 0, 0, 0};
            const auto entry = [](double first, double count, float along) {
                return static_cast<int>(std::floor(first + count * static_cast<double>(along)));
            };
            const int row = entry(seen.row, seen.rows, (p.y - rect.y) / rect.height),
                      col = entry(seen.col, seen.cols, (p.x - rect.x) / rect.width);
            if (row < 0 || row >= rows || col < 0 || col >= cols) return {0, 0, 0, 0};
            return heat_color(
                look, all[static_cast<size_t>(row) * static_cast<size_t>(cols) + static_cast<size_t>(col)],
                theme);
        }});
    }

    /// As a canvas composites: straight in sRGB.
    static Color over(Color top, Color under) {
        const auto channel = [&](uint8_t a, uint8_t b) {
            return static_cast<uint8_t>((a * top.a() + b * (255 - top.a()) + 127) / 255);
        };
        return {channel(top.r(), under.r()), channel(top.g(), under.g()), channel(top.b(), under.b())};
    }

    Legibility legibility(const Text& one) const {
        Legibility out{one.text, one.at, one.type.size(), one.color, paper_};
        const float base = one.at.y + one.type.size() * baseline;
        for (size_t i = 0, next; i < one.text.size(); i = next) {
            for (next = i + 1; next < one.text.size() && (one.text[next] & 0xC0) == 0x80;) ++next;
            const std::string_view letter = std::string_view(one.text).substr(i, next - i);
            if (letter == " " || letter == "\u00a0" || letter == "\u2009") continue;
            const float x = one.at.x + fonts::width(one.type, std::string_view(one.text).substr(0, i)) +
                            fonts::width(one.type, letter) / 2;
            // Near its foot and near the top of a digit.
            for (const float up : {0.08f, 0.58f}) {
                const Point p{x, base - up * one.type.size()};
                Color ground = paper_;
                for (size_t k = 0; k < one.layer; ++k) ground = over(layers_[k].color(p), ground);
                Color ink = over(one.color, ground);
                // What is drawn over it pales both; what covers it is another test's.
                bool covered = false;
                for (size_t k = one.layer; k < layers_.size(); ++k) {
                    const Color top = layers_[k].color(p);
                    covered = covered || top.a() == 255;
                    ground = over(top, ground);
                    ink = over(top, ink);
                }
                if (const double ratio = contrast(ink, ground); !covered && ratio < out.ratio)
                    out.ink = ink, out.ground = ground, out.ratio = ratio;
            }
        }
        return out;
    }

    Color paper_;
    std::vector<Layer> layers_;
    std::vector<Text> texts_;
};

}  // namespace explainer

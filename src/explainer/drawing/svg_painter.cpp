// The painter that writes SVG. See svg_painter.h.
#include "explainer/drawing/svg_painter.h"

#include <cmath>
#include <vector>

#include "explainer/format.h"

namespace explainer {
namespace {

/// Coordinates to a hundredth of a pixel: finer than any screen, and half the file.
std::string coordinate(float value) {
    return shortest(std::round(static_cast<double>(value) * 100) / 100);
}

std::string attribute(std::string_view name, float value) {
    return " " + std::string(name) + "=\"" + coordinate(value) + "\"";
}

std::string paint(std::string_view name, Color color) {
    std::string out = " " + std::string(name) + "=\"" + color.hex() + "\"";
    if (color.a != 255) out += attribute(std::string(name) + "-opacity", static_cast<float>(color.a) / 255);
    return out;
}

std::string stroke(Color color, float thickness) {
    return " fill=\"none\"" + paint("stroke", color) + attribute("stroke-width", thickness);
}

std::string rectangle_attributes(Rect rect, float rounding) {
    return attribute("x", rect.x) + attribute("y", rect.y) + attribute("width", rect.width) +
           attribute("height", rect.height) + (rounding > 0 ? attribute("rx", rounding) : "");
}

std::string point_list(std::span<const Point> points) {
    std::string out = " points=\"";
    for (const Point p : points) out += coordinate(p.x) + "," + coordinate(p.y) + " ";
    out.back() = '"';
    return out;
}

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

}  // namespace

void SvgPainter::element(std::string_view name, const std::string& attributes) {
    body_ += "<" + std::string(name) + attributes + "/>\n";
}

void SvgPainter::line(Point a, Point b, Color color, float thickness) {
    element("line", attribute("x1", a.x) + attribute("y1", a.y) + attribute("x2", b.x) +
                        attribute("y2", b.y) + stroke(color, thickness));
}

void SvgPainter::polyline(std::span<const Point> points, Color color, float thickness, bool closed) {
    if (!points.empty())
        element(closed ? "polygon" : "polyline", point_list(points) + stroke(color, thickness));
}

void SvgPainter::polygon(std::span<const Point> points, Color fill) {
    if (!points.empty()) element("polygon", point_list(points) + paint("fill", fill));
}

void SvgPainter::strip(std::span<const Point> upper, std::span<const Point> lower, Color fill) {
    std::vector<Point> around(upper.begin(), upper.end());
    around.insert(around.end(), lower.rbegin(), lower.rend());
    polygon(around, fill);
}

void SvgPainter::rectangle(Rect rect, Color fill, float rounding) {
    if (rect.width > 0 && rect.height > 0)
        element("rect", rectangle_attributes(rect, rounding) + paint("fill", fill));
}

void SvgPainter::outline(Rect rect, Color color, float thickness, float rounding) {
    if (rect.width > 0 && rect.height > 0)
        element("rect", rectangle_attributes(rect, rounding) + stroke(color, thickness));
}

void SvgPainter::disc(Point centre, float radius, Color fill) {
    element("circle", attribute("cx", centre.x) + attribute("cy", centre.y) + attribute("r", radius) +
                          paint("fill", fill));
}

void SvgPainter::ring(Point centre, float radius, Color color, float thickness) {
    element("circle", attribute("cx", centre.x) + attribute("cy", centre.y) + attribute("r", radius) +
                          stroke(color, thickness));
}

void SvgPainter::text(Point at, Type type, Color color, std::string_view text) {
    body_ += "<text" + attribute("x", at.x) + attribute("y", at.y + type.size * baseline) +
             attribute("font-size", type.size) + (type.bold ? " font-weight=\"600\"" : "") +
             paint("fill", color) + " xml:space=\"preserve\">" + escaped(text) + "</text>\n";
}

void SvgPainter::heatmap(Rect rect, const Heat& heat, const Theme& theme) {
    const float width = rect.width / static_cast<float>(heat.cols),
                height = rect.height / static_cast<float>(heat.rows);
    for (int i = 0; i < heat.rows; ++i) {
        for (int j = 0; j < heat.cols; ++j) {
            const float value = heat.values[i * heat.cols + j];
            const Rect cell = Rect{rect.x + static_cast<float>(j) * width,
                                   rect.y + static_cast<float>(i) * height, width, height}
                                  .inset(heat.gap / 2);
            rectangle(cell, heat_color(heat, value, theme), 0);
            if (std::isnan(value)) {
                line({cell.x, cell.bottom()}, {cell.right(), cell.y}, theme.line.faded(0.5f), 1);
            }
        }
    }
}

std::string SvgPainter::document(float width, float height, Color ground, std::string_view title,
                                 std::string_view description) const {
    const std::string size = coordinate(width) + " " + coordinate(height);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + size + "\"" +
           attribute("width", width) + attribute("height", height) +
           " font-family=\"'Source Sans 3', 'Open Sans', 'Segoe UI', sans-serif\" "
           "stroke-linecap=\"round\" stroke-linejoin=\"round\" role=\"img\">\n<title>" +
           escaped(title) + "</title>\n<desc>" + escaped(description) +
           "</desc>\n<rect width=\"100%\" height=\"100%\"" + paint("fill", ground) + "/>\n" + body_ +
           "</svg>\n";
}

}  // namespace explainer

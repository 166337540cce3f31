// The painter that writes SVG. See svg_painter.h.
#include "explainer/drawing/svg_painter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <vector>

#include "explainer/drawing/fonts.h"
#include "explainer/drawing/hatching.h"
#include "explainer/drawing/png.h"
#include "explainer/drawing/text_runs.h"
#include "explainer/drawing/tile_map.h"
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
    if (color.a() != 255)
        out += attribute(std::string(name) + "-opacity", static_cast<float>(color.a()) / 255);
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

constexpr int most_cells = 64 * 64;  // of a matrix that is written cell by cell

/// XML cannot hold control characters, nor what is not UTF-8.
std::string escaped(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::string_view before = text;
        const uint32_t code_point = take_code_point(text);
        const std::string_view sign = before.substr(0, before.size() - text.size());
        const bool broken = code_point == 0xfffd && sign.size() == 1;
        const bool control = code_point < 0x20 && code_point != '\t' && code_point != '\n';
        if (broken || control || code_point == 0xfffe || code_point == 0xffff) {
            out += "\uFFFD";
            continue;
        }
        switch (code_point) {
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
                out += sign;
        }
    }
    return out;
}

/// The viewer's faces may be wider than ours: the length as measured, so that nothing runs into what follows.
std::string fitted(Type type, std::string_view text) {
    const float width = fonts::width(type, text);
    return width > 0 ? attribute("textLength", width) + " lengthAdjust=\"spacingAndGlyphs\"" : "";
}

}  // namespace

void SvgPainter::element(std::string_view name, const std::string& attributes) {
    body_ += "<" + std::string(name) + attributes + "/>\n";
}

void SvgPainter::line(const Point& a, const Point& b, Color color, float thickness) {
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

void SvgPainter::rectangle(const Rect& rect, Color fill, float rounding) {
    if (rect.width > 0 && rect.height > 0)
        element("rect", rectangle_attributes(rect, rounding) + paint("fill", fill));
}

void SvgPainter::outline(const Rect& rect, Color color, float thickness, float rounding) {
    if (rect.width > 0 && rect.height > 0)
        element("rect", rectangle_attributes(rect, rounding) + stroke(color, thickness));
}

void SvgPainter::disc(const Point& centre, float radius, Color fill) {
    element("circle", attribute("cx", centre.x) + attribute("cy", centre.y) + attribute("r", radius) +
                          paint("fill", fill));
}

void SvgPainter::ring(const Point& centre, float radius, Color color, float thickness) {
    element("circle", attribute("cx", centre.x) + attribute("cy", centre.y) + attribute("r", radius) +
                          stroke(color, thickness));
}

void SvgPainter::text(const Point& at, Type type, Color color, std::string_view text) {
    body_ += "<text" + attribute("x", at.x) + attribute("y", at.y + type.size() * baseline) +
             attribute("font-size", type.size()) + (type.bold() ? " font-weight=\"600\"" : "") +
             paint("fill", color) + fitted(type, text) + " xml:space=\"preserve\">" +
             escaped(isolated(text)) + "</text>\n";
}

void SvgPainter::heatmap(const Rect& rect, const Heat& heat, const Theme& theme) {
    if (heat.rows < 1 || heat.cols < 1) return;
    if (static_cast<int64_t>(heat.rows) * heat.cols > most_cells) {
        const CellRegion all{0, 0, static_cast<double>(heat.rows), static_cast<double>(heat.cols)};
        pictures_.push_back({body_.size(), rect, heat, nullptr, all, heat.look(), &theme});
        return;
    }
    const float width = rect.width / static_cast<float>(heat.cols),
                height = rect.height / static_cast<float>(heat.rows);
    // As the shader does: cells that a gap would eat have none.
    const float gap = std::min(width, height) < 4 * heat.gap ? 0 : heat.gap;
    for (int i = 0; i < heat.rows; ++i) {
        for (int j = 0; j < heat.cols; ++j) {
            const float value = heat.values[i * heat.cols + j];
            const Rect cell = Rect{rect.x + static_cast<float>(j) * width,
                                   rect.y + static_cast<float>(i) * height, width, height}
                                  .inset(gap / 2);
            rectangle(cell, heat_color(heat, value, theme), 0);
            if (std::isnan(value)) {
                std::string strokes;
                for_each_hatch_line(cell, [&strokes](Point from, Point to) {
                    strokes += "M" + coordinate(from.x) + " " + coordinate(from.y) + "L" + coordinate(to.x) +
                               " " + coordinate(to.y);
                });
                element("path",
                        " d=\"" + strokes + "\"" + stroke(theme.line.faded(hatch_share), hatch_width));
            }
        }
    }
}

bool SvgPainter::tile_map(const Rect& rect, TileMap& map, const CellRegion& seen, const HeatLook& look,
                          const Theme& theme) {
    if (rect.width > 0 && rect.height > 0 && seen.rows > 0 && seen.cols > 0)
        pictures_.push_back({body_.size(), rect, {}, &map, seen, look, &theme});
    return false;
}

/// What was seen last of some large maps is kept from frame to frame: a picture asks the source for every
/// entry.
std::string SvgPainter::picture(const Picture& picture) const {
    if (picture.map == nullptr) return image(picture);
    struct Kept {
        std::string of, image;
    };
    static std::deque<Kept> kept;  // the latest first
    const CellRegion& seen = picture.seen;
    const Theme& theme = *picture.theme;
    std::string of = rectangle_attributes(picture.rect, static_cast<float>(density_)) + theme.line.hex();
    for (const float share : {0.0f, 0.5f, 1.0f})
        of += share_color(picture.look, picture.look.is_signed ? 2 * share - 1 : share, theme).hex();
    const auto [serial, version] = picture.map->version();
    for (const double one : {static_cast<double>(serial), static_cast<double>(version), seen.row, seen.col,
                             seen.rows, seen.cols, static_cast<double>(picture.look.largest)})
        of += " " + shortest(one);
    const auto found =
        std::find_if(kept.begin(), kept.end(), [&of](const Kept& one) { return one.of == of; });
    if (found != kept.end()) return found->image;
    kept.push_front({std::move(of), image(picture)});
    if (kept.size() > 4) kept.pop_back();
    return kept.front().image;
}

/// A picture in a frame that counts in cells; behind it hatching, seen where masked entries are clear.
std::string SvgPainter::image(const Picture& picture) const {
    const Rect rect = picture.rect;
    RegionValues region;
    const double pixel_width = static_cast<double>(rect.width) * density_,
                 pixel_height = static_cast<double>(rect.height) * density_;
    if (picture.map != nullptr) {
        region = read_region(*picture.map, picture.seen, pixel_width, pixel_height);
    } else {
        const Heat& heat = picture.heat;
        const size_t count = static_cast<size_t>(heat.rows) * static_cast<size_t>(heat.cols);
        ArrayTiles cells({heat.values, count}, heat.rows, heat.cols);
        TileMap map;
        map.show(heat.rows, heat.cols, cells, 0);
        region = read_region(map, picture.seen, pixel_width, pixel_height);
    }
    if (region.values.empty()) return "";

    // Index 0 is masked; the others are the ramp, an odd number of them, so that zero has its own.
    constexpr int steps = 255, first = 1;
    std::array<Color, first + steps> palette;
    palette[0] = {255, 255, 255, 0};
    for (int i = 0; i < steps; ++i) {
        const float t = static_cast<float>(i) / (steps - 1);
        palette[static_cast<size_t>(first + i)] =
            share_color(picture.look, picture.look.is_signed ? 2 * t - 1 : t, *picture.theme);
    }
    std::vector<uint8_t> indices;
    for (const float value : region.values) {
        float share = value / picture.look.largest;
        if (picture.look.is_signed) share = 0.5f * share + 0.5f;
        share = std::clamp(share, 0.0f, 1.0f);
        indices.push_back(static_cast<uint8_t>(
            std::isnan(value) ? 0 : first + static_cast<int>(share * (steps - 1) + 0.5f)));
    }
    const float cell = std::ldexp(1.0f, region.level);
    const Rect shown{static_cast<float>(region.col) * cell, static_cast<float>(region.row) * cell,
                     static_cast<float>(region.cols) * cell, static_cast<float>(region.rows) * cell};
    const CellRegion& seen = picture.seen;
    const auto number = [](double value) { return shortest(value); };
    return "<rect" + rectangle_attributes(rect, 0) + " fill=\"url(#hatch-" +
           picture.theme->line.hex().substr(1) + ")\"/>\n<svg" + rectangle_attributes(rect, 0) +
           " viewBox=\"" + number(seen.col) + " " + number(seen.row) + " " + number(seen.cols) + " " +
           number(seen.rows) + "\" preserveAspectRatio=\"none\"><image" + rectangle_attributes(shown, 0) +
           " preserveAspectRatio=\"none\" image-rendering=\"pixelated\" "
           "xmlns:xlink=\"http://www.w3.org/1999/xlink\" xlink:href=\"data:image/png;base64," +
           base64(png_file(region.cols, region.rows, indices, palette)) + "\"/></svg>\n";
}

std::string SvgPainter::document(float width, float height, Color ground, std::string_view title,
                                 std::string_view description) const {
    const std::string size = coordinate(width) + " " + coordinate(height);
    std::string body = body_, hatching;
    for (auto one = pictures_.rbegin(); one != pictures_.rend(); ++one) body.insert(one->at, picture(*one));
    if (!pictures_.empty()) {
        const Color line = pictures_.front().theme->line;
        hatching = "<defs><pattern id=\"hatch-" + line.hex().substr(1) +
                   "\" width=\"4.24\" height=\"4.24\" patternUnits=\"userSpaceOnUse\" "
                   "patternTransform=\"rotate(45)\"><rect width=\"1.5\" height=\"4.24\"" +
                   paint("fill", line.faded(hatch_share)) + "/></pattern></defs>\n";
    }
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + size + "\"" +
           attribute("width", width) + attribute("height", height) +
           " font-family=\"'Source Sans 3', 'Open Sans', 'Segoe UI', sans-serif\" "
           "stroke-linecap=\"round\" stroke-linejoin=\"round\" role=\"img\">\n" +
           (title.empty() ? "" : "<title>" + escaped(title) + "</title>\n") +
           (description.empty() ? "" : "<desc>" + escaped(description) + "</desc>\n") + hatching +
           "<rect width=\"100%\" height=\"100%\"" + paint("fill", ground) + "/>\n" + body + "</svg>\n";
}

}  // namespace explainer

// The painter of the canvas. See imgui_painter.h.
#include "explainer/drawing/imgui_painter.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "explainer/drawing/fonts.h"
#include "explainer/drawing/heatmap_renderer.h"
#include "explainer/drawing/tile_renderer.h"

namespace explainer {
namespace {

ImVec2 vec(Point p) {
    return {p.x, p.y};
}

void add_path(ImDrawList* list, std::span<const Point> points) {
    for (const Point p : points) list->PathLineTo(vec(p));
}

}  // namespace

void ImGuiPainter::line(const Point& a, const Point& b, Color color, float thickness) {
    // ImDrawList::AddLine shifts by half a pixel, which would part a line from the shapes it belongs to.
    list_->PathLineTo(vec(a));
    list_->PathLineTo(vec(b));
    list_->PathStroke(color.packed(), 0, thickness);
}

void ImGuiPainter::polyline(std::span<const Point> points, Color color, float thickness, bool closed) {
    add_path(list_, points);
    list_->PathStroke(color.packed(), closed ? ImDrawFlags_Closed : ImDrawFlags_None, thickness);
}

void ImGuiPainter::polygon(std::span<const Point> points, Color fill) {
    add_path(list_, points);
    list_->PathFillConvex(fill.packed());
}

void ImGuiPainter::strip(std::span<const Point> upper, std::span<const Point> lower, Color fill) {
    const size_t count = std::min(upper.size(), lower.size());
    if (count < 2) return;
    // Four points across: the two edges drawn in by half the fringe, and fading to nothing outside them. A
    // band thinner than the fringe is as pale as it is thin.
    const float fringe = list_->_FringeScale;
    const ImVec2 white = list_->_Data->TexUvWhitePixel;
    list_->PrimReserve(static_cast<int>((count - 1) * 18), static_cast<int>(count * 4));
    const unsigned first = list_->_VtxCurrentIdx;
    for (size_t i = 0; i < count; ++i) {
        const size_t before = i > 0 ? i - 1 : 0, after = std::min(i + 1, count - 1);
        const Point across = upper[i] - lower[i];
        Point up = turned(unit(upper[after] - upper[before]));
        Point down = turned(unit(lower[before] - lower[after]));
        if (up.x * across.x + up.y * across.y < 0) {  // the band runs the other way round
            up = up * -1;
            down = down * -1;
        }
        const float thickness = length(across);
        const float in = std::min(fringe, thickness) / 2;
        const Color inner = fill.faded(std::min(1.0f, thickness / fringe)), outer = fill.faded(0);
        const auto vertex = [&](Point at, Color color) {
            list_->PrimWriteVtx(vec(at), white, color.packed());
        };
        vertex(upper[i] + up * (fringe - in), outer);
        vertex(upper[i] - up * in, inner);
        vertex(lower[i] - down * in, inner);
        vertex(lower[i] + down * (fringe - in), outer);
    }
    for (unsigned i = 1; i < count; ++i) {
        for (unsigned across = 0; across < 3; ++across) {
            const unsigned a = first + (i - 1) * 4 + across, b = a + 4;
            for (const unsigned index : {a, a + 1, b + 1, a, b + 1, b})
                list_->PrimWriteIdx(static_cast<ImDrawIdx>(index));
        }
    }
}

void ImGuiPainter::rectangle(const Rect& rect, Color fill, float rounding) {
    list_->AddRectFilled({rect.x, rect.y}, {rect.right(), rect.bottom()}, fill.packed(), rounding);
}

void ImGuiPainter::outline(const Rect& rect, Color color, float thickness, float rounding) {
    list_->AddRect({rect.x, rect.y}, {rect.right(), rect.bottom()}, color.packed(), rounding, 0, thickness);
}

void ImGuiPainter::disc(const Point& centre, float radius, Color fill) {
    list_->AddCircleFilled(vec(centre), radius, fill.packed());
}

void ImGuiPainter::ring(const Point& centre, float radius, Color color, float thickness) {
    list_->AddCircle(vec(centre), radius, color.packed(), 0, thickness);
}

void ImGuiPainter::text(const Point& at, Type type, Color color, std::string_view text) {
    fonts::draw(list_, at, type, color, text);
}

void ImGuiPainter::heatmap(const Rect& rect, const Heat& heat, const Theme& theme) {
    heatmap_renderer::add(list_, rect, heat, theme);
}

bool ImGuiPainter::tile_map(const Rect& rect, TileMap& map, const CellRegion& seen, const HeatLook& look,
                            const Theme& theme) {
    return tile_renderer::add(list_, rect, map, seen, look, theme);
}

}  // namespace explainer

// Planes of two coordinates. See plane.h.
#include "explainer/figures/plane.h"

#include <algorithm>
#include <cmath>

#include "explainer/figures/bars.h"
#include "explainer/figures/ticks.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer::figures {
namespace {

constexpr float edge_room = 20;  // above and below the plane, for the numbers of lines

bool finite(Vector2 v) {
    return std::isfinite(v.x) && std::isfinite(v.y);
}

/// The direction of a vector on the screen, length 1; also of those too large or too small for a float.
Point direction(Vector2 v) {
    const double size = std::max(std::fabs(v.x), std::fabs(v.y));
    if (!(size > 0) || !std::isfinite(size)) return {};
    return unit({static_cast<float>(v.x / size), -static_cast<float>(v.y / size)});
}

}  // namespace

PlanePen::PlanePen(Ui& ui, Rect rect, Rect bounds, const PlaneLook& look)
    : ui_(ui), rect_(rect), bounds_(bounds), look_(look) {
    grid();
}

Point PlanePen::at(Vector2 v) const {
    // Far outside is far outside: a float must still tell the points of the plane from each other.
    const auto pixels = [this](double units) {
        return static_cast<float>(std::clamp(units * static_cast<double>(unit_pixels()), -1e5, 1e5));
    };
    return {rect_.centre().x + pixels(v.x), rect_.centre().y - pixels(v.y)};
}

Vector2 PlanePen::of(Point p) const {
    return {static_cast<double>((p.x - rect_.centre().x) / unit_pixels()),
            static_cast<double>((rect_.centre().y - p.y) / unit_pixels())};
}

Vector2 PlanePen::eased(std::string_view id, Vector2 to) {
    if (!finite(to)) return to;
    const std::string name = Phrase() << look_.id << "/" << id;
    return {static_cast<double>(ui_.eased(name + "/x", static_cast<float>(to.x))),
            static_cast<double>(ui_.eased(name + "/y", static_cast<float>(to.y)))};
}

bool PlanePen::shows(Vector2 v, float radius) const {
    return finite(v) && rect_.inset(radius - 0.5f).contains(at(v));
}

void PlanePen::grid() {
    const Theme& theme = ui_.theme();
    const Point zero = rect_.centre();
    const Axis across{-corner().x, corner().x};
    for (const Tick& tick : ticks(across, rect_.width, caption)) {
        const float x = at({tick.value, 0}).x;
        ui_.painter().line({x, rect_.y}, {x, rect_.bottom()}, grid_color(theme), 1);
    }
    for (const Tick& tick : ticks(across, rect_.width, caption)) {
        const float y = at({0, tick.value}).y;
        if (y >= rect_.y && y <= rect_.bottom())
            ui_.painter().line({rect_.x, y}, {rect_.right(), y}, grid_color(theme), 1);
    }
    ui_.painter().line({rect_.x, zero.y}, {rect_.right(), zero.y}, theme.line, 1);
    ui_.painter().line({zero.x, rect_.y}, {zero.x, rect_.bottom()}, theme.line, 1);
}

void PlanePen::numbers(Labels& labels) {
    const Point zero = rect_.centre();
    for (const Tick& tick : ticks({-corner().x, corner().x}, rect_.width, caption)) {
        if (tick.value == 0) continue;
        const float half = fonts::width(caption, tick.label) / 2;
        const float x = std::clamp(at({tick.value, 0}).x, rect_.x + half, rect_.right() - half);
        for (const Point middle : {Point{x, zero.y + 13}, Point{zero.x - 8 - half, at({0, tick.value}).y}}) {
            if (labels.is_clear(Rect{middle.x, middle.y, 0, 0}.inset(-half)))
                labels.put_at(ui_, middle, caption, ui_.theme().muted, tick.label, !look_.clear_lines);
        }
    }
}

void PlanePen::filled(std::vector<Point> corners, Color color) {
    // Cut by each edge in turn (Sutherland and Hodgman).
    for (int edge = 0; edge < 4; ++edge) {
        const auto inside = [&](Point p) {
            return edge == 0   ? p.x - rect_.x
                   : edge == 1 ? rect_.right() - p.x
                   : edge == 2 ? p.y - rect_.y
                               : rect_.bottom() - p.y;
        };
        std::vector<Point> kept;
        for (size_t i = 0; i < corners.size(); ++i) {
            const Point a = corners[i], b = corners[(i + 1) % corners.size()];
            const float from = inside(a), to = inside(b);
            if (from >= 0) kept.push_back(a);
            if ((from < 0) != (to < 0)) kept.push_back(a + (b - a) * (from / (from - to)));
        }
        corners = std::move(kept);
    }
    if (corners.size() > 2) ui_.painter().polygon(corners, color);
}

void PlanePen::half_plane(Vector2 normal, double offset, Color tint) {
    const double square = dot(normal, normal);
    if (!(square > 0) || !std::isfinite(square) || !std::isfinite(offset)) return;
    const double size = std::sqrt(square), far = 4 * std::max(corner().x, corner().y);
    const Vector2 ahead = normal * (1 / size), side{-ahead.y, ahead.x}, foot = normal * (offset / square);
    if (std::sqrt(dot(foot, foot)) > far) {
        if (offset < 0) ui_.painter().rectangle(rect_, tint, 0);
        return;
    }
    filled({at(foot + side * far), at(foot + side * far + ahead * (2 * far)),
            at(foot - side * far + ahead * (2 * far)), at(foot - side * far)},
           tint);
}

void PlanePen::segment(Vector2 from, Vector2 to, Color color, float thickness, bool dashes) {
    if (!finite(from) || !finite(to)) return;
    Point a = at(from), b = at(to);
    if (!clip(rect_, a, b)) return;
    if (thickness >= 3) lines_.emplace_back(a, b);
    if (dashes)
        dashed(ui_, a, b, color, thickness);
    else
        ui_.painter().line(a, b, color, thickness);
}

void PlanePen::line(Vector2 through, Vector2 along, Color color, float thickness, bool dashes) {
    const double size = std::sqrt(dot(along, along));
    if (!(size > 0) || !std::isfinite(size)) return;
    const double far = 4 * (corner().x + corner().y) + std::sqrt(dot(through, through));
    const Vector2 ahead = along * (1 / size);
    segment(through - ahead * far, through + ahead * far, color, thickness, dashes);
}

void PlanePen::equal_lines(Vector2 normal, double step, Color above, Color below, Color zero) {
    const double size = std::sqrt(dot(normal, normal));
    if (!(size > 0) || !std::isfinite(size) || !(step > 0)) return;
    const Vector2 end = corner();
    const double most = std::fabs(normal.x) * end.x + std::fabs(normal.y) * end.y;
    // Nearer than 12 pixels they would be a grey ground: then every second, fifth, tenth.
    double shown = step;
    for (const double factor : {1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0}) {
        shown = step * factor;
        if (shown / size * static_cast<double>(unit_pixels()) >= 12) break;
    }
    if (most / shown > 200) return;
    const int last = static_cast<int>(std::floor(most / shown));
    for (int i = -last; i <= last; ++i) {
        const double value = i * shown;
        const Vector2 foot = normal * (value / (size * size)), along{-normal.y, normal.x};
        const Color color = i == 0 ? zero : i > 0 ? above.faded(0.5f) : below.faded(0.5f);
        line(foot, along, color, i == 0 ? 2.0f : 1.0f, i == 0);
        // The number stands where the line leaves the plane below, else above; that of a flat line within
        // the plane at the right, else at the left.
        const std::string number = fixed(value, shown == std::floor(shown) ? 0 : 1);
        const Color tone = i == 0 ? zero : i > 0 ? above : below;
        if (std::fabs(normal.y) > std::fabs(normal.x)) {
            for (const double x : {end.x, -end.x}) {
                const Vector2 edge{x, (value - normal.x * x) / normal.y};
                if (!look_.edge_labels || std::fabs(edge.y) > end.y) continue;
                const float inwards = fonts::width({13, i == 0}, number) / 2 + 6;
                edge_names_.push_back(
                    {at(edge) + Point{x > 0 ? -inwards : inwards, 0}, {1, 0}, 0, {13, i == 0}, tone, number});
                break;
            }
            continue;
        }
        for (const double y : {-end.y, end.y}) {
            if (!look_.edge_labels) continue;
            const Vector2 edge{(value - normal.y * y) / normal.x, y};
            if (std::fabs(edge.x) > end.x) continue;
            const float shift = y < 0 ? 11.0f : -11.0f;
            edge_names_.push_back({at(edge) + Point{0, shift}, {}, 0, {13, i == 0}, tone, number});
            break;
        }
    }
}

void PlanePen::equal_line(Vector2 normal, double value, Color color, std::string_view name) {
    const double square = dot(normal, normal);
    if (!(square > 0) || !std::isfinite(square) || !std::isfinite(value)) return;
    const Vector2 foot = normal * (value / square), along{-normal.y, normal.x};
    line(foot, along, color, 2.5f);
    const Vector2 far = along * (4 * (corner().x + corner().y) / std::sqrt(square));
    Point a = at(foot - far), b = at(foot + far);
    if (name.empty() || !clip(rect_, a, b)) return;
    const Point up = a.y < b.y ? a : b, down = a.y < b.y ? b : a;
    names_.push_back({up + unit(down - up) * 40, {1, 0}, 8, body, color, std::string(name)});
}

void PlanePen::arrow(Vector2 from, Vector2 to, Color color, float thickness) {
    if (!finite(from) || !finite(to)) return;
    Point a = at(from), b = at(to);
    if (!clip(rect_, a, b)) return;
    shafts_.emplace_back(a, b);
    figures::arrow(ui_, a, b, color, thickness);
}

void PlanePen::arrow_to_handle(Vector2 from, Vector2 to, const HandleLook& look, float thickness) {
    if (!finite(from) || !finite(to)) return;
    const Point a = at(from), b = at(to);
    const float short_by = look.filled ? handle_radius + 5 : handle_radius + 1, whole = length(b - a);
    if (whole > short_by) arrow(from, of(a + (b - a) * ((whole - short_by) / whole)), look.color, thickness);
}

void PlanePen::curve(std::span<const Vector2> points, Color color, float thickness, bool dashes) {
    std::vector<Point> shown;
    for (const Vector2 v : points) shown.push_back(finite(v) ? at(v) : Point{NAN, NAN});
    curve_within(ui_, rect_, shown, color, thickness, dashes);
}

void PlanePen::trail(std::span<const Vector2> points, Color color, float thickness) {
    for (size_t i = 1; i < points.size(); ++i) {
        const float age = static_cast<float>(i) / static_cast<float>(points.size());
        segment(points[i - 1], points[i], color.faded(0.65f * age * age), thickness);
    }
}

void PlanePen::hull(std::span<const Vector2> corners, Color color) {
    std::vector<Point> points;
    for (const Vector2 corner : corners) {
        if (finite(corner)) points.push_back(at(corner));
    }
    filled(points, color.faded(0.1f));
    for (size_t i = 0; points.size() > 1 && i < points.size(); ++i) {
        Point a = points[i], b = points[(i + 1) % points.size()];
        if (!clip(rect_, a, b)) continue;
        ui_.painter().line(a, b, color, 1.5f);
        lines_.emplace_back(a, b);
    }
}

void PlanePen::right_angle(Vector2 corner, Vector2 along, Vector2 other, Color color) {
    if (!shows(corner)) return;
    const Point at_corner = at(corner);
    const float size = 11;
    const Point a = direction(along) * size, b = direction(other) * size;
    if (!rect_.inset(size * 2).contains(at_corner)) return;
    const Point shape[] = {at_corner + a, at_corner + a + b, at_corner + b};
    ui_.painter().polyline(shape, color, 1.5f, false);
}

void PlanePen::angle(Vector2 centre, Vector2 from, Vector2 to, Color color, std::string_view label) {
    if (!shows(centre) || !finite(from) || !finite(to) || from == Vector2{} || to == Vector2{}) return;
    constexpr double full = 2 * 3.14159265358979;
    const double start = std::atan2(from.y, from.x);
    double turn = std::atan2(to.y, to.x) - start;
    if (turn > full / 2) turn -= full;
    if (turn < -full / 2) turn += full;
    const float radius = 0.1f * std::min(rect_.width, rect_.height);
    const Point middle = at(centre);
    if (!rect_.inset(radius).contains(middle)) return;
    figures::arc(ui_, middle, radius, static_cast<float>(start), static_cast<float>(start + turn), color);
    const double half = start + turn / 2;
    const Point away{static_cast<float>(std::cos(half)), -static_cast<float>(std::sin(half))};
    names_.push_back({middle + away * radius, away, 6, {13, true}, color, std::string(label)});
}

void PlanePen::dot_at(Vector2 v, Color color, float radius) {
    if (!shows(v, radius)) return;
    ui_.painter().disc(at(v), radius, color);
    dots_.push_back(Rect{at(v).x, at(v).y, 0, 0}.inset(-radius));
}

void PlanePen::ring_at(Vector2 v, Color color, float radius) {
    if (!shows(v, radius)) return;
    ui_.painter().disc(at(v), radius, ui_.theme().paper);
    ui_.painter().ring(at(v), radius, color, 2);
}

void PlanePen::cross_at(Vector2 v, Color color) {
    if (!shows(v, 5)) return;
    const Point p = at(v);
    ui_.painter().line(p + Point{-5, -5}, p + Point{5, 5}, color, 1.5f);
    ui_.painter().line(p + Point{-5, 5}, p + Point{5, -5}, color, 1.5f);
}

void PlanePen::dot_over(Vector2 v, Color color, float radius) {
    over_.push_back({v, color, radius});
    if (shows(v, radius)) dots_.push_back(Rect{at(v).x, at(v).y, 0, 0}.inset(-radius));
}

void PlanePen::label(Vector2 v, Vector2 away, Type type, Color color, std::string text, float distance) {
    if (!shows(v)) return;
    names_.push_back({at(v), direction(away), distance, type, color, std::move(text)});
}

PointerState PlanePen::take(std::string_view id, Vector2 v, Vector2& to) {
    // What is outside is held at the edge, where it can be taken back in.
    const Point p = at(finite(v) ? v : Vector2{}),
                edge{std::clamp(p.x, rect_.x, rect_.right()), std::clamp(p.y, rect_.y, rect_.bottom())};
    const PointerState pointer = ui_.area(Phrase() << look_.id << "/" << id, target_at(edge), Grip::free);
    to = of(pointer.pressed || pointer.held ? ui_.carried(pointer, edge) : edge);
    return pointer;
}

void PlanePen::keep(Vector2 v, const PointerState& pointer, bool focused, const HandleLook& look) {
    const Point p = at(finite(v) ? v : Vector2{});
    const Rect inner = rect_.inset(std::min(halo, rect_.width / 4));
    const Point shown{std::clamp(p.x, inner.x, inner.right()), std::clamp(p.y, inner.y, inner.bottom())};
    handles_.push_back({shown, look, {pointer.hovered || look.pointed, pointer.held, focused}});
    if (!look.hint.empty() && !ui_.touched())
        names_.push_back({shown, {0.96f, 0.29f}, 30, caption, ui_.theme().muted, look.hint});
}

PointerState PlanePen::handle(std::string_view id, int x, int y, Vector2 v, const HandleLook& look) {
    Vector2 to;
    const PointerState pointer = take(id, v, to);
    if (pointer.held && !pointer.pressed) {
        ui_.change(x, ui_.state().snapped(x, to.x));
        ui_.change(y, ui_.state().snapped(y, to.y));
    }
    const Rect place = target_at(at(finite(v) ? v : Vector2{}));
    ui_.place_parameter(x, place);
    ui_.place_parameter(y, place);
    keep(v, pointer, ui_.focused(x) || ui_.focused(y), look);
    return pointer;
}

PointerState PlanePen::handle(std::string_view id, Vector2 v, const HandleLook& look,
                              FunctionRef<void(Vector2)> dragged) {
    Vector2 to;
    const PointerState pointer = take(id, v, to);
    if (pointer.held && !pointer.pressed) dragged(to);
    keep(v, pointer, false, look);
    return pointer;
}

void PlanePen::finish() {
    for (size_t i = handles_.size(); i-- > 0;) {
        const Handle& one = handles_[i];
        figures::handle(ui_, one.at, one.look.color, one.look.filled, one.lit);
    }
    for (const Dot& one : over_) dot_at(one.at, one.color, one.radius);
    Labels labels(bounds_);
    // (A halo is nearly as free of names as its handle: its own is beside it.)
    for (const Handle& one : handles_)
        labels.take(Rect{one.at.x, one.at.y, 0, 0}.inset(-handle_radius - (one.lit.any() ? 4.0f : 0.0f)));
    for (const Rect& dot : dots_) labels.take(dot);
    const auto along = [](Point from, Point to, auto&& put) {
        const int steps = static_cast<int>(length(to - from) / 7);
        for (int i = 0; i <= steps; ++i) {
            const Point p =
                from + (to - from) * (static_cast<float>(i) / static_cast<float>(std::max(1, steps)));
            put(Rect{p.x, p.y, 0, 0}.inset(-3));
        }
    };
    for (const auto& [from, to] : shafts_) along(from, to, [&](Rect spot) { labels.take(spot); });
    const Point zero = rect_.centre();
    if (look_.clear_lines) {
        for (const auto& [from, to] : lines_) along(from, to, [&](Rect spot) { labels.avoid(spot); });
        labels.avoid_these_most();
        labels.avoid({rect_.x, zero.y - 1, rect_.width, 2});
        labels.avoid({zero.x - 1, rect_.y, 2, rect_.height});
    }
    for (const Handle& one : handles_) {
        if (!one.look.name.empty())
            labels.put(ui_, one.at, handle_radius + 6, one.at - zero, {18, one.look.bold || one.lit.any()},
                       one.look.color, one.look.name);
    }
    for (const Named& name : names_)
        labels.put(ui_, name.at, name.distance, name.away, name.type, name.color, name.text);
    for (const Named& name : edge_names_) {
        // With a gap: side by side they would read as one number. (Where there is a direction it is one of
        // those within the plane, over lines.)
        const float half = fonts::width(name.type, name.text) / 2;
        const Rect box{name.at.x - half, name.at.y - 6, 2 * half, 12};
        if (labels.is_free({box.x - 4, box.y, box.width, box.height}) &&
            labels.is_free({box.x + 4, box.y, box.width, box.height}))
            labels.put_at(ui_, name.at, name.type, name.color, name.text, name.away.x > 0);
    }
    numbers(labels);
}

Block plane(PlaneLook&& look, UniqueFunction<void(PlanePen&)> draw) {
    const float margin = look.edge_labels ? edge_room : 0;
    const float most = look.most, aspect = look.aspect;
    return drawing(
        [=](float available) {
            const float width = std::max(1.0f, std::min(available, most));
            return Size{width, std::round(width * aspect) + 2 * margin, 0};
        },
        [look = std::move(look), draw = std::move(draw), margin](Ui& ui, Rect rect) {
            const float width = std::max(1.0f, std::min(rect.width, look.most));
            const Rect whole{rect.x + std::floor((rect.width - width) / 2), rect.y, width,
                             std::round(width * look.aspect) + 2 * margin};
            PlanePen pen(ui, {whole.x, whole.y + margin, width, whole.height - 2 * margin}, whole, look);
            draw(pen);
            pen.finish();
        });
}

}  // namespace explainer::figures

// Planes: everything stays on them, names stay apart, handles move their parameters.
#include "explainer/figures/plane.h"

#include "../../seed.h"
#include "widths.h"

using namespace explainer;
using figures::PlanePen;
using figures::Vector2;

namespace {

const std::vector<Parameter> coordinates = {
    {.name = "x", .label = "x", .help = "", .minimum = -4, .maximum = 4, .initial = 2},
    {.name = "y", .label = "y", .help = "", .minimum = -4, .maximum = 4, .initial = 1},
    {.name = "u", .label = "u", .help = "", .minimum = -4, .maximum = 4, .initial = 2},
    {.name = "v", .label = "v", .help = "", .minimum = -4, .maximum = 4, .initial = 1},
};

/// All that a pen can draw, from two vectors.
void everything(PlanePen& pen, Vector2 a, Vector2 b) {
    const Theme& t = pen.theme();
    pen.half_plane(a, b.x, t.query.faded(0.1f));
    pen.equal_lines(a, 0.5, t.query, t.key, t.ink);
    pen.equal_line(a, dot(a, b), t.query, "all along this line");
    pen.line(a, b, t.line);
    const Vector2 points[] = {a, b, a + b, a - b};
    pen.hull(points, t.value);
    pen.curve(points, t.output, 1.5f, true);
    pen.trail(points, t.output);
    pen.segment(a, b, t.key, 8, true);
    pen.right_angle(b, a, b - a, t.ink);
    pen.angle({}, a, b, t.ink, "45.0°");
    pen.arrow({}, a, t.query);
    pen.arrow({}, b, t.key);
    pen.dot_at(a + b, t.output);
    pen.ring_at(a - b, t.output);
    pen.cross_at(b - a, t.output);
    pen.label(a + b, a, body, t.output, "a label of some length");
    pen.handle("a", a, {.color = t.query, .name = "q", .filled = true, .hint = "drag q"}, [](Vector2) {});
    pen.handle("b", b, {.color = t.key, .name = "k₁"}, [](Vector2) {});
}

}  // namespace

TEST_CASE("what is drawn on a plane stays on it, names apart, at every width") {
    Sheet sheet({}, [](Ui&) {
        return figures::plane({.id = "p", .edge_labels = true}, [](PlanePen& pen) {
            everything(pen, {3, 1}, {2, 1.4});
        });
    });
    check_all_widths(sheet);
}

TEST_CASE("planes hold any vectors: random ones, extreme ones, none") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> small(-5, 5);
    Vector2 a, b;
    Sheet sheet({}, [&](Ui&) {
        return figures::plane({.id = "p", .aspect = 0.8f, .edge_labels = true},
                              [&](PlanePen& pen) { everything(pen, a, b); });
    });
    a = {5e-324, -1e308};  // too small and too large for a float
    b = {5e-324, 1e308};
    sheet.check(720);
    for (int i = 0; i < 150; ++i) {
        const auto one = [&] { return i % 3 == 0 ? extreme_values[random() % 10] : small(random); };
        a = {one(), one()};
        b = i % 7 == 0 ? a : Vector2{one(), one()};
        CAPTURE(a.x);
        CAPTURE(a.y);
        CAPTURE(b.x);
        CAPTURE(b.y);
        sheet.check(i % 2 == 0 ? 320 : 720);
    }
}

TEST_CASE("a handle moves its two parameters by their steps, at the distance at which it was taken") {
    Sheet sheet(coordinates, [](Ui& ui) {
        return figures::plane({.id = "p", .reach = 4, .most = 432}, [&ui](PlanePen& pen) {
            pen.handle("a", 0, 1, {ui.state().number(0), ui.state().number(1)}, {.color = pen.theme().query});
            pen.handle("b", 2, 3, {ui.state().number(2), ui.state().number(3)}, {.color = pen.theme().key});
        });
    });
    // 432 pixels less a halo of 16 at either side: 50 to the unit. The plane stands in the middle of the
    // sheet.
    const Point zero{360, Sheet::margin + 216};
    const auto at = [&](float x, float y) { return Point{zero.x + 50 * x, zero.y - 50 * y}; };
    // Both stand on the same place: the first one is taken.
    drag(sheet.view(), at(2, 1) + Point{6, -3}, at(-1, 0.52f) + Point{6, -3});
    CHECK(sheet.number(0) == doctest::Approx(-1));
    CHECK(sheet.number(1) == doctest::Approx(0.5));
    CHECK(sheet.number(2) == 2);
    CHECK(sheet.view().take_changed());
    // Now the second one can be had; out of the plane it stays within its bounds.
    drag(sheet.view(), at(2, 1), at(90, 90), true);
    CHECK(sheet.number(2) == 4);
    CHECK(sheet.number(3) == 4);
    sheet.view().pointer(Pointer::move, at(-1, 0.5f), false);
    settle(sheet.view());
    CHECK(sheet.view().cursor() == "grab");
    CHECK(sheet.view().parameter_rect(0).width == 44);
}

TEST_CASE("a handle outside of the plane waits at its edge, and comes back in") {
    Vector2 v{100, 0};
    Sheet sheet({}, [&](Ui&) {
        return figures::plane({.id = "p", .most = 432}, [&](PlanePen& pen) {
            pen.handle("v", v, {.color = pen.theme().value}, [&](Vector2 to) { v = to; });
        });
    });
    const Point edge{360 + 216, Sheet::margin + 216};
    drag(sheet.view(), edge, edge + Point{-116, 0});
    CHECK(v.x == doctest::Approx(2).epsilon(0.01));
}

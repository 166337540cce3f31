// The blend: the book chapter's numbers, the hull that nothing leaves, the two ends of the temperature, and
// what a hand does.
#include <cmath>
#include <random>

#include "../helpers.h"
#include "../label_painter.h"
#include "../random_state.h"
#include "explainer/exhibits/blend_model.h"
#include "random_layout.h"

using namespace explainer;
using figures::Vector2;

namespace {

Vector2 output(View& view, size_t row = 1) {
    const Table t = table(view.describe(), "Output");
    return {number(t, row, 1), number(t, row, 2)};
}

/// Whether a point lies in a convex polygon, its edges included.
bool holds(const std::vector<Vector2>& hull, Vector2 p, double slack) {
    if (hull.size() < 2) return std::sqrt(dot(p - hull[0], p - hull[0])) <= slack;
    for (size_t i = 0; i < hull.size(); ++i) {
        const Vector2 a = hull[i], along = hull[(i + 1) % hull.size()] - a, to = p - a;
        const double length = std::sqrt(dot(along, along));
        if (along.x * to.y - along.y * to.x < -slack * length) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("blend, E004: three keys by hand, by its preset") {
    Shown view("blend", find_exhibit("blend")->presets[3].state);
    CHECK(value(view, "first component of the output") == doctest::Approx(6.0167).epsilon(1e-5));
    CHECK(value(view, "second component of the output") == doctest::Approx(3.9833).epsilon(1e-5));
    const Table pairs = table(view.describe(), "Pairs");
    const double scores[] = {1, 0, 1}, weights[] = {0.401, 0.198, 0.401};
    REQUIRE(pairs.rows.size() == 3);
    for (size_t i = 0; i < 3; ++i) {
        CHECK(number(pairs, i, 3) == scores[i]);
        CHECK(std::round(number(pairs, i, 4) * 1000) / 1000 == doctest::Approx(weights[i]));
    }
}

TEST_CASE("blend, E004: by its preset the output has the decimals to compare, and its source by name") {
    for (const float width : {960.0f, 360.0f}) {
        Shown view("blend", find_exhibit("blend")->presets[3].state, width);
        LabelPainter painter;
        view.draw_with(painter, width);
        CHECK(painter.says("6.017"));
        CHECK(painter.says("3.983"));
        Shown other("blend", "", width);
        LabelPainter usual;
        other.draw_with(usual, width);
        if (width > 860) CHECK(painter.says_within("√dₖ"));
        CHECK(!usual.says_within("√dₖ"));
    }
}

TEST_CASE("blend, E004: the exercises with q = (0, 2), and with a tenth of the temperature") {
    const std::string state(find_exhibit("blend")->presets[3].state);
    Shown other("blend", "q=0,2" + state.substr(state.find(';')));
    CHECK(output(other).x == doctest::Approx(3.313).epsilon(1e-3));
    CHECK(output(other).y == doctest::Approx(6.687).epsilon(1e-3));
    Shown cold("blend", state.substr(0, state.find(";temperature")) + ";temperature=0.14142135623730951");
    const double weights[] = {0.4998, 0.0004, 0.4998};
    for (size_t i = 0; i < 3; ++i)
        CHECK(std::round(number(table(cold.describe(), "Pairs"), i, 4) * 1e4) / 1e4 ==
              doctest::Approx(weights[i]));
}

TEST_CASE("blend: weights sum to one, and weights times values to the output") {
    Shown view("blend", "count=5;q=-0.4,0.9");
    const Table pairs = table(view.describe(), "Pairs");
    double sum = 0, x = 0, y = 0;
    for (size_t i = 0; i < 5; ++i) {
        sum += number(pairs, i, 4);
        x += number(pairs, i, 7);
        y += number(pairs, i, 8);
    }
    CHECK(sum == doctest::Approx(1));
    CHECK(output(view).x == doctest::Approx(x).epsilon(1e-5));
    CHECK(output(view).y == doctest::Approx(y).epsilon(1e-5));
}

TEST_CASE("blend: no query, no temperature takes the output out of the hull of the values") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> place(-10, 10), exponent(-2, 2);
    for (int round = 0; round < 300; ++round) {
        blending::Given given;
        given.n = 3 + round % 3;
        for (float& c : given.q) c = place(random) / 4;
        for (float& c : given.k) c = place(random) / 4;
        for (float& c : given.v) c = round % 7 == 0 ? 0.5f : place(random);
        if (round % 5 == 0) {  // values on one line: a hull without width
            for (int i = 0; i < given.n; ++i) given.v[2 * i + 1] = given.v[2 * i];
        }
        const std::vector<Vector2> hull = blending::hull_of(given);
        for (int i = 0; i < given.n; ++i) CHECK(holds(hull, given.value(i), 1e-5));
        const blending::Mixed now = blending::mixed(given, std::pow(10.0f, exponent(random)));
        CHECK(holds(hull, now.at(), 1e-4));
        CHECK(holds(hull, blending::limit(given, now, true), 1e-4));
    }
}

TEST_CASE("blend: as T goes to 0 the output goes to the winner's value, as T grows to the mean") {
    Shown cold("blend", "temperature=0.01"), hot("blend", "temperature=100");
    CHECK(output(cold).x == doctest::Approx(-2.1));
    CHECK(output(cold).y == doctest::Approx(1.5));
    const Vector2 mean = output(hot, 2);
    CHECK(mean.x == doctest::Approx(0.275));
    CHECK(mean.y == doctest::Approx(-0.075));
    CHECK(output(hot).x == doctest::Approx(mean.x).epsilon(0.1));
    // Two keys that tie share: neither value, but the mean of both.
    Shown tie("blend", std::string(find_exhibit("blend")->presets[1].state) + ";temperature=0.01");
    CHECK(output(tie).x == doctest::Approx(-1.3));
    CHECK(output(tie).y == doctest::Approx(-0.25));
    // A value within the hull of the others can win all the same.
    Shown inside("blend", std::string(find_exhibit("blend")->presets[2].state) + ";temperature=0.01");
    CHECK(output(inside).x == doctest::Approx(1.2));
    CHECK(output(inside).y == doctest::Approx(0.7));
}

TEST_CASE("blend: keys that score the same in decimals tie, whatever float32's last digit says") {
    Shown view("blend", "q=0.1,0.3;k=0.3,0.2/0.6,0.1/0,0.3/0.9,0/0,0;temperature=0.01");
    const Vector2 mean = output(view, 2), winner = output(view, 3);
    CHECK(winner.x == doctest::Approx(mean.x));
    CHECK(winner.y == doctest::Approx(mean.y));
    // A score that is less by a hundredth loses.
    Shown other("blend", "q=0.1,0.3;k=0.3,0.2/0.6,0.1/0,0.3/0.8,0/0,0;temperature=0.01");
    CHECK(output(other, 3).x == doctest::Approx((2.3 - 2.1 - 0.5) / 3));
}

TEST_CASE("blend: where o arrives at a value's handle it is drawn over it") {
    struct Discs : LabelPainter {
        std::vector<std::pair<Point, Color>> found;
        void disc(const Point& centre, float, Color color) override { found.emplace_back(centre, color); }
    };
    for (const char* state : {"temperature=0.01", "v=1,1/1,1/1,1/1,1/1,1;count=5", ""}) {
        for (const float width : {960.0f, 360.0f}) {
            CAPTURE(state);
            Shown view("blend", state, width);
            Discs painter;
            view.draw_with(painter, width);
            const Color output_color = light_theme().output, paper = light_theme().paper;
            size_t at = painter.found.size();
            for (size_t i = 0; i < painter.found.size(); ++i) {
                if (painter.found[i].second == output_color) at = i;
            }
            REQUIRE(at < painter.found.size());
            for (size_t i = at + 1; i < painter.found.size(); ++i)
                CHECK(!(painter.found[i].second == paper &&
                        length(painter.found[i].first - painter.found[at].first) < 8));
        }
    }
}

TEST_CASE("blend: where all keys tie o is the mean at any T, which one label says") {
    Shown view("blend", "q=0,0", 960);
    LabelPainter painter;
    view.draw_with(painter, 960);
    CHECK(painter.says("o, the mean"));
    CHECK(!painter.says_within("T → ∞"));
    CHECK(!painter.says("T → 0"));
}

TEST_CASE("blend: the limits of T are told as what they are, the buttons as where they go") {
    Shown view("blend", "temperature=100", 960);
    LabelPainter painter;
    view.draw_with(painter, 960);
    CHECK(painter.says("T → ∞: the mean"));
    CHECK(painter.says("T → 0"));
    CHECK(painter.says("T = 0.01"));
    CHECK(painter.says("T = 100"));
    CHECK(value(view, "first component for T towards 0") == doctest::Approx(-2.1));
    CHECK(value(view, "second component for T towards infinity") == doctest::Approx(-0.075));
}

TEST_CASE("blend: a query of length 0 weighs all alike") {
    Shown view("blend", "q=0,0");
    CHECK(value(view, "largest weight") == doctest::Approx(0.25));
    const Vector2 o = output(view), mean = output(view, 2);
    CHECK(o.x == doctest::Approx(mean.x));
    CHECK(o.y == doctest::Approx(mean.y));
}

TEST_CASE("blend: dragging q leaves a trail that is in no string, and goes with the next other change") {
    Shown view("blend", "", 960);
    settle(view);
    // A frame as a reader sees it: an export shows the state alone, without what a hand left.
    const auto says = [&view](std::string_view text) {
        std::string frame;
        view.step_as_svg(1e6, frame);
        return frame.find(text) != std::string::npos;
    };
    CHECK(says("drag q"));
    CHECK(says("while q came from"));  // at rest there is one that the state gives
    // Its cells stand as numbers below; the handle is found by its grip.
    Point handle;
    for (float y = 100; y < 480 && handle.x == 0; y += 4) {
        for (float x = 150; x < 290; x += 4) {
            if (view.grip({x, y}) == Grip::free && length(Point{x, y} - Point{183, 286}) < 12)
                handle = {x, y};
        }
    }
    REQUIRE(handle.x > 0);
    drag(view, handle, handle + Point{-60, 90});
    const std::string moved = view.state().save();
    CHECK(moved.starts_with("q="));
    view.pointer(Pointer::move, {5, 5}, false);
    settle(view);
    CHECK(says("where o has been"));
    CHECK(!says("drag q"));
    // The pair that q looks at most is the chosen one: nothing stays lit that has become nothing.
    CHECK(view.state().integer(index_of(view, "chosen")) != 2);
    CHECK(value(view, "weight of the chosen pair") == value(view, "largest weight"));
    Shown same("blend", moved, 960);
    CHECK(view.describe().summary == same.describe().summary);
    view.set(index_of(view, "temperature"), 2);
    view.set(index_of(view, "temperature"), 1);
    settle(view);
    CHECK(view.state().save() == moved);
    CHECK(says("while q came from"));
}

TEST_CASE("blend: a row chooses its pair; the buttons go to the ends of the temperature") {
    Shown view("blend", "", 960);
    settle(view);
    const int chosen = index_of(view, "chosen"), t = index_of(view, "temperature");
    const Rect row = view.parameter_rect(chosen);
    const Point next{row.centre().x, row.centre().y + 94};
    press(view, next);
    release(view, next);
    CHECK(view.state().integer(chosen) == 3);
    CHECK(view.shown(chosen).starts_with("k₃, weight 30.3"));
    const Rect slider = view.parameter_rect(t);
    const Point cold{slider.right() + 60, slider.centre().y}, hot{slider.right() + 165, slider.centre().y};
    press(view, cold);
    release(view, cold);
    CHECK(view.state().number(t) == 0.01);
    press(view, hot);
    release(view, hot);
    CHECK(view.state().number(t) == 100);
}

TEST_CASE("blend: a value's number is scrubbed and typed where it stands in the sum, wide and narrow") {
    for (const float width : {960.0f, 360.0f}) {
        Shown view("blend", "", width);
        settle(view);
        const int v = index_of(view, "v");
        const Rect cell = view.cell_rect(v, 1, 0);
        REQUIRE(cell.width >= 24);
        REQUIRE(cell.height >= 24);
        drag(view, cell.centre(), cell.centre() + Point{20, 2});
        CHECK(view.state().matrix(v).at(1, 0) > -2.1);
        press(view, cell.centre());
        release(view, cell.centre());
        const std::optional<FocusRequest> request = view.take_focus_request();
        REQUIRE(request);
        CHECK(request->parameter == v);
        CHECK(request->cell == MatrixCell{1, 0});
    }
}

TEST_CASE("blend: dragging a value keeps the plane's reach while it is held") {
    Shown view("blend", "v=9,1.3/-2.1,1.5/-0.5,-2/1.4,-1.1/0.6,2.2;chosen=1", 960);
    settle(view);
    const int v = index_of(view, "v");
    // Of a plane that reaches to 10 the handle of v₁ is far at the right.
    Point handle;
    for (float x = 943; x > 760 && handle.x == 0; x -= 3) {
        for (float y = 120; y < 470; y += 3) {
            if (view.grip({x, y}) == Grip::free) {
                handle = {x - 20, y};
                break;
            }
        }
    }
    REQUIRE(handle.x > 0);
    drag(view, handle, handle + Point{-140, 10});
    const double x = view.state().matrix(v).at(0, 0);
    CHECK(x > 0.5);
    CHECK(x < 3);
}

TEST_CASE("blend: any state at any width keeps its texts apart and its height") {
    check_random_layout("blend", 40);
}

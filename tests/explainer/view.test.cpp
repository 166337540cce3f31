// Views under a pointer: sliders, buttons, rows, cancelled presses, and many views side by side.
#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "helpers.h"

using namespace explainer;

TEST_CASE("a slider follows a drag, also beyond its end") {
    Shown view("softmax");
    settle(view);
    const int first = index_of(view, "score1");
    const Rect rect = view.parameter_rect(first);
    CHECK(view.grip(rect.centre()) == Grip::horizontal);
    CHECK(!view.take_changed());
    // The track of a score goes a little further than the scores do: each drag to its end lengthens it.
    for (const double end : {5.0, 10.0, 20.0, 50.0, 100.0, 100.0}) {
        drag(view, rect.centre(), {rect.right() + 300, rect.centre().y + 200});
        CHECK(view.state().number(first) == end);
        settle(view);
    }
    CHECK(view.take_changed());
    CHECK(!view.take_changed());
}

TEST_CASE("slider values are whole steps") {
    Shown view("softmax");
    settle(view);
    const int first = index_of(view, "score1");
    const Rect rect = view.parameter_rect(first);
    for (float t = 0.3f; t < 0.7f; t += 0.037f) {
        const Point at{rect.x + rect.width * t, rect.centre().y};
        press(view, at);
        release(view, at);
        const double value = view.state().number(first);
        CHECK(value * 10 == doctest::Approx(std::round(value * 10)).epsilon(1e-12));
    }
}

TEST_CASE("a finger that scrolls past changes nothing; a tap and a sideways drag do") {
    Shown view("softmax");
    settle(view);
    const int first = index_of(view, "score1");
    const Rect rect = view.parameter_rect(first);
    const Point at{rect.x + rect.width * 0.3f, rect.centre().y};
    const double before = view.state().number(first);
    press(view, at, true);
    CHECK(view.state().number(first) == before);  // nothing yet: it may become a scroll
    view.pointer(Pointer::cancel, {-1, -1}, true);
    settle(view);
    CHECK(view.state().number(first) == before);
    press(view, at, true);
    release(view, at, true);
    CHECK(view.state().number(first) < before);
    const double tapped = view.state().number(first);
    drag(view, at, at + Point{60, 3}, true);
    CHECK(view.state().number(first) > tapped);
}

TEST_CASE("a press that is taken back before a frame has seen it is none, wherever it was") {
    for (const char* id : {"dot-product", "softmax", "blend", "pipeline", "masks"}) {
        CAPTURE(id);
        Shown view(id);
        settle(view);
        const std::string before = view.state().save();
        int pressed = 0;
        for (float y = 4; y < 900; y += 16) {
            for (float x = 4; x < 600; x += 16) {
                if (view.grip({x, y}) == Grip::none) continue;
                ++pressed;
                view.pointer(Pointer::down, {x, y}, true);
                view.pointer(Pointer::cancel, {-1, -1}, true);
                for (int frame = 0; frame < 2; ++frame) view.step(1e9 + pressed * 40.0 + frame * 16, false);
                CHECK(view.state().save() == before);
            }
        }
        CHECK(pressed > 20);
    }
}

TEST_CASE("a preset's button restores its state") {
    Shown view("dot-product");
    settle(view);
    const Point at = view.preset_rect(1).centre();
    CHECK(view.grip(at) == Grip::press);
    press(view, at);
    CHECK(view.state().save().empty());  // pressed, not yet let go
    release(view, at);
    CHECK(view.state().save() == view.type().presets[1].state);
    CHECK(view.take_changed());
}

TEST_CASE("letting go elsewhere is no click") {
    Shown view("dot-product");
    settle(view);
    press(view, view.preset_rect(1).centre());
    view.pointer(Pointer::move, {5, 5}, false);
    settle(view);
    release(view, {5, 5});
    CHECK(view.state().save().empty());
}

TEST_CASE("dragging a tip moves the vector in whole steps, keeping the distance at which it was taken") {
    // All places from which one tip can be taken: the same way of the hand from each is the same change.
    const std::string_view apart = "kx=-2.4;ky=-1;count=1;lines=false";
    std::vector<Point> grips;
    {
        Shown view("dot-product", apart);
        settle(view);
        for (float y = 0; y < 600; y += 4) {
            for (float x = 400; x > 0; x -= 4) {
                const bool near = grips.empty() || length(Point{x, y} - grips.front()) < 40;
                if (near && view.grip({x, y}) == Grip::free) grips.push_back({x, y});
            }
        }
    }
    REQUIRE(grips.size() > 8);
    std::string moved;
    for (const Point from : {grips.front(), grips[grips.size() / 2], grips.back()}) {
        CAPTURE(from.x);
        CAPTURE(from.y);
        Shown view("dot-product", apart);
        settle(view);
        view.pointer(Pointer::move, from, true);
        CHECK(view.cursor() == "grab");
        press(view, from);
        CHECK(view.cursor() == "grabbing");
        CHECK(view.state().save() == apart);
        release(view, from);
        CHECK(view.state().save() == apart);
        drag(view, from, from + Point{-47, 60});
        CHECK(view.state().save() != apart);
        for (int i = 0; i < view.state().count(); ++i) {
            if (view.state().parameter(i).kind != Kind::number) continue;
            const double tenths = view.state().number(i) * 10;
            CHECK(tenths == doctest::Approx(std::round(tenths)).epsilon(1e-12));
        }
        if (moved.empty()) moved = view.state().save();
        CHECK(view.state().save() == moved);
    }
}

TEST_CASE("pressing a row of the map takes it apart; hovering only previews") {
    Shown view("heads");
    settle(view);
    const int row = index_of(view, "row");
    const Rect chosen = view.parameter_rect(row);
    const Point first_row{chosen.centre().x, chosen.centre().y - 6 * chosen.height};
    view.pointer(Pointer::move, first_row, false);
    settle(view);
    CHECK(view.state().integer(row) == 6);
    press(view, first_row);
    release(view, first_row);
    CHECK(view.state().integer(row) == 0);
    CHECK(view.shown(row) == "0, “The”");
}

TEST_CASE("views side by side keep their own state and pointer") {
    std::vector<std::unique_ptr<Shown>> views;
    for (int i = 0; i < 20; ++i) views.push_back(std::make_unique<Shown>("softmax"));
    for (auto& view : views) settle(*view);
    const Rect rect = views[7]->parameter_rect(2);
    drag(*views[7], rect.centre(), {rect.right(), rect.centre().y});
    for (size_t i = 0; i < views.size(); ++i) {
        settle(*views[i]);
        CHECK(views[i]->state().save().empty() == (i != 7));
    }
}

TEST_CASE("a settled view stays settled: frames are asked for by changes only") {
    for (const ExhibitType* type : exhibits()) {
        Shown view(type->id);
        settle(view);
        CHECK(!view.step(1e6, false));
        view.set(0, type->parameters[0].minimum);
        CHECK(view.step(1e6 + 16, false));
        settle(view);
        CHECK(!view.step(2e6, false));
    }
}

TEST_CASE("motion ends, and reduced motion has none") {
    for (const bool reduced : {false, true}) {
        Shown view("dot-product");
        view.set_reduced_motion(reduced);
        settle(view);
        CHECK(!view.restore("kx=-1;ky=3"));
        int frames = 0;
        double time = 5e6;
        while (view.step(time += 16, false)) ++frames;
        CHECK((frames > 5) == !reduced);
        CHECK(frames < 40);
    }
}

TEST_CASE("an exported figure is a whole SVG document with a title") {
    for (const ExhibitType* type : exhibits()) {
        Shown view(type->id);
        const std::string svg = view.svg();
        CHECK(svg.starts_with("<svg xmlns="));
        CHECK(svg.ends_with("</svg>\n"));
        CHECK(svg.find("<title>" + std::string(type->title) + "</title>") != std::string::npos);
        CHECK(svg.find("nan") == std::string::npos);
    }
}

TEST_CASE(
    "presets stand in one line; by the buttons at its ends, by keys and by its state each comes into sight") {
    const ExhibitType& type = *find_exhibit("map");
    double now = 1e6;
    // (In a frame: an export is drawn as the figure opens, whatever page was turned to.)
    const auto shows = [&](View& view, size_t preset) {
        std::string frame;
        view.step_as_svg(now += 16, frame);
        return frame.find('>' + std::string(type.presets[preset].label) + '<') != std::string::npos;
    };
    Shown view("map", "n=64", 360);
    settle(view);
    const size_t last = type.presets.size() - 1;
    CHECK(shows(view, 0));
    CHECK(!shows(view, last));
    // What is not in sight is where the button is that leads there: pressed often enough, it comes.
    for (size_t i = 0; i < type.presets.size() && !shows(view, last); ++i)
        click(view, view.preset_rect(static_cast<int>(last)).centre());
    CHECK(shows(view, last));
    CHECK(!shows(view, 0));
    CHECK(view.state().save() == "n=64");  // turning chooses nothing
    for (size_t i = 0; i < type.presets.size() && !shows(view, 0); ++i)
        click(view, view.preset_rect(0).centre());
    CHECK(shows(view, 0));
    view.focus_preset(static_cast<int>(last));
    settle(view);
    CHECK(shows(view, last));
    view.focus_preset(-1);
    REQUIRE(!view.restore(type.presets[0].state));
    settle(view);
    CHECK(shows(view, 0));
    REQUIRE(!view.restore(type.presets[last].state));
    settle(view);
    CHECK(shows(view, last));
}

// The dot product: the essay's numbers, keys of one score, what a hand does to it, and vectors of length 0.
#include <cmath>

#include "../helpers.h"
#include "../label_painter.h"
#include "random_layout.h"

using namespace explainer;

namespace {

bool has(View& view, std::string_view name) {
    const Description description = view.describe();
    for (const auto& [one, value, python] : description.values) {
        if (one == name) return true;
    }
    return false;
}

LabelPainter drawn(View& view, float width = 960) {
    LabelPainter painter;
    view.draw_with(painter, width);
    return painter;
}

}  // namespace

TEST_CASE(
    "dot-product, E000: the three keys of the essay section, and a fourth that scores what the first does") {
    Shown view("dot-product");
    const double scores[] = {7.4, 0, -8.2, 7.4};
    for (size_t i = 0; i < 4; ++i)
        CHECK(number(table(view.describe(), "Keys"), i, 5) == doctest::Approx(scores[i]).epsilon(1e-6));
    CHECK(value(view, "q·k") == doctest::Approx(7.4));
    CHECK(value(view, "q·k₄") == doctest::Approx(7.4));
    CHECK(view.describe().summary.find("On the same line of equal score as k₁: k₄.") != std::string::npos);
    for (const char* text : {"7.40", "0.00", "−8.20"}) CHECK(drawn(view).says(text));
}

TEST_CASE("dot-product, E000: each of the three pairs by itself, by its preset") {
    const std::pair<const char*, double> pairs[] = {{"aligned", 7.4}, {"orthogonal", 0}, {"opposite", -8.2}};
    for (const auto& [label, score] : pairs) {
        bool found = false;
        for (const Preset& preset : find_exhibit("dot-product")->presets) {
            if (preset.label != label) continue;
            found = true;
            Shown view("dot-product", preset.state);
            CHECK(value(view, "q·k") == doctest::Approx(score).epsilon(1e-6));
            CHECK(table(view.describe(), "Keys").rows.size() == 1);
        }
        CHECK(found);
    }
}

TEST_CASE("dot-product: along one line all four keys have the same score") {
    Shown view("dot-product", find_exhibit("dot-product")->presets[4].state);
    for (size_t i = 0; i < 4; ++i)
        CHECK(number(table(view.describe(), "Keys"), i, 5) == doctest::Approx(7.4));
}

TEST_CASE(
    "dot-product: the chosen pair's score is ‖q‖ times the part of k along q, and the sum of its products") {
    for (const char* state : {"", "chosen=3", "chosen=4;qx=-1.7;qy=2.9", "count=2;chosen=2;k2x=0.1;k2y=-4"}) {
        Shown view("dot-product", state);
        const double score = value(view, "q·k");
        CHECK(value(view, "|q|") * value(view, "length of k along q") ==
              doctest::Approx(score).epsilon(1e-5));
        CHECK(value(view, "|q|") * value(view, "|k|") * value(view, "cos θ") ==
              doctest::Approx(score).epsilon(1e-5));
        const Table sum = table(view.describe(), "Sum of products");
        CHECK(number(sum, 0, 3) + number(sum, 1, 3) == doctest::Approx(score).epsilon(1e-5));
    }
}

TEST_CASE("dot-product: a query of length 0 draws no lines and says so; nothing divides by it") {
    Shown view("dot-product", "qx=0;qy=0");
    CHECK(!has(view, "cos θ"));
    CHECK(value(view, "q·k₃") == 0);
    const LabelPainter painter = drawn(view);
    CHECK(painter.says("undefined"));
    CHECK(!painter.says("score above 0"));
    CHECK(!painter.says("10"));  // no numbers of lines
    Shown key("dot-product", "kx=0;ky=0");
    CHECK(!has(key, "angle"));
    CHECK(drawn(key).says("score above 0"));
}

TEST_CASE(
    "dot-product: short vectors have the relation of their angle, and share a line only where they do") {
    const auto summary = [](const char* state) { return Shown("dot-product", state).describe().summary; };
    const auto says = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    const std::string slanted = summary("qx=0.01;qy=0;kx=0.01;ky=0.01"),
                      along = summary("qx=0.001;qy=0;kx=0.001;ky=0"),
                      apart = summary("qx=0.01;qy=0;kx=-0.01;ky=0");
    CHECK(says(slanted, "45.0°: they lean the same way"));
    CHECK(says(along, "0.0°: they point the same way"));
    CHECK(says(apart, "180.0°: they point opposite ways"));
    CHECK(!says(slanted + along + apart, "right angle"));
    CHECK(!says(along, "On the same line"));
    CHECK(says(summary("qx=0.01;qy=0;kx=0;ky=0.01"), "they stand at a right angle"));
    CHECK(
        says(summary("qx=0.001;qy=0;kx=1;ky=2;k2x=1;k2y=-3"), "On the same line of equal score as k₁: k₂."));
}

TEST_CASE(
    "dot-product: lines of equal score have their numbers however steep the query is, with gaps between") {
    for (const char* state : {"qx=0;qy=4", "qx=0.3;qy=3", "qx=4;qy=0", "qx=-0.1;qy=-2", ""}) {
        for (const float width : {960.0f, 320.0f}) {
            CAPTURE(state);
            CAPTURE(width);
            Shown view("dot-product", state, width);
            const LabelPainter painter = drawn(view, width);
            const bool flat = view.state().number(index_of(view, "qx")) == 0;
            int numbers = 0;
            for (const Label& one : painter.labels) {
                if (one.text.find('.') != std::string::npos || one.color == light_theme().muted) continue;
                for (const int value : {2, 4, 6, 8, 10, 12, 14})
                    numbers += one.text == std::to_string(value) || one.text == "−" + std::to_string(value);
                for (const Label& other : painter.labels) {
                    // Of numbers in one line each keeps off the next.
                    if (&one == &other || other.box.y != one.box.y || other.box.x < one.box.x ||
                        other.color != one.color)
                        continue;
                    if (other.text.starts_with("−1") && one.text.starts_with("−1") && !flat)
                        CHECK(other.box.x - one.box.right() >= 3.5f);
                }
            }
            CHECK(numbers >= 4);
        }
    }
}

TEST_CASE(
    "dot-product: the angle speaks of the angle, the score of its sign, the share of its size among the "
    "keys") {
    const auto summary = [](const char* state) { return Shown("dot-product", state).describe().summary; };
    const auto says = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    // Long vectors 85.6° apart score 2.43; short ones that lean together 0.01: neither number is the angle's.
    const std::string wide_apart = summary("qx=4;qy=4;kx=-3.4;ky=4;k4x=0;k4y=0"),
                      tiny = summary("qx=0.1;qy=0;kx=0.1;ky=0.02");
    CHECK(says(wide_apart, "q·k = 2.40"));
    CHECK(says(wide_apart, "°: they stand nearly at a right angle. k₁ has a positive score"));
    CHECK(says(tiny, "q·k = 0.01"));
    CHECK(says(tiny, "°: they lean the same way. k₁ has a positive score"));
    CHECK(says(summary("kx=-1;ky=3"), "k₁ has a score of 0, and 0.1 % of the attention among 4 keys"));
    CHECK(says(summary("kx=-1;ky=3;count=1"), "a score of 0; the only key, so all attention is its own"));
    CHECK(says(summary("kx=4;ky=4;qx=-4;qy=4"), "they stand at a right angle. k₁ has a score of 0"));
    CHECK(says(summary("qx=0;qy=0"), "a vector of length 0 has no angle. k₁ has a score of 0, and 25.0 %"));
    for (const std::string& text : {wide_apart, tiny}) {
        CHECK(!says(text, "high"));
        CHECK(!says(text, "ignore"));
    }
}

TEST_CASE("dot-product: among 0, −3 and −3 the zero takes 90.9 %, and a longer query leaves it 0") {
    Shown view("dot-product", "kx=-1;ky=3;k2x=-1;k2y=0;k3x=0;k3y=-3;count=3");
    const double sum = 1 + 2 * std::exp(-3);
    const Table keys = table(view.describe(), "Keys");
    for (size_t i = 0; i < 3; ++i)
        CHECK(number(keys, i, 7) == doctest::Approx((i == 0 ? 1 : std::exp(-3)) / sum).epsilon(1e-5));
    CHECK(drawn(view).says_within("90.9 %"));
    CHECK(drawn(view).says_within("longer q"));
    REQUIRE(!view.restore("qx=3.9;qy=1.3;kx=-1;ky=3;k2x=-1;k2y=0;k3x=0;k3y=-3;count=3"));
    CHECK(number(table(view.describe(), "Keys"), 0, 5) == doctest::Approx(0).epsilon(1e-6));
    CHECK(number(table(view.describe(), "Keys"), 0, 7) > 0.95);
}

TEST_CASE("dot-product: a press on a key or on its row chooses it; a drag moves it in tenths") {
    Shown view("dot-product");
    settle(view);
    const int chosen = index_of(view, "chosen"), x = index_of(view, "k3x"), y = index_of(view, "k3y");
    const Point at = view.parameter_rect(x).centre();
    CHECK(view.grip(at) == Grip::free);
    press(view, at);
    CHECK(view.state().integer(chosen) == 3);
    release(view, at);
    // The chosen key's numbers stand among the components now.
    CHECK(view.grip(view.parameter_rect(x).centre()) == Grip::horizontal);
    drag(view, at, at + Point{40, -30});
    CHECK(view.state().number(x) > -2.4);
    CHECK(view.state().number(y) > -1);
    const double tenths = view.state().number(x) * 10;
    CHECK(tenths == doctest::Approx(std::round(tenths)));

    const Rect row = view.parameter_rect(chosen);
    const Point first{row.centre().x, row.centre().y - 2 * row.height};
    press(view, first);
    release(view, first);
    CHECK(view.state().integer(chosen) == 1);
    CHECK(view.shown(chosen) == "k₁, score 7.40");
}

TEST_CASE("dot-product: a component is scrubbed sideways where it stands, and a press asks for its control") {
    Shown view("dot-product");
    settle(view);
    const int x = index_of(view, "qx"), y = index_of(view, "qy");
    const Point at = view.parameter_rect(x).centre();
    drag(view, at, at + Point{-30, 4});
    CHECK(view.state().number(x) == doctest::Approx(2));
    CHECK(view.state().number(y) == 1);
    CHECK(!view.take_focus_request());
    press(view, at);
    release(view, at);
    const std::optional<FocusRequest> request = view.take_focus_request();
    REQUIRE(request);
    CHECK(request->parameter == x);
}

TEST_CASE(
    "dot-product: fewer keys, by the button; a chosen key that goes hands over to the last one there is") {
    Shown view("dot-product", "chosen=4");
    settle(view);
    const Rect count = view.parameter_rect(index_of(view, "count"));
    const Point less{count.x + 22, count.centre().y}, more{count.right() - 22, count.centre().y};
    press(view, less);
    release(view, less);
    CHECK(view.state().save() == "count=3;chosen=3");
    CHECK(!view.active(index_of(view, "k4x")));
    press(view, more);
    release(view, more);
    CHECK(view.state().integer(index_of(view, "count")) == 4);
}

TEST_CASE("dot-product: pointing at a row shows that key's foot and line, and changes nothing") {
    Shown view("dot-product", "", 960);
    settle(view);
    const Rect row = view.parameter_rect(index_of(view, "chosen"));
    view.pointer(Pointer::move, {row.centre().x, row.centre().y + 2 * row.height}, false);
    settle(view);
    CHECK(view.state().save().empty());
}

TEST_CASE(
    "dot-product: every place of the plane has a score; a numbered line nearby, or a key's, takes it over") {
    Shown view("dot-product", "", 960);
    settle(view);
    const auto said = [&view](Point at) {
        view.pointer(Pointer::move, at, false);
        settle(view);
        LabelPainter painter;
        view.draw_with(painter, 960);
        return painter;
    };
    // The handles of q and k₃ tell where the plane is.
    const Point k3 = view.parameter_rect(index_of(view, "k3x")).centre(),
                k4 = view.parameter_rect(index_of(view, "k4x")).centre();
    const float unit = (k4.x - k3.x) / 5.3f;
    const Point zero = k3 + Point{2.4f, -1} * unit;
    CHECK(!said({5, 5}).says("−10.00"));
    CHECK(said(zero + Point{-4, -2} * unit).says("−10.00"));  // (−4, 2)
    CHECK(said(zero + Point{-3.99f, -2} * unit).says("−10.00"));
    CHECK(said(zero + Point{-3, 2} * unit).says("−11.00"));  // (−3, −2): between two lines
    CHECK(view.state().save().empty());
}

TEST_CASE("dot-product: any state at any width keeps its texts apart and its height") {
    check_random_layout("dot-product", 40);
}

TEST_CASE(
    "dot-product: the chosen key's line can be taken where it is pointed at; the key slides, its score "
    "stays") {
    Shown view("dot-product", "", 960);
    settle(view);
    const Point k3 = view.parameter_rect(index_of(view, "k3x")).centre(),
                k4 = view.parameter_rect(index_of(view, "k4x")).centre();
    const float unit = (k4.x - k3.x) / 5.3f;
    const Point zero = k3 + Point{2.4f, -1} * unit;
    const Point on_line = zero + Point{3.2f, 2.2f} * unit;  // (3.2, −2.2) scores 7.4
    const Point along = Point{-1, -3} * (unit / 2);         // a quarter turn from q, upwards on the screen
    CHECK(view.grip(on_line) == Grip::none);
    view.pointer(Pointer::move, on_line, false);
    settle(view);
    CHECK(view.grip(on_line) == Grip::free);
    const int x = index_of(view, "kx"), y = index_of(view, "ky");
    drag(view, on_line, on_line + along);
    CHECK(view.state().number(x) == doctest::Approx(1.5).epsilon(0.01));
    CHECK(view.state().number(y) == doctest::Approx(2.9).epsilon(0.01));
    CHECK(value(view, "q·k") == doctest::Approx(7.4).epsilon(1e-3));
    // Further than the plane goes it cannot be taken.
    drag(view, on_line, on_line + along * 9);
    CHECK(view.state().number(y) == doctest::Approx(4));
    CHECK(value(view, "q·k") == doctest::Approx(7.4).epsilon(1e-3));
    CHECK(view.state().number(index_of(view, "qx")) == 3);
}

TEST_CASE("dot product: a score that shows as 0.00 without being 0 is hardly one, whatever its last digits") {
    for (const char* state : {"qx=0.01;qy=0;kx=0.5;ky=0.1", "qx=0.01;qy=0;kx=-0.49;ky=0.1"}) {
        CAPTURE(state);
        const std::string said = Shown("dot-product", state).describe().summary;
        const bool zero = said.find("q·k = 0.00") != std::string::npos;
        CHECK(zero);
        CHECK((said.find("hardly a score") != std::string::npos) == zero);
    }
    const std::string more = Shown("dot-product", "qx=0.01;qy=0;kx=0.6").describe().summary;
    CHECK(more.find("a positive score") != std::string::npos);
}

TEST_CASE("dot-product: the angle has its number on the plane, also where keys stand close together") {
    for (const char* state : {"", "k2x=1.5;k2y=2.9;k3x=2.4;k3y=0.2"}) {
        for (const float width : {960.0f, 360.0f}) {
            CAPTURE(state);
            CAPTURE(width);
            Shown view("dot-product", state, width);
            CHECK(drawn(view, width).says("16.6°"));
        }
    }
}

TEST_CASE("dot-product: the chosen key is told from the others with or without their table") {
    Shown view("dot-product", "showKeys=false;showComponents=false", 960);
    settle(view);
    const int chosen = index_of(view, "chosen");
    CHECK(view.parameter_rect(chosen).contains(view.parameter_rect(index_of(view, "kx")).centre()));
    REQUIRE(!view.restore("showKeys=false;showComponents=false;chosen=3"));
    settle(view);
    CHECK(view.parameter_rect(chosen).contains(view.parameter_rect(index_of(view, "k3x")).centre()));
    CHECK(drawn(view).says("−8.20"));
}

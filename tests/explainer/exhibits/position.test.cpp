// Position: what a shift keeps and a gap changes, the two pairings, ALiBi, and what a hand does.
#include <algorithm>
#include <cmath>

#include "../helpers.h"
#include "../label_painter.h"

using namespace explainer;

namespace {

constexpr std::string_view as_written = "gaps=0,0,0,0,0,0,0";

/// Scores of two states, entry by entry.
void compare(std::string_view a, std::string_view b, bool same) {
    Shown one("position", a), other("position", b);
    const Description first = one.describe(), second = other.describe();
    for (size_t i = 0; i < 7; ++i) {
        for (size_t j = 0; j < 7; ++j) {
            CAPTURE(i);
            CAPTURE(j);
            const double before = number(table(first, "Scores now"), i, j + 1),
                         after = number(table(second, "Scores now"), i, j + 1);
            if (same)
                CHECK(std::fabs(after - before) < 5e-6);
            else if ((i < 2) != (j < 2))
                CHECK(std::fabs(after - before) > 1e-3);
        }
    }
}

Point disc(Shown& view, int word) {
    return view.cell_rect(index_of(view, "gaps"), 0, word).centre();
}

}  // namespace

TEST_CASE("position: moving the whole sentence changes no score, with RoPE in both pairings and with ALiBi") {
    for (const std::string scheme : {"", "scheme=halves;", "scheme=alibi;", "scheme=none;", "base=1;"}) {
        CAPTURE(scheme);
        compare(scheme + std::string(as_written), scheme + "gaps=58,0,0,0,0,0,0", true);
        Shown view("position", scheme + "gaps=58,0,0,0,0,0,0");
        CHECK(value(view, "scores that change") == 0);
    }
}

TEST_CASE("position: a gap changes the scores across it and no others; without places it changes none") {
    for (const std::string scheme : {"", "scheme=halves;", "scheme=alibi;"}) {
        CAPTURE(scheme);
        compare(scheme + std::string(as_written), scheme + "gaps=3,0,5,0,0,0,0", false);
        Shown view("position", scheme);
        CHECK(value(view, "scores that change") == 20);
        CHECK(value(view, "distance") == 10);
        CHECK(value(view, "distance as written") == 5);
    }
    compare("scheme=none;" + std::string(as_written), "scheme=none", true);
}

TEST_CASE("position: shares of the pairs come to the score; halves turn as fast, with other partners") {
    for (const std::string scheme : {"", "scheme=halves", "scheme=none", "base=1"}) {
        CAPTURE(scheme);
        Shown view("position", scheme);
        const Description d = view.describe();
        const Table& shares = table(d, "Shares");
        double sum = 0;
        for (size_t p = 0; p < 4; ++p) sum += number(shares, p, 3);
        CHECK(sum == doctest::Approx(value(view, "score")).epsilon(1e-5));
        const double degrees[] = {57.29578, 5.729578, 0.5729578, 0.05729578};
        for (size_t p = 0; p < 4; ++p) {
            const double wanted = scheme == "scheme=none" ? 0 : scheme == "base=1" ? degrees[0] : degrees[p];
            CHECK(number(shares, p, 1) == doctest::Approx(wanted).epsilon(1e-5));
        }
    }
    Shown neighbours("position"), halves("position", "scheme=halves");
    CHECK(std::get<std::string>(table(neighbours.describe(), "Shares").rows[1][0]) == "3·4");
    CHECK(std::get<std::string>(table(halves.describe(), "Shares").rows[1][0]) == "2·6");
    CHECK(std::fabs(value(neighbours, "score") - value(halves, "score")) > 0.01);
}

TEST_CASE("position: the curve passes through the score; ALiBi falls by m a place, none stays level") {
    for (const std::string state : {"", "asks=0;answers=6", "scheme=alibi;head=3",
                                    "scheme=halves;asks=3;answers=3", "gaps=9,58,0,0,0,0,0;walk=4"}) {
        CAPTURE(state);
        Shown view("position", state);
        const Description d = view.describe();
        const Table& curve = table(d, "Score against");
        const int end = static_cast<int>(curve.rows.size()) / 2,
                  offset = static_cast<int>(value(view, "offset"));
        CHECK(std::abs(offset) == value(view, "distance"));
        const auto far = static_cast<size_t>(end + offset), opposite = static_cast<size_t>(end - offset);
        CHECK(number(curve, far, 0) == offset);
        CHECK(number(curve, opposite, state.starts_with("scheme=alibi") ? 2 : 3) ==
              doctest::Approx(value(view, "score at the opposite offset")).epsilon(1e-5));
        const size_t column = state.starts_with("scheme=alibi") ? 2 : 3;
        CHECK(number(curve, far, column) == doctest::Approx(value(view, "score")).epsilon(1e-5));
        for (size_t x = 0; x < curve.rows.size(); ++x) CHECK(number(curve, x, 1) == number(curve, 0, 1));
    }
    Shown alibi("position", "scheme=alibi;head=3");
    const Table curve = table(alibi.describe(), "Score against");
    const size_t here = curve.rows.size() / 2;
    REQUIRE(number(curve, here, 0) == 0);
    for (size_t far = 1; far <= here; ++far) {
        CHECK(number(curve, here + far, 2) - number(curve, here + far - 1, 2) ==
              doctest::Approx(-1.0 / 8).epsilon(1e-5));
        CHECK(number(curve, here + far, 2) == number(curve, here - far, 2));  // either side costs as much
    }
}

TEST_CASE("position: RoPE knows on which side the key is, ALiBi does not, and each says so") {
    const auto says = [](auto&& view, const char* part) {
        return view.describe().summary.find(part) != std::string::npos;
    };
    const std::string level = "gaps=0,0,0,0,0,0,0";
    Shown rope("position", level);
    CHECK(value(rope, "score") == doctest::Approx(1.55).epsilon(0.005));
    CHECK(value(rope, "score at the opposite offset") == doctest::Approx(2.57).epsilon(0.005));
    CHECK(says(rope, "? asks cat, 5 places before it: 1.55"));
    CHECK(says(
        rope,
        "The key as far after the query would score 2.57, not 1.55: RoPE knows how far, and on which side."));
    Shown alibi("position", level + ";scheme=alibi");
    CHECK(value(alibi, "score at the opposite offset") == value(alibi, "score"));
    CHECK(says(alibi, "the same: ALiBi knows how far, not on which side."));
    CHECK(says(Shown("position", level + ";scheme=none"), "the same: no score knows of places."));
    CHECK(says(Shown("position", "asks=3;answers=3"), "on asks itself"));
    CHECK(says(Shown("position", "asks=3;answers=3"), "there is no other side."));
    CHECK(says(Shown("position", level + ";asks=1;answers=2"), "cat asks sat, 1 place after it"));
    // "dog bit man" and its reverse: every pair of the reverse stands at the opposite offset.
    for (int asks = 0; asks < 7; ++asks) {
        for (int answers = 0; answers < 7; ++answers) {
            const std::string pair = ";asks=" + std::to_string(asks) + ";answers=" + std::to_string(answers);
            Shown there("position", level + ";scheme=alibi" + pair);
            CHECK(value(there, "score at the opposite offset") == value(there, "score"));
        }
    }
    const auto caption_of = [](const char* state) {
        Shown view("position", state, 960);
        LabelPainter painter;
        view.draw_with(painter, 960);
        return painter.says_within("constructed") ? "constructed"
               : painter.says_within("typed")     ? "typed"
                                                  : "";
    };
    CHECK(std::string(caption_of("")) == "constructed");
    const State made("position", find_exhibit("position")->parameters);
    State typed = made;
    typed.set_cell(typed.find("k"), 1, 0, -2.5);
    CHECK(std::string(caption_of(typed.save().c_str())) == "typed");
}

TEST_CASE(
    "position: a dragged word takes all after it along; a tap asks for its gap; none goes through another") {
    Shown view("position", as_written, 960);
    settle(view);
    const float unit = disc(view, 1).x - disc(view, 0).x;
    drag(view, disc(view, 2), disc(view, 2) + Point{4 * unit, 0});
    CHECK(view.state().save() == "gaps=0,0,4,0,0,0,0;asks=2");
    drag(view, disc(view, 0), disc(view, 0) + Point{2 * unit, 5});
    CHECK(view.state().save() == "gaps=2,0,4,0,0,0,0;asks=0");
    drag(view, disc(view, 2), disc(view, 2) + Point{-20 * unit, 0});
    CHECK(view.state().save() == "gaps=2,0,0,0,0,0,0;asks=2");
    // Under the hand the ruler keeps its scale; when it is let go, there is room again.
    drag(view, disc(view, 6), disc(view, 6) + Point{40 * unit, 0});
    CHECK(view.state().save() == "gaps=2,0,0,0,0,0,8");
    CHECK(disc(view, 1).x - disc(view, 0).x == doctest::Approx(unit / 2).epsilon(1e-3));
    click(view, disc(view, 3));
    const std::optional<FocusRequest> request = view.take_focus_request();
    REQUIRE(request);
    CHECK(request->cell == MatrixCell{0, 3});
    // Of what the sentence has walked and its first gap, a drag makes one.
    Shown walked("position", "gaps=1,0,0,0,0,0,0;walk=4", 960);
    settle(walked);
    drag(walked, disc(walked, 0), disc(walked, 0) + Point{-2 * unit, 0});
    CHECK(walked.state().save() == "gaps=3,0,0,0,0,0,0;asks=0");
}

TEST_CASE("position: one row of presets has the moves, too; a scheme that is chosen keeps them") {
    Shown view("position", "", 960);
    settle(view);
    const Rect first = view.preset_rect(0);
    for (int i = 1; i < 5; ++i) CHECK(view.preset_rect(i).y == first.y);
    CHECK(first.y < 40);
    click(view, view.preset_rect(1).centre());
    CHECK(view.state().save() == as_written);
    const Rect schemes = view.parameter_rect(index_of(view, "scheme"));
    click(view, {schemes.x + 20, schemes.y + 22});
    CHECK(view.state().save() == "scheme=none;" + std::string(as_written));
}

TEST_CASE("position: what is under the pointer on the curve is told below it, and nothing lies over it") {
    Shown view("position", "", 960);
    settle(view);
    LabelPainter before;
    view.draw_with(before, 960);
    CHECK(before.says_within("ring: as written, disc: now"));
    const Rect dials = view.parameter_rect(index_of(view, "pair"));
    view.pointer(Pointer::move, {dials.centre().x, dials.bottom() + 120}, false);
    settle(view);
    const std::string drawn = seen(view, 960);
    CHECK(drawn.find("with the key ") != std::string::npos);
    CHECK(drawn.find("ring: as written") == std::string::npos);
}

TEST_CASE("position: the hint is on a word until one was dragged") {
    Shown view("position", "", 960);
    settle(view);
    CHECK(seen(view, 960).find("drag a word") != std::string::npos);
    const auto something_left_of_its_name = [&] {
        const std::vector<Rect> all = view.occupied();
        const Point at = disc(view, 2) + Point{-50, 41};
        return std::any_of(all.begin(), all.end(), [at](const Rect& one) { return one.contains(at); });
    };
    CHECK(something_left_of_its_name());
    drag(view, disc(view, 2), disc(view, 2) + Point{60, 0});
    CHECK_FALSE(something_left_of_its_name());
}

TEST_CASE("position: a cell of the map and a dial are chosen by a press; a word may ask itself") {
    Shown view("position", as_written, 960);
    settle(view);
    const Rect cell = view.cell_rect(index_of(view, "asks"), 0, 3);
    REQUIRE(cell.width > 0);
    click(view, cell.centre());
    CHECK(value(view, "distance") == 3);
    CHECK(view.state().integer(index_of(view, "asks")) == 0);
    const Rect dials = view.parameter_rect(index_of(view, "pair"));
    click(view, {dials.right() - 20, dials.y + 20});
    CHECK(view.state().integer(index_of(view, "pair")) == 4);
    Shown same("position", "asks=3;answers=3", 320);
    settle(same);
    CHECK(value(same, "distance") == 0);
}

TEST_CASE("position: the end of the ruler has its number, at any width and however far words stand") {
    for (const float width : {288.0f, 360.0f, 960.0f}) {
        for (const std::string state : {"", "gaps=58,0,0,0,0,0,0", "walk=24;gaps=58,58,58,58,58,58,58"}) {
            CAPTURE(width);
            CAPTURE(state);
            Shown view("position", state, width);
            int end = 16;
            while (number(table(view.describe(), "Places"), 6, 2) > end - 2) end *= 2;
            CHECK(seen(view, width).find(">" + std::to_string(end) + "</text>") != std::string::npos);
        }
    }
}

TEST_CASE("position: zeros and extremes show numbers, never NaN") {
    std::string zeros = "0,0,0,0,0,0,0,0", most = "3,3,3,3,3,3,3,3", q, k;
    for (int i = 0; i < 7; ++i) {
        q += (i ? "/" : "") + (i == 6 ? zeros : most);
        k += (i ? "/-" : "-") + std::string("3,-3,3,-3,3,-3,3,-3");
    }
    for (const std::string scheme : {"", ";scheme=alibi;head=1", ";scheme=halves;base=1000000"}) {
        Shown view("position", "q=" + q + ";k=" + k + ";gaps=58,58,58,58,58,58,58;walk=24" + scheme);
        for (const float width : {288.0f, 960.0f}) {
            LabelPainter painter;
            view.draw_with(painter, width);
            CHECK(painter.collision() == "");
            for (const Label& label : painter.labels) CHECK(label.text.find("–") == std::string::npos);
        }
        for (const auto& [name, number, python] : view.describe().values) CHECK(std::isfinite(number));
    }
}

TEST_CASE("position and map: what rounds to zero has no minus") {
    const ExhibitType* type = find_exhibit("position");
    State tiny(type->id, type->parameters);
    REQUIRE(!tiny.restore("scheme=none"));
    for (int t = 0; t < 8; ++t) {
        tiny.set_cell(tiny.find("q"), 6, t, t == 0 ? -0.001 : 0);
        tiny.set_cell(tiny.find("k"), 1, t, 1);
    }
    Shown sum("position", tiny.save(), 960), map("map", "n=64;recency=0", 960);
    settle(map);
    for (View* view : {static_cast<View*>(&sum), static_cast<View*>(&map)}) {
        LabelPainter painter;
        view->draw_with(painter, 960);
        CHECK_FALSE(painter.says_within("−0.00"));
    }
}

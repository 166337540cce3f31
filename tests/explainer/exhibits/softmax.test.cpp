// The softmax exhibit: the essays' rows, its recipe in float32, what dragging a weight or a border does,
// adding and dropping.
#include <cmath>
#include <string>
#include <vector>

#include "../helpers.h"
#include "../label_painter.h"

using namespace explainer;

namespace {

std::vector<double> weights(const View& view_const) {
    View& view = const_cast<View&>(view_const);
    const Description d = view.describe();
    const Table& t = table(d, "Weights");
    std::vector<double> out;
    for (size_t i = 0; i < t.rows.size(); ++i) out.push_back(number(t, i, 3));
    return out;
}

void check_weights(std::string_view state, std::initializer_list<double> expected, double tolerance) {
    CAPTURE(state);
    Shown view("softmax", state);
    const std::vector<double> got = weights(view);
    REQUIRE(got.size() == expected.size());
    size_t i = 0;
    for (const double value : expected) CHECK(std::fabs(got[i++] - value) <= tolerance);
}

double value_of(View& view, std::string_view name) {
    for (const auto& [key, value, python] : view.describe().values) {
        if (key == name) return value;
    }
    FAIL("no value called " << std::string(name));
    return 0;
}

/// The middle of the first handle on a line to the right of `x`.
Point handle_right_of(const View& view, float x, float y, float end) {
    while (x < end && view.grip({x, y}) != Grip::horizontal) ++x;
    const float from = x;
    while (x < end && view.grip({x, y}) == Grip::horizontal) ++x;
    REQUIRE(from < end);
    return {(from + x) / 2, y};
}

Point weight_pill(const View& view, int i) {
    const Rect row = view.parameter_rect(index_of(view, "score" + std::to_string(i + 1)));
    return handle_right_of(view, row.right() + 2, row.centre().y, 719);
}

/// The knob of the first border: above the budget, which is below the buttons.
Point first_border(const View& view) {
    float y = view.parameter_rect(index_of(view, "temperature")).bottom() + 2;
    for (; y < 2000; ++y) {
        for (float x = 18; x < 700; x += 4) {
            if (view.grip({x, y}) == Grip::horizontal) return handle_right_of(view, 16, y + 8, 719);
        }
    }
    FAIL("no border");
    return {};
}

}  // namespace

TEST_CASE("E000: softmax of five scores") {
    check_weights("", {.271, .040, .545, .009, .134}, 0.0005);
}

TEST_CASE("E003: 22, −3, 1, −5 is one-hot; divided by √512 it is not") {
    check_weights("count=4;score1=22;score2=-3;score3=1;score4=-5", {1, 0, 0, 0}, 1e-6);
    const auto scaled = [](double score) { return shortest(score / std::sqrt(512.0)); };
    check_weights("count=4;score1=" + scaled(22) + ";score2=" + scaled(-3) + ";score3=" + scaled(1) +
                      ";score4=" + scaled(-5),
                  {.493, .163, .195, .149}, 0.0005);
    Shown view("softmax", "count=4;score1=22;score2=-3;score3=1;score4=-5;showFloat32=true");
    const Table room = table(view.describe(), "Room for exp");
    CHECK(number(room, 0, 2) == doctest::Approx(std::exp(22.0)).epsilon(1e-5));
    CHECK(number(room, 1, 1) == 220);
    CHECK(std::get<std::string>(room.rows[1][2]).starts_with("∞"));
    CHECK(number(room, 1, 3) == 1);
    CHECK(number(room, 2, 1) == doctest::Approx(88.7228).epsilon(1e-5));
}

TEST_CASE("E004: 1, 0, 1 divided by √2; the logits × 10 make two winners that tie") {
    check_weights("count=3;temperature=1.4142135623730951;score1=1;score2=0;score3=1", {.401, .198, .401},
                  0.0005);
    check_weights("count=3;temperature=0.14142135623730953;score1=1;score2=0;score3=1", {.4998, .0004, .4998},
                  0.00005);
}

TEST_CASE("softmax: entropy, effective number, Jacobian and its size hang together") {
    for (const char* state :
         {"", "count=8;temperature=2.5", "score1=1;score2=1;score3=1;score4=1;score5=1"}) {
        CAPTURE(state);
        Shown view("softmax", std::string(state) + ";showSensitivity=true");
        const Description d = view.describe();
        const std::vector<double> a = weights(view);
        const Table& answers = table(d, "Sensitivity");
        double squares = 0, entropy = 0;
        for (size_t i = 0; i < a.size(); ++i) {
            double sum = 0;
            entropy -= a[i] * std::log(a[i]);
            for (size_t j = 0; j < a.size(); ++j) {
                const double cell = number(answers, i, 1 + j);
                CHECK(cell == doctest::Approx(a[i] * ((i == j ? 1 : 0) - a[j]) /
                                              view.state().number(index_of(view, "temperature")))
                                  .epsilon(1e-4));
                sum += cell;
                squares += cell * cell;
            }
            CHECK(std::fabs(sum) < 1e-6);
        }
        CHECK(value_of(view, "gradient") == doctest::Approx(std::sqrt(squares)).epsilon(1e-5));
        CHECK(value_of(view, "entropy") == doctest::Approx(entropy).epsilon(1e-5));
        CHECK(value_of(view, "effective number of tokens") ==
              doctest::Approx(std::exp(entropy)).epsilon(1e-5));
    }
}

TEST_CASE("softmax: where float32 has no room it says so in words, and subtracting the largest mends it") {
    for (const std::string state :
         {"count=2;score1=100;score2=99", "count=3;score1=-100;score2=-100;score3=-99;temperature=0.5"}) {
        CAPTURE(state);
        Shown plain("softmax", state), mended("softmax", state + ";subtract=true");
        CHECK(weights(plain) == weights(mended));
        CHECK(plain.describe().summary.find("no number") != std::string::npos);
        CHECK(mended.describe().summary.find("no number") == std::string::npos);
        bool said = false;
        const Table rows = table(plain.describe(), "Weights");
        for (const std::vector<Cell>& row : rows.rows) {
            for (const Cell& cell : row) {
                const auto* words = std::get_if<std::string>(&cell);
                said = said || (words != nullptr && *words == "no number");
                if (words == nullptr) CHECK(std::isfinite(std::get<double>(cell)));
            }
        }
        CHECK(said);
        CHECK(quantity(table(mended.describe(), "Whole row"), "sum of exponentials") >= 1);
    }
}

TEST_CASE("softmax: where the sum alone is too large for float32 every quotient is 0, and it says so") {
    Shown view("softmax", "count=2;score1=88.5;score2=88.4");
    CHECK(view.describe().summary.find("the sum overflows here, and every weight is 0") != std::string::npos);
    const Table rows = table(view.describe(), "Weights");
    for (const std::vector<Cell>& row : rows.rows) CHECK(std::get<double>(row.back()) == 0);
    CHECK(weights(view)[0] == doctest::Approx(1 / (1 + std::exp(-0.1))).epsilon(1e-5));
}

TEST_CASE("softmax: a weight that is dragged moves its score alone, and the others keep their proportions") {
    Shown view("softmax");
    settle(view);
    const std::vector<double> before = weights(view);
    const Point from = weight_pill(view, 1);
    drag(view, from, from + Point{80, 30});
    const std::vector<double> after = weights(view);
    CHECK(after[1] > before[1] + 0.2);
    CHECK(view.state().save().starts_with("score2="));
    CHECK(view.state().save().ends_with(";row=1;column=1"));  // what was touched last is chosen
    CHECK(view.state().save().find("score", 1) == std::string::npos);
    CHECK(after[0] / after[2] == doctest::Approx(before[0] / before[2]).epsilon(1e-4));
    CHECK(after[3] / after[4] == doctest::Approx(before[3] / before[4]).epsilon(1e-4));
    // To its ends: no weight is all or nothing, so that there is a way back.
    drag(view, weight_pill(view, 1), {719, from.y});
    CHECK(weights(view)[1] == doctest::Approx(0.999).epsilon(1e-3));
}

TEST_CASE("softmax: a border of the budget that is dragged trades between its two neighbours") {
    Shown view("softmax");
    settle(view);
    const std::vector<double> before = weights(view);
    const Point from = first_border(view);
    drag(view, from, from + Point{-60, 0});
    const std::vector<double> after = weights(view);
    CHECK(after[0] < before[0] - 0.05);
    CHECK(after[1] > before[1] + 0.05);
    CHECK(after[0] + after[1] == doctest::Approx(before[0] + before[1]).epsilon(0.01));
    for (const size_t i : {2u, 3u, 4u}) CHECK(after[i] == doctest::Approx(before[i]).epsilon(0.01));
}

TEST_CASE("softmax: a score is added and the chosen one dropped; it comes back with the next") {
    Shown view("softmax");
    settle(view);
    const Rect both = view.parameter_rect(index_of(view, "count"));
    const Point add{both.x + 30, both.centre().y}, drop{both.right() - 30, both.centre().y};
    click(view, drop);
    CHECK(view.state().integer(index_of(view, "count")) == 4);
    CHECK(view.state().number(index_of(view, "score3")) == -1.0);
    CHECK(view.state().number(index_of(view, "score5")) == 3.1);
    click(view, add);
    CHECK(weights(view)[4] == doctest::Approx(0.545).epsilon(0.001));
    for (int i = 0; i < 9; ++i) click(view, add);
    CHECK(view.state().integer(index_of(view, "count")) == 8);
    for (int i = 0; i < 9; ++i) click(view, drop);
    CHECK(view.state().integer(index_of(view, "count")) == 2);
}

TEST_CASE("softmax: a row that is pressed is chosen; its cell of the Jacobian is spoken") {
    Shown view("softmax", "showSensitivity=true");
    settle(view);
    const Rect first = view.parameter_rect(index_of(view, "score1"));
    click(view, {first.right() + 20, first.y + 4});
    CHECK(view.state().save() == "row=0;column=0;showSensitivity=true");
    const int row = index_of(view, "row");
    CHECK(view.shown(row) == "α₁");
    CHECK(view.cell_rect(row, 0, 4).width >= 24);
    click(view, view.cell_rect(row, 0, 4).centre());
    CHECK(view.state().save() == "row=0;column=4;showSensitivity=true");
    CHECK(value_of(view, "chosen sensitivity") == doctest::Approx(-.0364).epsilon(0.01));
}

TEST_CASE("softmax: the recipe is a parameter; its stops go to each step") {
    Shown view("softmax");
    settle(view);
    const int step = index_of(view, "step");
    const Rect all = view.parameter_rect(step);
    click(view, {all.x + 12, all.centre().y});
    CHECK(view.state().integer(step) == 1);
    CHECK(view.shown(step) == "scores");
    // What has no weight yet has no weight to drag.
    const Rect row = view.parameter_rect(index_of(view, "score1"));
    for (float x = row.right() + 2; x < 719; x += 4)
        CHECK(view.grip({x, row.centre().y}) != Grip::horizontal);
    click(view, {all.right() - 12, all.centre().y});
    CHECK(view.state().save().empty());
}

TEST_CASE("softmax: row, segment and cell light up together: what is pointed at is told everywhere") {
    Shown view("softmax", "showSensitivity=true");
    settle(view);
    const auto says = [&view](std::string_view text) {
        return seen(view, 720).find(text) != std::string::npos;
    };
    CHECK(says("gets 22.198 ÷ 40.712"));
    const auto point = [&view](Point at) {
        view.pointer(Pointer::move, at, false);
        settle(view);
    };
    // The row, beside its controls and on them.
    const Rect first = view.parameter_rect(index_of(view, "score1"));
    point({first.right() + 20, first.y + 4});
    CHECK(says("gets 11.023 ÷ 40.712"));
    point({3, 3});
    point(first.centre());
    CHECK(says("gets 11.023 ÷ 40.712"));
    // The segment: in the middle of the budget's first share.
    point({3, 3});
    const Point border = first_border(view);
    point({30, border.y + 30});
    CHECK(says("gets 11.023 ÷ 40.712"));
    // A cell of the Jacobian: its weight and its score.
    const int row = index_of(view, "row");
    point(view.cell_rect(row, 0, 4).centre());
    CHECK(says("∂α₁/∂s₅ = "));
    point({3, 3});
    CHECK(says("gets 22.198 ÷ 40.712"));
    CHECK(view.state().save() == "showSensitivity=true");
}

TEST_CASE(
    "softmax: the greatest gradient is that of its axis, which reaches past √512; at an end it is no peak") {
    // E003's row: the peak is at T = 11.6, beyond what T could be once.
    Shown view("softmax", find_exhibit("softmax")->presets[4].state);
    CHECK(value_of(view, "greatest gradient") == doctest::Approx(0.0257).epsilon(0.01));
    CHECK(quantity(table(view.describe(), "Whole row"), "T of that") == doctest::Approx(11.6).epsilon(0.05));
    check_weights("temperature=22.627416997969522;count=4;score1=22;score2=-3;score3=1;score4=-5",
                  {.493, .163, .195, .149}, 0.0005);
    // No other T of the axis has more.
    for (const double t : {0.05, 0.5, 2.0, 5.0, 11.6, 22.6, 30.0}) {
        Shown other("softmax",
                    std::string(find_exhibit("softmax")->presets[4].state) + ";temperature=" + shortest(t));
        CHECK(value_of(other, "gradient") <= value_of(view, "greatest gradient") * 1.001);
    }
    // Of equal scores it only falls with T.
    Shown equal("softmax", find_exhibit("softmax")->presets[2].state);
    CHECK(quantity(table(equal.describe(), "Whole row"), "T of that") == doctest::Approx(0.05));
}

TEST_CASE("softmax: what is small is told as a power of ten, what is nothing as 0") {
    const std::string state(find_exhibit("softmax")->presets[4].state);
    Shown tiny("softmax", state + ";showSensitivity=true", 960);
    const auto says = [](View& view, std::string_view text, float width = 960) {
        LabelPainter painter;
        view.draw_with(painter, width);
        return painter.says(std::string(text));
    };
    CHECK(says(tiny, "1.5·10⁻⁹"));    // the gradient
    CHECK(!says(tiny, "7.7·10⁻¹⁰"));  // a cell: no power of ten, but
    CHECK(says(tiny, "0"));
    CHECK(!says(tiny, ".000"));
    Shown usual("softmax", "showSensitivity=true", 960);
    CHECK(!says(usual, "−3.7·10⁻⁴"));
    CHECK(says(usual, "0"));
    CHECK(says(usual, "−.148"));
    Shown none("softmax", "count=3;score1=-100;score2=-100;score3=-99;temperature=0.5;showSensitivity=true",
               960);
    CHECK(!says(none, "0.000"));
    CHECK(usual.describe().summary.find("for s₃;") != std::string::npos);
}

TEST_CASE("softmax: every cell of the sensitivity has its number, at every width, with one precision") {
    for (const float width : {320.0f, 360.0f, 672.0f, 768.0f, 960.0f}) {
        for (const std::string state :
             {"count=8", "count=7", "count=5", "count=8;temperature=0.05;score8=3"}) {
            CAPTURE(width);
            CAPTURE(state);
            Shown view("softmax", state + ";showSensitivity=true", width);
            settle(view);
            LabelPainter painter;
            view.draw_with(painter, width);
            const int row = index_of(view, "row"), n = view.state().integer(index_of(view, "count"));
            size_t digits = 0;
            for (int i = 0; i < n; ++i) {
                for (int j = 0; j < n; ++j) {
                    const Rect cell = view.cell_rect(row, i, j);
                    bool found = false;
                    for (const Label& label : painter.labels) {
                        if (!cell.contains(
                                {label.box.x + label.box.width / 2, label.box.y + label.box.height / 2}))
                            continue;
                        found = true;
                        const size_t point = label.text.find('.');
                        CHECK(label.text.find("·10") == std::string::npos);
                        if (point == std::string::npos) continue;
                        if (digits == 0) digits = label.text.size() - point;
                        CHECK(label.text.size() - point == digits);
                    }
                    CHECK(found);
                }
            }
        }
    }
}

TEST_CASE("softmax: a row is a finger high; eight of them take the room of six, high ones that of five") {
    for (const float width : {360.0f, 960.0f}) {
        const float full = width < 680 ? 80 : 44, room = full * (width < 680 ? 5 : 6);
        for (const int count : {2, 5, 6, 8}) {
            Shown view("softmax", "count=" + std::to_string(count), width);
            settle(view);
            const Rect first = view.parameter_rect(index_of(view, "score1")),
                       second = view.parameter_rect(index_of(view, "score2"));
            CHECK(second.y - first.y ==
                  doctest::Approx(std::min(full, std::floor(room / static_cast<float>(count)))));
        }
    }
}

TEST_CASE("softmax: a score that is dragged is chosen, goes little by little, and has further to go next") {
    Shown view("softmax", "", 960);
    settle(view);
    const int score = index_of(view, "score4");
    const Rect row = view.parameter_rect(score);
    const Point track = handle_right_of(view, row.x + 28, row.centre().y, row.right());  // its middle
    press(view, track);
    const double before = view.state().number(score);
    view.pointer(Pointer::move, track + Point{55, 0}, false);
    settle(view);
    const double moved = std::fabs(view.state().number(score) - before);
    CHECK(moved > 1);
    CHECK(moved < 5);
    CHECK(view.state().integer(index_of(view, "row")) == 3);
    CHECK(view.state().integer(index_of(view, "column")) == 3);
    // To the end, and no further than the track; once it is let go, the track goes on.
    view.pointer(Pointer::move, track + Point{900, 0}, false);
    settle(view);
    CHECK(view.state().number(score) == 5);
    release(view, track + Point{900, 0});
    drag(view, track, track + Point{900, 0});
    CHECK(view.state().number(score) == 10);
}

TEST_CASE("softmax: a score that is dragged 55 pixels is moved by less than ten, in every preset") {
    for (const Preset& preset : find_exhibit("softmax")->presets) {
        for (const float width : {360.0f, 960.0f}) {
            CAPTURE(std::string(preset.label));
            CAPTURE(width);
            Shown view("softmax", preset.state, width);
            settle(view);
            const int score = index_of(view, "score1");
            const Rect row = view.parameter_rect(score);
            const Point track = handle_right_of(view, row.x + 28, row.centre().y, row.right());
            press(view, track);
            const double before = view.state().number(score);
            view.pointer(Pointer::move, track + Point{55, 0}, false);
            settle(view);
            CHECK(view.state().number(score) > before);
            CHECK(view.state().number(score) < before + 10);
        }
    }
}

TEST_CASE("softmax: the hint stands over the handle that it means, until that was dragged") {
    for (const Preset& preset : find_exhibit("softmax")->presets) {
        for (const float width : {360.0f, 960.0f}) {
            CAPTURE(std::string(preset.label));
            CAPTURE(width);
            Shown view("softmax", preset.state, width);
            settle(view);
            const int chosen = view.state().integer(index_of(view, "row"));
            const Rect row = view.parameter_rect(index_of(view, "score" + std::to_string(chosen + 1)));
            Rect hint;
            Point handle;
            LabelPainter painter;
            view.draw_with(painter, width);
            for (const Label& label : painter.labels)
                if (label.text == "drag a score") hint = label.box;
            for (const Rect& stroke : painter.strokes)
                if (stroke.width == 20 && stroke.height == 20 && stroke.centre().y == row.centre().y)
                    handle = stroke.centre();
            REQUIRE(hint.width > 0);
            CHECK(hint.x < handle.x);
            CHECK(hint.right() > handle.x);
            CHECK(hint.bottom() <= handle.y - 9);
            CHECK(hint.bottom() > handle.y - 16);
            std::string frame;
            view.step_as_svg(1e6, frame);
            CHECK(frame.find("drag a score") != std::string::npos);
            drag(view, handle, handle + Point{20, 0});
            view.step_as_svg(2e6, frame);
            CHECK(frame.find("drag a score") == std::string::npos);
        }
    }
}

TEST_CASE("softmax: the weights come last; what is not reached yet is told nowhere") {
    for (const int step : {1, 2, 3}) {
        Shown view("softmax", "step=" + std::to_string(step), 960);
        settle(view);
        LabelPainter painter;
        view.draw_with(painter, 960);
        CAPTURE(step);
        CHECK_FALSE(painter.says_within("54.5 %"));
        CHECK_FALSE(painter.says_within("3.09"));
        CHECK(painter.says_within("22.198") == (step == 3));
    }
}

TEST_CASE("softmax: at the upper right there is room for the menu") {
    Shown view("softmax", "", 960);
    settle(view);
    LabelPainter painter;
    view.draw_with(painter, 960);
    const Rect corner{960 - 60, 0, 60, 60};
    for (const Rect& one : view.occupied()) CHECK_FALSE(LabelPainter::overlap(corner, one));
    for (const Label& label : painter.labels) CHECK_FALSE(LabelPainter::overlap(corner, label.box));
}

TEST_CASE("softmax: the point on the gradient's curve is dragged along T") {
    Shown view("softmax", "showSensitivity=true");
    settle(view);
    const Rect cells = view.cell_rect(index_of(view, "row"), 0, 4);
    // The one handle in the right half, level with the matrix.
    for (float y = cells.y; y < cells.y + 400; y += 4) {
        for (float x = cells.right() + 40; x < 710; x += 4) {
            if (view.grip({x, y}) != Grip::horizontal) continue;
            drag(view, {x + 2, y + 2}, {x + 80, y + 2});
            CHECK(view.state().number(index_of(view, "temperature")) > 1.5);
            CHECK(view.state().save().starts_with("temperature="));
            return;
        }
    }
    FAIL("no handle on the curve");
}

TEST_CASE("what exp comes to in float32 is said of what comes out, not of the toggle") {
    const auto words = [](const std::string& state) {
        Shown view("softmax", state + ";showFloat32=true", 960);  // narrower, lines break within these words
        LabelPainter painter;
        view.draw_with(painter, 960);
        std::string found;
        for (const char* said : {"All of it fits", "What comes out as 0 is too small", "none comes out as 0",
                                 "Too large", "Too small"}) {
            if (painter.says_within(said)) found += said;
        }
        return found;
    };
    CHECK(words("count=5") == "All of it fits");
    CHECK(words("count=2;score1=1;score2=-100;temperature=0.5") == "What comes out as 0 is too small");
    CHECK(words("subtract=true") == "none comes out as 0");
    CHECK(words("subtract=true;temperature=0.05;count=2;score1=10;score2=0") ==
          "What comes out as 0 is too small");
    CHECK(words("count=2;score1=100;score2=0") == "Too large");
    CHECK(words("count=2;score1=-100;score2=-100;temperature=0.5") == "Too small");
}

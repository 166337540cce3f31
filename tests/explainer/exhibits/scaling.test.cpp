// The scaling exhibit: the essays' rows, the gradient that goes, what a press does, stopping and going on.
#include <array>
#include <cmath>
#include <string>

#include "../helpers.h"
#include "../label_painter.h"
#include "explainer/format.h"

using namespace explainer;

namespace {

double value_of(const Description& d, std::string_view name) {
    for (const auto& [key, value, python] : d.values) {
        if (key == name) return value;
    }
    FAIL("no value called " << std::string(name));
    return 0;
}

}  // namespace

TEST_CASE("E003: the standard deviation of q·k for d_k = 64, 256, 512 is 8, 16, 22.6") {
    for (const auto& [d, deviation] : {std::pair{64, 8.0}, {256, 16.0}, {512, 22.6}}) {
        Shown view("scaling", "d=" + std::to_string(d));
        const Description all = view.describe(true);
        CHECK(value_of(all, "pairs drawn") == 20000);
        CHECK(value_of(all, "standard deviation of q·k") == doctest::Approx(deviation).epsilon(0.02));
        CHECK(value_of(all, "standard deviation of q·k ÷ √d_k") == doctest::Approx(1).epsilon(0.02));
    }
}

TEST_CASE("E003: softmax(22, −3, 1, −5) is one-hot; the same ÷ √512 is .493 .163 .195 .149") {
    Shown view("scaling", "d=512;row=0");
    const Table row = table(view.describe(), "An article's");
    const double scaled[] = {.493, .163, .195, .149};
    for (size_t j = 0; j < 4; ++j) {
        CHECK(std::fabs(number(row, j, 2) - (j == 0 ? 1 : 0)) < 1e-6);
        CHECK(std::fabs(number(row, j, 4) - scaled[j]) < 0.0005);
    }
}

TEST_CASE("E004: at d = 4096 the standard deviation is 64 raw and 1 scaled, over 20,000 pairs") {
    Shown view("scaling", "d=4096");
    const Description all = view.describe(true);
    CHECK(value_of(all, "pairs drawn") == 20000);
    CHECK(value_of(all, "standard deviation of q·k") == doctest::Approx(64).epsilon(0.02));
    CHECK(value_of(all, "standard deviation of q·k ÷ √d_k") == doctest::Approx(1).epsilon(0.02));
}

TEST_CASE(
    "scaling: all thirteen widths have all their pairs; without scaling the gradient falls off a cliff, "
    "with it as 1/√d") {
    Shown view("scaling");
    const Table curve = table(view.describe(true), "Spread against width");
    REQUIRE(curve.rows.size() == 13);
    for (size_t i = 0; i < 13; ++i) {
        const double d = std::exp2(static_cast<double>(i));
        CAPTURE(d);
        CHECK(number(curve, i, 0) == d);
        CHECK(number(curve, i, 4) == 20000);
        CHECK(number(curve, i, 2) == doctest::Approx(1).epsilon(0.04));
        // What goes into the softmax is alike at every width; q·k is √d times that.
        CHECK(number(curve, i, 6) == doctest::Approx(0.3 / std::sqrt(d)).epsilon(0.2));
        if (d >= 64) CHECK(number(curve, i, 5) < 0.7 * number(curve, i - 1, 5));
    }
    CHECK(number(curve, 6, 5) == doctest::Approx(0.118).epsilon(0.2));
    CHECK(number(curve, 12, 5) < 1e-7);
    // A few rows with two near winners keep the mean up.
    CHECK(number(curve, 12, 7) > 0.005);
}

TEST_CASE("scaling: the counts are of the pairs, and the row's weights are shares") {
    Shown view("scaling", "d=256;row=7");
    const Description d = view.describe(true);
    const Table counts = table(d, "Scores at the chosen width"), row = table(d, "Row 7");
    double sum = 0;
    for (size_t i = 0; i < counts.rows.size(); ++i) sum += number(counts, i, 4);
    CHECK(sum > 19980);  // beyond four deviations are 0.006 %
    CHECK(sum <= 20000);
    REQUIRE(row.rows.size() == 16);
    double raw = 0, scaled = 0;
    for (size_t j = 0; j < 16; ++j) {
        raw += number(row, j, 2);
        scaled += number(row, j, 4);
        CHECK(number(row, j, 3) == doctest::Approx(number(row, j, 1) / 16).epsilon(1e-5));
    }
    CHECK(raw == doctest::Approx(1).epsilon(1e-5));
    CHECK(scaled == doctest::Approx(1).epsilon(1e-5));
}

TEST_CASE("scaling: stop stops, go on goes on to the same end") {
    Shown whole("scaling", "seed=5"), view("scaling", "seed=5");
    view.advance(0.5f);
    const int stop = index_of(view, "stop"), go_on = index_of(view, "goOn");
    CHECK(view.active(stop));
    CHECK(!view.active(go_on));
    view.act(stop);
    CHECK(!view.active(stop));
    CHECK(view.active(go_on));
    CHECK(!view.advance(1));
    const Table before = table(view.describe(), "Spread against width");
    CHECK(number(before, 12, 4) < 20000);
    view.act(go_on);
    CHECK(view.advance(1));
    const Table after = table(view.describe(true), "Spread against width"),
                straight = table(whole.describe(true), "Spread against width");
    for (size_t i = 0; i < 13; ++i) {
        for (size_t column = 0; column < 8; ++column)
            CHECK(number(after, i, column) == number(straight, i, column));
    }
    // Another state is drawn to its end, whatever was stopped.
    view.act(stop);
    REQUIRE(!view.restore("seed=6"));
    CHECK(quantity(table(view.describe(true), "Chosen width"), "pairs drawn") == 20000);
}

TEST_CASE(
    "scaling: the slider goes to powers of two; buttons draw anew and take the next row; a bar chooses its "
    "key") {
    Shown view("scaling");
    settle(view);
    const Rect slider = view.parameter_rect(index_of(view, "d"));
    drag(view, slider.centre(), {slider.right() + 50, slider.centre().y + 30});
    CHECK(view.state().save() == "d=4096");
    click(view, {slider.x + 24, slider.centre().y});
    CHECK(view.state().save() == "d=1");
    REQUIRE(!view.restore(""));
    settle(view);
    const Rect draw = view.parameter_rect(index_of(view, "seed")),
               row = view.parameter_rect(index_of(view, "row")),
               keys = view.parameter_rect(index_of(view, "key"));
    click(view, {draw.x + 20, draw.centre().y});
    CHECK(view.state().save() == "seed=2");
    click(view, row.centre());
    CHECK(view.state().save() == "seed=2;row=2");
    click(view, {keys.x + keys.width * 2.5f / 16, keys.centre().y});
    CHECK(view.state().save() == "seed=2;row=2;key=3");
}

TEST_CASE(
    "scaling: its gradient is the softmax exhibit's, of the weights by q·k, with the division and without") {
    // The article's row, undivided and divided by √512; the other exhibit divides by its T.
    const Description here = Shown("scaling", "d=512;row=0").describe();
    const Description there = Shown("softmax", "count=4;score1=22;score2=-3;score3=1;score4=-5").describe();
    CHECK(value_of(here, "gradient of the row without scaling") ==
          doctest::Approx(value_of(there, "gradient")).epsilon(1e-4));
    // and by hand: what a nudge of a ten-thousandth to each score does to the weights
    const double root = std::sqrt(512.0), scale[] = {22, -3, 1, -5};
    const auto weights = [&](int moved, double by) {
        std::array<double, 4> out{};
        double sum = 0;
        for (int j = 0; j < 4; ++j)
            sum += out[static_cast<size_t>(j)] = std::exp((scale[j] + (j == moved ? by : 0)) / root);
        for (double& one : out) one /= sum;
        return out;
    };
    double squares = 0;
    for (int i = 0; i < 4; ++i) {
        const auto up = weights(i, 1e-4), down = weights(i, -1e-4);
        for (size_t j = 0; j < 4; ++j) squares += std::pow((up[j] - down[j]) / 2e-4, 2);
    }
    CHECK(value_of(here, "gradient of the row with scaling") ==
          doctest::Approx(std::sqrt(squares)).epsilon(1e-3));
}

TEST_CASE("scaling: both lines of the spread are named once all is counted, whatever width is chosen") {
    Shown view("scaling");
    settle(view);
    for (int d = 1; d <= 4096; d *= 2) {
        view.set(index_of(view, "d"), d);
        settle(view);
        for (const float width : {320.0f, 360.0f, 768.0f, 960.0f}) {
            CAPTURE(d);
            CAPTURE(width);
            const std::string drawn = seen(view, width);
            for (const char* name : {"q·k grows as", "÷ √dₖ stays at 1"})
                CHECK_MESSAGE(drawn.find(name) != std::string::npos, std::string(name));
        }
    }
}

TEST_CASE("scaling: the row is among the named numbers") {
    Shown view("scaling", "d=512;row=0");
    const Description all = view.describe();
    CHECK(value_of(all, "weight of the chosen key without scaling") == doctest::Approx(1));
    CHECK(value_of(all, "weight of the chosen key with scaling") == doctest::Approx(0.493).epsilon(0.001));
    CHECK(value_of(all, "effective number of keys with scaling") > 3);
    CHECK(value_of(all, "gradient of the row without scaling") < 1e-8);
    CHECK(view.numpy().find("[22, -3, 1, -5]") != std::string::npos);
    Shown other("scaling", "row=3;key=5");
    CHECK(value_of(other.describe(), "weight of the chosen key without scaling") ==
          number(table(other.describe(), "Row 3"), 4, 2));
}

TEST_CASE("scaling: numbers are as fine as the draws make them, and the chosen width's are all there") {
    for (const float width : {960.0f, 768.0f, 752.0f, 360.0f, 320.0f}) {
        CAPTURE(width);
        Shown view("scaling", "d=512", width);
        static_cast<void>(view.describe(true));
        const double raw = value_of(view.describe(), "standard deviation of q·k"),
                     scaled = value_of(view.describe(), "gradient with scaling");
        LabelPainter painter;
        view.draw_with(painter, width);
        CHECK(painter.says(fixed(raw, 1)));
        CHECK(!painter.says(fixed(raw, 3)));
        CHECK(painter.says_within(" " + fixed(scaled, 3)));
        CHECK(painter.says_within("∂α/∂(q·k)"));
        CHECK(painter.says_within("about 10⁻³"));
    }
    // Four weights at a glance, and no line that begins with a comma.
    Shown row("scaling", "d=512;row=0", 320);
    LabelPainter painter;
    row.draw_with(painter, 320);
    for (const char* share : {"49.3", "16.3", "19.5", "14.9"}) CHECK(painter.says_within(share));
    for (const Label& label : painter.labels) CHECK(!label.text.starts_with(", "));
}

TEST_CASE("scaling: a point of a plot tells its width's progress, and a press chooses it") {
    Shown view("scaling");
    settle(view);
    const Rect slider = view.parameter_rect(index_of(view, "d"));
    // The points of 4096 stand under the slider's end; the plot is below it.
    const Point at{slider.right() - 18, slider.bottom() + 175};
    view.pointer(Pointer::move, at, false);
    settle(view);
    CHECK(seen(view, 720).find("4096: 20,000 of 20,000 pairs") != std::string::npos);
    click(view, at);
    CHECK(view.state().save() == "d=4096");
}

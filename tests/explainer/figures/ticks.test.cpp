// Ticks: round, apart at any length, and some at any scale.
#include "explainer/figures/ticks.h"

#include "../../seed.h"
#include "explainer/figures/text.h"
#include "widths.h"

using namespace explainer;
using figures::Axis;

namespace {

std::vector<std::string> labels(const Axis& axis, float length) {
    std::vector<std::string> out;
    for (const figures::Tick& tick : figures::ticks(axis, length, caption)) out.push_back(tick.label);
    return out;
}

using Labels = std::vector<std::string>;

}  // namespace

TEST_CASE("ticks are round numbers with as many digits as their step needs") {
    const View with_fonts(*exhibits().front());
    CHECK(labels({0, 1}, 400) == Labels{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"});
    CHECK(labels({-2, 2}, 400) == Labels{"−2", "−1", "0", "1", "2"});
    CHECK(labels({1, 4096, true, 2}, 2000).size() == 13);
    CHECK(labels({1e-9, 1, true}, 400).front() == "10⁻⁹");
    CHECK(labels({0.05, 20, true}, 600) == Labels{"0.05", "0.1", "0.2", "0.5", "1", "2", "5", "10", "20"});
    CHECK(labels({0, 10, false, 10, {0, 2.5, 10}}, 400) == Labels{"0.0", "2.5", "10.0"});
    CHECK(labels({2, 2}, 400).empty());
    CHECK(labels({0, 1, true}, 400).empty());  // a logarithmic axis has no 0
}

TEST_CASE("labels of ticks never touch, whatever the scale and the length") {
    const View with_fonts(*exhibits().front());
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> exponent(-12, 12), real(-1, 1);
    std::uniform_real_distribution<float> length(20, 1400);
    for (int i = 0; i < 3000; ++i) {
        Axis axis;
        axis.logarithmic = i % 2 == 1;
        axis.base = i % 4 == 1 ? 2 : 10;
        axis.from =
            axis.logarithmic ? std::pow(10, exponent(random)) : real(random) * std::pow(10, exponent(random));
        axis.to = axis.logarithmic ? axis.from * std::pow(10, std::fabs(exponent(random)))
                                   : axis.from + std::pow(10, exponent(random));
        const float pixels = length(random);
        CAPTURE(axis.from);
        CAPTURE(axis.to);
        CAPTURE(axis.logarithmic);
        CAPTURE(axis.base);
        CAPTURE(pixels);
        float end = -1e9f;
        for (const figures::Tick& tick : figures::ticks(axis, pixels, caption)) {
            const float half = fonts::width(caption, tick.label) / 2;
            const float middle = figures::tick_middle(axis, tick, pixels, caption, 0);
            CHECK(axis.place(tick.value) > -1e-6);
            CHECK(axis.place(tick.value) < 1 + 1e-6);
            CHECK(middle - half >= end);
            CHECK(fonts::width(caption, tick.label) < 80);
            end = middle + half;
        }
        float before = -1e9f;
        for (const figures::Tick& tick : figures::ticks(axis, pixels, caption, false)) {
            const float at = static_cast<float>(axis.place(tick.value)) * pixels;
            CHECK(at - before >= fonts::line_height(caption) - 0.01f);
            before = at;
        }
    }
}

TEST_CASE("a number that does not fit is shortened, and a text is cut") {
    const View with_fonts(*exhibits().front());
    CHECK(figures::fitting(0.123456, 3, body, 200) == "0.123");
    CHECK(figures::fitting(123456.789, 3, body, 52) == "123457");
    CHECK(figures::fitting(1e30, 2, body, 64) == "1.00·10³⁰");
    for (const double value : extreme_values) {
        for (const float width : {8.0f, 24.0f, 40.0f, 80.0f}) {
            CHECK(fonts::width(body, figures::fitting(value, 3, body, width)) <= width);
        }
    }
    CHECK(figures::shortened(body, "a long sentence", 60).ends_with("…"));
    CHECK(figures::shortened(body, "ααααααααα", 30).ends_with("…"));
    CHECK(figures::shortened(body, "short", 100) == "short");
}

TEST_CASE("round axes hold their values") {
    for (const auto& [low, high] :
         {std::pair{0.0, 8.2}, {-3.1, 7.4}, {5.0, 5.0}, {0.0, 0.0}, {1e-9, 3e-9}, {-1e30, 1e30}}) {
        const Axis axis = figures::round_axis(low, high);
        CHECK(axis.from <= low + 1e-9 * std::fabs(low));
        CHECK(axis.to >= high * (1 - 1e-9));
        CHECK(axis.from < axis.to);
    }
}

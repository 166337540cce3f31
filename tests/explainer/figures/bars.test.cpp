// Lying and upright bars: where they end, what the hand on a pill and on a row answers, at every width.
#include "explainer/figures/bars.h"

#include "explainer/vector_of.h"
#include "widths.h"

using namespace explainer;
using figures::Bar;
using figures::ChartColumn;

namespace {

std::vector<Bar> five(const Theme& theme) {
    return vector_of(Bar{{"x₁", theme.ink}, 0.271, theme.query, "27.1 %"},
                     Bar{{"x₂", theme.ink}, 0.04, theme.query, "4.0 %"},
                     Bar{{"a word that is long", theme.ink}, 0.545, theme.query, "54.5 %"},
                     Bar{{"x₄", theme.ink}, 0.009, theme.query, "0.9 %"},
                     Bar{{"x₅", theme.ink}, 0.134, theme.query, "13.4 %"});
}

}  // namespace

TEST_CASE("bars keep within their place, their texts apart, at every width") {
    Sheet plain({}, [](Ui& ui) {
        return figures::bars({.id = "a", .ticks = true, .selected = 2}, five(ui.theme()));
    });
    check_all_widths(plain);
    Sheet empty({}, [](Ui&) { return figures::bars({.id = "a", .ticks = true}, {}); });
    check_all_widths(empty, 4);
    Sheet wild({}, [](Ui& ui) {
        std::vector<Bar> bars;
        for (const double value : extreme_values)
            bars.push_back(
                {{"a label so long that it has to be cut somewhere", ui.theme().key}, value, ui.theme().key});
        for (Bar& bar : bars) bar.dragged = [](double) {};
        return figures::bars(
            {.id = "a", .scale = {-3, 3}, .ticks = true, .pointing = {[](int) {}, [](int) {}}},
            std::move(bars));
    });
    check_all_widths(wild, 2);
    Sheet many({}, [](Ui& ui) {
        std::vector<Bar> bars;
        for (int i = 0; i < 200; ++i)
            bars.push_back({{std::to_string(i), ui.theme().ink}, i / 200.0, ui.theme().value});
        return figures::bars({.id = "a", .row = 20, .thickness = 8}, std::move(bars));
    });
    check_all_widths(many, 16);
}

TEST_CASE("upright bars keep within their place, their texts apart, at every width") {
    for (const int count : {0, 1, 3, 16, 300}) {
        for (const bool twofold : {false, true}) {
            CAPTURE(count);
            CAPTURE(twofold);
            Sheet sheet({}, [=](Ui& ui) {
                std::vector<ChartColumn> bars;
                for (int i = 0; i < count; ++i) {
                    const double value = count == 300 ? extreme_values[i % 10] : i - 2;
                    bars.push_back(
                        {value, ui.theme().query, std::to_string(i + 1), "", -value, ui.theme().key});
                }
                return figures::column_chart(
                    {.id = "u", .depth = 40, .twofold = twofold, .selected = count - 1}, std::move(bars));
            });
            check_all_widths(sheet, count == 300 ? 16 : 4);
        }
    }
}

TEST_CASE(
    "a pill is dragged at the distance at which it was taken, to the ends of the scale and no further") {
    double value = 0.5;
    int calls = 0;
    Sheet sheet({}, [&](Ui& ui) {
        return figures::bars({.id = "b", .scale = {0, 2}, .label_width = 0, .value_width = 0},
                             vector_of(Bar{{"", ui.theme().ink}, value, ui.theme().query, "", [&](double to) {
                                               value = to;
                                               ++calls;
                                           }}));
    });
    // The bar is 720 − 2 × 16 = 688 pixels long for a scale of 2; its end stands at a quarter.
    const float y = Sheet::margin + 22, end = Sheet::margin + 688 / 4.0f;
    press(sheet.view(), {end + 10, y});
    CHECK(sheet.view().cursor() == "ew-resize");
    CHECK(value == doctest::Approx(0.5));  // a press alone moves nothing
    sheet.view().pointer(Pointer::move, {end + 10 + 172, y}, false);
    settle(sheet.view());
    CHECK(value == doctest::Approx(1.0));
    sheet.view().pointer(Pointer::move, {5000, y}, false);
    settle(sheet.view());
    CHECK(value == doctest::Approx(2.0));
    sheet.view().pointer(Pointer::move, {-5000, y}, false);
    settle(sheet.view());
    CHECK(value == doctest::Approx(0.0));
    release(sheet.view(), {-5000, y});
    CHECK(calls >= 3);
}

TEST_CASE("a pill moves its parameter, in its steps") {
    Sheet sheet({{.name = "share", .label = "share", .help = "", .step = 0.25, .initial = 0.5}}, [](Ui& ui) {
        return figures::bars(
            {.id = "b", .label_width = 0, .value_width = 0},
            vector_of(Bar{{"", ui.theme().ink}, ui.state().number(0), ui.theme().query, "", nullptr, 0}));
    });
    const float y = Sheet::margin + 22;
    drag(sheet.view(), {Sheet::margin + 344, y}, {Sheet::margin + 344 + 160, y});
    CHECK(sheet.number(0) == doctest::Approx(0.75));
    CHECK(sheet.view().take_changed());
    CHECK(sheet.view().parameter_rect(0).height == 44);
}

TEST_CASE("rows and columns answer the pointer") {
    int hovered = -1, pressed = -1;
    const auto pointing = [&] {
        return figures::Pointing{[&](int i) { hovered = i; }, [&](int i) { pressed = i; }};
    };
    Sheet rows({},
               [&](Ui& ui) { return figures::bars({.id = "b", .pointing = pointing()}, five(ui.theme())); });
    rows.view().pointer(Pointer::move, {100, Sheet::margin + 3 * 44 + 22}, false);
    settle(rows.view());
    CHECK(hovered == 3);
    CHECK(pressed == -1);
    press(rows.view(), {100, Sheet::margin + 44 + 22});
    release(rows.view(), {100, Sheet::margin + 44 + 22});
    CHECK(pressed == 1);
    hovered = pressed = -1;
    Sheet columns({}, [&](Ui& ui) {
        return figures::column_chart({.id = "u", .pointing = pointing()},
                                     {{1, ui.theme().query}, {2, ui.theme().query}});
    });
    press(columns.view(), {Sheet::margin + 500, 60});
    release(columns.view(), {Sheet::margin + 500, 60});
    CHECK(hovered == 1);
    CHECK(pressed == 1);
}

TEST_CASE("what is beyond the scale, infinite or not a number is said by the number and by the bar's shape") {
    Sheet sheet({}, [](Ui& ui) {
        const Color color = ui.theme().query;
        return figures::bars({.id = "b"}, vector_of(Bar{{"a", color}, extreme_values[7], color},
                                                    Bar{{"b", color}, extreme_values[8], color},
                                                    Bar{{"c", color}, 1e30, color}));
    });
    const auto [painter, height] = sheet.drawn(720);
    CHECK(painter.says("–"));
    CHECK(painter.says("∞"));
    CHECK(painter.says("1.00·10³⁰"));
}

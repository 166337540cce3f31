// Plots: everything in its place at every width, what cannot be shown said, markers and points that answer.
#include "explainer/figures/plot.h"

#include "widths.h"

using namespace explainer;
using figures::PlotLook;
using figures::Series;

namespace {

PlotLook look_of(const char* id) {
    PlotLook look;
    look.id = id;
    return look;
}

PlotLook full(const Theme& t, bool logarithmic, bool wild) {
    Series one{.name = "materialised, all of it at once",
               .color = t.wrong,
               .mark = figures::Mark::disc,
               .selected = 5,
               .end = "n²"};
    Series two{.name = "streaming",
               .color = t.query,
               .mark = figures::Mark::hollow_square,
               .dashes = true,
               .selected = 5,
               .end = "n(d + 2)"};
    for (int i = 0; i < 20; ++i) {
        const double x = logarithmic ? std::pow(2, i) : i;
        for (Series* series : {&one, &two}) series->x.push_back(wild ? extreme_values[i % 10] : x);
        one.y.push_back(wild ? extreme_values[(i * 3) % 10] : x * (logarithmic ? x : 1));
        two.y.push_back(wild ? extreme_values[(i * 7) % 10] : x);
        two.low.push_back(two.y.back() / 2);
        two.high.push_back(two.y.back() * 2);
    }
    PlotLook look;
    look.id = "p";
    look.x = {1, 5e5, logarithmic};
    look.y = {1, 1e11, logarithmic};
    look.x_name = "tokens n";
    look.y_name = "memory held while computing";
    if (!logarithmic) look.x = {-1, 20}, look.y = {-5, 25};
    two.end_color = t.ink;
    look.series = {one, two};
    look.span = {wild ? extreme_values[8] : 7, 2, wild ? extreme_values[7] : 1e6, t.ink};
    look.histograms = {{"counts", t.key, {0, 1, 2, 5, 10}, {1, wild ? extreme_values[7] : 3, 2, 9}}};
    look.normals = {{5, 2, 9, t.ink}, {wild ? extreme_values[8] : 0, 0, 1, t.ink}};
    look.markers.push_back({.x = 6, .color = t.ink, .dragged = [](double) {}});
    look.markers.push_back({.x = wild ? extreme_values[7] : 8, .color = t.key});
    look.notes = {{4, 5, {"a note of some length", t.ink}},
                  {4, 5, {"another note there", t.ink}},
                  {1e9, 5, {"far away", t.ink}}};
    look.strokes = {{{1, 2, 3.5, wild ? extreme_values[8] : 7}, t.ink, 1}};
    return look;
}

}  // namespace

TEST_CASE("plots keep within their place, their texts apart, at every width") {
    for (const bool logarithmic : {false, true}) {
        for (const bool wild : {false, true}) {
            CAPTURE(logarithmic);
            CAPTURE(wild);
            Sheet sheet({}, [=](Ui& ui) { return figures::plot(full(ui.theme(), logarithmic, wild)); });
            check_all_widths(sheet, 2);
        }
    }
    Sheet empty({}, [](Ui&) { return figures::plot(look_of("p")); });
    check_all_widths(empty, 8);
    Sheet many({}, [](Ui& ui) {
        PlotLook look;
        look.id = "p";
        for (int i = 0; i < 30; ++i)
            look.series.push_back({.name = "series " + std::to_string(i),
                                   .color = ui.theme().ink,
                                   .x = {0, 1},
                                   .y = {i / 30.0, 0.5},
                                   .end = "end " + std::to_string(i)});
        return figures::plot(std::move(look));
    });
    check_all_widths(many, 8);
}

TEST_CASE("what a plot cannot show is counted in words; a plot without values says so") {
    Sheet sheet({}, [](Ui& ui) {
        Series series{.color = ui.theme().ink, .x = {1, 10, 100, 0}, .y = {1, 0, extreme_values[7], 1}};
        figures::PlotLook look = look_of("p");
        look.x = {1, 1000, true};
        look.y = {0.1, 10, true};
        look.series = {series};
        return figures::plot(std::move(look));
    });
    CHECK(sheet.drawn(720).first.says("3 values cannot be shown"));
    CHECK(!sheet.drawn(720).first.says("nothing to show yet"));
    Sheet none({}, [](Ui& ui) {
        PlotLook look = look_of("p");
        look.series = {{.color = ui.theme().ink, .x = {0.5}, .y = {extreme_values[7]}}};
        return figures::plot(std::move(look));
    });
    CHECK(none.drawn(720).first.says("nothing to show yet"));
    CHECK(none.drawn(720).first.says("1 value cannot be shown"));
}

TEST_CASE("a marker is dragged along its axis and moves its parameter, also on a logarithmic one") {
    Sheet sheet(
        {{.name = "n",
          .label = "n",
          .help = "",
          .kind = Kind::integer,
          .minimum = 1,
          .maximum = 4096,
          .step = 1,
          .initial = 64,
          .logarithmic = true}},
        [](Ui& ui) {
            PlotLook look;
            look.id = "p";
            look.x = {1, 4096, true, 2};
            look.y = {1, 1};  // no ticks at the left: the plot is as wide as the sheet
            look.markers.push_back({.x = ui.state().number(0), .color = ui.theme().ink, .parameter = 0});
            return figures::plot(std::move(look));
        });
    const float y = Sheet::margin + 22 + 240;
    drag(sheet.view(), {Sheet::margin + 344 - 5, y + 10},
         {Sheet::margin + 344 - 5 + 688 / 12.0f * 3, y + 10});
    CHECK(sheet.number(0) == doctest::Approx(512).epsilon(0.02));
    drag(sheet.view(), {Sheet::margin + 344 + 688 / 4.0f, y}, {-3000, y});
    CHECK(sheet.number(0) == 1);
    CHECK(sheet.view().take_changed());
}

TEST_CASE("the nearest point answers the pointer, and is read off") {
    int hovered[2] = {-1, -1}, pressed[2] = {-1, -1};
    Sheet sheet({}, [&](Ui& ui) {
        PlotLook look;
        look.id = "p";
        look.x = {0, 4};
        look.y = {1, 1};
        look.y = {0, 10};
        look.y.ticks = {-100};  // none within: the plot is as wide as the sheet
        look.series = {{.name = "a", .color = ui.theme().ink, .x = {0, 1, 2, 3}, .y = {1, 2, 3, 4}},
                       {.name = "b", .color = ui.theme().key, .x = {0, 1, 2, 3}, .y = {9, 8, 7, 6}}};
        look.hovered = [&](int s, int i) { hovered[0] = s, hovered[1] = i; };
        look.pressed = [&](int s, int i) { pressed[0] = s, pressed[1] = i; };
        return figures::plot(std::move(look));
    });
    const Point near_b2{Sheet::margin + 344 + 9, Sheet::margin + 22 + 240 * 0.35f};
    sheet.view().pointer(Pointer::move, near_b2, false);
    settle(sheet.view());
    CHECK(hovered[0] == 1);
    CHECK(hovered[1] == 2);
    CHECK(pressed[0] == -1);
    press(sheet.view(), {Sheet::margin + 4, Sheet::margin + 22 + 200});
    release(sheet.view(), {Sheet::margin + 4, Sheet::margin + 22 + 200});
    CHECK(pressed[0] == 0);
    CHECK(pressed[1] == 0);
}

TEST_CASE("where the reading is shown elsewhere, the nearest point still answers") {
    for (const bool reading : {true, false}) {
        int hovered = -1;
        Sheet sheet({}, [&hovered, reading](Ui& ui) {
            PlotLook look;
            look.id = "p";
            look.x = {0, 4};
            look.y = {0, 10};
            look.legend = false;
            look.reading = reading;
            look.series = {{.name = "the only one", .color = ui.theme().ink, .x = {0, 1, 2}, .y = {1, 2, 3}}};
            look.hovered = [&hovered](int, int point) { hovered = point; };
            return figures::plot(std::move(look));
        });
        sheet.view().pointer(Pointer::move, {360, Sheet::margin + 22 + 150}, false);
        settle(sheet.view());
        CHECK(hovered == 2);
    }
}

TEST_CASE(
    "a double arrow stands beside its place, on the other side where the plot ends, and not where it is "
    "short") {
    const auto arrows = [](double x, double to) {
        Sheet sheet({}, [x, to](Ui& ui) {
            PlotLook look;
            look.id = "p";
            look.x = {0, 10};
            look.y = {0, 10};
            look.x.ticks = look.y.ticks = {-100};  // no others strokes than the axis
            look.legend = false;
            look.series = {{.color = ui.theme().ink, .x = {5}, .y = {5}}};
            look.span = {x, 2, to, ui.theme().key};
            return figures::plot(std::move(look));
        });
        std::vector<float> at;
        for (const Rect& stroke : sheet.drawn(720).first.strokes) {
            if (stroke.height > 40 && stroke.width < 12) at.push_back(stroke.centre().x - Sheet::margin);
        }
        return at;
    };
    for (const float x : arrows(5, 8)) CHECK(x == doctest::Approx(344 + 14).epsilon(0.02));
    CHECK(arrows(5, 8).size() == 2);
    for (const float x : arrows(10, 8)) CHECK(x == doctest::Approx(688 - 14).epsilon(0.02));
    CHECK(arrows(10, 8).size() == 2);
    CHECK(arrows(5, 2.2).empty());
}

TEST_CASE(
    "the number of a selected point is beside its line's first point, and off the names at lines' ends") {
    for (const int selected : {0, 3}) {
        Sheet sheet({}, [selected](Ui& ui) {
            PlotLook look;
            look.id = "p";
            look.x = {-0.5, 3};
            look.y = {0, 10};
            look.y_decimals = 0;
            Series one{.color = ui.theme().ink, .x = {0, 1, 2, 3}, .y = {5, 5, 5, 5}};
            one.selected = selected;
            one.end = "as it was";
            look.series = {one};
            return figures::plot(std::move(look));
        });
        const LabelPainter painter = sheet.drawn(500).first;
        CHECK(painter.collision() == "");
        for (const Label& label : painter.labels) {
            if (label.text != "5") continue;
            const bool is_tick = label.box.x < Sheet::margin + 20;
            if (!is_tick && selected == 0) CHECK(label.box.x > Sheet::margin + 80);
        }
    }
}

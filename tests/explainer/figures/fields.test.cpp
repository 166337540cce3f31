// Numbers to be changed where they stand: fields, steppers, and the rows of a table that choose.
#include "explainer/figures/controls.h"
#include "explainer/figures/plane.h"
#include "explainer/figures/table.h"
#include "widths.h"

using namespace explainer;

namespace {

constexpr double cells[] = {1, -2};
constexpr std::array matrix_default = {MatrixDefault{1, 2, cells}};

std::vector<Parameter> fields() {
    return {
        {.name = "x", .label = "x", .help = "", .minimum = -4, .maximum = 4, .initial = 2},
        {.name = "m",
         .label = "m",
         .help = "",
         .kind = Kind::matrix,
         .minimum = -4,
         .maximum = 4,
         .matrices = matrix_default},
        {.name = "n",
         .label = "keys",
         .help = "",
         .kind = Kind::integer,
         .minimum = 1,
         .maximum = 3,
         .step = 1,
         .initial = 2},
    };
}

}  // namespace

TEST_CASE("a number field is scrubbed sideways by steps, and a press asks for its native control") {
    Sheet sheet(fields(), [](Ui&) {
        return figures::drawing({64, 44, 0}, [](Ui& ui, Rect rect) {
            figures::number_field(ui, 0, {rect.x, rect.y, 64, 44}, ui.theme().query);
        });
    });
    View& view = sheet.view();
    const Point at = view.parameter_rect(0).centre();
    CHECK(view.grip(at) == Grip::horizontal);
    drag(view, at, at + Point{-15, 0});
    CHECK(sheet.number(0) == doctest::Approx(1.5));
    CHECK(!view.take_focus_request());
    drag(view, at, at + Point{900, 0});
    CHECK(sheet.number(0) == 4);
    click(view, at);
    REQUIRE(view.take_focus_request());
    sheet.check(720);
}

TEST_CASE("a field of a matrix's cell does the same, in every type") {
    Sheet sheet(fields(), [](Ui&) {
        return figures::drawing({64, 44, 0}, [](Ui& ui, Rect rect) {
            figures::number_field(ui, 1, 0, 1, {rect.x, rect.y, 64, 44}, ui.theme().value, true, caption);
        });
    });
    View& view = sheet.view();
    const Point at = view.cell_rect(1, 0, 1).centre();
    drag(view, at, at + Point{30, 0});
    CHECK(view.state().matrix(1).at(0, 1) == doctest::Approx(-1));
    click(view, at);
    const std::optional<FocusRequest> request = view.take_focus_request();
    REQUIRE(request);
    CHECK(request->cell == MatrixCell{0, 1});
    sheet.check(320);
}

TEST_CASE("a stepper goes one step a press, and no further than its ends") {
    Sheet sheet(fields(), [](Ui& ui) { return figures::stepper(ui, 2); });
    View& view = sheet.view();
    const Rect rect = view.parameter_rect(2);
    const Point less{rect.x + 22, rect.centre().y}, more{rect.right() - 22, rect.centre().y};
    for (const double expected : {3.0, 3.0}) {
        click(view, more);
        CHECK(sheet.number(2) == expected);
    }
    for (const double expected : {2.0, 1.0, 1.0}) {
        click(view, less);
        CHECK(sheet.number(2) == expected);
    }
    sheet.check_widths();
}

TEST_CASE("a tick turns its toggle, is its native control's place, and tells that it was pressed") {
    int presses = 0;
    Sheet sheet({{.name = "keep", .label = "keep", .help = "", .kind = Kind::toggle, .initial = 1}},
                [&presses](Ui&) {
                    return figures::drawing(figures::Size{44, 44, 0}, [&presses](Ui& ui, Rect rect) {
                        presses += figures::tick(ui, 0, rect, ui.theme().value).clicked ? 1 : 0;
                    });
                });
    CHECK(sheet.view().parameter_rect(0).height == 44);
    click(sheet.view(), {38, 38});
    CHECK(sheet.number(0) == 0);
    CHECK(presses == 1);
    click(sheet.view(), {38, 38});
    CHECK(sheet.number(0) == 1);
    sheet.check(320);
}

TEST_CASE("a button that is no parameter's does what its hearer says") {
    Sheet sheet(fields(), [](Ui&) {
        return figures::button("to the end", "to the end", [](Ui& ui) { ui.step(2, 3); });
    });
    click(sheet.view(), {40, 38});
    CHECK(sheet.number(2) == 3);
    sheet.check(320);
}

TEST_CASE("rows of a table choose an integer; live cells answer before their row does") {
    for (const bool live : {false, true}) {
        CAPTURE(live);
        Sheet sheet(fields(), [live](Ui& ui) {
            const Theme& t = ui.theme();
            std::vector<figures::TableRow> rows;
            for (int i = 0; i < 4; ++i) {
                figures::Block field = figures::drawing({64, 44, 0}, [i](Ui& with, Rect rect) {
                    if (i == 0) figures::number_field(with, 0, {rect.x, rect.y, 64, 44}, with.theme().query);
                });
                rows.emplace_back()
                    .add("row", t.ink)
                    .add(std::move(field))
                    .add(figures::signed_bar_cell("b" + std::to_string(i), 0.5 * i - 1, t.key, 44));
            }
            return figures::table({.id = "t", .row_height = 44, .parameter = 2, .live_cells = live},
                                  {{"", t.ink, Align::left},
                                   {"", t.ink, Align::left},
                                   {"", t.ink, Align::left, figures::share()}},
                                  std::move(rows));
        });
        View& view = sheet.view();
        const Rect second = view.parameter_rect(2);
        click(view, {second.x + 5, second.centre().y + 44});
        CHECK(sheet.number(2) == 3);
        click(view, {second.x + 5, second.centre().y + 88});  // a row beyond the integer's range
        CHECK(sheet.number(2) == 3);
        click(view, {second.x + 5, second.centre().y - 44});
        CHECK(sheet.number(2) == 1);
        const Point field = view.parameter_rect(0).centre();
        CHECK(view.grip(field) == (live ? Grip::horizontal : Grip::press));
        view.focus_parameter(2);
        settle(view);
        sheet.check_widths();
    }
}

TEST_CASE("signed bars of any value stay in their cells") {
    double share = 0;
    Sheet sheet({}, [&share](Ui& ui) { return figures::signed_bar_cell("bar", share, ui.theme().key, 44); });
    for (const double value : extreme_values) {
        share = value;
        sheet.check(320);
    }
}

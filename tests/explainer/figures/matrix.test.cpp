// Matrices: every shape and value at every width, what is pointed at and pressed, scrolling in the frame.
#include "explainer/figures/matrix.h"

#include <random>

#include "../../seed.h"
#include "explainer/figures/matrix_cells.h"
#include "watched_matrix.h"

using namespace explainer;
using namespace explainer::watched_matrix;

TEST_CASE("a matrix of any shape, look and value stays in its place, and no number lies on another") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const auto one_of = [&](auto... options) {
        const std::array list = {options...};
        return list[random() % list.size()];
    };
    for (int round = 0; round < 60; ++round) {
        const int rows = one_of(1, 2, 3, 4, 7, 16, 64), cols = one_of(1, 2, 3, 4, 7, 8, 16, 64);
        std::vector<float> values(static_cast<size_t>(rows * cols));
        for (float& value : values) {
            value = one_of(0.0f, 1.0f, -1.0f, 0.123456f, -0.5f, not_a_number, infinity, -infinity, 1e30f,
                           -1e30f, 1e-30f, 12345.678f, -999.95f, std::numeric_limits<float>::denorm_min());
        }
        MatrixLook look = look_of(values, rows, cols);
        look.cells.decimals = one_of(0, 1, 3);
        look.cells.leading_zero = one_of(true, false);
        look.cells.ground = one_of(Ground::none, Ground::tint, Ground::heat);
        look.cells.is_signed = one_of(true, false);
        look.frame.brackets = one_of(true, false);
        look.frame.line = one_of(true, false);
        look.frame.legend = one_of(true, false);
        look.frame.legend_name = one_of("", "weight");
        look.size.fill = one_of(true, false);
        look.size.square = one_of(true, false);
        look.marks.mask_border = one_of(true, false);
        look.marks.fade_others = one_of(true, false);
        look.frame.title = one_of("", "W", "output");
        look.frame.subscript = one_of("", "Q");
        look.frame.note =
            one_of("", "one row a word", "a note that is too long for a phone, so that it has to break");
        look.frame.title_place = one_of(TitlePlace::above, TitlePlace::below, TitlePlace::left);
        const std::string label =
            one_of("w", "word", "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk");
        if (one_of(true, false)) look.frame.row_labels = {names(rows, label), look.cells.color};
        if (one_of(true, false)) look.frame.col_labels = {names(cols, label), look.cells.color};
        if (one_of(true, false))
            look.cells.small = [](int i, int j) { return std::to_string(i) + " → " + std::to_string(j); };
        look.marks.selected = {one_of(-1, 0, rows - 1), one_of(-1, 0, cols - 1)};
        look.marks.selected_row = one_of(-1, 0, rows - 1);
        look.marks.linked_col = one_of(-1, 0, cols - 1);
        look.marks.pointed = {one_of(-1, rows / 2), one_of(-1, cols / 2)};
        look.marks.rings = {{0, 0}, {rows - 1, cols - 1}};
        look.marks.reached = one_of(-1, 0, rows * cols / 2);
        look.size.height = one_of(0.0f, 300.0f);
        look.size.cell_height = one_of(0.0f, 44.0f);
        look.size.cell_width = one_of(0.0f, 60.0f);
        look.size.least = one_of(24.0f, 5.0f);
        CAPTURE(round);
        CAPTURE(rows);
        CAPTURE(cols);
        Watched shown(std::move(look));
        Sheet sheet(table(), shown.build());
        for (const float width : {288.0f, 289.0f, 320.0f, 360.0f, 463.0f, 555.0f, 768.0f, 1200.0f}) {
            sheet.check(width);
            // Cells in sight are large enough to be hit.
            CHECK(shown.place.cell_width >= look.size.least - 0.01f);
        }
    }
}

TEST_CASE("nothing is shown of a matrix without cells, or whose values are not there") {
    for (const int rows : {0, 3, -1}) {
        Watched shown(look_of({}, rows, 0));
        shown.look.data.cols = rows == 3 ? 3 : 0;
        shown.look.frame.title = "W";
        shown.look.frame.brackets = true;
        shown.look.frame.row_labels = {names(3), light_theme().key};
        Sheet sheet(table(), shown.build());
        sheet.check_widths();
    }
}

TEST_CASE("the pointer finds every cell, and a press chooses it") {
    const std::vector<float> values(5 * 4, 0.5f);
    Watched shown(look_of(values, 5, 4));
    shown.look.hand.row_parameter = row;
    shown.look.hand.col_parameter = col;
    shown.look.frame.row_labels = {names(5), light_theme().query};
    shown.look.frame.col_labels = {names(4), light_theme().key};
    Sheet sheet(table(), shown.build());
    View& view = sheet.view();
    for (int i = 0; i < 5; ++i) {
        for (int j = 0; j < 4; ++j) {
            const Rect cell = shown.place.cell(i, j);
            for (const Point at : {Point{cell.x + 0.5f, cell.y + 0.5f}, cell.centre(),
                                   Point{cell.right() - 0.5f, cell.bottom() - 0.5f}}) {
                view.pointer(Pointer::move, at, false);
                settle(view);
                CHECK(shown.seen == Entry{i, j});
            }
            press(view, cell.centre());
            release(view, cell.centre());
            CHECK(shown.pressed == Entry{i, j});
            CHECK(sheet.number(row) == i);
            CHECK(sheet.number(col) == j);
        }
    }
    view.pointer(Pointer::move, {1, 1}, false);
    settle(view);
    CHECK(shown.seen == Entry{});
    CHECK(view.parameter_rect(row).contains(shown.place.cell(2, 2).centre()));
    // A finger taps too; a press that wanders off chooses nothing.
    press(view, shown.place.cell(0, 0).centre(), true);
    release(view, shown.place.cell(0, 0).centre(), true);
    CHECK(sheet.number(row) == 0);
    drag(view, shown.place.cell(1, 1).centre(), shown.place.cell(3, 1).centre());
    CHECK(sheet.number(row) == 0);
}

TEST_CASE("labels are pressed, and those of what is lit are bold") {
    const std::vector<float> values(9, 1.0f);
    Watched shown(look_of(values, 3, 3));
    int pressed_row = -1, pressed_col = -1;
    shown.look.frame.row_labels = {names(3, "q"), light_theme().query};
    shown.look.frame.col_labels = {names(3, "k"), light_theme().key};
    shown.look.hand.row_pressed = [&](int i) { pressed_row = i; };
    shown.look.hand.col_pressed = [&](int i) { pressed_col = i; };
    Sheet sheet(table(), shown.build());
    View& view = sheet.view();
    const Rect cell = shown.place.cell(2, 1);
    const Point left{shown.place.cells.x - 14, cell.centre().y},
        top{cell.centre().x, shown.place.cells.y - 8};
    for (const Point at : {left, top}) {
        view.pointer(Pointer::move, at, false);
        settle(view);
        CHECK(shown.seen == (at == left ? Entry{2, -1} : Entry{-1, 1}));
        press(view, at);
        release(view, at);
    }
    CHECK(pressed_row == 2);
    CHECK(pressed_col == 1);
    const auto width_of = [&](std::string_view name) {
        const auto [painter, height] = sheet.drawn(720);
        for (const Label& label : painter.labels) {
            if (label.text == name) return label.box.width;
        }
        return 0.0f;
    };
    const float plain = width_of("q2");
    shown.look.marks.pointed = {2, 0};
    CHECK(width_of("q2") != plain);
}

TEST_CASE("a matrix that is too wide scrolls in its frame, by drag, by thumb, and to what is chosen") {
    const std::vector<float> values(3 * 64, 0.25f);
    Watched shown(look_of(values, 3, 64));
    shown.look.cells.decimals = 2;
    Sheet sheet(table(), shown.build(), 320);
    View& view = sheet.view();
    CHECK(shown.place.cols < 64);
    CHECK(shown.place.first_col == 0);
    const Rect cells = shown.place.cells;
    for (const bool touch : {false, true}) {
        const Point from{cells.right() - 20, cells.centre().y}, to{cells.x + 20, cells.centre().y};
        CHECK(view.grip(from) == Grip::horizontal);
        drag(view, from, to, touch);
        CHECK(shown.place.first_col > 0);
        CHECK(shown.pressed == Entry{});
        drag(view, to, from, touch);
        CHECK(shown.place.first_col == 0);
    }
    // Beyond its end it does not go.
    for (int i = 0; i < 20; ++i)
        drag(view, {cells.right() - 20, cells.centre().y}, {cells.x, cells.centre().y});
    CHECK(shown.place.first_col + shown.place.cols == 64);
    const float thumb = cells.bottom() + 12;
    press(view, {cells.x + 1, thumb});
    release(view, {cells.x + 1, thumb});
    CHECK(shown.place.first_col == 0);
    shown.look.marks.selected = {1, 40};
    view.set(row, 1);
    settle(view);
    CHECK(shown.place.shows(1, 40));
    // And what is pressed is what is in sight there.
    const Point at = shown.place.cell(2, 41).centre();
    if (shown.place.shows(2, 41)) {
        press(view, at);
        release(view, at);
        CHECK(shown.pressed == Entry{2, 41});
    }
}

TEST_CASE("rows that do not fit a given height scroll too; the height never changes") {
    const std::vector<float> values(64 * 4, 0.25f);
    for (const int rows : {1, 3, 12, 13, 64}) {
        Watched shown(look_of(values, rows, 4));
        shown.look.size.height = 300;
        Sheet sheet(table(), shown.build());
        CHECK(sheet.view().natural_height(400) == 332);
        shown.look.marks.selected = {rows - 1, 0};
        settle(sheet.view());
        sheet.view().set(row, 1);
        settle(sheet.view());
        CHECK(shown.place.shows(rows - 1, 0));
        CHECK(shown.place.cell_height >= 24);
    }
}

TEST_CASE("matrices that are given the same cells stand in one line") {
    const std::vector<float> values(12, 1.0f);
    figures::MatrixPlace first, second;
    const auto one = [&](const char* id, int cols, figures::MatrixPlace& seen) {
        MatrixLook look = look_of(values, 3, cols);
        look.data.id = id;
        look.size.cell_height = 60;
        look.size.cell_width = 50;
        look.frame.brackets = true;
        look.frame.over = [&](Ui&, const figures::MatrixPlace& place) { seen = place; };
        return figures::matrix(std::move(look));
    };
    Sheet sheet(table(), [&](Ui&) {
        return figures::row({}, {one("wide", 4, first), one("narrow", 2, second)});
    });
    for (int i = 0; i < 3; ++i) {
        CHECK(first.row(i).y == second.row(i).y);
        CHECK(first.row(i).height == second.row(i).height);
    }
    CHECK(first.cell_width == second.cell_width);
}

TEST_CASE("masked cells and cells not yet reached have no number") {
    const std::vector<float> values = {1, 2, not_a_number, 4};
    Watched shown(look_of(values, 2, 2));
    Sheet sheet(table(), shown.build());
    auto painter = sheet.drawn(400).first;
    for (const char* number : {"1", "2", "4"}) CHECK(painter.says(number));
    CHECK(painter.labels.size() == 3);
    const size_t strokes = painter.strokes.size();
    CHECK(strokes > 2);  // the hatching
    shown.look.marks.reached = 1;
    painter = sheet.drawn(400).first;
    CHECK(painter.says("1"));
    CHECK(painter.labels.size() == 1);
    CHECK(painter.strokes.size() < strokes);
}

TEST_CASE("numbers in one row alone: the others show colours") {
    const std::vector<float> values = {1, 2, 3, 4};
    for (const bool alike : {false, true}) {
        MatrixLook look = look_of(values, 2, 2);
        look.cells.alike = alike;
        look.cells.number_row = 1;
        Watched shown(std::move(look));
        Sheet sheet(table(), shown.build());
        const LabelPainter painter = sheet.drawn(400).first;
        CHECK(painter.labels.size() == 2);
        CHECK(painter.says("3"));
        CHECK(painter.says("4"));
    }
}

TEST_CASE("a coloured matrix is one stroke, known by its id and version; numbers read on every ground") {
    std::vector<float> values;
    for (int i = 0; i < 64; ++i) values.push_back(static_cast<float>(i - 32) / 32);
    for (const Theme* theme : {&light_theme(), &dark_theme()}) {
        MatrixLook look = look_of(values, 8, 8);
        look.cells.decimals = 2;
        look.cells.ground = Ground::heat;
        look.cells.is_signed = true;
        look.cells.color = theme->query;
        Watched shown(std::move(look));
        Sheet sheet(table(), shown.build());
        sheet.view().set_dark(theme == &dark_theme());
        const LabelPainter painter = sheet.drawn(900).first;
        CHECK(painter.heatmaps == 1);
        REQUIRE(painter.labels.size() == 64);
        for (size_t i = 0; i < 64; ++i) {
            const Color ground = heat_color(HeatLook{1, true, 1}, values[i], *theme);
            CHECK(contrast(painter.labels[i].color, ground) >= 4.5);
        }
    }
}

TEST_CASE("numbers get smaller, then shorter, before they leave their cell") {
    MatrixLook look = look_of({}, 1, 1);
    look.cells.decimals = 3;
    const auto shown = [&](float value, float width) {
        return figures::cell_number(look, value, width, 32, false).text;
    };
    CHECK(shown(0.8788f, 60) == "0.879");
    CHECK(shown(0.8788f, 32) == "0.88");
    CHECK(shown(0.8788f, 29) == "0.88");
    CHECK(shown(-0.8788f, 29) == "−0.9");
    CHECK(shown(0.8788f, 27) == "");
    CHECK(shown(0, 29) == "0.00");
    CHECK(shown(1e30f, 60) == "1·10³⁰");
    CHECK(shown(1e30f, 30) == "");
    CHECK(shown(-infinity, 40) == "−∞");
    look.cells.leading_zero = false;
    CHECK(shown(0.8788f, 60) == ".879");
    CHECK(shown(-0.25f, 60) == "−.250");
    CHECK(shown(1, 60) == "1.000");
}

TEST_CASE(
    "all numbers of a matrix have the same decimals; a column's name does not send its neighbours away") {
    const std::vector<float> values = {200, -199.98f, 6.6f, 0.25f};
    MatrixLook look = look_of(values, 2, 2);
    look.cells.decimals = 2;
    CHECK(figures::shared_decimals(look, 80) == 2);
    CHECK(figures::shared_decimals(look, 46) == 1);
    CHECK(figures::shared_decimals(look, 34) == 2);  // else 0.25 would be 0: each as it fits
    look.size.cell_width = 46;
    look.frame.col_labels = {{"Donaudampfschiff", "xy"}, {}, 0};
    Watched shown(std::move(look));
    Sheet sheet(table(), shown.build());
    LabelPainter painter;
    sheet.view().draw_with(painter, 300);
    for (const char* text : {"200.0", "−200.0", "6.6"}) CHECK(painter.says(text));
    look = look_of(values, 2, 2);
    look.size.cell_width = 70;
    look.frame.col_labels = {{"Donaudampfschiff", "Rindfleisch"}, {}, 0};
    look.frame.label_lines = 1;
    Watched named(std::move(look));
    Sheet other(table(), named.build());
    LabelPainter labels;
    other.view().draw_with(labels, 300);
    for (const char* start : {"Don", "Rind"})
        CHECK(std::any_of(labels.labels.begin(), labels.labels.end(),
                          [&](const Label& label) { return label.text.starts_with(start); }));
}

TEST_CASE("cells that are not there yet are empty, in whatever order they come") {
    const std::vector<float> values = {1, 2, 3, 4};
    Watched shown(look_of(values, 2, 2));
    shown.look.cells.ground = figures::Ground::heat;
    shown.look.marks.empty = [](int, int col) { return col == 1; };
    Sheet sheet(table(), shown.build());
    const auto painter = sheet.drawn(400).first;
    for (const auto& [number, there] : {std::pair("1", true), {"2", false}, {"3", true}, {"4", false}})
        CHECK(painter.says(number) == there);
    CHECK(painter.heatmaps == 0);
}

TEST_CASE("rows that are buttons have room for an outline, and are pressed like any label") {
    const std::vector<float> values(9, 1.0f);
    Watched shown(look_of(values, 3, 3));
    shown.look.size.cell_height = 48;
    int pressed_row = -1;
    shown.look.frame.row_labels = {
        {"I", "love", "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk"}, light_theme().query, 1, true};
    shown.look.hand.row_pressed = [&](int i) { pressed_row = i; };
    Sheet sheet(table(), shown.build());
    sheet.check_widths();
    const auto painter = sheet.drawn(720).first;
    CHECK(painter.says("love"));
    settle(sheet.view());
    const Point at{shown.place.cells.x - 30, shown.place.row(2).centre().y};
    press(sheet.view(), at);
    release(sheet.view(), at);
    CHECK(pressed_row == 2);
    int outlines = 0;
    for (const Rect& stroke : painter.strokes) outlines += stroke.height == 44 && stroke.width >= 40 ? 1 : 0;
    CHECK(outlines >= 3);
}

TEST_CASE(
    "numbers alike in narrow cells: a whole 1 does not cost the others a digit; what cannot fit is not "
    "drawn") {
    const std::vector<float> shares = {1, 0.25f, 0.75f, 0}, huge = {123456, 0.25f, -98765, 0};
    for (const std::vector<float>* values : {&shares, &huge}) {
        Sheet sheet({}, [values](Ui&) {
            MatrixLook look = look_of(*values, 2, 2);
            look.cells.decimals = 2;
            look.cells.leading_zero = false;
            look.cells.alike = true;
            look.size.cell_width = 24;
            look.size.least = 20;
            return figures::matrix(std::move(look));
        });
        const LabelPainter painter = sheet.drawn(400).first;
        if (values == &shares) {
            for (const char* text : {"1", ".25", ".75"}) CHECK(painter.says(text));
        } else {
            CHECK(!painter.says("123456"));
            CHECK(painter.collision() == "");
        }
    }
}

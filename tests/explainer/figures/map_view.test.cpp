// Large maps: what is in sight, how hands move it, what is said of it.
#include "explainer/figures/map_view.h"

#include <cmath>
#include <limits>
#include <random>

#include "../../seed.h"
#include "explainer/figures/map_profile.h"
#include "sheet.h"

using namespace explainer;
using figures::Entry, figures::MapLook, figures::MapPlace;

namespace {

enum : int { zoom, seen_row, seen_col, chosen_row, chosen_col };

std::vector<Parameter> table(int rows, int cols) {
    const auto number = [](const char* name, double least, double most, double initial) {
        return Parameter{.name = name,
                         .label = name,
                         .help = "",
                         .kind = Kind::number,
                         .minimum = least,
                         .maximum = most,
                         .step = 0.01,
                         .initial = initial};
    };
    const auto integer = [](const char* name, int most) {
        return Parameter{.name = name,
                         .label = name,
                         .help = "",
                         .kind = Kind::integer,
                         .maximum = static_cast<double>(most),
                         .step = 1};
    };
    return {number("zoom", 1, 8192, 1), number("row", 0, rows, rows / 2.0),
            number("col", 0, cols, cols / 2.0), integer("chosenRow", rows - 1),
            integer("chosenCol", cols - 1)};
}

/// Cells that exist nowhere: their number is their place.
float value_at(int i, int j) {
    return static_cast<float>((i * 31 + j * 17) % 1000) / 1000;
}

class Places final : public TileSource {
  public:
    void fill_rows(int, int, int, int, int, float*) override {
        FAIL("nobody has asked for tiles: there is no renderer");
    }
};

struct WatchedMap {
    TileMap map;
    Places source;
    MapPlace place;
    Entry seen;

    WatchedMap(int rows, int cols) { map.show(rows, cols, source, 1); }

    MapLook plain() {
        MapLook look;
        look.id = "map";
        look.map = &map;
        look.zoom_parameter = zoom;
        look.row_parameter = seen_row;
        look.col_parameter = seen_col;
        look.selected_row_parameter = chosen_row;
        look.selected_col_parameter = chosen_col;
        look.row_color = light_theme().query;
        look.col_color = light_theme().key;
        look.value = value_at;
        look.shown = [](float value) { return fixed(static_cast<double>(value), 3); };
        return look;
    }

    Build build() {
        return [this](Ui&) {
            seen = {};
            MapLook copy = plain();
            copy.hovered = [this](Entry entry) { seen = entry; };
            copy.over = [this](Ui&, const MapPlace& now) { place = now; };
            return figures::map_view(std::move(copy));
        };
    }
    /// The place in the matrix under a point, in cells.
    std::pair<double, double> under(Point p) const {
        return {place.seen.row + static_cast<double>((p.y - place.rect.y) / place.cell_height()),
                place.seen.col + static_cast<double>((p.x - place.rect.x) / place.cell_width())};
    }
};

}  // namespace

TEST_CASE("what is in sight of a map: all at first, never beyond the edges, the same scale both ways") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const auto within = [&](double least, double most) {
        return std::uniform_real_distribution<double>(least, most)(random);
    };
    for (int round = 0; round < 2000; ++round) {
        const int rows = 1 + static_cast<int>(within(0, 4096)), cols = 1 + static_cast<int>(within(0, 4096));
        const float width = static_cast<float>(within(200, 900)),
                    height = static_cast<float>(within(200, 900));
        const double times = round % 3 == 0 ? 1 : std::exp2(within(0, 12));
        const CellRegion seen = figures::seen_region(rows, cols, times, within(-100, rows + 100),
                                                     within(-100, cols + 100), width, height);
        CAPTURE(rows);
        CAPTURE(cols);
        CAPTURE(times);
        CHECK(seen.rows / static_cast<double>(height) ==
              doctest::Approx(seen.cols / static_cast<double>(width)).epsilon(1e-9));
        for (const auto& [first, count, all] :
             {std::tuple(seen.row, seen.rows, rows), std::tuple(seen.col, seen.cols, cols)}) {
            if (count < all) {
                CHECK(first >= -1e-9);
                CHECK(first + count <= all + 1e-9);
            } else {
                CHECK(first == doctest::Approx((all - count) / 2));
            }
        }
        if (times == 1) CHECK((seen.rows >= rows * (1 - 1e-9) && seen.cols >= cols * (1 - 1e-9)));
    }
}

TEST_CASE("a map of any shape stays in its place at every zoom") {
    for (const auto& [rows, cols] : {std::pair(1, 1), std::pair(1, 4096), std::pair(4096, 1),
                                     std::pair(64, 64), std::pair(4096, 4096), std::pair(65536, 65536)}) {
        WatchedMap shown(rows, cols);
        Sheet sheet(table(rows, cols), shown.build());
        for (const double times : {1.0, 1.33, 7.0, 100.0, 8192.0}) {
            sheet.view().set(zoom, times);
            sheet.view().set(chosen_row, rows / 2);
            sheet.view().set(chosen_col, cols / 2);
            CAPTURE(rows);
            CAPTURE(cols);
            CAPTURE(times);
            for (const float width : {288.0f, 320.0f, 481.0f, 768.0f, 1200.0f}) sheet.check(width);
        }
        Sheet overview(table(rows, cols), [&](Ui&) {
            return figures::map_overview(shown.plain(), 150, {400, 300});
        });
        overview.view().set(zoom, 37);
        overview.check_widths();
    }
}

TEST_CASE(
    "a mouse carries the map along, exactly; a finger leaves the page its scrolling and chooses by a tap") {
    WatchedMap shown(4096, 4096);
    Sheet sheet(table(4096, 4096), shown.build());
    View& view = sheet.view();
    for (const double times : {2.0, 16.0, 400.0}) {
        view.set(zoom, times);
        view.set(seen_row, 2000);
        view.set(seen_col, 2000);
        settle(view);
        CAPTURE(times);
        const Point from = shown.place.rect.centre() + Point{30, 40}, to = from + Point{-70, 55};
        CHECK(view.grip(from) == Grip::pan);
        const auto before = shown.under(from);
        const State state = view.state();
        drag(view, from, to);
        const auto after = shown.under(to);
        const double pixel = static_cast<double>(1 / shown.place.cell_width());
        CHECK(std::fabs(after.first - before.first) <= pixel);
        CHECK(std::fabs(after.second - before.second) <= pixel);
        CHECK(view.state().integer(chosen_row) == state.integer(chosen_row));  // a drag is no press
        const State moved = view.state();
        drag(view, to, from, true);
        CHECK(view.state().number(seen_row) == moved.number(seen_row));
        CHECK(view.state().number(seen_col) == moved.number(seen_col));
        press(view, from, true);
        release(view, from, true);
        const auto tapped = shown.under(from);
        CHECK(view.state().integer(chosen_row) == static_cast<int>(std::floor(tapped.first)));
        CHECK(view.state().integer(chosen_col) == static_cast<int>(std::floor(tapped.second)));
    }
}

TEST_CASE("a drag past the edges ends at them: the way back begins at once, by hand or by keys") {
    WatchedMap shown(4096, 4096);
    Sheet sheet(table(4096, 4096), shown.build());
    View& view = sheet.view();
    view.set(zoom, 4);
    settle(view);
    const Point middle = shown.place.rect.centre();
    for (const Point far : {Point{250, 240}, Point{-250, -240}}) {
        for (int i = 0; i < 9; ++i) drag(view, middle, middle + far);
        const CellRegion edge = shown.place.seen;
        const double wanted = far.x > 0 ? 0.0 : 4096.0;
        CHECK((far.x > 0 ? edge.row : edge.row + edge.rows) == doctest::Approx(wanted));
        CHECK((far.x > 0 ? edge.col : edge.col + edge.cols) == doctest::Approx(wanted));
        // The centre is where it is seen to be.
        CHECK(sheet.number(seen_row) == doctest::Approx(edge.row + edge.rows / 2));
        CHECK(sheet.number(seen_col) == doctest::Approx(edge.col + edge.cols / 2));
        // A key's step.
        view.set(seen_row, sheet.number(seen_row) + (far.x > 0 ? 20 : -20));
        settle(view);
        CHECK(std::fabs(shown.place.seen.row - edge.row) == doctest::Approx(20));
    }
    // Not by buttons either, nor in the whole, where there is one centre only.
    view.pinch(middle, 1 / 64.0f, {});
    settle(view);
    CHECK(sheet.number(zoom) == 1);
    CHECK(sheet.number(seen_row) == 2048);
    drag(view, middle, middle + Point{90, 70});
    CHECK(sheet.number(seen_row) == 2048);
    CHECK(sheet.number(seen_col) == 2048);
    // On the overview a press at the corner is as far as the frame goes.
    Sheet overview(table(4096, 4096), [&](Ui&) {
        return figures::map_overview(shown.plain(), 160, {400, 400});
    });
    overview.view().set(zoom, 4);
    settle(overview.view());
    click(overview.view(), {Sheet::margin + 2, Sheet::margin + 2});
    CHECK(overview.number(seen_row) == 512);
    CHECK(overview.number(seen_col) == 512);
}

TEST_CASE("two clicks, or two taps, enlarge the map there; not two that are apart in time or place") {
    WatchedMap shown(4096, 4096);
    Sheet sheet(table(4096, 4096), shown.build());
    View& view = sheet.view();
    for (const bool touch : {false, true}) {
        CAPTURE(touch);
        const auto clicked = [&](Point at) {
            press(view, at, touch);
            release(view, at, touch);
        };
        const auto wait = [&] {
            for (int i = 0; i < 40; ++i) settle(view);
        };
        view.set(zoom, 4);
        view.set(seen_row, 2048);
        view.set(seen_col, 2048);
        settle(view);
        wait();
        const Point at = shown.place.rect.centre() + Point{90, -60};
        const auto before = shown.under(at);
        clicked(at);
        CHECK(sheet.number(zoom) == 4);
        wait();
        clicked(at);
        CHECK(sheet.number(zoom) == 4);
        clicked(at + Point{40, 0});
        CHECK(sheet.number(zoom) == 4);
        wait();
        clicked(at);
        clicked(at + Point{2, 1});
        CHECK(sheet.number(zoom) == 8);
        const auto after = shown.under(at + Point{2, 1});
        CHECK(std::fabs(after.first - before.first) <= 8);
        CHECK(std::fabs(after.second - before.second) <= 8);
        CHECK(std::fabs(view.state().integer(chosen_row) - after.first) <= 2);
        clicked(at + Point{2, 1});  // the third is a first one again
        CHECK(sheet.number(zoom) == 8);
        clicked(at + Point{2, 1});
        CHECK(sheet.number(zoom) == 16);
        view.set(zoom, 8192);
        settle(view);
        wait();
        clicked(at);
        clicked(at);
        CHECK(sheet.number(zoom) == 8192);
    }
}

TEST_CASE("two fingers enlarge the map around themselves and carry it") {
    WatchedMap shown(4096, 4096);
    Sheet sheet(table(4096, 4096), shown.build());
    View& view = sheet.view();
    view.set(zoom, 8);
    settle(view);
    const Point at = shown.place.rect.centre() + Point{60, -80}, shift{12, -9};
    const auto before = shown.under(at);
    view.pinch(at + shift, 1.5f, shift);
    settle(view);
    CHECK(sheet.number(zoom) == doctest::Approx(12));
    const auto after = shown.under(at + shift);
    const double pixel = static_cast<double>(1 / shown.place.cell_width());
    CHECK(std::fabs(after.first - before.first) <= 2 * pixel);
    CHECK(std::fabs(after.second - before.second) <= 2 * pixel);
    CHECK(view.take_changed());
    const State then = view.state();
    for (const float factor :
         {0.0f, -1.0f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        view.pinch(at, factor, {});
        settle(view);
    }
    view.pinch({2, 2}, 2, {});  // not on the map
    settle(view);
    CHECK(view.state() == then);
    for (int i = 0; i < 60; ++i) {
        view.pinch(at, 0.5f, {});
        settle(view);
    }
    CHECK(sheet.number(zoom) == 1);
}

TEST_CASE("buttons enlarge around the chosen cell, reduce, and show all") {
    WatchedMap shown(4096, 4096);
    Sheet sheet(table(4096, 4096), shown.build());
    View& view = sheet.view();
    view.set(zoom, 4);
    view.set(chosen_row, 1900);
    view.set(chosen_col, 2200);
    settle(view);
    const auto button = [&](int index) {
        return Point{shown.place.rect.right() + 12 + 22,
                     shown.place.rect.y + 22 + 50 * static_cast<float>(index)};
    };
    const auto click = [&](Point at) {
        press(view, at);
        release(view, at);
    };
    const Point before = shown.place.at(1900.5, 2200.5);
    click(button(0));
    CHECK(sheet.number(zoom) == 8);
    const Point after = shown.place.at(1900.5, 2200.5);
    CHECK(length(after - before) <= 2);
    click(button(1));
    CHECK(sheet.number(zoom) == 4);
    click(button(2));
    CHECK(sheet.number(zoom) == 1);
    CHECK(shown.place.seen == CellRegion{0, 0, 4096, 4096});
}

TEST_CASE("the overview's frame is dragged, and resized by its corner while it is no smaller than a finger") {
    WatchedMap shown(4096, 4096);
    Sheet sheet(table(4096, 4096), [&](Ui&) {
        return figures::map_overview(shown.plain(), 160, {400, 400});
    });
    View& view = sheet.view();
    const auto corner = [&view] {
        Point sum;
        float count = 0;
        for (float y = 0; y < 300; y += 2) {
            for (float x = 0; x < 300; x += 2) {
                if (view.grip({x, y}) != Grip::free) continue;
                sum = sum + Point{x, y};
                ++count;
            }
        }
        return count > 0 ? sum * (1 / count) : Point{};
    };
    view.set(zoom, 2);
    settle(view);
    const Point at = corner();
    REQUIRE(at.x > 0);
    drag(view, at, at + Point{20, -20});
    CHECK(sheet.number(zoom) == doctest::Approx(4 / 3.0).epsilon(0.04));
    CHECK(sheet.number(seen_row) == doctest::Approx(2048).epsilon(0.01));
    view.set(zoom, 10);
    settle(view);
    CHECK(corner() == Point{});
}

TEST_CASE("a map alone has nothing around it; its buttons are a part of their own") {
    WatchedMap shown(4096, 4096);
    Sheet sheet(table(4096, 4096), [&](Ui&) {
        MapLook look = shown.plain();
        look.over = [&](Ui&, const MapPlace& now) { shown.place = now; };
        return figures::column(8, figures::map_alone(std::move(look)),
                               figures::map_buttons(shown.plain(), {300, 300}, false));
    });
    sheet.check_widths();
    View& view = sheet.view();
    view.set(zoom, 4);
    settle(view);
    CHECK(shown.place.rect.width == shown.place.rect.height);
    const Point plus{shown.place.rect.x + 22, shown.place.rect.bottom() + 8 + 22};
    press(view, plus);
    release(view, plus);
    CHECK(sheet.number(zoom) == 8);
}

TEST_CASE("pointing gives the exact cell, and wide cells show their numbers") {
    WatchedMap shown(4096, 4096);
    Sheet sheet(table(4096, 4096), shown.build());
    View& view = sheet.view();
    view.set(seen_row, 1000);
    view.set(seen_col, 3000);
    view.set(zoom, 400);  // some 50 pixels a cell
    settle(view);
    REQUIRE(shown.place.cell_width() > 40);
    const Point at = shown.place.at(1001.5, 2999.5);
    view.pointer(Pointer::move, at, false);
    settle(view);
    CHECK(shown.seen == Entry{1001, 2999});
    CHECK(sheet.drawn(720).first.says(fixed(static_cast<double>(value_at(1001, 2999)), 3)));
    view.set(zoom, 40);
    settle(view);
    CHECK_FALSE(sheet.drawn(720).first.says(fixed(static_cast<double>(value_at(1001, 2999)), 3)));
}

TEST_CASE("a map of sixteen million cells is described by its shape, its extremes and one row") {
    constexpr int n = 4096;
    std::vector<float> values(static_cast<size_t>(n) * n, 0.25f);
    const auto at = [&](int i, int j) -> float& {
        return values[static_cast<size_t>(i) * n + static_cast<size_t>(j)];
    };
    at(17, 4000) = 7;
    at(4095, 0) = -3;
    at(100, 5) = std::numeric_limits<float>::quiet_NaN();
    at(100, 9) = 2;
    const Table table = figures::describe_map("Weights", figures::summary_of(values, n, n, 100));
    CHECK(table.rows.size() < 50);
    const auto row_of = [&](std::string_view quantity) {
        for (size_t i = 0; i < table.rows.size(); ++i) {
            if (std::get<std::string>(table.rows[i][0]).starts_with(quantity)) return i;
        }
        FAIL("no " << std::string(quantity));
        return size_t{0};
    };
    CHECK(number(table, row_of("rows"), 3) == n);
    CHECK(number(table, row_of("largest"), 1) == 17);
    CHECK(number(table, row_of("largest"), 2) == 4000);
    CHECK(number(table, row_of("largest"), 3) == 7);
    CHECK(number(table, row_of("least"), 3) == -3);
    CHECK(number(table, row_of("no. 1 of the row"), 2) == 9);
    CHECK(number(table, row_of("no. 2 of the row"), 2) == 0);  // of equal ones the first
    CHECK(number(table, row_of("sum of the other 4063"), 3) == doctest::Approx(4063 * 0.25));
    CHECK(number(table, row_of("masked in the row"), 3) == 1);
    const std::vector<float> hidden(9, std::numeric_limits<float>::quiet_NaN());
    const Table all_masked = figures::describe_map("Weights", figures::summary_of(hidden, 3, 3, 1));
    CHECK(std::get<std::string>(all_masked.rows[2][0]) == "all masked");
}

TEST_CASE("the largest of some values come falling, the first of equal ones first; the others are summed") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> values = {1, 5, nan, 5, 0.5f, nan, 9, 2};
    const figures::LargestValues top = figures::largest_of(values, 3);
    CHECK(top.places == std::vector<int>{6, 1, 3});
    CHECK(top.others == 3);
    CHECK(top.rest == 3.5);
    CHECK(top.masked == 2);
    const figures::LargestValues all = figures::largest_of(values, 8);
    CHECK(all.places.size() == 6);
    CHECK(all.others == 0);
    CHECK(figures::largest_of({}, 3).places.empty());
}

TEST_CASE("a disc at the map's edge carries the chosen row, and nothing else, while it is in sight") {
    WatchedMap shown(4096, 4096);
    Sheet sheet(table(4096, 4096), [&](Ui&) {
        MapLook look = shown.plain();
        look.row_handle = true;
        look.over = [&](Ui&, const MapPlace& now) { shown.place = now; };
        return figures::map_alone(std::move(look));
    });
    View& view = sheet.view();
    view.set(chosen_row, 1000);
    settle(view);
    const auto disc = [&] { return Point{shown.place.rect.right() - 2, shown.place.at(1000.5, 0).y}; };
    CHECK(view.grip(disc()) == Grip::free);
    drag(view, disc(), disc() + Point{-60, 50});
    CHECK(sheet.number(chosen_row) == doctest::Approx(1000 + 50 / shown.place.cell_height()).epsilon(0.01));
    CHECK(sheet.number(chosen_col) == 0);
    CHECK(sheet.number(zoom) == 1);
    view.set(chosen_row, 1000);
    view.set(zoom, 8);
    view.set(seen_row, 3000);
    settle(view);
    CHECK(view.grip({shown.place.rect.right() - 2, shown.place.rect.y + 10}) == Grip::pan);
}

TEST_CASE("a row along a map: a press sets the cell under it; a pixel shows its largest value") {
    std::vector<float> values(400, 0.0f);
    values[200] = 1;
    for (const bool upright : {false, true}) {
        CAPTURE(upright);
        int pointed = -1;
        Rect drawn;
        Sheet sheet(table(400, 400), [&](Ui& ui) {
            figures::MapProfileLook look;
            look.id = "profile";
            look.axis = {100, 200, upright, ui.state().integer(chosen_row), light_theme().query};
            look.values = values;
            look.place = [](float value) { return value; };
            look.parameter = chosen_row;
            look.hovered = [&](int cell) { pointed = cell; };
            return figures::map_profile(std::move(look), 100, 60);
        });
        View& view = sheet.view();
        settle(view);
        drawn = view.parameter_rect(chosen_row);
        CHECK((upright ? drawn.height : drawn.width) == 100);
        // Two cells to a pixel: cell 200 is half way.
        const Point at =
            upright ? Point{drawn.x + 30, drawn.y + 50.2f} : Point{drawn.x + 50.2f, drawn.y + 30};
        view.pointer(Pointer::move, at, false);
        settle(view);
        CHECK(pointed == 200);
        press(view, at);
        release(view, at);
        CHECK(sheet.number(chosen_row) == 200);
    }
}

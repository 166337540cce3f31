// Matrices of numbers that are given: scrubbed, typed over, and shown by other rows and columns than their
// own.
#include "watched_matrix.h"

using namespace explainer;
using namespace explainer::watched_matrix;

TEST_CASE("cells that are given are scrubbed sideways, and a press asks for their native input") {
    const std::vector<float> values = {1, 2, 3, 4, 5, 6};
    Watched shown(look_of(values, 2, 3));
    shown.look.hand.parameter = given;
    Sheet sheet(table(), shown.build());
    View& view = sheet.view();
    const Rect cell = shown.place.cell(1, 2);
    CHECK(view.grip(cell.centre()) == Grip::horizontal);
    view.pointer(Pointer::move, cell.centre(), false);
    settle(view);
    CHECK(shown.seen == Entry{1, 2});
    press(view, cell.centre());
    release(view, cell.centre());
    CHECK(shown.pressed == Entry{1, 2});
    const std::optional<FocusRequest> asked = view.take_focus_request();
    REQUIRE(asked.has_value());
    CHECK(asked->parameter == given);
    CHECK(asked->cell == MatrixCell{1, 2});
    drag(view, cell.centre(), cell.centre() + Point{60, 0});
    CHECK(view.state().matrix(given).at(1, 2) > 6);
    CHECK_FALSE(view.take_focus_request().has_value());
    CHECK(view.cell_rect(given, 1, 2).contains(cell.centre()));
    CHECK(view.cell_rect(given, 0, 0).contains(shown.place.cell(0, 0).centre()));
    // What is given more of than there is, is only drawn.
    const std::vector<float> more(20, 1.0f);
    shown.look.data.values = more;
    shown.look.data.rows = 4;
    shown.look.data.cols = 5;
    sheet.check_widths();
}

TEST_CASE("a parameter that stands on its side is scrubbed and typed over by its own rows and columns") {
    const std::vector<float> values = {1, 4, 2, 5, 3, 6};
    Watched shown(look_of(values, 3, 2));
    shown.look.hand.parameter = given;
    shown.look.hand.transposed = true;
    Sheet sheet(table(), shown.build());
    View& view = sheet.view();
    const Rect cell = shown.place.cell(2, 1);
    press(view, cell.centre());
    release(view, cell.centre());
    CHECK(shown.pressed == Entry{2, 1});
    const std::optional<FocusRequest> asked = view.take_focus_request();
    REQUIRE(asked.has_value());
    CHECK(asked->cell == MatrixCell{1, 2});
    drag(view, cell.centre(), cell.centre() + Point{60, 0});
    CHECK(view.state().matrix(given).at(1, 2) > 6);
    CHECK(view.cell_rect(given, 1, 0).contains(shown.place.cell(0, 1).centre()));
    view.focus_parameter(given, MatrixCell{0, 2});
    settle(view);
    sheet.check_widths();
}

TEST_CASE("one row of a parameter that stands alone is still that row") {
    const std::vector<float> values = {4, 5, 6};
    Watched shown(look_of(values, 1, 3));
    shown.look.hand.parameter = given;
    shown.look.hand.parameter_row = 1;
    Sheet sheet(table(), shown.build());
    View& view = sheet.view();
    const Rect cell = shown.place.cell(0, 2);
    press(view, cell.centre());
    release(view, cell.centre());
    CHECK(shown.pressed == Entry{0, 2});
    const std::optional<FocusRequest> asked = view.take_focus_request();
    REQUIRE(asked.has_value());
    CHECK(asked->cell == MatrixCell{1, 2});
    view.focus_parameter(given, MatrixCell{1, 0});
    settle(view);
    CHECK(view.cell_rect(given, 1, 0).contains(shown.place.cell(0, 0).centre()));
    sheet.check_widths();
}

// Strips on the tracks of a matrix: every cell of a strip lies in its row or column, also while the matrix is
// scrolled, and answers the pointer with that row or column.
#include "explainer/figures/aligned.h"

#include "explainer/vector_of.h"
#include "watched_matrix.h"

using namespace explainer;
using namespace explainer::watched_matrix;
using figures::MatrixPlace;
using figures::Strip;
using figures::Strips;

namespace {

struct Drawn {
    int index;
    Rect track;
};

/// A matrix with a strip on each side; notes where each cell of a strip was drawn and what was pointed at.
struct Surrounded {
    std::vector<float> values = std::vector<float>(40 * 30, 0.5f);
    int rows, cols;
    float height = 0;  // of the cells; less than they need: they scroll
    std::vector<Drawn> right = {}, far_right = {}, above = {}, below = {};
    MatrixPlace place = {};
    std::string answered = {};

    Strip strip(const char* id, float size, float gap, std::vector<Drawn>& drawn) {
        Strip out{.size = size, .gap = gap, .id = id, .name = "sum"};
        out.draw = [&drawn](Ui&, int index, Rect track) { drawn.push_back({index, track}); };
        out.hovered = [this, id](int index) { answered = id + std::to_string(index); };
        out.pressed = [this, id](int index) {
            answered = std::string("pressed ") + id + std::to_string(index);
        };
        return out;
    }

    Build build() {
        return [this](Ui&) {
            right.clear(), far_right.clear(), above.clear(), below.clear();
            MatrixLook look = look_of(values, rows, cols);
            look.size.height = height;
            look.frame.over = [this](Ui&, const MatrixPlace& at) { place = at; };
            Strips strips;
            strips.right = vector_of(strip("right", 40, 12, right), strip("far", 0, 6, far_right));
            strips.above = vector_of(strip("above", 24, 4, above));
            strips.below = vector_of(strip("below", 30, 8, below));
            return figures::aligned(std::move(look), std::move(strips));
        };
    }
};

void check_rows(const std::vector<Drawn>& drawn, const MatrixPlace& place, float x) {
    REQUIRE(static_cast<int>(drawn.size()) == place.rows);
    for (const Drawn& one : drawn) {
        CHECK(one.track.y == doctest::Approx(place.row(one.index).y));
        CHECK(one.track.height == doctest::Approx(place.cell_height));
        CHECK(one.track.x == doctest::Approx(x));
    }
}

void check_cols(const std::vector<Drawn>& drawn, const MatrixPlace& place, float y) {
    REQUIRE(static_cast<int>(drawn.size()) == place.cols);
    for (const Drawn& one : drawn) {
        CHECK(one.track.x == doctest::Approx(place.col(one.index).x));
        CHECK(one.track.width == doctest::Approx(place.cell_width));
        CHECK(one.track.y == doctest::Approx(y));
    }
}

}  // namespace

TEST_CASE("strips: cells lie in the rows and columns of the matrix, at every width, scrolled or not") {
    for (const auto& [rows, cols, height] : {std::tuple(1, 1, 0.0f), {7, 3, 0}, {40, 30, 200}, {40, 2, 96}}) {
        CAPTURE(rows);
        CAPTURE(cols);
        Surrounded one{.rows = rows, .cols = cols, .height = height};
        Sheet sheet(table(), one.build());
        for (float width = 320; width <= 1200; width += 88) {
            CAPTURE(width);
            const float all = sheet.view().natural_height(width);
            sheet.view().resize(width, all, static_cast<int>(width), 600);
            settle(sheet.view());
            const Rect cells = one.place.cells;
            check_cols(one.above, one.place, Sheet::margin);
            check_rows(one.right, one.place, one.right.at(0).track.x);
            CHECK(one.right.at(0).track.x >= cells.right() + 12 - 0.01f);
            CHECK(one.right.at(0).track.width == 40);
            // the strip without a size takes what is left, to the edge of the sheet
            check_rows(one.far_right, one.place, one.right.at(0).track.right() + 6);
            CHECK(one.far_right.at(0).track.right() == doctest::Approx(width - Sheet::margin));
            CHECK(one.below.at(0).track.y >= cells.bottom() + 8 - 0.01f);
            check_cols(one.below, one.place, one.below.at(0).track.y);
            CHECK(one.below.at(0).track.bottom() == doctest::Approx(all - Sheet::margin));
        }
    }
}

TEST_CASE("strips: a scrolled matrix takes its strips along, and the pointer finds the row and the column") {
    Surrounded one{.rows = 40, .cols = 3, .height = 200};
    Sheet sheet(table(), one.build());
    View& view = sheet.view();
    const Rect cells = one.place.cells;
    // the thumb of the rows stands right of the cells: drag it to the end
    const Point thumb{cells.right() + 12, cells.y + 8};
    view.pointer(Pointer::down, thumb, false);
    settle(view);
    view.pointer(Pointer::move, {thumb.x, cells.bottom() + 50}, false);
    settle(view);
    view.pointer(Pointer::up, {thumb.x, cells.bottom() + 50}, false);
    settle(view);
    REQUIRE(one.place.first_row + one.place.rows == 40);
    check_rows(one.right, one.place, one.right.at(0).track.x);
    CHECK(one.right.back().index == 39);
    view.pointer(Pointer::move, one.right.back().track.centre(), false);
    settle(view);
    CHECK(one.answered == "right39");
    view.pointer(Pointer::down, one.below.at(1).track.centre(), false);
    settle(view);
    view.pointer(Pointer::up, one.below.at(1).track.centre(), false);
    view.step(1e6, false);
    CHECK(one.answered == "pressed below1");
}

TEST_CASE(
    "strips: a line of numbers stands in the columns, its name at the left, what they come to at the right") {
    const std::vector<float> values(24, 0.5f);
    std::string answered;
    MatrixPlace place;
    Sheet sheet(
        table(),
        [&](Ui& ui) {
            MatrixLook look = look_of(values, 4, 6);
            look.frame.row_labels = {{"a", "b", "c", "d"}, ui.theme().ink};
            look.frame.row_label_width = 60;
            look.frame.over = [&](Ui&, const MatrixPlace& at) { place = at; };
            figures::NumberLine line{.id = "line", .height = 24, .name = "exp", .name_color = ui.theme().ink};
            line.value = [](int col) { return col == 2 ? std::nan("") : 0.125 * col; };
            line.decimals = 3;
            line.color = ui.theme().ink;
            line.lit = 1;
            line.total = "37.67";
            line.total_color = ui.theme().ink;
            line.hovered = [&](int col) { answered = std::to_string(col); };
            line.total_hovered = [&] { answered = "total"; };
            Strips strips;
            strips.right = vector_of(Strip{.size = 60, .draw = [](Ui&, int, Rect) {}});
            strips.below = vector_of(number_line(std::move(line)));
            return figures::aligned(std::move(look), std::move(strips));
        },
        420);
    const LabelPainter painter = sheet.drawn(420).first;
    const auto box_of = [&](std::string_view text) {
        for (const Label& label : painter.labels)
            if (label.text == text) return label.box;
        FAIL("nothing says " << std::string(text));
        return Rect{};
    };
    CHECK(box_of("exp").right() < place.cells.x);
    CHECK(box_of("37.67").x > place.cells.right());
    CHECK(std::fabs(box_of("0.125").centre().x - place.col(1).centre().x) < 1);
    CHECK(std::fabs(box_of("–").centre().x - place.col(2).centre().x) < 1);
    View& view = sheet.view();
    settle(view);
    view.pointer(Pointer::move, {place.col(4).centre().x, box_of("exp").centre().y}, false);
    settle(view);
    CHECK(answered == "4");
    view.pointer(Pointer::move, box_of("37.67").centre(), false);
    settle(view);
    CHECK(answered == "total");
}

TEST_CASE("strips: words over the columns keep apart, and are pressed where they stand") {
    const std::vector<float> values(24, 0.5f);
    for (const float width : {240.0f, 420.0f}) {
        CAPTURE(width);
        int pressed = -1;
        MatrixPlace place;
        Sheet sheet(
            table(),
            [&](Ui& ui) {
                MatrixLook look = look_of(values, 4, 6);
                look.frame.over = [&](Ui&, const MatrixPlace& at) { place = at; };
                Strips strips;
                strips.above = vector_of(
                    figures::word_line({.id = "words",
                                        .words = {"a", "considerably", "longer", "sentence", "of", "words"},
                                        .color = ui.theme().key,
                                        .chosen_color = ui.theme().query,
                                        .chosen = 1,
                                        .pressed = [&](int col) { pressed = col; }}));
                return figures::aligned(std::move(look), std::move(strips));
            },
            width);
        CHECK(sheet.drawn(width).first.collision() == "");
        View& view = sheet.view();
        settle(view);
        for (int col = 0; col < place.cols; ++col) {
            click(view, {place.col(col).centre().x, place.cells.y - 22});
            CHECK(pressed == place.first_col + col);
        }
    }
}

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

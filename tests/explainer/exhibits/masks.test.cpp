// Masks: the essay's pattern with the mask first, sums that break, the leak, empty rows, what a hand does,
// and values that are bad.
#include <cmath>

#include "../helpers.h"
#include "../label_painter.h"
#include "../random_state.h"

using namespace explainer;

namespace {

double cell(View& view, std::string_view title, size_t row, size_t col) {
    return number(table(view.describe(true), title), row, col + 1);
}

int hidden(View& view) {
    int out = 0;
    for (size_t k = 0; k < 49; ++k) out += cell(view, "Mask", k / 7, k % 7) == 0;
    return out;
}

bool says(View& view, std::string_view wanted, float width = 960) {
    LabelPainter painter;
    view.draw_with(painter, width);
    return std::any_of(painter.labels.begin(), painter.labels.end(),
                       [&](const Label& label) { return label.text.find(wanted) != std::string::npos; });
}

}  // namespace

TEST_CASE("masks, E000: pattern B with the causal mask first") {
    Shown view("masks");
    const std::vector<std::vector<double>>& wanted = content_head_rows();
    for (size_t i = 0; i < 7; ++i) {
        for (size_t j = 0; j < 7; ++j) {
            const double weight = cell(view, "Mask first", i, j);
            if (j < wanted[i].size())
                CHECK(std::fabs(weight - wanted[i][j]) < 0.0055);
            else
                CHECK(weight == 0);
        }
        CHECK(cell(view, "Mask first", i, 7) == doctest::Approx(1));
    }
}

TEST_CASE("masks: zeroing after the softmax breaks the sums that hiding first keeps") {
    Shown view("masks");
    const double sums[] = {0.110, 0.082, 0.701, 0.776, 0.970, 0.925, 1};
    for (size_t i = 0; i < 7; ++i) CHECK(std::fabs(cell(view, "Zeroed after", i, 7) - sums[i]) < 0.0006);
    CHECK(value(view, "weight of the chosen cell before zeroing") == doctest::Approx(0.879).epsilon(0.001));
    CHECK(hidden(view) == 21);
    for (const char* said : {"0.082", "0.110", "1.000", "Σ = 3.09", "Σ = 37.67", "the future leaks"})
        CHECK(says(view, said));
    view.restore("mask=none");
    CHECK(hidden(view) == 0);
    CHECK(value(view, "row sum, zeroed after") == doctest::Approx(1));
    CHECK(says(view, "seen, so both move"));
}

TEST_CASE("masks: a hidden score moves nothing where it is hidden first, all where it is zeroed after") {
    Shown view("masks");
    const Description description = view.describe(true);
    const Table& leak = table(description, "Score of “?”");
    REQUIRE(leak.rows.size() > 60);
    for (size_t k = 1; k < leak.rows.size(); ++k) {
        CHECK(number(leak, k, 0) >= number(leak, k - 1, 0));
        CHECK(number(leak, k, 1) == doctest::Approx(0.8808).epsilon(0.001));
        CHECK(number(leak, k, 2) <= number(leak, k - 1, 2));
    }
}

TEST_CASE("masks: what each hides") {
    const std::pair<const char*, int> all[] = {{"mask=none", 0},
                                               {"mask=causal", 21},
                                               {"mask=window;reach=1", 42},
                                               {"mask=window;reach=7", 21},
                                               {"mask=padding;reach=3", 21},
                                               {"mask=prefix;reach=7", 0},
                                               {"mask=empty;reach=7", 49},
                                               {"mask=prefix;reach=1", 21},
                                               {"mask=empty;reach=6", 48}};
    for (const auto& [state, count] : all) {
        CAPTURE(state);
        Shown view("masks", state);
        CHECK(hidden(view) == count);
    }
}

TEST_CASE("masks: a row with nothing to see gives zeros, in words; −10⁹ levels it") {
    Shown view("masks", "mask=empty");
    CHECK(value(view, "row sum, mask first") == 0);
    CHECK(value(view, "row sum, zeroed after") == 0);
    CHECK(value(view, "each weight at −10⁹") == doctest::Approx(1.0 / 7));
    for (const char* said : {"empty", "so 0 by rule", "0 ÷ 0", "0.143 each", "nothing else moves"})
        CHECK(says(view, said));
}

TEST_CASE("masks: cells and names are pressed, pictures chosen, scores dragged") {
    Shown view("masks", "", 960);
    settle(view);
    const int flip = index_of(view, "flip"), mask = index_of(view, "mask"), scores = index_of(view, "scores");
    const int row = index_of(view, "row"), column = index_of(view, "column");
    // Left: hidden and shown.
    const Rect cell = view.cell_rect(flip, 2, 5);
    REQUIRE(cell.width >= 24);
    click(view, cell.centre());
    CHECK(view.state().matrix(flip).at(2, 5) == 1);
    CHECK(view.state().integer(row) == 2);
    CHECK(hidden(view) == 20);
    CHECK(view.cell_text(flip, 2, 5) == "sat → soft: exp(−1.0) ÷ Σ = 0.37 ÷ 3.82 = 0.096");
    click(view, cell.centre());
    CHECK(view.state().matrix(flip).at(2, 5) == 0);
    // Right: looked at.
    click(view, view.cell_rect(row, 4, 0).centre());
    CHECK(view.state().integer(row) == 4);
    CHECK(view.state().integer(column) == 0);
    CHECK(view.cell_text(row, 1, 6).find("33.12 ÷ 37.67 = 0.879") != std::string::npos);
    // A score of the chosen row.
    const Rect score = view.cell_rect(scores, 4, 3);
    REQUIRE(score.width >= 24);
    drag(view, score.centre(), score.centre() + Point{30, 0});
    CHECK(view.state().matrix(scores).at(4, 3) > -1);
    // Another mask; the same again is as it is named.
    view.restore(
        "flip=1,0,0,0,0,0,0/0,0,0,0,0,0,0/0,0,0,0,0,0,0/0,0,0,0,0,0,0/0,0,0,0,0,0,0/0,0,0,0,0,0,0/"
        "0,0,0,0,0,0,0");
    settle(view);
    const Rect pictures = view.parameter_rect(mask);
    click(view, {pictures.x + pictures.width * 0.2f, pictures.centre().y});
    CHECK(view.state().choice(mask) == 1);
    CHECK(view.state().matrix(flip).at(0, 0) == 0);
    click(view, {pictures.x + pictures.width * 0.4f, pictures.centre().y});
    CHECK(view.state().choice(mask) == 2);
}

TEST_CASE("masks: the handle moves the chosen score") {
    Shown view("masks", "", 960);
    settle(view);
    const int scores = index_of(view, "scores");
    // Under the middle of “1.0 … 0.0”, on the axis: found by its drag.
    LabelPainter painter;
    view.draw_with(painter, 960);
    std::optional<Point> left, right;
    for (const Label& label : painter.labels) {
        if (label.text == "−10") left = label.box.centre();
        if (label.text == "10") right = label.box.centre();
    }
    REQUIRE(left);
    REQUIRE(right);
    const Point on{left->x + (right->x - left->x) * 0.675f, left->y - 16};
    drag(view, on, on - Point{60, 0});
    CHECK(view.state().matrix(scores).at(1, 6) < 1);
    CHECK(value(view, "row sum, zeroed after") > 0.3);
}

TEST_CASE("masks: equal, huge and lowest scores stay numbers") {
    for (const char* one : {"10", "-10", "0"}) {
        std::string state = "scores=";
        for (int i = 0; i < 7; ++i) {
            for (int j = 0; j < 7; ++j) state += (j ? "," : i ? "/" : "") + std::string(one);
        }
        CAPTURE(state);
        Shown view("masks", state);
        for (const auto& [name, number, python] : view.describe(true).values) CHECK(std::isfinite(number));
        CHECK(value(view, "row sum, zeroed after") == doctest::Approx(2.0 / 7));
    }
    Shown view("masks");
    const int scores = index_of(view, "scores");
    MatrixValue huge = view.state().matrix(scores);
    for (double& one : huge.values) one = 1e30;
    view.set_matrix(scores, huge);
    CHECK(view.state().matrix(scores).at(3, 3) == 10);
    CHECK(view.restore("reach=0"));
    CHECK(view.restore("mask=future"));
    CHECK(view.restore("flip=1"));
}

TEST_CASE("masks: the keyboard in another row's scores shows that row, and leaves the state alone") {
    Shown view("masks");
    const int scores = index_of(view, "scores");
    settle(view);
    const Rect line = view.cell_rect(scores, 1, 2);  // the row that is taken apart by default
    REQUIRE(line.height > 0);
    for (const int row : {0, 3, 6, 1}) {
        view.focus_parameter(scores, MatrixCell{row, 2});
        settle(view);
        CAPTURE(row);
        CHECK(view.cell_rect(scores, row, 2) == line);
    }
    CHECK(view.state().save().empty());
}

TEST_CASE("masks: zeroing after the softmax and dividing by what is left is hiding first, in every state") {
    std::mt19937 random(seed_of_run());
    for (int i = 0; i < 40; ++i) {
        const std::string state = i == 0 ? "" : random_state(*find_exhibit("masks"), random);
        CAPTURE(state);
        Shown view("masks", state);
        const Description all = view.describe();
        const Table &scores = table(all, "Scores"), &seen = table(all, "Mask"),
                    &left = table(all, "Zeroed after, divided");
        for (size_t row = 0; row < 7; ++row) {
            double sum = 0;
            for (size_t j = 1; j <= 7; ++j)
                sum += number(seen, row, j) != 0 ? std::exp(number(scores, row, j)) : 0;
            for (size_t j = 1; j <= 7; ++j) {
                const double wanted =
                    number(seen, row, j) != 0 && sum > 0 ? std::exp(number(scores, row, j)) / sum : 0;
                CHECK(number(left, row, j) == doctest::Approx(wanted).epsilon(1e-4));
            }
        }
    }
    const auto summary = [](const char* state) { return Shown("masks", state).describe().summary; };
    CHECK(summary("").find("to 0.082 if weights are zeroed after the softmax; divided by that, they are the "
                           "weights of hiding first.") != std::string::npos);
    CHECK(summary("mask=empty;row=0").find("; nothing is left to divide by.") != std::string::npos);
}

TEST_CASE("masks: a cell that is turned by half or more is turned in the Python too") {
    const ExhibitType* type = find_exhibit("masks");
    State state(type->id, type->parameters);
    state.set_cell(state.find("flip"), 2, 1, 0.7);
    CHECK(Shown("masks", state.save()).numpy().find("seen = seen != (turned >= 0.5)") != std::string::npos);
}

TEST_CASE(
    "masks: on a phone there is one map at a time, and the keyboard brings that which it turns cells of") {
    Shown view("masks", "", 360);
    settle(view);
    const int flip = index_of(view, "flip"), row = index_of(view, "row");
    // Only the map of what is hidden first has cells to turn.
    const auto check_hidden_first = [&](bool wanted) {
        settle(view);
        CHECK((view.cell_rect(flip, 2, 5).width >= 24) == wanted);
        CHECK(view.cell_rect(row, 2, 5).width >= 24);
        CHECK(view.parameter_rect(flip).height >= 44);
    };
    check_hidden_first(false);
    CHECK(says(view, "red: what went to hidden words", 360));
    view.focus_parameter(flip);
    check_hidden_first(true);
    view.focus_parameter(-1);
    check_hidden_first(false);
    const Rect choice = view.parameter_rect(flip);
    click(view, {choice.x + 20, choice.centre().y});
    check_hidden_first(true);
    click(view, view.cell_rect(flip, 2, 5).centre());
    CHECK(hidden(view) == 20);
}

TEST_CASE("masks: the names of the masks are whole at every width") {
    Shown view("masks");
    for (float width = 320; width <= 1300; width += 7) {
        CAPTURE(width);
        for (const char* name : {"none", "causal", "window", "padding", "prefix", "empty"})
            CHECK(says(view, name, width));
    }
}

// Values that follow others, matrices and words: by hand on the sheet of all parts, and at random with a seed
// that is printed.
#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "../seed.h"
#include "explainer/sentences.h"
#include "helpers.h"

using namespace explainer;

namespace {

State state_of(std::string_view exhibit) {
    const ExhibitType& type = *find_exhibit(exhibit);
    return State(type.id, type.parameters);
}

void check_bounds(const State& state) {
    for (int i = 0; i < state.count(); ++i) {
        const Parameter& p = state.parameter(i);
        CAPTURE(p.name);
        if (p.kind == Kind::number || p.kind == Kind::integer) {
            CHECK(state.number(i) >= state.minimum(i));
            CHECK(state.number(i) <= state.maximum(i));
            CHECK(state.maximum(i) <= p.maximum);
        }
        if (p.kind == Kind::matrix) {
            const MatrixValue& matrix = state.matrix(i);
            CHECK(matrix.values.size() == static_cast<size_t>(matrix.rows * matrix.cols));
            for (const double cell : matrix.values) CHECK((cell >= p.minimum && cell <= p.maximum));
        }
    }
}

}  // namespace

TEST_CASE("a matrix is set cell by cell and as a whole; other shapes, cells outside and NaN change nothing") {
    State state = state_of("parts");
    const int w = state.find("w");
    state.set_cell(w, 1, 0, 2.5);
    CHECK(state.save() == "w=1,0/2.5,1");
    state.set_cell(w, 0, 0, 99);
    state.set_cell(w, 0, 1, -99);
    CHECK(state.save() == "w=3,-3/2.5,1");
    state.set_cell(w, 2, 0, 1);
    state.set_cell(w, -1, 0, 1);
    state.set_cell(w, 0, 2, 1);
    state.set_cell(w, 0, 0, std::nan(""));
    state.set_matrix(w, {3, 2, {1, 0, 0, 1, 0, 0}});
    state.set_matrix(w, {2, 2, {1, 0, 0, std::nan("")}});
    state.set_matrix(w, {2, 2, {1, 0, 0}});
    state.set(w, 1);
    CHECK(state.save() == "w=3,-3/2.5,1");
    state.set_matrix(w, {2, 2, {1, 0, -0.0, 1}});
    CHECK(state.save().empty());
    CHECK(state.shown_cell(w, 1, 1) == "1.00");
    CHECK(state.shown_cell(w, 2, 1).empty());
}

TEST_CASE("a matrix takes the default of a new choice, and keeps what it has while the choice stays") {
    State state = state_of("parts");
    const int w = state.find("w"), data = state.find("data");
    state.set_cell(w, 0, 0, 2);
    state.set(data, 0);
    CHECK(state.save() == "w=2,0/0,1");
    state.set(data, 1);
    CHECK(state.save() == "data=tall");
    CHECK(state.matrix(w).rows == 3);
    state.set_cell(w, 2, 1, 2);
    CHECK(state.save() == "data=tall;w=1,0/0,1/0.5,2");
    state.set(data, 0);
    CHECK(state.save().empty());
}

TEST_CASE("a value shrinks with its bound and stays when the bound grows again; so does a default") {
    State state = state_of("parts");
    const int words = state.find("words"), token = state.find("token");
    CHECK(state.maximum(token) == 2);
    state.set(token, 9);
    CHECK(state.integer(token) == 2);
    state.set_text(words, "one");
    CHECK(state.maximum(token) == 0);
    CHECK(state.save() == "words=one");  // the default 1 is 0 here
    state.set_text(words, "a b c d");
    CHECK(state.integer(token) == 0);
    CHECK(state.save() == "words=a%20b%20c%20d;token=0");
    state.set_text(words, "");
    CHECK(state.maximum(token) == 0);  // never below the minimum
    state.set_text(words, std::string(300, 'a').replace(150, 1, " "));
    CHECK(state.maximum(token) == 1);
}

TEST_CASE("what begins anew with a text stays when the same text is given again") {
    State state = state_of("induction");
    const int text = state.find("text"), ask = state.find("ask");
    state.set(ask, 1);
    state.set_text(text, std::string(state.text(text)));
    CHECK(state.save() == "ask=1");
    state.set_text(text, "A B C A");
    CHECK(state.integer(ask) == 4);
}

TEST_CASE("a column follows a choice, or the words where the choice leaves it open") {
    State state = state_of("parts");
    const int column = state.find("column");
    CHECK(state.maximum(column) == 1);
    state.set(state.find("data"), 2);
    CHECK(state.maximum(column) == 2);
    state.set_text(state.find("words"), "a b c d e f g h i j");
    CHECK(state.maximum(column) == 7);  // its own maximum
}

TEST_CASE("words: split as JavaScript's white space splits, at most 64") {
    CHECK(words("").empty());
    CHECK(words(" \t\n\v\f\r ").empty());
    CHECK(words("  one ") == std::vector<std::string_view>{"one"});
    CHECK(words("a\u00a0b\u1680c\u2000d\u200ae\u2028f\u2029g\u202fh\u205fi\u3000j\ufeffk").size() == 11);
    // No white space: zero-width space, Mongolian vowel separator, next line, information separator.
    CHECK(words("a\u200bb\u180ec\xC2\x85"
                "d\x1C"
                "e")
              .size() == 1);
    std::string many;
    for (int i = 0; i < 100; ++i) many += "w ";
    CHECK(words(many).size() == 64);
    const std::vector<std::string_view> some = words("the \U0001F469\u200D\U0001F467 مرحبا");
    REQUIRE(some.size() == 3);
    CHECK(some[1] == "\U0001F469\u200D\U0001F467");
    CHECK(some[2] == "مرحبا");
}

TEST_CASE("heads: the row is a token of the sentence, in every sentence") {
    State state = state_of("heads");
    const int row = state.find("row"), chosen = state.find("sentence");
    for (int i = 0; i < 3; ++i) {
        state.set(chosen, i);
        CHECK(state.maximum(row) + 1 == static_cast<double>(sentence(i).tokens.size()));
    }
    state.set(row, 99);
    CHECK(state.integer(row) == 7);
    state.set(chosen, 3);
    CHECK(state.integer(row) == 0);
    CHECK(state.save() == "sentence=keys");
}

TEST_CASE("random hands: every state is within its bounds, and what it saves reads back the same") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const auto below = [&random](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    const char* pieces[] = {"a",    " ",          "the ", "\t", "\u3000", "\U0001F600", "مرحبا ",
                            "é;=&", "%41/0,1 \n", "x",    "\"", "\\",     "\u00a0"};
    for (const ExhibitType* type : all_exhibits()) {
        CAPTURE(type->id);
        State state(type->id, type->parameters);
        for (int step = 0; step < 500 && state.count() > 0; ++step) {
            const int i = below(state.count());
            const Parameter& p = state.parameter(i);
            const double value = p.minimum + (p.maximum - p.minimum) * (random() / 4.0e9 - 0.02);
            if (p.kind == Kind::text) {
                std::string text;
                for (int n = below(40); n > 0; --n) text += pieces[below(std::size(pieces))];
                state.set_text(i, text);
            } else if (p.kind == Kind::matrix) {
                state.set_cell(i, below(4), below(4), below(2) == 0 ? state.snapped(i, value) : value);
            } else if (p.kind == Kind::choice || p.kind == Kind::toggle) {
                state.set(i, below(4));
            } else {
                state.set(i, below(2) == 0 ? state.snapped(i, value) : value);
            }
            check_bounds(state);
            const std::string saved = state.save();
            CAPTURE(saved);
            State read(type->id, type->parameters);
            const std::optional<std::string> error = read.restore(saved);
            REQUIRE_MESSAGE(!error, *error);
            REQUIRE(read == state);
            REQUIRE(read.save() == saved);
        }
    }
}

TEST_CASE(
    "a cell in the canvas: a sideways drag scrubs by steps to the end of the range, a press asks for the "
    "input") {
    Shown view("parts");
    settle(view);
    const int w = index_of(view, "w");
    const Rect cell = view.cell_rect(w, 0, 1);
    REQUIRE(cell.width > 0);
    CHECK(view.grip(cell.centre()) == Grip::horizontal);
    drag(view, cell.centre(), cell.centre() + Point{30, 5});
    const double value = view.state().matrix(w).at(0, 1);
    CHECK(value > 0);
    CHECK(value / 0.05 == doctest::Approx(std::round(value / 0.05)).epsilon(1e-12));
    CHECK(!view.take_focus_request());
    CHECK(view.take_changed());
    drag(view, cell.centre(), cell.centre() + Point{-900, 0});
    CHECK(view.state().matrix(w).at(0, 1) == -3);
    CHECK(view.state().matrix(w).at(0, 0) == 1);
    for (const bool touch : {false, true}) {
        const Point at = view.cell_rect(w, 1, 0).centre();
        press(view, at, touch);
        release(view, at, touch);
        const std::optional<FocusRequest> request = view.take_focus_request();
        REQUIRE(request);
        CHECK(request->parameter == w);
        CHECK(request->cell == MatrixCell{1, 0});
    }
    view.focus_parameter(w, MatrixCell{1, 0});
    settle(view);
}

TEST_CASE("an action is pressed in the canvas or by its native button; others are none") {
    Shown view("parts");
    settle(view);
    const int again = index_of(view, "again");
    const auto presses = [&view] {
        for (const auto& [name, value, python] : view.describe().values) {
            if (name == "presses") return value;
        }
        return -1.0;
    };
    CHECK(presses() == 0);
    const Point at = view.parameter_rect(again).centre();
    press(view, at);
    release(view, at);
    CHECK(presses() == 1);
    view.act(again);
    CHECK(presses() == 2);
    view.act(index_of(view, "amount"));
    CHECK(presses() == 2);
    CHECK(view.state().save().empty());
    CHECK(!view.take_changed());
}

TEST_CASE("named values are numbers, named once, and there in every exhibit's every preset") {
    for (const ExhibitType* type : exhibits()) {
        if (type->id == "proof") continue;  // has none before it has measured
        std::vector<std::string_view> states = {""};
        for (const Preset& preset : type->presets) states.push_back(preset.state);
        for (const std::string_view text : states) {
            Shown view(type->id, text);
            const Description description = view.describe(true);
            CAPTURE(type->id);
            CAPTURE(text);
            CHECK(!description.values.empty());
            for (size_t i = 0; i < description.values.size(); ++i) {
                CAPTURE(description.values[i].name);
                CHECK(std::isfinite(description.values[i].value));
                for (size_t j = 0; j < i; ++j)
                    CHECK(description.values[i].name != description.values[j].name);
            }
        }
    }
}

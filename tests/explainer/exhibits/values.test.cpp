// Values: the essays' outputs, weights set by hand and given back, words left out, and what bad values show.
#include "../helpers.h"
#include "../label_painter.h"
#include "../random_state.h"
#include "../sentences/drawn.h"

using namespace explainer;

namespace {

double named(const Shown& view_of, std::string_view name) {
    const Description d = const_cast<Shown&>(view_of).describe();
    for (const auto& [key, value, python] : d.values) {
        if (key == name) return value;
    }
    FAIL("no value called " << std::string(name));
    return 0;
}

void check_output(std::string_view state, double first, double second, double tolerance) {
    CAPTURE(state);
    Shown view("values", state);
    CHECK(std::fabs(named(view, "output 1") - first) <= tolerance);
    CHECK(std::fabs(named(view, "output 2") - second) <= tolerance);
}

/// What the canvas says at a width, sentences whole.
bool says(Shown& view, std::string_view text, float width = 960) {
    const std::vector<std::string> all = sentences::drawn_texts(view, width);
    return std::any_of(all.begin(), all.end(),
                       [&](const std::string& one) { return one.find(text) != std::string::npos; });
}

}  // namespace

TEST_CASE("values, E001 “I love AI”: second components 1.637, 1.000, 1.365; weights 7.0, 70.7, 22.3 %") {
    for (const auto& [state, wanted] : {std::pair{"", 1.637}, {"word=1", 1.0}, {"word=2", 1.365}}) {
        Shown view("values", state);
        CHECK(std::fabs(named(view, "output 2") - wanted) < 0.0005);
    }
    for (const auto& [state, wanted] : {std::pair{"key=0", 0.070}, {"key=1", 0.707}, {"key=2", 0.223}}) {
        Shown view("values", state);
        CHECK(std::fabs(named(view, "weight") - wanted) < 0.0005);
        CHECK(named(view, "part") == doctest::Approx(named(view, "weight") * named(view, "value")));
    }
    Shown view("values");
    for (const char* share : {"7.0 %", "70.7 %", "22.3 %", "1.637", "1.365"}) CHECK(says(view, share));
    // What arrives turns the order of the weights around, and W_O turns it again.
    const Table words = table(view.describe(), "What arrives");
    CHECK(number(words, 0, 3) == doctest::Approx(0.351).epsilon(2e-3));
    CHECK(number(words, 2, 3) == doctest::Approx(0.315).epsilon(2e-3));
    CHECK(number(words, 0, 4) < number(words, 2, 4));
}

TEST_CASE(
    "values, E004 by hand: 6.017 and 3.983 where the chapter prints 6.015 and 3.985; its exercises 1, 3, 4") {
    check_output("data=hand", 6.017, 3.983, 0.0005);
    Shown chapter("values", "data=hand");
    CHECK(says(chapter, "6.015"));
    check_output("data=hand;q=0,2", 3.313, 6.687, 0.0006);
    Shown cold("values", "data=hand;temperature=0.1");
    CHECK(std::fabs(named(cold, "largest weight") - 0.4998) < 0.00005);
    // Nearly all of the attention is on a value that is nearly nothing: another one there changes little.
    Shown two("values", "data=two;key=0;component=0");
    CHECK(std::fabs(named(two, "weight") - 0.99) < 0.0005);
    Shown gone("values", "data=two;key=0;component=0;v=0,0/40,30");
    CHECK(std::fabs(named(two, "output") - named(gone, "output")) < 0.021);
    CHECK(named(two, "weight times length") <
          0.5 * named(Shown("values", "data=two;key=1"), "weight times length"));
    Shown decides("values", "data=two;k=2.08,0/0,0;v=0.3,-0.2/12,9;key=1;component=0");
    CHECK(std::fabs(named(decides, "weight") - 0.05) < 0.0005);
    CHECK(named(decides, "part") > 0.6 * named(decides, "output"));
}

TEST_CASE("values: a weight is dragged, the others share the rest, and one press gives the row back to Q·K") {
    Shown view("values", "", 960);
    settle(view);
    const int hand = index_of(view, "hand"), key = index_of(view, "key");
    const Rect bars = view.parameter_rect(hand);
    // The pill of “love” stands at 70.7 % of its bar.
    const Rect row = view.cell_rect(hand, 0, 1);
    const float from = row.x + 8, width = row.width - 16 - 64;
    const Point pill{from + width * 0.7067f, bars.y + bars.height / 2};
    drag(view, pill, {from + width * 0.4f, pill.y});
    CHECK(view.state().integer(key) == 1);
    CHECK(named(view, "weight") == doctest::Approx(0.4).epsilon(0.02));
    const Table words = table(view.describe(), "What arrives");
    CHECK(number(words, 0, 2) + number(words, 1, 2) + number(words, 2, 2) == doctest::Approx(1));
    CHECK(number(words, 2, 2) / number(words, 0, 2) == doctest::Approx(0.2227 / 0.0702).epsilon(0.02));
    CHECK(says(view, "α by hand"));
    CHECK(says(view, "T·ln α"));
    // “love” and “AI” still ask by Q·K.
    CHECK(number(table(view.describe(), "Output of “love”"), 1, 4) == doctest::Approx(1).epsilon(1e-5));
    LabelPainter painter;
    view.draw_with(painter, 960);
    for (const Label& label : painter.labels) {
        if (label.text != "back to Q·K") continue;
        press(view, label.box.centre());
        release(view, label.box.centre());
    }
    CHECK(view.state().save().empty());
}

TEST_CASE("values: scores of weights set by hand are T·ln α, so that softmax gives them back") {
    Shown view("values", "hand=0.2,0.5,0.3/0,0,0/0,0,0;temperature=2.5");
    CHECK(named(view, "weight") == doctest::Approx(0.5).epsilon(1e-5));
    CHECK(number(table(view.describe(), "Scores s"), 0, 1) == doctest::Approx(-4.0236).epsilon(1e-4));
}

TEST_CASE("values: a word left out gives its share to the others; without any there is nothing") {
    Shown view("values", "", 960);
    settle(view);
    const Point tick = view.parameter_rect(index_of(view, "keep3")).centre();
    press(view, tick);
    release(view, tick);
    CHECK(view.state().save() == "key=2;keep3=false");  // the last touch is what is looked at
    CHECK(named(view, "largest weight") == doctest::Approx(0.7070 / 0.7772).epsilon(1e-3));
    CHECK(says(view,
               "Without AI, component 2 goes from 1.637 (dashed) to 1.819: its share goes to the others."));
    CHECK(std::fabs(named(view, "output with every word") - 1.637) < 0.0005);
    Shown none("values", "keep1=false;keep2=false;keep3=false");
    CHECK(named(none, "output") == 0);
    CHECK(none.describe().summary.find("nothing to blend") != std::string::npos);
    CHECK(says(none, "left out"));
}

TEST_CASE("values: a press on a segment chooses its word, its component and the output it stands in") {
    Shown view("values", "", 960);
    settle(view);
    LabelPainter painter;
    view.draw_with(painter, 960);
    for (const Label& label : painter.labels) {
        if (label.text != "+0.707") continue;
        press(view, label.box.centre());
        release(view, label.box.centre());
    }
    CHECK(view.state().save() == "component=2");
    CHECK(named(view, "output") == doctest::Approx(0.4965).epsilon(1e-3));
}

TEST_CASE("values: what is spoken says whose part it is") {
    Shown view("values");
    CHECK(view.cell_text(index_of(view, "key"), 1, 1) == "“love”, component 2: 0.707 × 2.000 = 1.414");
    CHECK(view.shown(index_of(view, "word")) == "I");
}

TEST_CASE("values: huge, negative, equal and zero numbers are numbers, and said in words") {
    for (const char* state :
         {"x=100,100,100,100/-100,-100,-100,-100/100,-100,100,-100;wv=100,-100,100/100,100,100/-100,0,100/"
          "1,2,3",
          "x=0,0,0,0/0,0,0,0/0,0,0,0", "temperature=0.05;scaled=false;hand=1,0,0/0,0,0/0,0,0",
          "data=two;v=0,0/0,0", "data=own;words="}) {
        CAPTURE(state);
        Shown view("values", state);
        const Description d = view.describe();
        for (const auto& [name, value, python] : d.values) CHECK(std::isfinite(value));
        for (const float width : {288.0f, 360.0f, 960.0f}) {
            LabelPainter painter;
            CHECK(view.draw_with(painter, width) == View(*find_exhibit("values")).natural_height(width));
            CHECK(painter.collision() == "");
            CHECK(!painter.says("nan"));
            CHECK(!painter.says("–"));
        }
    }
}

TEST_CASE("values, narrow: a value that is given is typed over and a weight is dragged") {
    Shown view("values", "data=two", 360);
    settle(view);
    const int v = index_of(view, "v"), hand = index_of(view, "hand");
    const Point cell = view.cell_rect(v, 1, 0).centre();
    press(view, cell);
    release(view, cell);
    CHECK(view.state().integer(index_of(view, "key")) == 1);
    CHECK(view.state().integer(index_of(view, "component")) == 0);
    const std::optional<FocusRequest> request = view.take_focus_request();
    REQUIRE(request);
    CHECK(request->cell == MatrixCell{1, 0});
    // The pill of the second word's weight stands at 1 % of its bar.
    const Rect bar = view.cell_rect(hand, 0, 1);
    const float from = bar.x + 8, width = bar.width - 16 - 64;
    drag(view, {from + width * 0.0100f, bar.y + bar.height / 2},
         {from + width * 0.5f, bar.y + bar.height / 2});
    CHECK(named(view, "weight") == doctest::Approx(0.5).epsilon(0.02));
}

TEST_CASE("values: parameters that a group of exhibits shares by name are the same there") {
    const ExhibitType& own = *find_exhibit("values");
    for (const char* id : {"projection", "scores", "pipeline"}) {
        for (const Parameter& one : find_exhibit(id)->parameters) {
            for (const Parameter& ours : own.parameters) {
                if (one.name != ours.name || one.kind == Kind::action) continue;
                CAPTURE(id);
                CAPTURE(std::string(one.name));
                CHECK(one.kind == ours.kind);
                CHECK(one.minimum == ours.minimum);
                CHECK(one.maximum == ours.maximum);
                CHECK(one.label == ours.label);
            }
        }
    }
}

TEST_CASE("values, E004's exercise 4: without the value nearly nothing changes, without the word all does") {
    Shown two("values", "data=two;component=0"), zero("values", "data=two;component=0;v=0,0/40,30"),
        gone("values", "data=two;component=0;keep1=false");
    const double whole = named(two, "output");
    CHECK(std::fabs(whole - named(zero, "output")) < 0.05 * whole);
    CHECK(named(gone, "output") == 40);
    for (const float width : {960.0f, 360.0f}) {
        CHECK(says(two, "from 0.419", width));
        CHECK(says(two, "0.400", width));
        CHECK(says(two, "40.000", width));
    }
    CHECK(two.describe().summary.find("from 0.419 to 0.400") != std::string::npos);
    // Whatever stands there, the sentence is of these numbers.
    Shown other("values", "data=two;k=2.08,0/0,0;v=0.3,-0.2/12,9;component=0");
    Shown other_zero("values", "data=two;k=2.08,0/0,0;v=0,0/12,9;component=0");
    CHECK(other.describe().summary.find(fixed(named(other, "output"), 3) + " to " +
                                        fixed(named(other_zero, "output"), 3)) != std::string::npos);
}

TEST_CASE("values: more weight is said to mean more effect only where it does, with every pair") {
    std::mt19937 random(seed_of_run());
    std::vector<std::string> states = {"", "data=seed-42", "data=own;x=100,-100,99.99/-100,3.3,0/0,0,0",
                                       "hand=0.5,0.3,0.2/0,0,0/0,0,0;wv=3,0,0/0,0,0/0,0,0/0,0,0"};
    for (int i = 0; i < 60; ++i) states.push_back(random_state(*find_exhibit("values"), random));
    for (const std::string& state : states) {
        CAPTURE(state);
        Shown view("values", state);
        if (!says(view, "More weight also means more effect")) continue;
        const Table words = table(view.describe(), "What arrives");
        for (size_t a = 0; a < words.rows.size(); ++a) {
            for (size_t b = 0; b < words.rows.size(); ++b) {
                if (number(words, a, 2) > number(words, b, 2))
                    CHECK(number(words, a, 3) > number(words, b, 3));
            }
        }
    }
    Shown seeded("values", "data=seed-42");
    CHECK(says(seeded, "whose length counts as much"));  // 24.2 % brings more than what weighs more
    CHECK(!says(seeded, "More weight also"));
    Shown ordered("values", "data=hand;q=0,2");
    CHECK(!says(ordered, "6.015"));
}

TEST_CASE("values: a row whose weight is all on words left out has an output of 0, and says so") {
    for (const char* state :
         {"hand=1,0,0/0,0,0/0,0,0;keep1=false", "data=hand;keep2=false;keep3=false;hand=0,0.333,0.001"}) {
        CAPTURE(state);
        Shown view("values", state);
        CHECK(named(view, "output") == 0);
        CHECK(!says(view, "share goes"));
        CHECK(says(view, "nothing is handed over"));
        CHECK(view.describe().summary.find("nothing is handed over") != std::string::npos);
        CHECK(view.numpy().find("lost") != std::string::npos);
    }
}

TEST_CASE("values: what the chapter prints stands beside its own numbers only") {
    for (const char* state : {"data=hand", "data=hand;component=0;key=2"}) {
        Shown view("values", state);
        CHECK(says(view, "6.017 and 3.983"));
    }
    for (const char* state : {"data=hand;q=0,2", "data=hand;temperature=0.1", "data=hand;scaled=false",
                              "data=hand;keep2=false", "data=hand;hand=0.5,0.25,0.25", "data=two"}) {
        CAPTURE(state);
        Shown view("values", state);
        CHECK(!says(view, "6.015"));
    }
}

TEST_CASE("values: numbers below 0 have a true minus sign in the arithmetic") {
    Shown view("values", "component=0;key=2;showMadeOf=true");
    CHECK(says(view, "−2"));
    CHECK(says(view, "−1"));
    CHECK(!says(view, "-"));
}

TEST_CASE("values: every number that is drawn is described, and every length says where it comes from") {
    Shown view("values", "added=1");
    const Description d = view.describe();
    const Table output = table(d, "Output of “AI”");
    CHECK(output.columns[4] == "so far");
    for (size_t c = 0; c < output.rows.size(); ++c) CHECK(number(output, c, 4) == number(output, c, 1));
    CHECK(number(table(d, "Scores s"), 0, 2) == doctest::Approx(2.8868).epsilon(1e-4));
    CHECK(number(table(d, "W_O"), 0, 2) == 1);
    CHECK(table(d, "X").rows.size() == 3);
    CHECK(table(d, "W_V").rows.size() == 4);
    CHECK(table(Shown("values", "data=hand").describe(), "K").rows.size() == 3);
    // A weight of 0 has no logarithm.
    const Table none = table(Shown("values", "hand=1,0,0/0,0,0/0,0,0").describe(), "Scores s");
    CHECK(std::get<std::string>(none.rows[0][2]) == "−∞");
    Shown made("values", "showMadeOf=true");
    for (const float width : {960.0f, 360.0f}) {
        CHECK(says(made, "√(0² + 2² + 1²) = 2.236", width));
        CHECK(says(view, "constructed", width));
    }
}

TEST_CASE("values, narrow: a thin stack is chosen by a press anywhere in its lane") {
    Shown view("values", "", 320);
    settle(view);
    LabelPainter painter;
    view.draw_with(painter, 320);
    for (const Label& label : painter.labels) {
        if (label.text != "output of AI") continue;
        // Under its name, where no segment is: at the lane's far left.
        const Point at{label.box.x + 4, label.box.bottom() + 8};
        press(view, at);
        release(view, at);
    }
    CHECK(view.state().integer(index_of(view, "word")) == 2);
}

TEST_CASE("values: the output's matrix is given, so it can be changed, and what arrives after it follows") {
    Shown plain("values"), none("values", "wo=0,0,0,0/0,0,0,0/0,0,0,0"),
        twice("values", "wo=0,2,0,0/2,0,2,0/2,2,0,2");
    CHECK(named(none, "weight times length after W_O") == 0);
    CHECK(named(twice, "weight times length after W_O") ==
          doctest::Approx(2 * named(plain, "weight times length after W_O")));
    CHECK(named(none, "output 2") == named(plain, "output 2"));
}

TEST_CASE("values: while words are added nothing shows before its cause; the headline says how far it is") {
    Shown view("values", "added=1");
    CHECK(says(view, "1 of 3 words added: so far component 2 of the output of I is 0.000."));
    CHECK(says(view, "0.351"));   // what “I” brings
    CHECK(!says(view, "1.581"));  // what “love” will bring
    CHECK(!says(view, "1.637"));
    Shown all("values", "added=3");
    CHECK(says(all, "yet brings 0.9 times as much"));
    CHECK(says(all, "1.581"));
}

TEST_CASE("values: on a phone the output of the chosen word is within the first screen") {
    Shown view("values", "", 360);
    LabelPainter painter;
    view.draw_with(painter, 360);
    for (const Label& label : painter.labels) {
        if (label.text == "component 1") CHECK(label.box.y < 300);
        if (label.text == "output of love") CHECK(label.box.y < 640);
    }
    CHECK(painter.says("component 1"));
    CHECK(painter.says("output of love"));
}

TEST_CASE(
    "values: matrices, temperature and the example are reached where their piece is open, and only there") {
    Shown view("values");
    for (const char* name : {"data", "x", "wv", "wo", "scaled", "temperature"}) {
        CAPTURE(name);
        CHECK(!view.active(index_of(view, name)));
    }
    Shown open("values", "showMadeOf=true");
    settle(open);
    for (const char* name : {"data", "x", "wv", "wo", "scaled", "temperature"}) {
        CAPTURE(name);
        CHECK(open.active(index_of(open, name)));
        CHECK(open.parameter_rect(index_of(open, name)).width > 0);
    }
}

TEST_CASE("values: the hint stands at the pill, until something was dragged") {
    Shown view("values", "", 960);
    settle(view);
    const auto hints = [&view] {
        std::string frame;
        view.step_as_svg(1e6, frame);
        return frame.find(">drag<") != std::string::npos;
    };
    CHECK(hints());
    const Rect row = view.cell_rect(index_of(view, "hand"), 0, 1);
    const Point pill{row.x + 8 + (row.width - 16 - 64) * 0.7067f, row.centre().y};
    drag(view, pill, pill + Point{-30, 0});
    CHECK(view.state().save() != "");
    CHECK(!hints());
}

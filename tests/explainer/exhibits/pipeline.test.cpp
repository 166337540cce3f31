// Pipeline: the essays' numbers at each step, what a step left out breaks, numbers traced back, and bad
// values.
#include "../helpers.h"
#include "../label_painter.h"
#include "../random_state.h"

using namespace explainer;

namespace {

double named(Shown& view, std::string_view name) {
    const Description d = view.describe();
    for (const auto& [key, value, python] : d.values) {
        if (key == name) return value;
    }
    FAIL("no value called " << std::string(name));
    return 0;
}

double value_of(std::string_view state, std::string_view name) {
    Shown view("pipeline", state);
    return named(view, name);
}

bool says(Shown& view, std::string_view text, float width = 960) {
    LabelPainter painter;
    view.draw_with(painter, width);
    return std::any_of(painter.labels.begin(), painter.labels.end(),
                       [&](const Label& label) { return label.text.find(text) != std::string::npos; });
}

/// The same of a line of arithmetic or a paragraph, whose numbers and lines are texts of their own; blanks do
/// not count.
bool line_says(Shown& view, std::string_view text, float width = 960) {
    LabelPainter painter;
    view.draw_with(painter, width);
    std::string all, wanted;
    for (const Label& label : painter.labels) all += label.text;
    const auto close = [](std::string& one) { std::erase(one, ' '); };
    wanted = text;
    close(all);
    close(wanted);
    return all.find(wanted) != std::string::npos;
}

/// The middle of the n-th text that reads so, from the top.
Point place_of(Shown& view, std::string_view text, int which = 0) {
    LabelPainter painter;
    view.draw_with(painter, 960);
    for (const Label& label : painter.labels) {
        if (label.text == text && which-- == 0) return label.box.centre();
    }
    FAIL("nothing reads " << std::string(text));
    return {};
}

void press_and_release(Shown& view, Point at) {
    press(view, at);
    release(view, at);
}

}  // namespace

TEST_CASE("pipeline, E001 “I love AI”: outputs 1.637, 1.000, 1.365; weights 7.0, 70.7, 22.3 %") {
    for (const auto& [state, wanted] : {std::pair{"", 1.637}, {"row=1", 1.0}, {"row=2", 1.365}})
        CHECK(std::fabs(value_of(state, "output") - wanted) < 0.0005);
    for (const auto& [column, wanted] : {std::pair{"0", 0.070}, {"1", 0.707}, {"2", 0.223}})
        CHECK(std::fabs(value_of("step=5;of=grid;column=" + std::string(column), "chosen number") - wanted) <
              0.0005);
    CHECK(value_of("step=3;of=grid", "chosen number") == 5);
    CHECK(value_of("step=4;of=grid", "chosen number") == doctest::Approx(2.8868).epsilon(1e-4));
    Shown view("pipeline", "", 960);
    for (const char* text : {"1.637", "0.707", "1 → 0.577", "5 → 2.887", "3 → 1.732"})
        CHECK(says(view, text));
}

TEST_CASE("pipeline: the weights are high on the sheet, their row and the output in one band") {
    Shown view("pipeline", "", 960);
    const Point weight = place_of(view, "0.707"), output = place_of(view, "1.637");
    CHECK(weight.y < 350);  // its cell begins by 330
    CHECK(output.y > weight.y - 1);
    CHECK(output.y < weight.y + 20);  // (a weight has its score below it)
    // Examples and presets have one home, above all that they fill.
    for (const char* button : {"I love AI", "where a weight comes from"})
        CHECK(place_of(view, button).y < place_of(view, "X goes to all three").y);
}

TEST_CASE("pipeline: what each step left out breaks, in numbers") {
    Shown view("pipeline", "", 960);
    CHECK(std::fabs(named(view, "largest weight without scaling") - 0.867) < 0.0005);
    CHECK(std::fabs(named(view, "sum of the row without softmax") - 5.196) < 0.0005);
    CHECK(std::fabs(named(view, "output without V") - 0.930) < 0.0005);
    for (const char* text : {"0.867", "5.196", "0.930"}) CHECK(says(view, text));
    CHECK(std::fabs(value_of("scaled=false", "largest weight") - 0.867) < 0.0005);
    CHECK(std::fabs(value_of("values=false", "output") - 0.930) < 0.0005);
    // 0.577 · 0 + 2.887 · 2 + 1.732 · 1
    CHECK(value_of("softmax=false", "output") == doctest::Approx(13 / std::sqrt(3.0)).epsilon(1e-5));
    Shown off("pipeline", "values=false;softmax=false", 960);
    CHECK(line_says(off, "V is switched off"));
    CHECK(line_says(off, ", was 7.506"));
}

TEST_CASE("pipeline, E004 by hand: 6.017 and 3.983; exercises 1 and 3") {
    CHECK(std::fabs(value_of("data=hand;column=0", "output") - 6.017) < 0.0005);
    CHECK(std::fabs(value_of("data=hand", "output") - 3.983) < 0.0005);
    CHECK(std::fabs(value_of("data=hand;q=0,2;column=0", "output") - 3.313) < 0.0006);
    CHECK(std::fabs(value_of("data=hand;q=0,2", "output") - 6.687) < 0.0006);
    CHECK(std::fabs(value_of("data=hand;temperature=0.1", "largest weight") - 0.4998) < 0.00005);
    Shown view("pipeline", "data=hand", 960);
    CHECK(!view.active(index_of(view, "x")));
    CHECK(!view.active(index_of(view, "values")));
}

TEST_CASE("pipeline: a step shows what it has reached, and no more") {
    const std::pair<const char*, size_t> tables[] = {{"step=1", 5},  {"step=2", 8},  {"step=3", 9},
                                                     {"step=4", 10}, {"step=5", 11}, {"", 12}};
    for (const auto& [state, count] : tables) {
        INFO(std::string(state));
        Shown view("pipeline", state, 960);
        CHECK(view.describe().tables.size() == count);
        CHECK(says(view, "1.365") == (count == 12));
    }
    Shown first("pipeline", "step=1", 960);
    CHECK(says(first, "nothing is computed yet"));
}

TEST_CASE("pipeline: played from the first to the last step") {
    Shown view("pipeline", "step=1", 960);
    settle(view);
    view.act(index_of(view, "play"));
    double time = 1e6;
    for (int i = 0; i < 1000 && view.step(time += 100, false); ++i) {
    }
    CHECK(view.state().save().empty());
}

TEST_CASE("pipeline: a number that is pointed at is traced, one that is pressed stays chosen") {
    Shown view("pipeline", "", 960);
    settle(view);
    const Point value = place_of(view, "−3", 0);  // V of “I”; W_V has no −3
    view.pointer(Pointer::move, value, false);
    settle(view);
    CHECK(view.state().save().empty());
    press_and_release(view, value);
    CHECK(view.state().save() == "of=v;column=2");
    CHECK(named(view, "chosen number") == -3);
    CHECK(line_says(view, "Number 3 of the value of “I” is −3"));
}

TEST_CASE("pipeline: a pointer on a number that is given moves nothing") {
    for (const float width : {360.0f, 960.0f}) {
        CAPTURE(width);
        Shown view("pipeline", "step=2;of=v;row=1", width);
        settle(view);
        view.pointer(Pointer::move, view.cell_rect(index_of(view, "wv"), 2, 0).centre(), false);
        settle(view);
        LabelPainter painter;
        const float height = view.natural_height(width);
        view.step(1e6, false);  // measuring looks without a pointer
        CHECK(view.draw_with(painter, width) == height);
    }
}

TEST_CASE("pipeline: a press on a number of the arithmetic goes to where it stands") {
    Shown view("pipeline", "", 960);
    settle(view);
    // Once in the grid, once as a factor of the blend, once as what softmax gives.
    const Point factor = place_of(view, "0.070", 1);
    press_and_release(view, factor);
    CHECK(view.state().save() == "of=grid;column=0");
    CHECK(named(view, "chosen number") == doctest::Approx(0.0702).epsilon(1e-3));
}

TEST_CASE("pipeline: Kᵀ is typed over where it stands on its side") {
    Shown view("pipeline", "data=hand", 960);
    settle(view);
    const int k = index_of(view, "k");
    const Rect cell = view.cell_rect(k, 1, 0), below = view.cell_rect(k, 1, 1),
               right = view.cell_rect(k, 2, 0);
    CHECK(below.y > cell.y);
    CHECK(right.x > cell.x);
    press_and_release(view, cell.centre());
    const std::optional<FocusRequest> request = view.take_focus_request();
    REQUIRE(request);
    CHECK(request->parameter == k);
    CHECK(request->cell == MatrixCell{1, 0});
}

TEST_CASE("pipeline: no number is on the sheet before the step that computes it, playing or at rest") {
    for (const float width : {360.0f, 960.0f}) {
        Shown view("pipeline", "step=1", width);
        view.set_reduced_motion(false);
        settle(view);
        view.act(index_of(view, "play"));
        double now = 1e9;
        const int step = index_of(view, "step");
        for (bool more = true; more;) {
            more = view.step(now += 16, false);
            CAPTURE(width);
            const int reached = view.state().integer(step);
            CAPTURE(reached);
            LabelPainter painter;
            view.draw_with(painter, width);
            for (const auto& [number, computed] : {std::pair("2.887", 4),
                                                   {"0.707", 5},
                                                   {"0.867", 5},
                                                   {"5.196", 5},
                                                   {"1.637", 6},
                                                   {"0.930", 6}})
                if (reached < computed) CHECK(!painter.says_within(number));
        }
        CHECK(view.state().integer(step) == 6);
    }
}

TEST_CASE("pipeline, narrow: the rail's pictures go to their steps") {
    Shown view("pipeline", "", 360);
    settle(view);
    const Rect rail = view.parameter_rect(index_of(view, "step"));
    CHECK(rail.height >= 44);
    press_and_release(view, {rail.x + rail.width * 2.5f / 6, rail.y + rail.height / 2});
    CHECK(view.state().save() == "step=3");
    CHECK(says(view, "scores", 360));
}

TEST_CASE("pipeline: what is spoken names the number and its value") {
    Shown view("pipeline");
    const int row = index_of(view, "row");
    CHECK(view.cell_text(row, 0, 1) == "number 2 of the output of “I”: 1.637");
    Shown weights("pipeline", "step=5;of=grid");
    CHECK(weights.cell_text(row, 2, 1) == "weight of “AI” for “love”: 0.533");
    CHECK(view.shown(index_of(view, "step")) == "6, blend values");
}

TEST_CASE("pipeline: huge, negative, equal and zero numbers are numbers, and keep the sheet as it is") {
    const char* huge =
        "x=100,100,100,100/-100,-100,-100,-100/100,-100,100,-100;wq=100,-100,100/100,100,100/-100,0,100/"
        "1,2,3;"
        "wk=100,-100,100/100,100,100/-100,0,100/1,2,3;wv=-100,100,99.9/0.1,0.2,0.3/-100,-100,-100/1,2,3";
    for (const std::string& state :
         {std::string(huge), std::string(huge) + ";softmax=false;scaled=false;temperature=0.05",
          std::string(huge) + ";step=5;of=grid;values=false", std::string("x=0,0,0,0/0,0,0,0/0,0,0,0"),
          std::string("data=two;q=100,-100;k=100,-100/-100,100;v=100,99.9/-99.9,-100;temperature=20"),
          std::string("data=own;words=Donaudampfschifffahrtselektrizit%C3%A4t%20a%20b"),
          std::string("data=own;words=")}) {
        CAPTURE(state);
        Shown view("pipeline", state);
        const Description d = view.describe();
        for (const auto& [name, value, python] : d.values) CHECK(std::isfinite(value));
        for (const float width : {288.0f, 360.0f, 640.0f, 768.0f, 960.0f, 1400.0f}) {
            CAPTURE(width);
            LabelPainter painter;
            CHECK(view.draw_with(painter, width) == View(*find_exhibit("pipeline")).natural_height(width));
            CHECK(painter.collision() == "");
            CHECK(!painter.says("nan"));
            CHECK(!painter.says("–"));
        }
    }
}

TEST_CASE("pipeline: what softmax gets is written out: divided by T, less the largest, or not at all") {
    for (const auto& [state, wanted] :
         {std::pair{"softmax=false;temperature=0.1", "28.87 = 2.887 ÷ 0.1, no softmax"},
          {"softmax=false", "2.887 = 2.887 as it is, no softmax"},
          {"data=hand;temperature=0.1;step=5;of=grid;column=0", "exp(0.707 ÷ 0.1)"},
          {"temperature=0.05;step=5;of=grid;column=1",
           "exp((2.887 − 2.887) ÷ 0.05) = 1.000, less the row’s largest"},
          {"data=hand;step=5;of=grid;column=0", "0.401 = 2.028 ÷ (2.028 + 1.000 + 2.028)"},
          {"data=hand;temperature=0.1;step=5;of=grid;column=1", "0.0004 = "}}) {
        for (const float width : {960.0f, 360.0f}) {
            CAPTURE(std::string(state));
            Shown view("pipeline", state);
            CHECK(line_says(view, wanted, width));
        }
    }
    Shown cold("pipeline", "data=hand;temperature=0.1;step=5;of=grid;column=0");
    for (const char* text : {"0.4998", "0.0004"}) CHECK(says(cold, text));
}

TEST_CASE("pipeline: a switch is compared with the present state, in the picture and in the table") {
    Shown raw("pipeline", "softmax=false;scaled=false", 960);
    CHECK(line_says(raw, "was 2.887", 960));
    CHECK(!line_says(raw, "was 0.707", 960));
    CHECK(!says(raw, "scaled scores"));
    CHECK(!says(raw, "→"));
    Shown tie("pipeline", "data=hand;temperature=0.1", 960);
    CHECK(says(tie, "still"));
    // Every row of the table is what the state says with that one switch flipped.
    std::mt19937 random(seed_of_run());
    std::vector<std::string> states = {"softmax=false", "softmax=false;scaled=false", "values=false"};
    for (int i = 0; i < 40; ++i) states.push_back(random_state(*find_exhibit("pipeline"), random));
    for (const std::string& state : states) {
        CAPTURE(state);
        Shown view("pipeline", state, 960);
        const Table rows = table(view.describe(), "What a step is for");
        const State& now = view.state();
        const struct {
            const char *parameter, *quantity;
        } switches[] = {{"scaled", "largest weight"}, {"values", "output"}};
        for (const auto& one : switches) {
            const size_t row = std::string_view(one.parameter) == "scaled" ? 0 : 2;
            if (row >= rows.rows.size()) continue;
            for (const bool on : {true, false}) {
                State flipped = now;
                flipped.set(flipped.find(one.parameter), on ? 1 : 0);
                // (The focus may not be in V, where X stands: it keeps its row and column.)
                if (now.toggle(now.find("values")) || std::string_view(one.parameter) == "scaled")
                    CHECK(number(rows, row, on ? 1 : 2) ==
                          doctest::Approx(value_of(flipped.save(), one.quantity)));
            }
        }
    }
}

TEST_CASE("pipeline: the bar of parts stands under the line of its sum") {
    for (const float width : {960.0f, 360.0f}) {
        CAPTURE(width);
        Shown view("pipeline", "step=5;of=grid", width);
        LabelPainter painter;
        view.draw_with(painter, width);
        float sum = 0, part = 0;
        for (const Label& label : painter.labels) {
            if (label.text.starts_with("2") && sum == 0 && label.text.size() == 1) continue;
            if (label.text == "5" && label.box.y > 500) sum = label.box.y;
            if (label.text == "4" && label.box.y > 500) part = std::max(part, label.box.y);
        }
        CHECK(sum > 0);
        CHECK(part > sum + 12);
    }
}

TEST_CASE("pipeline: factors are shown as they stand in their matrix") {
    Shown view("pipeline", "data=seed-42", 960);
    CHECK(!line_says(view, "·0.00+", 960));
    CHECK(line_says(view, "0.254·0.003", 960));
}

TEST_CASE("pipeline: a step's sentence holds for equal scores too, and with steps left out") {
    for (const auto& [state, wanted] :
         {std::pair{"step=5;x=0,0,0,0/0,0,0,0/0,0,0,0", "Scores become shares of one whole"},
          {"step=5;softmax=false", "This step is switched off"},
          {"step=4;scaled=false", "This step is switched off"},
          {"", "Each output row blends the values"},
          {"softmax=false", "Each output row blends the values"},
          {"values=false", "Each row blends the words themselves"},
          {"step=2", "Three products of X"},
          {"step=2;values=false", "Two products of X"},
          {"data=hand;softmax=false;q=1,0;k=1,0/0,0/0,0;scaled=false", "the row still sums to 1.000"},
          {"temperature=0.05;step=5;of=grid;column=1", "less the row’s largest"},
          {"temperature=0.05;scaled=false;step=5;of=grid;column=1", "less the row’s largest"}}) {
        CAPTURE(std::string(state));
        Shown view("pipeline", state, 960);
        CHECK(line_says(view, wanted, 960));
        CHECK(!line_says(view, "Large scores take most", 960));
        CHECK(!line_says(view, "sums to still", 960));
    }
    Shown given("pipeline", "data=hand", 960);
    CHECK(!line_says(given, "one row a word", 960));
}

TEST_CASE("pipeline: without V nothing goes to W_V, and nothing offers to make V") {
    for (const bool values : {true, false}) {
        CAPTURE(values);
        Shown wide("pipeline", values ? "" : "values=false", 960);
        CHECK(says(wide, "X goes to all three") == values);
        CHECK(says(wide, "X goes to both") == !values);
        Shown narrow("pipeline", values ? "step=2" : "step=2;values=false", 360);
        LabelPainter painter;
        narrow.draw_with(painter, 360);
        CHECK(painter.says("K"));
        // (The switch is called V as well.)
        const auto of_v = std::count_if(painter.labels.begin(), painter.labels.end(),
                                        [](const Label& label) { return label.text == "V"; });
        CHECK(of_v == (values ? 2 : 1));
    }
}

TEST_CASE(
    "pipeline: what is spoken is true of the step that is reached, and calls what is given by its name") {
    const auto summary = [](const char* state) { return Shown("pipeline", state).describe().summary; };
    CHECK(summary("") == "Step 6 of 6, outputs. Number 2 of the output of “I” is 1.637.");
    CHECK(summary("step=4;of=grid;scaled=false") ==
          "Step 4 of 6, scores, not scaled. The score of “I” for “love” is 5.000.");
    // No weight is there yet that could be the largest, nor any sum of weights.
    for (const char* state :
         {"step=1;scaled=false;softmax=false;values=false", "step=3;scaled=false;softmax=false"}) {
        CAPTURE(std::string(state));
        CHECK(summary(state).find("weight") == std::string::npos);
        CHECK(summary(state).find("temperature") == std::string::npos);
    }
    CHECK(summary("step=1;values=false") == "Step 1 of 6, words: 3 words, each 4 numbers.");
    CHECK(summary("temperature=0.5").find("Scaled scores are divided by a temperature of 0.500.") !=
          std::string::npos);
    CHECK(summary("temperature=0.5;scaled=false")
              .find("Scores are not divided by √dₖ, but by a temperature of 0.500: ") != std::string::npos);
    CHECK(summary("data=hand;of=v;row=2;column=1").find("Number 2 of v₃ is 5.000") != std::string::npos);
    CHECK(summary("data=hand;of=k;row=2;column=1").find("Number 2 of k₃ is 1.000") != std::string::npos);
    CHECK(summary("data=hand;of=q;column=0").find("Number 1 of q₂ is 1.000") != std::string::npos);
    CHECK(summary("data=hand;of=grid;step=5").find("The weight of q₂ for k₂ is") != std::string::npos);
}

// Scores: the essays' numbers, stated against computed, the walk, what a hand does, and values that are bad.
#include <cmath>

#include "../helpers.h"
#include "../label_painter.h"
#include "../random_state.h"

using namespace explainer;

namespace {

void check_row(View& view, std::string_view title, size_t row, std::initializer_list<double> wanted,
               double tolerance) {
    const Description description = view.describe(true);
    const Table& t = table(description, title);
    size_t column = 1;
    for (const double one : wanted) {
        CAPTURE(title);
        CAPTURE(column);
        CHECK(std::fabs(number(t, row, column++) - one) <= tolerance);
    }
}

/// Where a text stands for the last time.
Point place_of(View& view, float width, std::string_view wanted) {
    LabelPainter painter;
    view.draw_with(painter, width);
    std::optional<Point> last;
    for (const Label& label : painter.labels) {
        if (label.text == wanted) last = label.box.centre();
    }
    CAPTURE(wanted);
    REQUIRE(last);
    return *last;
}

bool says(std::string_view state, std::string_view wanted, float width = 960) {
    Shown view("scores", state, width);
    LabelPainter painter;
    view.draw_with(painter, width);
    return std::any_of(painter.labels.begin(), painter.labels.end(),
                       [&](const Label& label) { return label.text.find(wanted) != std::string::npos; });
}

}  // namespace

TEST_CASE("scores, E001: Q Kᵀ, the divided row of “I”, and its weights 7.0, 70.7, 22.3 %") {
    Shown view("scores");
    check_row(view, "Scores Q", 0, {1, 5, 3}, 0);
    check_row(view, "Scores Q", 1, {3, 3, 3}, 0);
    check_row(view, "Scores Q", 2, {2, 4, 3}, 0);
    check_row(view, "Scores ÷", 0, {0.577, 2.887, 1.732}, 0.0005);
    check_row(view, "Scores ÷", 1, {1.732, 1.732, 1.732}, 0.0005);
    check_row(view, "Weights", 0, {0.070, 0.707, 0.223}, 0.0005);
    for (const char* shown : {"7.0 %", "70.7 %", "22.3 %", "0.577", "2.887", "1.732"}) CHECK(says("", shown));
    check_row(view, "Q (", 0, {2, 1, 0}, 0);
    check_row(view, "K (", 0, {0, 1, 2}, 0);
    CHECK(value(view, "score") == 5);
    CHECK(value(view, "weight") == doctest::Approx(0.707).epsilon(0.001));
    CHECK(value(view, "spread of the row") == 4);
    CHECK(value(view, "spread of the divided row") == doctest::Approx(2.309).epsilon(0.001));
}

TEST_CASE("scores, E001: three equal scores share the weight in thirds") {
    Shown view("scores", "sweep=15");
    check_row(view, "Weights", 1, {1 / 3.0, 1 / 3.0, 1 / 3.0}, 1e-6);
    CHECK(says("sweep=15", "33.3 %"));
    CHECK(value(view, "spread of the row") == 0);
}

TEST_CASE("scores, E001: “about 3× the score” is 5×, told beside the claim") {
    Shown love("scores"), hand("scores", "data=hand");
    const Description told = love.describe(true);
    const Table& stated = table(told, "stated and computed");
    CHECK(std::get<std::string>(stated.rows[0][1]) == "about 3 times the score");
    CHECK(quantity(stated, "score of “love”") == 5 * quantity(stated, "score of “I”"));
    for (const Table& one : hand.describe(true).tables) CHECK(one.title != "stated and computed");
}

TEST_CASE("scores, E001: without the division “love” takes 86.7 %; the order of scores stays") {
    Shown view("scores", "scaled=false");
    check_row(view, "Weights", 0, {0.016, 0.867, 0.117}, 0.0005);
    CHECK(says("", "86.7 %"));
    const Description description = view.describe(true);
    const Table& row = table(description, "Row of");
    for (size_t i = 1; i < row.rows.size(); ++i) {
        for (const size_t column : {1u, 2u, 3u, 4u})
            CHECK(number(row, i, column) <= number(row, i - 1, column));
    }
}

TEST_CASE("scores, E003: seed 42 spreads by 0.102 and 0.051, where the article says about 2 and near 1") {
    Shown view("scores", "data=seed-42");
    CHECK(std::fabs(value(view, "deviation of scores") - 0.102) < 0.0005);
    CHECK(std::fabs(value(view, "deviation of divided scores") - 0.051) < 0.0005);
    const Description told = view.describe(true);
    const Table& stated = table(told, "stated and computed");
    CHECK(std::get<std::string>(stated.rows[0][1]) == "near 2");
    CHECK(std::get<std::string>(stated.rows[1][1]) == "near 1");
}

TEST_CASE("scores, E004: the hand example, its first exercise and its third") {
    Shown view("scores", "data=hand");
    check_row(view, "Scores Q", 0, {1, 0, 1}, 0);
    check_row(view, "Weights", 0, {0.401, 0.198, 0.401}, 0.0005);
    Shown first("scores", "data=hand;q=0,2");
    check_row(first, "Scores Q", 0, {0, 2, 2}, 0);
    check_row(first, "Weights", 0, {0.108, 0.446, 0.446}, 0.0005);
    Shown third("scores", "data=hand;temperature=0.1");
    check_row(third, "Weights", 0, {0.4998, 0.0004, 0.4998}, 0.00005);
    Shown fourth("scores", "data=two");
    check_row(fourth, "Weights", 0, {0.99, 0.01}, 0.0005);
    // Its Q and K are given, and can be changed where they stand.
    settle(view);
    for (const auto& [name, row, col] : {std::tuple("q", 0, 1), std::tuple("k", 2, 0)}) {
        const int parameter = index_of(view, name);
        const Rect cell = view.cell_rect(parameter, row, col);
        REQUIRE(cell.width >= 24);
        const double before = view.state().matrix(parameter).at(row, col);
        drag(view, cell.centre(), cell.centre() + Point{30, 0});
        CHECK(view.state().matrix(parameter).at(row, col) > before);
    }
}

TEST_CASE("scores: keys turn one by one, then pairs are swept term by term") {
    Shown view("scores", "sweep=0");
    const int sweep = index_of(view, "sweep");
    CHECK(view.state().maximum(sweep) == 30);
    CHECK(view.describe(true).summary.find("as it stands") != std::string::npos);
    view.set(sweep, 2);
    CHECK(view.describe(true).summary.find("2 of 3 keys") != std::string::npos);
    double sum = 0;
    const double scores[] = {1, 5, 3, 3, 3, 3, 2, 4, 3};
    for (int pair = 0; pair < 9; ++pair) {
        double last = 0;
        for (int term = 1; term <= 3; ++term) {
            view.set(sweep, 3 + pair * 3 + term);
            sum = value(view, "sum so far");
            CHECK(value(view, "score") == scores[pair]);
            last = term == 3 ? sum : last;
        }
        CHECK(last == scores[pair]);
    }
}

TEST_CASE("scores: a press on a pair, a word, a term or a ribbon's bar goes there, wide and narrow") {
    for (const float width : {960.0f, 768.0f, 360.0f, 320.0f}) {
        CAPTURE(width);
        Shown view("scores", "", width);
        settle(view);
        const int sweep = index_of(view, "sweep");
        click(view, place_of(view, width, "2.309"));  // “AI” asks “love”
        CHECK(view.state().integer(sweep) == 3 + 7 * 3 + 3);
        CHECK(value(view, "score") == 4);
        const bool named = width >= 360;  // else products stand where names would: 1 × 2, 2 × 1
        click(view, place_of(view, width, named ? "k₁" : " = 2"));
        CHECK(view.state().integer(sweep) == 3 + 7 * 3 + (named ? 1 : 2));
        click(view, place_of(view, width, "1.732"));
        CHECK(value(view, "score") == 3);
    }
}

TEST_CASE("scores: a step is a term, a pair or a word; the first goes to a Kᵀ that is whole") {
    for (const auto& [pace, wanted] : {std::pair("term", 10), std::pair("cell", 12), std::pair("word", 12)}) {
        CAPTURE(pace);
        Shown view("scores", "pace=" + std::string(pace), 960);
        settle(view);
        const Rect play = view.parameter_rect(index_of(view, "play"));
        click(view, {play.right() + 20, play.centre().y});
        CHECK(view.state().integer(index_of(view, "sweep")) == wanted);
    }
    Shown view("scores", "sweep=0;pace=cell", 960);
    settle(view);
    const Rect play = view.parameter_rect(index_of(view, "play"));
    click(view, {play.right() + 20, play.centre().y});
    CHECK(view.state().integer(index_of(view, "sweep")) == 3);
}

TEST_CASE("scores: what the walk has not reached can be covered, its weights too") {
    CHECK(says("sweep=6", "70.7 %"));
    CHECK(!says("sweep=6;cover=true", "70.7 %"));
    CHECK(!says("sweep=6;cover=true", "2.887"));
    CHECK(says("sweep=12;cover=true", "70.7 %"));
    // A row of which one pair is to come has no weights yet, in whatever words.
    for (int sweep = 1; sweep < 30; ++sweep) {
        Shown view("scores", "cover=true;sweep=" + std::to_string(sweep), 960);
        LabelPainter painter;
        view.draw_with(painter, 960);
        const bool row_is_there = sweep >= 12 && (sweep - 3) % 9 == 0;
        CAPTURE(sweep);
        CHECK(painter.says_within("%") == row_is_there);
    }
}

TEST_CASE("scores: all zero, equal and huge numbers are said as numbers") {
    for (const char* state :
         {"data=hand;q=0,0;k=0,0/0,0/0,0", "data=hand;q=100,100;k=100,100/100,100/-100,-100;temperature=0.05",
          "data=two;q=100,-100;k=100,100/-100,100", "data=own;words=Donaudampfschifffahrt a b;sweep=30",
          "wq=100,100,100/100,100,100/100,100,100/100,100,100;scaled=false;temperature=0.05"}) {
        CAPTURE(state);
        Shown view("scores", state);
        for (const auto& [name, number, python] : view.describe(true).values) {
            CAPTURE(name);
            CHECK(std::isfinite(number));
        }
        for (const float width : {288.0f, 360.0f, 768.0f, 960.0f}) {
            CAPTURE(width);
            LabelPainter painter;
            view.draw_with(painter, width);
            CHECK(painter.collision() == "");
            for (const Label& label : painter.labels) CHECK(label.text.find("nan") == std::string::npos);
        }
    }
}

TEST_CASE("scores: pointing at a pair says who asks whom; a line of the division points at its own") {
    Shown view("scores", "", 960);
    settle(view);
    const auto sentence = [&](Point at) {
        view.pointer(Pointer::move, at, false);
        settle(view);
        return without_blanks(view, 960);
    };
    const auto says_now = [&](Point at, const char* wanted) {
        return sentence(at).find(wanted) != std::string::npos;
    };
    CHECK(says_now(place_of(view, 960, "1.155"), "“AI”asks“I”:q·k=2,÷√3=1.155,weight16.8%"));
    CHECK(says_now({1, 1}, "“I”asks“love”:q·k=5,÷√3=2.887,weight70.7%"));  // nothing is pointed at
    CHECK(says_now(place_of(view, 960, "0.577"), "“I”asks“I”:q·k=1,÷√3=0.577,weight7.0%"));
}

TEST_CASE("scores: what moves comes to rest, and a frame in between has nothing that is not a number") {
    for (const char* state : {"sweep=0", "sweep=0;pace=cell", "sweep=0;pace=word"}) {
        Shown view("scores", state, 960);
        view.set_reduced_motion(false);
        settle(view);
        view.act(index_of(view, "play"));
        double time = 1e9;
        for (int i = 0; i < 2000 && view.step(time += 40, false); ++i) {
        }
        CHECK(view.state().integer(index_of(view, "sweep")) == 30);
    }
}

TEST_CASE("scores: no number is cut, of whatever size it is") {
    const auto check = [](View& view, float width) {
        LabelPainter painter;
        view.draw_with(painter, width);
        for (const Label& label : painter.labels) {
            const bool numeric = label.text.starts_with("−") ||
                                 (label.text[0] >= '0' && label.text[0] <= '9') ||
                                 label.text.starts_with("q ·");
            if (numeric) CHECK(label.text.find("…") == std::string::npos);
        }
    };
    const std::string large =
        "data=own;wq=0,20,0/0,0,20/20,0,0;wk=20,0,0/0,20,0/0,0,20;x=10,0,0/0,10,0/0,0,10";
    const std::string long_words =
        "data=own;words=Donaudampfschifffahrtsgesellschaft Rindfleischetikett xy;"
        "x=100,-100,99.99/-100,3.3,0/0,0,0";
    std::mt19937 random(7);
    for (const float width : {288.0f, 328.0f, 736.0f, 928.0f, 1280.0f}) {
        CAPTURE(width);
        for (const std::string& state : {large, long_words}) {
            Shown view("scores", state, width);
            check(view, width);
        }
        for (int i = 0; i < 40; ++i) {
            const std::string state = random_state(*find_exhibit("scores"), random);
            CAPTURE(state);
            Shown view("scores", state, width);
            check(view, width);
        }
    }
    for (const char* shown : {"40000", "23094.0"}) CHECK(says(large, shown));
}

TEST_CASE("scores: the division brings a score nearer to 0, and it stays above the lower ones") {
    for (const float width : {328.0f, 960.0f}) {
        Shown view("scores", "", width);
        const Point before = place_of(view, width, "5"), after = place_of(view, width, "2.887"),
                    least = place_of(view, width, "0.577");
        CHECK(after.x > before.x);
        CHECK(after.y > before.y + 20);
        CHECK(least.y > after.y + 10);
    }
}

TEST_CASE("scores: keys that share the highest score are said and shown as such") {
    const auto summary = [](const char* state) {
        Shown view("scores", state);
        return view.describe(true).summary;
    };
    for (const char* state : {"sweep=15", "x=0,0,0,0/0,0,0,0/0,0,0,0"}) {
        CAPTURE(state);
        CHECK(summary(state).find("scores all keys alike") != std::string::npos);
        CHECK(summary(state).find("highest") == std::string::npos);
        CHECK(says(state, "without it all 3 still take 33.3 % each"));
        CHECK(says(state, "all equal, before and after"));
    }
    CHECK(summary("data=hand;temperature=0.1").find("k₁ and k₃ highest, alike;") != std::string::npos);
    CHECK(says("data=hand", "without it the highest 2 take 42.2 % each, not 40.1 %"));
    CHECK(summary("").find("scores “love” highest;") != std::string::npos);
    CHECK(says("", "without it “love” takes 86.7 %, not 70.7 %"));
    // Both winners are bold where the ribbons end.
    Shown view("scores", "data=hand;temperature=0.1", 960);
    LabelPainter painter;
    view.draw_with(painter, 960);
    for (const auto& [name, bold] : {std::pair("k₁", true), std::pair("k₂", false), std::pair("k₃", true)}) {
        float x = 0, wide = 0;
        for (const Label& label : painter.labels) {
            if (label.text != name || label.box.x <= x) continue;
            x = label.box.x;
            wide = label.box.width;
        }
        CAPTURE(name);
        CHECK(wide == fonts::width(bold ? strong : body, name));
    }
}

TEST_CASE("scores: the products that are shown add up to the score, also of small numbers") {
    Shown view("scores", "data=seed-42", 960);
    for (int pair = 0; pair < 16; ++pair) {
        view.set(index_of(view, "sweep"), 4 + pair * 4 + 4);
        LabelPainter painter;
        view.draw_with(painter, 960);
        double sum = 0, from_factors = 0, product = 0;
        for (size_t i = 0; i < painter.labels.size(); ++i) {
            const auto number = [&](size_t at, size_t from) {
                std::string text = painter.labels[at].text.substr(from);
                if (text.starts_with("−")) text = "-" + text.substr(std::string_view("−").size());
                return std::stod(text);
            };
            if (painter.labels[i].text == " × ") product = number(i - 1, 0) * number(i + 1, 0);
            if (!painter.labels[i].text.starts_with(" = ")) continue;
            sum += number(i, 3);
            from_factors += product;
        }
        CAPTURE(pair);
        CHECK(std::fabs(sum - value(view, "score")) < 0.0003);
        CHECK(std::fabs(from_factors - value(view, "score")) < 0.0015);
    }
}

TEST_CASE("scores: a number of Q or K says where it came from, if it came from words") {
    for (const bool from_words : {true, false}) {
        Shown view("scores", from_words ? "" : "data=hand", 960);
        settle(view);
        std::string all;
        for (float y = 128; y < 500; y += 26) {
            for (float x = 70; x < 560; x += 26) {
                view.pointer(Pointer::move, {x, y}, false);
                settle(view);
                all += without_blanks(view, 960);
            }
        }
        for (const char* wanted :
             {"q₁of“I”=2:itsrowofXtimescolumn1ofQ’sweights", "k₃of“AI”=1:itsrowofXtimescolumn3ofK’sweights"})
            CHECK((all.find(wanted) != std::string::npos) == from_words);
    }
}

TEST_CASE("scores: the whole chain from q·k to the share, and nothing of it that is off") {
    const auto said = [](const char* state) { return Shown("scores", state).describe().summary; };
    const auto says = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    CHECK(says(said(""), "q · k = 5, ÷ √3 = 2.887, weight 70.7 %."));
    CHECK(says(said("temperature=2"), "q · k = 5, ÷ √3 = 2.887, ÷ T 2.00 = 1.443, weight 53.3 %."));
    CHECK(says(said("temperature=2"),
               "dividing by √3 and by T = 2.00 keeps the order and shrinks the spread from 4 to 1.155."));
    CHECK(says(said("scaled=false;temperature=0.5"), "q · k = 5, ÷ T 0.50 = 10.000, weight 98.2 %."));
    CHECK(says(said("scaled=false;temperature=0.5"),
               "dividing by T = 0.50 keeps the order and widens the spread from 4 to 8.000."));
    CHECK(says(said("scaled=false"), "q · k = 5, weight 86.7 %."));
    CHECK(says(said("scaled=false"), "not divided, the row spreads over 4."));
    for (const char* state : {"scaled=false", "scaled=false;temperature=3"})
        CHECK_FALSE(says(said(state), "√"));
    CHECK(says(said("sweep=20;temperature=3"),
               "scores all keys alike: their weights are equal, whatever divides them."));
}

TEST_CASE("scores: there is one K: in the place of Kᵀ it stands as rows, then as columns") {
    for (const float width : {360.0f, 960.0f}) {
        CAPTURE(width);
        // (The numbers of “I” are 0, 1, 2; those of “love” 2, 1, 0.)
        const auto middles = [width](const char* state) {
            Shown view("scores", state, width);
            LabelPainter painter;
            view.draw_with(painter, width);
            std::vector<Point> out;  // of the numbers beside the name of K, in the order of drawing
            std::optional<Rect> name;
            for (const Label& label : painter.labels)
                if (label.text == "K" || label.text == "Kᵀ") name = label.box;
            REQUIRE(name);
            for (const Label& label : painter.labels)
                if (label.text.size() == 1 && label.text[0] >= '0' && label.text[0] <= '9' &&
                    label.box.x > name->right() && std::fabs(label.box.centre().y - name->centre().y) < 48)
                    out.push_back(label.box.centre());
            return out;
        };
        const std::vector<Point> rows = middles("sweep=0"), mixed = middles("sweep=1");
        REQUIRE(rows.size() == 9);
        CHECK(rows[0].y == rows[2].y);
        CHECK(rows[0].x < rows[2].x);
        REQUIRE(mixed.size() == 9);
        CHECK(mixed[0].x == mixed[2].x);  // the first key has turned
        CHECK(mixed[0].y < mixed[2].y);
        CHECK(mixed[3].y == mixed[5].y);  // the second has not, and is beside it
        CHECK(mixed[3].x > mixed[2].x);
        CHECK(middles("sweep=3").size() == 9);
    }
}

TEST_CASE("scores: what is not computed is not there: before K has turned, and ahead of the one that plays") {
    for (const char* state : {"sweep=0", "sweep=3"}) {
        for (const char* later : {"2.887", "70.7 %", "2.309"}) CHECK(!says(state, later));
    }
    Shown view("scores", "sweep=8", 960);
    std::string frame;
    double time = 1e6;
    const auto shows = [&](const std::string& text) {
        return frame.find(">" + text + "<") != std::string::npos;
    };
    view.step_as_svg(time, frame);
    CHECK(shows("2.309"));
    CHECK(shows("22.3 %"));
    view.act(index_of(view, "play"));
    const auto goes_to = [&](int step) {
        for (int i = 0; i < 400 && view.state().integer(index_of(view, "sweep")) < step; ++i)
            view.step_as_svg(time += 20, frame);
        for (int i = 0; i < 20; ++i) view.step_as_svg(time += 20, frame);
    };
    goes_to(9);
    CHECK(shows("2.887"));
    CHECK(!shows("1.732"));
    CHECK(!shows("2.309"));
    CHECK(!shows("22.3 %"));
    goes_to(12);  // the row is complete, its weights follow
    CHECK(shows("1.732"));
    CHECK(shows("22.3 %"));
    CHECK(!shows("2.309"));
}

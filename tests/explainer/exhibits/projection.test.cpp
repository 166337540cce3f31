// Projection: the essays' numbers, the walk through all terms, what a hand does, and values that are bad.
#include <cmath>
#include <cstdlib>

#include "../helpers.h"
#include "../label_painter.h"

using namespace explainer;

namespace {

void check_matrix(View& view, std::string_view title, std::initializer_list<double> wanted, size_t columns) {
    const Description description = view.describe(true);
    const Table& t = table(description, title);
    size_t at = 0;
    for (const double one : wanted) {
        CAPTURE(title);
        CAPTURE(at);
        CHECK(number(t, at / columns, 1 + at % columns) == doctest::Approx(one).epsilon(1e-6));
        ++at;
    }
}

double number_in(const std::string& text) {
    const size_t minus = text.starts_with("−") ? std::string_view("−").size() : 0;
    return (minus > 0 ? -1 : 1) * std::strtod(text.c_str() + minus, nullptr);
}

}  // namespace

TEST_CASE("projection, E001: Q, K and V of “I love AI” are those that the walkthrough states") {
    Shown view("projection");
    check_matrix(view, "Q", {2, 1, 0, 1, 1, 1, 1, 2, 0}, 3);
    check_matrix(view, "K", {0, 1, 2, 2, 1, 0, 1, 1, 1}, 3);
    // Of V only the second column follows from what the walkthrough states.
    check_matrix(view, "V", {4, 0, -3, 0, 2, 1, -1, 1, 0}, 3);
    check_matrix(view, "X (reconstructed)", {1, 0, 1, 0, 0, 1, 0, 1, 1, 1, 0, 0}, 4);
}

TEST_CASE("projection, E004: the hand example begins after projection; its numbers are given and editable") {
    Shown view("projection", "data=hand");
    check_matrix(view, "Q (given by hand)", {1, 0}, 2);
    check_matrix(view, "K (given by hand)", {1, 0, 0, 1, 1, 1}, 2);
    check_matrix(view, "V (given by hand)", {10, 0, 0, 10, 5, 5}, 2);
    CHECK(view.describe(true).summary.find("given") != std::string::npos);
    settle(view);
    for (const char* name : {"q", "k", "v"}) CHECK(view.active(index_of(view, name)));
    for (const char* name : {"x", "wq", "wk", "wv", "pace", "cover", "words"})
        CHECK(!view.active(index_of(view, name)));
    const int v = index_of(view, "v");
    const Rect cell = view.cell_rect(v, 0, 0);
    REQUIRE(cell.width > 24);
    drag(view, cell.centre(), cell.centre() + Point{-20, 0});
    CHECK(view.state().matrix(v).at(0, 0) < 10);
}

TEST_CASE("projection, E003: seed 42 has eight columns in X, which all can be reached on a phone") {
    Shown view("projection", "data=seed-42;term=8", 360);
    settle(view);
    const int x = index_of(view, "x");
    CHECK(view.state().matrix(x).cols == 8);
    CHECK(view.cell_rect(x, 0, 7).width > 0);  // the walk is at the last term: its column is in sight
    CHECK(view.cell_rect(x, 0, 0).width == 0);
    view.set(index_of(view, "term"), 1);
    settle(view);
    CHECK(view.cell_rect(x, 0, 0).width > 0);
    CHECK(view.cell_rect(x, 0, 7).width == 0);
}

TEST_CASE("projection: every step of the walk is the sum of so many terms") {
    Shown view("projection");
    const int term = index_of(view, "term");
    CHECK(view.state().maximum(term) == 108);
    view.set(term, 98);
    CHECK(value(view, "last product") == -2);
    CHECK(value(view, "sum so far") == -1);
    CHECK(value(view, "result") == -1);
    view.set(term, 97);
    CHECK(value(view, "sum so far") == 1);
    CHECK(value(view, "result") == -1);
    view.set(term, 64);  // two terms that cancel
    CHECK(value(view, "last product") == 2);
    CHECK(value(view, "result") == 0);
    double sum = 0;
    for (int i = 1; i <= 108; ++i) {
        view.set(term, i);
        sum = (i - 1) % 4 == 0 ? 0 : sum;
        sum += value(view, "last product");
        CHECK(value(view, "sum so far") == doctest::Approx(sum));
        if (i % 4 == 0) CHECK(value(view, "result") == doctest::Approx(sum));
    }
}

TEST_CASE("projection: a press on a result, a word, a term goes there, wide and narrow") {
    for (const float width : {960.0f, 768.0f, 360.0f, 320.0f}) {
        CAPTURE(width);
        Shown view("projection", "", width);
        settle(view);
        const int term = index_of(view, "term");
        const auto pressed_at = [&](std::string_view wanted) {
            LabelPainter painter;
            view.draw_with(painter, width);
            std::optional<Point> last;
            for (const Label& label : painter.labels) {
                if (label.text == wanted) last = label.box.centre();
            }
            REQUIRE(last);
            return *last;
        };
        click(view, pressed_at("love"));  // the button beside X; the player says the words too
        CHECK(view.state().integer(term) == 62);
        click(view, pressed_at("4"));  // the first value of “I”
        CHECK(view.state().integer(term) == 28);
        click(view, pressed_at("w₂"));
        CHECK(view.state().integer(term) == 26);
    }
}

TEST_CASE("projection: a step is a term, a cell or a word") {
    for (const auto& [pace, wanted] :
         {std::pair("term", 99), std::pair("cell", 100), std::pair("word", 108)}) {
        Shown view("projection", "pace=" + std::string(pace), 960);
        settle(view);
        const Rect play = view.parameter_rect(index_of(view, "play"));
        click(view, {play.right() + 20, play.centre().y});
        CHECK(view.state().integer(index_of(view, "term")) == wanted);
        click(view, {play.x - 20, play.centre().y});
        CHECK(view.state().integer(index_of(view, "term")) < wanted);
    }
}

TEST_CASE("projection: what the walk has not reached can be covered") {
    const auto says = [](const std::string& state, std::string_view wanted) {
        Shown view("projection", state, 960);
        LabelPainter painter;
        view.draw_with(painter, 960);
        return painter.says(wanted);
    };
    CHECK(says("term=4", "−3"));
    CHECK(!says("term=4;cover=true", "−3"));
    CHECK(says("term=36;cover=true", "−3"));
    // A sum that is under way is nowhere at its end: v₂ of seed 42 ends at 0.03.
    CHECK(says("data=seed-42;term=80;cover=true", "0.03"));
    CHECK(!says("data=seed-42;term=77;cover=true", "0.03"));
}

TEST_CASE(
    "projection: numbers that are typed over count at once; zero and huge ones are numbers like others") {
    Shown view(
        "projection",
        "wv=100,100,100/100,100,100/100,100,100/100,100,100;x=100,100,100,100/0,0,0,0/1,1,0,0;term=28");
    CHECK(value(view, "result") == 40000);
    view.set(index_of(view, "term"), 64);
    CHECK(value(view, "result") == 0);
    CHECK(value(view, "length of v") == 0);
    for (const float width : {288.0f, 960.0f}) {
        LabelPainter painter;
        view.draw_with(painter, width);
        CHECK(painter.collision() == "");
        for (const Label& label : painter.labels) CHECK(label.text.find("nan") == std::string::npos);
    }
}

TEST_CASE("projection: playing by words comes to the end and to rest") {
    for (const float width : {360.0f, 960.0f}) {
        Shown view("projection", "term=1;pace=word", width);
        view.set_reduced_motion(false);
        settle(view);
        view.act(index_of(view, "play"));
        double time = 1e9;
        for (int i = 0; i < 2000 && view.step(time += 40, false); ++i) {
        }
        CHECK(view.state().integer(index_of(view, "term")) == 108);
    }
}

TEST_CASE("projection: on a phone the matrix that the keyboard is in comes onto the sheet") {
    Shown view("projection", "", 360);
    settle(view);
    const int w_q = index_of(view, "wq"), w_v = index_of(view, "wv");
    CHECK(view.cell_rect(w_v, 0, 0).width > 0);
    CHECK(view.cell_rect(w_q, 0, 0).width == 0);
    CHECK(view.parameter_rect(w_q).height >= 44);
    view.focus_parameter(w_q);
    settle(view);
    CHECK(view.cell_rect(w_q, 0, 0).width > 0);
    CHECK(view.cell_rect(w_v, 0, 0).width == 0);
    view.focus_parameter(-1);
    settle(view);
    CHECK(view.cell_rect(w_v, 0, 0).width > 0);
}

TEST_CASE("projection: all numbers that are given are on the sheet, however narrow it is") {
    for (const char* state : {"data=hand;q=3,4;k=5,6/7,8/9,11;v=12,13/14,15/16,17", "data=two"}) {
        for (const float width : {288.0f, 308.0f, 328.0f, 344.0f, 480.0f, 560.0f, 768.0f, 960.0f}) {
            CAPTURE(state);
            CAPTURE(width);
            Shown view("projection", state, width);
            settle(view);
            LabelPainter painter;
            view.draw_with(painter, width);
            for (const char* name : {"q", "k", "v"}) {
                const int parameter = index_of(view, name);
                const MatrixValue& given = view.state().matrix(parameter);
                for (int i = 0; i < given.rows; ++i) {
                    for (int j = 0; j < given.cols; ++j) {
                        const Rect cell = view.cell_rect(parameter, i, j);
                        CHECK(cell.width >= 24);
                        CHECK(std::any_of(painter.labels.begin(), painter.labels.end(), [&](const Label& l) {
                            return number_in(l.text) == given.at(i, j) && cell.contains(l.box.centre());
                        }));
                    }
                }
            }
            for (const Label& label : painter.labels) CHECK(label.text.find("…") == std::string::npos);
        }
    }
}

TEST_CASE(
    "projection: on the narrowest sheets too, products and the count of terms are there, and no hint is "
    "cut") {
    for (const float width : {288.0f, 308.0f, 328.0f, 344.0f, 960.0f}) {
        CAPTURE(width);
        for (const char* state : {"", "term=100", "data=seed-42;term=16"}) {
            CAPTURE(state);
            Shown view("projection", state, width);
            settle(view);
            LabelPainter painter;
            view.draw_with(painter, width);
            int products = 0;
            for (const Label& label : painter.labels) {
                products += label.text.starts_with(" = ");
                CHECK(label.text.find("…") == std::string::npos);
            }
            CHECK(products == (std::string_view(state).empty()         ? 2
                               : std::string_view(state) == "term=100" ? 4
                                                                       : 8));
            const std::string said = without_blanks(view, width);
            if (std::string_view(state).empty())
                CHECK(said.find("“AI”handsoverv₁=−1after2of4terms") != std::string::npos);
            if (std::string_view(state) == "term=100")
                CHECK(said.find("“AI”handsoverv₁=−1:itsrowofXtimescolumn1ofV’sweights") != std::string::npos);
        }
    }
}

TEST_CASE("projection: what a row is taken times is never cut") {
    for (float width = 288; width <= 1280; width += 32) {
        CAPTURE(width);
        Shown view("projection",
                   "data=own;x=-100,-99.99,99.99/-100,3.3,0/0,0,0;term=30;cover=true;showWeights=true",
                   width);
        settle(view);
        view.set(index_of(view, "term"), 3);
        LabelPainter painter;
        view.draw_with(painter, width);
        for (const char* factor : {"−100.00 ×", "−99.99 ×", "99.99 ×"}) CHECK(painter.says(factor));
    }
}

TEST_CASE("projection: what is covered is neither spoken nor told under the pointer") {
    const auto summary = [](const char* state) { return Shown("projection", state).describe().summary; };
    // v₁ of “AI” is −1; term 98 is the second of four.
    CHECK(summary("term=98").find("v₁ = −1") != std::string::npos);
    CHECK(summary("term=98;cover=true").find("= ") == std::string::npos);
    CHECK(summary("term=100;cover=true").find("v₁ = −1") != std::string::npos);
    // The values of “love” are walked to up to term 72, its first two up to 68; 71 is one short.
    for (const auto& [state, told] : {std::pair{"term=68", true},
                                      {"term=68;cover=true", false},
                                      {"term=71;cover=true", false},
                                      {"term=71", false},
                                      {"term=72;cover=true", true}}) {
        CAPTURE(std::string(state));
        Shown view("projection", state, 960);
        settle(view);
        LabelPainter painter;
        view.draw_with(painter, 960);
        Point role;  // the last of the three: beside its bars
        for (const Label& label : painter.labels) {
            if (label.text == "hands over") role = label.box.centre();
        }
        std::string reading;
        for (float x = role.x - 60; x < role.x + 60 && reading.empty(); x += 10) {
            view.pointer(Pointer::move, {x, role.y - 60}, false);
            settle(view);
            const std::string said = without_blanks(view, 960);
            if (said.find("“love”handsoverv₃") != std::string::npos) reading = said;
        }
        CAPTURE(reading);
        REQUIRE(!reading.empty());
        CHECK((reading.find("“love”handsoverv₃=1:itsrow") != std::string::npos) == told);
        const bool on_its_way = reading.find("of4termsoneword") != std::string::npos,
                   covered = reading.find("“love”handsoverv₃,notcomputedyet") != std::string::npos;
        CHECK((on_its_way || covered) != told);
    }
}

TEST_CASE("projection, wide: the sum fills its line, or has the rows that are added beside it") {
    for (const char* data : {"love", "seed-42", "hand"}) {
        CAPTURE(data);
        const std::string state = std::string("data=") + data;
        Shown closed("projection", state, 960), open("projection", state + ";showWeights=true", 960);
        CHECK(open.natural_height(960) == closed.natural_height(960));
    }
    const auto box_of = [](View& view, std::string_view text) {
        LabelPainter painter;
        view.draw_with(painter, 960);
        Rect out;
        for (const Label& label : painter.labels)
            if (label.text == text) out = label.box;
        return out;
    };
    Shown closed("projection", "", 960), open("projection", "showWeights=true", 960);
    CHECK(box_of(closed, "1.0").right() > 900);  // the end of its ruler
    const Rect sum = box_of(open, "the sum, term by term"), rows = box_of(open, "rows of V’s weights added");
    CHECK(rows.x > 600);
    CHECK(rows.y == sum.y);
    Shown alone("projection", "showWeights=true;showSum=false", 960);
    CHECK(box_of(alone, "rows of V’s weights added").x < 100);
}

TEST_CASE("projection: while it plays, what is not computed yet is not there, and it is again afterwards") {
    Shown view("projection", "term=48", 960);  // “love” asks with 1, 1, 1; its values are 0, 2, 1
    const auto shows = [](const std::string& frame, const std::string& text) {
        return frame.find(">" + text + "<") != std::string::npos;
    };
    std::string frame;
    double time = 1e6;
    view.step_as_svg(time, frame);
    CHECK(shows(frame, "−3"));
    CHECK(shows(frame, "−1"));
    const int term = index_of(view, "term");
    view.act(index_of(view, "play"));
    for (int i = 0; i < 400 && view.state().integer(term) < 49; ++i) view.step_as_svg(time += 20, frame);
    for (int i = 0; i < 20; ++i) view.step_as_svg(time += 20, frame);
    const auto count = [&frame](const std::string& text) {
        int out = 0;
        for (size_t at = frame.find(">" + text + "<"); at != std::string::npos;
             at = frame.find(">" + text + "<", at + 1))
            ++out;
        return out;
    };
    const int playing = count("?");
    CHECK(playing > 0);         // the cards do not tell what is to come
    CHECK(shows(frame, "−3"));  // of “I”, which is done
    view.act(index_of(view, "play"));
    for (int i = 0; i < 20; ++i) view.step_as_svg(time += 20, frame);
    CHECK(count("?") == 0);
}

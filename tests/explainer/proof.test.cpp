// The exhibit that measures: what it asks the host for, and what it makes of the answers, the bad ones too.
#include <limits>

#include "helpers.h"
#include "label_painter.h"

using namespace explainer;

namespace {

/// The request that the view has for its host; the test fails if it has none.
Request request_of(View& view) {
    const std::optional<Request> request = view.take_request();
    REQUIRE(request);
    return *request;
}

double argument(const Request& request, const char* name) {
    return std::get<double>(request.arguments.at(name));
}

Tensor timing(const char* name, float microseconds, float error, float rounds) {
    return {name, {4}, {microseconds, error, rounds, 9}};
}

Table measured(View& view) {
    return table(view.describe(), "This machine");
}

}  // namespace

TEST_CASE("asks once, again when pressed, anew when the size changes; draws what comes in") {
    Shown view("proof");
    settle(view);
    const Request first = request_of(view);
    CHECK(first.kind == "time-builds");
    CHECK(argument(first, "n") == 64);
    CHECK(argument(first, "d") == 64);
    CHECK(argument(first, "causal") == 0);
    CHECK(!view.take_request());
    CHECK(measured(view).rows.empty());

    const auto news = [&](std::vector<Tensor> tensors) {
        return view.receive({first.generation, 0.5, false, std::move(tensors), ""});
    };
    CHECK(news({timing("relaxed", 10, 1e-7f, 3), timing("JavaScript", 40, 2e-7f, 3)}));
    CHECK(view.step(1e7, false));
    settle(view);
    REQUIRE(measured(view).rows.size() == 2);
    CHECK(number(measured(view), 0, 2) == doctest::Approx(4));
    CHECK(number(measured(view), 1, 2) == doctest::Approx(1));
    news({timing("relaxed", 8, 1e-7f, 4)});
    CHECK(number(measured(view), 0, 1) == 8);
    CHECK(measured(view).rows.size() == 2);

    const Point again = view.parameter_rect(index_of(view, "again")).centre();
    press(view, again);
    release(view, again);
    CHECK(!news({timing("relaxed", 8, 1e-7f, 5)}));  // of the run before: nobody wants it any more
    CHECK(measured(view).rows.empty());              // old numbers would pass for new ones
    const Request second = request_of(view);
    CHECK(second.generation > first.generation);
    CHECK(view.state().save().empty());
    CHECK(!news({timing("relaxed", 8, 1e-7f, 6)}));
    CHECK(measured(view).rows.empty());

    REQUIRE(!view.restore("size=sentence;causal=true"));
    CHECK(!view.receive({second.generation, 1, true, {timing("relaxed", 8, 1e-7f, 9)}, ""}));
    const Request other = request_of(view);
    CHECK(argument(other, "n") == 6);
    CHECK(argument(other, "causal") == 1);
    CHECK(measured(view).rows.empty());
}

TEST_CASE("after the last news nothing more is taken") {
    Shown view("proof");
    const Request request = request_of(view);
    CHECK(!view.receive({request.generation, 1, true, {timing("relaxed", 10, 1e-7f, 9)}, ""}));
    CHECK(!view.receive({request.generation, 1, true, {timing("scalar", 10, 1e-7f, 9)}, ""}));
    CHECK(measured(view).rows.size() == 1);
}

TEST_CASE("a failed request says why, and nothing measures for ever") {
    for (const bool late : {false, true}) {
        Shown view("proof");
        const Request request = request_of(view);
        if (late) view.receive({request.generation, 0.2, false, {timing("relaxed", 10, 1e-7f, 1)}, ""});
        CHECK(view.describe().summary.find("cannot be had") == std::string::npos);
        view.receive({request.generation, 1, true, {}, "The script cannot be had."});
        CHECK(view.describe().summary.find("The script cannot be had.") != std::string::npos);
        CHECK(view.describe().summary.find("not measured yet") == std::string::npos);
        settle(view);
        CHECK(view.svg().find("measuring") == std::string::npos);
        CHECK(view.svg().find("The script cannot be had.") != std::string::npos);
    }
}

TEST_CASE("a part that failed is named, and the rest is shown") {
    Shown view("proof");
    const Request request = request_of(view);
    view.receive({request.generation, 0.1, false, {}, "the core with SIMD could not be loaded."});
    view.receive({request.generation, 1, true, {timing("scalar", 10, 1e-7f, 9)}, ""});
    CHECK(measured(view).rows.size() == 1);
    CHECK(view.describe().summary.find("the core with SIMD could not be loaded.") != std::string::npos);
    CHECK(view.svg().find("the core with SIMD could not be loaded.") != std::string::npos);
}

TEST_CASE("an answer that is not a number is said so, whatever the others are and in whatever order") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const bool first : {false, true}) {
        Shown view("proof");
        const Request request = request_of(view);
        Tensor good = timing("good", 10, 1e-7f, 9), bad = timing("bad", 5, nan, 9);
        view.receive({request.generation, 1, true, {first ? bad : good, first ? good : bad}, ""});
        const Description description = view.describe();
        CHECK(description.summary.find("bad answered with something that is not a number") !=
              std::string::npos);
        const std::vector<Cell>& row = description.tables[0].rows[first ? 0 : 1];
        CHECK(std::get<std::string>(row[3]) == "not a number");
        CHECK(view.svg().find("not a number") != std::string::npos);
    }
}

TEST_CASE("what a browser calls its builds stands clear of the times, at any width") {
    Shown view("proof");
    settle(view);
    const Request request = request_of(view);
    view.receive(
        {request.generation,
         1,
         true,
         {timing("the core with relaxed SIMD", 27.4f, 2.9e-7f, 9),
          timing("the core with SIMD", 46.3f, 3e-7f, 9), timing("the core without SIMD", 323.1f, 2.6e-7f, 9),
          timing("plain JavaScript", 123456, 2e-7f, 9)},
         ""});
    for (float width = 280; width <= 1180; width += 20) {
        CAPTURE(width);
        LabelPainter painter;
        view.draw_with(painter, width);
        CHECK(painter.collision() == "");
        CHECK(painter.outside({0, 0, width, 1000}) == "");
    }
}

// The cost exhibit: its formulas against counts by brute force, what it compares, what it asks of the host
// and makes of the answers, the bad ones too.
#include <cmath>
#include <limits>

#include "../helpers.h"
#include "../label_painter.h"
#include "../random_state.h"
#include "attention/mask.h"
#include "explainer/exhibits/cost_model.h"
#include "explainer/exhibits/multi_head_model.h"
#include "explainer/figures/strokes.h"

using namespace explainer;

namespace {

using cost::Sizes;

/// Multiplications of one call of attention over n queries and keys, loop by loop.
double counted(int n, int d, const attention::Options& options) {
    double count = 0;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            if (!attention::visible(options, i, j, n)) continue;
            for (int c = 0; c < d; ++c) ++count;  // of the score
            for (int c = 0; c < d; ++c) ++count;  // of the share of the value
        }
    }
    return count;
}

double counted(int way, int n, int d, int window) {
    attention::Options options;
    options.causal = way != cost::materialised && way != cost::streaming;
    if (way == cost::windowed) options.window = window;
    double count = 0;
    if (way == cost::uncached) {
        for (int step = 1; step <= n; ++step) count += counted(step, d, options);
        return count;
    }
    if (way != cost::cached) return counted(n, d, options);
    for (int step = 1; step <= n; ++step) {  // the newest row alone
        options.query_offset = step - 1;
        for (int j = 0; j < step; ++j) count += attention::visible(options, 0, j, step) ? 2 * d : 0;
    }
    return count;
}

Tensor dots(const char* way, std::vector<float> data) {
    const int rows = static_cast<int>(data.size() / 2);
    return {way, {rows, 2}, std::move(data)};
}

/// The view after "measure here" was pressed; what it asks for.
Request measured(View& view) {
    settle(view);
    view.act(index_of(view, "measure"));
    const std::optional<Request> request = view.take_request();
    REQUIRE(request);
    return *request;
}

/// Keeps what runs aslant too: the lines of the plot, dash by dash.
struct SlopePainter : LabelPainter {
    std::vector<std::pair<Point, Point>> slopes;
    void line(const Point& a, const Point& b, Color color, float width) override {
        if (a.x != b.x && a.y != b.y) slopes.emplace_back(a, b);
        LabelPainter::line(a, b, color, width);
    }
    void polyline(std::span<const Point> points, Color color, float width, bool closed) override {
        for (size_t i = 1; i < points.size(); ++i)
            if (points[i].x != points[i - 1].x) slopes.emplace_back(points[i - 1], points[i]);
        LabelPainter::polyline(points, color, width, closed);
    }
};

/// Whether that is drawn, on as many lines as it takes.
bool reads(View& view, std::string_view words) {
    LabelPainter painter;
    view.draw_with(painter, 960);
    std::string all;
    for (const Label& label : painter.labels) all += label.text + " ";
    for (size_t at = all.find("\u00a0"); at != std::string::npos; at = all.find("\u00a0"))
        all.replace(at, 2, " ");
    return all.find(words) != std::string::npos;
}

const std::vector<Cell>& row_of(const Table& table, int way) {
    return table.rows.at(static_cast<size_t>(way));
}

bool mentions_nan(View& view) {
    const std::string drawn = view.svg();
    return drawn.find("nan") != std::string::npos || drawn.find("NaN") != std::string::npos ||
           drawn.find("∞") != std::string::npos;
}

}  // namespace

TEST_CASE("cost: every way's formula counts the multiplications that loops count") {
    for (const int n : {1, 2, 3, 7, 20, 33}) {
        for (const int d : {1, 4}) {
            for (const int window : {1, 2, 5, 20, 64}) {
                const Sizes sizes{static_cast<double>(n), static_cast<double>(d),
                                  static_cast<double>(window)};
                for (int way = 0; way < cost::way_count; ++way) {
                    CAPTURE(n);
                    CAPTURE(window);
                    CAPTURE(cost::way_words[way].brief);
                    CHECK(cost::multiplications(way, sizes) == counted(way, n, d, window));
                }
            }
        }
    }
}

TEST_CASE("cost: what is held, by one rule: q, k, v, the outputs, and what lies between") {
    const Sizes sizes{33, 4, 5};
    double seen[3] = {};
    for (int i = 0; i < 33; ++i) {
        for (int j = 0; j < 33; ++j) {
            attention::Options options;
            seen[0] += attention::visible(options, i, j, 33) ? 1 : 0;
            options.causal = true;
            seen[1] += attention::visible(options, i, j, 33) ? 1 : 0;
            options.window = 5;
            seen[2] += attention::visible(options, i, j, 33) ? 1 : 0;
        }
    }
    for (const int way : {cost::materialised, cost::causal, cost::windowed})
        CHECK(cost::numbers_held(way, sizes) == 4 * 33 * 4 + seen[way]);
    // a maximum and a sum for each row; in decoding all keys and values, and one row's query, output,
    // maximum, sum
    CHECK(cost::numbers_held(cost::streaming, sizes) == 4 * 33 * 4 + 33 + 33);
    CHECK(cost::numbers_held(cost::cached, sizes) == 33 * 4 + 33 * 4 + 4 + 4 + 1 + 1);
    CHECK(cost::numbers_held(cost::uncached, sizes) == cost::numbers_held(cost::streaming, sizes));
    // so no way that keeps the scores holds less than streaming, however short the text
    for (double n = 3; n <= cost::most_n; n *= 1.7) {
        for (const double d : {1.0, 64.0, 512.0})
            CHECK(cost::numbers_held(cost::streaming, {n, d, 256}) <=
                  cost::numbers_held(cost::materialised, {n, d, 256}));
    }
}

TEST_CASE("cost: projections and MLP are counted in when they are asked for, product by product") {
    // d_model = heads · d; every weight of W_Q, W_K, W_V, W_O and of the MLP's two matrices is met once a
    // token.
    const double heads = cost::query_heads, d = 4, n = 33, wide = heads * d,
                 weights = 4 * wide * wide + 2 * wide * 4 * wide;
    for (int way = 0; way < cost::way_count; ++way) {
        double tokens = 0;
        for (int step = 1; step <= 33; ++step) tokens += way == cost::uncached ? step : 1;
        CHECK(cost::layer_multiplications(way, {n, d, 5}) == weights * tokens / heads);
    }
    Shown alone("cost"), whole("cost", "layer=true");
    const auto fewer = [](View& view) { return value(view, "times fewer multiplications"); };
    REQUIRE(!alone.restore("first=causal;second=window"));
    REQUIRE(!whole.restore("first=causal;second=window;layer=true"));
    CHECK(fewer(alone) == doctest::Approx(16.25).epsilon(0.001));  // causal against causal
    CHECK(fewer(whole) < fewer(alone));
    CHECK(alone.describe().summary.find("in attention alone, ") != std::string::npos);
    CHECK(whole.describe().summary.find("with the head’s part of the projections and the MLP, ") !=
          std::string::npos);
    REQUIRE(!alone.restore("first=materialised;second=window"));
    CHECK(alone.describe().summary.find(
              "materialised looks both ways, window only back: that alone is a factor of 2.00.") !=
          std::string::npos);
    CHECK(alone.describe().summary.find("32.5") == std::string::npos);
}

TEST_CASE("cost: the cache is the one of the multi-head exhibit, layer by layer, number by number") {
    for (const int heads : {1, 2, 4, 8}) {
        for (int pairs = 1; pairs <= heads; pairs *= 2) {
            const double numbers = multi_head_model::cost(heads, pairs).cache;  // a token
            const double d_k = static_cast<double>(multi_head_model::width) / heads;
            CHECK(counts::cache_bytes(1, pairs, d_k, 32, 10) == 4 * 10 * numbers);
            CHECK(counts::cache_bytes(12, pairs, d_k, 16, 7) == 12 * 2 * 7 * numbers);
        }
    }
    CHECK(counts::cache_bytes(32, 8, 128, 16, 8192) == 1024.0 * 1024 * 1024);
}

TEST_CASE("cost: the numbers at n = 8,192, and fewer tokens than a row is wide") {
    Shown view("cost");
    CHECK(value(view, "memory of materialised") == (256.0 + 8) * 1024 * 1024);
    CHECK(value(view, "bytes of all scores") == 256.0 * 1024 * 1024);
    CHECK(value(view, "memory of streaming") == 8192 * (4 * 64 + 2) * 4);
    CHECK(value(view, "memory of decoding with a cache") == 4.0 * 1024 * 1024 + (2 * 64 + 2) * 4);
    CHECK(value(view, "times less memory") == doctest::Approx(32.744).epsilon(1e-4));
    CHECK(value(view, "times fewer multiplications") == 1);
    CHECK(value(view, "multiplications of materialised") == 2.0 * 64 * 8192 * 8192);
    CHECK(value(view, "cache bytes") == 1024.0 * 1024 * 1024);
    CHECK(value(view, "cache bytes with 32 key–value heads") == 4 * value(view, "cache bytes"));
    CHECK(view.describe().summary.find("32.7 times less") != std::string::npos);
    REQUIRE(!view.restore("n=64"));
    CHECK(value(view, "times less memory") > 1);
    CHECK(view.describe().summary.find("1.24 times less") != std::string::npos);
    REQUIRE(!view.restore("first=no-cache;second=cache"));
    CHECK(value(view, "times fewer multiplications") == doctest::Approx((8192 + 2) / 3.0));
}

TEST_CASE("cost: one way chosen twice is compared with nothing, and all of it is said at every width") {
    // Native choices can do that; rows of the table cannot.
    for (const char* way : {"causal", "window", "no-cache"}) {
        CAPTURE(way);
        Shown view("cost", std::string("first=") + way + ";second=" + way);
        const std::string summary = view.describe().summary;
        CHECK(summary.find("no other way is compared") != std::string::npos);
        CHECK(summary.find("the same") == std::string::npos);
        for (const float width : {288.0f, 360.0f, 768.0f, 960.0f}) {
            LabelPainter painter;
            view.draw_with(painter, width);
            CHECK(painter.says_within("press another"));
            CHECK(!painter.says_within("the same as"));
            CHECK(painter.collision() == "");
        }
    }
    // What the button does is not cut, however narrow the page is.
    Shown view("cost");
    for (const float width : {288.0f, 300.0f, 320.0f, 359.0f, 360.0f, 420.0f, 768.0f, 960.0f}) {
        CAPTURE(width);
        LabelPainter painter;
        view.draw_with(painter, width);
        CHECK(painter.says_within("second."));  // its last word
    }
}

TEST_CASE("cost: asks for times when it is told to, and no sooner; stops when it is told to") {
    Shown view("cost");
    settle(view);
    CHECK(!view.take_request());
    const int measure = index_of(view, "measure"), stop = index_of(view, "stop");
    CHECK(view.active(measure));
    CHECK(!view.active(stop));
    const Request request = measured(view);
    CHECK(request.kind == "time-lengths");
    CHECK(std::get<double>(request.arguments.at("n")) == 8192);
    CHECK(std::get<double>(request.arguments.at("d")) == 64);
    CHECK(std::get<double>(request.arguments.at("window")) == 256);
    CHECK(view.active(stop));
    CHECK(view.receive({request.generation, 0.5, false, {dots("streaming", {64, 20, 128, 80})}, ""}));
    settle(view);
    click(view, view.parameter_rect(stop).centre());
    const std::optional<Request> end = view.take_request();
    REQUIRE(end);
    CHECK(end->kind == stop_request);
    CHECK(view.active(measure));
    CHECK(!view.receive({request.generation, 0.6, false, {dots("streaming", {64, 1})}, ""}));
    CHECK(table(view.describe(), "Measured").rows.size() == 2);  // what came in stays
    CHECK(view.state().save().empty());
    CHECK(!view.take_changed());
}

TEST_CASE("cost: a time is measured, or follows the formula and says so") {
    Shown view("cost", "n=4096");
    const Request request = measured(view);
    view.receive({request.generation,
                  1,
                  true,
                  {dots("materialised", {64, 100, 1024, 10000}), dots("streaming", {64, 50, 4096, 90000})},
                  ""});
    const Table ways = table(view.describe(), "At n");
    CHECK(std::get<double>(row_of(ways, cost::materialised)[4]) == doctest::Approx(0.16));  // 16 times 10 ms
    CHECK(std::get<std::string>(row_of(ways, cost::materialised)[5]).find("by the formula") == 0);
    CHECK(std::get<double>(row_of(ways, cost::streaming)[4]) == doctest::Approx(0.09));
    CHECK(std::get<std::string>(row_of(ways, cost::streaming)[5]) == "measured");
    CHECK(std::get<std::string>(row_of(ways, cost::cached)[4]) == "–");
    CHECK(view.svg().find("≈ 160") != std::string::npos);
    for (const char* state : {"n=4096;plot=time", "n=64;plot=time", "n=65536;plot=time"}) {
        REQUIRE(!view.restore(state));
        settle(view);
        CHECK(!mentions_nan(view));
    }
    REQUIRE(!view.restore("n=4096;d=32"));  // times of another d would pass for these
    CHECK(std::get<std::string>(row_of(table(view.describe(), "At n"), 0)[4]) == "–");
}

TEST_CASE("cost: one step of decoding reads the cache once; its time is measured, or grows as n does") {
    Shown view("cost", "n=4096;d=32;showCounted=true");
    CHECK(reads(view, "reads 1.00 MiB of keys and values; its time is not measured yet."));
    const Request request = measured(view);
    view.receive({request.generation, 1, true, {dots("step", {64, 2, 1024, 30})}, ""});
    const Table step = table(view.describe(), "One step");
    CHECK(std::get<double>(row_of(step, 1)[1]) == 4096 * 32 * 2 * 4);
    CHECK(std::get<double>(row_of(step, 2)[1]) == doctest::Approx(120e-6));
    CHECK(std::get<std::string>(row_of(step, 3)[1]) == "by the formula, from what was measured");
    CHECK(reads(view, "in ≈ 120 µs."));
    REQUIRE(!view.restore("n=1024;d=32;showCounted=true"));
    CHECK(reads(view, "reads 256 KiB of keys and values in 30.0 µs."));
    REQUIRE(!view.restore("n=1024;d=16;showCounted=true"));  // times of another d would pass for these
    CHECK(reads(view, "its time is not measured yet."));
}

TEST_CASE("cost: other sizes end a measurement that runs") {
    for (const char* state : {"d=32", "window=9"}) {
        Shown view("cost");
        const Request request = measured(view);
        view.receive({request.generation, 0.5, false, {dots("cache", {64, 5})}, ""});
        REQUIRE(!view.restore(state));
        const std::optional<Request> end = view.take_request();
        REQUIRE(end);
        CHECK(end->kind == stop_request);
        CHECK(!view.receive({request.generation, 0.6, false, {dots("cache", {64, 5})}, ""}));
        CHECK(view.describe().summary.find("No time is measured yet.") != std::string::npos);
    }
}

TEST_CASE("cost: answers that cannot be break nothing") {
    const float nan = std::numeric_limits<float>::quiet_NaN(),
                infinity = std::numeric_limits<float>::infinity();
    const Tensor bad[] = {dots("streaming", {}),
                          dots("streaming", {64}),
                          dots("streaming", {nan, nan, 64, nan, nan, 3, 128, -1, 256, 0, -512, 4, 0, 4}),
                          dots("streaming", {64, infinity, infinity, 3}),
                          dots("streaming", {64, 1e-38f, 128, 3e38f}),
                          dots("streaming", {128, 5, 64, 5, 128, 7}),
                          dots("nobody", {64, 5}),
                          dots("", {}),
                          dots("streaming", std::vector<float>(5000, 7))};
    for (const Tensor& tensor : bad) {
        for (const char* state : {"", "plot=time", "plot=time;n=64;first=streaming;second=streaming"}) {
            Shown view("cost", state, 900);
            const Request request = measured(view);
            view.receive({request.generation, nan, false, {tensor}, ""});
            settle(view);
            view.receive({request.generation, 7, true, {tensor}, ""});
            settle(view);
            CHECK(!mentions_nan(view));
            for (const auto& [name, number, python] : view.describe(true).values)
                CHECK(std::isfinite(number));
            CHECK(view.active(index_of(view, "measure")));
        }
    }
    Shown view("cost");
    const Request request = measured(view);
    view.receive({request.generation, 1, true, {}, ""});
    CHECK(view.describe().summary.find("Nothing could be measured.") != std::string::npos);
}

TEST_CASE("cost: what the host leaves out is said, however long, and the page does not move") {
    for (const float width : {288.0f, 360.0f, 900.0f}) {
        Shown view("cost", "plot=time", width);
        const float height = view.natural_height(width);
        const Request request = measured(view);
        std::string words = "Materialised not above n = 4096: n × n would take too much memory.";
        view.receive({request.generation, 0.3, false, {dots("streaming", {64, 50, 128, 200})}, words});
        CHECK(view.describe().summary.find(words) != std::string::npos);
        for (int i = 0; i < 8; ++i)
            view.receive({request.generation, 0.4, false, {dots("causal", {64, 25, 128, 100})}, words});
        view.receive({request.generation, 1, true, {}, ""});
        LabelPainter painter;
        CHECK(view.draw_with(painter, width) == height);
        CHECK(painter.collision() == "");
        CHECK(painter.outside({0, 0, width, height}) == "");
    }
}

TEST_CASE("cost: a row is pressed to be compared, one of the two to swap them") {
    Shown view("cost", "", 900);
    settle(view);
    const auto choice = [&](const char* name) { return view.state().choice(index_of(view, name)); };
    const Rect first = view.parameter_rect(index_of(view, "first")),
               second = view.parameter_rect(index_of(view, "second"));
    const float row = (second.y - first.y) / 3;
    click(view, {second.x + 60, first.centre().y + 2 * row});
    CHECK(choice("first") == cost::materialised);
    CHECK(choice("second") == cost::windowed);
    click(view, {second.x + 60, first.centre().y + 2 * row});
    CHECK(choice("first") == cost::windowed);
    CHECK(choice("second") == cost::materialised);
    click(view, {second.x + 60, first.centre().y + 2 * row});
    CHECK(choice("first") == cost::materialised);
    CHECK(choice("second") == cost::windowed);
}

TEST_CASE("cost: the line of n is dragged along the plot, a pill shows another quantity") {
    for (const float width : {360.0f, 900.0f}) {
        CAPTURE(width);
        Shown view("cost", "", width);
        settle(view);
        const int n = index_of(view, "n"), plot = index_of(view, "plot");
        const Rect axis = view.parameter_rect(n);
        const auto handle = [&] {
            const double octaves = std::log2(view.state().number(n) / cost::least_n);
            return Point{axis.x + axis.width * static_cast<float>(octaves / 10), axis.centre().y};
        };
        drag(view, handle(), {axis.x + axis.width * 0.8f, axis.centre().y});
        CHECK(view.state().integer(n) == doctest::Approx(64 * 256).epsilon(0.01));
        drag(view, handle(), {axis.x - 30, axis.centre().y});
        CHECK(view.state().integer(n) == 64);
        CHECK(view.state().choice(plot) == 0);
        const Rect pills = view.parameter_rect(plot);
        click(view, {pills.x + 150, pills.centre().y});
        CHECK(view.state().choice(plot) == 1);
    }
}

TEST_CASE("cost: the names in the plot stand beside their lines, and no line runs through them") {
    for (const char* sizes : {"", "window=1;", "window=4096;", "window=4096;d=1;", "d=512;n=700;"}) {
        for (const char* plot : {"memory", "multiplications", "time"}) {
            for (int pair = 0; pair < cost::way_count * cost::way_count; ++pair) {
                const int first = pair / cost::way_count, second = pair % cost::way_count;
                const std::string state = std::string(sizes) + "plot=" + plot +
                                          ";first=" + cost::way_words[first].id +
                                          ";second=" + cost::way_words[second].id;
                CAPTURE(state);
                Shown view("cost", state);
                for (const float width : {360.0f, 960.0f}) {
                    CAPTURE(width);
                    SlopePainter painter;
                    view.draw_with(painter, width);
                    CHECK(painter.slopes.size() >= 2);
                    for (const Label& label : painter.labels) {
                        CAPTURE(label.text);
                        CHECK(std::none_of(painter.slopes.begin(), painter.slopes.end(), [&](auto slope) {
                            return figures::clip(label.box.inset(1), slope.first, slope.second);
                        }));
                    }
                }
            }
        }
    }
}

TEST_CASE("cost: until times are measured their lines are estimates, and say so; then none is") {
    Shown view("cost", "plot=time", 960);
    settle(view);
    CHECK(reads(view, "estimated; nothing is measured yet"));
    CHECK(reads(view, "No time is measured yet: dashed lines are estimates"));
    CHECK(reads(view, "≈ 859 ms"));  // 8.59·10⁹ multiplications at 10¹⁰ a second
    CHECK(view.describe().summary.find("No time is measured yet.") != std::string::npos);
    const Request request = measured(view);
    view.receive({request.generation, 1, true, {dots("streaming", {64, 50, 8192, 90000})}, ""});
    CHECK(!reads(view, "estimate"));
    CHECK(!reads(view, "≈"));
    CHECK(reads(view, "90.0 ms"));
    CHECK(reads(view, "These two are not both measured."));
    REQUIRE(!view.restore("plot=time;n=16384"));
    CHECK(reads(view, "≈ 360 ms"));  // four times 90, by the formula
}

TEST_CASE(
    "cost: any state, with times and without: texts apart, nothing cut, the height by the width alone") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const ExhibitType& type = *find_exhibit("cost");
    for (const float width : {288.0f, 360.0f, 600.0f, 800.0f, 960.0f, 1280.0f}) {
        for (int i = 0; i < 5; ++i) {
            const std::string state = random_state(type, random);
            CAPTURE(width);
            CAPTURE(state);
            Shown view("cost", state, width);
            const float height = View(type).natural_height(width);
            for (const bool timed : {false, true}) {
                if (timed) {
                    const Request request = measured(view);
                    std::vector<Tensor> all;
                    for (int way = 0; way < cost::way_count; ++way) {
                        std::vector<float> data;
                        for (int k = 0; k < 4 + way; ++k) {
                            data.push_back(std::ldexp(64.0f, k));
                            data.push_back(std::ldexp(10.0f + static_cast<float>(way), 2 * k));
                        }
                        all.push_back(dots(cost::way_words[way].id, data));
                    }
                    view.receive({request.generation, 1, true, std::move(all), ""});
                }
                LabelPainter painter;
                CHECK(view.draw_with(painter, width) == height);
                CHECK(painter.collision() == "");
                CHECK(painter.outside({0, 0, width, height}) == "");
            }
        }
    }
}

// The large map: its weights are the core's, wherever they are asked for; samples come first and slices
// change nothing; what hands do; what is said.
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "../helpers.h"
#include "../label_painter.h"
#include "../random_state.h"
#include "attention/trace.h"
#include "explainer/exhibits/map_model.h"

using namespace explainer;

namespace {

MapInputs inputs_of(int n, Sees sees, unsigned seed = 11) {
    return {n, static_cast<int>(seed % 99) + 1, std::max(1, n / 9), sees, 1.05, 1.5, 8.6, 9, 0.9};
}

/// All of it at once, by the core.
attention::Trace traced(const MapModel& model) {
    const int n = model.n();
    std::vector<float> bias, values(static_cast<size_t>(n), 1.0f);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j)
            bias.push_back(model.visible(i, j) ? model.bias(i)[j] : -std::numeric_limits<float>::infinity());
    }
    attention::Options options;
    options.bias = bias.data();
    return attention::trace(model.queries(), model.keys(), {values.data(), n, 1}, options);
}

bool near(float a, float b) {
    return std::fabs(a - b) <= 1e-8f + 4e-6f * std::fabs(b);
}

double value_of(const Description& d, std::string_view name) {
    for (const auto& [key, value, python] : d.values) {
        if (key == name) return value;
    }
    FAIL("no value called " << std::string(name));
    return 0;
}

constexpr Sees all_masks[] = {Sees::all, Sees::earlier, Sees::window, Sees::window_and_first};

}  // namespace

TEST_CASE("map: rows, columns, cells, tiles and shares are those of the core's trace") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (const Sees sees : all_masks) {
        for (const int n : {64, 65 + static_cast<int>(random() % 300), 300}) {
            CAPTURE(n);
            CAPTURE(static_cast<int>(sees));
            MapModel model;
            model.set(inputs_of(n, sees, static_cast<unsigned>(random())));
            while (model.advance(1000)) {
            }
            REQUIRE(model.settled());
            const attention::Trace whole = traced(model);
            const attention::ConstMatrixView weights = whole.weights_view(), scaled = whole.scaled_view();
            double first = 0, window = 0, itself = 0, copied = 0;
            float largest = 0;
            int wrong = 0;
            for (int i = 0; i < n; ++i) {
                const MapModel::Row row = model.row(i);
                for (int j = 0; j < n; ++j) {
                    const float expected = weights(i, j), found = row.weights[static_cast<size_t>(j)];
                    if (!model.visible(i, j)) {
                        wrong += !(expected == 0 && std::isnan(found) && std::isnan(model.weight(i, j)));
                        continue;
                    }
                    wrong += !near(found, expected);
                    wrong += !near(model.weight(i, j), expected);
                    wrong += row.scores[static_cast<size_t>(j)] != scaled(i, j);
                    const auto weight = static_cast<double>(expected);
                    if (j == 0) first += weight;
                    if (std::abs(i - j) < model.inputs().window) window += weight;
                    if (i == j) itself += weight;
                    if (j == model.passage().source(i)) copied += weight;
                    largest = std::max(largest, expected);
                }
                CHECK(static_cast<double>(std::exp(row.most - row.scores[static_cast<size_t>(i)])) > 0);
            }
            CHECK(wrong == 0);
            CHECK(model.share(first_share) == doctest::Approx(first / n).epsilon(1e-5));
            CHECK(model.share(window_share) == doctest::Approx(window / n).epsilon(1e-5));
            CHECK(model.share(itself_share) == doctest::Approx(itself / n).epsilon(1e-5));
            CHECK(model.share(copied_share) == doctest::Approx(copied / n).epsilon(1e-5));
            CHECK(near(model.largest().weight, largest));
            CHECK(near(weights(model.largest().row, model.largest().col), largest));

            std::vector<float> column;
            for (const int j : {0, n / 3, n - 1}) {
                model.column(j, column);
                for (int i = 0; i < n; ++i) {
                    if (model.visible(i, j))
                        wrong += !near(column[static_cast<size_t>(i)], weights(i, j));
                    else
                        wrong += !std::isnan(column[static_cast<size_t>(i)]);
                }
            }
            CHECK(wrong == 0);

            // Tiles: of each square of cells the largest, on the scale of the colours.
            std::vector<float> tile(static_cast<size_t>(tile_side) * tile_side);
            for (int level = 0; level <= 2; ++level) {
                CAPTURE(level);
                const int tiles = (n + (tile_side << level) - 1) / (tile_side << level);
                for (int r = 0; r < tiles; ++r) {
                    for (int c = 0; c < tiles; ++c) {
                        model.fill(level, r, c, tile.data());
                        bool any = false;
                        for (int y = 0; y < tile_side; ++y) {
                            for (int x = 0; x < tile_side; ++x) {
                                float most = -1;
                                const int i0 = (r * tile_side + y) << level, j0 = (c * tile_side + x)
                                                                                  << level;
                                for (int i = i0; i < std::min(n, i0 + (1 << level)); ++i) {
                                    for (int j = j0; j < std::min(n, j0 + (1 << level)); ++j)
                                        if (model.visible(i, j)) most = std::max(most, weights(i, j));
                                }
                                if (i0 >= n || j0 >= n) continue;
                                const float found =
                                    tile[static_cast<size_t>(y) * tile_side + static_cast<size_t>(x)];
                                any = any || most >= 0;
                                // (The coarse picture has 255 steps.)
                                if (most < 0)
                                    wrong += !std::isnan(found);
                                else
                                    wrong += !(std::fabs(found - heat_of(most)) < 0.003f);
                            }
                        }
                        if (model.masked(level, r, c)) CHECK(!any);
                    }
                }
            }
            CHECK(wrong == 0);
        }
    }
}

TEST_CASE("map: a sample first, then finer, then all; the end does not depend on how the slices fell") {
    MapModel at_once, sliced;
    const MapInputs inputs = inputs_of(1500, Sees::earlier);
    at_once.set(inputs);
    sliced.set(inputs);
    CHECK(!sliced.settled());
    CHECK(sliced.stride() > 1);
    CHECK(sliced.rows_done() >= 1500 / sliced.stride());
    while (at_once.advance(1e12)) {
    }
    std::mt19937 random(1);
    int stride = sliced.stride();
    uint64_t version = sliced.version();
    while (sliced.advance(static_cast<double>(random() % 100000))) {
        CHECK(sliced.stride() <= stride);
        if (sliced.stride() < stride) CHECK(sliced.version() > version);
        stride = sliced.stride();
        version = sliced.version();
        // Shares of a sample are near to those of all.
        CHECK(std::fabs(sliced.share(window_share) - at_once.share(window_share)) < 0.05);
    }
    CHECK(sliced.settled());
    CHECK(sliced.share(first_share) == at_once.share(first_share));
    CHECK(sliced.share(copied_share) == at_once.share(copied_share));
    CHECK(sliced.least().weight == at_once.least().weight);
    for (const int level : {0, 1, 2, 3}) {
        std::vector<float> a(static_cast<size_t>(tile_side) * tile_side), b = a;
        at_once.fill(level, 0, 0, a.data());
        sliced.fill(level, 0, 0, b.data());
        int different = 0;
        for (size_t i = 0; i < a.size(); ++i) different += a[i] != b[i] && !std::isnan(a[i]);
        CHECK(different == 0);
    }
}

TEST_CASE(
    "map: a part of a large one is the core's too, and what is held grows with n, not with its square") {
    MapModel model;
    model.set(inputs_of(4096, Sees::earlier));
    CHECK(model.bytes() < 4u << 20);
    CHECK(model.stride() <= 128);
    // Query 4000 against all keys, by a trace of that row alone.
    std::vector<float> values(4096, 1.0f), bias(model.bias(4000), model.bias(4000) + 4096);
    attention::Options options;
    options.causal = true;
    options.query_offset = 4000;
    options.bias = bias.data();
    const attention::Trace one = attention::trace({model.queries().row(4000), 1, MapModel::d}, model.keys(),
                                                  {values.data(), 4096, 1}, options);
    const MapModel::Row row = model.row(4000);
    int wrong = 0;
    for (size_t j = 0; j <= 4000; ++j) wrong += !near(row.weights[j], one.weights[j]);
    CHECK(wrong == 0);
    CHECK(std::isnan(row.weights[4001]));
    MapModel twice;
    twice.set(inputs_of(2048, Sees::window));
    const auto picture = size_t{1} << 20;
    CHECK(model.bytes() - picture < 21 * (twice.bytes() - picture) / 10);
}

TEST_CASE("map: equal scores, no strength, the strongest strengths: shares are numbers, weights sum to one") {
    for (const char* state :
         {"n=64;recency=0;blocks=0;first=0;copied=0;noise=0", "n=200;sees=window;window=1;query=199",
          "n=64;recency=3;blocks=4;first=14;copied=14;noise=4;query=0;key=63",
          "n=64;sees=all;query=0;key=63"}) {
        CAPTURE(state);
        Shown view("map", state);
        const Description d = view.describe(true);
        const Table row = table(d, "What query");
        double sum = 0;
        for (size_t i = 0; i < row.rows.size(); ++i) sum += number(row, i, 1);
        CHECK(sum == doctest::Approx(1).epsilon(1e-5));
        for (const auto& [name, value, python] : d.values) CHECK(std::isfinite(value));
        CHECK(value_of(d, "share of the window") <= 1.00001);
    }
    Shown equal("map", "n=64;recency=0;blocks=0;first=0;copied=0;noise=0;query=49;key=3");
    CHECK(value_of(equal.describe(true), "weight") == doctest::Approx(0.02));
    CHECK(value_of(equal.describe(true), "place in the row") == 1);
    Shown alone("map", "n=200;sees=window;window=1;query=150;key=150");
    CHECK(value_of(alone.describe(true), "share of the diagonal") == 1);
}

TEST_CASE("map: a row is described by its 32 largest and the rest, of sixteen million cells none is listed") {
    Shown view("map", "query=3000;key=1362");
    const Description sample = view.describe();
    CHECK(sample.summary.find("So far a sample") != std::string::npos);
    const Description d = view.describe(true);
    CHECK(d.summary.find("sample") == std::string::npos);
    const Table row = table(d, "What query 3000 reads");
    CHECK(row.rows.size() == 34);
    CHECK(std::get<std::string>(row.rows[32][0]) == "the other 2969");
    CHECK(std::get<std::string>(row.rows[33][0]) == "1095 masked");
    size_t rows = 0;
    for (const Table& one : d.tables) rows += one.rows.size();
    CHECK(rows < 110);
    // The copied token stands out; the window and the first token have most of the weight.
    CHECK(value_of(d, "place in the row") <= 2);
    CHECK(value_of(d, "share of the window") + value_of(d, "share of the first token") > 0.8);
    CHECK(value_of(d, "largest score of the row") == value_of(sample, "largest score of the row"));
}

TEST_CASE("map: until it is settled it says that it is a sample; a pressed share outlines its cells") {
    Shown view("map", "", 960);
    const auto says = [&view](std::string_view text) {
        LabelPainter painter;
        view.draw_with(painter, 960);
        for (const Label& label : painter.labels) {
            if (label.text.find(text) != std::string::npos) return true;
        }
        return false;
    };
    CHECK(says("sample: 1 row in"));
    view.describe(true);
    settle(view);
    CHECK(!says("sample"));
    CHECK(says("shares overlap"));
    const int outline = index_of(view, "outline");
    const Rect shares = view.parameter_rect(outline);
    const auto press_share = [&](int which) {
        const Point at{shares.centre().x, shares.y + shares.height * (static_cast<float>(which) - 0.5f) / 4};
        press(view, at);
        release(view, at);
        return view.state().choice(outline);
    };
    CHECK(press_share(4) == 4);
    CHECK(press_share(1) == 1);
    CHECK(press_share(1) == 0);
}

TEST_CASE("map: the sentence names the outlined share; without one, the chosen cell's weight") {
    const auto says = [](const char* state) {
        Shown view("map", state, 960);
        view.describe(true);
        settle(view);
        LabelPainter painter;
        view.draw_with(painter, 960);
        std::string all;
        for (const Label& label : painter.labels) all += label.text;
        return all;
    };
    const std::string small = "n=300;zoom=1;query=250;key=3";
    CHECK(says((small + ";outline=itself").c_str()).find("of all weight is on the query's own token") !=
          std::string::npos);
    CHECK(says((small + ";outline=copied").c_str()).find("of all weight is on the repeats") !=
          std::string::npos);
    CHECK(says((small + ";outline=none").c_str()).find("is the weight that query 250 gives key 3") !=
          std::string::npos);
    CHECK(says("n=300;zoom=1;query=3;key=250;outline=none").find("Query 3 may not see key 250") !=
          std::string::npos);
}

TEST_CASE("map, narrow: what makes the scores is nearer to the map than what they come to") {
    Shown view("map", "n=300", 360);
    view.describe(true);
    settle(view);
    const auto top = [&view](const char* name) { return view.parameter_rect(index_of(view, name)).y; };
    CHECK(top("recency") > top("query"));
    CHECK(top("noise") > 0);
    CHECK(top("noise") < top("sees"));
}

TEST_CASE("map: discs and profiles carry the query and the key, a tap on the map chooses both") {
    for (const float width : {960.0f, 360.0f}) {
        CAPTURE(width);
        Shown view("map", "n=1000;zoom=1;query=500;key=300", width);
        view.describe(true);
        settle(view);
        const int query = index_of(view, "query"), key = index_of(view, "key"), zoom = index_of(view, "zoom");
        const Rect map = view.parameter_rect(zoom), row = view.parameter_rect(key);
        CHECK(row.x == map.x);
        CHECK(row.width == doctest::Approx(map.width));
        // As a whole it is a square, in the middle of a frame that is lower on a phone.
        const float cell = map.height / 1000, left = map.x + (map.width - map.height) / 2;
        // The disc.
        const Point disc{map.right(), map.y + 500.5f * cell};
        CHECK(view.grip(disc) == Grip::free);
        drag(view, disc, disc + Point{0, 100 * cell});
        CHECK(view.state().integer(query) == doctest::Approx(600).epsilon(0.005));
        // The row's profile: a press sets the key under it.
        const Point under{left + 700.5f * cell, row.centre().y};
        press(view, under);
        release(view, under);
        CHECK(view.state().integer(key) == doctest::Approx(700).epsilon(0.005));
        const Point on{left + 200.5f * cell, map.y + 800.5f * cell};
        press(view, on);
        release(view, on);
        CHECK(view.state().integer(query) == doctest::Approx(800).epsilon(0.005));
        CHECK(view.state().integer(key) == doctest::Approx(200).epsilon(0.01));
        // The column's profile.
        const Rect column = view.parameter_rect(query);
        const Point beside{column.right() - 4, column.y + 900.5f * cell};
        press(view, beside);
        release(view, beside);
        CHECK(view.state().integer(query) == doctest::Approx(900).epsilon(0.005));
    }
}

TEST_CASE("map: a repeat looks at the same token, or, as induction, at the one that followed it") {
    for (const int n : {200, 555}) {
        const std::string sizes =
            "n=" + std::to_string(n) + ";recency=0.1;blocks=0;first=0;copied=14;noise=0.2;sees=all";
        const int copy = n * 2 / 5, query = copy + n * 19 / 100 + 5;
        for (const bool induction : {false, true}) {
            Shown view("map", sizes + ";query=" + std::to_string(query) + (induction ? ";repeat=next" : ""));
            const Table reads = table(view.describe(true), "What query");
            CAPTURE(n);
            // The token of the query stood `copy` places before; induction reads the place behind that.
            CHECK(number(reads, 0, 0) == query - copy + (induction ? 1 : 0));
        }
    }
    const auto marked = [](const char* state) {
        Shown view("map", state, 960);
        settle(view);
        LabelPainter painter;
        view.draw_with(painter, 960);
        return painter.says("induction") ? painter.says("duplicate tokens") ? "both" : "induction"
                                         : "duplicate";
    };
    CHECK(std::string(marked("n=300;zoom=1")) != "induction");
    REQUIRE(find_exhibit("map")->presets.size() == 5);
}

// A map of a reader's own, of attention and of queries and keys: tensors, states and hands that nobody
// listed. What is said is computed here anew, from the arrays.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "../exhibits/random_layout.h"
#include "../helpers.h"
#include "explainer/brought/head_weights.h"
#include "explainer/brought/kinds.h"
#include "given.h"

using namespace explainer;
using namespace explainer::brought;

namespace {

/// The largest weights first, and in the last row what the others come to.
void check_listing(const Table& table, const std::vector<double>& weights) {
    double last = std::numeric_limits<double>::infinity(), rest = 0;
    int others = 0;
    for (const double weight : weights) {
        rest += std::isnan(weight) ? 0 : weight;
        others += std::isnan(weight) ? 0 : 1;
    }
    size_t at = 0;
    for (; at < table.rows.size() && std::holds_alternative<double>(table.rows[at][0]); ++at, --others) {
        const double now = number(table, at, 2);
        CHECK(now == doctest::Approx(weights[static_cast<size_t>(number(table, at, 0))]).epsilon(2e-5));
        CHECK(now <= last);
        rest -= last = now;
    }
    CHECK(at == std::min<size_t>(32, at + static_cast<size_t>(others)));
    if (others > 0) CHECK(number(table, at, 2) == doctest::Approx(rest).epsilon(1e-4));
}

}  // namespace

TEST_CASE("brought map: no text is cut off or lies on another, and no state or tensor moves the page") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    std::vector<float> heights;
    for (const Heads& given : some_heads(random)) {
        const std::unique_ptr<View> view = given.view("map");
        CAPTURE(given.layers);
        CAPTURE(given.heads);
        CAPTURE(given.cols);
        check_random_layout(*view, random, 3);
        std::vector<float> now;
        REQUIRE(!view->restore(""));
        for (float width = 280; width <= 1400; width += 7) now.push_back(view->natural_height(width));
        if (heights.empty()) heights = now;
        CHECK(now == heights);
    }
}

TEST_CASE("brought map: what is described is what was brought, or follows from it, in any state") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (const Heads& given : some_heads(random)) {
        const std::unique_ptr<View> view = given.view("map");
        for (int i = 0; i < 5; ++i) {
            const std::string text = random_state(view->type(), random);
            CAPTURE(text);
            REQUIRE(!view->restore(text));
            const int layer = chosen(*view, "layer"), head = chosen(*view, "head"),
                      query = chosen(*view, "query"), key = chosen(*view, "key"),
                      window = chosen(*view, "window");
            const bool causal = chosen(*view, "causal") == 1;
            const std::vector<double> row = given.weights(layer, head, query, causal);
            const double weight = row[static_cast<size_t>(key)];
            CHECK(value(*view, "weight") == doctest::Approx(std::isnan(weight) ? 0 : weight).epsilon(2e-5));
            std::vector<double> column;
            double first = 0, near = 0, itself = 0;
            for (int r = 0; r < given.rows; ++r) {
                const std::vector<double> one = given.weights(layer, head, r, causal);
                column.push_back(one[static_cast<size_t>(key)]);
                for (int c = 0; c < given.cols; ++c) {
                    const double share =
                        std::isnan(one[static_cast<size_t>(c)]) ? 0 : one[static_cast<size_t>(c)];
                    if (c == 0) first += share / given.rows;
                    if (c == given.own(r)) itself += share / given.rows;
                    if (std::abs(c - given.own(r)) < window) near += share / given.rows;
                }
            }
            CHECK(value(*view, "share of the first token") == doctest::Approx(first).epsilon(1e-5));
            CHECK(value(*view, "share of the window") == doctest::Approx(near).epsilon(1e-5));
            CHECK(value(*view, "share of the diagonal") == doctest::Approx(itself).epsilon(1e-5));
            CHECK(value(*view, "rows that do not sum to 1") == 0);
            const Description all = view->describe(true);
            check_listing(table(all, "What "), row);
            check_listing(table(all, "Who looks"), column);
        }
    }
}

TEST_CASE("brought map: a tile of queries and keys has of each block the largest weight, at any level") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const Heads given = random_heads(
        random, {.heads = 2, .rows = 530, .cols = 1100, .d = 7, .dv = 1, .shared = 2}, Bring::vectors);
    HeadTensors of;
    of.layers = 1;
    of.heads = 2;
    of.rows = given.rows;
    of.cols = given.cols;
    for (const auto& [to, from, rows, heads] :
         {std::tuple{&of.q, &given.q, given.rows, 2}, {&of.k, &given.k, given.cols, 1}}) {
        to->emplace();
        (*to)->layers = 1;
        (*to)->heads = heads;
        (*to)->rows = rows;
        (*to)->cols = given.d;
        (*to)->of_layers = {*from};
    }
    for (const bool causal : {false, true}) {
        std::vector<std::vector<double>> weights;
        for (int i = 0; i < given.rows; ++i) weights.push_back(given.weights(0, 1, i, causal));
        HeadWeights tiles;
        tiles.show(of, 0, 1, causal, false);
        std::vector<float> row;
        tiles.row(100, row);
        for (int j = 0; j < given.cols; ++j) {
            const double wanted = weights[100][static_cast<size_t>(j)];
            CHECK(std::isnan(row[static_cast<size_t>(j)]) == std::isnan(wanted));
            if (!std::isnan(wanted))
                CHECK(static_cast<double>(row[static_cast<size_t>(j)]) ==
                      doctest::Approx(wanted).epsilon(2e-5));
        }
        for (int level = 0; level < 4; ++level) {
            const int side = 1 << level;
            for (const auto& [tile_row, tile_col] :
                 {std::pair{0, 0}, {level < 2 ? 1 : 0, level < 2 ? 2 >> level : 0}}) {
                std::vector<float> out(static_cast<size_t>(tile_side * tile_side));
                const int step = tiles.rows_at_once();
                REQUIRE(tile_side % step == 0);
                for (int first = 0; first < tile_side; first += step)
                    tiles.fill_rows(level, tile_row, tile_col, first, first + step, out.data());
                bool any = false;
                for (int i = 0; i < tile_side; ++i)
                    for (int j = 0; j < tile_side; ++j) {
                        const int top = (tile_row * tile_side + i) * side,
                                  left = (tile_col * tile_side + j) * side;
                        if (top >= given.rows || left >= given.cols) continue;
                        double most = std::numeric_limits<double>::quiet_NaN();
                        for (int r = top; r < std::min(given.rows, top + side); ++r)
                            for (int c = left; c < std::min(given.cols, left + side); ++c)
                                most =
                                    std::fmax(most, weights[static_cast<size_t>(r)][static_cast<size_t>(c)]);
                        const float got = out[static_cast<size_t>(i * tile_side + j)];
                        REQUIRE(std::isnan(got) == std::isnan(most));
                        any |= !std::isnan(got);
                        if (!std::isnan(most))
                            CHECK(static_cast<double>(got) == doctest::Approx(most).epsilon(5e-5));
                    }
                CHECK(tiles.masked(level, tile_row, tile_col) == !any);
            }
        }
    }
}

TEST_CASE("brought map: numbers that are none are counted and said, of attention and of queries and keys") {
    std::mt19937 random(1);
    Heads given = random_heads(random, {.rows = 4, .cols = 4, .named = true}, Bring::attention);
    given.attention[5] = std::numeric_limits<float>::quiet_NaN();
    given.attention[9] = std::numeric_limits<float>::infinity();
    for (size_t i = 12; i < 16; ++i) given.attention[i] *= 0.5f;
    const std::unique_ptr<View> view = given.view("map");
    CHECK(value(*view, "not numbers") == 1);
    CHECK(value(*view, "infinite") == 1);
    CHECK(value(*view, "rows that do not sum to 1") == 3);
    REQUIRE(!view->restore("query=1;key=1"));
    CHECK(view->describe(true).summary.find("not a number") != std::string::npos);

    Heads vectors = random_heads(random, {.rows = 4, .cols = 6, .d = 3}, Bring::vectors);
    vectors.q[7] = std::numeric_limits<float>::quiet_NaN();
    const std::unique_ptr<View> made = vectors.view("map");
    CHECK(value(*made, "not numbers") == 6);
    CHECK(value(*made, "rows that do not sum to 1") == 1);
    LabelPainter painter;
    made->draw_with(painter, 960);
    CHECK(std::any_of(painter.labels.begin(), painter.labels.end(),
                      [](const Label& one) { return one.text.find("6 entries are not numbers") == 0; }));
    // And what a query may not see is no fault.
    REQUIRE(!made->restore("causal=true;query=0;key=5"));
    CHECK(value(*made, "weight") == 0);
    CHECK(value(*made, "not numbers") == 5);
    CHECK(made->describe(true).summary.find("query 0 may not look at key 5") != std::string::npos);
}

TEST_CASE("brought map: hands leave every state within its bounds, and a press on a bar is that key") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const Heads given = random_heads(random, {2, 3, 12, 30, 8, 1, 1, true}, Bring::vectors);
    const std::unique_ptr<View> view = given.view("map");
    for (const float width : {360.0f, 960.0f}) {
        const float height = view->natural_height(width);
        view->resize(width, height, static_cast<int>(width), static_cast<int>(height));
        view->set_reduced_motion(true);
        REQUIRE(!view->restore(""));
        settle(*view);
        std::uniform_real_distribution<float> along(0, 1);
        bool moved = false;
        for (int i = 0; i < 60; ++i) {
            const Point from{along(random) * width, along(random) * height};
            i % 3 == 0 ? drag(*view, from, {along(random) * width, along(random) * height}, i % 2 == 0)
                       : click(*view, from);
            State again(view->type().id, view->type().parameters);
            CHECK(!again.restore(view->state().save()));
            CHECK(again == view->state());
            moved |= !view->state().save().empty();
        }
        CHECK(moved);
    }
}

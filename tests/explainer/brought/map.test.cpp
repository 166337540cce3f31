// A map of a reader's own, of attention and of queries and keys: tensors, states and hands that nobody
// listed. What is said is computed here anew, from the arrays.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "any_state.h"
#include "explainer/brought/head_weights.h"

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
    check_layout_of_any_tensors("map", 3);
}

TEST_CASE("brought map: what is described is what was brought, or follows from it, in any state") {
    in_any_state("map", 5, [](const Heads& given, View& view, const Asked& asked) {
        const auto [layer, head, query, key, causal] = asked;
        const int window = chosen(view, "window");
        const std::vector<double> row = given.weights(layer, head, query, causal);
        const double weight = row[static_cast<size_t>(key)];
        CHECK(value(view, "weight") == doctest::Approx(std::isnan(weight) ? 0 : weight).epsilon(2e-5));
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
        CHECK(value(view, "share of the first token") == doctest::Approx(first).epsilon(1e-5));
        CHECK(value(view, "share of the window") == doctest::Approx(near).epsilon(1e-5));
        CHECK(value(view, "share of the diagonal") == doctest::Approx(itself).epsilon(1e-5));
        CHECK(value(view, "rows that do not sum to 1") == 0);
        const Description all = view.describe(true);
        check_listing(table(all, "What "), row);
        check_listing(table(all, "Who looks"), column);
    });
}

TEST_CASE("brought map: a tile of queries and keys has of each block the largest weight, at any level") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const Heads given = random_heads(
        random, {.heads = 2, .rows = 530, .cols = 1100, .d = 7, .dv = 1, .shared = 2}, Bring::vectors);
    const HeadTensors of = given.tensors(Wanted::weights);
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
    made->set_language(nullptr);
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
        const Point size = laid_out(*view, width, "");
        check_hands(*view, size, random);
    }
}

// Heads of a reader's own: tensors, states and hands that nobody listed. What is said is computed here anew,
// from the arrays.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "any_state.h"
#include "explainer/brought/heads_model.h"

using namespace explainer;
using namespace explainer::brought;

TEST_CASE("brought heads: no text is cut off or lies on another, and no state or tensor moves the page") {
    check_layout_of_any_tensors("heads", 5);
}

TEST_CASE("brought heads: what is described is what was brought, in any state") {
    in_any_state("heads", 5, [](const Heads& given, View& view, const Asked& asked) {
        const auto [layer, head, query, key, causal] = asked;
        const State& state = view.state();
        CHECK(value(view, "weight") == doctest::Approx(given.brought(layer, head, query, key)).epsilon(1e-6));
        double entropy = 0, first = 0;
        for (int r = 0; r < given.rows; ++r) {
            first += given.brought(layer, head, r, 0) / given.rows;
            for (int c = 0; c < given.cols; ++c) {
                const double share = given.brought(layer, head, r, c);
                if (share > 0) entropy -= share * std::log(share) / given.rows;
            }
        }
        CHECK(value(view, "mean entropy") == doctest::Approx(entropy).epsilon(1e-6));
        CHECK(value(view, "on first token") == doctest::Approx(first).epsilon(1e-6));
        CHECK(value(view, "rows that do not sum to 1") == 0);
        // The list of the row: the largest first.
        const Table row = table(view.describe(true), "What query");
        double last = std::numeric_limits<double>::infinity();
        for (size_t at = 0; at < std::min<size_t>(row.rows.size(), 64); ++at) {
            const double now = number(row, at, 2);
            const auto where = static_cast<int>(number(row, at, 0));
            CHECK(now == doctest::Approx(given.brought(layer, head, query, where)));
            CHECK(now <= last);
            last = now;
        }
        // All heads, in the order that is asked for.
        const Table heads = table(view.describe(true), "All heads");
        const int by = state.choice(state.find("measure"));
        const bool least = state.choice(state.find("order")) == 1;
        CHECK(heads.rows.size() == static_cast<size_t>(given.layers * given.heads));
        for (size_t at = 1; at < heads.rows.size(); ++at) {
            const auto* before = std::get_if<double>(&heads.rows[at - 1][static_cast<size_t>(by + 2)]);
            const auto* now = std::get_if<double>(&heads.rows[at][static_cast<size_t>(by + 2)]);
            if (before == nullptr || now == nullptr) continue;
            CHECK((least ? *before <= *now : *before >= *now));
        }
    });
}

TEST_CASE("brought heads: numbers that are none and rows that do not sum to 1 are counted and said") {
    std::mt19937 random(1);
    Heads given = random_heads(random, {.layers = 2, .heads = 2, .rows = 4, .cols = 4, .named = true},
                               Bring::attention);
    given.attention[5] = std::numeric_limits<float>::quiet_NaN();
    given.attention[9] = std::numeric_limits<float>::infinity();
    for (size_t i = 48; i < 52; ++i) given.attention[i] *= 0.5f;
    const std::unique_ptr<View> view = given.view("heads");
    CHECK(value(*view, "not numbers") == 1);
    CHECK(value(*view, "infinite") == 1);
    CHECK(value(*view, "rows that do not sum to 1") == 3);
    LabelPainter painter;
    view->set_language(nullptr);
    view->draw_with(painter, 960);
    const auto says = [&painter](const std::string& words) {
        return std::any_of(painter.labels.begin(), painter.labels.end(), [&words](const Label& label) {
            return label.text.find(words) != std::string::npos;
        });
    };
    CHECK(says("3 rows do not sum to 1."));
    CHECK(says("1 entry is not a number."));
    for (const std::string state : {"query=1;key=1", "query=2;key=1"}) {
        REQUIRE(!view->restore(state));
        const std::string said = view->describe(true).summary;
        CHECK(said.find(state[6] == '1' ? "not a number" : "infinite") != std::string::npos);
    }
}

TEST_CASE(
    "brought heads: a press on a head, a row, a bar is that choice; hands leave every state within its "
    "bounds") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const Heads given = random_heads(random, {.layers = 3, .heads = 4, .rows = 12, .cols = 12, .named = true},
                                     Bring::attention);
    const std::unique_ptr<View> view = given.view("heads");
    for (const float width : {360.0f, 960.0f}) {
        const Point size = laid_out(*view, width, "logarithmic=true");
        const int layer = index_of(*view, "layer"), head = index_of(*view, "head");
        for (int l = 0; l < 3; ++l)
            for (int h = 0; h < 4; ++h) {
                const Rect cell = view->cell_rect(layer, l, h);
                REQUIRE(cell.width > 4);
                click(*view, cell.centre());
                CHECK(view->state().integer(layer) == l);
                CHECK(view->state().integer(head) == h);
            }
        check_hands(*view, size, random);
    }
}

TEST_CASE("brought heads: a tile has of each block of cells the largest, at any level") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const int rows = 700, cols = 530;
    const Heads given = random_heads(random, {.rows = rows, .cols = cols}, Bring::attention);
    for (const bool logarithmic : {false, true}) {
        HeadTiles tiles;
        tiles.show({given.attention.data(), rows, cols}, logarithmic);
        for (int level = 0; level < 4; ++level) {
            const int side = 1 << level;
            std::vector<float> out(static_cast<size_t>(tile_side * tile_side));
            const int row = level == 0 ? 2 : 0, col = level == 0 ? 1 : 0;
            for (int first = 0; first < tile_side; first += tiles.rows_at_once())
                tiles.fill_rows(level, row, col, first, first + tiles.rows_at_once(), out.data());
            for (int i = 0; i < tile_side; ++i) {
                for (int j = 0; j < tile_side; ++j) {
                    const int top = (row * tile_side + i) * side, left = (col * tile_side + j) * side;
                    if (top >= rows || left >= cols) continue;
                    float most = 0;
                    for (int r = top; r < std::min(rows, top + side); ++r)
                        for (int c = left; c < std::min(cols, left + side); ++c)
                            most = std::max(most, static_cast<float>(given.brought(0, 0, r, c)));
                    // (10⁻⁵ at the foot, 0.1 at the top)
                    const float wanted =
                        logarithmic ? std::clamp((std::log10(most) + 5) / 4, 0.0f, 1.0f) : most;
                    CHECK(out[static_cast<size_t>(i * tile_side + j)] ==
                          doctest::Approx(wanted).epsilon(1e-5));
                }
            }
        }
    }
}

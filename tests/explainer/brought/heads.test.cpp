// Heads of a reader's own: tensors, states and hands that nobody listed. What is said is computed here anew,
// from the arrays.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "../exhibits/random_layout.h"
#include "../helpers.h"
#include "explainer/brought/brought.h"
#include "explainer/brought/heads_model.h"

using namespace explainer;
using namespace explainer::brought;

namespace {

/// Attention of some shape, each row random shares that sum to 1.
struct Given {
    int layers, heads, rows, cols;
    std::vector<std::string> tokens;
    std::shared_ptr<std::vector<float>> numbers = std::make_shared<std::vector<float>>();

    float at(int layer, int head, int row, int col) const {
        return (*numbers)[static_cast<size_t>(((layer * heads + head) * rows + row) * cols + col)];
    }
    std::unique_ptr<View> view() const {
        auto tensors = std::make_shared<Tensors>();
        model::Array& array = tensors->arrays.emplace_back();
        array.name = "attention";
        for (const int size : {layers, heads, rows, cols})
            array.shape.push_back(static_cast<std::uint64_t>(size));
        array.numbers = *numbers;
        tensors->tokens.keys = tokens;
        auto [brought, why_not] = bring("heads", tensors);
        REQUIRE_MESSAGE(brought, why_not);
        return std::make_unique<View>(std::move(brought));
    }
};

Given random_attention(std::mt19937& random, int layers, int heads, int rows, int cols, bool named) {
    Given out{layers, heads, rows, cols, {}};
    std::exponential_distribution<float> any(1);
    for (int row = 0; row < layers * heads * rows; ++row) {
        std::vector<float> shares;
        float sum = 0;
        for (int j = 0; j < cols; ++j) sum += shares.emplace_back(std::pow(any(random), 3.0f));
        for (const float share : shares) out.numbers->push_back(share / sum);
    }
    const std::vector<std::string> words = {
        "the", "cat", "Donaudampfschifffahrtsgesellschaft", "🙂", " a", "été", "", "<|endoftext|>"};
    for (int j = 0; named && j < cols; ++j) out.tokens.push_back(words[random() % words.size()]);
    return out;
}

/// Shapes that differ in what breaks layouts: one of everything, more queries than fit, a cache, many heads.
std::vector<Given> some(std::mt19937& random) {
    return {random_attention(random, 1, 1, 1, 1, false),    random_attention(random, 2, 3, 7, 7, true),
            random_attention(random, 12, 12, 40, 40, true), random_attention(random, 1, 100, 3, 9, true),
            random_attention(random, 40, 2, 5, 5, false),   random_attention(random, 2, 2, 200, 150, false)};
}

}  // namespace

TEST_CASE("brought heads: no text is cut off or lies on another, and no state or tensor moves the page") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    std::vector<float> heights;
    for (const Given& given : some(random)) {
        const std::unique_ptr<View> view = given.view();
        CAPTURE(given.layers);
        CAPTURE(given.heads);
        CAPTURE(given.cols);
        check_random_layout(*view, random, 5);
        std::vector<float> now;
        REQUIRE(!view->restore(""));
        for (float width = 280; width <= 1400; width += 7) now.push_back(view->natural_height(width));
        if (heights.empty()) heights = now;
        CHECK(now == heights);
    }
}

TEST_CASE("brought heads: what is described is what was brought, in any state") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (const Given& given : some(random)) {
        const std::unique_ptr<View> view = given.view();
        for (int i = 0; i < 5; ++i) {
            const std::string text = random_state(view->type(), random);
            CAPTURE(text);
            REQUIRE(!view->restore(text));
            const State& state = view->state();
            const int layer = state.integer(state.find("layer")), head = state.integer(state.find("head"));
            const int query = state.integer(state.find("query")), key = state.integer(state.find("key"));
            const double weight = static_cast<double>(given.at(layer, head, query, key));
            CHECK(value(*view, "weight") == doctest::Approx(weight).epsilon(1e-6));
            double entropy = 0, first = 0;
            for (int r = 0; r < given.rows; ++r) {
                first += static_cast<double>(given.at(layer, head, r, 0)) / given.rows;
                for (int c = 0; c < given.cols; ++c) {
                    const double share = static_cast<double>(given.at(layer, head, r, c));
                    if (share > 0) entropy -= share * std::log(share) / given.rows;
                }
            }
            CHECK(value(*view, "entropy") == doctest::Approx(entropy).epsilon(1e-6));
            CHECK(value(*view, "on first token") == doctest::Approx(first).epsilon(1e-6));
            CHECK(value(*view, "rows that do not sum to 1") == 0);
            // The list of the row: the largest first.
            const Table row = table(view->describe(true), "What query");
            double last = std::numeric_limits<double>::infinity();
            for (size_t at = 0; at < std::min<size_t>(row.rows.size(), 64); ++at) {
                const double now = number(row, at, 2);
                const auto where = static_cast<int>(number(row, at, 0));
                CHECK(now == doctest::Approx(static_cast<double>(given.at(layer, head, query, where))));
                CHECK(now <= last);
                last = now;
            }
            // All heads, in the order that is asked for.
            const Table heads = table(view->describe(true), "All heads");
            const int by = state.choice(state.find("measure"));
            const bool least = state.choice(state.find("order")) == 1;
            CHECK(heads.rows.size() == static_cast<size_t>(given.layers * given.heads));
            for (size_t at = 1; at < heads.rows.size(); ++at) {
                const auto* before = std::get_if<double>(&heads.rows[at - 1][static_cast<size_t>(by + 2)]);
                const auto* now = std::get_if<double>(&heads.rows[at][static_cast<size_t>(by + 2)]);
                if (before == nullptr || now == nullptr) continue;
                CHECK((least ? *before <= *now : *before >= *now));
            }
        }
    }
}

TEST_CASE("brought heads: numbers that are none and rows that do not sum to 1 are counted and said") {
    std::mt19937 random(1);
    Given given = random_attention(random, 2, 2, 4, 4, true);
    (*given.numbers)[5] = std::numeric_limits<float>::quiet_NaN();
    (*given.numbers)[9] = std::numeric_limits<float>::infinity();
    for (size_t i = 48; i < 52; ++i) (*given.numbers)[i] *= 0.5f;
    const std::unique_ptr<View> view = given.view();
    CHECK(value(*view, "not numbers") == 1);
    CHECK(value(*view, "infinite") == 1);
    CHECK(value(*view, "rows that do not sum to 1") == 3);
    LabelPainter painter;
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
    const Given given = random_attention(random, 3, 4, 12, 12, true);
    const std::unique_ptr<View> view = given.view();
    for (const float width : {360.0f, 960.0f}) {
        const float height = view->natural_height(width);
        view->resize(width, height, static_cast<int>(width), static_cast<int>(height));
        view->set_reduced_motion(true);
        REQUIRE(!view->restore("logarithmic=true"));
        settle(*view);
        const int layer = index_of(*view, "layer"), head = index_of(*view, "head");
        for (int l = 0; l < 3; ++l)
            for (int h = 0; h < 4; ++h) {
                const Rect cell = view->cell_rect(layer, l, h);
                REQUIRE(cell.width > 4);
                click(*view, cell.centre());
                CHECK(view->state().integer(layer) == l);
                CHECK(view->state().integer(head) == h);
            }
        std::uniform_real_distribution<float> along(0, 1);
        for (int i = 0; i < 60; ++i) {
            const Point from{along(random) * width, along(random) * height};
            i % 3 == 0 ? drag(*view, from, {along(random) * width, along(random) * height}, i % 2 == 0)
                       : click(*view, from);
            State again(view->type().id, view->type().parameters);
            CHECK(!again.restore(view->state().save()));
            CHECK(again == view->state());
        }
    }
}

TEST_CASE("brought heads: a tile has of each block of cells the largest, at any level") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const int rows = 700, cols = 530;
    const Given given = random_attention(random, 1, 1, rows, cols, false);
    for (const bool logarithmic : {false, true}) {
        HeadTiles tiles;
        tiles.show({given.numbers->data(), rows, cols}, logarithmic);
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
                            most = std::max(most, given.at(0, 0, r, c));
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

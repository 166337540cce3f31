// Scores of a reader's own: tensors, states and hands that nobody listed. What is said is computed here anew,
// from the arrays.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "any_state.h"

using namespace explainer;
using namespace explainer::brought;

TEST_CASE("brought scores: no text is cut off or lies on another, and no state or tensor moves the page") {
    check_layout_of_any_tensors("scores", 5);
}

TEST_CASE("brought scores: a score is the sum of its terms, a share that of its row, in any state") {
    in_any_state("scores", 6, [](const Heads& given, View& view, const Asked& asked) {
        const auto [layer, head, query, key, causal] = asked;
        const auto score = [&, layer = layer, head = head, query = query](int j) {
            return given.score(layer, head, query, j);
        };
        const std::vector<double> weights = given.weights(layer, head, query, causal);
        const double share = weights[static_cast<size_t>(key)];
        // (Sums of float32: terms may cancel.)
        double size = 1;
        for (int t = 0; t < given.d; ++t) size += std::fabs(given.term(layer, head, query, key, t));
        const double close = 1e-6 * size;
        CHECK(std::fabs(value(view, "score") - score(key)) < close);
        CHECK(std::fabs(value(view, "score divided by √d") - score(key) / std::sqrt(given.d)) < close);
        CHECK(value(view, "weight") == doctest::Approx(std::isnan(share) ? 0 : share).epsilon(5e-5));
        const Description all = view.describe(true);
        const Table sum = table(all, "q · k of"), row = table(all, "Row of");
        const size_t terms = std::min<size_t>(32, static_cast<size_t>(given.d));
        double so_far = 0, last = std::numeric_limits<double>::infinity();
        for (size_t at = 0; at < terms; ++at) {
            const double product = number(sum, at, 3);
            CHECK(product ==
                  doctest::Approx(given.term(layer, head, query, key, static_cast<int>(number(sum, at, 0)))));
            CHECK(std::fabs(product) <= last);
            last = std::fabs(product);
            so_far += product;
        }
        if (given.d > 32) CHECK(std::fabs(number(sum, 32, 3) - (score(key) - so_far)) < close);
        CHECK(sum.rows.size() == terms + (given.d > 32 ? 2 : 1));
        CHECK(std::fabs(number(sum, sum.rows.size() - 1, 3) - score(key)) < close);
        double rest = 1, before = std::numeric_limits<double>::infinity();
        int seen = 0;
        for (const double weight : weights) seen += std::isnan(weight) ? 0 : 1;
        for (size_t at = 0; at < std::min<size_t>(32, static_cast<size_t>(seen)); ++at) {
            const int j = static_cast<int>(number(row, at, 0));
            const double wanted = weights[static_cast<size_t>(j)];
            REQUIRE(!std::isnan(wanted));
            CHECK(std::fabs(number(row, at, 2) - score(j)) < 1e-4);
            CHECK(std::fabs(number(row, at, 3) - score(j) / std::sqrt(given.d)) < 1e-4);
            CHECK(number(row, at, 4) == doctest::Approx(wanted).epsilon(5e-5));
            CHECK(number(row, at, 2) <= before);
            before = number(row, at, 2);
            rest -= number(row, at, 4);
        }
        if (seen > 32) CHECK(std::fabs(number(row, 32, 4) - rest) < 1e-5);
        if (seen < given.cols)
            CHECK(std::get<std::string>(row.rows.back()[0]) == std::to_string(given.cols - seen) + " masked");
    });
}

TEST_CASE("brought scores: opens at the key that scores highest; what is no number is said") {
    std::mt19937 random(5);
    Heads given = random_heads(random, {.rows = 2, .cols = 4, .d = 3, .named = true}, Bring::vectors);
    const std::unique_ptr<View> view = given.view("scores");
    const int key = chosen(*view, "key");
    for (int j = 0; j < 4; ++j) CHECK(given.score(0, 0, 1, j) <= given.score(0, 0, 1, key) + 1e-6);
    CHECK(value(*view, "place in the row") == 1);
    CHECK(value(*view, "largest weight") == value(*view, "weight"));
    given.k[4] = std::numeric_limits<float>::quiet_NaN();
    const std::unique_ptr<View> broken = given.view("scores");
    CHECK(value(*broken, "not numbers") == 1);
    REQUIRE(!broken->restore("key=1"));
    CHECK(std::isnan(value(*broken, "score")));
    if (language_of_run() == nullptr)
        CHECK(broken->describe(true).summary.find("q · k = not a number") != std::string::npos);
    // The attention that came with them is causal: so is the row.
    given = random_heads(random, {.rows = 3, .cols = 3, .d = 2}, Bring::vectors);
    given.attention = {1, 0, 0, .5f, .5f, 0, .2f, .3f, .5f};
    const std::unique_ptr<View> both = given.view("scores");
    CHECK(both->state().toggle(index_of(*both, "causal")));
    REQUIRE(!both->restore("query=0;key=2"));
    CHECK(value(*both, "weight") == 0);
}

TEST_CASE("brought scores: a press on a row is that key; hands leave every state within its bounds") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const Heads given = random_heads(random, {2, 3, 12, 30, 8, 1, 1, true}, Bring::vectors);
    const std::unique_ptr<View> view = given.view("scores");
    for (const float width : {360.0f, 960.0f}) {
        const Point size = laid_out(*view, width, "");
        const Table row = table(view->describe(true), "Row of");
        std::vector<int> found;
        for (float y = 300; y < size.y; y += 8) {
            REQUIRE(!view->restore(""));
            settle(*view);
            click(*view, {width - 24, y});
            found.push_back(chosen(*view, "key"));
        }
        for (size_t at = 0; at < 9; ++at)
            CHECK(std::find(found.begin(), found.end(), static_cast<int>(number(row, at, 0))) != found.end());
        REQUIRE(!view->restore(""));
        check_hands(*view, size, random);
    }
}

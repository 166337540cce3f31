// Values of a reader's own: tensors, states and hands that nobody listed. What is said is computed here anew,
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

namespace {

/// How many are larger, beside one: its place. (What differs by less than float32 can tell may be either.)
std::pair<int, int> places(const std::vector<double>& all, size_t of) {
    int least = 1, most = 0;
    for (const double one : all) {
        if (one > all[of] * (1 + 1e-5)) ++least;
        if (one >= all[of] * (1 - 1e-5)) ++most;
    }
    return {least, most};
}

}  // namespace

TEST_CASE("brought values: no text is cut off or lies on another, and no state or tensor moves the page") {
    check_layout_of_any_tensors("values", 5);
}

TEST_CASE("brought values: what arrives is the weight times the length, in any state") {
    in_any_state("values", 6, [](const Heads& given, View& view, const Asked& asked) {
        const auto [layer, head, query, key, causal] = asked;
        const std::vector<double> row = given.weights(layer, head, query, causal);
        std::vector<double> weights, arrivals, output(static_cast<size_t>(given.dv));
        std::vector<int> keys;
        double sum = 0;
        for (int j = 0; j < given.cols; ++j) {
            const double weight = row[static_cast<size_t>(j)];
            if (std::isnan(weight)) continue;
            keys.push_back(j);
            weights.push_back(weight);
            sum += arrivals.emplace_back(weight * given.length(layer, head, j));
            for (int c = 0; c < given.dv; ++c)
                output[static_cast<size_t>(c)] +=
                    weight * Heads::at(given.v, (given.group(layer, head) * given.cols + j) * given.dv + c);
        }
        double square = 0;
        for (const double one : output) square += one * one;
        CHECK(value(view, "sum of what arrives") == doctest::Approx(sum).epsilon(2e-5));
        CHECK(value(view, "length of the output") == doctest::Approx(std::sqrt(square)).epsilon(1e-4));
        CHECK(value(view, "length of v") == doctest::Approx(given.length(layer, head, key)).epsilon(1e-5));
        CHECK(value(view, "largest weight times length") ==
              doctest::Approx(*std::max_element(arrivals.begin(), arrivals.end())).epsilon(2e-5));
        const auto found = std::find(keys.begin(), keys.end(), key);
        if (found == keys.end()) {
            CHECK(value(view, "weight times length") == 0);
        } else {
            const auto at = static_cast<size_t>(found - keys.begin());
            CHECK(value(view, "weight times length") == doctest::Approx(arrivals[at]).epsilon(2e-5));
            for (const auto& [name, all] :
                 {std::pair{"place by weight", &weights}, {"place by what arrives", &arrivals}}) {
                const auto [least, most] = places(*all, at);
                CHECK(value(view, name) >= least);
                CHECK(value(view, name) <= most);
            }
        }
        // The list, in the order that is asked for, and what is not in it.
        const Table list = table(view.describe(true), "What arrives");
        const int by = view.state().choice(index_of(view, "order"));
        double rest = sum, last = by == 2 ? -1 : std::numeric_limits<double>::infinity();
        size_t moved = 0;
        for (size_t at = 0; at < std::min<size_t>(keys.size(), 32); ++at) {
            const double key_there = number(list, at, 0), arrives = number(list, at, 4);
            const auto j = static_cast<size_t>(
                std::find(keys.begin(), keys.end(), static_cast<int>(key_there)) - keys.begin());
            REQUIRE(j < keys.size());
            CHECK(number(list, at, 2) == doctest::Approx(weights[j]).epsilon(2e-5));
            CHECK(arrives == doctest::Approx(arrivals[j]).epsilon(2e-5));
            rest -= arrives;
            const double now = by == 0 ? arrives : by == 1 ? number(list, at, 2) : key_there;
            CHECK((by == 2 ? now > last : now <= last));
            last = now;
            moved += number(list, at, 5) != number(list, at, 6);
        }
        if (keys.size() <= 32) {
            CHECK(list.rows.size() == keys.size());
            CHECK(value(view, "keys in another place") == static_cast<double>(moved));
        } else {
            REQUIRE(list.rows.size() == 33);
            CHECK(number(list, 32, 4) == doctest::Approx(rest).epsilon(1e-4));
        }
    });
}

TEST_CASE(
    "brought values: a large weight on a short value is said to be little, and what is no number is said") {
    std::mt19937 random(3);
    Heads given = random_heads(random, {.rows = 2, .cols = 3, .dv = 2, .named = true}, Bring::attention);
    given.tokens = {"big", "small", "none"};
    given.attention = {0.5f, 0.25f, 0.25f, 0.75f, 0.25f, 0};
    given.v = {3, 4, 30, 40, 7, 24};  // of lengths 5, 50, 25
    const std::unique_ptr<View> view = given.view("values");
    CHECK(view->state().integer(index_of(*view, "query")) == 1);
    CHECK(view->state().integer(index_of(*view, "key")) == 1);
    CHECK(value(*view, "weight times length") == 12.5);
    CHECK(value(*view, "length of v") == 50);
    CHECK(value(*view, "place by weight") == 2);
    CHECK(value(*view, "place by what arrives") == 1);
    CHECK(value(*view, "keys in another place") == 2);
    CHECK(value(*view, "length of the output") == doctest::Approx(16.25));
    if (language_of_run() == nullptr) {
        CHECK(view->describe(true).summary.find("gives “big” the most weight, 0.750, but most arrives from "
                                                "“small”: 0.250 × 50.000 = 12.500.") != std::string::npos);
        given.v[2] = std::numeric_limits<float>::quiet_NaN();
        const std::unique_ptr<View> broken = given.view("values");
        CHECK(value(*broken, "not numbers") == 1);
        CHECK(broken->describe(true).summary.find("“big” the most weight, and most arrives from it") !=
              std::string::npos);
        REQUIRE(!broken->restore("key=1"));
        CHECK(broken->shown(index_of(*broken, "key")).find("not a number") != std::string::npos);
        given.v.assign(6, std::numeric_limits<float>::infinity());
        const std::unique_ptr<View> none = given.view("values");
        CHECK(none->describe(true).summary.find("is a number, or no value is") != std::string::npos);
    }
}

TEST_CASE("brought values: a press on a row is that key; hands leave every state within its bounds") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const Heads given = random_heads(random, {2, 3, 12, 30, 8, 4, 1, true}, Bring::vectors);
    const std::unique_ptr<View> view = given.view("values");
    for (const float width : {360.0f, 960.0f}) {
        const Point size = laid_out(*view, width, "order=place");
        // Rows lie 32 pixels apart: somewhere between the head and the foot is each of the first ten.
        std::vector<int> found;
        for (float y = 0; y < size.y; y += 8) {
            REQUIRE(!view->restore("order=place"));
            settle(*view);
            click(*view, {24, y});
            if (view->state().choice(index_of(*view, "order")) == 2) found.push_back(chosen(*view, "key"));
        }
        for (int key = 0; key < 10; ++key) CHECK(std::find(found.begin(), found.end(), key) != found.end());
        check_hands(*view, size, random);
    }
}

// Blends of a reader's own: tensors, states and hands that nobody listed. What is said is computed here anew,
// from the arrays.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "any_state.h"
#include "explainer/brought/blend_model.h"

using namespace explainer;
using namespace explainer::brought;

namespace {

/// What T divides: scaled scores, or logarithms of brought weights. NaN: masked.
std::vector<double> divided_by_t(const Heads& given, const Asked& asked) {
    std::vector<double> out = given.weights(asked.layer, asked.head, asked.query, asked.causal);
    for (int j = 0; j < given.cols; ++j) {
        double& one = out[static_cast<size_t>(j)];
        if (!given.attention.empty())
            one = std::log(one);
        else if (!std::isnan(one))
            one = given.score(asked.layer, asked.head, asked.query, j) / std::sqrt(given.d);
    }
    return out;
}

std::vector<double> shares(std::vector<double> scores, double temperature) {
    double most = -std::numeric_limits<double>::infinity(), sum = 0;
    for (const double one : scores) most = std::fmax(most, one);
    for (double& one : scores) sum += std::isnan(one) ? 0 : one = std::exp((one - most) / temperature);
    for (double& one : scores) one /= sum;
    return scores;
}

double temperature_of(View& view) {
    return view.state().number(index_of(view, "temperature"));
}

}  // namespace

TEST_CASE("brought blend: no text is cut off or lies on another, and no state or tensor moves the page") {
    check_layout_of_any_tensors("blend", 4);
}

TEST_CASE("brought blend: weights are those of the temperature, and mix the values, in any state") {
    in_any_state("blend", 6, [](const Heads& given, View& view, const Asked& asked) {
        const double temperature = temperature_of(view);
        const std::vector<double> scores = divided_by_t(given, asked), weights = shares(scores, temperature);
        // (Scores are float32 sums, and T multiplies what they are off.)
        double size = 1;
        for (int j = 0; j < given.cols; ++j) {
            double terms = std::fabs(scores[static_cast<size_t>(j)]);
            for (int t = 0; !given.q.empty() && t < given.d; ++t)
                terms +=
                    std::fabs(given.term(asked.layer, asked.head, asked.query, j, t)) / std::sqrt(given.d);
            size = std::fmax(size, terms);
        }
        const double close = 2e-5 + 5e-7 * size / temperature;
        double entropy = 0, most = 0;
        int seen = 0;
        for (const double one : weights) {
            if (std::isnan(one)) continue;
            ++seen;
            most = std::max(most, one);
            if (one > 0) entropy -= one * std::log(one);
        }
        const double weight = weights[static_cast<size_t>(asked.key)];
        CHECK(std::fabs(value(view, "weight") - (std::isnan(weight) ? 0 : weight)) <= close);
        CHECK(std::fabs(value(view, "largest weight") - most) <= close);
        CHECK(std::log(value(view, "as many equal weights")) == doctest::Approx(entropy).epsilon(20 * close));
        CHECK(value(view, "keys at T towards infinity") == seen);
        CHECK(value(view, "not numbers") == 0);
        const Description all = view.describe(true);
        const Table list = table(all, "Weights of"), plane = table(all, "In the plane");
        // The list: the largest first, each with where its value lies.
        double last = std::numeric_limits<double>::infinity(), sum = 0, mixed[2] = {}, mean[2] = {},
               highest = -last, winner[2] = {};
        const size_t rows = std::min<size_t>(32, static_cast<size_t>(seen));
        for (size_t at = 0; at < rows; ++at) {
            const auto key = static_cast<size_t>(number(list, at, 0));
            const double now = number(list, at, 3);
            CHECK(std::fabs(number(list, at, 2) - scores[key]) <= 2e-6 * size);
            CHECK(std::fabs(now - weights[key]) <= close);
            CHECK(now <= last);
            sum += last = now;
            for (const size_t c : {0u, 1u}) {
                const double where = number(list, at, 4 + c);
                mixed[c] += weights[key] * where;
                mean[c] += where / seen;
                if (scores[key] > highest) winner[c] = where;
            }
            highest = std::max(highest, scores[key]);
        }
        if (seen > 32) {
            REQUIRE(list.rows.size() == 33);
            CHECK(std::fabs(number(list, 32, 3) - (1 - sum)) <= 1e-4);
            return;
        }
        double reach = 0;
        for (size_t at = 0; at < rows; ++at)
            reach = std::max(reach, std::hypot(number(list, at, 4), number(list, at, 5)));
        for (const size_t c : {0u, 1u}) {
            CHECK(std::fabs(number(plane, 0, c + 1) - mixed[c]) <= reach * close * seen);
            if (value(view, "keys at T towards 0") == 1)
                CHECK(std::fabs(number(plane, 1, c + 1) - winner[c]) <= reach * 1e-6);
            CHECK(std::fabs(number(plane, 2, c + 1) - mean[c]) <= reach * 1e-5);
        }
        CHECK(value(view, "first direction of the output") == number(plane, 0, 1));
        CHECK(value(view, "second direction of the output") == number(plane, 0, 2));
    });
}

TEST_CASE("brought blend: the output and its way lie within the hull, and the hull around what is seen") {
    with_any_tensors("blend", [](const Heads& given, View&, std::mt19937& random) {
        BlendModel model(std::make_shared<HeadTensors>(given.tensors(Wanted::arrivals)));
        std::uniform_real_distribution<double> any(0, 1);
        for (int i = 0; i < 4; ++i) {
            const auto below = [&random](int count) { return static_cast<int>(random() % unsigned(count)); };
            const int query = below(given.rows);
            model.set({.layer = below(given.layers),
                       .head = below(given.heads),
                       .query = query,
                       .causal = i % 2 == 1,
                       .temperature = std::pow(10, 4 * any(random) - 2)});
            const int seen = i % 2 == 1 && given.attention.empty()
                                 ? std::min(given.cols, given.own(query) + 1)
                                 : given.cols;
            for (int j = 0; j < given.cols; ++j) CHECK(model.masked(j) == (j >= seen));
            REQUIRE(model.has_output());
            for (int turn = 0; turn < 24; ++turn) {
                const double angle = 6.28 * any(random);
                const auto far = [angle](figures::Vector2 at) {
                    return at.x * std::cos(angle) + at.y * std::sin(angle);
                };
                double most = -std::numeric_limits<double>::infinity(), corner = most, size = 0;
                for (int j = 0; j < seen; ++j) {
                    most = std::max(most, far(model.at(j)));
                    size = std::max(size, std::hypot(model.at(j).x, model.at(j).y));
                }
                for (const figures::Vector2 one : model.hull()) corner = std::max(corner, far(one));
                CHECK(std::fabs(corner - most) <= 1e-9 * size);
                CHECK(far(model.output()) <= most + 1e-5 * size);
                for (const figures::Vector2 one : model.way()) CHECK(far(one) <= most + 1e-5 * size);
            }
        }
    });
}

TEST_CASE("brought blend: ties, weights of 0, and what is no number") {
    const float nan = std::numeric_limits<float>::quiet_NaN(),
                infinity = std::numeric_limits<float>::infinity();
    std::mt19937 random(7);
    Heads given = random_heads(random, {.rows = 1, .cols = 4, .dv = 2, .named = true}, Bring::attention);
    given.tokens = {"a", "b", "c", "d"};
    given.attention = {0.4f, 0.4f, 0.2f, 0};
    given.v = {1, 0, -1, 0, 0, 1, 0, -1};
    const auto view = given.view("blend");
    CHECK(value(*view, "weight") == doctest::Approx(0.4));
    CHECK(value(*view, "keys at T towards 0") == 2);
    CHECK(value(*view, "keys at T towards infinity") == 3);
    CHECK(value(*view, "share of the variance") == doctest::Approx(1));
    REQUIRE(!view->restore("temperature=0.5;key=2"));
    CHECK(value(*view, "weight") == doctest::Approx(0.04 / 0.36));
    REQUIRE(!view->restore("temperature=100;key=3"));
    CHECK(value(*view, "weight") == 0);
    // Towards 0 the output is between a and b, which are opposite: the mean of all values.
    const Table plane = table(view->describe(true), "In the plane");
    CHECK(std::hypot(number(plane, 1, 1), number(plane, 1, 2)) == doctest::Approx(0).epsilon(1e-6));

    // What differs by float32's last digit is a tie, what differs by a hundredth is none.
    for (const float other : {std::nextafter(0.4f, 1.0f), 0.404f}) {
        given.attention[1] = other;
        CHECK(value(*given.view("blend"), "keys at T towards 0") == (other < 0.402f ? 2 : 1));
    }

    // A brought weight that is no number has no share, the others have theirs.
    given.attention = {0.4f, nan, 0.2f, -1};
    const auto broken = given.view("blend");
    CHECK(value(*broken, "not numbers") == 2);
    CHECK(value(*broken, "largest weight") == doctest::Approx(2.0 / 3));
    CHECK(std::isfinite(value(*broken, "first direction of the output")));
    // A value that is none and has weight: nor is the output.
    given.v[4] = infinity;
    const auto lost = given.view("blend");
    CHECK(value(*lost, "not numbers") == 3);
    CHECK(std::isnan(value(*lost, "first direction of the output")));
    if (language_of_run() == nullptr)
        CHECK(lost->describe(true).summary.find("not finite") != std::string::npos);
    // One without weight does not matter.
    given.attention = {0.5f, 0.5f, 0, 0};
    CHECK(std::isfinite(value(*given.view("blend"), "first direction of the output")));
    given.attention = {0, 0, 0, 0};
    if (language_of_run() == nullptr)
        CHECK(given.view("blend")->describe(true).summary.find("no weight of “d” is a number above 0") !=
              std::string::npos);

    // One score of q and k that is none leaves no weights; masked, it does not matter.
    Heads vectors = random_heads(random, {.rows = 3, .cols = 3, .d = 2, .dv = 2}, Bring::vectors);
    vectors.k[5] = nan;
    const auto made = vectors.view("blend");
    CHECK(value(*made, "not numbers") == 1);
    CHECK(std::isnan(value(*made, "weight")));
    CHECK(value(*made, "keys at T towards 0") == 0);
    REQUIRE(!made->restore("causal=true;query=1;key=1"));
    CHECK(value(*made, "weight") > 0);
    CHECK(value(*made, "not numbers") == 0);
    for (const auto* one : {&view, &broken, &lost, &made}) {
        LabelPainter painter;
        (*one)->draw_with(painter, 700);
        CHECK(painter.collision() == "");
    }
}

TEST_CASE("brought blend: a press on a dot is that key; hands leave every state within its bounds") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const Heads given = random_heads(random, {2, 3, 12, 30, 8, 4, 1, true}, Bring::vectors);
    const std::unique_ptr<View> view = given.view("blend");
    for (const float width : {360.0f, 960.0f}) {
        const Point size = laid_out(*view, width, "");
        // The control of the key is at its dot: a press there, from another key, is that one, or a dot on it.
        int found = 0;
        for (int key = 0; key < given.cols; ++key) {
            REQUIRE(!view->restore("key=" + std::to_string(key)));
            settle(*view);
            const Point dot = view->parameter_rect(index_of(*view, "key")).centre();
            REQUIRE(!view->restore("key=" + std::to_string((key + 1) % given.cols)));
            settle(*view);
            click(*view, dot);
            found += chosen(*view, "key") == key ? 1 : 0;
        }
        CHECK(found >= given.cols - 2);
        REQUIRE(!view->restore(""));
        check_hands(*view, size, random);
    }
}

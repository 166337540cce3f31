// Positions of a reader's own: tensors, states and hands that nobody listed. What is said is computed here
// anew, from the arrays.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "any_state.h"
#include "explainer/brought/position_model.h"

using namespace explainer;
using namespace explainer::brought;

namespace {

enum : int { none, alibi, rope, halves };

/// A query at one place and a key at another, as the scheme's paper has it.
double scored(const Heads& given, const Asked& asked, int key, int scheme, double base, double query_place,
              double key_place) {
    const double root = std::sqrt(given.d);
    const double plain = given.score(asked.layer, asked.head, asked.query, key) / root;
    if (scheme == alibi)
        return plain -
               std::pow(2, -8.0 * (asked.head + 1) / given.heads) * std::fabs(query_place - key_place);
    if (scheme == none || given.d % 2 != 0) return plain;
    const auto turned = [&](const std::vector<float>& of, int row, int p, double place) {
        const int a = scheme == halves ? p : 2 * p, b = scheme == halves ? p + given.d / 2 : 2 * p + 1;
        const double angle = place * std::pow(base, -2.0 * p / given.d);
        const double x = Heads::at(of, row * given.d + a), y = Heads::at(of, row * given.d + b);
        return std::pair{x * std::cos(angle) - y * std::sin(angle),
                         x * std::sin(angle) + y * std::cos(angle)};
    };
    const int query_row = (asked.layer * given.heads + asked.head) * given.rows + asked.query,
              key_row = given.group(asked.layer, asked.head) * given.cols + key;
    double sum = 0;
    for (int p = 0; p < given.d / 2; ++p) {
        const auto [qa, qb] = turned(given.q, query_row, p, query_place);
        const auto [ka, kb] = turned(given.k, key_row, p, key_place);
        sum += qa * ka + qb * kb;
    }
    return sum / root;
}

std::vector<double> shares(std::vector<double> scores, int seen) {
    double sum = 0;
    const double most = *std::max_element(scores.begin(), scores.begin() + seen);
    for (int j = 0; j < seen; ++j)
        sum += scores[static_cast<size_t>(j)] = std::exp(scores[static_cast<size_t>(j)] - most);
    for (double& one : scores) one /= sum;
    return scores;
}

}  // namespace

TEST_CASE("brought position: no text is cut off or lies on another, and no state or tensor moves the page") {
    check_layout_of_any_tensors("position", 4);
}

TEST_CASE("brought position: scores are those of queries and keys at their places, in any state") {
    in_any_state("position", 6, [](const Heads& given, View& view, const Asked& asked) {
        const int scheme = view.state().choice(index_of(view, "scheme")), gap = chosen(view, "gap"),
                  own = given.own(asked.query);
        const double base = view.state().number(index_of(view, "base"));
        const auto place = [&](int key) { return key < own ? key : key + gap; };
        std::vector<double> without, with;
        double size = 1;
        for (int j = 0; j < given.cols; ++j) {
            without.push_back(given.score(asked.layer, asked.head, asked.query, j) / std::sqrt(given.d));
            with.push_back(scored(given, asked, j, scheme, base, own + gap, place(j)));
            double terms = std::fabs(with.back());
            for (int t = 0; t < given.d; ++t)
                terms += std::fabs(given.term(asked.layer, asked.head, asked.query, j, t));
            size = std::max(size, terms);
        }
        const double close = 2e-6 * size;
        const auto key = static_cast<size_t>(asked.key);
        const int seen = asked.causal ? std::min(given.cols, own + 1) : given.cols;
        CHECK(std::fabs(value(view, "score without places") - without[key]) < close);
        CHECK(std::fabs(value(view, "score") - with[key]) < close);
        CHECK(value(view, "offset") == place(asked.key) - own - gap);
        const std::vector<double> plain_weights = shares(without, seen), weights = shares(with, seen);
        const bool masked = asked.key >= seen;
        CHECK(std::fabs(value(view, "weight") - (masked ? 0 : weights[key])) < 2 * close);
        CHECK(std::fabs(value(view, "weight without places") - (masked ? 0 : plain_weights[key])) <
              2 * close);
        const Description all = view.describe(true);
        const Table row = table(all, "Scores of"), curve = table(all, "Score against");
        double last = std::numeric_limits<double>::infinity();
        const size_t rows = std::min<size_t>(32, static_cast<size_t>(seen));
        CHECK(row.rows.size() == rows + (seen > 32 ? 1 : 0));
        for (size_t at = 0; at < rows; ++at) {
            const auto j = static_cast<size_t>(number(row, at, 0));
            REQUIRE(static_cast<int>(j) < seen);
            CHECK(number(row, at, 2) == place(static_cast<int>(j)) - own - gap);
            CHECK(std::fabs(number(row, at, 3) - without[j]) < close);
            CHECK(std::fabs(number(row, at, 4) - with[j]) < close);
            CHECK(std::fabs(number(row, at, 5) - plain_weights[j]) < 2 * close);
            CHECK(std::fabs(number(row, at, 6) - weights[j]) < 2 * close);
            CHECK(number(row, at, 4) <= last);
            last = number(row, at, 4);
        }
        REQUIRE(curve.rows.size() == 17);
        const double offset = value(view, "offset");
        CHECK(number(curve, 0, 0) <= offset);
        CHECK(number(curve, 16, 0) >= offset);
        for (size_t at = 0; at < curve.rows.size(); ++at)
            CHECK(std::fabs(number(curve, at, 1) -
                            scored(given, asked, asked.key, scheme, base, 0, number(curve, at, 0))) < close);
    });
}

TEST_CASE("brought position: the curve has every place's score, or the least and largest of some") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const Heads given = random_heads(random, {1, 2, 1, 3000, 6, 1, 2}, Bring::vectors);
    PositionModel model(std::make_shared<HeadTensors>(given.tensors(Wanted::scores)));
    for (const int scheme : {alibi, rope, halves})
        for (const int gap : {0, 7, 2000})
            for (const int key : {2999, 2990, 1}) {
                CAPTURE(scheme);
                CAPTURE(gap);
                CAPTURE(key);
                const Asked asked{0, 1, 0, key, false};
                model.set({.head = 1,
                           .key = key,
                           .causal = key < 10,
                           .scheme = static_cast<position::Scheme>(scheme),
                           .base = 500,
                           .gap = gap});
                const PositionModel::Curve curve = model.curve();
                CHECK(curve.from <= model.offset(key));
                CHECK(curve.to >= model.offset(key));
                CHECK(curve.x.size() <= 2048);
                CHECK(std::is_sorted(curve.x.begin(), curve.x.end()));
                double least = INFINITY, most = -INFINITY, low = least, high = most;
                for (size_t i = 0; i < curve.x.size(); ++i) {
                    CHECK(std::fabs(curve.y[i] - scored(given, asked, key, scheme, 500, 0, curve.x[i])) <
                          1e-4);
                    low = std::min(low, curve.y[i]);
                    high = std::max(high, curve.y[i]);
                }
                for (int place = curve.from; place <= curve.to; ++place) {
                    const double one = scored(given, asked, key, scheme, 500, 0, place);
                    least = std::min(least, one);
                    most = std::max(most, one);
                }
                CHECK(low <= least + 1e-4);
                CHECK(high >= most - 1e-4);
            }
}

TEST_CASE("brought position: an odd number of components, numbers that are none, one token") {
    std::mt19937 random(11);
    Heads given = random_heads(random, {.rows = 4, .cols = 4, .d = 3}, Bring::vectors);
    const auto odd = given.view("position");
    CHECK(odd->state().choice(index_of(*odd, "scheme")) == alibi);
    REQUIRE(!odd->restore("scheme=rope;key=0"));
    CHECK(value(*odd, "score") == value(*odd, "score without places"));
    if (language_of_run() == nullptr)
        CHECK(
            odd->describe(true).summary.find("RoPE: it turns components two by two, and there are 3, an odd "
                                             "number") != std::string::npos);
    REQUIRE(!odd->restore("scheme=alibi;key=0;gap=10"));
    CHECK(value(*odd, "slope") == doctest::Approx(std::pow(2, -8.0)));
    CHECK(value(*odd, "score without places") - value(*odd, "score") ==
          doctest::Approx(13 / 256.0).epsilon(1e-4));

    given = random_heads(random, {.rows = 4, .cols = 4, .d = 2}, Bring::vectors);
    given.k[3] = std::numeric_limits<float>::quiet_NaN();
    given.k[6] = std::numeric_limits<float>::infinity();
    const auto broken = given.view("position");
    CHECK(value(*broken, "not numbers") == 2);
    REQUIRE(!broken->restore("key=1"));
    CHECK(std::isnan(value(*broken, "score")));
    for (const float width : {288.0f, 960.0f}) {
        LabelPainter painter;
        broken->draw_with(painter, width);
        CHECK(painter.collision() == "");
        for (const Label& label : painter.labels) CHECK(label.text.find("nan") == std::string::npos);
    }
    REQUIRE(!broken->restore("causal=true;query=0;key=0;scheme=halves"));
    CHECK(value(*broken, "weight") == 1);
    CHECK(value(*broken, "not numbers") == 0);

    given = random_heads(random, {.d = 2}, Bring::vectors);
    const auto one = given.view("position");
    REQUIRE(!one->restore("gap=9"));
    CHECK(value(*one, "offset") == 0);
    CHECK(value(*one, "weight") == 1);
    CHECK(value(*one, "score") == doctest::Approx(value(*one, "score without places")));
}

TEST_CASE("brought position: a press on a row is that key; hands leave every state within its bounds") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const Heads given = random_heads(random, {2, 3, 12, 30, 8, 1, 1, true}, Bring::vectors);
    const std::unique_ptr<View> view = given.view("position");
    for (const float width : {360.0f, 960.0f}) {
        const Point size = laid_out(*view, width, "");
        const Table row = table(view->describe(true), "Scores of");
        std::vector<int> found;
        for (float y = 300; y < size.y; y += 8) {
            REQUIRE(!view->restore(""));
            settle(*view);
            click(*view, {width < 860 ? width - 24 : width / 2 - 40, y});
            found.push_back(chosen(*view, "key"));
        }
        for (size_t at = 0; at < 9; ++at)
            CHECK(std::find(found.begin(), found.end(), static_cast<int>(number(row, at, 0))) != found.end());
        REQUIRE(!view->restore(""));
        check_hands(*view, size, random);
    }
}

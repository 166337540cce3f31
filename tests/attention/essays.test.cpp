// The numbers that readers know from four essays, named by their titles; rounded as printed there. ("I love
// AI" stands for a walkthrough of scaled dot-product attention on that sentence.)
#include "attention/deviation.h"
#include "attention/softmax.h"
#include "attention/stages.h"
#include "attention/trace.h"
#include "helpers.h"

using namespace attention;
using test::Owned;

namespace {

std::vector<float> softmax_of(std::vector<float> x) {
    const int count = static_cast<int>(x.size());
    softmax({x.data(), 1, count}, 1, {x.data(), 1, count});
    return x;
}

void check_rounded(const std::vector<float>& got, const std::vector<double>& printed, double digits) {
    REQUIRE(got.size() == printed.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        CHECK(std::round(static_cast<double>(got[i]) * digits) == doctest::Approx(printed[i] * digits));
    }
}

}  // namespace

TEST_CASE("Attention: queries, keys, and values: dot products of the three pairs") {
    const Owned q(1, 2, {3, 1});
    const Owned k(3, 2, {2, 1.4f, -1, 3, -2.4f, -1});
    Owned s(1, 3);
    scores(q.get(), k.get(), s.view());
    check_rounded(s.data, {7.40, 0, -8.20}, 100);
}

TEST_CASE("Attention: queries, keys, and values: softmax of five scores") {
    check_rounded(softmax_of({2.4f, 0.5f, 3.1f, -1.0f, 1.7f}), {0.271, 0.040, 0.545, 0.009, 0.134}, 1000);
}

TEST_CASE("Attention: queries, keys, and values: rows of pattern B, causal, unscaled") {
    check_rounded(softmax_of({-1, 3.5f, -1, -1, -1, -1, 1}), {.01, .88, .01, .01, .01, .01, .07}, 100);
    check_rounded(softmax_of({-1, 1}), {.12, .88}, 100);
    check_rounded(softmax_of({-1, -1, 1}), {.11, .11, .79}, 100);
    check_rounded(softmax_of({-1, -1, -1, 1}), {.10, .10, .10, .71}, 100);
    check_rounded(softmax_of({-1, -1, -1, -1, -1, 1}), {.08, .08, .08, .08, .08, .60}, 100);
    check_rounded(softmax_of({3, -1, -1, -1, 1}), {.84, .02, .02, .02, .11}, 100);
}

TEST_CASE("I love AI: the reconstructed matrices give every stated number") {
    const Owned x(3, 4, {1, 0, 1, 0, 0, 1, 0, 1, 1, 1, 0, 0});
    const Owned wq(4, 3, {1, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1});
    const Owned wk(4, 3, {0, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 0});
    const Owned wv(4, 3, {0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0});
    Owned q(3, 3);
    Owned k(3, 3);
    Owned v(3, 3);
    project(x.get(), wq.get(), q.view());
    project(x.get(), wk.get(), k.view());
    project(x.get(), wv.get(), v.view());
    CHECK(q.data == std::vector<float>{2, 1, 0, 1, 1, 1, 1, 2, 0});
    CHECK(k.data == std::vector<float>{0, 1, 2, 2, 1, 0, 1, 1, 1});
    const Trace t = trace(q.get(), k.get(), v.get());
    CHECK(t.scores == std::vector<float>{1, 5, 3, 3, 3, 3, 2, 4, 3});
    check_rounded({t.scaled.begin(), t.scaled.begin() + 3}, {.577, 2.887, 1.732}, 1000);
    check_rounded({t.weights.begin(), t.weights.begin() + 3}, {.070, .707, .223}, 1000);
    check_rounded({t.weights.begin() + 3, t.weights.begin() + 6}, {.333, .333, .333}, 1000);
    check_rounded({t.output[1], t.output[4], t.output[7]}, {1.637, 1.000, 1.365}, 1000);
}

TEST_CASE("What Are Queries, Keys, and Values?: scaling keeps softmax from one-hot") {
    check_rounded(softmax_of({22, -3, 1, -5}), {1, 0, 0, 0}, 1000);
    std::vector<float> scaled{22, -3, 1, -5};
    for (float& s : scaled) s /= std::sqrt(512.0f);
    check_rounded(softmax_of(scaled), {.493, .163, .195, .149}, 1000);
}

TEST_CASE(
    "What Are Queries, Keys, and Values?, Attention as weighted aggregation: the deviation of q·k grows as "
    "√d, scaled it stays 1") {
    for (const int d : {64, 256, 512}) {
        ScoreDeviation experiment(d, 20000, 42);
        experiment.advance(20000);
        CHECK(experiment.raw() ==
              doctest::Approx(std::sqrt(d)).epsilon(0.02));  // 1/√(2N) = 0.5 %, four of them
        CHECK(experiment.scaled() == doctest::Approx(1).epsilon(0.02));
    }
    ScoreDeviation wide(4096, 2000, 42);
    wide.advance(2000);
    CHECK(wide.raw() == doctest::Approx(64).epsilon(0.06));
}

TEST_CASE("Attention as weighted aggregation: the hand example") {
    const Owned q(1, 2, {1, 0});
    const Owned k(3, 2, {1, 0, 0, 1, 1, 1});
    const Owned v(3, 2, {10, 0, 0, 10, 5, 5});
    const Trace t = trace(q.get(), k.get(), v.get());
    std::vector<float> exps(3);
    const float sum = exponentials(t.scaled, 1, 0, exps);
    check_rounded(exps, {2.028, 1, 2.028}, 1000);
    CHECK(std::round(sum * 1000) == 5056.0f);
    check_rounded(t.weights, {.401, .198, .401}, 1000);
    check_rounded(t.output, {6.017, 3.983}, 1000);
    check_rounded(test::attend(q, k, v), {6.017, 3.983}, 1000);
}

// The choice of a kernel while the program runs, and the differences that the debug pane shows.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <random>

#include "../seed.h"
#include "attention/multi_head.h"
#include "attention/reference.h"
#include "attention/selectable.h"
#include "attention/stages.h"
#include "attention/trace.h"
#include "explainer/view.h"
#include "host/native_kernels.h"
#include "host/native_stages.h"

namespace {

using attention::selectable::Implementation, attention::selectable::reference_implementation,
    attention::selectable::scalar_implementation, attention::selectable::simd_implementation;
using attention::selectable::selection;

struct Random {
    std::mt19937 engine;
    std::vector<float> floats(int count) {
        std::normal_distribution<float> normal;
        std::vector<float> out(static_cast<size_t>(count));
        for (float& x : out) x = normal(engine);
        return out;
    }
};

const host::StageDifference* find(const std::vector<host::StageDifference>& all, std::string_view stage) {
    for (const host::StageDifference& one : all) {
        if (one.stage == stage) return &one;
    }
    return nullptr;
}

TEST_CASE(
    "each implementation gives its own numbers, all near the reference's, and the reference is rounded but "
    "once") {
    const unsigned seed = seed_of_run();
    Random random{std::mt19937(seed)};
    INFO("seed ", seed);
    bool parted = false;  // some bit somewhere, or nothing was chosen at all
    for (int round = 0; round < 20; ++round) {
        const int n = 1 + static_cast<int>(random.engine() % 20),
                  m = 1 + static_cast<int>(random.engine() % 20),
                  d = 1 + static_cast<int>(random.engine() % 40),
                  dv = 1 + static_cast<int>(random.engine() % 20);
        const std::vector<float> q = random.floats(n * d), k = random.floats(m * d),
                                 v = random.floats(m * dv);
        attention::Options options;
        options.causal = random.engine() % 2 == 0;
        options.query_offset = m - n;
        const auto by = [&](const Implementation& implementation) {
            selection() = {&implementation, nullptr};
            attention::Trace out =
                attention::trace({q.data(), n, d}, {k.data(), m, d}, {v.data(), m, dv}, options);
            selection() = {};
            return out;
        };
        const attention::Trace simd = by(simd_implementation), scalar = by(scalar_implementation),
                               exact = by(reference_implementation);
        const attention::reference::Result wide =
            attention::reference::attend({q.data(), n, d}, {k.data(), m, d}, {v.data(), m, dv}, options);
        for (size_t i = 0; i < exact.output.size(); ++i) {
            CHECK(exact.output[i] == static_cast<float>(wide.output[i]));
            CHECK(std::fabs(simd.output[i] - exact.output[i]) < 1e-5f);
            CHECK(std::fabs(scalar.output[i] - exact.output[i]) < 1e-5f);
            parted = parted || simd.output[i] != scalar.output[i];
        }
        CHECK(exact.any_row_masked == simd.any_row_masked);
    }
    CHECK(parted);
}

TEST_CASE("the largest difference of each stage, of what was computed last") {
    const unsigned seed = seed_of_run();
    Random random{std::mt19937(seed)};
    INFO("seed ", seed);
    host::KernelWatch watch;
    const int n = 12, d = 33;
    const std::vector<float> q = random.floats(n * d), k = random.floats(n * d), v = random.floats(n * d);
    attention::Options causal;
    causal.causal = true;
    const auto trace = [&](float factor) {
        std::vector<float> scaled = q;
        for (float& x : scaled) x *= factor;
        watch.begin_compute();
        attention::trace({scaled.data(), n, d}, {k.data(), n, d}, {v.data(), n, d}, causal);
    };
    trace(1);
    const std::vector<host::StageDifference> first = watch.differences();
    REQUIRE(first.size() == 5);
    for (const host::StageDifference& one : first) {
        INFO(one.stage);
        CHECK(one.calls == 1);
        CHECK(one.largest > 0);
        CHECK(one.simd < 1e-5);  // masked entries are −∞ in both
        CHECK(one.scalar < 1e-5);
    }
    CHECK(find(first, "scores")->simd > 0);
    CHECK(find(first, "scores")->scalar > 0);

    trace(1000);  // the new computation only, a thousand times as large
    CHECK(find(watch.differences(), "scores")->calls == 1);
    CHECK(find(watch.differences(), "scores")->simd > 10 * find(first, "scores")->simd);

    // A stage that is not a number on one side only is as far apart as can be.
    watch.begin_compute();
    const float big = 3e38f;
    const float a[] = {big, big, big, big}, b[] = {10, -10, 10, -10};
    float out = 0;
    attention::scores({a, 1, 4}, {b, 1, 4}, {&out, 1, 1});
    CHECK(std::isinf(find(watch.differences(), "scores")->scalar));
}

TEST_CASE("a value that has weight 0 is not looked at, in either kernel or in the reference beside them") {
    host::KernelWatch watch;
    watch.begin_compute();
    const float weights[] = {0.25f, 0, 0.75f, 1, 0, 0}, values[] = {4, NAN, 8};
    float out[2] = {};
    attention::weighted_sum({weights, 2, 3}, {values, 3, 1}, {out, 2, 1});
    CHECK(out[0] == 7);
    CHECK(out[1] == 4);
    const host::StageDifference* output = find(watch.differences(), "output");
    REQUIRE(output != nullptr);
    CHECK(output->largest == 7);
    CHECK(output->simd == 0);
    CHECK(output->scalar == 0);
    // A NaN that has weight is one everywhere.
    const float all[] = {0.25f, 0.5f, 0.25f};
    watch.begin_compute();
    attention::weighted_sum({all, 1, 3}, {values, 3, 1}, {out, 1, 1});
    CHECK(std::isnan(out[0]));
    CHECK(find(watch.differences(), "output")->simd == 0);
}

TEST_CASE(
    "multi-head attention with every implementation, with and without its weights: the heads' columns are "
    "where they belong") {
    Random random;
    const int n = 7, d_model = 12;
    const attention::MultiHeadShape shape{n, d_model, 3, 1};
    const std::vector<float> x = random.floats(n * d_model), wq = random.floats(d_model * d_model),
                             wk = random.floats(d_model * shape.kv_columns()),
                             wv = random.floats(d_model * shape.kv_columns()),
                             wo = random.floats(d_model * d_model);
    std::vector<float> packed(attention::packed_weights_floats(shape));
    attention::pack_weights({{wq.data(), d_model, d_model},
                             {wk.data(), d_model, shape.kv_columns()},
                             {wv.data(), d_model, shape.kv_columns()},
                             {wo.data(), d_model, d_model},
                             shape.heads,
                             shape.kv_heads},
                            packed.data());
    std::vector<std::vector<float>> outputs;
    for (const Implementation* one : attention::selectable::implementations()) {
        for (const bool kept : {false, true}) {
            selection() = {one, nullptr};
            std::vector<float> scratch(attention::multi_head_scratch(shape, kept)), out(x.size()),
                weights(static_cast<size_t>(shape.heads * n * n));
            CHECK(attention::multi_head({x.data(), n, d_model}, packed.data(), shape, {}, scratch.data(),
                                        {out.data(), n, d_model}, kept ? weights.data() : nullptr));
            selection() = {};
            outputs.push_back(std::move(out));
        }
    }
    for (const std::vector<float>& out : outputs) {
        for (size_t i = 0; i < out.size(); ++i)
            CHECK(std::fabs(out[i] - outputs[0][i]) < 1e-3f * (1 + std::fabs(outputs[0][i])));
    }
}

TEST_CASE(
    "every exhibit with every kernel: the same words and numbers as far as floats go, and differences "
    "small") {
    for (const explainer::ExhibitType* type : explainer::exhibits()) {
        host::KernelWatch watch;
        host::StageMeter meter;
        meter.on_compute = [&watch] { watch.begin_compute(); };
        for (const int implementation : {0, 1, 2}) {
            host::KernelWatch::select(implementation);
            CHECK(host::KernelWatch::selected() == implementation);
            explainer::View view(*type);
            view.observe(&meter);
            view.step(16, false);
            CHECK(view.describe().summary.size() > 0);
            for (const host::StageDifference& one : watch.differences()) {
                INFO(type->id, " ", one.stage);
                CHECK(one.simd <= 1e-5 * (1 + one.largest));
                CHECK(one.scalar <= 1e-5 * (1 + one.largest));
            }
            if (type->id == "heads") CHECK(find(watch.differences(), "weights")->calls >= 4);
        }
        host::KernelWatch::select(0);
    }
}

}  // namespace

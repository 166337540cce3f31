// --trap-nan: a NaN stops the program where it is born, and the masks and infinities that are meant do not.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <limits>
#include <random>

#include "../seed.h"
#include "attention/stages.h"
#include "explainer/view.h"
#include "host/native_stages.h"

namespace {

using explainer::Stage;

/// The signal that ends a process of its own which does `work` with the trap set, in `stage`; 0 if it gets
/// through.
int signal_of(Stage stage, const std::function<void()>& work) {
    const pid_t child = fork();
    if (child == 0) {
        std::signal(SIGFPE, SIG_DFL);  // not the sanitizer's report
        host::StageMeter meter;
        if (!meter.trap_nan(true).empty()) _exit(1);
        meter.begin(stage);
        work();
        meter.end(stage);
        volatile float zero = 0, after = 0;
        after = zero / zero;  // outside of every stage: not ours
        _exit(after == after ? 2 : 0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    REQUIRE((WIFSIGNALED(status) || WEXITSTATUS(status) == 0));
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

constexpr float infinite = std::numeric_limits<float>::infinity();

TEST_CASE(
    "a NaN stops where it is born, in a kernel too; an infinity and a NaN that is only carried on do not") {
    const auto product = [](float a, float b) {
        return [a, b] {
            const float q[] = {a, 1, 1, 1, 1, 1, 1, 1}, k[] = {b, 1, 1, 1, 1, 1, 1, 1};
            float out = 0;
            attention::scores({q, 1, 8}, {k, 1, 8}, {&out, 1, 1});
        };
    };
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const Stage stage : {Stage::compute, Stage::draw, Stage::describe}) {
        CHECK(signal_of(stage, product(infinite, 0)) == SIGFPE);
        CHECK(signal_of(stage, product(infinite, 1)) == 0);
        CHECK(signal_of(stage, product(nan, 1)) == 0);
        CHECK(signal_of(stage, product(2, 3)) == 0);
    }
    CHECK(signal_of(Stage::render, product(infinite, 0)) == 0);  // the driver's business
}

TEST_CASE("every exhibit, in every preset and at random states, gets through with the trap set") {
    const unsigned seed = seed_of_run();
    std::mt19937 random(seed);
    INFO("seed ", seed);
    host::StageMeter meter;
    REQUIRE(meter.trap_nan(true) == "");
    for (const explainer::ExhibitType* type : explainer::exhibits()) {
        explainer::View view(*type);
        view.observe(&meter);
        double time = 0;
        const auto look = [&](int frames, bool finish) {
            for (int i = 0; i < frames; ++i) view.step(time += 16, false);
            view.svg();
            CHECK(view.describe(finish).summary.size() > 0);
        };
        look(3, true);
        for (const explainer::Preset& preset : type->presets) {
            INFO(type->id, " ", preset.state);
            REQUIRE_FALSE(view.restore(preset.state));
            look(30, true);
        }
        for (int round = 0; round < 20; ++round) {
            for (int i = 0; i < view.state().count(); ++i) {
                const explainer::Parameter& p = view.state().parameter(i);
                if (p.kind == explainer::Kind::text) continue;
                std::uniform_real_distribution<double> value(p.minimum, p.maximum);
                view.set(i, p.kind == explainer::Kind::choice
                                ? static_cast<double>(random() % p.choices.size())
                            : p.kind == explainer::Kind::toggle ? static_cast<double>(random() % 2)
                                                                : value(random));
            }
            INFO(type->id, " ", view.state().save());
            look(5, false);
        }
        view.observe(nullptr);
    }
}

}  // namespace

// Native experiments. See native_experiments.h.
#include "host/native_experiments.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "attention/attend.h"
#include "attention/kernels.h"
#include "attention/reference.h"

namespace host {
namespace {

constexpr int rounds = 9;
constexpr double batch_microseconds = 2000;  // long enough for the clock, short enough for a window

double microseconds_of(const std::function<void()>& work, int calls) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) work();
    const std::chrono::duration<double, std::micro> passed = std::chrono::steady_clock::now() - begin;
    return passed.count() / calls;
}

struct Contender {
    const char* name;
    std::function<void()> work;
    std::vector<double> times = {};
    int calls = 1;
};

}  // namespace

void run_experiments(explainer::View& view) {
    const std::optional<explainer::Experiment> wanted = view.take_experiment();
    if (!wanted) return;
    const int n = wanted->n, d = wanted->d;
    const auto size = static_cast<size_t>(n) * static_cast<size_t>(d);
    std::mt19937 random(1);
    std::normal_distribution<float> normal;
    std::vector<float> q(size), k(size), v(size), out(size);
    for (std::vector<float>* matrix : {&q, &k, &v})
        std::generate(matrix->begin(), matrix->end(), [&] { return normal(random); });

    attention::Options options;
    options.causal = wanted->causal;
    attention::AttendCall call{q.data(), k.data(), v.data(), out.data(), n, n, d, d, d, d, d, d, options};
    std::vector<float> scratch(std::max(attention::kernels::attend_scratch(n, n, d, d),
                                        attention::scalar::attend_scratch(n, n, d, d)) +
                               4);
    void* aligned = scratch.data();
    size_t room = scratch.size() * sizeof(float);
    auto* const space = static_cast<float*>(std::align(16, 16, aligned, room));
    const float scale = 1 / std::sqrt(static_cast<float>(d));
    const attention::ConstMatrixView qm{q.data(), n, d}, km{k.data(), n, d}, vm{v.data(), n, d};
    attention::reference::Result exact = attention::reference::attend(qm, km, vm, options);

    Contender contenders[] = {
        {"native SIMD", [&] { attention::kernels::attend(call, scale, space); }},
        {"native scalar", [&] { attention::scalar::attend(call, scale, space); }},
        {"formula in double", [&] { exact = attention::reference::attend(qm, km, vm, options); }},
    };
    for (Contender& one : contenders) {
        one.calls = std::clamp(
            static_cast<int>(batch_microseconds / std::max(0.01, microseconds_of(one.work, 1))), 1, 20000);
    }
    for (int round = 1; round <= rounds; ++round) {
        for (Contender& one : contenders)
            one.times.push_back(microseconds_of(one.work, one.calls));  // A B C A B C ...
    }
    for (Contender& one : contenders) {
        std::fill(out.begin(), out.end(), 0.0f);
        one.work();
        double error = 0;
        const bool in_double = &one == &contenders[2];
        for (size_t i = 0; i < size && !in_double; ++i) {
            error = std::max(error, std::fabs(static_cast<double>(out[i]) - exact.output[i]));
        }
        std::nth_element(one.times.begin(), one.times.begin() + rounds / 2, one.times.end());
        view.receive({one.name, one.times[rounds / 2], error, rounds, rounds});
    }
}

}  // namespace host

// One timed batch of the core as a native program: `bench-native n d causal milliseconds` prints milliseconds
// per call. Started by run.mjs once a round, between the batches in the browser, so that both see the same
// machine.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "attention/attend.h"

int main(int count, char** arguments) {
    if (count != 5) {
        std::fputs("usage: bench-native n d causal milliseconds\n", stderr);
        return 2;
    }
    const int n = std::atoi(arguments[1]);
    const int d = std::atoi(arguments[2]);
    const double enough = std::atof(arguments[4]);
    if (n < 1 || d < 1 || !(enough > 0)) {
        std::fputs("bench-native: n, d and milliseconds must be greater than 0\n", stderr);
        return 2;
    }
    attention::Options options;
    options.causal = std::atoi(arguments[3]) != 0;
    std::mt19937 random(7);
    std::normal_distribution<float> normal;
    const std::size_t size = static_cast<std::size_t>(n) * static_cast<std::size_t>(d);
    std::vector<float> q(size), k(size), v(size), out(size);
    for (auto* matrix : {&q, &k, &v}) {
        for (float& x : *matrix) x = normal(random);
    }
    std::vector<float> scratch(attention::attend_scratch(n, n, d, d));
    const attention::AttendCall call{
        {q.data(), n, d}, {k.data(), n, d}, {v.data(), n, d}, {out.data(), n, d}, options};
    using Clock = std::chrono::steady_clock;
    const auto run = [&](double milliseconds) {
        int calls = 0;
        const auto start = Clock::now();
        std::chrono::duration<double, std::milli> spent{};
        for (; spent.count() < milliseconds; ++calls) {
            attention::attend(call, scratch.data());
            spent = Clock::now() - start;
        }
        return spent.count() / calls;
    };
    run(enough);  // pages are touched, the clock has risen
    std::printf("%.6f\n", run(enough));
    return out[0] == out[0] ? 0 : 1;
}

// Which tokens top-k and top-p leave, and what is drawn of them.
#include "model/sampling.h"

#include <algorithm>
#include <numeric>

#include "helpers.h"

using namespace model;
using test::z;

namespace {

std::vector<double> softmax(const std::vector<float>& logits, double temperature) {
    std::vector<double> out;
    double sum = 0;
    for (const float one : logits) sum += out.emplace_back(std::exp(static_cast<double>(one) / temperature));
    for (double& one : out) one /= sum;
    return out;
}

bool near(double a, double b) {
    return std::fabs(a - b) <= 1e-12;
}

}  // namespace

TEST_CASE("sampling: top-k takes the likeliest, top-p the fewest of these, and the rest is shared anew") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    test::Random random(seed);
    for (int trial = 0; trial < 200; ++trial) {
        std::vector<float> logits;
        for (int n = random.from(2, 31); n > 0; --n)
            logits.push_back(static_cast<float>(random.from(-80, 79)) / 10);
        const Sampling how{random.from(1, 30) / 10.0, trial % 3 == 0 ? 1 : random.from(5, 99) / 100.0,
                           random.from(1, 40)};
        std::vector<std::size_t> order(logits.size());
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return logits[a] > logits[b]; });
        const Shares shares(logits, how, order);
        const std::vector<double> before = softmax(logits, how.temperature), plain = softmax(logits, 1);
        std::vector<double> sorted = before;
        std::sort(sorted.rbegin(), sorted.rend());
        sorted.resize(std::min(sorted.size(), z(how.top_k)));
        double all = 0, kept = 0, whole = 0;
        for (const double one : sorted) all += one;
        // Without the last of them they come to less than p, with it to p.
        for (std::size_t i = 0; i < shares.kept; ++i) kept += sorted[i];
        CHECK(kept >= how.top_p * all - 1e-12);
        CHECK((how.top_p < 1 || shares.kept == sorted.size()));
        if (how.top_p < 1) CHECK(kept - sorted[shares.kept - 1] < how.top_p * all + 1e-12);
        for (std::size_t i = 0; i < before.size(); ++i) {
            const std::size_t token = shares.order[i];
            CHECK(near(shares.before[token], before[token]));
            CHECK(near(shares.plain[token], plain[token]));
            CHECK(near(shares.after[token], i < shares.kept ? before[token] / kept : 0));
            whole += shares.after[token];
        }
        CHECK(near(whole, 1));
        // What is drawn: each kept word over as much of 0 … 1 as its share is.
        double from = 0;
        for (std::size_t i = 0; i < shares.kept; ++i) {
            const double share = shares.after[shares.order[i]];
            if (share > 1e-9) CHECK(shares.token_at(from + share / 2) == shares.order[i]);
            from += share;
        }
        CHECK(shares.after[shares.token_at(1)] > 0);  // however sums are rounded
    }
}

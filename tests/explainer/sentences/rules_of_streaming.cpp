// Sentences of a row that comes in blocks: each number from the scores and values in the table, at once. See
// rules.h.
#include "rules.h"

namespace explainer::sentences {
namespace {

std::string about_state(const std::smatch& said, const Tables& told) {
    const std::vector<double> scores = told.column("Keys", "score"),
                              first = told.column("Keys", "first of value"),
                              second = told.column("Keys", "second of value");
    if (number_in(said[1]) != static_cast<double>(scores.size())) return "other keys have come";
    const double size = told.given("block");
    if (number_in(said[2]) != (std::isnan(size) ? 2 : size)) return "blocks are larger or smaller";
    const double m = *std::max_element(scores.begin(), scores.end());
    double sum = 0, x = 0, y = 0;
    for (const double score : scores) sum += std::exp(score - m);
    const std::vector<double> weights = softmax(scores);
    for (size_t j = 0; j < scores.size(); ++j) {
        x += weights[j] * first[j];
        y += weights[j] * second[j];
    }
    if (!shows(said[3], m)) return differs("m", said[3], m);
    if (!shows(said[4], sum)) return differs("ℓ", said[4], sum);
    for (const size_t one : {5, 7})
        if (!shows(said[one], x) || !shows(said[one + 1], y)) return differs("the output", said[one], x);
    return "";
}

std::string about_nothing(const std::smatch&, const Tables& told) {
    return told.table("Keys")->rows.empty() && told.given("step") == 0 ? "" : "a key has come";
}

std::string about_factor(const std::smatch& said, const Tables& told) {
    const std::vector<double> m = told.column("carried", "m");
    if (m.size() < 2) return "nothing was carried";
    const double factor = std::exp(m[m.size() - 2] - m.back());
    return shows(said[1], factor) ? "" : differs("the factor", said[1], factor);
}

}  // namespace

const std::vector<Rule>& rules_of_streaming() {
    static const std::vector<Rule> all = {
        {"streaming",
         "After ([1-8]) of 8 keys, in blocks of ([1248]): m = ((?:−)?[0-9.]+), ℓ = ([0-9.]+), u ÷ ℓ = "
         "\\((.*), (.*)\\), of these keys at once \\((.*), (.*)\\)",
         about_state},
        {"streaming", "No key has come: m is −∞, ℓ and u are 0", about_nothing},
        {"streaming", "The last block scaled what was carried by ([0-9.]+)", about_factor},
    };
    return all;
}

}  // namespace explainer::sentences

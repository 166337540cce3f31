// Sentences that stand beside a figure and that no summary says. See rules.h.
#include <algorithm>
#include <cmath>

#include "rules.h"

namespace explainer::sentences {
namespace {

double largest_size(const std::vector<double>& all) {
    double out = 0;
    for (const double one : all) out = std::max(out, std::fabs(one));
    return out;
}

// ---- scores

/// "√3 = 1.732; without it “love” takes 86.7 %, not 70.7 %", "… still takes 86.7 %", "not divided: …"
std::string about_division(const std::smatch& said, const Tables& told) {
    if (said[1].matched && !shows(said[2], std::sqrt(number_in(said[1])))) return "another root";
    const std::vector<double> scores = told.column("Row of", "q · k"),
                              without = told.column("Row of", "weight without division"),
                              with = told.column("Row of", "weight");
    const std::vector<std::string> names = told.names("Row of");
    if (scores.empty()) return "no row";
    const double most = *std::max_element(scores.begin(), scores.end());
    std::vector<size_t> best;
    for (size_t i = 0; i < scores.size(); ++i)
        if (scores[i] == most) best.push_back(i);
    const std::string who = std::regex_replace(said[3].str(), std::regex("“|”"), "");
    if (who.starts_with("all ") || who.starts_with("the highest ")) {
        if (who.starts_with("all ") != (best.size() == scores.size())) return "all, or not all";
        if (std::stoul(who.substr(who.rfind(' '))) != best.size())
            return differs("how many", who, best.size());
    } else if (best.size() != 1) {
        return "one is named, and several score highest";
    } else if (who.find("…") == std::string::npos && who != names[best[0]]) {
        return names[best[0]] + " scores highest";
    }
    const double then = without.empty() ? with[best[0]] : without[best[0]];
    if (!shows(said[5], 100 * then, 100)) return differs("the weight without division", said[5], 100 * then);
    if (said[6].matched && !shows(said[6], 100 * with[best[0]], 100))
        return differs("the weight", said[6], 100 * with[best[0]]);
    if (said[4].matched && !shows(said[5], 100 * with[best[0]], 100)) return "the weight changes";
    if (said[6].matched && said[6] == said[5]) return "not X, but X";
    return "";
}

std::string about_spread(const std::smatch& said, const Tables& told) {
    const double size = largest_size(told.column("Row of", "q · k"));
    if (!shows(said[1], told.value("spread of the row"), size))
        return differs("the spread", said[1], told.value("spread of the row"));
    const double divided = told.value("spread of the divided row");
    return shows(said[2], divided, size) ? "" : differs("the spread after", said[2], divided);
}

std::string about_no_spread(const std::smatch&, const Tables& told) {
    return told.value("spread of the row") == 0 ? "" : "the scores are not equal";
}

// ---- values

/// The weight, the length and what arrives of a word of the row; NaN if no word is called so.
struct Brought {
    double weight, length, arrives;
};

Brought brought(const Tables& told, const std::string& name) {
    return {told.cell("What arrives at", name, "weight"), told.cell("What arrives at", name, "length of v"),
            told.cell("What arrives at", name, "weight × length")};
}

/// "3.2 times", "over 1000 times"
bool shows_times(const std::string& times, double ratio) {
    if (times.starts_with("over ")) return ratio > 1000;
    return shows(times.substr(0, times.find(' ')), ratio, ratio);
}

/// "A gets 3 times the weight of B, yet brings 0.4 times as much, because ‖v‖ is 1.41 against 5.00"
std::string about_less_effect(const std::smatch& said, const Tables& told) {
    const Brought more = brought(told, said[1]), less = brought(told, said[3]);
    if (std::isnan(more.weight) || std::isnan(less.weight)) return "";  // a long name was cut
    if (!(more.weight > less.weight)) return "it has no larger weight";
    if (!(more.arrives < less.arrives)) return "it brings no less";
    if (!shows(said[5], more.length, more.length) || !shows(said[6], less.length, less.length))
        return "other lengths: " + std::to_string(more.length) + " and " + std::to_string(less.length);
    if (!shows_times(said[2], more.weight / less.weight))
        return differs("the weights' ratio", said[2], more.weight / less.weight);
    if (!shows_times(said[4], more.arrives / less.arrives))
        return differs("the ratio of what arrives", said[4], more.arrives / less.arrives);
    return "";
}

/// "A gets 40.0 % and brings 0.5; B gets 30.0 %, less, and brings 0.7, more"
std::string about_two(const std::smatch& said, const Tables& told) {
    const Brought more = brought(told, said[1]), less = brought(told, said[4]);
    if (std::isnan(more.weight) || std::isnan(less.weight)) return "";  // a long name was cut
    if (!shows(said[2], 100 * more.weight, 100) || !shows(said[5], 100 * less.weight, 100))
        return "other weights";
    if (!shows(said[3], more.arrives, more.length) || !shows(said[6], less.arrives, less.length))
        return "something else arrives";
    if (!(more.weight > less.weight && more.arrives < less.arrives)) return "not less, or not more";
    return "";
}

std::string about_order(const std::smatch&, const Tables& told) {
    const std::vector<double> weights = told.column("What arrives at", "weight"),
                              arrives = told.column("What arrives at", "weight × length");
    for (size_t i = 0; i < weights.size(); ++i)
        for (size_t j = 0; j < weights.size(); ++j)
            if (weights[i] > weights[j] * (1 + 1e-5) && arrives[i] < arrives[j] * (1 - 1e-5))
                return "more weight brings less";
    return "";
}

/// "Put 0 in place of the value of k₁, which has 0.500 of the attention: component 2 goes from 3 to 0. Leave
/// the word out instead, and its share moves on to k₂: then it is 6."
std::string about_value_zero(const std::smatch& said, const Tables& told) {
    const std::string title = "Output of", row = said[3];
    const double weight = told.cell("What arrives at", said[1].str(), "weight");
    if (!shows(said[2], weight)) return differs("its weight", said[2], weight);
    for (const double one : told.column("What arrives at", "weight"))
        if (one > weight) return "the other one weighs more";
    const double sum = told.cell(title, row, "sum"), part = told.cell(title, row, "from " + said[1].str());
    const double size = std::max(std::fabs(sum), std::fabs(part));
    if (!shows(said[4], sum, size)) return differs("the sum", said[4], sum);
    if (!shows(said[5], sum - part, 8 * size)) return differs("the sum without it", said[5], sum - part);
    if (said[6].matched) {
        const double other = told.cell("Values", said[6].str(), row);
        if (!shows(said[7], other, other)) return differs("the other value", said[7], other);
    }
    return "";
}

// ---- softmax

/// "small T: one wins; large T: all alike"
std::string about_limits_of_t(const std::smatch& said, const Tables& told) {
    const std::vector<double> scores = told.column("Weights", "score");
    const double most = *std::max_element(scores.begin(), scores.end());
    const auto tied = static_cast<size_t>(std::count(scores.begin(), scores.end(), most));
    if (!said[1].matched) return tied == scores.size() ? "" : "the scores are not equal";
    if (tied == scores.size()) return "all scores are equal";
    return said[1] == (tied == 1 ? std::string("one wins") : std::to_string(tied) + " share it")
               ? ""
               : differs("who wins", said[1], tied);
}

}  // namespace

const std::vector<Rule>& rules_of_drawn() {
    static const std::vector<Rule> all = {
        {"scores",
         "(?:√([0-9]+) = ([0-9.]+); without it|not divided:) (.*?)( still)? takes? ([0-9.]+) %(?: each)?(?:, "
         "not "
         "([0-9.]+) %)?",
         about_division},
        {"scores", "same order; spread ([^ ]+) → ([^ ]+)", about_spread},
        {"scores", "all equal, before and after", about_no_spread},
        {"values",
         "(.*) gets (.*? times) the weight of (.*), yet brings (.* times) as much, because ‖v‖ is "
         "([0-9.]+) against ([0-9.]+)\\.",
         about_less_effect},
        {"values",
         "(.*) gets ([0-9.]+) % and brings ([0-9.]+); (.*) gets ([0-9.]+) %, less, and brings ([0-9.]+), "
         "more\\.",
         about_two},
        {"values", "More weight also means more effect here\\..*", about_order},
        {"values",
         "Put 0 in place of the value of (.*), which has ([0-9.]+) of the attention: component ([0-9]+) goes "
         "from "
         "((?:−)?[0-9.]+) to ((?:−)?[0-9.]+)\\. Leave the word out instead, and (?:its share moves on to "
         "(.*): then it "
         "is ((?:−)?[0-9.]+)|nothing is left to hand over: then it is 0)\\.",
         about_value_zero},
        {"softmax", "small T: (.*); large T: all alike|equal scores: all alike at any T", about_limits_of_t},
    };
    return all;
}

}  // namespace explainer::sentences

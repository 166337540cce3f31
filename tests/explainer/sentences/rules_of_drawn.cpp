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

// ---- learn

/// "q · k = 9.87, ÷ √32 = 1.74, weight 0.301": from the numbers of both vectors
std::string about_pair(const std::smatch& said, const Tables& told) {
    const std::vector<double> q = told.column("Dot product", "q"), k = told.column("Dot product", "k");
    double product = 0;
    for (size_t i = 0; i < q.size(); ++i) product += q[i] * k[i];
    if (number_in(said[2]) != static_cast<double>(q.size())) return "the vectors have another length";
    if (!shows(said[1], product)) return differs("q · k", said[1], product);
    const double score = product / std::sqrt(static_cast<double>(q.size()));
    if (!shows(said[3], score)) return differs("the score", said[3], score);
    return shows(said[4], told.value("weight")) ? "" : differs("the weight", said[4], told.value("weight"));
}

// ---- scaling

/// "At dₖ = 64 q·k spreads by 8.09; divided by √dₖ = 8, by 1.01"
std::string about_point(const std::smatch& said, const Tables& told) {
    const double raw = told.value("standard deviation of q·k"),
                 scaled = told.value("standard deviation of q·k ÷ √d_k"), root = told.value("√d_k");
    if (!shows(said[1], root * root)) return differs("the width", said[1], root * root);
    if (!shows(said[2], raw)) return differs("the deviation", said[2], raw);
    if (!shows(said[3], root)) return differs("the root", said[3], root);
    return shows(said[4], scaled) ? "" : differs("the deviation after division", said[4], scaled);
}

// ---- check

/// "rounding moves it by 0.0017"
std::string about_rounding(const std::smatch& said, const Tables& told) {
    const double moved =
        std::fabs(told.cell("Sum", "sum", "weight × value") - told.cell("Sum", "sum", "to 3 digits × value"));
    return shows(said[1], moved, 10) ? "" : differs("what rounding does", said[1], moved);
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

std::string about_order(const std::smatch&, const Tables& told) {
    const std::vector<double> weights = told.column("What arrives at", "weight"),
                              arrives = told.column("What arrives at", "weight × length");
    for (size_t i = 0; i < weights.size(); ++i)
        for (size_t j = 0; j < weights.size(); ++j)
            if (weights[i] > weights[j] * (1 + 1e-5) && arrives[i] < arrives[j] * (1 - 1e-5))
                return "more weight brings less";
    return "";
}

/// "More weight also means more effect here. It need not: A brings 0.350 = 0.070 × 5.000."
std::string about_one_word(const std::smatch& said, const Tables& told) {
    if (said[1].matched && !about_order(said, told).empty()) return about_order(said, told);
    const Brought one = brought(told, said[2]);
    if (std::isnan(one.weight)) return "";  // a long name was cut
    if (!shows(said[3], one.arrives, one.length)) return differs("what arrives", said[3], one.arrives);
    return shows(said[4], one.weight) && shows(said[5], one.length, one.length) ? "" : "other factors";
}

/// "2 of 3 words added: so far component 1 of the output of A is 0.058."
std::string about_so_far(const std::smatch& said, const Tables& told) {
    const double sum = told.cell("Output of “" + said[4].str(), said[3].str(), "so far");
    if (std::isnan(sum)) return "";  // a long name was cut
    const std::vector<std::string> words = told.names("What arrives at");
    if (std::stoul(said[2]) != words.size()) return differs("how many words", said[2], words.size());
    return shows(said[5], sum, 8 * std::fabs(sum)) ? "" : differs("the sum so far", said[5], sum);
}

/// "Without A and B, component 1 goes from 0.058 (dashed) to 0.24: their shares go to the others."
std::string about_without(const std::smatch& said, const Tables& told) {
    const std::string title = told.description.tables.front().title;  // "What arrives at “A”"
    const std::string output = "Output of " + title.substr(title.find("“"));
    const double before = told.cell(output, said[1].str(), "with every word"),
                 now = told.cell(output, said[1].str(), "sum");
    if (!shows(said[2], before, before)) return differs("with every word", said[2], before);
    if (!shows(said[3], now, now)) return differs("without", said[3], now);
    size_t out = 0;
    for (const auto& row : told.description.tables.front().rows)
        out += std::holds_alternative<std::string>(row[2]) ? 1 : 0;
    return (out == 1) == (said[4] == "its share goes") ? "" : "one or several";
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

// ---- blend

/// "q gives 56.9 % of its attention to k₂: o is (−1.07, 0.38), within the hull of the 4 values."
std::string about_blend(const std::smatch& said, const Tables& told) {
    const std::vector<double> weights = told.column("Pairs", "weight");
    if (std::stoul(said[6]) != weights.size()) return differs("how many values", said[6], weights.size());
    const double most = largest_size(weights);
    if (!shows(said[2], 100 * most, 100)) return differs("the largest weight", said[2], 100 * most);
    const std::vector<std::string> pairs = told.names("Pairs");  // "k₂ → v₂"
    for (size_t i = 0; i < weights.size(); ++i) {
        const std::string key = pairs[i].substr(0, pairs[i].find(' '));
        const bool named = said[1].matched || said[3].str().find(key) != std::string::npos;
        if (named != shows(said[2], 100 * weights[i], 100)) return key + " is named, or should be";
    }
    const double first = told.cell("Output", "output o", "first component"),
                 second = told.cell("Output", "output o", "second component");
    if (!shows(said[4], first, 10)) return differs("the output", said[4], first);
    return shows(said[5], second, 10) ? "" : differs("the output", said[5], second);
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

/// "s₃ gets 22.198 ÷ 40.712 = 54.5 % of the whole"
std::string about_share(const std::smatch& said, const Tables& told) {
    constexpr const char* below[] = {"₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈"};
    const std::vector<double> weights =
        softmax(told.column("Weights", "score"), told.cell("Whole row", "temperature", "value"));
    for (size_t i = 0; i < weights.size(); ++i)
        if (said[1] == below[i])
            return shows(said[2], 100 * weights[i], 100) ? ""
                                                         : differs("the share", said[2], 100 * weights[i]);
    return "there is no such score";
}

/// "as spread as 3.09 equal shares of at most 5 (entropy 1.127 of at most 1.609 nats)"
std::string about_spread_of_budget(const std::smatch& said, const Tables& told) {
    const std::vector<double> weights = told.column("Weights", "weight");
    double entropy = 0;
    for (const double one : weights) entropy -= one > 0 ? one * std::log(one) : 0;
    if (!shows(said[1], std::exp(entropy), 8)) return differs("the spread", said[1], std::exp(entropy));
    if (std::stoul(said[2]) != weights.size()) return differs("the most", said[2], weights.size());
    if (!shows(said[3], entropy, 1)) return differs("the entropy", said[3], entropy);
    const double greatest = std::log(static_cast<double>(weights.size()));
    return shows(said[4], greatest) ? "" : differs("the greatest entropy", said[4], greatest);
}

// ---- position

/// "? asks cat, 10 places before it: 0.53, as written 1.55"
std::string about_asking(const std::smatch& said, const Tables& told) {
    const double offset = told.value("offset");
    if (said[1].matched ? std::fabs(offset) != number_in(said[1]) : offset != 0)
        return differs("the distance", said[1], offset);
    if (said[1].matched && (said[2] == "before") != (offset < 0)) return "the key is on the other side";
    if (!shows(said[3], told.value("score"), 20)) return differs("the score", said[3], told.value("score"));
    const double written = told.value("score as written");
    return shows(said[4], written, 20) ? "" : differs("the score as written", said[4], written);
}

// ---- dot-product

/// "q·k₁ = 7.40: they lean the same way, 16.6° apart"
std::string about_dot(const std::smatch& said, const Tables& told) {
    const double score = told.value("q·k");
    if (!shows(said[1], score, std::max(1.0, std::fabs(score)))) return differs("the score", said[1], score);
    const double angle = told.cell("Geometry", "angle θ in degrees", "value");
    if (!shows(said[3], angle)) return differs("the angle", said[3], angle);
    const std::string words = said[2];
    if (words.find("same way") != std::string::npos && angle >= 90) return "they lean apart";
    if ((words.find("lean apart") != std::string::npos || words.find("opposite") != std::string::npos) &&
        angle <= 90)
        return "they do not lean apart";
    return said[4].matched && score != 0 ? "a longer q does not leave it" : "";
}

// ---- heads

/// "“?” gives 0.879 of its attention to “cat” in head B"
std::string about_gift(const std::smatch& said, const Tables& told) {
    const std::string asks = said[1];
    if (asks.find("…") == std::string::npos && told.table("Row ")->title != "Row " + asks)
        return "another word asks";
    const double weight = told.value("weight");
    return shows(said[2], weight) ? "" : differs("the weight", said[2], weight);
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
        {"scaling", "At dₖ = ([0-9]+) q·k spreads by ([0-9.]+); divided by √dₖ = ([0-9.]+), by ([0-9.]+)",
         about_point},
        {"check", "rounding moves it by ([0-9.]+)", about_rounding},
        {"values",
         "(.*) gets (.*? times) the weight of (.*), yet brings (.* times) as much, because ‖v‖ is "
         "([0-9.]+) against ([0-9.]+)\\.",
         about_less_effect},
        {"values",
         "(?:(More weight also means more effect here\\. It need not)|What arrives is α times a vector, "
         "whose "
         "length counts as much as α): (.*) brings ([0-9.]+) = ([0-9.]+) × ([0-9.]+)\\.",
         about_one_word},
        {"values",
         "([0-9]) of ([0-9]) words added: so far component ([0-9]) of the output of (.*) is "
         "((?:−)?[0-9.]+)\\.",
         about_so_far},
        {"values",
         "Without .*, component ([0-9]) goes from ((?:−)?[0-9.]+) \\(dashed\\) to ((?:−)?[0-9.]+): (its "
         "share "
         "goes|their shares go) to the others\\.",
         about_without},
        {"values",
         "Put 0 in place of the value of (.*), which has ([0-9.]+) of the attention: component ([0-9]+) goes "
         "from "
         "((?:−)?[0-9.]+) to ((?:−)?[0-9.]+)\\. Leave the word out instead, and (?:its share moves on to "
         "(.*): then it "
         "is ((?:−)?[0-9.]+)|nothing is left to hand over: then it is 0)\\.",
         about_value_zero},
        {"blend",
         "q gives (each key )?([0-9.]+) % of its attention(?: to (?:each of )?(.*))?: o is \\(([^,]+), "
         "([^)]+)\\), within the hull of the ([0-9]) values\\.",
         about_blend},

        {"dot-product", "q·k[^ ]+ = ((?:−)?[0-9.]+): (they .*), ([0-9.]+)° apart(; a longer q leaves it 0)?",
         about_dot},
        {"heads", "(“.*”) gives ([0-9.]+) of its attention to (“.*”)(?: in head [A-H])?", about_gift},
        {"learn", "q · k = ((?:−)?[0-9.]+), ÷ √([0-9]+) = ((?:−)?[0-9.]+), weight ([0-9.]+)", about_pair},
        {"softmax", "small T: (.*); large T: all alike|equal scores: all alike at any T", about_limits_of_t},
        {"softmax", "x(.*) gets .* ÷ .* = ([0-9.]+) % of the whole", about_share},
        {"softmax",
         "as spread as ([0-9.]+) equal shares of at most ([0-9]+) \\(entropy ([0-9.]+) of at most ([0-9.]+) "
         "nats\\)",
         about_spread_of_budget},
        {"position",
         ".* asks (?:itself|.*, ([0-9]+) places? (before|after) it): ((?:−)?[0-9.]+), as written "
         "((?:−)?[0-9.]+)",
         about_asking},
    };
    return all;
}

}  // namespace explainer::sentences

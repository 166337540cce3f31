// Sentences about a row of scores and its weights. See rules.h.
#include <set>

#include "rules.h"

namespace explainer::sentences {
namespace {

std::string as_said(const char* what, const std::string& said, const std::string& found) {
    return said == found ? "" : std::string(what) + " is said to be " + said + ", it is " + found;
}

// ---- softmax

std::vector<double> softmax_weights(const Tables& told) {
    return softmax(told.column("Weights", "score"), told.cell("Whole row", "temperature", "value"));
}

std::string about_softmax(const std::smatch& said, const Tables& told) {
    const std::vector<double> weights = softmax_weights(told);
    if (std::stoul(said[1]) != weights.size())
        return differs("the number of scores", said[1], weights.size());
    if (!shows(said[2], told.cell("Whole row", "temperature", "value"))) return "another temperature";
    const double most = *std::max_element(weights.begin(), weights.end());
    double entropy = 0;
    for (const double one : weights) entropy -= one > 0 ? one * std::log(one) : 0;
    std::vector<std::string> names;
    constexpr const char* below[] = {"₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈"};
    std::vector<double> percents;
    for (const double one : weights) percents.push_back(100 * one);
    for (const size_t i : most_of(percents, 1)) names.push_back(std::string("s") + below[i]);
    if (said[3].matched) {
        if (names.size() != weights.size()) return "not all weights look the same";
        if (!shows(said[3], 100 * most)) return differs("each weight", said[3], 100 * most);
    } else {
        if (!shows(said[4], 100 * most)) return differs("the largest weight", said[4], 100 * most);
        if (const std::string fault = as_said("the largest", said[5], joined(names)); !fault.empty())
            return fault;
    }
    if (!shows(said[6], std::exp(entropy))) return differs("the spread", said[6], std::exp(entropy));
    if (!shows(said[7], entropy, 1)) return differs("the entropy", said[7], entropy);
    const double greatest = std::log(static_cast<double>(weights.size()));
    return shows(said[8], greatest) ? "" : differs("the greatest entropy", said[8], greatest);
}

std::string about_overflow(const std::smatch&, const Tables& told) {
    const std::vector<double> scores = told.column("Weights", "score");
    const double most =
        *std::max_element(scores.begin(), scores.end()) / told.cell("Whole row", "temperature", "value");
    return most > 88.72 ? "" : "exp does not overflow at " + std::to_string(most);
}

std::string about_overflow_of_the_sum(const std::smatch&, const Tables& told) {
    double sum = 0;
    for (const double score : told.column("Weights", "score")) {
        const double exponential = std::exp(score / told.cell("Whole row", "temperature", "value"));
        if (exponential > 3.4029e38) return "exp alone overflows at " + std::to_string(score);
        sum += exponential;
    }
    return sum > 3.402e38 ? "" : "the sum does not overflow at " + std::to_string(sum);
}

std::string about_underflow(const std::smatch&, const Tables& told) {
    const std::vector<double> scores = told.column("Weights", "score");
    const double most =
        *std::max_element(scores.begin(), scores.end()) / told.cell("Whole row", "temperature", "value");
    return most < -87 ? "" : "exp is not 0 at " + std::to_string(most);
}

// ---- blend

double blended(const std::vector<double>& weights, const std::vector<double>& values) {
    double out = 0;
    for (size_t i = 0; i < values.size(); ++i) out += weights[i] * values[i];
    return out;
}

std::string about_rows_blended(const std::smatch& said, const Tables& told) {
    // (The core's weights: the temperature has more digits than the sentence. NumPy holds them.)
    const std::vector<double> weights = told.column("Pairs", "weight");
    const std::vector<double> firsts = told.column("Pairs", "first of value"),
                              seconds = told.column("Pairs", "second of value");
    if (!shows(said[2], told.cell("Output", "query q", "first component")) ||
        !shows(said[3], told.cell("Output", "query q", "second component")))
        return "another query";
    std::vector<double> percents;
    for (const double one : weights) percents.push_back(100 * one);
    const std::vector<size_t> most = most_of(percents, 1);
    constexpr const char* below[] = {"₁", "₂", "₃", "₄", "₅"};
    std::vector<std::string> names;
    for (const size_t i : most) names.push_back(std::string("k") + below[i]);
    if (said[4].matched) {  // "each key N %"
        if (most.size() != weights.size()) return "not every key gets the same";
        if (!shows(said[4], percents[most[0]])) return differs("each weight", said[4], percents[most[0]]);
    } else {
        if (!shows(said[5], percents[most[0]]))
            return differs("the largest weight", said[5], percents[most[0]]);
        if (said[6].matched != (most.size() > 1))
            return "“each of” where there is one, or one where there are several";
        if (said[7] != joined(names)) return as_said("the largest", said[7], joined(names));
    }
    const double first = blended(weights, firsts), second = blended(weights, seconds);
    if (!shows(said[8], first, 10)) return differs("the output's first component", said[8], first);
    if (!shows(said[9], second, 10)) return differs("the output's second component", said[9], second);
    return std::stoul(said[10]) == weights.size() ? "" : "another number of values";
}

std::string about_limits(const std::smatch& said, const Tables& told) {
    const std::vector<double> scores = told.column("Pairs", "score q·k");
    const std::vector<double> values[2] = {told.column("Pairs", "first of value"),
                                           told.column("Pairs", "second of value")};
    std::vector<double> at_zero(scores.size(), 0.0),
        alike(scores.size(), 1.0 / static_cast<double>(scores.size()));
    const std::vector<size_t> most = most_of(scores, 4);
    for (const size_t i : most) at_zero[i] = 1.0 / static_cast<double>(most.size());
    for (size_t k = 0; k < 2; ++k) {
        const double end = blended(at_zero, values[k]), mean = blended(alike, values[k]);
        if (!shows(said[k + 1], end, 10)) return differs("the end at T = 0", said[k + 1], end);
        if (!shows(said[k + 3], mean, 10)) return differs("the mean", said[k + 3], mean);
    }
    return "";
}

// ---- dot-product

std::string about_product(const std::smatch& said, const Tables& told) {
    const double product = told.cell("Geometry", "q·k", "value");
    if (!shows(said[6], product, 30)) return differs("the product", said[6], product);
    const double by_hand = number_in(said[1]) * number_in(said[4]) + number_in(said[2]) * number_in(said[5]);
    if (std::fabs(by_hand - product) > 0.1)
        return differs("the product of what is printed", said[6], by_hand);
    return "";
}

std::string about_angle(const std::smatch& said, const Tables& told) {
    const double angle = told.cell("Geometry", "angle θ in degrees", "value");
    if (!shows(said[1], angle)) return differs("the angle", said[1], angle);
    const std::string words = said[2];
    const bool same = words.find("same way") != std::string::npos,
               apart =
                   words.find("apart") != std::string::npos || words.find("opposite") != std::string::npos;
    if (same && angle >= 90) return "they do not lean the same way at " + std::to_string(angle);
    if (apart && angle <= 90) return "they do not lean apart at " + std::to_string(angle);
    if (!same && !apart && std::fabs(angle - 90) > 5) return "“" + words + "” at " + std::to_string(angle);
    return "";
}

std::string about_sign(const std::smatch& said, const Tables& told) {
    const double score = told.value("q·k");
    const std::string words = said[1];
    if (words.find("positive") != std::string::npos && !(score > 0)) return "the score is not positive";
    if (words.find("negative") != std::string::npos && !(score < 0)) return "the score is not negative";
    return "";
}

std::string about_share_of_row(const std::smatch& said, const Tables& told) {
    const std::vector<double> scores = told.column("Keys", "score q·k"), shares = softmax(scores);
    if (std::stoul(said[3]) != scores.size()) return differs("the number of keys", said[3], scores.size());
    const double chosen = told.value("q·k");
    for (size_t i = 0; i < scores.size(); ++i)
        if (scores[i] == chosen && shows(said[2], 100 * shares[i], 100)) return about_sign(said, told);
    return "the share is none of those of keys with that score: " + said[2].str();
}

std::string about_only_key(const std::smatch& said, const Tables& told) {
    if (told.column("Keys", "share").size() != 1) return "it is not the only key";
    return about_sign(said, told);
}

std::string about_shares(const std::smatch& said, const Tables& told) {
    const std::vector<double> scores = told.column("Keys", "score q·k"), shares = softmax(scores);
    const std::vector<std::string> names = told.names("Keys");
    static const std::regex one("(k[^ ]+) ((?:−)?[0-9.]+) \\(([0-9.]+) %\\)");
    std::string rest = said[1];
    size_t i = 0;
    for (std::smatch found; std::regex_search(rest, found, one); rest = found.suffix(), ++i) {
        if (i == names.size() || found[1] != names[i]) return "another order of keys";
        if (!shows(found[2], scores[i], 30)) return differs("a score", found[2], scores[i]);
        if (!shows(found[3], 100 * shares[i], 100)) return differs("a share", found[3], 100 * shares[i]);
    }
    return i == names.size() ? "" : "not every key is there";
}

std::string about_line(const std::smatch& said, const Tables& told) {
    const std::vector<double> scores = told.column("Keys", "score q·k");
    const std::vector<std::string> names = told.names("Keys");
    const std::string list = said[2];
    const auto chosen = std::find(names.begin(), names.end(), said[1].str());
    if (chosen == names.end()) return "no such key";
    const double score = scores[static_cast<size_t>(chosen - names.begin())];
    for (size_t i = 0; i < names.size(); ++i) {
        if (names[i] == said[1]) continue;
        const bool named = list.find(names[i]) != std::string::npos;
        if (named && std::fabs(scores[i] - score) > 0.006)
            return names[i] + " scores " + std::to_string(scores[i]);
        if (!named && std::fabs(scores[i] - score) < 1e-4) return names[i] + " is left out";
    }
    return "";
}

// ---- scores

std::string about_score(const std::smatch& said, const Tables& told) {
    // q · k = X[, ÷ √n = Y][, ÷ T t = Z], weight W %: each from the one before
    const double score = told.value("score");
    if (!shows(said[3], score, std::fabs(score))) return differs("the score", said[3], score);
    double now = score;
    if (said[4].matched) {
        now /= std::sqrt(number_in(said[4]));
        if (!shows(said[5], now, std::fabs(score))) return differs("the divided score", said[5], now);
    }
    if (said[6].matched) {
        const double t = number_in(said[6]);
        // (Its temperature has more digits than are printed.)
        if (std::fabs(number_in(said[7]) * t - now) >
            std::fabs(number_in(said[7])) * half_unit(said[6]) * 1.01 +
                std::fabs(t) * half_unit(said[7]) * 1.01 + 1e-5 * std::fabs(now))
            return differs("the cooled score", said[7], now / t);
    }
    const double weight = told.value("weight");
    if (!said[8].matched) return "";  // the step has not come to it
    return shows(said[8], 100 * weight, 100) ? "" : differs("the weight", said[8], 100 * weight);
}

std::string about_terms_so_far(const std::smatch& said, const Tables& told) {
    const std::vector<double> products = told.column("q · k of", "q × k");
    const size_t terms = std::stoul(said[2]);
    if (std::stoul(said[3]) != products.size() || terms >= products.size()) return "another number of terms";
    double sum = 0, size = 0;
    for (size_t i = 0; i < terms; ++i) sum += products[i], size = std::max(size, std::fabs(products[i]));
    return shows(said[1], sum, 8 * size) ? "" : differs("the sum so far", said[1], sum);
}

/// Whether a name, in quotes or not, is one of "a, b and c".
bool is_listed(std::string list, const std::string& name) {
    const auto replace = [&list](const std::string& from, const std::string& to) {
        for (size_t at = list.find(from); at != std::string::npos; at = list.find(from))
            list.replace(at, from.size(), to);
    };
    replace("“", "");
    replace("”", "");
    replace(" and ", ", ");
    list = ", " + list + ", ";
    return list.find(", " + name + ", ") != std::string::npos ||
           list.find(", " + name + " (") != std::string::npos;
}

std::string about_highest(const std::smatch& said, const Tables& told) {
    // “a” scores “b” highest[, alike]; [dividing by … keeps the order and shrinks|widens the spread from a to
    // b]
    const Table* row = told.table("Row of");
    if (row == nullptr) return "no row";
    const std::vector<double> scores = told.column("Row of", "q · k");
    const std::vector<std::string> names = told.names("Row of");
    const double most = *std::max_element(scores.begin(), scores.end()),
                 least = *std::min_element(scores.begin(), scores.end());
    if (std::set<std::string>(names.begin(), names.end()).size() < names.size())
        return "two keys of the row have one name";
    const std::string list = said[2];
    for (size_t i = 0; i < names.size(); ++i) {
        const bool is = is_listed(list, names[i]);
        const double below = (most - scores[i]) / std::max(1e-3, std::fabs(most - least));
        if (is && below > 0.01 && most - scores[i] > 6e-4) return names[i] + " does not score highest";
        if (!is && scores[i] == most) return names[i] + " scores as high and is left out";
    }
    const size_t all_named = 1 + static_cast<size_t>(std::count(list.begin(), list.end(), ',')) +
                             (list.find(" and ") != std::string::npos);
    if (said[3].matched != (all_named > 1))
        return "“alike” where there is one, or one where there are several";
    if (said[5].matched) {
        if (!shows(said[5], most - least, std::max(std::fabs(most), std::fabs(least))))
            return differs("the spread", said[5], most - least);
        const bool wider = number_in(said[6]) > number_in(said[5]),
                   narrower = number_in(said[6]) < number_in(said[5]);
        if (said[4] == "widens" ? !wider : said[4] == "shrinks" ? !narrower : said[6] != said[5])
            return "the spread is said to be " + said[4].str() + "d";
    }
    if (said[7].matched && !shows(said[7], most - least, std::max(std::fabs(most), std::fabs(least))))
        return differs("the spread", said[7], most - least);
    return "";
}

std::string about_alike(const std::smatch&, const Tables& told) {
    const std::vector<double> scores = told.column("Row of", "q · k");
    if (scores.empty()) return "no row";
    const auto [least, most] = std::minmax_element(scores.begin(), scores.end());
    return *most - *least <= 1e-3 * std::max(1.0, std::fabs(*most)) ? "" : "the scores are not alike";
}

// ---- heads

/// Whether the word that asks is told from others of its name, by its place.
bool is_told_apart(const std::smatch& said, const Tables& told) {
    const std::string asks = told.table("Row ")->title.substr(4);
    const std::vector<std::string> names = told.names("Row ");
    const auto many = std::count_if(names.begin(), names.end(),
                                    [&](const std::string& one) { return asks == "“" + one + "”"; });
    return many < 2 || said[0].str().find(": " + asks + " (") != std::string::npos;
}

std::string about_head(const std::smatch& said, const Tables& told) {
    if (!is_told_apart(said, told)) return "which of the words of that name asks?";
    const std::vector<double> weights = told.column("Row", "weight");
    const std::vector<std::string> names = told.names("Row");
    const std::vector<size_t> most = most_of(weights, 3);
    if (!shows(said[1], weights[most[0]])) return differs("the largest weight", said[1], weights[most[0]]);
    if (said[2].matched != (most.size() > 1))
        return "“each of” where there is one, or one where there are several";
    // Words that stand twice are told with their places.
    const std::string list = said[3];
    for (const size_t i : most) {
        std::string name = "“" + names[i] + "”";
        if (std::count(names.begin(), names.end(), names[i]) > 1) name += " (" + std::to_string(i + 1) + ")";
        if (list.find(name) == std::string::npos) return name + " is left out, or not told from another";
    }
    size_t named = 0;
    for (size_t at = list.find("“"); at != std::string::npos; at = list.find("“", at + 1)) ++named;
    return named == most.size() ? "" : differs("how many", list, most.size());
}

std::string about_even(const std::smatch& said, const Tables& told) {
    if (!is_told_apart(said, told)) return "which of the words of that name asks?";
    std::vector<double> seen = told.column("Row", "weight");
    std::erase_if(seen, [](double one) { return !(one > 0); });
    if (std::stoul(said[2]) != seen.size())
        return differs("how many", said[2], static_cast<double>(seen.size()));
    for (const double one : seen)
        if (!shows(said[1], one)) return differs("each weight", said[1], one);
    return "";
}

// ---- multi-head

std::string about_parts(const std::smatch& said, const Tables& told) {
    const std::vector<double> parts = told.column("Heads", "share");
    double sum = 0, largest = 0;
    for (const double one : parts) sum += one, largest = std::max(largest, std::fabs(one));
    if (std::stoul(said[1]) != parts.size()) return differs("the number of heads", said[1], parts.size());
    if (!shows(said[2], sum, 8 * largest)) return differs("the sum", said[2], sum);
    std::vector<double> sizes;
    for (const double one : parts) sizes.push_back(std::fabs(one));
    const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
    if (said[3].matched) {  // "every head adds the same, X"
        for (const double one : parts)
            if (!shows(said[3], one, largest)) return differs("each part", said[3], one);
        return "";
    }
    if (said[4].matched) return parts.size() == 1 ? "" : "there are several heads";
    if (said[5].matched) {
        for (const double one : sizes)
            if (!shows(said[5], one, largest)) return differs("each part", said[5], one);
        return "";
    }
    // "the largest part has head 4 (+1.02), the smallest ones head 2 (−0.36) and head 3 (+0.36)"
    static const std::regex head("head ([0-9]) \\(((?:\\+|−)?[0-9.]+)\\)");
    for (const bool large : {true, false}) {
        const double end = large ? *most : *least;
        std::string rest = said[large ? 6 : 7];
        std::vector<bool> named(parts.size());
        double room = 0;
        for (std::smatch found; std::regex_search(rest, found, head); rest = found.suffix()) {
            const size_t i = std::stoul(found[1]) - 1;
            if (i >= parts.size()) return "no such head: " + found[1].str();
            if (!shows(found[2], parts[i], largest)) return differs("a part", found[2], parts[i]);
            named[i] = true;
            room = 2 * half_unit(found[2]) + 1e-6 * largest;
            if (std::fabs(sizes[i] - end) > room)
                return "head " + found[1].str() + (large ? " does not add most" : " does not add least");
        }
        for (size_t i = 0; i < parts.size(); ++i)
            if (!named[i] && sizes[i] == end) return "head " + std::to_string(i + 1) + " is left out";
    }
    return "";
}

std::string about_ranks(const std::smatch& said, const Tables& told) {
    const std::string head = said[1];
    const double rank = told.cell("Heads", head, "rank of scores"),
                 orders = told.cell("Heads", head, "orders of keys");
    if (number_in(said[2]) != rank) return differs("the rank", said[2], rank);
    if (rank > told.value("d_k")) return "a rank larger than d_k";
    return number_in(said[3]) == orders ? "" : differs("the orders", said[3], orders);
}

}  // namespace

const std::vector<Rule>& rules_of_rows() {
    static const std::vector<Rule> all = {
        {"softmax",
         "Softmax of ([0-9]+) scores? at temperature ([0-9.]+): (?:all weights are ([0-9.]+) %|the largest "
         "weight(?:s are| is) ([0-9.]+) %, for (.*)); the weights are as spread as ([0-9.]+) equal ones?, "
         "their "
         "entropy is ([0-9.]+) of at most ([0-9.]+) nats",
         about_softmax},
        {"softmax", "In float32 exp overflows here: .*", about_overflow},
        {"softmax", "In float32 the sum overflows here, and every weight is 0, until .*",
         about_overflow_of_the_sum},
        {"softmax", "In float32 every exp is 0 here: .*", about_underflow},
        {"blend",
         "At temperature ([0-9.]+) the query \\(((?:−)?[0-9.]+), ((?:−)?[0-9.]+)\\) gives (?:each key "
         "([0-9.]+) % of its attention|([0-9.]+) % of its attention to (each of )?(.*)); "
         "the output is \\(((?:−)?[0-9.]+), ((?:−)?[0-9.]+)\\), within the hull of the ([0-9]+) values \\(of "
         "one head, before W_O\\)",
         about_rows_blended},
        {"blend",
         "Towards T = 0 it would go to \\(((?:−)?[0-9.]+), ((?:−)?[0-9.]+)\\), towards T = ∞ to the mean "
         "\\(((?:−)?[0-9.]+), ((?:−)?[0-9.]+)\\)",
         about_limits},
        {"dot-product",
         "q = \\(((?:−)?[0-9.]+), ((?:−)?[0-9.]+)\\) and (k[^ :]+) = \\(((?:−)?[0-9.]+), ((?:−)?[0-9.]+)\\) "
         "have the dot product q·k = ((?:−)?[0-9.]+)(?:; .*)?",
         about_product},
        {"dot-product", ".*; the angle between them is ([0-9.]+)°: (they .*)", about_angle},
        {"dot-product", "k[^ :]+ has (.*), and ([0-9.]+) % of the attention among ([0-9]+) keys",
         about_share_of_row},
        {"dot-product", "k[^ :]+ has (.*); the only key, so all attention is its own", about_only_key},
        {"dot-product", "The scores, and their shares by softmax, are: (.*)", about_shares},
        {"dot-product", "On the same line of equal score as (k[^ :]+): (.*)", about_line},
        {"scores",
         "(.*) asks (.*): q · k = ((?:−)?[0-9.]+)(?:, ÷ √([0-9]+) = ((?:−)?[0-9.]+))?(?:, ÷ T ([0-9.]+) = "
         "((?:−)?[0-9.]+))?(?:, weight ([0-9.]+) %)?",
         about_score},
        {"scores", ".* asks .*: q · k so far ((?:−)?[0-9.]+), ([0-9]+) of ([0-9]+) terms?",
         about_terms_so_far},
        {"scores",
         "(.*) scores (.*?) highest(, alike)?; (?:dividing by .*? keeps the order and "
         "(shrinks|widens|leaves) the "
         "spread (?:as it is, )?from ([^ ]+) to ([^ ]+)|not divided, the row spreads over ([^ ]+))",
         about_highest},
        {"scores", ".* scores all keys alike: their weights are equal, whatever divides them", about_alike},
        {"heads", ".*: .* gives ([0-9.]+) of its attention to (each of )?(.*); its output is \\(.*\\)",
         about_head},
        {"heads",
         ".*: .* spreads its attention evenly, ([0-9.]+) for each of ([0-9]+) (?:words|keys); its output is "
         "\\(.*\\)",
         about_even},
        {"multi-head",
         "([0-9]+) heads? of width [0-9]+, [0-9]+ pairs? of keys and values; column [0-9]+ of the output of "
         ".* is ((?:−)?[0-9.]+): "
         "(?:every head adds the same, ((?:\\+|−)?[0-9.]+)|(all of it by that head)|every head.s part is "
         "([0-9.]+), with one sign or the other|the largest parts? ha(?:s|ve) (.*), the smallest (?:ones "
         ")?(.*))",
         about_parts},
        {"multi-head",
         ".*[hH]e(?:ad|re head) ([0-9]) has rank ([0-9]), and its words put the keys in ([0-9]+) orders?",
         about_ranks},
    };
    return all;
}

}  // namespace explainer::sentences

// See scores_model.h.
#include "explainer/exhibits/scores_model.h"

#include <algorithm>

#include "attention/stages.h"
#include "explainer/exhibits/example_parts.h"
#include "explainer/exhibits/floats.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/order.h"
#include "explainer/phrase.h"
#include "explainer/superlatives.h"
#include "explainer/vector_of.h"

namespace explainer {
namespace {

/// Numbers of one matrix have the same decimals: one less for each power of ten from `limit` on that the
/// largest has reached.
int short_decimals(int decimals, float largest, float limit) {
    for (; decimals > 0 && largest >= limit; limit *= 10) --decimals;
    return decimals;
}

std::string temperature_words(double temperature) {
    return fixed(temperature, std::fabs(100 * temperature - std::round(100 * temperature)) < 1e-6 ? 2 : 3);
}

/// One that is too small for so many decimals is a power of ten.
std::string spread_shown(double spread, int decimals) {
    const bool too_small = spread > 0 && spread < 0.5 * std::pow(10, -decimals);
    return too_small ? scientific(spread, 2) : fixed(spread, decimals);
}

std::string named(const WorkedExample& one, const std::vector<std::string>& names, int index) {
    const auto i = static_cast<size_t>(index);
    return told_apart(names, i, one.from_words ? std::string(Phrase() << "“" << names[i] << "”") : names[i]);
}

}  // namespace

ScoresModel::ScoresModel(const State& state)
    : one(worked_example(state)),
      cover(state.toggle(scores_parameters::cover)),
      scaled(state.toggle(example::scaled)),
      temperature(state.number(example::temperature)) {
    const int step = state.integer(scores_parameters::sweep);
    turned = std::min(step, one.m);
    const int index = step - one.m - 1;
    terms = index < 0 ? 0 : index % one.d + 1;
    const int pair = index < 0 ? 0 : std::min(index / one.d, pairs() - 1);
    query = pair / one.m;
    key = pair % one.m;

    const std::vector<float>& raw = one.trace.scores;
    divided.resize(raw.size());
    attention::scale(one.trace.scores_view(), attention::scale_factor({}, one.d),
                     {divided.data(), one.n, one.m});
    attention::Options plain;
    plain.scale = 1.0f;
    plain.temperature = static_cast<float>(temperature);
    unscaled = attention::trace(one.q_view(), one.k_view(), one.v_view(), plain).weights;
    sums = {0};
    for (int t = 0; t < one.d; ++t) {
        const float a = q(t), b = k(t);
        float product = 0, sum = 0;
        attention::scores({&a, 1, 1}, {&b, 1, 1}, {&product, 1, 1});
        attention::scores({&one.q[at(query * one.d)], 1, t + 1}, {&one.k[at(key * one.d)], 1, t + 1},
                          {&sum, 1, 1});
        products.push_back(product);
        sums.push_back(sum);
    }

    deviation = explainer::deviation(raw);
    divided_deviation = explainer::deviation(divided);
    decimals_q = short_decimals(decimals_of(one.q, 2), largest_size(one.q), 100);
    decimals_k = short_decimals(decimals_of(one.k, 2), largest_size(one.k), 100);
    // Where products are written out they have to come to what is said.
    decimals_factor = std::max(decimals_of(one.q, 3), decimals_of(one.k, 3));
    largest = largest_size(raw);
    decimals_divided = short_decimals(3, largest, 1000);
    decimals_raw = decimals_of(raw, 3);
    decimals = std::min(decimals_raw, decimals_divided);
    if (!(largest > 0)) largest = 1;
}

double ScoresModel::spread(bool of_divided) const {
    double least = INFINITY, most = -INFINITY;
    for (int j = 0; j < one.m; ++j) {
        const double value = wide(of_divided ? after(query, j) : score(query, j));
        least = std::min(least, value);
        most = std::max(most, value);
    }
    return most - least;
}

std::vector<int> ScoresModel::ranked() const {
    const auto higher = [this](size_t a, size_t b) {
        return score(query, static_cast<int>(a)) > score(query, static_cast<int>(b));
    };
    std::vector<int> out;
    for (const size_t j : order_of(at(one.m), higher)) out.push_back(static_cast<int>(j));
    return out;
}

int ScoresModel::winners() const {
    const std::vector<int> order = ranked();
    int out = 1;
    while (out < one.m && !(score(query, order[at(out)]) < score(query, order.front()))) ++out;
    return out;
}

// ---------------------------------------------------------------- In words

std::string ScoresModel::query_name(int i) const {
    return named(one, one.queries, i);
}

std::string ScoresModel::key_name(int j) const {
    return named(one, one.keys, j);
}

std::string ScoresModel::turning_words() const {
    if (turned == 0) return "K as it stands: a row a key";
    return Phrase() << turned << " of " << one.m
                    << (turned == 1 ? " keys is a column of Kᵀ" : " keys are columns of Kᵀ");
}

std::string ScoresModel::in_chain(double value, int decimals) {
    return fixed(value, short_decimals(decimals, static_cast<float>(std::fabs(value)), 1000));
}

std::string ScoresModel::chain(int i, int j, int seen) const {
    Phrase out;
    if (scaled) out << ", ÷ " << root() << " = " << in_chain(wide(after(i, j)), 3);
    if (temperature != 1)
        out << ", ÷ T " << temperature_words(temperature) << " = "
            << in_chain(wide(score(i, j)) / divisor(), 3);
    // A weight needs all scores of its row.
    if (row_seen(i, seen)) out << ", weight " << Percent{wide(weight(i, j)), 1};
    return out;
}

std::string ScoresModel::divisors() const {
    Phrase out;
    if (scaled) out << root();
    if (temperature != 1) out << (scaled ? " and by T = " : "T = ") << temperature_words(temperature);
    return out;
}

std::string ScoresModel::without_division(int seen) const {
    const double value = std::sqrt(static_cast<double>(one.d));
    const std::string is = Phrase() << root() << " = " << Fixed{value, value == std::floor(value) ? 0 : 3};
    if (!row_seen(query, seen)) return is;
    const int best = ranked().front();
    const std::string with = percent(wide(weight(query, best)), 1),
                      without = percent(wide(unscaled[at(query * one.m + best)]), 1);
    // Who: one (a long name is cut), or as many as share the highest score.
    const int many = winners();
    const std::string who = many == 1
                                ? figures::shortened(caption, key_name(best), 96)
                                : std::string(Phrase() << (many == one.m ? "all " : "the highest ") << many);
    const char *take = many == 1 ? " takes " : " take ", *each = many == 1 ? "" : " each";
    if (!scaled) return Phrase() << "not divided: " << who << take << without << each;
    const std::string words = Phrase() << is << "; without it " << who;
    if (with == without) return Phrase() << words << " still" << take << with << each;
    return Phrase() << words << take << without << each << ", not " << with;
}

std::string ScoresModel::spread_words() const {
    if (!(spread(false) > 0)) return "all equal, before and after";
    return Phrase() << "same order; spread " << spread_shown(spread(false), decimals) << " → "
                    << spread_shown(spread(true), decimals_divided);
}

/// Which keys the asking word scores highest, and what the division does to the row.
std::string ScoresModel::highest() const {
    const int many = winners();
    if (many == one.m)
        return Phrase() << query_name(query)
                        << " scores all keys alike: their weights are equal, whatever divides them.";
    const std::vector<int> order = ranked();
    Phrase out;
    std::vector<std::string> names;
    for (int i = 0; i < many; ++i) names.push_back(key_name(order[at(i)]));
    out << query_name(query) << " scores " << listed(names)
        << (many > 1 ? " highest, alike; " : " highest; ");
    const std::string before = spread_shown(spread(false), decimals), by = divisors();
    if (by.empty()) return out << "not divided, the row spreads over " << before << ".";
    return out << "dividing by " << by << " keeps the order and "
               << (divisor() > 1   ? "shrinks the spread from "
                   : divisor() < 1 ? "widens the spread from "
                                   : "leaves the spread as it is, from ")
               << before << " to " << spread_shown(spread(false) / divisor(), decimals_divided) << ".";
}

std::string ScoresModel::walked() const {
    if (turning()) return turning_words();
    const std::string sum = in_chain(wide(sums[at(terms)]), decimals_raw);
    Phrase out;
    out << query_name(query) << " asks " << key_name(key) << ": ";
    if (complete()) return out << "q · k = " << sum << chain(query, key, cover ? reached() : pairs());
    return out << "q · k so far " << sum << ", " << terms << " of " << one.d << " terms";
}

Description ScoresModel::describe() const {
    Description out;
    const int best = ranked().front();
    const int seen = cover ? reached() : pairs();
    out.summary = Phrase() << walked() << "." << (!turning() && row_seen(query, seen) ? " " + highest() : "");
    Table sum = Table{Phrase() << "q · k of " << query_name(query) << " and " << key_name(key),
                      {"term", "q", "k", "q × k", "so far"},
                      {}};
    for (int t = 0; t < one.d; ++t)
        add_row(sum) << std::to_string(t + 1) << q(t) << k(t) << products[at(t)] << sums[at(t + 1)];
    Table row = Table{Phrase() << "Row of " << query_name(query),
                      {"key", "q · k", "", "weight", "weight without division"},
                      {}};
    row.columns[2] = "÷ " + root();
    for (const int j : ranked())
        add_row(row) << told_apart(one.keys, at(j), one.keys[at(j)]) << score(query, j) << after(query, j)
                     << weight(query, j) << unscaled[at(query * one.m + j)];
    const std::string origin = Phrase() << " (" << one.origin << ")";
    const bool source = one.given && (one.data == Data::love || one.data == Data::seeded);
    Table stated = Table{source ? "stated and computed" : "spread of all scores", {"quantity", "value"}, {}};
    if (one.given && one.data == Data::seeded) {
        add_row(stated) << "stated standard deviation of scores"
                        << "near 2";
        add_row(stated) << "stated standard deviation, divided"
                        << "near 1";
    }
    if (one.given && one.data == Data::love) {
        add_row(stated) << "stated: “love” against “I”"
                        << "about 3 times the score";
        add_row(stated) << "score of “love”" << score(0, 1);
        add_row(stated) << "score of “I”" << score(0, 0);
    }
    add_row(stated) << "standard deviation of scores" << deviation;
    add_row(stated) << "standard deviation ÷ " + root() << divided_deviation;
    sum.piece = scores_parameters::show_chain;
    out.tables = vector_of(
        std::move(sum), std::move(row), matrix_table("Q" + origin, "query", one.queries, one.q, one.d),
        matrix_table("K" + origin, "key", one.keys, one.k, one.d),
        matrix_table("Scores Q Kᵀ", "query", one.queries, one.trace.scores, one.m, one.keys),
        matrix_table("Scores ÷ " + root(), "query", one.queries, divided, one.m, one.keys),
        matrix_table("Weights", "query", one.queries, one.trace.weights, one.m, one.keys), std::move(stated));
    out.add_value("score", score(query, key), "scores[query, key]");
    out.add_value("score divided by √d", after(query, key), "divided[query, key]");
    out.add_value("sum so far", sums[at(terms)], "(Q[query] * K[key])[:terms].sum()");
    out.add_value("weight", weight(query, key), "weights[query, key]");
    out.add_value("weight without division", unscaled[at(query * one.m + key)],
                  "softmax(scores)[query, key]");
    out.add_value("largest weight", weight(query, best), "weights[query].max()");
    out.add_value("spread of the row", spread(false), "np.ptp(scores[query])");
    out.add_value("spread of the divided row", spread(true), "np.ptp(divided[query])");
    out.add_value("deviation of scores", deviation, "scores.std()");
    out.add_value("deviation of divided scores", divided_deviation, "divided.std()");
    return out;
}

std::string ScoresModel::numpy(const State& state) const {
    return Phrase() << example_numpy(state)
                    << "\nscores = Q @ K.T\ndivided = scores / np.sqrt(Q.shape[1])\ntemperature = "
                    << Shortest{temperature}
                    << "\n\n\ndef softmax(x):\n"
                       "    e = np.exp((x - x.max(axis=1, keepdims=True)) / temperature)\n"
                       "    return e / e.sum(axis=1, keepdims=True)\n\n\n"
                       "weights = softmax("
                    << (scaled ? "divided" : "scores")
                    << ")\n"
                       "# Who asks, who answers, and how many terms are summed.\n"
                       "query, key, terms = "
                    << query << ", " << key << ", " << terms << "\n";
}

}  // namespace explainer

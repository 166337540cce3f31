// Scores: the numbers and what is said of them. See scores.h; the sheet is in scores_sheet.cpp.
#include "explainer/exhibits/scores.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "attention/stages.h"
#include "explainer/exhibits/walk.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/order.h"
#include "explainer/phrase.h"
#include "explainer/vector_of.h"

namespace explainer {
namespace {

constexpr std::array pace_choices = {Choice{"term", "a term"}, Choice{"cell", "a pair"},
                                     Choice{"word", "a word"}};

/// Keys that turn, then pairs × terms.
constexpr double last_steps[] = {3 + 9 * 3, 3 + 3 * 2, 2 + 2 * 2, 4 + 16 * 4, 3 + 9 * 3};

const auto parameters = joined(
    example_parameters, softmax_parameters,
    std::array{
        Parameter{.name = "sweep",
                  .label = "sweep",
                  .help = "How far the product is: keys become columns, then pair by pair, term by term.",
                  .kind = Kind::integer,
                  .minimum = 0,
                  .maximum = 4 + 16 * 4,
                  .step = 1,
                  .initial = 9,
                  .maximum_follows = {.parameter = "data", .by_choice = last_steps}},
        walk_pace(pace_choices),
        walk_cover("Scores that the walk has not reached are empty, to guess before one looks."),
        Parameter{.name = "allWords",
                  .label = "all words at once",
                  .help = "Ribbons of every word, or only of the one that asks.",
                  .kind = Kind::toggle},
        walk_play("sweep")});

constexpr std::array presets = {
    Preset{"“I” asks “love”", ""},
    Preset{"three equal scores", "sweep=15"},
    Preset{"K before it turns", "sweep=0"},
    Preset{"T = 0.1: two winners tie", "data=hand;temperature=0.1"},
};

/// Numbers of one matrix have the same decimals: one less for each power of ten from `limit` on that the
/// largest has reached.
int short_decimals(int decimals, float largest, float limit) {
    for (; decimals > 0 && largest >= limit; limit *= 10) --decimals;
    return decimals;
}

float largest_of(std::span<const float> values) {
    float out = 0;
    for (const float value : values) out = std::max(out, std::fabs(value));
    return out;
}

}  // namespace

void Scores::compute(const State& state) {
    one_ = worked_example(state);
    scaled_ = state.toggle(example::scaled);
    temperature_ = state.number(example::temperature);
    cover_ = state.toggle(cover);
    all_ = state.toggle(all_words);
    const int step = state.integer(sweep);
    turned_ = std::min(step, one_.m);
    const int index = step - one_.m - 1;
    terms_ = index < 0 ? 0 : index % one_.d + 1;
    const int pair = index < 0 ? 0 : std::min(index / one_.d, one_.n * one_.m - 1);
    query_ = pair / one_.m;
    key_ = pair % one_.m;

    divided_.resize(at(one_.n * one_.m));
    attention::scale(one_.trace.scores_view(), attention::scale_factor({}, one_.d),
                     {divided_.data(), one_.n, one_.m});
    attention::Options plain;
    plain.scale = 1.0f;
    plain.temperature = static_cast<float>(temperature_);
    unscaled_ = attention::trace(one_.q_view(), one_.k_view(), one_.v_view(), plain).weights;
    products_.clear();
    sums_ = {0};
    for (int t = 0; t < one_.d; ++t) {
        const float a = q(t), b = k(t);
        float product = 0, sum = 0;
        attention::scores({&a, 1, 1}, {&b, 1, 1}, {&product, 1, 1});
        attention::scores({&one_.q[at(query_ * one_.d)], 1, t + 1}, {&one_.k[at(key_ * one_.d)], 1, t + 1},
                          {&sum, 1, 1});
        products_.push_back(product);
        sums_.push_back(sum);
    }
    turned_values_.resize(one_.k.size());
    for (int j = 0; j < one_.m; ++j) {
        for (int t = 0; t < one_.d; ++t) turned_values_[at(t * one_.m + j)] = one_.k[at(j * one_.d + t)];
    }
    const std::vector<float>& raw = one_.trace.scores;
    shown_map_ = scaled_ ? divided_ : raw;
    deviation_ = deviation(raw);
    divided_deviation_ = deviation(divided_);
    decimals_q_ = short_decimals(decimals_of(one_.q, 2), largest_of(one_.q), 100);
    decimals_k_ = short_decimals(decimals_of(one_.k, 2), largest_of(one_.k), 100);
    // Where products are written out they have to come to what is said.
    decimals_factor_ = std::max(decimals_of(one_.q, 3), decimals_of(one_.k, 3));
    largest_ = largest_of(raw);
    decimals_divided_ = short_decimals(3, largest_, 1000);
    decimals_raw_ = decimals_of(raw, 3);
    decimals_ = std::min(decimals_raw_, decimals_divided_);
    if (!(largest_ > 0)) largest_ = 1;
    ++version_;
}

double Scores::spread(bool of_divided) const {
    double least = INFINITY, most = -INFINITY;
    for (int j = 0; j < one_.m; ++j) {
        const double value = wide(of_divided ? divided(query_, j) : score(query_, j));
        least = std::min(least, value);
        most = std::max(most, value);
    }
    return most - least;
}

/// The keys by the asking word's score, the highest first.
std::vector<int> Scores::ranked() const {
    const auto higher = [this](size_t a, size_t b) {
        return score(query_, static_cast<int>(a)) > score(query_, static_cast<int>(b));
    };
    std::vector<int> out;
    for (const size_t j : order_of(at(one_.m), higher)) out.push_back(static_cast<int>(j));
    return out;
}

int Scores::winners() const {
    const std::vector<int> order = ranked();
    int out = 1;
    while (out < one_.m && !(score(query_, order[at(out)]) < score(query_, order.front()))) ++out;
    return out;
}

bool Scores::active(const State& state, int parameter) const {
    // Words become Q and K elsewhere (projection), and values play no role yet.
    const bool elsewhere = parameter >= example::x && parameter <= example::w_v;
    return !elsewhere && parameter != example::v && example_active(state, parameter);
}

std::string Scores::shown(const State& state, int parameter) const {
    if (parameter != sweep) return state.shown(parameter);
    return turning() ? headline() : std::string(Phrase() << headline() << ": " << result_line());
}

// ---------------------------------------------------------------- In words

std::string Scores::root_value() const {
    const double value = std::sqrt(static_cast<double>(one_.d));
    return fixed(value, value == std::floor(value) ? 0 : 3);
}

std::string Scores::temperature_words() const {
    return fixed(temperature_, std::fabs(100 * temperature_ - std::round(100 * temperature_)) < 1e-6 ? 2 : 3);
}

std::string Scores::headline() const {
    if (!turning()) return Phrase() << query_name(query_) << " asks " << key_name(key_);
    if (turned_ == 0) return "K as it stands: a row a key";
    return Phrase() << turned_ << " of " << one_.m
                    << (turned_ == 1 ? " keys is a column of Kᵀ" : " keys are columns of Kᵀ");
}

std::string Scores::result_line() const {
    if (turning()) return "rows of Q meet columns of Kᵀ when all keys have turned";
    const std::string sum = in_chain(wide(sums_[at(terms_)]), decimals_raw_);
    if (!complete())
        return Phrase() << "q · k so far " << sum << ", " << terms_ << " of " << one_.d << " terms";
    return Phrase() << "q · k = " << sum << chain(query_, key_);
}

/// A small number among large ones has digits of its own: what is worked out from it can be followed.
std::string Scores::in_chain(double value, int decimals) {
    return fixed(value, short_decimals(decimals, static_cast<float>(std::fabs(value)), 1000));
}

std::string Scores::chain(int i, int j) const {
    Phrase out;
    if (scaled_) out << ", ÷ " << root() << " = " << in_chain(wide(divided(i, j)), 3);
    if (temperature_ != 1)
        out << ", ÷ T " << temperature_words() << " = " << in_chain(wide(score(i, j)) / divisor(), 3);
    return out << weight_words(i, j);
}

std::string Scores::divisors() const {
    Phrase out;
    if (scaled_) out << root();
    if (temperature_ != 1) out << (scaled_ ? " and by T = " : "T = ") << temperature_words();
    return out;
}

/// A weight needs all scores of its row: it is covered as long as one of them is.
std::string Scores::weight_words(int i, int j) const {
    if (covered(i, one_.m - 1)) return {};
    return Phrase() << ", weight " << Percent{wide(weight(i, j)), 1};
}

std::string Scores::pair_line(int i, int j) const {
    const std::string pair = Phrase() << figures::shortened(caption, query_name(i), 60) << " → "
                                      << figures::shortened(caption, key_name(j), 60);
    if (covered(i, j)) return pair + ": covered";
    return Phrase() << pair << ": row times column " << in_chain(wide(score(i, j)), decimals_raw_)
                    << chain(i, j);
}

std::string Scores::without_scaling() const {
    if (covered(query_, one_.m - 1)) return Phrase() << root() << " = " << root_value();
    const int best = ranked().front();
    const std::string with = percent(wide(weight(query_, best)), 1),
                      without = percent(wide(unscaled_[at(query_ * one_.m + best)]), 1);
    // Who: one (a long name is cut), or as many as share the highest score.
    const int many = winners();
    const std::string who = many == 1
                                ? figures::shortened(caption, key_name(best), 96)
                                : std::string(Phrase() << (many == one_.m ? "all " : "the highest ") << many);
    const char *take = many == 1 ? " takes " : " take ", *each = many == 1 ? "" : " each";
    if (!scaled_) return Phrase() << "not divided: " << who << take << without << each;
    const std::string words = Phrase() << root() << " = " << root_value() << "; without it " << who;
    if (with == without) return Phrase() << words << " still" << take << with << each;
    return Phrase() << words << take << without << each << ", not " << with;
}

std::string Scores::spread_shown(double spread, int decimals) {
    const bool too_small = spread > 0 && spread < 0.5 * std::pow(10, -decimals);
    return too_small ? scientific(spread, 2) : fixed(spread, decimals);
}

/// What division does to the row: "; dividing by √3 keeps the order and shrinks the spread from 4 to 2.309."
std::string Scores::spread_words() const {
    const std::string before = spread_shown(spread(false), decimals_), by = divisors();
    if (by.empty()) return Phrase() << "; not divided, the row spreads over " << before << ".";
    const std::string after = spread_shown(spread(false) / divisor(), decimals_divided_);
    return Phrase() << "; dividing by " << by << " keeps the order and "
                    << (divisor() > 1   ? "shrinks the spread from "
                        : divisor() < 1 ? "widens the spread from "
                                        : "leaves the spread as it is, from ")
                    << before << " to " << after << ".";
}

/// Which keys the asking word scores highest, and what the division does to the row.
std::string Scores::highest() const {
    const int many = winners();
    if (many == one_.m)
        return Phrase() << query_name(query_)
                        << " scores all keys alike: their weights are equal, whatever divides them.";
    const std::vector<int> order = ranked();
    std::string who = key_name(order.front());
    for (int i = 1; i < many; ++i)
        who = Phrase() << who << (i + 1 < many ? ", " : " and ") << key_name(order[at(i)]);
    return Phrase() << query_name(query_) << " scores " << who << " highest" << (many > 1 ? ", alike" : "")
                    << spread_words();
}

std::string Scores::stated_title() const {
    return one_.given && (one_.data == Data::love || one_.data == Data::seeded) ? "stated and computed"
                                                                                : "spread of all scores";
}

/// What the example's source says of these scores, and what they come to here.
std::string Scores::stated() const {
    const std::string raw = fixed(deviation_, 3), after = fixed(divided_deviation_, 3);
    switch (one_.given ? one_.data : Data::own) {
        case Data::love: {
            const double least = wide(score(0, 0)), most = wide(score(0, std::min(1, one_.m - 1)));
            const double ratio = least != 0 ? most / least : 0;
            const std::string times = least != 0
                                          ? fixed(ratio, ratio == std::round(ratio) ? 0 : 1) + " times it"
                                          : std::string("no multiple of it");
            return Phrase() << "Stated: “love” has about 3 times the score that “I” gives itself. Computed: "
                            << Fixed{most, decimals_} << " against " << Fixed{least, decimals_} << ", "
                            << times << ".";
        }
        case Data::seeded:
            return Phrase()
                   << "Stated: the scores' standard deviation is near 2, and near 1 when divided. Computed: "
                   << raw << " and " << after << ", for the weights were drawn × 0.1.";
        default:
            return Phrase() << "The standard deviation of all scores is " << raw << "; divided by " << root()
                            << " it is " << after << ".";
    }
}

Description Scores::describe() const {
    Description out;
    const int best = ranked().front();
    out.summary = turning() ? headline() + "."
                            : std::string(Phrase() << query_name(query_) << " asks " << key_name(key_) << ": "
                                                   << result_line() << "."
                                                   << (covered(query_, one_.m - 1) ? "" : " " + highest()));
    Table sum = Table{Phrase() << "q · k of " << query_name(query_) << " and " << key_name(key_),
                      {"term", "q", "k", "q × k", "so far"},
                      {}};
    for (int t = 0; t < one_.d; ++t)
        add_row(sum) << std::to_string(t + 1) << q(t) << k(t) << products_[at(t)] << sums_[at(t + 1)];
    Table row =
        Table{"Row of " + query_name(query_), {"key", "q · k", "", "weight", "weight without division"}, {}};
    row.columns[2] = "÷ " + root();
    for (const int j : ranked())
        add_row(row) << told_apart(one_.keys, at(j), one_.keys[at(j)]) << score(query_, j)
                     << divided(query_, j) << weight(query_, j) << unscaled_[at(query_ * one_.m + j)];
    const std::string origin = Phrase() << " (" << one_.origin << ")";
    Table stated = Table{stated_title(), {"quantity", "value"}, {}};
    if (one_.given && one_.data == Data::seeded) {
        add_row(stated) << "stated standard deviation of scores"
                        << "near 2";
        add_row(stated) << "stated standard deviation, divided"
                        << "near 1";
    }
    if (one_.given && one_.data == Data::love) {
        add_row(stated) << "stated: “love” against “I”"
                        << "about 3 times the score";
        add_row(stated) << "score of “love”" << score(0, 1);
        add_row(stated) << "score of “I”" << score(0, 0);
    }
    add_row(stated) << "standard deviation of scores" << deviation_;
    add_row(stated) << "standard deviation ÷ " + root() << divided_deviation_;
    out.tables = vector_of(
        std::move(sum), std::move(row), matrix_table("Q" + origin, "query", one_.queries, one_.q, one_.d),
        matrix_table("K" + origin, "key", one_.keys, one_.k, one_.d),
        matrix_table("Scores Q Kᵀ", "query", one_.queries, one_.trace.scores, one_.m, one_.keys),
        matrix_table("Scores ÷ " + root(), "query", one_.queries, divided_, one_.m, one_.keys),
        matrix_table("Weights", "query", one_.queries, one_.trace.weights, one_.m, one_.keys),
        std::move(stated));
    out.add_value("score", score(query_, key_), "scores[query, key]");
    out.add_value("score divided by √d", divided(query_, key_), "divided[query, key]");
    out.add_value("sum so far", sums_[at(terms_)], "(Q[query] * K[key])[:terms].sum()");
    out.add_value("weight", weight(query_, key_), "weights[query, key]");
    out.add_value("weight without division", unscaled_[at(query_ * one_.m + key_)],
                  "softmax(scores)[query, key]");
    out.add_value("largest weight", weight(query_, best), "weights[query].max()");
    out.add_value("spread of the row", spread(false), "np.ptp(scores[query])");
    out.add_value("spread of the divided row", spread(true), "np.ptp(divided[query])");
    out.add_value("deviation of scores", deviation_, "scores.std()");
    out.add_value("deviation of divided scores", divided_deviation_, "divided.std()");
    return out;
}

std::string Scores::numpy(const State& state) const {
    return Phrase() << example_numpy(state)
                    << "\nscores = Q @ K.T\ndivided = scores / np.sqrt(Q.shape[1])\ntemperature = "
                    << Shortest{temperature_}
                    << "\n\n\ndef softmax(x):\n"
                       "    e = np.exp((x - x.max(axis=1, keepdims=True)) / temperature)\n"
                       "    return e / e.sum(axis=1, keepdims=True)\n\n\n"
                       "weights = softmax("
                    << (scaled_ ? "divided" : "scores")
                    << ")\n"
                       "# Who asks, who answers, and how many terms are summed.\n"
                       "query, key, terms = "
                    << query_ << ", " << key_ << ", " << terms_ << "\n";
}

extern const ExhibitType scores;
const ExhibitType scores = {
    "scores",
    "Scores: every query meets every key",
    "Turn K into columns, sweep rows of Q over them pair by pair, divide by √dₖ, and see where each word "
    "looks.",
    parameters,
    presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Scores>()); },
};

}  // namespace explainer

// See softmax_row.h.
#include "explainer/exhibits/softmax_row.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "attention/softmax.h"
#include "explainer/exhibits/floats.h"
#include "explainer/format.h"
#include "explainer/phrase.h"
#include "explainer/superlatives.h"

namespace explainer {
namespace {

/// ln Σ exp of numbers, without the largest one's overflow; `but` is left out.
double log_sum(const double* x, int count, double temperature, int but = -1) {
    double largest = -std::numeric_limits<double>::infinity(), sum = 0;
    for (int i = 0; i < count; ++i)
        if (i != but) largest = std::max(largest, x[i] / temperature);
    for (int i = 0; i < count; ++i)
        if (i != but) sum += std::exp(x[i] / temperature - largest);
    return largest + std::log(sum);
}

/// A score that a hand has moved, in steps that the weight does not feel.
double rounded(double score, double temperature) {
    const double steps = temperature < 0.3 ? 1000 : 100;
    return std::round(score * steps) / steps;
}

Cell finite(float value) {
    return std::isfinite(value) ? Cell(value) : Cell("∞: float32 ends at 3.4·10³⁸");
}

/// What float32 makes of it, without the flag of an invalid operation: ∞ ÷ ∞ and 0 ÷ 0 are shown in words.
float quotient(float part, float sum) {
    const bool none = sum == 0 || (std::isinf(part) && std::isinf(sum));
    return none ? std::numeric_limits<float>::quiet_NaN() : part / sum;
}

}  // namespace

void SoftmaxRow::compute() {
    const auto n = static_cast<size_t>(count);
    const auto t = static_cast<float>(temperature);
    for (int i = 0; i < count; ++i) scores[i] = static_cast<float>(given[i]);
    const std::span<const float> x(scores, n);
    const float largest = attention::largest(x);
    shift = subtract ? largest : 0;
    for (int i = 0; i < count; ++i) divided[i] = (scores[i] - shift) / t;
    sum = attention::exponentials(x, t, shift, {exponentials, n});
    attention::softmax({scores, 1, count}, t, {weights, 1, count});
    total = 0;
    for (int i = 0; i < count; ++i) {
        // As the core has it where both are the same, so that no last digit differs; at the ends of float32
        // they are not.
        quotients[i] = quotient(exponentials[i], sum);
        if (std::isless(std::fabs(quotients[i] - weights[i]), 5e-6f))
            quotients[i] = weights[i];  // (∞ ÷ ∞ is neither)
        total += weights[i];
    }
    entropy = attention::entropy({weights, n});
    spread = std::exp(entropy);
    gradient = attention::gradient_norm({weights, n}, t);
    attention::jacobian({weights, n}, t, {jacobian, count, count});
    top = static_cast<int>(std::max_element(weights, weights + count) - weights);

    curve_t.resize(curve_points);
    curve_norm.resize(curve_points);
    for (int k = 0; k < curve_points; ++k) {
        const auto i = static_cast<size_t>(k);
        curve_t[i] = coldest * std::pow(warmest / coldest, k / (curve_points - 1.0));
        float other[most];
        const auto at = static_cast<float>(curve_t[i]);
        attention::softmax({scores, 1, count}, at, {other, 1, count});
        curve_norm[i] = wide(attention::gradient_norm({other, n}, at));
    }
    peak = static_cast<int>(std::max_element(curve_norm.begin(), curve_norm.end()) - curve_norm.begin());

    largest_in = largest / t;
    attention::exponentials({&largest, 1}, t, 0, {&largest_exp, 1});
    const float ten = 10 * largest, one[] = {ten};
    ten_times = ten / t;
    attention::exponentials(one, t, 0, {&ten_times_exp, 1});
    attention::exponentials(one, t, ten, {&ten_times_shifted, 1});
    limit = std::log(std::numeric_limits<float>::max());
}

bool SoftmaxRow::whole() const {
    return std::isfinite(sum) && sum > 0;
}

double SoftmaxRow::greatest_entropy() const {
    return std::log(static_cast<double>(count));
}

double SoftmaxRow::score_for(int i, double share) const {
    const double p = std::clamp(share, 0.001, 0.999);
    return rounded(temperature * (std::log(p / (1 - p)) + log_sum(given, count, temperature, i)),
                   temperature);
}

bool SoftmaxRow::scores_for(int i, double place, double& left, double& right) const {
    double before = 0;
    for (int j = 0; j < i; ++j) before += wide(weights[j]);
    const double both = wide(weights[i]) + wide(weights[i + 1]);
    if (both < 1e-4) return false;
    const double least = std::min(0.001, both / 10),
                 part = std::clamp(place * wide(total) - before, least, both - least);
    const double all = log_sum(given, count, temperature);
    left = rounded(temperature * (std::log(part) + all), temperature);
    right = rounded(temperature * (std::log(both - part) + all), temperature);
    return true;
}

std::string SoftmaxRow::answer(float value) {
    const double size = std::fabs(wide(value));
    return size < 0.00005 ? "0" : fixed(wide(value), size < 1e4 ? 4 : 0);
}

bool SoftmaxRow::is_too_small(float exponential) {
    return exponential > 0 && exponential < std::numeric_limits<float>::min();
}

std::string SoftmaxRow::shown(float exponential) {
    const double value = wide(exponential);
    if (value == 0) return "0";  // not a small number that shows as one
    // (Below this float32 has fewer and fewer digits, and none that could be quoted.)
    if (is_too_small(exponential)) return "< " + power_of_ten("-37");
    if (value >= 1e6 || (value > 0 && value < 0.0005)) return scientific(value, 2);
    return fixed(value, value < 100 ? 3 : value < 1e4 ? 1 : 0);
}

std::string SoftmaxRow::index(int i) {
    return "\xE2\x82" + std::string(1, static_cast<char>(0x81 + i));
}

std::string SoftmaxRow::winners() const {
    float percents[most];
    for (int i = 0; i < count; ++i) percents[i] = weights[i] * 100;
    const std::vector<int> top_ones = largest_shown({percents, static_cast<size_t>(count)}, 1);
    const Percent share{wide(weights[top]), 1};
    if (static_cast<int>(top_ones.size()) == count) return Phrase() << "all weights are " << share;
    std::vector<std::string> names;
    for (const int i : top_ones) names.push_back("s" + index(i));
    return Phrase() << (names.size() == 1 ? "the largest weight is " : "the largest weights are ") << share
                    << ", for " << listed(names);
}

std::string SoftmaxRow::towards_zero() const {
    const float highest = *std::max_element(scores, scores + count);
    const auto tied = std::count(scores, scores + count, highest);
    if (tied == count) return "equal scores: all alike at any T";
    return tied == 1 ? std::string("small T: one wins; large T: all alike")
                     : Phrase() << "small T: " << static_cast<int>(tied) << " share it; large T: all alike";
}

bool SoftmaxRow::only_the_sum_overflows() const {
    return std::isinf(sum) &&
           std::none_of(exponentials, exponentials + count, [](float one) { return std::isinf(one); });
}

SoftmaxRow::Room SoftmaxRow::room() const {
    if (!whole())
        return {only_the_sum_overflows() ? "Too large together: their sum is ∞. "
                : sum > 0                ? "Too large: ∞ ÷ ∞ is no number. "
                                         : "Too small: every exp is 0, and 0 ÷ 0 is no number. ",
                "Subtract the largest first; the budget shows the weights that gives."};
    // An exp that is 0 was never 0: float32 has nothing that small, and the weight would be as small.
    const bool lost = std::count(exponentials, exponentials + count, 0.0f) > 0;
    if (subtract)
        return {"", lost ? "The largest goes in as 0, so nothing overflows. What comes out as 0 is too small "
                           "for float32, and so is its weight."
                         : "The largest goes in as 0, so nothing overflows, and none comes out as 0."};
    return {"", lost ? "Nothing overflows. What comes out as 0 is too small for float32; exp is never 0."
                     : "All of it fits: exp(s/T) is a number in float32, and so is the sum."};
}

Description SoftmaxRow::describe(int row, int column) const {
    Description out;
    const std::string both = Phrase() << "∂α" << index(row) << "/∂s" << index(column);
    out.summary = Phrase() << "Softmax of " << count << " scores at temperature " << Fixed{temperature, 2}
                           << ": " << winners() << "; the weights are as spread as " << Fixed{wide(spread), 2}
                           << " equal ones, their entropy is " << Fixed{wide(entropy), 3} << " of at most "
                           << Fixed{greatest_entropy(), 3} << " nats.";
    if (!whole()) {
        out.summary +=
            only_the_sum_overflows()
                ? " In float32 the sum overflows here, and every weight is 0, until the largest score "
                  "is subtracted first."
            : sum > 0 ? " In float32 exp overflows here: infinity ÷ infinity is no number, until the "
                        "largest score is subtracted first."
                      : " In float32 every exp is 0 here: 0 ÷ 0 is no number, until the largest score "
                        "is subtracted first.";
    }

    Table list = Table{"Weights", {"i", "score", "exponential", "weight", "percent", "score ÷ T"}, {}};
    if (subtract) list.columns.back() = "(score − largest) ÷ T";
    if (!whole()) list.columns.emplace_back("exponential ÷ sum");
    for (int i = 0; i < count; ++i) {
        add_row(list, {i + 1.0, tidy(scores[i]), tidy(exponentials[i]), tidy(weights[i]),
                       tidy(weights[i] * 100), tidy(divided[i])});
        std::vector<Cell>& row_cells = list.rows.back();
        row_cells[2] = finite(exponentials[i]);
        if (!whole()) row_cells.push_back(std::isnan(quotients[i]) ? Cell("no number") : Cell(quotients[i]));
    }
    const auto highest = static_cast<size_t>(peak);
    Table all =
        quantities("Whole row", {{"temperature", static_cast<float>(temperature)},
                                 {"sum of exponentials", sum},
                                 {"subtracted from every score first", shift},
                                 {"sum of weights", total},
                                 {"entropy in nats", entropy},
                                 {"greatest entropy in nats", greatest_entropy()},
                                 {"effective number of tokens", spread},
                                 {"size of the gradient", gradient},
                                 {"greatest size of the gradient for T from 0.05 to 30", curve_norm[highest]},
                                 {"T of that", curve_t[highest]}});
    all.rows[1][1] = finite(sum);
    add_row(all, both, {tidy(sensitivity(row, column))});
    Table answers = Table{"Sensitivity ∂α/∂s", {"weight"}, {}};
    for (int j = 0; j < count; ++j) answers.columns.push_back("s" + index(j));
    for (int i = 0; i < count; ++i) {
        add_row(answers, "α" + index(i), {});
        for (int j = 0; j < count; ++j) answers.rows.back().emplace_back(sensitivity(i, j));
    }
    Table curve = Table{"Size of the gradient against T", {"T", "size"}, {}};
    for (size_t k = 0; k < curve_t.size(); k += 5) add_row(curve, {curve_t[k], curve_norm[k]});
    Table room =
        Table{"Room for exp in float32", {"s ÷ T", "value", "exp", "exp with the largest subtracted"}, {}};
    add_row(room, "largest now", {tidy(largest_in), 0, 1});
    add_row(room, "ten times that", {tidy(ten_times), 0, tidy(ten_times_shifted)});
    add_row(room, "the most that fits", {tidy(limit), tidy(std::numeric_limits<float>::max()), 1});
    room.rows[0][2] = finite(largest_exp);
    room.rows[1][2] = finite(ten_times_exp);
    for (Table* one : {&list, &all, &answers, &curve, &room}) out.tables.push_back(std::move(*one));

    out.add_value("largest weight", weights[top], "a.max()");
    out.add_value("entropy", entropy, "H");
    out.add_value("greatest entropy", greatest_entropy(), "np.log(len(s))");
    out.add_value("effective number of tokens", spread, "np.exp(H)");
    out.add_value("gradient", gradient, "np.linalg.norm(jacobian(a, T))");
    out.add_value("greatest gradient", curve_norm[highest], "max(curve)");
    out.add_value("chosen sensitivity", sensitivity(row, column),
                  Phrase() << "jacobian(a, T)[" << row << ", " << column << "]");
    if (whole())
        out.add_value("sum of exponentials", sum,
                      subtract ? "np.exp((s - s.max()) / T).sum()" : "np.exp(s / T).sum()");
    for (int i = 0; i < count; ++i)
        out.add_value(Phrase() << "weight " << i + 1, weights[i], Phrase() << "a[" << i << "]");
    return out;
}

std::string SoftmaxRow::numpy() const {
    std::string list;
    for (int i = 0; i < count; ++i) list += (i > 0 ? ", " : "") + shortest(given[i]);
    return Phrase() << "import numpy as np\n\ns = np.array([" << list << "])\nT = " << Shortest{temperature}
                    << "\n\ndef softmax(s, T):\n"
                       "    e = np.exp((s - s.max()) / T)  # subtracting the largest changes no weight\n"
                       "    return e / e.sum()\n\n"
                       "def jacobian(a, T):  # of every weight by every score\n"
                       "    return (np.diag(a) - np.outer(a, a)) / T\n\n"
                       "a = softmax(s, T)\n"
                       "seen = a[a > 0]\n"
                       "H = -(seen * np.log(seen)).sum()\n"
                       "temperatures = np.geomspace("
                    << Shortest{coldest} << ", " << Shortest{warmest} << ", " << curve_points
                    << ")\n"
                       "curve = [np.linalg.norm(jacobian(softmax(s, t), t)) for t in temperatures]\n";
}

}  // namespace explainer

// See head_equations.h.
#include "explainer/figures/head_equations.h"

#include <cmath>

#include "explainer/factor.h"
#include "explainer/phrase.h"

namespace explainer::figures {
namespace {

size_t index(int i) {
    return static_cast<size_t>(i);
}

}  // namespace

std::string quoted(const std::string& word) {
    return Phrase() << "“" << shortened(caption, word, 110) << "”";
}

std::string short_of(float value) {
    return fixed(static_cast<double>(value), value < 1000 ? 2 : 0);
}

/// A weight, and what it hands over; no further than so many steps.
std::vector<Run> HeadEquations::of_weight(const Theme& theme, int i, int j, int steps) const {
    const attention::Trace& t = head.trace;
    Phrase who, first, v, product;
    who << before;
    who << quoted(words.queries[index(i)]) << " → " << quoted(words.keys[index(j)]) << "  ";
    std::vector<Run> out = {{who, theme.ink, true}};
    const std::string score = fixed(static_cast<double>(t.scores_view()(i, j)), 2);
    const Fixed scaled{static_cast<double>(t.scaled_view()(i, j)), 2};
    const double weight = static_cast<double>(t.weights_view()(i, j));
    if (head.hidden(i, j)) {
        out.push_back(
            {Phrase() << "comes later: masked, so its score " << score << " weighs nothing", theme.muted});
        return out;
    }
    if (divided) first << "q·k " << score << " ÷ √" << words.d << " = " << scaled << "; ";
    if (steps < after_exp && !divided) first << "q·k = " << score;
    if (steps >= after_weight) first << "α = ";
    if (steps >= after_exp) {
        first << "exp " << scaled << (steps >= after_weight ? " ÷ Σ = " : " = ")
              << short_of(head.exps[index(i * words.m + j)]);
    }
    if (steps >= after_weight) first << " ÷ " << short_of(head.sums[index(i)]) << " = ";
    out.push_back({first, theme.ink});
    if (steps >= after_weight) out.push_back({fixed(weight, 3), theme.query, true});
    if (steps < after_value) return out;
    out.push_back({Phrase() << "   α\u00a0v\u00a0=\u00a0" << Fixed{weight, 3} << "\u00a0×\u00a0", theme.ink});
    for (int a = 0; a < words.axis_count; ++a) {
        const char* gap = a == 0 ? "(" : ",\u00a0";
        v << gap << Fixed{static_cast<double>(words.value(j, a)), 1};
        product << gap << Fixed{weight * static_cast<double>(words.value(j, a)), 2};
    }
    out.push_back({v << ")", theme.value});
    out.push_back({" =\u00a0", theme.ink});
    out.push_back({product << ")", theme.output, true});
    return out;
}

/// A number at the right of the row.
std::vector<Run> HeadEquations::of_sum(const Theme& theme, int sum, int i) const {
    const bool axis = sum < words.axis_count;
    const float result = axis                ? head.trace.output_view()(i, sum)
                         : sum == of_entropy ? head.trace.entropy[index(i)]
                                             : head.sums[index(i)];
    Phrase terms;
    int count = 0;
    for (int j = 0; j < words.m; ++j) {
        const float weight = head.trace.weights_view()(i, j);
        const float term = axis ? weight * words.value(j, sum) : weight;
        if (term == 0 || ++count > 8) continue;  // what is 0 adds nothing
        terms << (count == 1 ? "" : " + ");
        if (axis)
            terms << Fixed{static_cast<double>(weight), 3} << " × "
                  << as_factor(fixed(static_cast<double>(words.value(j, sum)), 1));
        else if (sum == of_exps)
            terms << short_of(head.exps[index(i * words.m + j)]);
        else
            terms << Fixed{static_cast<double>(weight), 2} << " × "
                  << Fixed{-std::log(static_cast<double>(weight)), 2};
    }
    if (count == 0) terms << "0";
    std::string all = terms;
    if (count > 8) all = Phrase() << all << " + " << count - 8 << " more";
    const std::string what = axis ? std::string(Phrase() << std::string_view(words.axes[sum]) << ", Σ α v = ")
                             : sum == of_entropy ? "entropy, Σ α × −ln α = "
                                                 : "Σ exp = ";
    return {{quoted(words.queries[index(i)]) + "  ", theme.ink, true},
            {what, theme.ink},
            {Phrase() << all << " = ", theme.ink},
            {fixed(static_cast<double>(result), axis ? 3 : 2), axis ? theme.output : theme.ink, true}};
}

}  // namespace explainer::figures

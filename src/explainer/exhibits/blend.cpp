// The blend's numbers: its parameters, what follows from them, what it says of itself.
#include "explainer/exhibits/blend.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "explainer/exhibits/floats.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"
#include "explainer/provenance.h"
#include "explainer/superlatives.h"
#include "explainer/vector_of.h"

namespace explainer {
using namespace blending;
namespace {

constexpr double query_default[] = {0.7, 1};
constexpr double keys_default[] = {-1.2, 1.5, 0.8, 1.7, 1.9, 0.3, 0.2, -1.7, -1.6, -0.9};
constexpr double values_default[] = {2.3, 1.3, -2.1, 1.5, -0.5, -2, 1.4, -1.1, 0.6, 2.2};
constexpr std::array query_matrix = {MatrixDefault{1, 2, query_default}};
constexpr std::array keys_matrix = {MatrixDefault{blending::most, 2, keys_default}};
constexpr std::array values_matrix = {MatrixDefault{blending::most, 2, values_default}};

constexpr std::array parameters = {
    Parameter{.name = "q",
              .label = "query q",
              .help = "What every key is scored against.",
              .kind = Kind::matrix,
              .minimum = -Blend::key_reach,
              .maximum = Blend::key_reach,
              .matrices = query_matrix},
    Parameter{.name = "k",
              .label = "keys",
              .help = "A row a key. Those beyond the number of keys play no role.",
              .kind = Kind::matrix,
              .minimum = -Blend::key_reach,
              .maximum = Blend::key_reach,
              .matrices = keys_matrix},
    Parameter{.name = "v",
              .label = "values",
              .help = "A row a value: what its key hands over.",
              .kind = Kind::matrix,
              .minimum = -10,
              .maximum = 10,
              .matrices = values_matrix},
    Parameter{.name = "count",
              .label = "keys",
              .help = "How many keys, each with its value.",
              .kind = Kind::integer,
              .minimum = 3,
              .maximum = blending::most,
              .step = 1,
              .initial = 4},
    Parameter{.name = "temperature",
              .label = "temperature T",
              .help = "Scores are divided by T before they become weights.",
              .minimum = Blend::coldest,
              .maximum = Blend::hottest,
              .step = 0.01,
              .initial = 1,
              .logarithmic = true},
    Parameter{.name = "chosen",
              .label = "chosen pair",
              .help = "Which key and value light up together.",
              .kind = Kind::integer,
              .minimum = 1,
              .maximum = blending::most,
              .step = 1,
              .initial = 2,
              .maximum_follows = {.parameter = "count"}},
};

constexpr std::array presets = {
    Preset{"four keys", ""},
    Preset{"two the same", "k=-1.2,1.5/0.8,1.7/0.8,1.7/0.2,-1.7/-1.6,-0.9"},
    Preset{"one inside", "q=0.3,-1.2;v=2.3,1.3/-2.1,1.5/-0.5,-2/1.2,0.7/0.6,2.2;chosen=4"},
    // The book chapter's: T = √2 is its division by √d_k.
    Preset{"three by hand",
           "q=1,0;k=1,0/0,1/1,1/0.2,-1.7/-1.6,-0.9;v=10,0/0,10/5,5/1.4,-1.1/0.6,2.2;count=3;"
           "temperature=1.4142135623730951;chosen=1"},
};

}  // namespace

void Blend::compute(const State& state) {
    given_.n = state.integer(count);
    for (int c = 0; c < 2; ++c) given_.q[c] = static_cast<float>(state.matrix(query).at(0, c));
    for (int i = 0; i < most; ++i) {
        for (int c = 0; c < 2; ++c) {
            given_.k[2 * i + c] = static_cast<float>(state.matrix(keys).at(i, c));
            given_.v[2 * i + c] = static_cast<float>(state.matrix(values).at(i, c));
        }
    }
    temperature_ = static_cast<float>(state.number(temperature));
    chosen_ = state.integer(chosen) - 1;
    now_ = mixed(given_, temperature_);
    best_ = static_cast<int>(std::max_element(now_.scores, now_.scores + given_.n) - now_.scores);
    largest_ = 0;
    for (int i = 0; i < 2 * given_.n; ++i) largest_ = std::max(largest_, std::fabs(given_.v[i]));
    static constexpr float chapter[] = {1, 0, 0, 1, 1, 1, 10, 0, 0, 10, 5, 5};
    made_ = as_made(state, presets, {keys, values});
    by_hand_ = given_.n == 3 && given_.q[0] == 1 && given_.q[1] == 0 &&
               std::fabs(temperature_ - 1.41421356f) < 1e-6f && std::equal(chapter, chapter + 6, given_.k) &&
               std::equal(chapter + 6, chapter + 12, given_.v);
    hover_.forget_if([this](const Pointed& on) { return on.handle >= given_.n || on.row >= given_.n; });
    ++version_;
}

std::string Blend::shown(const State& state, int parameter) const {
    if (parameter != chosen) return state.shown(parameter);
    return Phrase() << key_names[chosen_] << ", weight " << Percent{wide(now_.weights[chosen_]), 1};
}

figures::Block Blend::sheet(Ui& ui) const {
    using namespace figures;
    move(ui);
    return by_width([this, &ui](float width) {
        const Theme& theme = ui.theme();
        const bool room = width >= 860;
        const Sum sum{given_, now_, chosen_, lit(), &hover_.note()};
        return column(16, figures::presets(explainer::presets),
                      room ? planes_wide(ui, width) : planes_narrow(ui), heat(ui), rule(),
                      pair_line(theme, sum), room ? sum_line(sum) : sum_table(theme, width, sum));
    });
}

// ---- In words

/// "56.9 % of its attention to k₂"; all whose percentage shows the same.
std::string Blend::shares() const {
    float percents[most];
    for (int i = 0; i < given_.n; ++i) percents[i] = now_.weights[i] * 100;
    const std::vector<int> top = largest_shown({percents, static_cast<size_t>(given_.n)}, 1);
    const Percent share{wide(now_.weights[best_]), 1};
    if (static_cast<int>(top.size()) == given_.n)
        return Phrase() << "each key " << share << " of its attention";
    std::vector<std::string> names;
    for (const int i : top) names.emplace_back(key_names[i]);
    return Phrase() << share << " of its attention to " << (names.size() == 1 ? "" : "each of ")
                    << listed(names);
}

Description Blend::describe() const {
    Description out;
    const int best = best_;
    const figures::Vector2 mean = limit(given_, now_, false), winner = limit(given_, now_, true);
    const auto vector = [](figures::Vector2 v) -> std::string {
        return Phrase() << "(" << Fixed{v.x, 2} << ", " << Fixed{v.y, 2} << ")";
    };
    out.summary = Phrase() << "At temperature " << explainer::shown(temperature_) << " the query "
                           << vector(given_.query()) << " gives " << shares() << "; the output is "
                           << vector(now_.at()) << ", within the hull of the " << given_.n
                           << " values (of one head, before W_O). Towards T = 0 it would go to "
                           << vector(winner) << ", towards T = ∞ to the mean " << vector(mean) << ".";
    Table pairs = Table{"Pairs",
                        {"pair", "first of key", "second of key", "score q·k", "weight", "first of value",
                         "second of value", "weight × first", "weight × second"},
                        {}};
    for (int i = 0; i < given_.n; ++i) {
        const float *k = given_.k + 2 * i, *v = given_.v + 2 * i, w = now_.weights[i];
        add_row(pairs) << std::string(Phrase() << key_names[i] << " → " << value_names[i]) << k[0] << k[1]
                       << now_.scores[i] << w << v[0] << v[1] << w * v[0] << w * v[1];
    }
    Table result = Table{"Output", {"quantity", "first component", "second component"}, {}};
    add_row(result) << "query q" << given_.q[0] << given_.q[1];
    add_row(result) << "output o" << now_.output[0] << now_.output[1];
    add_row(result) << "mean of the values (T → ∞)" << mean.x << mean.y;
    // Keys that tie for the highest score share it, however small T is.
    add_row(result) << "mean of the values whose keys score highest (T → 0)" << winner.x << winner.y;
    out.tables = vector_of(std::move(pairs), std::move(result));
    out.add_value("largest weight", now_.weights[best], "weights.max()");
    out.add_value("largest score", now_.scores[best], "scores.max()");
    out.add_value("first component of the output", now_.output[0], "output[0]");
    out.add_value("second component of the output", now_.output[1], "output[1]");
    out.add_value("first component for T towards 0", winner.x, "coldest[0]");
    out.add_value("second component for T towards 0", winner.y, "coldest[1]");
    out.add_value("first component for T towards infinity", mean.x, "hottest[0]");
    out.add_value("second component for T towards infinity", mean.y, "hottest[1]");
    out.add_value("weight of the chosen pair", now_.weights[chosen_],
                  Phrase() << "weights[" << chosen_ << "]");
    for (int i = 0; i < given_.n; ++i)
        out.add_value(Phrase() << "weight " << i + 1, now_.weights[i], Phrase() << "weights[" << i << "]");
    return out;
}

std::string Blend::numpy(const State& state) const {
    const int n = state.integer(count);
    const auto rows = [&state](int parameter, int rows) {
        std::string out = "np.array([";
        for (int i = 0; i < rows; ++i)
            out += Phrase() << (i == 0 ? "[" : ", [") << Shortest{state.matrix(parameter).at(i, 0)} << ", "
                            << Shortest{state.matrix(parameter).at(i, 1)} << "]";
        return out + "])\n";
    };
    return Phrase() << "import numpy as np\n\nq = " << rows(query, 1) << "K = " << rows(keys, n)
                    << "V = " << rows(values, n) << "T = " << Shortest{state.number(temperature)}
                    << "\n\nscores = (q @ K.T)[0]\n"
                       "exponentials = np.exp((scores - scores.max()) / T)\n"
                       "weights = exponentials / exponentials.sum()\n"
                       "output = weights @ V\n"
                       "coldest = V[np.isclose(scores, scores.max(), rtol=1e-6, atol=1e-7)].mean(axis=0)\n"
                       "hottest = V.mean(axis=0)\n\n";
}

extern const ExhibitType blend;
const ExhibitType blend = {
    "blend",
    "The blend",
    "Drag the query among its keys: scores become weights, and the output moves within the hull of the "
    "values.",
    parameters,
    presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Blend>()); },
};

}  // namespace explainer

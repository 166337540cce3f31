// Heads: parameters, and what is said of the numbers. See heads.h.
#include "explainer/exhibits/heads.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "explainer/figures/map_view.h"
#include "explainer/parameter_makers.h"
#include "explainer/superlatives.h"
#include "explainer/vector_of.h"

namespace explainer::attention_heads {
namespace {

constexpr std::array sentence_choices = {
    Choice{"soft", "The cat sat on the soft ?"},
    Choice{"stone", "… on the warm stone"},
    Choice{"noise", "The dog barked because …"},
    Choice{"keys", "three keys"},
    Choice{"own", "your own"},
};

constexpr std::array head_choices = {
    Choice{"previous", "A previous token"},
    Choice{"content", "B content"},
    Choice{"uniform", "C uniform"},
    Choice{"sink", "D first-token sink"},
    Choice{"subject-verb", "E subject ↔ verb, or random"},
    Choice{"adjective-noun", "F adjective → noun, or random"},
    Choice{"pronoun", "G pronoun → antecedent, or random"},
    Choice{"preposition", "H preposition → object, or random"},
};

constexpr std::array other_choices = {Choice{"relations", "relations"}, Choice{"random", "random"}};
constexpr std::array map_choices = {Choice{"weights", "weights"}, Choice{"scores", "scores"}};

/// The last row and the last column of each sentence; three keys have one query.
constexpr double by_words = std::numeric_limits<double>::quiet_NaN();
constexpr double last_rows[] = {6, 6, 7, 0, by_words};
constexpr double last_columns[] = {6, 6, 7, 2, by_words};

constexpr Parameter word(std::string_view name, std::string_view label, std::string_view help, double initial,
                         std::span<const double> last, std::string_view column = {}) {
    return bounded(integer_of(name, label, help, 0, most_words - 1, initial), {"sentence", last, "words", -1},
                   column);
}

constexpr Parameter tick(std::string_view name, std::string_view label, bool initial) {
    return toggle_of(name, label, "Draws this head's ribbons and bars.", initial);
}

constexpr std::array parameters = {
    choice_of("sentence", "sentence", "Which tokens attend to each other.", sentence_choices),
    Parameter{.name = "words",
              .label = "your words",
              .help = "A sentence of up to 64 words.",
              .kind = Kind::text,
              .initial_text = "the more you look the more you see",
              .max_length = 480},
    choice_of("head", "head", "Which of the eight heads the large map shows.", head_choices, 1),
    choice_of("others", "heads E to H", "Built for one relation each, or drawn at random.", other_choices),
    integer_of("seed", "seed", "What the random heads are drawn from.", 1, 99, 1),
    word("row", "row", "The token that asks, counted from 0.", 6, last_rows, "column"),
    word("column", "column", "The token that is looked at, counted from 0.", 1, last_columns),
    choice_of("map", "map shows", "Weights after softmax, or raw scores before it.", map_choices),
    toggle_of("causal", "causal mask", "A token may look back, not ahead.", true),
    toggle_of("scaled", "divide by √dₖ", "Scores are divided by the root of the key width.", false),
    integer_of("step", "step",
               "How far the row is taken apart: scores, exponentials, weights, values, their sum.",
               after_score, after_sum, after_sum),
    tick("ribbonsA", "ribbons of A", true),
    tick("ribbonsB", "ribbons of B", true),
    tick("ribbonsC", "ribbons of C", false),
    tick("ribbonsD", "ribbons of D", true),
    tick("ribbonsE", "ribbons of E", false),
    tick("ribbonsF", "ribbons of F", false),
    tick("ribbonsG", "ribbons of G", false),
    tick("ribbonsH", "ribbons of H", false),
    Parameter{.name = "play",
              .label = "play",
              .help = "Goes from step to step, or stops.",
              .kind = Kind::action,
              .plays = "step"},
};

/// For a line: a long word is cut.
std::string cut(const std::string& word) {
    return Phrase() << "“" << figures::shortened(caption, word, 110) << "”";
}

/// What may be as large as e¹⁰.
Fixed short_of(float value) {
    return {wide(value), value < 1000 ? 2 : 0};
}

}  // namespace

void Heads::compute(const State& state) {
    model_.compute(state);
    head_ = model_.by_hand() ? 0 : state.choice(head_choice);
    row_ = state.integer(row_focus);
    column_ = state.integer(column_focus);
    step_ = state.integer(step);
    for (int h = 0; h < head_count; ++h) ticks_[h] = state.toggle(first_tick + h);
    // What was pointed at may be gone.
    hover_.forget_if([this](const Pointed& on) {
        return on.cell.row >= model_.n || on.cell.col >= model_.m ||
               on.head >= static_cast<int>(model_.heads().size());
    });
}

bool Heads::active(const State& state, int parameter) const {
    const int sentence = state.choice(sentence_choice);
    const bool of_heads = parameter == head_choice || parameter == causal ||
                          (parameter >= first_tick && parameter < first_tick + head_count);
    if (of_heads) return sentence != three_keys;
    if (parameter == typed) return sentence == own_words;
    if (parameter == others) return sentence < three_keys;
    if (parameter == seed)
        return sentence == own_words || (sentence < three_keys && state.choice(others) == 1);
    return true;
}

std::string Heads::shown(const State& state, int parameter) const {
    const int value = state.integer(parameter);
    if (parameter == row_focus && value < model_.n) return Phrase() << value << ", " << query(value);
    if (parameter == column_focus && value < model_.m) return Phrase() << value << ", " << key(value);
    if (parameter == step) {
        static constexpr const char* names[] = {"score", "exp", "÷ Σ", "× v", "Σ"};
        return names[value - 1];
    }
    return state.shown(parameter);
}

std::string Heads::shown_cell(const State& state, int parameter, int row, int col) const {
    if (parameter != row_focus) return state.shown_cell(parameter, row, col);
    if (row < 0 || col < 0 || row >= model_.n || col >= model_.m) return {};
    std::string out;
    for (const figures::Run& run : reading(light_theme(), head_, row, col)) out += run.text;
    return out;
}

const char* Heads::origin_of(Origin origin) {
    switch (origin) {
        case Origin::given:
            return "an essay’s exact scores";
        case Origin::pattern:
            return "an essay’s pattern, reconstructed";
        case Origin::built:
            return "constructed";
        default:
            return "random projections";
    }
}

std::string Heads::named(int head) const {
    const HeadNumbers& one = model_.heads()[at(head)];
    if (model_.by_hand()) return "Three keys";
    return Phrase() << "Head " << letter(head) << " " << one.caption;
}

bool Heads::hidden(const HeadNumbers& head, int i, int j) const {
    return std::isinf(head.trace.scaled_view()(i, j));
}

std::vector<figures::Run> Heads::reading(const Theme& theme, int head, int i, int j) const {
    const HeadNumbers& one = model_.heads()[at(head)];
    const attention::Trace& t = one.trace;
    std::vector<figures::Run> out;
    Phrase who;
    if (head != head_) who << letter(head) << ": ";
    who << cut(model_.queries[at(i)]) << " → " << cut(model_.keys[at(j)]) << "  ";
    out.push_back({who, theme.ink, true});
    const std::string score = fixed(wide(t.scores_view()(i, j)), 2);
    if (hidden(one, i, j)) {
        out.push_back(
            {Phrase() << "comes later: masked, so its score " << score << " weighs nothing", theme.muted});
        return out;
    }
    Phrase first;
    if (model_.divided)
        first << "q·k " << score << " ÷ " << root() << " = " << Fixed{wide(t.scaled_view()(i, j)), 2} << "; ";
    first << "α = exp " << Fixed{wide(t.scaled_view()(i, j)), 2}
          << " ÷ Σ = " << short_of(one.exps[at(i * model_.m + j)]) << " ÷ " << short_of(one.sums[at(i)])
          << " = ";
    const float weight = t.weights_view()(i, j);
    out.push_back({first, theme.ink});
    out.push_back({fixed(wide(weight), 3), theme.query, true});
    out.push_back({Phrase() << "   α v = " << Fixed{wide(weight), 3} << " × ", theme.ink});
    Phrase v, product;
    for (int a = 0; a < model_.axis_count; ++a) {
        const char* gap = a == 0 ? "(" : ", ";
        v << gap << Fixed{wide(model_.value(j, a)), 1};
        product << gap << Fixed{wide(weight * model_.value(j, a)), 2};
    }
    out.push_back({v << ")", theme.value});
    out.push_back({" = ", theme.ink});
    out.push_back({product << ")", theme.output, true});
    return out;
}

std::vector<figures::Run> Heads::sum_reading(const Theme& theme, int sum, int i) const {
    const HeadNumbers& one = large();
    const float* weights = &one.trace.weights[at(i * model_.m)];
    const bool axis = sum < model_.axis_count;
    std::vector<figures::Run> out;
    Phrase terms;
    const float result = axis                    ? one.trace.output_view()(i, sum)
                         : sum == entropy_of_row ? one.trace.entropy[at(i)]
                                                 : one.sums[at(i)];
    int count = 0;
    for (int j = 0; j < model_.m; ++j) {
        // What is 0 adds nothing.
        const float term = axis ? weights[j] * model_.value(j, sum) : one.exps[at(i * model_.m + j)];
        if (weights[j] == 0 || term == 0 || ++count > 8) continue;
        terms << (count == 1 ? "" : " + ");
        if (axis)
            terms << Fixed{wide(weights[j]), 3} << " × " << Fixed{wide(model_.value(j, sum)), 1};
        else if (sum == sum_of_exps)
            terms << short_of(term);
        else
            terms << Fixed{wide(weights[j]), 2} << " × " << Fixed{-std::log(wide(weights[j])), 2};
    }
    if (count == 0) terms << "0";
    if (count > 8) terms << " + " << count - 8 << " more";
    out.push_back({Phrase() << cut(model_.queries[at(i)]) << "  ", theme.ink, true});
    out.push_back({axis                    ? std::string(Phrase() << model_.axes[sum] << ", Σ α v = ")
                   : sum == entropy_of_row ? std::string("entropy, Σ α × −ln α = ")
                                           : std::string("Σ exp = "),
                   theme.ink});
    out.push_back({terms, theme.ink});
    out.push_back({" = ", theme.ink});
    out.push_back({fixed(wide(result), axis ? 3 : 2), axis ? theme.output : theme.ink, true});
    return out;
}

/// The word with the largest weight of the row, or all that show as much, told apart by their places.
std::string Heads::most_looked_at() const {
    const size_t from = at(row_ * model_.m), count = at(model_.m);
    const std::vector<int> best = largest_shown({&large().trace.weights[from], count}, 3);
    if (best.size() == 1) return placed(best.front());
    std::vector<std::string> names;
    for (const int j : best) names.push_back(placed(j));
    return "each of " + listed(names);
}

/// A key's name, with its place if another key has the same.
std::string Heads::placed(int j) const {
    return told_apart(model_.keys, at(j), key(j));
}

Description Heads::describe() const {
    const attention::Trace& t = large().trace;
    const int m = model_.m;
    const auto weight = [&](int j) { return t.weights_view()(row_, j); };
    int best = 0, seen = 0;
    float least = 1;
    for (int j = 0; j < m; ++j) {
        if (weight(j) > weight(best)) best = j;
        if (hidden(large(), row_, j)) continue;
        ++seen;
        least = std::min(least, weight(j));
    }
    Phrase gives;
    if (seen > 1 && weight(best) - least < 1e-6f)
        gives << " spreads its attention evenly, " << Fixed{wide(least), 3} << " for each of " << seen
              << (model_.by_hand() ? " keys" : " words");
    else
        gives << " gives " << Fixed{wide(weight(best)), 3} << " of its attention to " << most_looked_at();
    Phrase output;
    for (int a = 0; a < t.dv; ++a) output << (a == 0 ? "" : ", ") << Fixed{wide(t.output_view()(row_, a)), 3};
    Description out;
    out.summary =
        model_.empty
            ? std::string("No word is typed yet.")
            : std::string(Phrase() << (model_.by_hand() ? "Three keys by hand" : named(head_)) << ": "
                                   << (model_.by_hand() ? query(row_) : placed(row_)) << std::string(gives)
                                   << "; its output is (" << std::string(output) << ").");

    Table row =
        Table{Phrase() << "Row " << query(row_), {"key", "q·k", "scaled", "exponential", "weight"}, {}};
    for (int a = 0; a < t.dv; ++a) row.columns.emplace_back(model_.axes[a]);
    for (int j = 0; j < m; ++j) {
        const RowPen cells = add_row(row)
                             << model_.keys[at(j)] << t.scores_view()(row_, j)
                             << (hidden(large(), row_, j) ? Cell("masked") : Cell(t.scaled_view()(row_, j)))
                             << large().exps[at(row_ * m + j)] << weight(j);
        for (int a = 0; a < t.dv; ++a) cells << model_.value(j, a);
    }
    Table result = Table{"Output of " + query(row_), {"quantity"}, {}};
    const RowPen blend = add_row(result) << "Σ α v";
    for (int a = 0; a < t.dv; ++a) {
        result.columns.emplace_back(model_.axes[a]);
        blend << t.output_view()(row_, a);
    }
    Table whole = quantities("Whole row", {{"sum of exponentials", large().sums[at(row_)]},
                                           {"entropy in nats", t.entropy[at(row_)]},
                                           {"factor on q·k", t.scale}});
    out.tables = vector_of(std::move(row), std::move(result), std::move(whole));
    // A map of a long sentence is told by its extremes and the row.
    const char* map_title = model_.scores_shown ? "Scores" : "Weights";
    if (model_.n > 24) {
        const figures::MapSummary summary = figures::summary_of(large().map, model_.n, m, row_);
        out.tables.push_back(figures::describe_map(map_title, summary));
    } else {
        Table map = Table{map_title, {"query"}, {}};
        for (const std::string& name : model_.keys) map.columns.push_back(name);
        map.columns.emplace_back("entropy");
        for (int i = 0; i < model_.n; ++i) {
            const RowPen cells = add_row(map) << model_.queries[at(i)];
            for (int j = 0; j < m; ++j) {
                const float value = large().map[at(i * m + j)];
                cells << (std::isnan(value) ? Cell("masked") : Cell(value));
            }
            cells << t.entropy[at(i)];
        }
        out.tables.push_back(std::move(map));
    }
    out.add_value("largest weight", weight(best), "weights[row].max()");
    out.add_value("entropy", t.entropy[at(row_)], "entropy[row]");
    out.add_value("sum of exponentials", large().sums[at(row_)], "exponentials[row].sum()");
    out.add_value("score", t.scores_view()(row_, column_), "raw[row, column]");
    out.add_value("weight", weight(column_), "weights[row, column]");
    if (model_.by_hand()) return out;

    Table heads = Table{
        "Heads", {"head", "made", "ribbons", "mean entropy", "share on the first word", "mean distance"}, {}};
    Table all = Table{Phrase() << "Weights of " << query(row_) << " in every head", {"key"}, {}};
    for (int h = 0; h < head_count; ++h) {
        const HeadNumbers& one = model_.heads()[at(h)];
        add_row(heads) << std::string(Phrase() << letter(h) << " " << one.caption) << origin_of(one.origin)
                       << (ticks_[h] ? "drawn" : "not drawn") << one.entropy << one.first << one.distance;
        all.columns.push_back(std::string(1, letter(h)));
    }
    for (int j = 0; j < m; ++j) {
        const RowPen cells = add_row(all) << model_.keys[at(j)];
        for (const HeadNumbers& one : model_.heads()) cells << one.trace.weights_view()(row_, j);
    }
    out.tables.push_back(std::move(heads));
    out.tables.push_back(std::move(all));
    out.add_value("mean entropy", large().entropy, "entropy[first:].mean()");
    out.add_value("share on the first word", large().first, "weights[first:, 0].mean()");
    out.add_value("mean distance", large().distance, "(weights * np.abs(i - j)).sum(axis=1)[first:].mean()");
    return out;
}

std::string Heads::numpy(const State&) const {
    Phrase out;
    out << "import numpy as np\n\n" << model_.inputs(head_) << "raw = Q @ K.T\nscores = raw";
    if (model_.divided) out << " / np.sqrt(Q.shape[1])";
    if (model_.causal_mask) out << "\nscores = np.where(np.tri(len(scores), dtype=bool), scores, -np.inf)";
    out << "\nexponentials = np.exp(scores)\n"
           "weights = exponentials / exponentials.sum(axis=1, keepdims=True)\n"
           "output = weights @ V\n"
           "entropy = -(weights * np.log(np.where(weights > 0, weights, 1))).sum(axis=1)\n"
           "row, column = "
        << row_ << ", " << column_;
    if (!model_.by_hand())
        out << "\n# Rows that have a choice.\n"
               "i, j = np.indices(weights.shape)\n"
               "first = "
            << model_.first_row;
    return out << "\n";
}

}  // namespace explainer::attention_heads

namespace explainer {

extern const ExhibitType heads;
const ExhibitType heads = {
    "heads",
    "Heads: who looks at whom",
    "Eight heads over one sentence: press a word, see where each head looks, and follow scores into weights "
    "and weights into an output.",
    attention_heads::parameters,
    {},
    [] { return std::unique_ptr<Exhibit>(std::make_unique<attention_heads::Heads>()); },
};

}  // namespace explainer

// The numbers of `heads` and what is said of them. See heads_model.h.
#include "explainer/exhibits/heads_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "explainer/exhibits/floats.h"
#include "explainer/figures/map_view.h"
#include "explainer/phrase.h"
#include "explainer/superlatives.h"
#include "explainer/vector_of.h"

namespace explainer::attention_heads {
namespace {

/// By Origin.
constexpr const char* made_by[] = {"an essay’s exact scores", "an essay’s pattern, reconstructed",
                                   "constructed", "random projections"};
}  // namespace

void Model::compute(const State& state) {
    sentence = state.choice(sentence_choice);
    head = by_hand() ? 0 : state.choice(head_choice);
    row = state.integer(row_focus);
    column = state.integer(column_focus);
    reached = state.integer(step);
    for (int h = 0; h < head_count; ++h) ticks[h] = state.toggle(first_tick + h);
    const std::string inputs = Phrase()
                               << state.integer(sentence_choice) << state.integer(others)
                               << state.integer(map_choice) << state.integer(causal) << state.integer(scaled)
                               << " " << state.integer(seed) << " " << state.text(typed);
    if (inputs == computed_) return;  // only what is pointed at or ticked has changed
    computed_ = inputs;
    random = own() || (!by_hand() && state.choice(others) == 1);
    causal_mask = !by_hand() && state.toggle(causal);
    divided = state.toggle(scaled);
    scores_shown = state.choice(map_choice) == 1;
    MadeHeads& given = *this;
    given = by_hand() ? heads_by_hand()
            : own()   ? heads_of_words(state.text(typed), state.integer(seed))
                      : heads_of_sentence(sentence, random, state.integer(seed));
    for (int a = 0; a < axis_count; ++a) {
        largest_value[a] = 0;
        for (int j = 0; j < m; ++j) largest_value[a] = std::max(largest_value[a], std::fabs(value(j, a)));
    }
    first_row = causal_mask && n > 1 ? 1 : 0;
    largest_entropy = largest_distance = 1e-3f;
    largest_score = 5;
    attention::Options options;
    options.causal = causal_mask;
    if (!divided) options.scale = 1.0f;  // instead of 1/√d_k
    for (size_t h = 0; h < made.size(); ++h) {
        HeadNumbers& head = heads_[h];
        head.attend({made[h].q.data(), n, d}, {made[h].k.data(), m, d}, {values.data(), m, axis_count},
                    options, first_row);
        head.origin = made[h].origin;
        head.caption = made[h].caption;
        draw_map(head);
        largest_entropy = std::max(largest_entropy, head.entropy);
        largest_distance = std::max(largest_distance, head.distance);
        for (const float one : head.trace.scores) largest_score = std::max(largest_score, std::fabs(one));
    }
    ++version;
}

void Model::draw_map(HeadNumbers& head) const {
    head.rings.clear();
    head.map = scores_shown ? head.trace.scores : head.trace.weights;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < m; ++j)
            if (head.hidden(i, j)) head.map[at(i * m + j)] = std::numeric_limits<float>::quiet_NaN();
        if (const int best = head.best(i); head.hidden(i, best)) head.rings.push_back({i, best});
    }
}

// ---- In words and tables

std::string Model::named(int head) const {
    if (by_hand()) return "Three keys";
    return Phrase() << "Head " << letter(head) << " " << heads_[head].caption;
}

/// A key's name, with its place if another key has the same.
std::string Model::placed(int j) const {
    return told_apart(keys, at(j), key(j));
}

/// The word with the largest weight of the row, or all that show as much, told apart by their places.
std::string Model::most_looked_at() const {
    const std::vector<int> best = largest_shown({&large().trace.weights[at(row * m)], at(m)}, 3);
    if (best.size() == 1) return placed(best.front());
    std::vector<std::string> names;
    for (const int j : best) names.push_back(placed(j));
    return Phrase() << "each of " << listed(names);
}

Description Model::describe() const {
    const HeadNumbers& one = large();
    const attention::Trace& t = one.trace;
    const std::span<const float> weights(&t.weights[at(row * m)], at(m));
    const float most = *std::max_element(weights.begin(), weights.end());
    int seen = 0;
    float least = 1;
    Phrase output, gives;
    Table keys_of_row{"Row " + query(row), {"key", "q·k", "scaled", "exponential", "weight"}, {}, show_row};
    Table blend{"Output of " + query(row), {"quantity"}, {}, show_row};
    const RowPen sums = add_row(blend) << "Σ α v";
    for (int a = 0; a < axis_count; ++a) {
        const float sum = t.output_view()(row, a);
        output << (a == 0 ? "" : ", ") << Fixed{wide(sum), 3};
        keys_of_row.columns.emplace_back(axes[a]);
        blend.columns.emplace_back(axes[a]);
        sums << sum;
    }
    for (int j = 0; j < m; ++j) {
        const bool masked = one.hidden(row, j);
        const RowPen cells = add_row(keys_of_row) << keys[at(j)] << t.scores_view()(row, j)
                                                  << (masked ? Cell("masked") : Cell(t.scaled_view()(row, j)))
                                                  << one.exps[at(row * m + j)] << weights[at(j)];
        for (int a = 0; a < axis_count; ++a) cells << value(j, a);
        if (masked) continue;
        ++seen;
        least = std::min(least, weights[at(j)]);
    }
    if (seen > 1 && most - least < 1e-6f)
        gives << " spreads its attention evenly, " << Fixed{wide(least), 3} << " for each of " << seen
              << (by_hand() ? " keys" : " words");
    else
        gives << " gives " << Fixed{wide(most), 3} << " of its attention to " << most_looked_at();

    Description out;
    const std::string who = by_hand() ? Phrase() << "Three keys by hand: " << query(row)
                                      : Phrase() << named(head) << ": " << placed(row);
    out.summary = empty ? std::string("No word is typed yet.")
                        : std::string(Phrase() << who << std::string(gives) << "; its output is ("
                                               << std::string(output) << ").");
    out.tables = vector_of(std::move(keys_of_row), std::move(blend),
                           quantities("Whole row", {{"sum of exponentials", one.sums[at(row)]},
                                                    {"entropy in nats", t.entropy[at(row)]},
                                                    {"factor on q·k", t.scale}}),
                           map_table());
    out.tables.back().piece = show_map;
    out.add_value("largest weight", most, "weights[row].max()");
    out.add_value("entropy", t.entropy[at(row)], "entropy[row]");
    out.add_value("sum of exponentials", one.sums[at(row)], "exponentials[row].sum()");
    out.add_value("score", t.scores_view()(row, column), "raw[row, column]");
    out.add_value("weight", weights[at(column)], "weights[row, column]");
    if (!by_hand()) describe_heads(out);
    return out;
}

/// The enlarged map; that of a long sentence is told by its extremes and the row.
Table Model::map_table() const {
    const char* title = scores_shown ? "Scores" : "Weights";
    const HeadNumbers& one = large();
    if (n > 24) return figures::describe_map(title, figures::summary_of(one.map, n, m, row));
    Table out{title, {"query"}, {}};
    for (const std::string& name : keys) out.columns.push_back(name);
    out.columns.emplace_back("entropy");
    for (int i = 0; i < n; ++i) {
        const RowPen cells = add_row(out) << queries[at(i)];
        for (int j = 0; j < m; ++j) {
            const float shown = one.map[at(i * m + j)];
            cells << (std::isnan(shown) ? Cell("masked") : Cell(shown));
        }
        cells << one.trace.entropy[at(i)];
    }
    return out;
}

void Model::describe_heads(Description& out) const {
    Table compared{
        "Heads", {"head", "made", "ribbons", "mean entropy", "share on the first word", "mean distance"}, {}};
    Table row_in_all{"Weights of " + query(row) + " in every head", {"key"}, {}};
    for (const std::string& name : keys) add_row(row_in_all) << name;
    for (int h = 0; h < head_count; ++h) {
        const HeadNumbers& one = heads_[h];
        add_row(compared) << std::string(Phrase() << letter(h) << " " << one.caption)
                          << made_by[static_cast<size_t>(one.origin)] << (drawn(h) ? "drawn" : "not drawn")
                          << one.entropy << one.first << one.distance;
        row_in_all.columns.push_back(std::string(1, letter(h)));
        for (int j = 0; j < m; ++j) row_in_all.rows[at(j)].push_back(one.trace.weights_view()(row, j));
    }
    compared.piece = show_heads;
    row_in_all.piece = show_heads;
    out.tables.push_back(std::move(compared));
    out.tables.push_back(std::move(row_in_all));
    out.add_value("mean entropy", large().entropy, "entropy[first:].mean()");
    out.add_value("share on the first word", large().first, "weights[first:, 0].mean()");
    out.add_value("mean distance", large().distance, "(weights * np.abs(i - j)).sum(axis=1)[first:].mean()");
}

// ---- In Python

std::string Model::numpy() const {
    Phrase out;
    out << "import numpy as np\n\n" << python(by_hand() ? 0 : head) << "raw = Q @ K.T\nscores = raw";
    if (divided) out << " / np.sqrt(Q.shape[1])";
    if (causal_mask) out << "\nscores = np.where(np.tri(len(scores), dtype=bool), scores, -np.inf)";
    out << "\nexponentials = np.exp(scores)\n"
           "weights = exponentials / exponentials.sum(axis=1, keepdims=True)\n"
           "output = weights @ V\n"
           "entropy = -(weights * np.log(np.where(weights > 0, weights, 1))).sum(axis=1)\n"
           "row, column = "
        << row << ", " << column;
    if (!by_hand())
        out << "\n# Rows that have a choice.\n"
               "i, j = np.indices(weights.shape)\n"
               "first = "
            << first_row;
    return out << "\n";
}

}  // namespace explainer::attention_heads

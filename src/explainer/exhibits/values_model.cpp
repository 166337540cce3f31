// The numbers of `values`. See values_model.h.
#include "explainer/exhibits/values_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/softmax.h"
#include "attention/stages.h"
#include "explainer/exhibits/example_parts.h"
#include "explainer/format.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"
#include "explainer/python.h"

namespace explainer::values_model {
namespace {

// In the order of the choices of `data`.
constexpr double last_query[] = {2, 0, 0, 3, 2}, last_key[] = {2, 2, 1, 3, 2},
                 last_component[] = {2, 1, 1, 3, 2}, key_count[] = {3, 3, 2, 4, 3};
constexpr double nothing[16] = {};
constexpr MatrixDefault zeros(int rows, int cols) {
    return {rows, cols, std::span(nothing).first(static_cast<size_t>(rows * cols))};
}
constexpr std::array hand_defaults = {zeros(3, 3), zeros(1, 3), zeros(1, 2), zeros(4, 4), zeros(3, 3)};

constexpr Parameter whole(std::string_view name, std::string_view label, std::string_view help, double least,
                          double initial, std::span<const double> last, std::string_view grid_column = {}) {
    return bounded(integer_of(name, label, help, least, 3 + least, initial),
                   {.parameter = "data", .by_choice = last}, grid_column);
}

constexpr Parameter keep_parameter(std::string_view name, std::string_view label) {
    return toggle_of(name, label, "Left out, its share goes to the others.", true);
}

constexpr std::array own_parameters = {
    whole("word", "who asks", "The word whose output is put together, counted from 0.", 0, 0, last_query),
    whole("key", "part of the word", "Whose part of the sum is looked at, counted from 0.", 0, 1, last_key,
          "component"),
    whole("component", "component", "Which number of the output is looked at, counted from 0.", 0, 1,
          last_component),
    Parameter{.name = "hand",
              .label = "weights set by hand",
              .help = "Shares, divided by their sum; a row of zeros has its weights from queries and keys.",
              .kind = Kind::matrix,
              .step = 0.01,
              .matrices = hand_defaults,
              .initial_follows = "data"},
    keep_parameter("keep1", "keep the first word"),
    keep_parameter("keep2", "keep the second word"),
    keep_parameter("keep3", "keep the third word"),
    keep_parameter("keep4", "keep the fourth word"),
    // (Not "step": that is of the pipeline, whose states a group shares.)
    whole("added", "words added", "How many words have been added to the outputs so far.", 1, 4, key_count),
    play_of("added", "Adds word after word, or stops."),
};

constexpr std::array pieces = {
    piece_of("showArrivals", "what arrives", "How long what each word brings is, before and after W_O.",
             true),
    piece_of("showMadeOf", "what it is made of",
             "The matrices and the temperature behind values and weights.", false),
};

}  // namespace

std::span<const Parameter> parameters() {
    static const auto all =
        joined(example_parameters, softmax_parameters, own_parameters, output_parameters, pieces);
    return all;
}

int Model::left() const {
    return static_cast<int>(std::count(kept.begin(), kept.begin() + m(), true));
}

bool Model::weightless(int i) const {
    double sum = 0;
    for (int j = 0; j < m(); ++j) sum += weight(i, j);
    return !(sum > 0);
}

double Model::so_far(int i, int c) const {
    double sum = 0;
    for (int j = 0; j < step; ++j) sum += part(i, j, c);
    return sum;
}

Model model(const State& state) {
    Model out;
    out.example = worked_example(state);
    const WorkedExample& e = out.example;
    out.word = std::min(state.integer(word), e.n - 1);
    out.key = std::min(state.integer(key), e.m - 1);
    out.component = std::min(state.integer(component), e.dv - 1);
    out.step = std::clamp(state.integer(step), 1, e.m);
    out.temperature = static_cast<float>(state.number(example::temperature));
    for (int j = 0; j < 4; ++j) out.kept[static_cast<size_t>(j)] = state.toggle(keep + j);

    // Softmax gets what would have given the weights of a row set by hand; a word left out is masked.
    out.scaled = e.trace.scaled;
    const MatrixValue& shares = state.matrix(hand);
    for (int i = 0; i < e.n; ++i) {
        double sum = 0;
        for (int j = 0; j < e.m; ++j) sum += shares.at(i, j);
        out.by_hand.push_back(sum > 0);
        for (int j = 0; sum > 0 && j < e.m; ++j)
            out.scaled[static_cast<size_t>(i * e.m + j)] =
                static_cast<float>(static_cast<double>(out.temperature) * std::log(shares.at(i, j) / sum));
    }
    out.full.resize(out.scaled.size());
    attention::softmax({out.scaled.data(), e.n, e.m}, out.temperature, {out.full.data(), e.n, e.m});
    std::vector<float> masked = out.scaled;
    for (int at = 0; at < e.n * e.m; ++at)
        if (!out.kept[static_cast<size_t>(at % e.m)])
            masked[static_cast<size_t>(at)] = -std::numeric_limits<float>::infinity();
    out.weights.resize(masked.size());
    attention::softmax({masked.data(), e.n, e.m}, out.temperature, {out.weights.data(), e.n, e.m});

    out.before.resize(static_cast<size_t>(e.n * e.dv));
    out.output.resize(out.before.size());
    attention::weighted_sum({out.full.data(), e.n, e.m}, e.v_view(), {out.before.data(), e.n, e.dv});
    attention::weighted_sum({out.weights.data(), e.n, e.m}, e.v_view(), {out.output.data(), e.n, e.dv});
    out.as_given = as_given(state) && out.complete() &&
                   std::none_of(out.by_hand.begin(), out.by_hand.end(), [](bool one) { return one; });
    const MatrixValue& mixing = state.matrix(w_o);
    out.w_o.assign(mixing.values.begin(), mixing.values.end());
    out.out_width = mixing.cols;
    out.w_o_origin = !given_by_data(state, w_o)         ? "changed by hand"
                     : out.example.data == Data::seeded ? "random"
                                                        : "constructed";
    out.projected.resize(static_cast<size_t>(e.m * out.out_width));
    attention::project(e.v_view(), {out.w_o.data(), e.dv, out.out_width},
                       {out.projected.data(), e.m, out.out_width});
    out.lengths = row_lengths(e.v_view());
    out.projected_lengths = row_lengths({out.projected.data(), e.m, out.out_width});
    return out;
}

std::vector<double> dragged(const Model& model, int key, double share) {
    share = std::clamp(share, 0.0, 1.0);
    double others = 0;
    int count = 0;
    for (int j = 0; j < model.m(); ++j) {
        if (j == key || !model.kept[static_cast<size_t>(j)]) continue;
        others += model.weight(model.word, j);
        ++count;
    }
    std::vector<double> out;
    for (int j = 0; j < model.m(); ++j) {
        const double was = model.weight(model.word, j);
        const double one = j == key                              ? share
                           : !model.kept[static_cast<size_t>(j)] ? 0
                           : others > 0                          ? (1 - share) * was / others
                                                                 : (1 - share) / count;
        out.push_back(std::round(one * 1000) / 1000);  // short to write in a link
    }
    if (count == 0) out[static_cast<size_t>(key)] = 1;  // alone, it has everything
    return out;
}

Turned turned(const Model& model) {
    Turned out;
    double most = 0;
    bool crossed = false, differ = false;
    for (int a = 0; a < model.m(); ++a) {
        for (int b = 0; b < model.m(); ++b) {
            const double more = model.weight(model.word, a), less = model.weight(model.word, b);
            if (!(more > less)) continue;
            differ = true;
            crossed = crossed || model.arrives(a) <= model.arrives(b);
            // (Too near each other they are not told as ratios.)
            if (!(more > 1.1 * less) || !(model.arrives(a) < 0.95 * model.arrives(b))) continue;
            const double gap = more / less * model.arrives(b) / model.arrives(a);
            if (gap > most) {
                most = gap;
                out = {a, b};
            }
        }
    }
    out.ordered = differ && !crossed;
    return out;
}

std::string remark(const Model& m) {
    const int i = m.word, c = m.component;
    if (m.example.data == Data::hand && m.as_given)
        return Phrase() << "The book chapter prints 6.015 and 3.985: it rounds the weights to three digits "
                           "first. With all digits it is "
                        << Fixed{m.sum(i, 0), 3} << " and " << Fixed{m.sum(i, 1), 3} << ".";
    if (m.example.data != Data::two || !m.complete()) return {};
    // A value that is set to 0 and a word that is left out are two questions: its share moves on.
    const int heavy = m.weight(i, 0) >= m.weight(i, 1) ? 0 : 1;
    if (wide(m.lengths, heavy) == 0) return {};  // it is 0 already
    return Phrase() << "Put 0 in place of the value of " << m.name(heavy) << ", which has "
                    << Fixed{m.weight(i, heavy), 3} << " of the attention: component " << c + 1
                    << " goes from " << Fixed{m.sum(i, c), 3} << " to "
                    << Fixed{m.without_value(i, heavy, c), 3} << ". Leave the word out instead, and "
                    << (m.weight(i, 1 - heavy) > 0
                            ? std::string(Phrase() << "its share moves on to " << m.name(1 - heavy)
                                                   << ": then it is " << Fixed{m.value(1 - heavy, c), 3})
                            : "nothing is left to hand over: then it is 0")
                    << ".";
}

Description describe(const Model& m) {
    const int i = m.word, j = m.key, c = m.component;
    Description out;
    const std::string place = Phrase() << "number " << c + 1 << " of the output of “" << m.asks(i) << "”";
    if (m.left() == 0) {
        out.summary = "Every word is left out: there is nothing to blend, and every output is 0.";
    } else if (m.weightless(i)) {
        out.summary = Phrase() << "All the weight of “" << m.asks(i)
                               << "” is on words that are left out: nothing is handed over, its output is 0; "
                                  "with every word, "
                               << place << " would be " << Fixed{m.sum_before(i, c), 3} << ".";
    } else {
        out.summary = Phrase() << "“" << m.name(j) << "” brings " << Fixed{m.part(i, j, c), 3} << " ("
                               << Fixed{m.weight(i, j), 3} << " × " << Fixed{m.value(j, c), 3} << ") to "
                               << place << ", which comes to " << Fixed{m.sum(i, c), 3};
        if (!m.complete()) {
            const std::string whole = fixed(m.sum_before(i, c), 3);
            const bool same = whole == fixed(m.sum(i, c), 3);
            out.summary += "; with every word it would be " + (same ? "the same" : whole);
        }
        out.summary += ".";
    }
    if (m.set_by_hand()) out.summary += " The weights are set by hand.";
    if (const std::string more = remark(m); !more.empty()) out.summary += " " + more;

    Table words = Table{Phrase() << "What arrives at “" << m.asks(i) << "”",
                        {"word", "length of v", "weight", "weight × length", "weight × length after W_O"},
                        {}};
    for (int k = 0; k < m.m(); ++k) {
        const Cell weight = m.kept[static_cast<size_t>(k)]
                                ? Cell(m.weights[static_cast<size_t>(i * m.m() + k)])
                                : Cell("left out");
        add_row(words) << m.name(k) << m.lengths[static_cast<size_t>(k)] << weight << m.arrives(k)
                       << m.arrives_after(k);
    }
    words.piece = show_arrivals;
    out.tables.push_back(std::move(words));
    const WorkedExample& e = m.example;
    // What softmax gets: q·k, or T ln α where α is set by hand (nothing to take the logarithm of: in words).
    Table scores = Table{"Scores s", {"word"}, {}};
    for (const std::string& key : e.keys) scores.columns.push_back(key);
    for (int q = 0; q < m.n(); ++q) {
        const RowPen row = add_row(scores) << m.asks(q);
        for (int k = 0; k < m.m(); ++k) {
            const float score = m.scaled[static_cast<size_t>(q * m.m() + k)];
            row << (std::isfinite(score) ? Cell(score) : Cell("−∞"));
        }
    }
    out.tables.push_back(std::move(scores));
    const auto matrix = [&out](const char* title, std::vector<std::string> names,
                               const std::vector<float>& values, int columns) {
        for (size_t row = names.size(); row < values.size() / static_cast<size_t>(columns); ++row)
            names.push_back(std::to_string(row + 1));  // rows that are no word's
        out.tables.push_back(matrix_table(title, "row", names, values, columns));
    };
    if (e.from_words) {
        matrix("X", e.keys, e.x, e.width);
        matrix("W_V", {}, e.w_v, e.dv);
    } else {
        matrix("Q", e.queries, e.q, e.d);
        matrix("K", e.keys, e.k, e.d);
    }
    matrix("Values", e.keys, e.v, e.dv);
    matrix("W_O", {}, m.w_o, m.out_width);
    for (int q = 0; q < m.n(); ++q) {
        Table parts = Table{Phrase() << "Output of “" << m.asks(q) << "”", {"component"}, {}};
        for (int k = 0; k < m.m(); ++k) parts.columns.push_back(Phrase() << "from " << m.name(k));
        if (m.step < m.m()) parts.columns.emplace_back("so far");
        parts.columns.emplace_back("sum");
        if (!m.complete()) parts.columns.emplace_back("with every word");
        for (int d = 0; d < m.dv(); ++d) {
            const RowPen row = add_row(parts) << d + 1;
            for (int k = 0; k < m.m(); ++k) row << m.part(q, k, d);
            if (m.step < m.m()) row << m.so_far(q, d);
            row << m.output[static_cast<size_t>(q * m.dv() + d)];
            if (!m.complete()) row << m.before[static_cast<size_t>(q * m.dv() + d)];
        }
        out.tables.push_back(std::move(parts));
    }

    const float* const row = m.weights.data() + i * m.m();
    out.add_value("weight", m.weight(i, j), "weight");
    out.add_value("value", m.value(j, c), "v[component]");
    out.add_value("part", m.part(i, j, c), "weight * v[component]");
    out.add_value("output", m.sum(i, c), "output[word, component]");
    out.add_value("output with every word", m.sum_before(i, c), "before[word, component]");
    out.add_value("largest weight", wide(*std::max_element(row, row + m.m())), "weights[word].max()");
    out.add_value("length of v", wide(m.lengths, j), "np.linalg.norm(v)");
    out.add_value("weight times length", m.arrives(j), "weight * np.linalg.norm(v)");
    out.add_value("weight times length after W_O", m.arrives_after(j), "weight * np.linalg.norm(v @ W_O)");
    for (int d = 0; d < m.dv(); ++d)
        out.add_value(Phrase() << "output " << d + 1, m.sum(i, d), Phrase() << "output[word, " << d << "]");
    return out;
}

std::string numpy(const State& state) {
    const Model m = model(state);
    const auto row_of = [](int count, auto&& shown) {
        std::string out = "[";
        for (int i = 0; i < count; ++i) out += (i == 0 ? "" : ", ") + shown(i);
        return out + "]";
    };
    std::string out = example_numpy(state);
    const MatrixValue& mixing = state.matrix(w_o);
    out += python::matrix("W_O", mixing.values, mixing.rows, mixing.cols);
    out += Phrase() << "T = " << Shortest{state.number(example::temperature)} << "\n";
    out += state.toggle(example::scaled) ? "scores = Q @ K.T / np.sqrt(K.shape[1])\n"
                                         : "scores = (Q @ K.T).astype(float)\n";
    for (int i = 0; i < m.n(); ++i) {
        if (!m.by_hand[static_cast<size_t>(i)]) continue;
        const MatrixValue& shares = state.matrix(hand);
        out += Phrase() << "by_hand = np.array("
                        << row_of(m.m(), [&](int j) { return shortest(shares.at(i, j)); }) << ")\n";
        out += Phrase() << "with np.errstate(divide=\"ignore\"):\n    scores[" << i
                        << "] = T * np.log(by_hand / by_hand.sum())\n";
    }
    out +=
        "\ndef softmax(x):\n    e = np.exp((x - x.max(axis=1, keepdims=True)) / T)\n"
        "    return e / e.sum(axis=1, keepdims=True)\n\nfull = softmax(scores)\n";
    if (m.complete()) {
        out += "weights = full\n";
    } else {
        const auto kept = [&](int j) -> std::string {
            return m.kept[static_cast<size_t>(j)] ? "True" : "False";
        };
        out += "keep = np.array(" + row_of(m.m(), kept) +
               ")\nmasked = np.where(keep, scores, -np.inf)\n"
               "lost = np.isinf(masked).all(axis=1)[:, None]  # nothing to share\n"
               "weights = np.where(lost, 0, softmax(np.where(lost, 0, masked)))\n";
    }
    out += "output, before = weights @ V, full @ V\n";
    out += Phrase() << "word, key, component = " << m.word << ", " << m.key << ", " << m.component
                    << "\nweight, v = weights[word, key], V[key]\n";
    return out;
}

}  // namespace explainer::values_model

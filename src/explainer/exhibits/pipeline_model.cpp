// The numbers of `pipeline`. See pipeline_model.h.
#include "explainer/exhibits/pipeline_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "attention/softmax.h"
#include "attention/stages.h"
#include "explainer/exhibits/example_parts.h"
#include "explainer/format.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer::pipeline_model {
namespace {

// In the order of the choices of `data`: the longest side of Q, K, V, scores and outputs.
constexpr double last_row[] = {2, 2, 1, 3, 2}, last_column[] = {2, 2, 1, 3, 2};

constexpr std::array of_choices = {Choice{"q", "Q"}, Choice{"k", "K"}, Choice{"v", "V"},
                                   Choice{"grid", "scores, weights"}, Choice{"output", "output"}};

constexpr std::array own_parameters = {
    integer_of("step", "step", "How far the calculation has come, from words (1) to outputs (6).", at_words,
               blend, blend),
    choice_of("of", "number in", "In which matrix the number stands whose sources are lit.", of_choices,
              static_cast<int>(output)),
    bounded(integer_of("row", "row", "The row of that number: its word, counted from 0.", 0, 3, 0),
            {.parameter = "data", .by_choice = last_row}, "column"),
    bounded(integer_of("column", "column", "The column of that number, counted from 0.", 0, 3, 1),
            {.parameter = "data", .by_choice = last_column}),
    toggle_of("softmax", "softmax", "Without it the scores themselves weigh the values.", true),
    toggle_of("values", "values V", "Without them the words themselves, X, are handed over.", true),
    play_of("step"),
    piece_of("showLeaveOut", "leave a step out", "The switches, and what breaks without each step.", true),
    piece_of("showTrace", "the arithmetic", "The number, step by step back to X.", true),
};

Way way(const Model& model, bool scaled, bool softmax, bool values) {
    const WorkedExample& e = model.example;
    Way out;
    out.scaled.resize(model.scores().size());
    out.weights.resize(model.scores().size());
    const attention::MatrixView given{out.scaled.data(), e.n, e.m}, shares{out.weights.data(), e.n, e.m};
    attention::scale(model.grid_at(score), scaled ? attention::scale_factor({}, e.d) : 1.0f, given);
    if (softmax)
        attention::softmax(given, model.temperature, shares);
    else
        attention::scale(given, 1 / model.temperature, shares);
    out.columns = values ? e.dv : e.width;
    out.output.resize(static_cast<size_t>(e.n * out.columns));
    attention::weighted_sum(shares, values ? e.v_view() : e.x_view(), {out.output.data(), e.n, out.columns});
    return out;
}

}  // namespace

std::span<const Parameter> parameters() {
    static const auto all = joined(example_parameters, softmax_parameters, own_parameters);
    return all;
}

Model model(const State& state) {
    Model out;
    out.example = worked_example(state);
    const WorkedExample& e = out.example;
    out.step = state.integer(step);
    out.scaled = state.toggle(example::scaled);
    out.softmax = state.toggle(softmax);
    out.values = state.toggle(values) || !e.from_words;
    out.temperature = static_cast<float>(state.number(example::temperature));
    out.now = way(out, out.scaled, out.softmax, out.values);
    out.focus = out.valid(
        {static_cast<Name>(state.choice(of)), state.integer(row_focus), state.integer(column_focus)});
    return out;
}

double Model::measure(Switch one, bool on) const {
    // (Where there is no X, nothing could be handed over in place of V.)
    const Way all = way(*this, one == of_scale ? on : scaled, one == of_softmax ? on : softmax,
                        one == of_values ? on || !example.from_words : values);
    const int i = std::min(focus.row, n() - 1);
    if (one == of_values) return wide(all.output, i * all.columns + std::min(focus.col, all.columns - 1));
    const std::span line(all.weights.data() + i * m(), static_cast<size_t>(m()));
    if (one == of_scale) return wide(attention::largest(line));
    return std::accumulate(line.begin(), line.end(), 0.0);
}

attention::ConstMatrixView Model::view(Name name, bool turned) const {
    const attention::ConstMatrixView all[] = {example.q_view(),
                                              example.k_view(),
                                              {handed().data(), m(), now.columns},
                                              grid_at(step),
                                              {now.output.data(), n(), now.columns},
                                              example.x_view(),
                                              example.w_q_view(),
                                              example.w_k_view(),
                                              example.w_v_view()};
    return turned && name == K ? example.k_turned_view() : all[name];
}

Focus Model::valid(Focus wanted) const {
    if (wanted.of == V && !values) wanted.of = output;  // X stands where V was
    // What is not there yet gives way to the newest that is.
    if (step < blend && wanted.of == output) wanted.of = grid;
    if (step < score && wanted.of == grid) wanted.of = Q;
    wanted.row = std::clamp(wanted.row, 0, view(wanted.of).rows - 1);
    wanted.col = std::clamp(wanted.col, 0, view(wanted.of).cols - 1);
    return wanted;
}

int Model::share_decimals() const {
    const bool told = softmax && std::any_of(now.weights.begin(), now.weights.end(), [](float one) {
                          const float rest = std::min(one, 1 - one);
                          return rest >= 0.00005f && rest < 0.0005f;
                      });
    return told ? 4 : 3;
}

int Model::decimals(Name name, int most) const {
    if (name == output || (name == grid && step == divide)) return 3;
    if (name == grid && step > divide) return share_decimals();
    const attention::ConstMatrixView all = view(name);
    return decimals_of({all.data, all.size()}, most);
}

std::string Model::name(const Focus& f) const {
    // Words are quoted and have a query, a key and a value; what is given is q₂, k₁ or v₁ itself.
    const bool words = example.from_words;
    const auto quoted = [words](const std::string& name) { return words ? "“" + name + "”" : name; };
    const auto& names = f.of == K || f.of == V ? example.keys : example.queries;
    std::string row = quoted(names[static_cast<size_t>(f.row)]);
    if (f.of == grid)
        return grid_name() + " of " + row + " for " + quoted(example.keys[static_cast<size_t>(f.col)]);
    if (f.of == V && !words) row = "v" + subscript(f.row + 1);
    static constexpr const char* roles[] = {"the query of ", "the key of ", "the value of ", "",
                                            "the output of "};
    return Phrase() << "number " << f.col + 1 << " of " << (words || f.of == output ? roles[f.of] : "")
                    << row;
}

std::string Model::sentence_name(const Focus& f) const {
    return f.of == grid ? "The " + name(f) : "N" + name(f).substr(1);
}

std::string Model::grid_name() const {
    // (Without softmax nothing is a weight.)
    if (step >= weigh && softmax) return "weight";
    return step >= divide && scaled ? "scaled score" : "score";
}

std::string brief(double value, int decimals) {
    const double size = std::fabs(value);
    if (size >= 1e5) return scientific(value, 2);
    return fixed(value, size >= 1000  ? 0
                        : size >= 100 ? std::min(decimals, 1)
                        : size >= 10  ? std::min(decimals, 2)
                                      : decimals);
}

Description describe(const Model& m) {
    const WorkedExample& e = m.example;
    Description out;
    const char* names[] = {"words",
                           "projection",
                           "scores",
                           m.scaled ? "scaled scores" : "scores, not scaled",
                           m.softmax ? "weights" : "no softmax",
                           "outputs"};
    Phrase said;
    said << "Step " << m.step << " of 6, " << names[m.step - 1];
    if (m.step > at_words)
        said << ". " << m.sentence_name(m.focus) << " is " << Fixed{m.value(m.focus), 3} << ".";
    else if (e.from_words)
        said << ": " << e.n << " words, each " << e.width << " numbers.";
    else
        said << ": queries, keys and values are given.";
    // What a step does, or does not, is said once it is reached.
    if (m.step >= weigh) {
        const Fixed temperature{wide(m.temperature), 3};
        if (!m.scaled) {
            said << " Scores are not divided";
            if (m.temperature != 1) said << " by √dₖ, but by a temperature of " << temperature;
            said << (m.softmax ? ": the largest weight of the row is " : ": the largest of the row is ")
                 << Fixed{m.measure(of_scale), 3} << ".";
        } else if (m.temperature != 1) {
            said << " Scaled scores are divided by a temperature of " << temperature << ".";
        }
        if (!m.softmax)
            said << " There is no softmax: the row sums to " << Fixed{m.measure(of_softmax), 3} << ".";
    }
    if (!m.values && m.step >= project) said << " X is handed over in place of V.";
    out.summary = said;

    const auto table = [&](const char* title, const std::vector<std::string>& rows,
                           std::span<const float> all, int columns,
                           const std::vector<std::string>& heads = {}) {
        out.tables.push_back(matrix_table(title, "row", rows, all, columns, heads));
    };
    if (e.from_words) {
        // (Rows of weights are numbered: they are no word's.)
        std::vector<std::string> numbers;
        for (int i = 1; i <= e.width; ++i) numbers.push_back(std::to_string(i));
        table("X", e.keys, e.x, e.width);
        table("W_Q", numbers, e.w_q, e.d);
        table("W_K", numbers, e.w_k, e.d);
        table("W_V", numbers, e.w_v, e.dv);
    }
    if (m.traced()) {
        table("Q", e.queries, e.q, e.d);
        table("K", e.keys, e.k, e.d);
        table("V", e.keys, e.v, e.dv);
    }
    if (m.step >= score) table("Scores Q Kᵀ", e.queries, m.scores(), e.m, e.keys);
    if (m.step >= divide)
        table(m.scaled ? "Scaled scores" : "Scores, not scaled", e.queries, m.now.scaled, e.m, e.keys);
    if (m.step >= weigh) table("Weights", e.queries, m.now.weights, e.m, e.keys);
    if (m.step >= blend) table("Outputs", e.queries, m.now.output, m.now.columns);
    Table without = Table{"What a step is for, in this row", {"quantity", "with it", "without it"}, {}};
    static constexpr const char* quantities[] = {"scaling: largest weight", "softmax: sum of the weights",
                                                 "V: number of the output"};
    for (const Switch one : {of_scale, of_softmax, of_values})
        if (one != of_values || e.from_words)
            add_row(without) << quantities[one] << m.measure(one, true) << m.measure(one, false);
    without.piece = show_leave_out;
    out.tables.push_back(std::move(without));
    out.add_value("chosen number", m.value(m.focus), "chosen");
    out.add_value("output", m.measure(of_values), "number_of(output)");
    out.add_value("largest weight", m.measure(of_scale), "weights[row].max()");
    out.add_value("largest weight without scaling", m.measure(of_scale, false),
                  "without_scale[1][row].max()");
    out.add_value("sum of the row without softmax", m.measure(of_softmax, false),
                  "without_softmax[1][row].sum()");
    if (e.from_words)
        out.add_value("output without V", m.measure(of_values, false), "number_of(without_v[2])");
    return out;
}

std::string numpy(const State& state) {
    const Model m = model(state);
    const WorkedExample& e = m.example;
    const auto truth = [](bool one) { return one ? "True" : "False"; };
    const char* grid = m.step <= score ? "(Q @ K.T)" : m.step == divide ? "scores" : "weights";
    const char* const chosen[] = {"Q", "K", "V", grid, "output"};
    Phrase out;
    out << example_numpy(state) << "T = " << Shortest{state.number(example::temperature)}
        << "\n\n"
           "def attention(scaled, softmax, values):\n"
           "    scores = (Q @ K.T).astype(float)\n"
           "    if scaled:\n        scores /= np.sqrt(K.shape[1])\n"
           "    weights = scores / T\n"
           "    if softmax:\n"
           "        weights = np.exp(weights - weights.max(axis=1, keepdims=True))\n"
           "        weights /= weights.sum(axis=1, keepdims=True)\n"
        << "    return scores, weights, weights @ " << (e.from_words ? "(V if values else X)" : "V")
        << "\n\n"
           "scaled, softmax, values = "
        << truth(m.scaled) << ", " << truth(m.softmax) << ", " << truth(m.values)
        << "\nscores, weights, output = attention(scaled, softmax, values)\nrow, column = "
        << std::min(m.focus.row, e.n - 1) << ", " << m.focus.col
        << "\nnumber_of = lambda blend: blend[row, min(column, blend.shape[1] - 1)]\nchosen = "
        << chosen[static_cast<size_t>(m.focus.of)] << "[" << m.focus.row << ", "
        << m.focus.col
        // (The switches' names are free from here on: the last statement is about numbers.)
        << "]\nwithout_scale = attention(False, softmax, values)\n"
           "without_softmax = attention(scaled, False, values)\n";
    if (e.from_words) out << "without_v = attention(scaled, softmax, False)\n";
    return out;
}

}  // namespace explainer::pipeline_model

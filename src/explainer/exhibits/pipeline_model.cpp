// The numbers of `pipeline`. See pipeline_model.h.
#include "explainer/exhibits/pipeline_model.h"

#include <algorithm>
#include <cmath>

#include "attention/softmax.h"
#include "attention/stages.h"
#include "explainer/exhibits/example_parts.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer::pipeline_model {
namespace {

// In the order of the choices of `data`: the longest side of Q, K, V, scores and outputs.
constexpr double last_row[] = {2, 2, 1, 3, 2}, last_column[] = {2, 2, 1, 3, 2};

constexpr std::array of_choices = {Choice{"q", "Q"}, Choice{"k", "K"}, Choice{"v", "V"},
                                   Choice{"grid", "scores, weights"}, Choice{"output", "output"}};

constexpr std::array own_parameters = {
    Parameter{.name = "step",
              .label = "step",
              .help = "How far the calculation has come, from words (1) to outputs (6).",
              .kind = Kind::integer,
              .minimum = words,
              .maximum = blend,
              .step = 1,
              .initial = blend},
    Parameter{.name = "of",
              .label = "number in",
              .help = "In which matrix the number stands whose sources are lit.",
              .kind = Kind::choice,
              .initial = static_cast<double>(Of::output),
              .choices = of_choices},
    Parameter{.name = "row",
              .label = "row",
              .help = "The row of that number: its word, counted from 0.",
              .kind = Kind::integer,
              .minimum = 0,
              .maximum = 3,
              .step = 1,
              .initial = 0,
              .maximum_follows = {.parameter = "data", .by_choice = last_row},
              .grid_column = "column"},
    Parameter{.name = "column",
              .label = "column",
              .help = "The column of that number, counted from 0.",
              .kind = Kind::integer,
              .minimum = 0,
              .maximum = 3,
              .step = 1,
              .initial = 1,
              .maximum_follows = {.parameter = "data", .by_choice = last_column}},
    Parameter{.name = "softmax",
              .label = "softmax",
              .help = "Without it the scores themselves weigh the values.",
              .kind = Kind::toggle,
              .initial = 1},
    Parameter{.name = "values",
              .label = "values V",
              .help = "Without them the words themselves, X, are handed over.",
              .kind = Kind::toggle,
              .initial = 1},
    Parameter{.name = "play",
              .label = "play",
              .help = "Goes from step to step, or stops.",
              .kind = Kind::action,
              .plays = "step"},
};

Way way(const WorkedExample& e, const std::vector<float>& scores, bool scaled, bool softmax, bool values,
        float temperature) {
    Way out;
    const attention::ConstMatrixView all{scores.data(), e.n, e.m};
    out.scaled.resize(scores.size());
    attention::scale(all, scaled ? attention::scale_factor({}, e.d) : 1.0f, {out.scaled.data(), e.n, e.m});
    out.weights.resize(scores.size());
    if (softmax)
        attention::softmax({out.scaled.data(), e.n, e.m}, temperature, {out.weights.data(), e.n, e.m});
    else
        attention::scale({out.scaled.data(), e.n, e.m}, 1 / temperature, {out.weights.data(), e.n, e.m});
    out.columns = values ? e.dv : e.width;
    out.output.resize(static_cast<size_t>(e.n * out.columns));
    attention::weighted_sum({out.weights.data(), e.n, e.m}, values ? e.v_view() : e.x_view(),
                            {out.output.data(), e.n, out.columns});
    return out;
}

int largest_term(const Source& source) {
    int best = 0;
    const auto size = [&](size_t k) { return std::fabs(source.left[k] * source.right[k]); };
    for (size_t k = 1; k < source.left.size(); ++k) {
        if (size(k) > size(static_cast<size_t>(best))) best = static_cast<int>(k);
    }
    return best;
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
    out.scores.resize(static_cast<size_t>(e.n * e.m));
    attention::scores(e.q_view(), e.k_view(), {out.scores.data(), e.n, e.m});
    for (int t = 0; t < e.d; ++t) {
        for (int j = 0; j < e.m; ++j) out.transposed.push_back(e.k[static_cast<size_t>(j * e.d + t)]);
    }
    const float T = out.temperature;
    out.now = way(e, out.scores, out.scaled, out.softmax, out.values, T);
    out.with_scale = way(e, out.scores, true, out.softmax, out.values, T);
    out.without_scale = way(e, out.scores, false, out.softmax, out.values, T);
    out.with_softmax = way(e, out.scores, out.scaled, true, out.values, T);
    out.without_softmax = way(e, out.scores, out.scaled, false, out.values, T);
    out.with_values = way(e, out.scores, out.scaled, out.softmax, true, T);
    out.without_values = way(e, out.scores, out.scaled, out.softmax, !e.from_words, T);
    out.as_given = as_given(state) && out.softmax && out.values;
    out.focus = out.valid({static_cast<Of>(state.choice(of)), state.integer(row), state.integer(column)});
    return out;
}

const std::vector<float>& Model::grid() const {
    return step <= score ? scores : step == divide ? now.scaled : now.weights;
}

Focus Model::valid(Focus wanted) const {
    if (wanted.of == Of::v && !values) wanted.of = Of::output;  // X stands where V was
    // What is not there yet gives way to the newest that is.
    if (step < blend && wanted.of == Of::output) wanted.of = Of::grid;
    if (step < score && wanted.of == Of::grid) wanted.of = Of::q;
    const bool of_key = wanted.of == Of::k || wanted.of == Of::v;
    const int columns = wanted.of == Of::grid     ? m()
                        : wanted.of == Of::output ? now.columns
                        : wanted.of == Of::v      ? example.dv
                                                  : example.d;
    wanted.row = std::clamp(wanted.row, 0, (of_key ? m() : n()) - 1);
    wanted.col = std::clamp(wanted.col, 0, columns - 1);
    return wanted;
}

double Model::value(const Focus& f) const {
    switch (f.of) {
        case Of::q:
            return at(example.q, example.d, f.row, f.col);
        case Of::k:
            return at(example.k, example.d, f.row, f.col);
        case Of::v:
            return at(example.v, example.dv, f.row, f.col);
        case Of::grid:
            return at(grid(), m(), f.row, f.col);
        case Of::output:
            break;
    }
    return at(now.output, now.columns, f.row, f.col);
}

int Model::share_decimals() const {
    const bool told = softmax && std::any_of(now.weights.begin(), now.weights.end(), [](float one) {
                          const float rest = std::min(one, 1 - one);
                          return rest >= 0.00005f && rest < 0.0005f;
                      });
    return told ? 4 : 3;
}

int Model::decimals(const Focus& f) const {
    switch (f.of) {
        case Of::q:
            return decimals_of(example.q);
        case Of::k:
            return decimals_of(example.k);
        case Of::v:
            return decimals_of(example.v);
        case Of::grid:
            return step <= score ? decimals_of(scores) : step == divide ? 3 : share_decimals();
        case Of::output:
            break;
    }
    return 3;
}

std::string Model::name(const Focus& f) const {
    // Words are quoted and have a query, a key and a value; what is given is q₂, k₁ or v₁ itself.
    const bool words = example.from_words;
    const auto quoted = [words](const std::string& name) -> std::string {
        return words ? std::string(Phrase() << "“" << name << "”") : name;
    };
    const auto query = [&] { return quoted(example.queries[static_cast<size_t>(f.row)]); };
    const auto key = [&](int j) { return quoted(example.keys[static_cast<size_t>(j)]); };
    const std::string number = Phrase() << "number " << f.col + 1 << " of ";
    switch (f.of) {
        case Of::q:
            return Phrase() << number << (words ? "the query of " : "") << query();
        case Of::k:
            return Phrase() << number << (words ? "the key of " : "") << key(f.row);
        case Of::v:
            return Phrase() << number << (words ? "the value of " + key(f.row) : "v" + subscript(f.row + 1));
        case Of::grid:
            return Phrase() << (step <= score    ? "score"
                                : step == divide ? scaled ? "scaled score" : "score"
                                                 : "weight")
                            << " of " << query() << " for " << key(f.col);
        case Of::output:
            break;
    }
    return Phrase() << number << "the output of " << query();
}

std::string Model::softmax_gets() const {
    Phrase out;
    out << (scaled ? "Scaled scores" : "Scores");
    if (temperature != 1) out << " ÷ " << Shortest{tidy(temperature)};
    return out;
}

double Model::largest_weight(const Way& way) const {
    const int i = std::min(focus.row, n() - 1);
    double out = at(way.weights, m(), i, 0);
    for (int j = 1; j < m(); ++j) out = std::max(out, at(way.weights, m(), i, j));
    return out;
}

double Model::row_sum(const Way& way) const {
    double out = 0;
    for (int j = 0; j < m(); ++j) out += at(way.weights, m(), std::min(focus.row, n() - 1), j);
    return out;
}

double Model::output(const Way& way) const {
    return at(way.output, way.columns, std::min(focus.row, n() - 1), std::min(focus.col, way.columns - 1));
}

std::vector<Source> traced(const Model& model, const Focus& from) {
    const WorkedExample& e = model.example;
    std::vector<Source> out;
    Focus at = from;
    const auto add = [&](int step, auto&& left, auto&& right, int count) {
        Source one{step, at, {}, {}, 0, model.value(at)};
        for (int k = 0; k < count; ++k) {
            one.left.push_back(left(k));
            one.right.push_back(right(k));
        }
        one.chosen = largest_term(one);
        out.push_back(std::move(one));
        return out.back().chosen;
    };
    int handed = -1, handed_col = 0;  // whose value it leads to, instead of the query
    if (at.of == Of::output) {
        const int i = at.row, c = at.col;
        const int j = add(
            blend, [&](int k) { return model.at(model.now.weights, e.m, i, k); },
            [&](int k) { return model.at(model.handed(), model.now.columns, k, c); }, e.m);
        handed = j;
        handed_col = c;
        at = {Of::grid, i, j};
    }
    if (at.of == Of::grid) {
        const int i = at.row, j = at.col;
        if (model.step >= weigh) {
            Source one{weigh, at, {}, {}, j, model.at(model.now.weights, e.m, i, j)};
            if (model.softmax) {
                std::vector<float> line(model.now.scaled.begin() + i * e.m,
                                        model.now.scaled.begin() + (i + 1) * e.m);
                std::vector<float> exponentials(line.size());
                const float most = attention::largest(line);
                // As the formula is written where that can be read, else shifted by the largest.
                const float shift = std::fabs(most / model.temperature) > 9 ? most : 0;
                attention::exponentials(line, model.temperature, shift, exponentials);
                one.left.assign(exponentials.begin(), exponentials.end());
                one.right.push_back(static_cast<double>(shift));
            }
            out.push_back(std::move(one));
        }
        if (model.step >= divide) {
            out.push_back({divide,
                           at,
                           {model.at(model.scores, e.m, i, j)},
                           {},
                           0,
                           model.at(model.now.scaled, e.m, i, j)});
        }
        Source one{score, at, {}, {}, 0, model.at(model.scores, e.m, i, j)};
        for (int t = 0; t < e.d; ++t) {
            one.left.push_back(model.at(e.q, e.d, i, t));
            one.right.push_back(model.at(e.k, e.d, j, t));
        }
        one.chosen = largest_term(one);
        out.push_back(one);
        at = handed >= 0 ? Focus{Of::v, handed, handed_col} : Focus{Of::q, i, one.chosen};
    }
    if (e.from_words && !(at.of == Of::v && !model.values)) {
        const auto& w = at.of == Of::q ? e.w_q : at.of == Of::k ? e.w_k : e.w_v;
        const int columns = at.of == Of::v ? e.dv : e.d;
        add(
            project, [&](int k) { return model.at(e.x, e.width, at.row, k); },
            [&](int k) { return model.at(w, columns, k, at.col); }, e.width);
    }
    return out;
}

Description describe(const Model& m) {
    const WorkedExample& e = m.example;
    Description out;
    const char* names[] = {"words",   "projection",
                           "scores",  m.scaled ? "scaled scores" : "scores, not scaled",
                           "weights", "outputs"};
    out.summary = Phrase() << "Step " << m.step << " of 6, " << names[m.step - 1];
    if (m.step == words)
        out.summary += e.from_words
                           ? std::string(Phrase() << ": " << e.n << " words, each " << e.width << " numbers.")
                           : ": queries, keys and values are given.";
    else
        out.summary +=
            Phrase() << ". "
                     << (m.focus.of == Of::grid ? "The " + m.name(m.focus) : "N" + m.name(m.focus).substr(1))
                     << " is " << Fixed{m.value(m.focus), 3} << ".";
    // What a step does, or does not, is said once it is reached.
    if (m.step >= weigh) {
        const std::string cooled =
            m.temperature == 1 ? ""
                               : std::string(Phrase() << "by a temperature of "
                                                      << Fixed{static_cast<double>(m.temperature), 3});
        if (!m.scaled)
            out.summary +=
                Phrase() << " Scores are not divided" << (cooled.empty() ? "" : " by √dₖ, but " + cooled)
                         << ": the largest weight of the row is " << Fixed{m.largest_weight(m.now), 3} << ".";
        else if (!cooled.empty())
            out.summary += " Scaled scores are divided " + cooled + ".";
        if (!m.softmax)
            out.summary += Phrase() << " There is no softmax: the row's weights sum to "
                                    << Fixed{m.row_sum(m.now), 3} << ".";
    }
    if (!m.values && m.step >= project) out.summary += " X is handed over in place of V.";
    if (e.from_words) {
        out.tables.push_back(matrix_table("X", "row", e.keys, e.x, e.width));
        // (Their rows are numbered: a row of weights is no word's.)
        const auto weights = [&](const char* name, const std::vector<float>& values, int columns) {
            std::vector<std::string> rows;
            for (int i = 1; i <= e.width; ++i) rows.push_back(std::to_string(i));
            out.tables.push_back(matrix_table(name, "row", rows, values, columns));
        };
        weights("W_Q", e.w_q, e.d);
        weights("W_K", e.w_k, e.d);
        weights("W_V", e.w_v, e.dv);
    }
    if (m.step >= project || !e.from_words) {
        out.tables.push_back(matrix_table("Q", "row", e.queries, e.q, e.d));
        out.tables.push_back(matrix_table("K", "row", e.keys, e.k, e.d));
        out.tables.push_back(matrix_table("V", "row", e.keys, e.v, e.dv));
    }
    if (m.step >= score)
        out.tables.push_back(matrix_table("Scores Q Kᵀ", "row", e.queries, m.scores, e.m, e.keys));
    if (m.step >= divide)
        out.tables.push_back(matrix_table(m.scaled ? "Scaled scores" : "Scores, not scaled", "row", e.queries,
                                          m.now.scaled, e.m, e.keys));
    if (m.step >= weigh)
        out.tables.push_back(matrix_table("Weights", "row", e.queries, m.now.weights, e.m, e.keys));
    if (m.step >= blend)
        out.tables.push_back(matrix_table("Outputs", "row", e.queries, m.now.output, m.now.columns));
    Table without = Table{"What a step is for, in this row", {"quantity", "with it", "without it"}, {}};
    add_row(without) << "scaling: largest weight" << m.largest_weight(m.with_scale)
                     << m.largest_weight(m.without_scale);
    add_row(without) << "softmax: sum of the weights" << m.row_sum(m.with_softmax)
                     << m.row_sum(m.without_softmax);
    if (e.from_words)
        add_row(without) << "V: number of the output" << m.output(m.with_values)
                         << m.output(m.without_values);
    out.tables.push_back(std::move(without));
    out.add_value("chosen number", m.value(m.focus), "chosen");
    out.add_value("output", m.output(m.now), "number_of(output)");
    out.add_value("largest weight", m.largest_weight(m.now), "weights[row].max()");
    out.add_value("largest weight without scaling", m.largest_weight(m.without_scale),
                  "without_scale[1][row].max()");
    out.add_value("sum of the row without softmax", m.row_sum(m.without_softmax),
                  "without_softmax[1][row].sum()");
    if (e.from_words)
        out.add_value("output without V", m.output(m.without_values), "number_of(without_v[2])");
    return out;
}

std::string numpy(const State& state) {
    const Model m = model(state);
    const WorkedExample& e = m.example;
    const auto truth = [](bool one) { return one ? std::string("True") : std::string("False"); };
    const int i = std::min(m.focus.row, e.n - 1);
    std::string out = example_numpy(state);
    out += Phrase() << "T = " << Shortest{state.number(example::temperature)} << "\n\n";
    out +=
        "def attention(scaled, softmax, values):\n"
        "    scores = (Q @ K.T).astype(float)\n"
        "    if scaled:\n        scores /= np.sqrt(K.shape[1])\n"
        "    weights = scores / T\n"
        "    if softmax:\n"
        "        weights = np.exp(weights - weights.max(axis=1, keepdims=True))\n"
        "        weights /= weights.sum(axis=1, keepdims=True)\n";
    out += e.from_words ? "    return scores, weights, weights @ (V if values else X)\n\n"
                        : "    return scores, weights, weights @ V\n\n";
    out += Phrase() << "scaled, softmax, values = " << truth(m.scaled) << ", " << truth(m.softmax) << ", "
                    << truth(m.values) << "\n";
    out += "scores, weights, output = attention(scaled, softmax, values)\n";
    out += Phrase() << "row, column = " << i << ", " << m.focus.col << "\n";
    std::string chosen;
    const std::string place = Phrase() << "[" << m.focus.row << ", " << m.focus.col << "]";
    switch (m.focus.of) {
        case Of::q:
            chosen = "Q" + place;
            break;
        case Of::k:
            chosen = "K" + place;
            break;
        case Of::v:
            chosen = "V" + place;
            break;
        case Of::grid:
            chosen = (m.step <= score ? "(Q @ K.T)" : m.step == divide ? "scores" : "weights") + place;
            break;
        case Of::output:
            chosen = "output" + place;
            break;
    }
    out += "number_of = lambda blend: blend[row, min(column, blend.shape[1] - 1)]\n";
    out += Phrase() << "chosen = " << chosen << "\n";
    // (The switches' names are free from here on: the last statement is about numbers.)
    out +=
        "without_scale = attention(False, softmax, values)\nwithout_softmax = attention(scaled, False, "
        "values)\n";
    if (e.from_words) out += "without_v = attention(scaled, softmax, False)\n";
    return out;
}

}  // namespace explainer::pipeline_model

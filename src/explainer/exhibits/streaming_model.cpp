// See streaming_model.h.
#include "explainer/exhibits/streaming_model.h"

#include <array>
#include <cmath>

#include "explainer/exhibits/example_parts.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"
#include "explainer/python.h"
#include "explainer/vector_of.h"

namespace explainer::streaming {
namespace {

constexpr Parameter tenths(Parameter one) {
    one.decimals = 1;
    return one;
}
constexpr double eight_scores[] = {0.5, 1.2, -0.4, 2.6, 1.9, 0.1, 3.4, 2.2};
constexpr double eight_values[] = {2, 1, -1, 2, 0, -1, 1, 1, 3, 0, -2, 1, 1, 3, 2, -1};
constexpr std::array score_matrix = {MatrixDefault{1, keys, eight_scores}};
constexpr std::array value_matrix = {MatrixDefault{keys, 2, eight_values}};
constexpr std::array sizes = {Choice{"1", "1"}, Choice{"2", "2"}, Choice{"4", "4"}, Choice{"8", "8"}};
constexpr double counts[] = {8, 4, 2, 1};

constexpr std::array table = {
    tenths(matrix_of("scores", "scores", "One for each key.", 100, score_matrix)),
    tenths(
        matrix_of("values", "values", "A row a value: what its key hands over.", value_reach, value_matrix)),
    choice_of("block", "block", "How many keys come at once.", sizes, 1),
    anew_with("block", bounded(integer_of("step", "step", "How many blocks have come.", 0, keys, keys),
                               {.parameter = "block", .by_choice = counts})),
    play_of("step"),
    piece_of("showCarried", "carried", "What is kept after each block.", true),
    piece_of("showNumbers", "numbers", "What a block does, and the same keys at once.", true),
};

// The same keys in two other orders, each with its value.
constexpr std::array states = {
    Preset{"eight scores", ""},
    Preset{"rising", "scores=-0.4,0.1,0.5,1.2,1.9,2.2,2.6,3.4;values=0,-1/-2,1/2,1/-1,2/3,0/2,-1/1,1/1,3"},
    Preset{"falling", "scores=3.4,2.6,2.2,1.9,1.2,0.5,0.1,-0.4;values=1,3/1,1/2,-1/3,0/-1,2/2,1/-2,1/0,-1"},
    Preset{"one score of 100", "scores=0.5,1.2,-0.4,2.6,100,0.1,3.4,2.2"},
};

std::string pair_of(figures::Vector2 at) {
    return Phrase() << "(" << Fixed{at.x, 4} << ", " << Fixed{at.y, 4} << ")";
}

}  // namespace

std::span<const Parameter> parameters() {
    return table;
}
std::span<const Preset> presets() {
    return states;
}

void Model::compute(const State& state) {
    size = 1 << state.choice(block);
    blocks = keys / size;
    now = state.integer(step);
    for (int j = 0; j < keys; ++j) {
        x[j] = state.matrix(scores).at(0, j);
        for (int c = 0; c < 2; ++c) v[2 * j + c] = state.matrix(values).at(j, c);
    }
    run();
}

void Model::run() {
    const attention::OnlineSoftmax nothing(2);
    after.assign(1, nothing);
    factors.clear();
    for (int b = 0; b < blocks; ++b) {
        after.push_back(after.back());
        factors.push_back(after.back().add({x + b * size, at(size)}, {v + 2 * b * size, at(2 * size)}));
    }
    // The other way: all scores first, then a weight for each, then the sum.
    attention::OnlineSoftmax row = nothing;
    row.add({x, at(come())}, {v, at(2 * come())});
    whole = {};
    for (int j = 0; j < keys; ++j) {
        weights[j] = j < come() ? row.weight(x[j]) : 0;
        whole = whole + value(j) * weights[j];
    }
}

double Model::added(int key) const {
    return std::exp(x[key] - m(block_of(key) + 1));
}

figures::Vector2 Model::output(int blocks_in) const {
    double out[2];
    after[at(blocks_in)].output(out);
    return {out[0], out[1]};
}

std::string tenths_of(double value) {
    return fixed(value, value == std::round(value) ? 0 : 1);
}

std::string factor_text(double factor, int decimals) {
    const bool plain = factor == 1 || factor * std::pow(10, decimals) < 0.5;
    return fixed(factor, plain ? 0 : decimals);
}

Description Model::describe() const {
    Description out;
    const figures::Vector2 o = output(now), off = o - whole;
    Phrase said;
    if (now == 0)
        said << "No key has come: m is −∞, ℓ and u are 0.";
    else
        said << "After " << come() << " of 8 keys, in blocks of " << size << ": m = " << Fixed{m(now), 2}
             << ", ℓ = " << Fixed{l(now), 3} << ", u ÷ ℓ = " << pair_of(o) << ", of these keys at once "
             << pair_of(whole) << ".";
    if (now > 1)
        said << " The last block scaled what was carried by " << factor_text(factors[at(now - 1)], 4) << ".";
    out.summary = said;

    Table row{"Keys", {"key", "score", "exp(x − m)", "weight", "first of value", "second of value"}, {}};
    for (int j = 0; j < come(); ++j)
        add_row(row) << "k" + subscript(j + 1) << x[j] << added(j) << weights[j] << v[2 * j] << v[2 * j + 1];
    Table carried{"carried", {"block", "× carried", "m", "ℓ", "u₁", "u₂"}, {}};
    for (int b = 0; b < now; ++b) {
        const attention::OnlineSoftmax& then = after[at(b + 1)];
        add_row(carried) << b + 1 << (b > 0 ? Cell(factors[at(b)]) : Cell("–")) << then.largest << then.sum
                         << then.blend[0] << then.blend[1];
    }
    Table result{"Output", {"quantity", "first component", "second component"}, {}};
    add_row(result) << "u ÷ ℓ" << o.x << o.y;
    add_row(result) << "Σ α v" << whole.x << whole.y;
    add_row(result) << "difference" << off.x << off.y;
    carried.piece = show_carried;
    out.tables = vector_of(std::move(row), std::move(carried), std::move(result));
    if (now > 0) out.add_value("largest score", m(now), "m");
    out.add_value("sum", l(now), "l");
    out.add_value("factor", now > 0 ? factors[at(now - 1)] : 1, "factor");
    out.add_value("first component of the output", o.x, "output[0]");
    out.add_value("second component of the output", o.y, "output[1]");
    out.add_value("difference", std::max(std::fabs(off.x), std::fabs(off.y)), "np.abs(output - whole).max()");
    return out;
}

std::string Model::numpy() const {
    return Phrase() << "import numpy as np\n\n"
                    << python::matrix("x", x, 1, keys) << python::matrix("V", v, keys, 2)
                    << "block, step = " << size << ", " << now
                    << "\nx, V = 1.0 * x[0, : block * step], V[: block * step]\n\n"
                       "m, l, u, factor = -np.inf, 0.0, np.zeros(2), 1.0\n"
                       "for i in range(0, len(x), block):\n"
                       "    new = max(m, x[i : i + block].max())\n"
                       "    factor = np.exp(m - new)\n"
                       "    e = np.exp(x[i : i + block] - new)\n"
                       "    m, l, u = new, factor * l + e.sum(), factor * u + e @ V[i : i + block]\n"
                       "output = u / l if l > 0 else u\n\n"
                       "weights = np.exp(x - x.max(initial=-np.inf))\n"
                       "whole = weights @ V / max(weights.sum(), 1e-9)\n";
}

}  // namespace explainer::streaming

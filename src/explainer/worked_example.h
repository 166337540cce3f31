// The small worked example that projection, scores, values and pipeline share: its parameters, and every
// number from words to outputs. What an exhibit shows of it, and how, is the exhibit's.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "attention/trace.h"
#include "explainer/parameter_makers.h"

namespace explainer {

/// The choices of `data`, in this order.
enum class Data : int { love, hand, two, seeded, own };

/// Parameters that all four have, by the same names, so that a group of elements can share them: data, words,
/// x, wq, wk, wv (where Q, K and V follow from words), q, k, v (where they are given).
/// They come first in an exhibit's table, so that these are their indices.
namespace example {
enum : int { data, words, x, w_q, w_k, w_v, q, k, v, count };
/// For those that go on to weights, behind the others.
enum : int { scaled = 9, temperature, softmax_count };
}  // namespace example
extern const std::array<Parameter, 9> example_parameters;
extern const std::array<Parameter, 2> softmax_parameters;
/// W_O alone, [dv, out] as the chosen data has it: constructed, or drawn at random.
extern const std::array<Parameter, 1> output_parameters;

struct WorkedExample {
    Data data = Data::love;
    bool given = true;  // the chosen data's own numbers, none typed over
    std::string_view
        origin;  // "reconstructed", "random, seed 42", "changed by hand" …: said beside its numbers
    bool from_words = true;                  // Q, K, V are X times weights; else they are given
    int n = 0, m = 0;                        // queries, keys (the same words, if from words)
    int width = 0;                           // of X; 0 if there is none
    int d = 0, dv = 0;                       // of Q and K; of V
    std::vector<std::string> queries, keys;  // their names, [n] [m]: words, or q₂, k₁ …

    std::vector<float> x;              // [n, width]
    std::vector<float> w_q, w_k, w_v;  // [width, d] [width, d] [width, dv]
    std::vector<float> q, k, v;        // [n, d] [m, d] [m, dv]
    std::vector<float> k_turned;       // [d, m]: Kᵀ

    attention::Trace trace;  // of Q, K, V with the state's scaling and temperature

    attention::ConstMatrixView x_view() const { return {x.data(), n, width}; }
    attention::ConstMatrixView w_q_view() const { return {w_q.data(), width, d}; }
    attention::ConstMatrixView w_k_view() const { return {w_k.data(), width, d}; }
    attention::ConstMatrixView w_v_view() const { return {w_v.data(), width, dv}; }
    attention::ConstMatrixView q_view() const { return {q.data(), n, d}; }
    attention::ConstMatrixView k_view() const { return {k.data(), m, d}; }
    attention::ConstMatrixView k_turned_view() const { return {k_turned.data(), d, m}; }
    attention::ConstMatrixView v_view() const { return {v.data(), m, dv}; }
};

/// All of it, by the core, from a state that has example_parameters (softmax_parameters too, if it should be
/// other than scaled at temperature 1).
WorkedExample worked_example(const State& state);

/// Whether a matrix of these parameters, output_parameters too, is the chosen data's own.
bool given_by_data(const State& state, int parameter);

/// Whether the chosen data's own numbers stand, scaled, at temperature 1: what an essay prints of them is
/// true of nothing else. The state has softmax_parameters.
bool as_given(const State& state);

/// Whether one of the parameters above plays a role with the data that is chosen; true of all others.
bool example_active(const State& state, int parameter);

/// How many decimals show all of these numbers as they are, but no more than `most`.
int decimals_of(std::span<const float> values, int most = 3);

/// The root of the mean square distance from the mean: np.std. Of nothing it is 0.
double deviation(std::span<const float> values);

/// Lines of Python that define words, and X, W_Q, W_K, W_V, Q, K, V as the state has them (random ones by
/// their seed), for Exhibit::numpy(). They begin with the import of NumPy.
std::string example_numpy(const State& state);

}  // namespace explainer

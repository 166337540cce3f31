// The data of the worked example, and its way through the core. See worked_example.h.
#include "explainer/worked_example.h"

#include <algorithm>
#include <cmath>

#include "attention/stages.h"
#include "explainer/format.h"
#include "explainer/numpy_random.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"
#include "explainer/python.h"

namespace explainer {
namespace {

constexpr int seeded_words = 4, seeded_width = 8, seeded_head = 4;
constexpr double seeded_factor = 0.1;  // on the weights

constexpr std::array data_choices = {
    Choice{"love", "I love AI"},    Choice{"hand", "by hand"}, Choice{"two", "two tokens"},
    Choice{"seed-42", "at random"}, Choice{"own", "your own"},
};

// "I love AI": X, and weights that were reconstructed from what the walkthrough states of its results (all
// of Q, K and Q Kᵀ, and the second components of the outputs). Of W_V only the second column follows from it.
constexpr double love_x[] = {1, 0, 1, 0, 0, 1, 0, 1, 1, 1, 0, 0};     // [3, 4]
constexpr double love_q[] = {1, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1};     // [4, 3]
constexpr double love_k[] = {0, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 0};     // [4, 3]
constexpr double love_v[] = {1, 0, -1, -2, 1, 1, 3, 0, -2, 2, 1, 0};  // [4, 3]
constexpr double love_o[] = {0, 1, 0, 0, 1, 0, 1, 0, 1, 1, 0, 1};     // [3, 4]
// The book chapter's example, which begins after projection.
constexpr double hand_q[] = {1, 0};              // [1, 2]
constexpr double hand_k[] = {1, 0, 0, 1, 1, 1};  // [3, 2]
constexpr double hand_v[] = {10, 0, 0, 10, 5, 5};
constexpr double hand_o[] = {1, 0, 0, 1};  // [2, 2]
// Its fourth exercise: one token has 0.99 of the attention, and its value is next to nothing.
constexpr double two_q[] = {2, 0};           // [1, 2]
constexpr double two_k[] = {3.25, 0, 0, 0};  // [2, 2]
// (The other's is long: so the output is nearly all its own, though it has 0.01.)
constexpr double two_v[] = {0.02, -0.01, 40, 30};  // [2, 2]
// To begin with something of one's own: each word is a coordinate, and asks for the next one.
constexpr double own_x[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};  // [3, 3]
constexpr double own_q[] = {0, 2, 0, 0, 0, 2, 2, 0, 0};  // [3, 3]
constexpr double own_k[] = {2, 0, 0, 0, 2, 0, 0, 0, 2};
constexpr double own_v[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
constexpr double own_o[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
constexpr double none[] = {0};

/// What the article's listing draws, in its order from one generator.
struct Seeded {
    std::array<double, seeded_words * seeded_width> x;             // [4, 8]
    std::array<double, seeded_width * seeded_head> w_q, w_k, w_v;  // [8, 4]
    std::array<double, seeded_head * seeded_width> w_o;            // [4, 8]: ours, drawn after them

    Seeded() {
        NumpyRandom random(42);
        // The core computes in float32, which does not tell more decimals apart; the table of exhibits, which
        // every reader loads, would have twice the digits.
        const auto rounded = [](double number) { return std::nearbyint(number * 1e8) / 1e8; };
        for (double& one : x) one = rounded(random.randn());
        for (auto* weights : {&w_q, &w_k, &w_v, &w_o}) {
            for (double& one : *weights) one = rounded(random.randn() * seeded_factor);
        }
    }
};
const Seeded seeded;

constexpr MatrixDefault no_matrix = {1, 1, none};
const std::array x_defaults = {MatrixDefault{3, 4, love_x}, no_matrix, no_matrix,
                               MatrixDefault{seeded_words, seeded_width, seeded.x},
                               MatrixDefault{3, 3, own_x}};
const std::array w_q_defaults = {MatrixDefault{4, 3, love_q}, no_matrix, no_matrix,
                                 MatrixDefault{seeded_width, seeded_head, seeded.w_q},
                                 MatrixDefault{3, 3, own_q}};
const std::array w_k_defaults = {MatrixDefault{4, 3, love_k}, no_matrix, no_matrix,
                                 MatrixDefault{seeded_width, seeded_head, seeded.w_k},
                                 MatrixDefault{3, 3, own_k}};
const std::array w_v_defaults = {MatrixDefault{4, 3, love_v}, no_matrix, no_matrix,
                                 MatrixDefault{seeded_width, seeded_head, seeded.w_v},
                                 MatrixDefault{3, 3, own_v}};
const std::array q_defaults = {no_matrix, MatrixDefault{1, 2, hand_q}, MatrixDefault{1, 2, two_q}, no_matrix,
                               no_matrix};
const std::array k_defaults = {no_matrix, MatrixDefault{3, 2, hand_k}, MatrixDefault{2, 2, two_k}, no_matrix,
                               no_matrix};
const std::array v_defaults = {no_matrix, MatrixDefault{3, 2, hand_v}, MatrixDefault{2, 2, two_v}, no_matrix,
                               no_matrix};
const std::array w_o_defaults = {
    MatrixDefault{3, 4, love_o}, MatrixDefault{2, 2, hand_o}, MatrixDefault{2, 2, hand_o},
    MatrixDefault{seeded_head, seeded_width, seeded.w_o}, MatrixDefault{3, 3, own_o}};

constexpr Parameter matrix(std::string_view name, std::string_view label, std::string_view help,
                           std::span<const MatrixDefault> defaults) {
    Parameter out = matrix_of(name, label, help, 100, defaults);
    out.initial_follows = "data";
    return out;
}

constexpr std::array love_words = {"I", "love", "AI"};
constexpr std::array sub = {"₁", "₂", "₃", "₄"};

bool begins_with_words(Data data) {
    return data != Data::hand && data != Data::two;
}

std::vector<float> floats(const MatrixValue& matrix) {
    return {matrix.values.begin(), matrix.values.end()};
}

std::vector<std::string> words_of(Data data, const State& state) {
    if (data == Data::love) return {love_words.begin(), love_words.end()};
    if (data == Data::seeded) return {"word 1", "word 2", "word 3", "word 4"};
    std::vector<std::string> out;
    for (const std::string_view word : words(state.text(example::words))) out.emplace_back(word);
    const auto wanted = static_cast<size_t>(state.matrix(example::x).rows);
    while (out.size() < wanted) out.push_back("word " + std::to_string(out.size() + 1));
    out.resize(wanted);
    return out;
}

std::vector<std::string> numbered(std::string_view letter, int count) {
    std::vector<std::string> out;
    for (int i = 0; i < count; ++i) out.push_back(std::string(letter) + sub[static_cast<size_t>(i)]);
    return out;
}

std::string_view origin_of(Data data, bool given) {
    if (!given && data != Data::own) return "changed by hand";
    switch (data) {
        case Data::love:
            return "reconstructed";
        case Data::hand:
            return "given by hand";
        case Data::two:
            return "constructed";
        case Data::seeded:
            return "random, seed 42";
        case Data::own:
            break;
    }
    return "your own";
}

/// Whether the numbers that the chosen data begins with are its own, all of them.
bool numbers_as_given(const State& state) {
    for (int i = example::x; i <= example::v; ++i) {
        if (example_active(state, i) && !given_by_data(state, i)) return false;
    }
    return true;
}

std::string python_of(std::string_view name, const MatrixValue& matrix) {
    return python::matrix(name, matrix.values, matrix.rows, matrix.cols);
}

}  // namespace

constinit const std::array<Parameter, 9> example_parameters = {
    Parameter{.name = "data",
              .label = "example",
              .help = "Which numbers are worked through.",
              .kind = Kind::choice,
              .choices = data_choices},
    Parameter{.name = "words",
              .label = "words",
              .help = "The three words of your own example.",
              .kind = Kind::text,
              .initial_text = "one two three",
              .max_length = 60},
    matrix("x", "X", "The words as vectors, a row a word.", x_defaults),
    matrix("wq", "W_Q", "The weights that make queries of words.", w_q_defaults),
    matrix("wk", "W_K", "The weights that make keys of words.", w_k_defaults),
    matrix("wv", "W_V", "The weights that make values of words.", w_v_defaults),
    matrix("q", "Q", "The query, where it is given.", q_defaults),
    matrix("k", "K", "The keys, where they are given, a row a key.", k_defaults),
    matrix("v", "V", "The values, where they are given, a row a key.", v_defaults),
};

constinit const std::array<Parameter, 1> output_parameters = {
    matrix("wo", "W_O", "What mixes the numbers of an output; no essay gives one.", w_o_defaults),
};

constinit const std::array<Parameter, 2> softmax_parameters = {
    Parameter{.name = "scaled",
              .label = "divide by √dₖ",
              .help = "Scores are divided by the root of the key width.",
              .kind = Kind::toggle,
              .initial = 1},
    Parameter{.name = "temperature",
              .label = "temperature",
              .help = "What scores are divided by before softmax.",
              .minimum = 0.05,
              .maximum = 20,
              .step = 0.01,
              .initial = 1,
              .logarithmic = true},
};

WorkedExample worked_example(const State& state) {
    WorkedExample out;
    out.data = static_cast<Data>(state.choice(example::data));
    out.given = numbers_as_given(state);
    out.origin = origin_of(out.data, out.given);
    out.from_words = begins_with_words(out.data);
    if (out.from_words) {
        out.queries = out.keys = words_of(out.data, state);
        const MatrixValue &x = state.matrix(example::x), &w_v = state.matrix(example::w_v);
        out.n = out.m = x.rows;
        out.width = x.cols;
        out.d = state.matrix(example::w_q).cols;
        out.dv = w_v.cols;
        out.x = floats(x);
        out.w_q = floats(state.matrix(example::w_q));
        out.w_k = floats(state.matrix(example::w_k));
        out.w_v = floats(w_v);
        out.q.resize(static_cast<size_t>(out.n * out.d));
        out.k.resize(static_cast<size_t>(out.m * out.d));
        out.v.resize(static_cast<size_t>(out.m * out.dv));
        attention::project(out.x_view(), out.w_q_view(), {out.q.data(), out.n, out.d});
        attention::project(out.x_view(), out.w_k_view(), {out.k.data(), out.m, out.d});
        attention::project(out.x_view(), out.w_v_view(), {out.v.data(), out.m, out.dv});
    } else {
        const MatrixValue &q = state.matrix(example::q), &v = state.matrix(example::v);
        out.n = q.rows;
        out.d = q.cols;
        out.m = v.rows;
        out.dv = v.cols;
        // (The chapter counts its query as the second one: it is the second word's.)
        out.queries = {out.data == Data::hand ? "q₂" : "q"};
        out.keys = numbered("k", out.m);
        out.q = floats(q);
        out.k = floats(state.matrix(example::k));
        out.v = floats(v);
    }
    for (int t = 0; t < out.d; ++t)
        for (int j = 0; j < out.m; ++j) out.k_turned.push_back(out.k_view()(j, t));

    attention::Options options;
    if (const int scaled = state.find("scaled"); scaled >= 0 && !state.toggle(scaled)) options.scale = 1.0f;
    if (const int temperature = state.find("temperature"); temperature >= 0)
        options.temperature = static_cast<float>(state.number(temperature));
    out.trace = attention::trace(out.q_view(), out.k_view(), out.v_view(), options);
    return out;
}

bool given_by_data(const State& state, int parameter) {
    State untouched("", state.parameters());
    untouched.set(example::data, static_cast<double>(state.choice(example::data)));
    return state.same_value(untouched, parameter);
}

bool as_given(const State& state) {
    return numbers_as_given(state) && state.toggle(example::scaled) &&
           state.number(example::temperature) == 1;
}

bool example_active(const State& state, int parameter) {
    const auto data = static_cast<Data>(state.choice(example::data));
    switch (parameter) {
        case example::words:
            return data == Data::own;
        case example::x:
        case example::w_q:
        case example::w_k:
        case example::w_v:
            return begins_with_words(data);
        case example::q:
        case example::k:
        case example::v:
            return !begins_with_words(data);
        default:
            return true;
    }
}

int decimals_of(std::span<const float> values, int most) {
    int out = 0;
    for (const float value : values) {
        const double number = tidy(value);
        while (out < most &&
               std::fabs(number * std::pow(10, out) - std::round(number * std::pow(10, out))) > 1e-6)
            ++out;
    }
    return out;
}

double deviation(std::span<const float> values) {
    double mean = 0, squares = 0;
    const double count = std::max<double>(1, static_cast<double>(values.size()));
    for (const float value : values) mean += static_cast<double>(value) / count;
    for (const float value : values) {
        const double away = static_cast<double>(value) - mean;
        squares += away * away / count;
    }
    return std::sqrt(squares);
}

std::string example_numpy(const State& state) {
    std::string out = "import numpy as np\n\n";
    const auto data = static_cast<Data>(state.choice(example::data));
    if (!begins_with_words(data)) {
        out += python_of("Q", state.matrix(example::q)) + python_of("K", state.matrix(example::k)) +
               python_of("V", state.matrix(example::v));
        return out;
    }
    // In the listing's own words where its numbers stand, and a matrix that was changed by hand after its
    // draw.
    const bool drawn = data == Data::seeded;
    if (drawn) out += "np.random.seed(42)\n";
    const auto line = [&](const char* name, int index, const char* drawing) {
        const MatrixValue& matrix = state.matrix(index);
        if (drawn) {
            out += Phrase() << name << " = np.random.randn(" << matrix.rows << ", " << matrix.cols << ")"
                            << drawing << "\n";
        }
        if (!drawn || !given_by_data(state, index)) out += python_of(name, matrix);
    };
    line("X", example::x, "");
    line("W_Q", example::w_q, " * 0.1");
    line("W_K", example::w_k, " * 0.1");
    line("W_V", example::w_v, " * 0.1");
    return out + "Q, K, V = X @ W_Q, X @ W_K, X @ W_V\n";
}

}  // namespace explainer

// The numbers of `multi-head`. See multi_head_model.h.
#include "explainer/exhibits/multi_head_model.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "attention/stages.h"
#include "attention/trace.h"
#include "explainer/exhibits/floats.h"
#include "explainer/numpy_random.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"
#include "explainer/provenance.h"
#include "explainer/python.h"
#include "explainer/superlatives.h"

namespace explainer::heads_model {
namespace {

constexpr uint32_t seed = 2303;  // found by search: several heads of one mind against another

/// Normal numbers, rounded to a tenth so that what is shown is all there is: X, then the weights, × 0.5.
struct Random {
    std::array<double, n * width> x;
    std::array<double, width * width> w_q, w_k, w_v, w_o;

    Random() {
        NumpyRandom random(seed);
        const auto draw = [&random](double* numbers, int count, double deviation) {
            for (int i = 0; i < count; ++i)
                numbers[i] = std::round(random.randn() * deviation * 10) / 10 + 0.0;  // (no −0)
        };
        draw(x.data(), n * width, 1);
        for (auto* weights : {&w_q, &w_k, &w_v, &w_o}) draw(weights->data(), width * width, 0.5);
    }
};
const Random random;

const std::array x_default = {MatrixDefault{n, width, random.x}},
                 q_default = {MatrixDefault{width, width, random.w_q}},
                 k_default = {MatrixDefault{width, width, random.w_k}},
                 v_default = {MatrixDefault{width, width, random.w_v}},
                 o_default = {MatrixDefault{width, width, random.w_o}};

constexpr std::array head_choices = {Choice{"1", "1"}, Choice{"2", "2"}, Choice{"4", "4"}, Choice{"8", "8"}};
constexpr std::array shared_choices = {Choice{"1", "a pair each"}, Choice{"2", "two share"},
                                       Choice{"4", "four share"}, Choice{"8", "eight share"}};
constexpr std::array of_choices = {Choice{"weights", "weights"}, Choice{"concat", "heads side by side"},
                                   Choice{"v", "V"}, Choice{"k", "K"}, Choice{"q", "Q"}};
constexpr double last_head[] = {0, 1, 3, 7},
                 last_column[] = {n - 1, width - 1, width - 1, width - 1, width - 1};

constexpr Parameter matrix(std::string_view name, std::string_view label, std::string_view help,
                           std::span<const MatrixDefault> defaults) {
    Parameter out = matrix_of(name, label, help, 10, defaults);
    out.decimals = 1;
    return out;
}

constexpr Parameter whole(std::string_view name, std::string_view label, std::string_view help, double last,
                          double initial) {
    return integer_of(name, label, help, 0, last, initial);
}

constexpr Parameter wide_steps(Parameter one) {
    one.step = 64;
    return one;
}

std::string word(int i) {
    return Phrase() << "“" << words[i] << "”";
}

/// a₁·b₁ + a₂·b₂ + …, the numbers `stride` apart.
std::string products(const float* a, const float* b, int count, int stride) {
    Phrase out;
    for (int t = 0; t < count; ++t)
        out << (t > 0 ? " + " : "") << brief(wide(a[t])) << "·" << brief(wide(b[t * stride]));
    return out;
}

/// The columns of one head out of all, as a matrix.
void columns_of(const float* all, int cols, int first, int count, float* out) {
    for (int i = 0; i < n * count; ++i) out[i] = all[i / count * cols + first + i % count];
}

/// How many rows of a matrix [n, n] no sum of others makes, up to rounding: what its largest entry explains
/// is taken away until nothing is left.
int rank_of(const float* values, double noise) {
    double left[n * n];
    for (int i = 0; i < n * n; ++i) left[i] = wide(values[i]);
    for (int rank = 0; rank < n; ++rank) {
        int at = 0;
        for (int i = 1; i < n * n; ++i) at = std::fabs(left[i]) > std::fabs(left[at]) ? i : at;
        const double pivot = left[at];
        if (std::fabs(pivot) <= noise) return rank;
        double row[n], column[n];
        for (int i = 0; i < n; ++i) row[i] = left[at / n * n + i], column[i] = left[i * n + at % n] / pivot;
        for (int i = 0; i < n * n; ++i) left[i] -= column[i / n] * row[i % n];
    }
    return n;
}

/// What a score of a head may be off by in single precision: less is no difference between two.
double noise_of(const Model& m, int h) {
    double longest = 0, sizes[2] = {};
    for (int i = 0; i < n; ++i) {
        double length = 0;
        for (int c = 0; c < width; ++c)
            length += wide(m.all[X][i * width + c]) * wide(m.all[X][i * width + c]);
        longest = std::max(longest, length);
    }
    for (int t = 0; t < m.d_k; ++t) {
        const int columns[] = {h * m.d_k + t, m.given_column(m.pair_of(h) * m.d_k + t)};
        for (int i = 0; i < 2; ++i) {
            for (int r = 0; r < width; ++r) {
                const double w = wide(m.all[WQ + i][r * width + columns[i]]);
                sizes[i] += w * w;
            }
        }
    }
    return 1e-6 * longest * std::sqrt(sizes[0] * sizes[1]);
}

/// How many different orders the words put the keys in.
int orders_of(const float* scores, double noise) {
    const auto before = [scores, noise](int i, int j, int k) {
        return wide(scores[i * n + k]) - wide(scores[i * n + j]) > noise;
    };
    const auto same = [before](int a, int b) {
        for (int j = 0; j < n; ++j) {
            for (int k = 0; k < n; ++k) {
                if (before(a, j, k) != before(b, j, k)) return false;
            }
        }
        return true;
    };
    int count = 0;
    for (int i = 0; i < n; ++i) {
        bool known = false;
        for (int other = 0; other < i; ++other) known = known || same(other, i);
        count += known ? 0 : 1;
    }
    return count;
}

std::string plural(int count, const char* what) {
    return Phrase() << count << " " << what << (count == 1 ? "" : "s");
}

}  // namespace

const char* const words[n] = {"The", "tea", "is", "still", "hot"};

std::span<const Parameter> parameters() {
    static const std::array all = {
        Parameter{.name = "heads",
                  .label = "heads h",
                  .help = "How many heads the layer has; each gets an equal part of d_model.",
                  .kind = Kind::choice,
                  .initial = 2,
                  .choices = head_choices},
        Parameter{.name = "shared",
                  .label = "heads that share keys and values",
                  .help = "How many heads use one pair of keys and values; at most all.",
                  .kind = Kind::choice,
                  .choices = shared_choices},
        matrix("x", "X", "The words as vectors, a row a word.", x_default),
        matrix("wq", "W_Q", "Makes queries of words; its columns are shared out among the heads.", q_default),
        matrix("wk", "W_K", "Makes keys of words; its columns are shared out among the heads.", k_default),
        matrix("wv", "W_V", "Makes values of words; its columns are shared out among the heads.", v_default),
        matrix("wo", "W_O", "Mixes the heads' columns into every column of the output.", o_default),
        bounded(whole("row", "output", "Which number of the output is taken apart: word and column, from 0.",
                      n - 1, 1),
                {}, "column"),
        whole("column", "column of the output", "Which number of the word's output, from 0.", width - 1, 1),
        Parameter{.name = "of",
                  .label = "looked at in",
                  .help = "In which matrix a number is looked at, to see what it came from.",
                  .kind = Kind::choice,
                  .choices = of_choices},
        bounded(whole("head", "head", "Whose weights are looked at, counted from 0.", width - 1, 1),
                {.parameter = "heads", .by_choice = last_head}),
        bounded(whole("at", "number looked at", "Its word and its column, from 0.", n - 1, 1), {},
                "atColumn"),
        bounded(whole("atColumn", "its column", "The column of the number looked at, from 0.", width - 1, 2),
                {.parameter = "of", .by_choice = last_column}),
        whole("step", "step", "How far the way from words to outputs is shown.", mixed, mixed),
        Parameter{.name = "play",
                  .label = "play",
                  .help = "Goes from step to step, or stops.",
                  .kind = Kind::action,
                  .plays = "step"},
        wide_steps(integer_of("large", "d_model", "The width of another model, shared out among its heads.",
                              64, 16384, 512)),
        integer_of("largeHeads", "heads", "How many heads share the other model's width.", 1, 256, 8),
    };
    return all;
}

const char* const step_names[] = {"X times W", "cut into heads", "scores",
                                  "weights",   "side by side",   "times W_O"};

std::string brief(double value) {
    const double size = std::fabs(value);
    return fixed(value, size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
}

std::string with_sign(float value) {
    return (value > 0 ? "+" : "") + brief(wide(value));
}

Cost cost(int heads, int pairs) {
    const int kv = pairs * (width / heads);
    const int weights = 2 * width * width + 2 * width * kv;  // W_Q and W_O; W_K and W_V
    return {weights, n * weights + 2 * n * n * width, heads * n * n, 2 * kv};
}

Model model(const State& state) {
    Model m;
    m.heads = 1 << state.choice(heads);
    m.pairs = m.heads / std::min(m.heads, 1 << state.choice(shared));
    m.d_k = width / m.heads;
    m.row = state.integer(row);
    m.column = state.integer(column);
    m.head = state.integer(head);
    m.step = state.integer(step);
    m.large = state.integer(large);
    m.large_heads = state.integer(large_heads);
    m.spot = {static_cast<Of>(state.choice(of)), m.head, state.integer(at_row), state.integer(at_column)};
    if (m.spot.of == Of::k || m.spot.of == Of::v) m.spot.col = std::min(m.spot.col, m.kv_columns() - 1);
    for (int name = X; name <= WO; ++name) {
        const std::vector<double>& from = state.matrix(+x + name).values;
        std::copy(from.begin(), from.end(), m.all[name]);
    }
    m.drawn = as_made(state, {}, {x, x + 1, x + 2, x + 3, x + 4});

    const attention::ConstMatrixView words_view{m.all[X], n, width};
    for (int name = Q; name <= V; ++name) {
        float kept[width * width];
        const int cols = m.columns(name);
        for (int i = 0; i < width * cols; ++i) {
            const int col = i % cols;
            kept[i] = m.all[WQ + name - Q][i / cols * width + (name == Q ? col : m.given_column(col))];
        }
        attention::project(words_view, {kept, width, cols}, {m.all[name], n, cols});
    }
    const int d = m.d_k, kv = m.kv_columns();
    for (int h = 0; h < m.heads; ++h) {
        float own[4][n * width], scores[n * n];  // its columns of Q, K, V, and what it makes of them
        for (int i = 0; i < 3; ++i)
            columns_of(m.all[Q + i], i == 0 ? width : kv, (i == 0 ? h : m.pair_of(h)) * d, d, own[i]);
        const int map = h * n * n;
        attention::trace_into(
            {own[0], n, d}, {own[1], n, d}, {own[2], n, d}, {},
            {{scores, n, n}, {m.scaled + map, n, n}, {m.weights + map, n, n}, {own[3], n, d}});
        for (int i = 0; i < n * d; ++i) m.all[concat][i / d * width + h * d + i % d] = own[3][i];
        // Its columns times its rows of W_O.
        attention::project({own[3], n, d}, {m.all[WO] + h * d * width, d, width},
                           {m.shares + h * n * width, n, width});
        const double noise = noise_of(m, h);
        m.ranks[h] = rank_of(scores, noise);
        m.orders[h] = orders_of(scores, noise);
    }
    attention::project({m.all[concat], n, width}, {m.all[WO], width, width}, {m.all[output], n, width});
    return m;
}

/// Once the player has come so far that it is there; of weights, their scores.
Origin Model::origin(const Spot& one) const {
    const int i = one.row, c = one.col, h = one.of == Of::weights ? one.head : head_of(c);
    const int map = (h * n + i) * n;
    Phrase name, from;
    float value = 0;
    const bool weights_there = step >= weighed;
    switch (one.of) {
        case Of::output:
            value = at(output, i, c);
            name << "Output of " << word(i) << ", column " << c + 1;
            for (int g = 0; g < heads; ++g)
                from << (g > 0 ? ", " : "") << "head " << g + 1 << " " << with_sign(share(g, i, c));
            break;
        case Of::weights:
            value = weights_there ? weights[map + c] : scaled[map + c];
            name << "Head " << h + 1 << ", " << word(i) << " to " << word(c);
            from << (weights_there ? "softmax over its row of " : "") << "q·k ÷ √" << d_k
                 << (weights_there ? ", here (" : ": (")
                 << products(all[Q] + i * width + h * d_k, all[K] + c * kv_columns() + pair_of(h) * d_k, d_k,
                             1)
                 << ") ÷ √" << d_k << (weights_there ? " = " : "")
                 << (weights_there ? brief(wide(scaled[map + c])) : "");
            break;
        case Of::concat:
            value = at(concat, i, c);
            name << "Column " << c + 1 << " of " << word(i) << ", by head " << h + 1;
            from << "its weights times the column of V: "
                 << products(weights + map, all[V] + pair_of(h) * d_k + c % d_k, n, kv_columns());
            break;
        default: {
            const int which = one.of == Of::q ? 0 : one.of == Of::k ? 1 : 2;
            value = at(static_cast<Name>(Q + which), i, c);
            name << "QKV"[which] << " of " << word(i) << ", column " << c + 1;
            from << "its row of X times the column of W: "
                 << products(all[X] + i * width, all[WQ + which] + (which == 0 ? c : given_column(c)), width,
                             width);
        }
    }
    static constexpr int made_by[] = {scored, blended, projected, projected, projected, mixed};  // by Of
    if (const int made = made_by[static_cast<int>(one.of)]; step < made)
        return {name, "not there yet", Phrase() << "go on to the step “" << step_names[made] << "”"};
    return {name, brief(wide(value)), from};
}

std::string Model::lesson() const {
    const std::string of_head = Phrase()
                                << "head " << head + 1 << " has rank " << ranks[head]
                                << ", and its words put the keys in " << plural(orders[head], "order");
    if (heads == 1)
        return Phrase()
               << "One head: one pattern for the whole layer, whatever column of the output is made. "
                  "q and k are all of 8 numbers wide: "
               << of_head << ".";
    if (d_k == 1)
        return Phrase()
               << "Eight patterns, but q and k are single numbers: scores of rank one at most, where a word "
                  "puts the keys in one order or its reverse. Here "
               << of_head << ".";
    return Phrase() << heads << " patterns; q and k are " << d_k
                    << " wide, and so is the rank of scores at most: " << of_head
                    << ". At the ends, 1 head leaves one pattern, 8 leave scores of rank one at most.";
}

std::string Model::at_large() const {
    if (large % large_heads != 0)
        return Phrase() << large << " cannot be shared out among " << plural(large_heads, "head")
                        << ": dₖ would be " << Fixed{static_cast<double>(large) / large_heads, 2}
                        << ", and it has to be whole.";
    const int d = large / large_heads;
    const double root = std::sqrt(static_cast<double>(d)), all = large;
    return Phrase() << "dₖ = " << large << " ÷ " << large_heads << " = " << d << ", scores are divided by √"
                    << d << " = " << Fixed{root, root == std::floor(root) ? 0 : 2} << ". "
                    << grouped(4 * all * all) << " parameters for any number of heads; the cache keeps "
                    << grouped(2 * all) << " numbers a token, or " << 2 * d
                    << " if all heads share one pair.";
}

/// By size, whatever the sign: of a negative sum, what is most negative is the largest part of it.
std::string Model::parts() const {
    if (heads == 1) return "all of it by that head";
    const auto size = [this](int h) { return brief(std::fabs(wide(share(h)))); };
    int most = 0, least = 0;
    for (int h = 1; h < heads; ++h) {
        if (std::fabs(share(h)) > std::fabs(share(most))) most = h;
        if (std::fabs(share(h)) < std::fabs(share(least))) least = h;
    }
    bool alike = true;
    for (int h = 1; h < heads; ++h) alike = alike && with_sign(share(h)) == with_sign(share(0));
    if (alike) return "every head adds the same, " + with_sign(share(0));
    if (size(most) == size(least))
        return "every head's part is " + size(most) + ", with one sign or the other";
    // All that a reader sees as equal, each with its sign.
    const auto those_like = [&](int one) {
        std::vector<std::string> names;
        for (int h = 0; h < heads; ++h) {
            if (size(h) == size(one))
                names.push_back(Phrase() << "head " << h + 1 << " (" << with_sign(share(h)) << ")");
        }
        return names;
    };
    const std::vector<std::string> large = those_like(most), small = those_like(least);
    return Phrase() << (large.size() == 1 ? "the largest part has " : "the largest parts have ")
                    << listed(large) << (small.size() == 1 ? ", the smallest " : ", the smallest ones ")
                    << listed(small);
}

Description describe(const Model& m) {
    Description out;
    const float total = m.at(output, m.row, m.column);
    int most = 0, least = 0;
    for (int h = 1; h < m.heads; ++h) {
        if (m.share(h) > m.share(most)) most = h;
        if (m.share(h) < m.share(least)) least = h;
    }
    const Cost now = cost(m.heads, m.pairs);
    const std::string where = Phrase() << "column " << m.column + 1 << " of the output of " << word(m.row);
    Phrase said;
    said << plural(m.heads, "head") << " of width " << m.d_k << ", " << plural(m.pairs, "pair")
         << " of keys and values; " << where << " is " << brief(wide(total)) << ": " << m.parts();
    out.summary = said << ". " << m.lesson();

    const auto add = [&out](std::string title, std::vector<std::string> columns) -> Table& {
        out.tables.push_back({std::move(title), std::move(columns), {}});
        return out.tables.back();
    };
    Table& of_heads =
        add("Heads", {"head", "share", "pair of keys and values", "rank of scores", "orders of keys"});
    for (int h = 0; h < m.heads; ++h)
        add_row(of_heads) << h + 1 << m.share(h) << m.pair_of(h) + 1 << m.ranks[h] << m.orders[h];
    Table& sum = add("Products: " + where, {"column", "head", "side by side", "W_O", "product"});
    for (int t = 0; t < width; ++t) {
        const float a = m.at(concat, m.row, t), b = m.at(WO, t, m.column);
        add_row(sum) << t + 1 << m.head_of(t) + 1 << a << b << a * b;
    }
    const Origin looked_at = m.origin(m.spot);
    add_row(add("Looked at", {"number", "value", "from"}))
        << looked_at.name << looked_at.value << looked_at.from;
    Table& costs =
        add("Cost", {"heads", "pairs", "d_k", "parameters", "multiplications", "exponentials", "cache"});
    const auto price = [&costs](int h, int pairs) {
        const Cost c = cost(h, pairs);
        add_row(costs) << h << pairs << width / h << c.parameters << c.multiplications << c.exponentials
                       << c.cache;
    };
    for (int h = 1; h <= width; h *= 2) price(h, h / std::min(h, m.together()));
    for (int pairs = m.heads; pairs > 0; pairs /= 2) price(m.heads, pairs);
    const auto add_matrix = [&add](std::string title, const float* values, int rows, int cols) {
        Table& one = add(std::move(title), {"row"});
        for (int j = 1; j <= cols; ++j) one.columns.push_back(std::to_string(j));
        for (int i = 0; i < rows; ++i) {
            const RowPen pen = add_row(one) << (rows == n ? words[i] : std::to_string(i + 1));
            for (int j = 0; j < cols; ++j) pen << values[i * cols + j];
        }
    };
    for (int h = 0; h < m.heads; ++h) {
        add_matrix(Phrase() << "Weights of head " << h + 1, m.weights + h * n * n, n, n);
        add_matrix(Phrase() << "Scaled scores of head " << h + 1, m.scaled + h * n * n, n, n);
    }
    static constexpr const char* titles[] = {
        "X", "W_Q", "W_K", "W_V", "W_O", "Q", "K", "V", "Heads side by side", "Output"};
    for (int name = output; name >= 0; --name)
        add_matrix(titles[name], m.all[name], name >= WQ && name <= WO ? width : n, m.columns(name));

    const double large_d = static_cast<double>(m.large) / m.large_heads;
    out.add_value("output", total, "(np.hstack(concat) @ W_O)[row, column]");
    out.add_value("largest share", m.share(most), "max(shares)");
    out.add_value("smallest share", m.share(least), "min(shares)");
    out.add_value("heads", m.heads, "h");
    out.add_value("d_k", m.d_k, "d_k");
    out.add_value("rank of scores", m.ranks[m.head], "np.linalg.matrix_rank(S, tol=noise)");
    out.add_value("orders of keys", m.orders[m.head], "len({(s - s[:, None] > noise).tobytes() for s in S})");
    out.add_value("parameters", now.parameters, "size");
    out.add_value("multiplications", now.multiplications, "n * size + 2 * n * n * d_model");
    out.add_value("exponentials", now.exponentials, "h * n * n");
    out.add_value("cached numbers a token", now.cache, "2 * pairs * d_k");
    out.add_value("d_k of the other model", large_d, "large");
    out.add_value("√d_k of the other model", std::sqrt(large_d), "large**0.5");
    return out;
}

std::string numpy(const State& state, const Model& m) {
    std::string out = "import numpy as np\n\n";
    static constexpr const char* names[] = {"X", "W_Q", "W_K", "W_V", "W_O"};
    for (int i = 0; i < 5; ++i) {
        const MatrixValue& given = state.matrix(x + i);
        out += python::matrix(names[i], given.values, given.rows, given.cols);
    }
    return Phrase() << out << "h, pairs, row, column, head, large = " << m.heads << ", " << m.pairs << ", "
                    << m.row << ", " << m.column << ", " << m.head << ", " << m.large << " / "
                    << m.large_heads << R"(
n, d_model = X.shape
d_k = d_model // h
# Heads that share have the keys and values of the first of them.
kept = [pair * h // pairs * d_k + t for pair in range(pairs) for t in range(d_k)]
W_K, W_V = W_K[:, kept], W_V[:, kept]
Q, K, V = X @ W_Q, X @ W_K, X @ W_V
concat, shares, scores = [], [], []
for g in range(h):
    own = slice(g * d_k, (g + 1) * d_k)
    kv = slice(g * pairs // h * d_k, (g * pairs // h + 1) * d_k)
    scores.append(Q[:, own] @ K[:, kv].T)
    scaled = scores[-1] / np.sqrt(d_k)
    weights = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    concat.append(weights / weights.sum(axis=1, keepdims=True) @ V[:, kv])
    shares.append((concat[-1] @ W_O[own])[row, column])
S = scores[head]
# What a score of single precision may be off by: less is no difference.
q, k = W_Q[:, head * d_k:(head + 1) * d_k], W_K[:, head * pairs // h * d_k:(head * pairs // h + 1) * d_k]
noise = 1e-6 * (X**2).sum(axis=1).max() * np.linalg.norm(q) * np.linalg.norm(k)
size = W_Q.size + W_K.size + W_V.size + W_O.size
)";
}

}  // namespace explainer::heads_model

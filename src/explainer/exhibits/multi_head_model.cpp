// The numbers of `multi-head`. See multi_head_model.h.
#include "explainer/exhibits/multi_head_model.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "attention/stages.h"
#include "explainer/exhibits/example_parts.h"
#include "explainer/exhibits/floats.h"
#include "explainer/numpy_random.h"
#include "explainer/phrase.h"
#include "explainer/python.h"

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
            for (int i = 0; i < count; ++i) numbers[i] = std::round(random.randn() * deviation * 10) / 10;
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
    return {.name = name,
            .label = label,
            .help = help,
            .kind = Kind::matrix,
            .minimum = -10,
            .maximum = 10,
            .step = 0.1,
            .decimals = 1,
            .matrices = defaults};
}

constexpr Parameter whole(std::string_view name, std::string_view label, std::string_view help, double last,
                          double initial, double least = 0) {
    return {.name = name,
            .label = label,
            .help = help,
            .kind = Kind::integer,
            .minimum = least,
            .maximum = last,
            .step = 1,
            .initial = initial};
}

constexpr Parameter with(Parameter one, std::string_view grid_column, Bound bound = {}) {
    one.grid_column = grid_column;
    one.maximum_follows = bound;
    return one;
}

/// Across all heads a column of a row's numbers goes to one place: values and their names.
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

/// The columns of one head, as a matrix.
std::vector<float> columns_of(const std::vector<float>& all, int cols, int first, int count) {
    std::vector<float> out;
    for (int i = 0; i < n; ++i) {
        const auto at = all.begin() + i * cols + first;
        out.insert(out.end(), at, at + count);
    }
    return out;
}

/// How many rows of a matrix [n, n] no sum of others makes, up to rounding: elimination with full pivoting.
int rank_of(const float* values) {
    double m[n][n], most = 0;
    for (int i = 0; i < n * n; ++i) {
        m[i / n][i % n] = wide(values[i]);
        most = std::max(most, std::fabs(wide(values[i])));
    }
    for (int rank = 0; rank < n; ++rank) {
        int r = rank, c = rank;
        for (int i = rank; i < n; ++i) {
            for (int j = rank; j < n; ++j) {
                if (std::fabs(m[i][j]) > std::fabs(m[r][c])) r = i, c = j;
            }
        }
        if (std::fabs(m[r][c]) <= 1e-5 * most) return rank;
        for (int j = 0; j < n; ++j) std::swap(m[r][j], m[rank][j]);
        for (int i = 0; i < n; ++i) std::swap(m[i][c], m[i][rank]);
        for (int i = rank + 1; i < n; ++i) {
            const double factor = m[i][rank] / m[rank][rank];
            for (int j = rank; j < n; ++j) m[i][j] -= factor * m[rank][j];
        }
    }
    return n;
}

/// How many different orders the words put the keys in.
int orders_of(const float* scores) {
    const auto same = [scores](int a, int b) {
        for (int j = 0; j < n; ++j) {
            for (int k = 0; k < n; ++k) {
                if ((scores[a * n + j] < scores[a * n + k]) != (scores[b * n + j] < scores[b * n + k]))
                    return false;
            }
        }
        return true;
    };
    int count = 0;
    for (int i = 0; i < n; ++i) {
        bool known = false;
        for (int before = 0; before < i; ++before) known = known || same(before, i);
        count += known ? 0 : 1;
    }
    return count;
}

std::string plural(int count, const char* what) {
    return Phrase() << count << " " << what << (count == 1 ? "" : "s");
}

/// 1,234,567.
std::string grouped(double value) {
    std::string out = fixed(value, 0);
    for (size_t at = out.size(); at > 3; out.insert(at, ",")) at -= 3;
    return out;
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
        with(whole("row", "output", "Which number of the output is taken apart: word and column, from 0.",
                   n - 1, 1),
             "column"),
        whole("column", "column of the output", "Which number of the word's output, from 0.", width - 1, 1),
        Parameter{.name = "of",
                  .label = "looked at in",
                  .help = "In which matrix a number is looked at, to see what it came from.",
                  .kind = Kind::choice,
                  .choices = of_choices},
        with(whole("head", "head", "Whose weights are looked at, counted from 0.", width - 1, 1), {},
             {.parameter = "heads", .by_choice = last_head}),
        with(whole("at", "number looked at", "Its word and its column, from 0.", n - 1, 1), "atColumn"),
        with(whole("atColumn", "its column", "The column of the number looked at, from 0.", width - 1, 2), {},
             {.parameter = "of", .by_choice = last_column}),
        whole("step", "step", "How far the way from words to outputs is shown.", mixed, mixed),
        Parameter{.name = "play",
                  .label = "play",
                  .help = "Goes from step to step, or stops.",
                  .kind = Kind::action,
                  .plays = "step"},
        whole("large", "d_model of another model", "Its width, shared out among its heads.", 16384, 512, 1),
        whole("largeHeads", "its heads", "How many heads share that width.", 256, 8, 1),
    };
    return all;
}

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
    const auto floats = [&state](int parameter) {
        const std::vector<double>& from = state.matrix(parameter).values;
        return std::vector<float>(from.begin(), from.end());
    };
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
    m.x = floats(x);
    m.w_q = floats(w_q);
    m.w_k = floats(w_k);
    m.w_v = floats(w_v);
    m.w_o = floats(w_o);

    const int kv = m.kv_columns();
    std::vector<float> narrow_k, narrow_v;  // [width, kv]
    for (int i = 0; i < width; ++i) {
        for (int j = 0; j < kv; ++j) {
            const auto from = static_cast<size_t>(i * width + m.given_column(j));
            narrow_k.push_back(m.w_k[from]);
            narrow_v.push_back(m.w_v[from]);
        }
    }
    m.trace = attention::multi_head_trace({m.x.data(), n, width}, {{m.w_q.data(), width, width},
                                                                   {narrow_k.data(), width, kv},
                                                                   {narrow_v.data(), width, kv},
                                                                   {m.w_o.data(), width, width},
                                                                   m.heads,
                                                                   m.pairs});
    m.scores.resize(static_cast<size_t>(m.heads * n * n));
    m.scaled = m.scores;
    m.shares.resize(static_cast<size_t>(m.heads * n * width));
    for (int h = 0; h < m.heads; ++h) {
        const std::vector<float> q = columns_of(m.trace.q, width, h * m.d_k, m.d_k),
                                 k = columns_of(m.trace.k, kv, m.pair_of(h) * m.d_k, m.d_k),
                                 own = columns_of(m.trace.concat, width, h * m.d_k, m.d_k);
        float* scores = m.scores.data() + h * n * n;
        attention::scores({q.data(), n, m.d_k}, {k.data(), n, m.d_k}, {scores, n, n});
        attention::scale({scores, n, n}, attention::scale_factor({}, m.d_k),
                         {m.scaled.data() + h * n * n, n, n});
        // Its columns times its rows of W_O.
        attention::project({own.data(), n, m.d_k}, {m.w_o.data() + h * m.d_k * width, m.d_k, width},
                           {m.shares.data() + h * n * width, n, width});
        m.ranks.push_back(rank_of(scores));
        m.orders.push_back(orders_of(scores));
    }
    return m;
}

Origin Model::origin(const Spot& one) const {
    const int i = one.row, c = one.col;
    const float* words_row = x.data() + i * width;
    const auto of_words = [&](const char* letter, const std::vector<float>& values, int cols,
                              const std::vector<float>& weights, int given) {
        return Origin{Phrase() << letter << " of " << word(i) << ", column " << c + 1,
                      brief(wide(values[static_cast<size_t>(i * cols + c)])),
                      "its row of X times the column of W: " +
                          products(words_row, weights.data() + given, width, width)};
    };
    switch (one.of) {
        case Of::q:
            return of_words("Q", trace.q, width, w_q, c);
        case Of::k:
            return of_words("K", trace.k, kv_columns(), w_k, given_column(c));
        case Of::v:
            return of_words("V", trace.v, kv_columns(), w_v, given_column(c));
        case Of::concat: {
            const int h = head_of(c);
            return {Phrase() << "Column " << c + 1 << " of " << word(i) << ", by head " << h + 1,
                    brief(wide(concat(i, c))),
                    "its weights times the column of V: " +
                        products(trace.weights.data() + (h * n + i) * n,
                                 trace.v.data() + pair_of(h) * d_k + c % d_k, n, kv_columns())};
        }
        case Of::weights: {
            const int h = one.head, at = (h * n + i) * n + c;
            return {Phrase() << "Head " << h + 1 << ", " << word(i) << " to " << word(c),
                    shown(trace.weights[static_cast<size_t>(at)]),
                    Phrase() << "softmax over its row of q·k ÷ √" << d_k << ", here ("
                             << products(trace.q.data() + i * width + h * d_k,
                                         trace.k.data() + c * kv_columns() + pair_of(h) * d_k, d_k, 1)
                             << ") ÷ √" << d_k << " = " << brief(wide(scaled[static_cast<size_t>(at)]))};
        }
        case Of::output:
            break;
    }
    Phrase sum;
    for (int h = 0; h < heads; ++h)
        sum << (h > 0 ? ", " : "") << "head " << h + 1 << " " << with_sign(share(h, i, c));
    return {Phrase() << "Output of " << word(i) << ", column " << c + 1, with_sign(output(i, c)), sum};
}

std::string Model::lesson() const {
    const int rank = ranks[static_cast<size_t>(head)], orders_here = orders[static_cast<size_t>(head)];
    if (heads == 1)
        return Phrase() << "One head has one pattern for the whole layer: every column of the output mixes "
                           "the same weights. But q and k are 8 numbers wide, so its scores can have rank 5 "
                           "(here "
                        << rank << ").";
    if (d_k == 1)
        return Phrase() << "Eight patterns, but q and k are single numbers, so each table of scores has rank "
                           "1: a word can put the keys in one order or in its reverse. In head "
                        << head + 1 << " the five words have " << plural(orders_here, "order")
                        << " between them.";
    return Phrase() << heads << " patterns a layer. q and k are " << d_k
                    << " numbers wide, so no table of scores has a rank above " << std::min<int>(d_k, n)
                    << " of 5: that of head " << head + 1 << " has " << rank
                    << ", and its words put the keys in " << plural(orders_here, "order") << ".";
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

Description describe(const Model& m) {
    Description out;
    const float total = m.output(m.row, m.column);
    int most = 0, least = 0;
    for (int h = 1; h < m.heads; ++h) {
        if (m.share(h, m.row, m.column) > m.share(most, m.row, m.column)) most = h;
        if (m.share(h, m.row, m.column) < m.share(least, m.row, m.column)) least = h;
    }
    const Cost now = cost(m.heads, m.pairs);
    out.summary = Phrase() << m.heads << (m.heads == 1 ? " head" : " heads") << " of width " << m.d_k << ", "
                           << plural(m.pairs, "pair") << " of keys and values. Column " << m.column + 1
                           << " of the output of " << word(m.row) << " is " << brief(wide(total)) << ": head "
                           << most + 1 << " adds most, " << with_sign(m.share(most, m.row, m.column))
                           << ", head " << least + 1 << " least, "
                           << with_sign(m.share(least, m.row, m.column)) << ". ";
    out.summary += m.lesson();

    const std::vector<std::string> names(words, words + n);
    const auto add = [&](std::string title, const std::vector<float>& values, int cols, int rows = n,
                         size_t from = 0) {
        std::vector<std::string> labels = names;
        if (rows != n) {
            labels.clear();
            for (int i = 1; i <= rows; ++i) labels.push_back(std::to_string(i));
        }
        out.tables.push_back(matrix_table(std::move(title), rows == n ? "word" : "row", labels,
                                          std::span(values).subspan(from), cols));
    };
    const auto one = [&](std::string title, const char* columns) -> Table& {
        out.tables.push_back(table_of(std::move(title), columns));
        return out.tables.back();
    };
    Table& shares = one(Phrase() << "Shares of the output of " << word(m.row) << ", column " << m.column + 1,
                        "head|share");
    for (int h = 0; h < m.heads; ++h) add_row(shares, {h + 1.0, tidy(m.share(h, m.row, m.column))});
    Table& sum = one("Products", "column|head|side by side|W_O|product");
    for (int t = 0; t < width; ++t) {
        const float a = m.concat(m.row, t), b = m.w_o[static_cast<size_t>(t * width + m.column)];
        add_row(sum, {t + 1.0, m.head_of(t) + 1.0, tidy(a), tidy(b), tidy(a * b)});
    }
    const Origin looked_at = m.origin(m.spot);
    add_row(one("Looked at", "number|value|from")) << looked_at.name << looked_at.value << looked_at.from;
    Table& of_heads = one("Heads", "head|pair of keys and values|rank of scores|orders of keys");
    for (int h = 0; h < m.heads; ++h)
        add_row(of_heads, {h + 1.0, m.pair_of(h) + 1.0, static_cast<double>(m.ranks[static_cast<size_t>(h)]),
                           static_cast<double>(m.orders[static_cast<size_t>(h)])});
    Table& costs = one("Cost", "heads|d_k|parameters|multiplications|exponentials|cache");
    for (int h = 1; h <= width; h *= 2) {
        const Cost c = cost(h, h / std::min(h, m.together()));
        for (Table* t : {&costs})
            add_row(*t, {static_cast<double>(h), static_cast<double>(width / h),
                         static_cast<double>(c.parameters), static_cast<double>(c.multiplications),
                         static_cast<double>(c.exponentials), static_cast<double>(c.cache)});
    }
    Table& sharing = one("Sharing", "heads a pair|pairs|cache|parameters");
    for (int s = 1; s <= m.heads; s *= 2) {
        const Cost c = cost(m.heads, m.heads / s);
        add_row(sharing, {static_cast<double>(s), static_cast<double>(m.heads / s),
                          static_cast<double>(c.cache), static_cast<double>(c.parameters)});
    }
    for (int h = 0; h < m.heads; ++h) {
        const auto from = static_cast<size_t>(h * n * n);
        for (const bool weights : {true, false}) {
            add(Phrase() << (weights ? "Weights of head " : "Scaled scores of head ") << h + 1,
                weights ? m.trace.weights : m.scaled, n, n, from);
            std::copy(names.begin(), names.end(), out.tables.back().columns.begin() + 1);
        }
    }
    const int kv = m.kv_columns();
    add("Output", m.trace.output, width);
    add("Heads side by side", m.trace.concat, width);
    add("Q", m.trace.q, width);
    add("K", m.trace.k, kv);
    add("V", m.trace.v, kv);
    add("X", m.x, width);
    static constexpr const char* titles[] = {"W_Q", "W_K", "W_V", "W_O"};
    const std::vector<float>* const given[] = {&m.w_q, &m.w_k, &m.w_v, &m.w_o};
    for (size_t i = 0; i < 4; ++i) add(titles[i], *given[i], width, width);

    out.add_value("output", total);
    out.add_value("largest share", m.share(most, m.row, m.column));
    out.add_value("smallest share", m.share(least, m.row, m.column));
    out.add_value("heads", m.heads);
    out.add_value("d_k", m.d_k);
    out.add_value("rank of scores", m.ranks[static_cast<size_t>(m.head)]);
    out.add_value("orders of keys", m.orders[static_cast<size_t>(m.head)]);
    out.add_value("parameters", now.parameters);
    out.add_value("multiplications", now.multiplications);
    out.add_value("exponentials", now.exponentials);
    out.add_value("cached numbers a token", now.cache);
    const double large_d = static_cast<double>(m.large) / m.large_heads;
    out.add_value("d_k of the other model", large_d);
    out.add_value("√d_k of the other model", std::sqrt(large_d));
    return out;
}

std::string numpy(const State& state, const Model& m) {
    std::string out = "import numpy as np\n\n";
    static constexpr const char* names[] = {"X", "W_Q", "W_K", "W_V", "W_O"};
    for (int i = 0; i < 5; ++i) {
        const MatrixValue& given = state.matrix(x + i);
        out += python::matrix(names[i], given.values, given.rows, given.cols);
    }
    return Phrase() << out << "h, pairs, row, column, head = " << m.heads << ", " << m.pairs << ", " << m.row
                    << ", " << m.column << ", " << m.head << R"(
n, d_model = X.shape
d_k = d_model // h
# Heads that share have the keys and values of the first of them.
kept = [pair * (h // pairs) * d_k + t for pair in range(pairs) for t in range(d_k)]
W_K, W_V = W_K[:, kept], W_V[:, kept]
Q, K, V = X @ W_Q, X @ W_K, X @ W_V
concat, shares, scores = [], [], []
for g in range(h):
    own, pair = slice(g * d_k, (g + 1) * d_k), g * pairs // h
    kv = slice(pair * d_k, (pair + 1) * d_k)
    scores.append(Q[:, own] @ K[:, kv].T)
    scaled = scores[-1] / np.sqrt(d_k)
    weights = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    concat.append(weights @ V[:, kv])
    shares.append((concat[-1] @ W_O[own])[row, column])
output = np.hstack(concat) @ W_O
S = scores[head]
orders = {(s[:, None] < s).tobytes() for s in S}
parameters = W_Q.size + W_K.size + W_V.size + W_O.size
values = {
    "output": output[row, column],
    "largest share": max(shares),
    "smallest share": min(shares),
    "heads": h,
    "d_k": d_k,
    "rank of scores": np.linalg.matrix_rank(S, tol=1e-5 * np.abs(S).max()),
    "orders of keys": len(orders),
    "parameters": parameters,
    "multiplications": n * parameters + 2 * n * n * d_model,
    "exponentials": h * n * n,
    "cached numbers a token": 2 * pairs * d_k,
    "d_k of the other model": )"
                    << m.large << " / " << m.large_heads << R"(,
    "√d_k of the other model": ()"
                    << m.large << " / " << m.large_heads << R"() ** 0.5,
}
)";
}

}  // namespace explainer::heads_model

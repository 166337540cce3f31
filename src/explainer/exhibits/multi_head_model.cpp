// The numbers of `multi-head`. See multi_head_model.h.
#include "explainer/exhibits/multi_head_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "explainer/exhibits/floats.h"
#include "explainer/factor.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"
#include "explainer/provenance.h"
#include "explainer/python.h"
#include "explainer/superlatives.h"

namespace explainer::multi_head_model {
namespace {

constexpr std::array head_choices = {Choice{"1", "1"}, Choice{"2", "2"}, Choice{"4", "4"}, Choice{"8", "8"}};
constexpr std::array shared_choices = {Choice{"1", "a pair each"}, Choice{"2", "two share"},
                                       Choice{"4", "four share"}, Choice{"8", "eight share"}};
constexpr std::array of_choices = {Choice{"weights", "weights"}, Choice{"concat", "heads side by side"},
                                   Choice{"v", "V"}, Choice{"k", "K"}, Choice{"q", "Q"}};
constexpr double last_head[] = {0, 1, 3, 7},
                 last_column[] = {n - 1, width - 1, width - 1, width - 1, width - 1};

Parameter matrix(std::string_view name, std::string_view label, std::string_view help, Name which) {
    Parameter out = matrix_of(name, label, help, 10, drawn_matrices().subspan(which, 1));
    out.decimals = 1;
    return out;
}

const std::array table = {
    choice_of("heads", "heads h", "How many heads the layer has; each gets an equal part of d_model.",
              head_choices, 2),
    choice_of("shared", "heads that share keys and values",
              "How many heads use one pair of keys and values; at most all.", shared_choices),
    matrix("x", "X", "The words as vectors, a row a word.", X),
    matrix("wq", "W_Q", "Makes queries of words; its columns are shared out among the heads.", WQ),
    matrix("wk", "W_K", "Makes keys of words; its columns are shared out among the heads.", WK),
    matrix("wv", "W_V", "Makes values of words; its columns are shared out among the heads.", WV),
    matrix("wo", "W_O", "Mixes the heads' columns into every column of the output.", WO),
    bounded(integer_of("row", "output", "Which number of the output is taken apart: word and column, from 0.",
                       0, n - 1, 1),
            {}, "column"),
    integer_of("column", "column of the output", "Which number of the word's output, from 0.", 0, width - 1,
               1),
    choice_of("of", "looked at in", "In which matrix a number is looked at, to see what it came from.",
              of_choices),
    bounded(integer_of("head", "head", "Whose weights are looked at, counted from 0.", 0, width - 1, 1),
            {.parameter = "heads", .by_choice = last_head}),
    bounded(integer_of("at", "number looked at", "Its word and its column, from 0.", 0, n - 1, 1), {},
            "atColumn"),
    bounded(
        integer_of("atColumn", "its column", "The column of the number looked at, from 0.", 0, width - 1, 2),
        {.parameter = "of", .by_choice = last_column}),
    integer_of("step", "step", "How far the way from words to outputs is shown.", 0, mixed, mixed),
    play_of("step"),
    by_steps(64, integer_of("large", "d_model", "The width of another model, shared out among its heads.", 64,
                            16384, 512)),
    integer_of("largeHeads", "heads", "How many heads share the other model's width.", 1, 256, 8),
    piece_of("showShares", "shares", "The output, and what each head adds to one number of it.", true),
    piece_of("showCost", "cost", "What more heads cost, and what shared keys and values save.", true),
    piece_of("showOther", "another model", "The width of a head in a model of any size.", false),
    piece_of("showGiven", "input", "The words and all weights, to type over.", false)};

/// a₁·b₁ + a₂·b₂ + …, the numbers `stride` apart.
std::string products(const float* a, const float* b, int count, int stride) {
    Phrase out;
    for (int t = 0; t < count; ++t)
        out << (t > 0 ? " + " : "") << brief(wide(a[t])) << "·" << as_factor(brief(wide(b[t * stride])));
    return out;
}

}  // namespace

std::span<const Parameter> parameters() {
    return table;
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

Model model(const State& state) {
    Model m;
    m.heads = 1 << state.choice(heads);
    m.pairs = m.heads / std::min(m.heads, 1 << state.choice(shared));
    m.d_k = width / m.heads;
    m.row = state.integer(out_row);
    m.column = state.integer(out_column);
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

    m.compute();
    return m;
}

bool Model::has(const Spot& spot) const {
    const bool pairs_only = spot.of == Of::k || spot.of == Of::v;
    return spot.col < (pairs_only ? kv_columns() : spot.of == Of::weights ? +n : +width);
}

Model::Used Model::used(const Spot& s, Name name) const {
    const int h = s.of == Of::weights ? s.head : head_of(s.col), pair = pair_of(h) * d_k;
    const Name made = s.of == Of::q ? Q : s.of == Of::k ? K : s.of == Of::v ? V : concat;
    if (s.of == Of::weights)
        return name == Q ? Used{s.row, 1, h * d_k, d_k} : name == K ? Used{s.col, 1, pair, d_k} : Used{};
    if (name == made) return {s.row, 1, s.col, 1};
    if (s.of == Of::concat) return name == V ? Used{0, n, pair + s.col % d_k, 1} : Used{};
    return name == X ? Used{s.row, 1, 0, width} : Used{};
}

/// Once the player has come so far that it is there; of weights, their scores.
Origin Model::origin(const Spot& one) const {
    static constexpr int made_by[] = {scored, blended, projected, projected, projected, mixed};  // by Of
    const int i = one.row, c = one.col, h = one.of == Of::weights ? one.head : head_of(c);
    const int map = (h * n + i) * n, pair = pair_of(h) * d_k;
    Phrase name, from;
    float value = 0;
    switch (one.of) {
        case Of::output:
            value = at(output, i, c);
            name << "Output of " << word(i) << ", column " << c + 1;
            for (int g = 0; g < heads; ++g)
                from << (g > 0 ? ", " : "") << "head " << g + 1 << " " << with_sign(share(g, i, c));
            break;
        case Of::weights: {
            const bool there = step >= weighed;
            value = there ? weights[map + c] : scaled[map + c];
            name << "Head " << h + 1 << ", " << word(i) << " to " << word(c);
            from << (there ? "softmax over its row of " : "") << "q·k ÷ √" << d_k
                 << (there ? ", here (" : ": (")
                 << products(all[Q] + i * width + h * d_k, all[K] + c * kv_columns() + pair, d_k, 1)
                 << ") ÷ √" << d_k;
            if (there) from << " = " << brief(wide(scaled[map + c]));
            break;
        }
        case Of::concat:
            value = at(concat, i, c);
            name << "Column " << c + 1 << " of " << word(i) << ", by head " << h + 1;
            from << "its weights times the column of V: "
                 << products(weights + map, all[V] + pair + c % d_k, n, kv_columns());
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
    if (const int made = made_by[static_cast<int>(one.of)]; step < made)
        return {name, "not there yet", Phrase() << "go on to the step “" << step_names[made] << "”"};
    return {name, brief(wide(value)), from};
}

Origin Model::addend(int h, int i, int c) const {
    return {Phrase() << "Head " << h + 1, with_sign(share(h, i, c)),
            products(all[concat] + i * width + h * d_k, all[WO] + h * d_k * width + c, d_k, width)};
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
    return Phrase() << heads << " patterns; q and k are " << d_k << " numbers wide, so scores have rank "
                    << d_k << " at most: " << of_head
                    << ". With 1 head there is one pattern only, with 8 scores have rank one at most.";
}

std::string Model::narrowness() const {
    return Phrase() << plural(heads, "pattern") << ". Head " << head + 1 << " puts the keys in "
                    << plural(orders[head], "order") << "; its scores have rank " << ranks[head]
                    << " of at most " << std::min(d_k, n) << ".";
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

std::string Model::parts() const {
    if (heads == 1) return "all of it by that head";
    std::vector<std::string> names;
    std::vector<float> all;
    for (int h = 0; h < heads; ++h) {
        names.push_back(Phrase() << "head " << h + 1);
        all.push_back(share(h));
    }
    const auto shown_as = [&all](auto shown) {
        return std::all_of(all.begin(), all.end(), [&](float one) { return shown(one) == shown(all[0]); });
    };
    if (shown_as(with_sign)) return Phrase() << "every head adds the same, " << with_sign(all[0]);
    const auto size = [](float one) { return brief(std::fabs(wide(one))); };
    if (shown_as(size))
        return Phrase() << "every head's part is " << size(all[0]) << ", with one sign or the other";
    return largest_and_smallest(names, all, with_sign, brief);
}

Description describe(const Model& m) {
    Description out;
    const float total = m.at(output, m.row, m.column);
    std::vector<float> shares;
    for (int h = 0; h < m.heads; ++h) shares.push_back(m.share(h));
    const auto [least, most] = std::minmax_element(shares.begin(), shares.end());
    const Cost now = cost(m.heads, m.pairs);
    const std::string where = Phrase() << "column " << m.column + 1 << " of the output of " << word(m.row);
    Phrase said;
    said << plural(m.heads, "head") << " of width " << m.d_k << ", " << plural(m.pairs, "pair")
         << " of keys and values; " << where << " is " << brief(wide(total)) << ": " << m.parts();
    out.summary = said << ". " << m.lesson();

    const auto add = [&out](std::string title, std::vector<std::string> columns, int piece = -1) -> Table& {
        return out.tables.emplace_back(Table{std::move(title), std::move(columns), {}, piece});
    };
    Table& of_heads =
        add("Heads", {"head", "share", "pair of keys and values", "rank of scores", "orders of keys"});
    for (int h = 0; h < m.heads; ++h)
        add_row(of_heads) << h + 1 << m.share(h) << m.pair_of(h) + 1 << m.ranks[h] << m.orders[h];
    Table& sum = add("Products: " + where, {"column", "head", "side by side", "W_O", "product"}, show_shares);
    for (int t = 0; t < width; ++t) {
        const float a = m.at(concat, m.row, t), b = m.at(WO, t, m.column);
        add_row(sum) << t + 1 << m.head_of(t) + 1 << a << b << a * b;
    }
    const Origin looked_at = m.origin(m.spot);
    add_row(add("Looked at", {"number", "value", "from"}))
        << looked_at.name << looked_at.value << looked_at.from;
    Table& costs =
        add("Cost", {"heads", "pairs", "d_k", "parameters", "multiplications", "exponentials", "cache"},
            show_cost);
    const auto price = [&costs](int h, int pairs) {
        const Cost c = cost(h, pairs);
        add_row(costs) << h << pairs << width / h << c.parameters << c.multiplications << c.exponentials
                       << c.cache;
    };
    for (int h = 1; h <= width; h *= 2) price(h, h / std::min(h, m.together()));
    for (int pairs = m.heads; pairs > 0; pairs /= 2) price(m.heads, pairs);
    const auto add_matrix = [&add](std::string title, attention::ConstMatrixView values) {
        Table& one = add(std::move(title), {"row"});
        for (int j = 1; j <= values.cols; ++j) one.columns.push_back(std::to_string(j));
        for (int i = 0; i < values.rows; ++i) {
            const RowPen pen = add_row(one) << (values.rows == n ? tokens[i] : std::to_string(i + 1));
            for (int j = 0; j < values.cols; ++j) pen << values(i, j);
        }
    };
    for (int h = 0; h < m.heads; ++h) {
        add_matrix(Phrase() << "Weights of head " << h + 1, {m.weights + h * n * n, n, n});
        add_matrix(Phrase() << "Scaled scores of head " << h + 1, {m.scaled + h * n * n, n, n});
    }
    static constexpr const char* titles[] = {
        "X", "W_Q", "W_K", "W_V", "W_O", "Q", "K", "V", "Heads side by side", "Output"};
    for (int name = output; name >= 0; --name) add_matrix(titles[name], m.view(name));

    const double large_d = static_cast<double>(m.large) / m.large_heads;
    out.add_value("output", total, "(np.hstack(concat) @ W_O)[row, column]");
    out.add_value("largest share", *most, "max(shares)");
    out.add_value("smallest share", *least, "min(shares)");
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
        const MatrixValue& given = state.matrix(+x + i);
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

}  // namespace explainer::multi_head_model

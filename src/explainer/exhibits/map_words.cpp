// What is said of the large map, in words, tables and Python. See map_model.h.
#include <algorithm>
#include <cmath>

#include "explainer/exhibits/floats.h"
#include "explainer/exhibits/map_model.h"
#include "explainer/figures/map_view.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer {
namespace {

constexpr int listed = 32;  // of a row or column

struct ShareValue {
    const char* name;  // forever
    const char* python;
    const char* row_python = nullptr;  // of the chosen row's share, where that is a value too
};
constexpr ShareValue share_values[share_count] = {
    {},
    {"share of the first token", "a[:, 0].mean()", "row[0]"},
    {"share of the window", "a[near].sum() / n", "row[near[query]].sum()"},
    {"share of the diagonal", "np.trace(a) / n"},
    {"share of the copied passage", "a[copy].sum() / n"},
};

/// The largest weights of a row or column, and the rest summed.
Table listing(std::string title, const char* of, const std::vector<float>& weights) {
    Table out{std::move(title), {of, "weight"}, {}};
    const figures::LargestValues top = figures::largest_of(weights, listed);
    for (const int place : top.places) add_row(out) << place << weights[static_cast<size_t>(place)];
    if (top.others > 0) add_row(out) << std::string(Phrase() << "the other " << top.others) << top.rest;
    if (top.masked > 0) add_row(out) << std::string(Phrase() << top.masked << " masked") << 0;
    return out;
}

}  // namespace

std::string MapWords::share_name(int what) const {
    static constexpr const char* names[] = {"none", "first token", "window", "itself", "repeats"};
    const MapInputs& in = model.inputs();
    if (what != window_share) return names[what];
    return Phrase() << "window of " << in.window << (in.sees == Sees::all ? ", both ways" : "");
}

std::string MapWords::share_place(int what) const {
    return what == itself_share ? "the query's own token" : "the " + share_name(what);
}

Description MapWords::describe() const {
    const MapInputs& in = model.inputs();
    const int query = row.index, rank = row.rank(key);
    const bool masked = rank == 0;
    const double weight = masked ? 0 : wide(row.weights[static_cast<size_t>(key)]);
    Description out;
    Phrase said;
    said << "A map of " << in.n << " queries and " << in.n << " keys. ";
    if (!model.settled()) said << "So far a sample: " << model.rows_done() << " of " << in.n << " rows. ";
    said << "Shares overlap. Of all weight ";
    for (int what = first_share; what < share_count; ++what)
        said << (what == first_share ? "" : ", ") << Percent{model.share(what), 1}
             << (what == first_share ? " is on " : " on ") << share_place(what)
             << (what == itself_share ? " (itself)" : "");
    said << ". Query " << query << (masked ? " may not see key " : " gives key ") << key;
    if (!masked) said << " the weight " << scientific(weight, 3);
    out.summary = said << ".";

    const MapModel::Extreme largest = model.largest(), least = model.least();
    Table map{"Map", {"quantity", "query", "key", "value"}, {}};
    for (const auto& [what, count] :
         {std::pair{"queries", in.n}, {"keys", in.n}, {"rows computed", model.rows_done()}})
        map.rows.push_back({what, "", "", count});
    add_row(map) << "largest weight" << largest.row << largest.col << largest.weight;
    add_row(map) << "least weight" << least.row << least.col << least.weight;
    const Shares own = model.shares_of(row);
    Table shares{"Shares of weight", {"share", "of all rows", "of the chosen row"}, {}};
    for (int what = first_share; what < share_count; ++what)
        add_row(shares, share_name(what), {model.share(what), own[static_cast<size_t>(what)]});
    Table cell = quantities("Chosen cell", {{"query", query}, {"key", key}});
    if (!masked) add_row(cell) << "score q·k ÷ √d + position" << row.scores[static_cast<size_t>(key)];
    add_row(cell) << "largest score of the row" << row.most;
    add_row(cell) << "sum of the row" << row.sum;
    add_row(cell) << "weight" << weight;
    add_row(cell) << "place in the row" << rank;
    add_row(cell) << "keys that the row sees" << model.visible_count(query);
    const Passage copy = model.passage();
    Table made =
        quantities("What the scores are made of", {{"recency", in.recency},
                                                   {"blocks", in.blocks},
                                                   {"first token", in.first},
                                                   {"repeats", in.copied},
                                                   {"noise", in.noise},
                                                   {"seed", in.seed},
                                                   {"window", in.window},
                                                   {"keys that are looked at again begin at", copy.begin},
                                                   {"keys that are looked at again", copy.length},
                                                   {"from such a key to its query", copy.distance},
                                                   {"components of a vector", MapModel::d},
                                                   {"bytes held", static_cast<double>(model.bytes())}});
    out.tables = {std::move(map),
                  std::move(shares),
                  std::move(cell),
                  listing(Phrase() << "What query " << query << " reads", "key", row.weights),
                  listing(Phrase() << "Who reads key " << key, "query", column),
                  std::move(made)};

    out.add_value("weight", weight, "row[key]");
    out.add_value("largest score of the row", row.most, "m[query, 0]");
    out.add_value("sum of the row", row.sum, "z[query, 0]");
    if (!masked) out.add_value("place in the row", rank, "1 + (row > row[key]).sum()");
    for (int what = first_share; what < share_count; ++what)
        out.add_value(share_values[what].name, model.share(what), share_values[what].python);
    for (int what = first_share; what <= window_share; ++what)
        out.add_value(std::string(share_values[what].name) + " in the row", own[static_cast<size_t>(what)],
                      share_values[what].row_python);
    out.add_value("largest weight", largest.weight, "a.max()");
    const auto less = [](float a, float b) { return std::isnan(a) || std::isless(a, b); };
    out.add_value("largest weight of the row",
                  *std::max_element(row.weights.begin(), row.weights.end(), less), "row.max()");
    return out;
}

std::string MapWords::numpy() const {
    const MapInputs& in = model.inputs();
    static constexpr const char* masks[] = {"np.ones((n, n), bool)", "j <= i", "(j <= i) & (i - j < window)",
                                            "(j <= i) & ((i - j < window) | (j == 0))"};
    return Phrase() << "import numpy as np\n\nn, window, seed, d = " << in.n << ", " << in.window << ", "
                    << in.seed << ", 64\nrecency, blocks, first, copied, noise = " << Shortest{in.recency}
                    << ", " << Shortest{in.blocks} << ", " << Shortest{in.first} << ", "
                    << Shortest{in.copied} << ", " << Shortest{in.noise}
                    << "\ninduction = " << (in.repeat == Repeat::next ? "True" : "False")
                    << "\nquery, key = " << row.index << ", " << key << R"(

class Random:  # xoshiro128+, a stream for each seed
    def __init__(self, seeds):
        y, self.s = np.atleast_1d(seeds).astype(np.uint64), []
        seed = y.copy()
        for _ in range(4):
            seed = seed + np.uint64(0x9E3779B97F4A7C15)
            y = (seed ^ (seed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            y = (y ^ (y >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            self.s.append(((y ^ (y >> np.uint64(31))) >> np.uint64(16)).astype(np.uint32))
    def next(self):
        s = self.s
        out, t = s[0] + s[3], s[1] << np.uint32(9)
        s[2] = s[2] ^ s[0]; s[3] = s[3] ^ s[1]; s[1] = s[1] ^ s[2]; s[0] = s[0] ^ s[3]
        s[2] = s[2] ^ t; s[3] = s[3] << np.uint32(11) | s[3] >> np.uint32(21)
        return out
    def unit(self):  # -1 to 1
        return self.next().astype(np.int32).astype(np.float32) * np.float32(2.0 ** -31)

# Q and K: what their components say, times a strength (and sqrt(d)) in Q
q, k = np.zeros((2, n, d), np.float32)
strength = lambda x: np.float32(8) * np.float32(x)
tokens = Random((seed << 32) + np.arange(n) + 1)
unit = np.sqrt(np.float32(3))
q[:, 0], k[0, 0] = strength(first), 1
q[:, 1], k[:, 1] = strength(noise * 0.6), unit * tokens.unit()
for t in range(2, 13): k[:, t] = unit * tokens.unit()
for t in range(2, 13): q[:, t] = strength(noise * 0.8 / np.sqrt(11.0)) * (unit * tokens.unit())
random, at = Random(seed), 0
while at < n:  # blocks, each of a subject and with a vector of its own
    end = at + 1 + n // 28 + int(random.next()[0]) % (n // 12)
    subject = 13 + int(random.next()[0]) % 4
    vector = np.array([random.unit()[0] for _ in range(4)])
    q[at:end, subject], k[at:end, subject] = strength(blocks), 1
    q[at:end, 17:21], k[at:end, 17:21] = strength(blocks * 0.5) * vector, vector
    at = end
begin, length, distance = n * 19 // 100, n * 23 // 100, n * 2 // 5 - (1 if induction else 0)
high, low = tokens.next(), tokens.next()
for i in range(begin, begin + length):  # a code for each token that is looked at
    bits = int(high[i]) << 32 | int(low[i])
    code = np.array([bits >> t & 1 for t in range(42)], np.float32) * 2 - 1
    k[i, 21], k[i, 22:] = 1, code
    q[i + distance, 21] = strength(-copied * 0.12)
    q[i + distance, 22:] = strength(copied * 1.12 / 42) * code

bias = (-recency * np.log(1.0 + np.arange(n))).astype(np.float32)
i, j = np.arange(n)[:, None], np.arange(n)[None, :]
s = (q.astype(float) @ k.T.astype(float)) / 8 + bias[abs(i - j)]
s[~()" << masks[static_cast<int>(in.sees)]
                    << R"()] = -np.inf
m = s.max(axis=1, keepdims=True)
a = np.exp(s - m)
z = a.sum(axis=1, keepdims=True)
a /= z
near, row = abs(i - j) < window, a[query]
copy = (j == i - distance) & (j >= begin) & (j < begin + length)
)";
}

}  // namespace explainer

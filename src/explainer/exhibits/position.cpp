// Places, scores and words of the position exhibit. See position.h.
#include "explainer/exhibits/position.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attention/position.h"
#include "attention/stages.h"
#include "explainer/exhibits/floats.h"
#include "explainer/phrase.h"
#include "explainer/provenance.h"
#include "explainer/python.h"

namespace explainer::position {
namespace {

constexpr std::array schemes = {Choice{"none", "none"}, Choice{"alibi", "ALiBi"},
                                Choice{"rope", "RoPE, neighbours"}, Choice{"halves", "RoPE, halves"}};

constexpr double gaps_at_first[] = {3, 0, 5, 0, 0, 0, 0};
// Constructed: "?" and "cat" agree in every pair, so that their curve starts high; the others are as they
// fell.
constexpr double q_at_first[] = {
    -0.5, 1,   1,    -1,   -0.5, -1,  1,    0.5,   //
    -1.5, 1.5, -1.5, 0.5,  -1,   0.5, 1,    -1.5,  //
    -1.5, 1,   1.5,  1,    0.5,  -1,  -1.5, -1.5,  //
    -1.5, -1,  -1.5, -1,   -1.5, 1,   -1.5, -0.5,  //
    1,    -1,  1.5,  -1.5, -1.5, -1,  -1,   1,     //
    1,    -1,  -1,   -1.5, -0.5, 1.5, 0.5,  1,     //
    1.5,  0.5, -1,   1,    1.5,  1,   1,    -1,    //
};
constexpr double k_at_first[] = {
    -0.5, -1.5, 1,    -1.5, 1,    1,    -1,   -1,    //
    1,    1,    -0.5, 1.5,  1,    0.5,  1,    -0.5,  //
    -1,   1,    0.5,  1,    -1.5, 0.5,  -1.5, 0.5,   //
    -0.5, -1,   0.5,  -1,   -1,   -1,   1,    1,     //
    -0.5, -1,   1,    1,    1.5,  1,    -1,   -1.5,  //
    0.5,  -1,   1,    -1,   -1.5, -1,   1,    0.5,   //
    -1,   -0.5, -1,   -1.5, -1,   -1.5, 0.5,  1.5,   //
};
constexpr MatrixDefault gaps_default[] = {{1, words, gaps_at_first}};
constexpr MatrixDefault q_default[] = {{words, width, q_at_first}};
constexpr MatrixDefault k_default[] = {{words, width, k_at_first}};

constexpr Parameter integer(std::string_view name, std::string_view label, std::string_view help, double from,
                            double to, double initial) {
    return {.name = name,
            .label = label,
            .help = help,
            .kind = Kind::integer,
            .minimum = from,
            .maximum = to,
            .step = 1,
            .initial = initial};
}
constexpr Parameter vectors(std::string_view name, std::string_view label, std::string_view help,
                            std::span<const MatrixDefault> initial) {
    return {.name = name,
            .label = label,
            .help = help,
            .kind = Kind::matrix,
            .minimum = -3,
            .maximum = 3,
            .step = 0.1,
            .decimals = 1,
            .matrices = initial};
}
constexpr Parameter asking() {
    Parameter out = integer("asks", "asking word", "Whose query is compared, from 0.", 0, words - 1, 6);
    out.grid_column = "answers";
    return out;
}

constexpr std::array parameters = {
    Parameter{.name = "scheme",
              .label = "places",
              .help = "What a score knows of places.",
              .kind = Kind::choice,
              .initial = rope,
              .choices = schemes},
    Parameter{.name = "gaps",
              .label = "gaps",
              .help = "Empty places before each word; all after it move too.",
              .kind = Kind::matrix,
              .minimum = 0,
              .maximum = 58,
              .step = 1,
              .decimals = 0,
              .matrices = gaps_default},
    integer("walk", "walked", "How many places further the whole sentence is.", 0, 24, 0),
    Parameter{.name = "play",
              .label = "walk",
              .help = "Moves the sentence place by place, or stops.",
              .kind = Kind::action,
              .plays = "walk"},
    asking(),
    integer("answers", "answering word", "Whose key is compared, from 0.", 0, words - 1, 1),
    integer("pair", "pair", "The pair of components that is written out.", 1, pair_count, 1),
    Parameter{.name = "base",
              .label = "base",
              .help = "Pair p turns by base^(−p/4) a place, p from 0.",
              .minimum = 1,
              .maximum = 1e6,
              .step = 1,
              .initial = 10000,
              .logarithmic = true,
              .decimals = 0},
    integer("head", "head", "ALiBi: a place costs m = 2^(−head).", 1, heads, 4),
    vectors("q", "queries", "A row a word, before it turns.", q_default),
    vectors("k", "keys", "A row a word, before it turns.", k_default),
};

constexpr std::array presets = {
    Preset{"far away, nothing changes", "gaps=58,0,0,0,0,0,0"},
    Preset{"ALiBi: far costs", "scheme=alibi;head=2"},
    Preset{"base 1: one speed", "base=1"},
};

attention::ConstMatrixView row_of(const Rows& rows, int word) {
    return {rows.data() + word * width, 1, width};
}

}  // namespace

attention::RopePairs Position::pairs() const {
    return scheme_ == rope_halves ? attention::RopePairs::halves : attention::RopePairs::neighbours;
}
int Position::first_of(int p) const {
    return scheme_ == rope_halves ? p : 2 * p;
}
int Position::second_of(int p) const {
    return scheme_ == rope_halves ? p + pair_count : 2 * p + 1;
}

double Position::degrees(int p) const {
    return turn_[p] * 180 / M_PI;
}

std::string Position::name_of(int p) const {
    return Phrase() << first_of(p) + 1 << "·" << second_of(p) + 1;
}

void Position::compute(const State& state) {
    scheme_ = static_cast<Scheme>(state.choice(scheme));
    base_ = static_cast<float>(state.number(base));
    slope_ = attention::alibi_slope(state.integer(head) - 1, heads);
    factor_ = attention::scale_factor({}, width);
    asks_ = state.integer(asks);
    answers_ = state.integer(answers);
    pair_ = state.integer(pair) - 1;
    made_ = as_made(state, presets, {query, key});
    for (size_t i = 0; i < q_.size(); ++i) {
        q_[i] = static_cast<float>(state.matrix(query).values[i]);
        k_[i] = static_cast<float>(state.matrix(key).values[i]);
    }
    int stands = -1;
    for (int i = 0; i < words; ++i) {
        gaps_[i] = static_cast<int>(state.matrix(gaps).at(0, i) + 0.5) + (i == 0 ? state.integer(walk) : 0);
        stands += 1 + gaps_[i];
        written_.places[i] = i;
        now_.places[i] = stands;
    }
    place(written_);
    place(now_);
    // How far a pair turns a place: what becomes of (1, 0) at place 1.
    float unit[width] = {};
    for (int p = 0; p < pair_count; ++p) unit[first_of(p)] = 1;
    if (scheme_ >= rope) attention::apply_rope({unit, 1, width}, 1, base_, pairs());
    for (int p = 0; p < pair_count; ++p)
        turn_[p] = std::atan2(wide(unit[second_of(p)]), wide(unit[first_of(p)]));
    changed_ = 0;
    for (int cell = 0; cell < words * words; ++cell) changed_ += changes(cell / words, cell % words);
    ++version_;
}

/// Turns what RoPE turns, and computes all scores.
void Position::place(Placed& one) const {
    one.q = q_;
    one.k = k_;
    for (int i = 0; scheme_ >= rope && i < words; ++i) {
        for (Rows* rows : {&one.q, &one.k})
            attention::apply_rope({rows->data() + i * width, 1, width}, one.places[i], base_, pairs());
    }
    const attention::MatrixView scores{one.scores.data(), words, words};
    attention::scores({one.q.data(), words, width}, {one.k.data(), words, width}, scores);
    attention::scale({one.scores.data(), words, words}, factor_, scores);
    if (scheme_ != alibi) return;
    attention::Options options;
    options.alibi = slope_;
    for (int at = 0; at < words * words; ++at) {
        options.query_offset = distance(one, at / words, at % words);
        attention::add_position({one.scores.data() + at, 1, 1}, options);
    }
}

float Position::part_of(const Placed& at, int i, int j, int p) const {
    const float* q = row_of(at.q, i).data;
    const float* k = row_of(at.k, j).data;
    const int a = first_of(p), b = second_of(p);
    return (q[a] * k[a] + q[b] * k[b]) * factor_;
}

Curves Position::curves(int i, int j) const {
    Curves out{16, {}, {}, {}};
    while (out.end < distance(now_, i, j)) out.end *= 2;
    const int rows = 2 * out.end + 1;
    // The query stays at place 0, the key goes from −end to end.
    const float *q = row_of(q_, i).data, *k = row_of(k_, j).data;
    std::vector<float> turned(static_cast<size_t>(rows * width)), line(static_cast<size_t>(rows));
    for (size_t t = 0; t < turned.size(); ++t) turned[t] = k[t % width];
    for (const int one : {none, alibi, rope}) {
        const attention::MatrixView scores{line.data(), rows, 1};
        if (one == rope) attention::apply_rope({turned.data(), rows, width}, -out.end, base_, pairs());
        attention::scores({turned.data(), rows, width}, {q, 1, width}, scores);
        attention::scale({line.data(), rows, 1}, factor_, scores);
        attention::Options options;
        options.alibi = one == alibi ? slope_ : 0;
        options.query_offset = -out.end;
        attention::add_position(scores, options);
        out.at_offsets[one].assign(line.begin(), line.end());
    }
    // Places are whole. What is drawn between them is the same turn, for the eye: a pair of components adds
    // along · cos δθ + across · sin δθ at the offset δ.
    const int steps = std::max(1, 128 / out.end), points = 2 * out.end * steps + 1;
    for (int at = 0; at < points; ++at) out.x.push_back(static_cast<double>(at) / steps - out.end);
    out.between.assign(out.x.size(), 0);
    for (int p = 0; p < pair_count; ++p) {
        const int a = first_of(p), b = second_of(p);
        const double angle = std::pow(wide(base_), -2.0 * p / width);
        const double along = wide(q[a] * k[a] + q[b] * k[b]) * wide(factor_),
                     across = wide(q[b] * k[a] - q[a] * k[b]) * wide(factor_);
        for (size_t at = 0; at < out.x.size(); ++at)
            out.between[at] += along * std::cos(out.x[at] * angle) + across * std::sin(out.x[at] * angle);
    }
    return out;
}

bool Position::changes(int i, int j) const {
    // (Where a pair turns by another angle but has no length, nothing changes; what float32 rounds is no
    // change.)
    return scheme_ != none && distance(now_, i, j) != distance(written_, i, j) &&
           std::fabs(score(now_, i, j) - score(written_, i, j)) >
               1e-6 * (1 + std::fabs(score(written_, i, j)));
}

bool Position::active(const State& state, int parameter) const {
    const int chosen = state.choice(scheme);
    if (parameter == head) return chosen == alibi;
    if (parameter == base) return chosen >= rope;
    return true;
}

std::string Position::shown(const State& state, int parameter) const {
    if (parameter == asks || parameter == answers)
        return names[static_cast<size_t>(state.integer(parameter))];
    return state.shown(parameter);
}

std::string Position::shown_cell(const State& state, int parameter, int row, int col) const {
    return parameter == asks ? said(row, col) : state.shown_cell(parameter, row, col);
}

std::string Position::said(int i, int j) const {
    return Phrase() << names[static_cast<size_t>(i)] << " asks "
                    << (i == j ? "" : std::string(names[static_cast<size_t>(j)]) + ", ") << where(i, j)
                    << ": " << Fixed{score(now_, i, j), 2} << ", as written "
                    << Fixed{score(written_, i, j), 2};
}

std::string Position::where(int i, int j) const {
    const int far = distance(now_, i, j);
    if (far == 0) return "itself";
    return Phrase() << far << (far == 1 ? " place " : " places ")
                    << (offset(now_, i, j) < 0 ? "before it" : "after it");
}

double Position::opposite(int i, int j) const {
    const Curves all = curves(i, j);
    return all.at_offsets[std::min<int>(scheme_, rope)][static_cast<size_t>(all.end - offset(now_, i, j))];
}

std::string Position::both_sides(int i, int j) const {
    if (i == j) return "A word and itself: there is no other side.";
    const bool before = offset(now_, i, j) < 0;
    const std::string here = fixed(score(now_, i, j), 2), there = fixed(opposite(i, j), 2);
    Phrase out;
    out << "The key as far " << (before ? "after" : "before") << " the query would score " << there
        << (here == there ? ", the same: " : std::string(Phrase() << ", not " << here << ": "));
    if (scheme_ == none) return out << "no score knows of places.";
    if (scheme_ == alibi) return out << "ALiBi knows how far, not on which side.";
    return out << (here == there ? "here it makes no difference." : "RoPE knows how far, and on which side.");
}

Description Position::describe() const {
    const int i = asks_, j = answers_;
    Description out;
    out.summary = Phrase() << schemes[static_cast<size_t>(scheme_)].label << ": " << said(i, j) << ". "
                           << changed_ << " of 49 scores " << (changed_ == 1 ? "changes. " : "change. ")
                           << both_sides(i, j);
    const auto begin = [&out](const char* title, std::vector<std::string> columns) -> Table& {
        out.tables.push_back({title, std::move(columns), {}});
        return out.tables.back();
    };
    Table& places = begin("Places", {"word", "as written", "now"});
    for (int a = 0; a < words; ++a) add_row(places) << names[static_cast<size_t>(a)] << a << now_.places[a];
    for (const Placed* at : {&now_, &written_}) {
        Table& map = begin(at == &now_ ? "Scores now" : "Scores as written",
                           {"query", "The", "cat", "sat", "on", "the", "soft", "?"});
        for (int a = 0; a < words; ++a) {
            const RowPen cells = add_row(map) << names[static_cast<size_t>(a)];
            for (int b = 0; b < words; ++b) cells << at->scores[static_cast<size_t>(a * words + b)];
        }
    }
    Table& vectors = begin("Query and key of the pair", {"component", "q", "k", "q now", "k now"});
    for (int t = 0; t < width; ++t) {
        const RowPen cells = add_row(vectors) << t + 1;
        for (const Rows* rows : {&q_, &k_, &now_.q, &now_.k})
            cells << (*rows)[static_cast<size_t>((rows == &q_ || rows == &now_.q ? i : j) * width + t)];
    }
    Table& shares = begin("Shares of the score", {"pair", "degrees a place", "as written", "now"});
    for (int p = 0; p < pair_count; ++p)
        add_row(shares) << name_of(p) << degrees(p) << part_of(written_, i, j, p) << part_of(now_, i, j, p);
    if (scheme_ == alibi) add_row(shares) << "m" << 0 << slope_ << slope_;
    const Curves all = curves(i, j);
    Table& curve = begin("Score against the place of the key, from that of the query",
                         {"offset", "none", "ALiBi", "RoPE"});
    for (int x = -all.end; x <= all.end; ++x) {
        const RowPen cells = add_row(curve) << x;
        for (const std::vector<double>& line : all.at_offsets)
            cells << static_cast<float>(line[static_cast<size_t>(x + all.end)]);
    }
    out.add_value("score", score(now_, i, j), "score(now)[i]");
    out.add_value("score as written", score(written_, i, j), "score(written)[i]");
    out.add_value("distance", distance(now_, i, j), "far(now)[i]");
    out.add_value("distance as written", distance(written_, i, j), "far(written)[i]");
    out.add_value("offset", offset(now_, i, j), "offset");
    out.add_value("score at the opposite offset", opposite(i, j), "opposite");
    out.add_value("scores that change", changed_, "moves * changed.sum()");
    out.add_value("share of the pair", part_of(now_, i, j, pair_), "shares(now)[i][pair]");
    return out;
}

std::string Position::numpy(const State& state) const {
    Phrase out;
    out << "import numpy as np\n\n"
        << python::matrix("Q", state.matrix(query).values, words, width)
        << python::matrix("K", state.matrix(key).values, words, width) << "now, written = np.array([";
    for (const int place : now_.places) out << place << ", ";
    // A pair is a complex number; turning it is a product.
    out << "]), np.arange(7)\na = np.arange(4)"
        << (scheme_ == rope_halves ? "\nb = a + 4" : " * 2\nb = a + 1")
        << "\nQ, K = Q[:, a] + 1j * Q[:, b], K[:, a] + 1j * K[:, b]\nspeed = " << (scheme_ >= rope ? 1 : 0)
        << " * " << Shortest{state.number(base)}
        << " ** (-np.arange(4) / 4)\n"
           "def shares(at):\n"
           "    turn = np.exp(1j * np.outer(at, speed))\n"
           "    return ((Q * turn)[:, None] * (K * turn).conj()).real / np.sqrt(8)\n"
           "def far(at):\n"
           "    return abs(at[:, None] - at)\n"
           "def score(at):\n"
           "    return shares(at).sum(axis=2) - "
        << Shortest{scheme_ == alibi ? wide(slope_) : 0} << " * far(at)\ni = " << asks_ << ", " << answers_
        << "\noffset = now[i[1]] - now[i[0]]\n"
           "opposite = (Q[i[0]] * (K[i[1]] * np.exp(-1j * offset * speed)).conj()).real.sum() / np.sqrt(8)\n"
           "opposite -= "
        << Shortest{scheme_ == alibi ? wide(slope_) : 0} << " * abs(offset)\npair, moves = " << pair_ << ", "
        << (scheme_ != none ? 1 : 0)
        << "\nchanged = abs(score(now) - score(written)) > 1e-6 * (1 + abs(score(written)))\n"
           "changed &= far(now) != far(written)\n";
    return out;
}

}  // namespace explainer::position

namespace explainer {

extern const ExhibitType position_exhibit;
const ExhibitType position_exhibit = {
    "position",
    "Position: what moves with the words",
    "Shift a sentence or part it, and see which scores change: without places, with ALiBi, with RoPE.",
    position::parameters,
    position::presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<position::Position>()); },
};

}  // namespace explainer

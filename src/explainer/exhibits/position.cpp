// Places, scores and words of the position exhibit. See position.h.
#include "explainer/exhibits/position.h"

#include <algorithm>
#include <cmath>

#include "attention/position.h"
#include "attention/stages.h"
#include "explainer/exhibits/floats.h"
#include "explainer/phrase.h"
#include "explainer/python.h"
#include "explainer/vector_of.h"

namespace explainer::position {
namespace {

constexpr std::array scheme_choices = {Choice{"none", "none"}, Choice{"alibi", "ALiBi"},
                                       Choice{"rope", "RoPE"}};
constexpr std::array pair_choices = {Choice{"neighbours", "neighbours 1·2"}, Choice{"halves", "halves 1·5"}};

constexpr double gaps_at_first[] = {0, 5, 0, 0, 0, 0};
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
constexpr MatrixDefault gaps_default[] = {{1, words - 1, gaps_at_first}};
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
    Parameter out =
        integer("asks", "asking word", "The word whose query is compared, counted from 0.", 0, words - 1, 6);
    out.grid_column = "answers";
    return out;
}

constexpr std::array parameters = {
    Parameter{.name = "scheme",
              .label = "places",
              .help = "What the score knows of places.",
              .kind = Kind::choice,
              .initial = rope,
              .choices = scheme_choices},
    Parameter{.name = "pairs",
              .label = "pairs",
              .help = "Which two components RoPE turns together.",
              .kind = Kind::choice,
              .choices = pair_choices},
    integer("shift", "shift of the sentence",
            "How far the first word stands from place 0; all others move with it.", 0, most_gap, 3),
    Parameter{.name = "gaps",
              .label = "gaps",
              .help = "Empty places before each word after the first; all after it move too.",
              .kind = Kind::matrix,
              .minimum = 0,
              .maximum = most_gap,
              .step = 1,
              .decimals = 0,
              .matrices = gaps_default},
    Parameter{.name = "play",
              .label = "walk",
              .help = "Moves the whole sentence place by place, or stops.",
              .kind = Kind::action,
              .plays = "shift"},
    asking(),
    integer("answers", "answering word", "The word whose key is compared, counted from 0.", 0, words - 1, 1),
    integer("pair", "pair of components", "The pair whose share is written out.", 1, pair_count, 1),
    Parameter{.name = "base",
              .label = "base",
              .help = "RoPE: pair p of 8 components turns by base^(−2p/8) a place, p from 0.",
              .minimum = 1,
              .maximum = 1e6,
              .step = 1,
              .initial = 10000,
              .logarithmic = true,
              .decimals = 0},
    integer("head", "head", "ALiBi: head h of 8 takes 2^(−h) off for each place of distance.", 1, heads, 4),
    vectors("q", "queries", "A row a word: its query, before it is turned.", q_default),
    vectors("k", "keys", "A row a word: its key, before it is turned.", k_default),
};

constexpr std::array presets = {
    Preset{"far away, nothing changes", "shift=58;gaps=0,0,0,0,0,0"},
    Preset{"ALiBi: far costs", "scheme=alibi;head=2"},
    Preset{"base 1: one speed", "base=1"},
};

attention::ConstMatrixView row_of(const Rows& rows, int word) {
    return {rows.data() + word * width, 1, width};
}

}  // namespace

std::string Position::name_of(int p) const {
    return Phrase() << first_of(p) + 1 << "·" << second_of(p) + 1;
}

void Position::compute(const State& state) {
    scheme_ = static_cast<Scheme>(state.choice(scheme));
    pairs_ = static_cast<attention::RopePairs>(state.choice(pairs));
    base_ = static_cast<float>(state.number(base));
    slope_ = attention::alibi_slope(state.integer(head) - 1, heads);
    factor_ = attention::scale_factor({}, width);
    asks_ = state.integer(asks);
    answers_ = state.integer(answers);
    pair_ = state.integer(pair) - 1;
    for (size_t i = 0; i < q_.size(); ++i) {
        q_[i] = static_cast<float>(state.matrix(query).values[i]);
        k_[i] = static_cast<float>(state.matrix(key).values[i]);
    }
    int stands = -1;
    for (size_t i = 0; i < words; ++i) {
        const double gap = i == 0 ? state.number(shift) : state.matrix(gaps).values[i - 1];
        gaps_[i] = static_cast<int>(std::lround(gap));
        stands += 1 + gaps_[i];
        written_.places[i] = static_cast<int>(i);
        now_.places[i] = stands;
    }
    place(written_);
    place(now_);
    // How far a pair turns a place: what becomes of (1, 0) at place 1.
    float unit[width] = {};
    for (int p = 0; p < pair_count; ++p) unit[first_of(p)] = 1;
    if (scheme_ == rope) attention::apply_rope({unit, 1, width}, 1, base_, {unit, 1, width}, pairs_);
    for (int p = 0; p < pair_count; ++p)
        turn_[static_cast<size_t>(p)] = std::atan2(wide(unit[second_of(p)]), wide(unit[first_of(p)]));
    changed_ = 0;
    for (int pair_of_words = 0; pair_of_words < words * words; ++pair_of_words)
        changed_ += changes(pair_of_words / words, pair_of_words % words);
    ++version_;
}

/// Turns what RoPE turns, and computes all scores.
void Position::place(Placed& one) const {
    one.q = q_;
    one.k = k_;
    for (int i = 0; scheme_ == rope && i < words; ++i) {
        for (Rows* rows : {&one.q, &one.k})
            attention::apply_rope(rows->data() + i * width, width, 1, width,
                                  one.places[static_cast<size_t>(i)], base_, pairs_);
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
    Curves out{i, j, 64, {}, {}, {}};
    while (out.end < distance(now_, i, j)) out.end *= 2;
    const int rows = out.end + 1;
    // The later word moves, the other one stays at place 0.
    const float* moves = i >= j ? row_of(q_, i).data : row_of(k_, j).data;
    const float* stays = i >= j ? row_of(k_, j).data : row_of(q_, i).data;
    std::vector<float> turned(static_cast<size_t>(rows * width)), line(static_cast<size_t>(rows));
    for (size_t t = 0; t < turned.size(); ++t) turned[t] = moves[t % width];
    for (const Scheme one : {none, alibi, rope}) {
        const attention::MatrixView scores{line.data(), rows, 1};
        if (one == rope) attention::apply_rope(turned.data(), width, rows, width, 0, base_, pairs_);
        attention::scores({turned.data(), rows, width}, {stays, 1, width}, scores);
        attention::scale({line.data(), rows, 1}, factor_, scores);
        attention::Options options;
        options.alibi = one == alibi ? slope_ : 0;
        attention::add_position(scores, options);
        out.at_places[one].assign(line.begin(), line.end());
    }
    // Places are whole. What is drawn between them is the same turn, for the eye.
    const int steps = std::max(1, 256 / out.end);
    for (int at = 0; at <= out.end * steps; ++at) {
        const double x = static_cast<double>(at) / steps;
        double y = 0;
        for (int p = 0; p < pair_count; ++p) {
            const int a = first_of(p), b = second_of(p);
            const double angle = x * std::pow(wide(base_), -2.0 * p / width);
            y += std::cos(angle) * wide(moves[a] * stays[a] + moves[b] * stays[b]) +
                 std::sin(angle) * wide(moves[a] * stays[b] - moves[b] * stays[a]);
        }
        out.x.push_back(x);
        out.between.push_back(y * wide(factor_));
    }
    return out;
}

void Position::forget_pointer() {
    pointed_ = {};
    pointed_pair_ = -1;
}

bool Position::active(const State& state, int parameter) const {
    const int chosen = state.choice(scheme);
    if (parameter == head) return chosen == alibi;
    if (parameter == pairs || parameter == base) return chosen == rope;
    return parameter != pair || chosen != alibi;
}

std::string Position::shown(const State& state, int parameter) const {
    if (parameter == head) return Phrase() << "m = 1/" << (1 << state.integer(head));
    if (parameter == asks || parameter == answers)
        return names[static_cast<size_t>(state.integer(parameter))];
    return state.shown(parameter);
}

std::string Position::shown_cell(const State& state, int parameter, int row, int col) const {
    if (parameter != asks) return state.shown_cell(parameter, row, col);
    return Phrase() << names[static_cast<size_t>(row)] << " asks " << names[static_cast<size_t>(col)] << ", "
                    << distance(now_, row, col) << " places apart: " << Fixed{wide(score(now_, row, col)), 2}
                    << ", as written " << Fixed{wide(score(written_, row, col)), 2};
}

Description Position::describe() const {
    const int i = asks_, j = answers_;
    Description out;
    out.summary = Phrase() << (scheme_ == none                          ? "No positions"
                               : scheme_ == alibi                       ? "ALiBi"
                               : pairs_ == attention::RopePairs::halves ? "RoPE, halves"
                                                                        : "RoPE, neighbours")
                           << ": “" << names[static_cast<size_t>(i)] << "” asks “"
                           << names[static_cast<size_t>(j)] << "”, " << distance(now_, i, j)
                           << " places apart, as written " << distance(written_, i, j) << "; score "
                           << Fixed{wide(score(now_, i, j)), 2} << ", as written "
                           << Fixed{wide(score(written_, i, j)), 2} << ". " << changed_ << " of "
                           << words * words << " scores change.";
    Table places = table_of("Places", "word|as written|now");
    for (size_t w = 0; w < words; ++w) add_row(places) << names[w] << written_.places[w] << now_.places[w];
    out.tables.push_back(std::move(places));
    for (const Placed* at : {&now_, &written_}) {
        Table map = table_of(at == &now_ ? "Scores now" : "Scores as written", "query");
        for (const char* name : names) map.columns.emplace_back(name);
        for (int a = 0; a < words; ++a) {
            const RowPen cells = add_row(map) << names[static_cast<size_t>(a)];
            for (int b = 0; b < words; ++b) cells << score(*at, a, b);
        }
        out.tables.push_back(std::move(map));
    }
    Table vectors = table_of("Query and key of the pair", "component|q|k|q now|k now");
    for (int t = 0; t < width; ++t)
        add_row(vectors) << t + 1 << row_of(q_, i).data[t] << row_of(k_, j).data[t]
                         << row_of(now_.q, i).data[t] << row_of(now_.k, j).data[t];
    out.tables.push_back(std::move(vectors));
    Table shares = table_of("Shares of the score", "pair|degrees a place|as written|now");
    float content = 0;
    for (int p = 0; p < pair_count; ++p) {
        content += part_of(now_, i, j, p);
        add_row(shares) << name_of(p) << turn_[static_cast<size_t>(p)] * 180 / M_PI
                        << part_of(written_, i, j, p) << part_of(now_, i, j, p);
    }
    out.tables.push_back(std::move(shares));
    if (scheme_ == alibi)
        out.tables.push_back(quantities(
            "ALiBi", {{"m", slope_}, {"content", content}, {"−m · distance", score(now_, i, j) - content}}));
    const Curves all = curves(i, j);
    Table curve = table_of("Score against distance", "distance|none|ALiBi|RoPE");
    for (size_t x = 0; x <= static_cast<size_t>(all.end); ++x) {
        const RowPen cells = add_row(curve) << static_cast<int>(x);
        for (const std::vector<double>& line : all.at_places) cells << static_cast<float>(line[x]);
    }
    out.tables.push_back(std::move(curve));
    out.add_value("score", score(now_, i, j));
    out.add_value("score as written", score(written_, i, j));
    out.add_value("distance", distance(now_, i, j));
    out.add_value("distance as written", distance(written_, i, j));
    out.add_value("scores that change", changed_);
    out.add_value("share of the chosen pair", part_of(now_, i, j, pair_));
    return out;
}

std::string Position::numpy(const State& state) const {
    std::string places;
    for (const int place : now_.places) places += Phrase() << place << ", ";
    std::string turning = "np.zeros(4)";
    if (scheme_ == rope) turning = Phrase() << Shortest{state.number(base)} << " ** (-np.arange(4) / 4)";
    const bool halves = pairs_ == attention::RopePairs::halves;
    return Phrase()
           << "import numpy as np\n\n"
           << python::matrix("Q", state.matrix(query).values, words, width)
           << python::matrix("K", state.matrix(key).values, words, width) << "now, written = np.array(["
           << places << "]), np.arange(7)\n"
           << "a = np.arange(4)" << (halves ? "" : " * 2") << "\n"
           << "b = a + " << (halves ? 4 : 1) << "\n"
           << "def turned(x, places):\n"
           << "    angle = np.outer(places, " << turning
           << ")\n"
              "    y = x.copy()\n"
              "    y[:, a] = x[:, a] * np.cos(angle) - x[:, b] * np.sin(angle)\n"
              "    y[:, b] = x[:, a] * np.sin(angle) + x[:, b] * np.cos(angle)\n"
              "    return y\n"
              "def scores(places):\n"
              "    s = turned(Q, places) @ turned(K, places).T / np.sqrt(8)\n"
              "    return s - "
           << (scheme_ == alibi ? Shortest{wide(slope_)} : Shortest{0})
           << " * apart(places)\n"
              "def apart(places):\n"
              "    return abs(places[:, None] - places)\n"
              "i, j = "
           << asks_ << ", " << answers_ << "\np = [a[" << pair_ << "], b[" << pair_
           << "]]\n"
              "values = {\n"
              "    \"score\": scores(now)[i, j],\n"
              "    \"score as written\": scores(written)[i, j],\n"
              "    \"distance\": apart(now)[i, j],\n"
              "    \"distance as written\": apart(written)[i, j],\n"
              "    \"scores that change\": "
           << (scheme_ == none ? "0" : "(apart(now) != apart(written)).sum()")
           << ",\n"
              "    \"share of the chosen pair\": turned(Q, now)[i, p] @ turned(K, now)[j, p] / np.sqrt(8),\n"
              "}\n";
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

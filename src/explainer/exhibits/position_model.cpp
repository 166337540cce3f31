// See position_model.h.
#include "explainer/exhibits/position_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attention/position.h"
#include "attention/stages.h"
#include "explainer/exhibits/floats.h"
#include "explainer/phrase.h"
#include "explainer/python.h"

namespace explainer::position {

std::string where(int offset) {
    const int far = std::abs(offset);
    if (far == 0) return "itself";
    return Phrase() << far << (far == 1 ? " place " : " places ") << (offset < 0 ? "before it" : "after it");
}

attention::RopePairs Model::pairs() const {
    return scheme == rope_halves ? attention::RopePairs::halves : attention::RopePairs::neighbours;
}

double Model::degrees(int p) const {
    return turn[p] * 180 / M_PI;
}

std::string Model::name_of(int p) const {
    return Phrase() << first_of(p) + 1 << "·" << second_of(p) + 1;
}

void Model::compute() {
    slope = attention::alibi_slope(head - 1, heads);
    factor = attention::scale_factor({}, width);
    int stands = -1;
    for (int i = 0; i < words; ++i) {
        stands += 1 + gaps[i];
        written.places[i] = i;
        now.places[i] = stands;
    }
    place(written);
    place(now);
    // How far a pair turns a place: what becomes of (1, 0) at place 1.
    float unit[width] = {};
    for (int p = 0; p < pair_count; ++p) unit[first_of(p)] = 1;
    if (scheme >= rope) attention::apply_rope({unit, 1, width}, 1, static_cast<float>(base), pairs());
    for (int p = 0; p < pair_count; ++p)
        turn[p] = std::atan2(wide(unit[second_of(p)]), wide(unit[first_of(p)]));
    changed = 0;
    for (int cell = 0; cell < words * words; ++cell) changed += changes(cell / words, cell % words);
}

/// Turns what RoPE turns, and computes all scores.
void Model::place(Placed& one) const {
    one.q = given_q;
    one.k = given_k;
    for (int i = 0; scheme >= rope && i < words; ++i) {
        for (Rows* rows : {&one.q, &one.k})
            attention::apply_rope({rows->data() + i * width, 1, width}, one.places[i],
                                  static_cast<float>(base), pairs());
    }
    const attention::MatrixView scores{one.scores.data(), words, words};
    attention::scores({one.q.data(), words, width}, {one.k.data(), words, width}, scores);
    attention::scale({one.scores.data(), words, words}, factor, scores);
    if (scheme != alibi) return;
    attention::Options options;
    options.alibi = slope;
    for (int at = 0; at < words * words; ++at) {
        options.query_offset = one.distance(at / words, at % words);
        attention::add_position({one.scores.data() + at, 1, 1}, options);
    }
}

float Model::part_of(const Placed& at, int i, int j, int p) const {
    const float* q = at.q.data() + i * width;
    const float* k = at.k.data() + j * width;
    const int a = first_of(p), b = second_of(p);
    return (q[a] * k[a] + q[b] * k[b]) * factor;
}

Curves Model::curves(int i, int j) const {
    Curves out{16, {}, {}, {}};
    while (out.end < now.distance(i, j)) out.end *= 2;
    const int rows = 2 * out.end + 1;
    // The query stays at place 0, the key goes from −end to end.
    const float *q = given_q.data() + i * width, *k = given_k.data() + j * width;
    std::vector<float> turned(static_cast<size_t>(rows * width)), line(static_cast<size_t>(rows));
    for (size_t t = 0; t < turned.size(); ++t) turned[t] = k[t % width];
    for (const int one : {none, alibi, rope}) {
        const attention::MatrixView scores{line.data(), rows, 1};
        if (one == rope)
            attention::apply_rope({turned.data(), rows, width}, -out.end, static_cast<float>(base), pairs());
        attention::scores({turned.data(), rows, width}, {q, 1, width}, scores);
        attention::scale({line.data(), rows, 1}, factor, scores);
        attention::Options options;
        options.alibi = one == alibi ? slope : 0;
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
        const double angle = std::pow(base, -2.0 * p / width);
        const double along = wide(q[a] * k[a] + q[b] * k[b]) * wide(factor),
                     across = wide(q[b] * k[a] - q[a] * k[b]) * wide(factor);
        for (size_t at = 0; at < out.x.size(); ++at)
            out.between[at] += along * std::cos(out.x[at] * angle) + across * std::sin(out.x[at] * angle);
    }
    return out;
}

bool Model::changes(int i, int j) const {
    // (Where a pair turns by another angle but has no length, nothing changes; what float32 rounds is no
    // change.)
    return scheme != none && now.distance(i, j) != written.distance(i, j) &&
           std::fabs(now.score(i, j) - written.score(i, j)) > 2e-6 * (1 + std::fabs(written.score(i, j)));
}

std::string Model::said(int i, int j) const {
    return Phrase() << names[static_cast<size_t>(i)] << " asks "
                    << (i == j ? std::string() : std::string(names[static_cast<size_t>(j)]) + ", ")
                    << where(i, j) << ": " << Fixed{now.score(i, j), 2} << ", as written "
                    << Fixed{written.score(i, j), 2};
}

std::string Model::where(int i, int j) const {
    return position::where(now.offset(i, j));
}

double Model::opposite(int i, int j) const {
    const Curves all = curves(i, j);
    return all.at_offsets[std::min<int>(scheme, rope)][static_cast<size_t>(all.end - now.offset(i, j))];
}

std::string Model::both_sides(int i, int j) const {
    if (i == j) return "A word and itself: there is no other side.";
    const bool before = now.offset(i, j) < 0;
    const std::string here = fixed(now.score(i, j), 2), there = fixed(opposite(i, j), 2);
    Phrase out;
    out << "The key as far " << (before ? "after" : "before") << " the query would score " << there
        << (here == there ? ", the same: " : std::string(Phrase() << ", not " << here << ": "));
    if (scheme == none) return out << "no score knows of places.";
    if (scheme == alibi) return out << "ALiBi knows how far, not on which side.";
    return out << (here == there ? "here it makes no difference." : "RoPE knows how far, and on which side.");
}

Description Model::describe() const {
    const int i = asks, j = answers;
    Description out;
    out.summary = Phrase() << schemes[static_cast<size_t>(scheme)].label << ": " << said(i, j) << ". "
                           << changed << " of 49 scores " << (changed == 1 ? "changes. " : "change. ")
                           << both_sides(i, j);
    const auto begin = [&out](const char* title, std::vector<std::string> columns) -> Table& {
        out.tables.push_back({title, std::move(columns), {}});
        return out.tables.back();
    };
    Table& places = begin("Places", {"word", "as written", "now"});
    for (int a = 0; a < words; ++a)
        add_row(places) << std::string(names[static_cast<size_t>(a)]) << a << now.places[a];
    for (const Placed* at : {&now, &written}) {
        Table& map = begin(at == &now ? "Scores now" : "Scores as written",
                           {"query", "The", "cat", "sat", "on", "the", "soft", "?"});
        for (int a = 0; a < words; ++a) {
            const RowPen cells = add_row(map) << std::string(names[static_cast<size_t>(a)]);
            for (int b = 0; b < words; ++b) cells << at->scores[static_cast<size_t>(a * words + b)];
        }
    }
    Table& vectors = begin("Query and key of the pair", {"component", "q", "k", "q now", "k now"});
    for (int t = 0; t < width; ++t) {
        const RowPen cells = add_row(vectors) << t + 1;
        for (const Rows* rows : {&given_q, &given_k, &now.q, &now.k})
            cells << (*rows)[static_cast<size_t>((rows == &given_q || rows == &now.q ? i : j) * width + t)];
    }
    Table& shares = begin("Shares of the score", {"pair", "degrees a place", "as written", "now"});
    for (int p = 0; p < pair_count; ++p)
        add_row(shares) << name_of(p) << degrees(p) << part_of(written, i, j, p) << part_of(now, i, j, p);
    if (scheme == alibi) add_row(shares) << "b" << 0 << slope << slope;
    const Curves all = curves(i, j);
    Table& curve = begin("Score against the place of the key, from that of the query",
                         {"offset", "none", "ALiBi", "RoPE"});
    for (int x = -all.end; x <= all.end; ++x) {
        const RowPen cells = add_row(curve) << x;
        for (const std::vector<double>& line : all.at_offsets)
            cells << static_cast<float>(line[static_cast<size_t>(x + all.end)]);
    }
    out.add_value("score", now.score(i, j), "score(now)[i]");
    out.add_value("score as written", written.score(i, j), "score(written)[i]");
    out.add_value("distance", now.distance(i, j), "far(now)[i]");
    out.add_value("distance as written", written.distance(i, j), "far(written)[i]");
    out.add_value("offset", now.offset(i, j), "offset");
    out.add_value("score at the opposite offset", opposite(i, j), "opposite");
    out.add_value("scores that change", changed, "moves * changed.sum()");
    out.add_value("share of the pair", part_of(now, i, j, pair), "shares(now)[i][pair]");
    return out;
}

std::string Model::numpy(const MatrixValue& q, const MatrixValue& k) const {
    Phrase out;
    out << "import numpy as np\n\n"
        << python::matrix("Q", q.values, words, width) << python::matrix("K", k.values, words, width)
        << "now, written = np.array([";
    for (const int place : now.places) out << place << ", ";
    // A pair is a complex number; turning it is a product.
    out << "]), np.arange(7)\na = np.arange(4)" << (scheme == rope_halves ? "\nb = a + 4" : " * 2\nb = a + 1")
        << "\nQ, K = Q[:, a] + 1j * Q[:, b], K[:, a] + 1j * K[:, b]\nspeed = " << (scheme >= rope ? 1 : 0)
        << " * " << Shortest{base}
        << " ** (-np.arange(4) / 4)\n"
           "def shares(at):\n"
           "    turn = np.exp(1j * np.outer(at, speed))\n"
           "    return ((Q * turn)[:, None] * (K * turn).conj()).real / np.sqrt(8)\n"
           "def far(at):\n"
           "    return abs(at[:, None] - at)\n"
           "def score(at):\n"
           "    return shares(at).sum(axis=2) - "
        << Shortest{scheme == alibi ? wide(slope) : 0} << " * far(at)\ni = " << asks << ", " << answers
        << "\noffset = now[i[1]] - now[i[0]]\n"
           "opposite = (Q[i[0]] * (K[i[1]] * np.exp(-1j * offset * speed)).conj()).real.sum() / np.sqrt(8)\n"
           "opposite -= "
        << Shortest{scheme == alibi ? wide(slope) : 0} << " * abs(offset)\npair, moves = " << pair << ", "
        << (scheme != none ? 1 : 0)
        << "\nchanged = abs(score(now) - score(written)) > 2e-6 * (1 + abs(score(written)))\n"
           "changed &= far(now) != far(written)\n";
    return out;
}

}  // namespace explainer::position

// See made_heads.h.
#include "explainer/made_heads.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/stages.h"
#include "attention/xoshiro.h"
#include "explainer/letters.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"
#include "explainer/python.h"

namespace explainer {
namespace {

// The book chapter's example.
constexpr float hand_q[] = {1, 0};                // [1, 2]
constexpr float hand_k[] = {1, 0, 0, 1, 1, 1};    // [3, 2]
constexpr float hand_v[] = {10, 0, 0, 10, 5, 5};  // [3, 2]

constexpr const char* sentence_axes[] = {"thing", "action", "quality"};
constexpr const char* word_axes[] = {"letters", "place", "capital"};
constexpr const char* hand_axes[] = {"v₁", "v₂"};

constexpr int random_width = 16;       // of a word's random vector
constexpr int own_width = most_words;  // d_k of the heads of one's own words; √64 = 8
constexpr int general = 4;             // heads A to D need no grammar
constexpr std::string_view random_captions[] = {"random 1", "random 2", "random 3", "random 4"};

constexpr std::array sentence_choices = {
    Choice{"soft", "The cat sat on the soft ?"},
    Choice{"stone", "… on the warm stone"},
    Choice{"noise", "The dog …"},
    Choice{"keys", "three keys"},
    Choice{"own", "your own"},
};
constexpr std::array head_choices = {
    Choice{"previous", "A previous token"},
    Choice{"content", "B content"},
    Choice{"uniform", "C uniform"},
    Choice{"sink", "D first-token sink"},
    Choice{"subject-verb", "E subject ↔ verb, or random"},
    Choice{"adjective-noun", "F adjective → noun, or random"},
    Choice{"pronoun", "G pronoun → antecedent, or random"},
    Choice{"preposition", "H preposition → object, or random"},
};
constexpr std::array other_choices = {Choice{"relations", "relations"}, Choice{"random", "random"}};

/// The last row and the last column of each sentence; three keys have one query.
constexpr double by_words = std::numeric_limits<double>::quiet_NaN();
constexpr double last_rows[] = {6, 6, 7, 0, by_words};
constexpr double last_columns[] = {6, 6, 7, 2, by_words};

constexpr Parameter word(std::string_view name, std::string_view label, std::string_view help, double initial,
                         std::span<const double> last, std::string_view column = {}) {
    return bounded(integer_of(name, label, help, 0, most_words - 1, initial), {"sentence", last, "words", -1},
                   column);
}

size_t at(int index) {
    return static_cast<size_t>(index);
}

/// Hundredths from −1 to 1, so that they are short where they are written out.
std::vector<float> hundredths(int count, attention::Xoshiro& random, float scale) {
    std::vector<float> out(at(count));
    for (float& one : out) one = std::round(random.signed_unit() * scale * 100) / 100;
    return out;
}

std::vector<float> projected(attention::ConstMatrixView x, attention::ConstMatrixView w) {
    std::vector<float> out(at(x.rows * w.cols));
    attention::project(x, w, {out.data(), x.rows, w.cols});
    return out;
}

/// Word vectors and projections that mean nothing: what heads are before training.
void add_random_heads(MadeHeads& of, int seed) {
    attention::Xoshiro for_words(static_cast<uint64_t>(seed));
    of.word_vectors = hundredths(of.n * random_width, for_words, 1);
    for (int i = 0; i < of.n; ++i) {
        const std::string own_word = folded(of.queries[at(i)]);
        for (int j = 0; j < i; ++j) {
            if (folded(of.queries[at(j)]) != own_word) continue;
            std::copy_n(&of.word_vectors[at(j * random_width)], random_width,
                        &of.word_vectors[at(i * random_width)]);
            break;
        }
    }
    // Such that scores stray by about 2, however wide the head is.
    const float scale = 1.06f / std::sqrt(std::sqrt(static_cast<float>(of.d)));
    const attention::ConstMatrixView x{of.word_vectors.data(), of.n, random_width};
    for (int h = general; h < head_count; ++h) {
        attention::Xoshiro random(static_cast<uint64_t>(seed * 1000 + h));
        MadeHead& head = of.made.emplace_back(MadeHead{Origin::random, random_captions[h - general]});
        head.w_q = hundredths(random_width * of.d, random, scale);
        head.w_k = hundredths(random_width * of.d, random, scale);
        head.q = projected(x, {head.w_q.data(), random_width, of.d});
        head.k = projected(x, {head.w_k.data(), random_width, of.d});
    }
}

}  // namespace

extern constexpr std::array<Parameter, made_heads::count> made_heads_parameters = {
    choice_of("sentence", "sentence", "Which tokens attend to each other.", sentence_choices),
    words_of("A sentence of up to 64 words.", "the more you look the more you see", 480),
    choice_of("head", "head", "Which of the eight heads the large map shows.", head_choices, 1),
    choice_of("others", "heads E to H", "Built for one relation each, or drawn at random.", other_choices),
    integer_of("seed", "seed", "What the random heads are drawn from.", 1, 99, 1),
    word("row", "row", "The token that asks, counted from 0.", 6, last_rows, "column"),
    word("column", "column", "The token that is looked at, counted from 0.", 1, last_columns),
};

MadeHeads heads_by_hand() {
    MadeHeads out{.n = 1, .m = 3, .d = 2, .queries = {"q₂"}, .keys = {"k₁", "k₂", "k₃"}, .axis_count = 2};
    out.axes = hand_axes;
    out.values.assign(std::begin(hand_v), std::end(hand_v));
    MadeHead& head = out.made.emplace_back(MadeHead{Origin::given, "three keys"});
    head.q.assign(std::begin(hand_q), std::end(hand_q));
    head.k.assign(std::begin(hand_k), std::end(hand_k));
    return out;
}

MadeHeads heads_of_sentence(int index, bool random, int seed) {
    const Sentence& words = sentence(index);
    MadeHeads out{.d = key_width, .axes = sentence_axes, .built_from = &words};
    out.queries.assign(words.tokens.begin(), words.tokens.end());
    out.keys = out.queries;
    out.n = out.m = static_cast<int>(words.tokens.size());
    const attention::ConstMatrixView x{words.x.data(), out.n, feature_count};
    out.values = projected(x, value_weights());
    for (int h = 0; h < (random ? general : head_count); ++h) {
        const Head& head = constructed_heads()[at(h)];
        const bool exact = h == 1 && index == 0;  // of the others the essay gives no numbers
        out.made.push_back({exact         ? Origin::given
                            : h < general ? Origin::pattern
                                          : Origin::built,
                            head.caption, projected(x, {head.w_q.data(), feature_count, out.d}),
                            projected(x, {head.w_k.data(), feature_count, out.d})});
    }
    if (random) add_random_heads(out, seed);
    return out;
}

/// Queries that are rows of a table of scores, and keys that are each a place of their own: q·k is then the
/// table's entry.
MadeHeads heads_of_words(std::string_view text, int seed) {
    MadeHeads out{.d = own_width, .axes = word_axes};
    for (const std::string_view word : words(text)) out.queries.emplace_back(word);
    out.empty = out.queries.empty();
    if (out.empty) out.queries.push_back("…");
    out.keys = out.queries;
    const int n = out.n = out.m = static_cast<int>(out.queries.size()), d = out.d;
    std::vector<std::string> same;
    for (int i = 0; i < n; ++i) {
        const std::string& word = out.queries[at(i)];
        out.values.push_back(out.empty ? 0.0f : static_cast<float>(letters_of(word)));
        out.values.push_back(static_cast<float>(i + 1));
        out.values.push_back(begins_with_capital(word) ? 1.0f : 0.0f);
        same.push_back(folded(word));
    }
    static constexpr std::string_view captions[general] = {"previous word", "same word", "uniform",
                                                           "first-word sink"};
    for (int h = 0; h < general; ++h) {
        MadeHead& head = out.made.emplace_back(MadeHead{Origin::built, captions[h]});
        head.q.assign(at(n * d), 0.0f);
        head.k.assign(at(n * d), 0.0f);
        for (int i = 0; i < n; ++i) {
            head.k[at(i * d + i)] = 1;
            for (int j = 0; j < n; ++j) {
                float& score = head.q[at(i * d + j)];
                if (h == 0) score = j == i - 1 ? 5.0f : 0.0f;
                if (h == 1) score = j == i ? 1.0f : same[at(i)] == same[at(j)] ? 3.0f : -1.0f;
                if (h == 3) score = j == 0 ? 4.0f : 0.0f;
            }
        }
    }
    add_random_heads(out, seed);
    return out;
}

std::string MadeHeads::python(int which) const {
    const MadeHead& head = made[at(which)];
    const attention::ConstMatrixView v{values.data(), m, axis_count};
    if (axes == hand_axes)
        return python::matrix("Q", {head.q.data(), n, d}) + python::matrix("K", {head.k.data(), m, d}) +
               python::matrix("V", v);
    Phrase out;
    if (built_from)
        out << "# What each word is, in columns: constructed, not learned.\n"
            << python::sparse_matrix("X", {built_from->x.data(), n, feature_count})
            << python::sparse_matrix("W_V", value_weights()) << "V = X @ W_V\n";
    else
        out << "# Of each word its letters, its place, and whether it begins with a capital.\n"
            << python::matrix("V", v);
    if (head.origin == Origin::random) {
        out << "# Words and projections drawn at random.\n"
            << python::matrix("Z", {word_vectors.data(), n, random_width})
            << python::matrix("W_Q", {head.w_q.data(), random_width, d})
            << python::matrix("W_K", {head.w_k.data(), random_width, d}) << "Q, K = Z @ W_Q, Z @ W_K\n";
    } else if (built_from) {
        const Head& built = constructed_heads()[at(which)];
        out << "# A head that was built to find something.\n"
            << python::sparse_matrix("W_Q", {built.w_q.data(), feature_count, key_width})
            << python::sparse_matrix("W_K", {built.w_k.data(), feature_count, key_width})
            << "Q, K = X @ W_Q, X @ W_K\n";
    } else {
        std::vector<float> scores;  // of each query the entries that are not padding
        for (int i = 0; i < n; ++i)
            scores.insert(scores.end(), head.q.begin() + i * d, head.q.begin() + i * d + n);
        out << "# A table of scores: queries are its rows, each key is a place of its own.\n"
            << python::sparse_matrix("Q", {scores.data(), n, n}) << "Q = np.pad(Q, ((0, 0), (0, " << d - n
            << ")))\nK = np.eye(" << n << ", " << d << ")\n";
    }
    return out;
}

}  // namespace explainer

// The numbers of `heads`. See heads_model.h.
#include "explainer/exhibits/heads_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/softmax.h"
#include "attention/stages.h"
#include "attention/xoshiro.h"
#include "explainer/format.h"
#include "explainer/letters.h"
#include "explainer/phrase.h"
#include "explainer/python.h"

namespace explainer::attention_heads {
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

/// Hundredths from −1 to 1, so that they are short where they are written out.
void fill_random(std::vector<float>& out, size_t count, attention::Xoshiro& random, float scale) {
    out.resize(count);
    for (float& one : out) one = std::round(random.signed_unit() * scale * 100) / 100;
}

}  // namespace

void Model::compute(const State& state) {
    const std::string inputs = Phrase()
                               << state.integer(sentence_choice) << state.integer(others)
                               << state.integer(map_choice) << state.integer(causal) << state.integer(scaled)
                               << " " << state.integer(seed) << " " << state.text(typed);
    if (inputs == computed_) return;  // only what is pointed at or ticked has changed
    computed_ = inputs;
    sentence = state.choice(sentence_choice);
    random = own() || (!by_hand() && state.choice(others) == 1);
    causal_mask = !by_hand() && state.toggle(causal);
    divided = state.toggle(scaled);
    scores_shown = state.choice(map_choice) == 1;
    seed_ = state.integer(seed);
    empty = false;
    axis_count = 3;
    head_number_ = 0;
    first_row = 0;
    if (by_hand())
        compute_by_hand();
    else if (own())
        compute_words(state.text(typed));
    else
        compute_sentence();
    for (int a = 0; a < axis_count; ++a) {
        largest_value[a] = 0;
        for (int j = 0; j < m; ++j) largest_value[a] = std::max(largest_value[a], std::fabs(value(j, a)));
    }
    first_row = causal_mask && n > 1 ? 1 : 0;
    largest_entropy = largest_distance = 1e-3f;
    largest_score = 5;
    for (int h = 0; h < head_number_; ++h) {
        HeadNumbers& head = heads_[h];
        measure(head);
        largest_entropy = std::max(largest_entropy, head.entropy);
        largest_distance = std::max(largest_distance, head.distance);
        for (const float one : head.trace.scores) largest_score = std::max(largest_score, std::fabs(one));
    }
    ++version;
}

void Model::attend(const float* q, const float* k, Origin origin, std::string_view caption) {
    attention::Options options;
    options.causal = causal_mask;
    if (!divided) options.scale = 1.0f;  // instead of 1/√d_k
    HeadNumbers& head = heads_[head_number_++];
    head.trace = attention::trace({q, n, d}, {k, m, d}, {values.data(), m, axis_count}, options);
    head.origin = origin;
    head.caption = caption;
}

void Model::compute_by_hand() {
    n = 1;
    m = 3;
    d = 2;
    queries = {"q₂"};
    keys = {"k₁", "k₂", "k₃"};
    axes = hand_axes;
    axis_count = 2;
    values.assign(std::begin(hand_v), std::end(hand_v));
    attend(hand_q, hand_k, Origin::given, "three keys");
}

void Model::compute_sentence() {
    const Sentence& words = explainer::sentence(sentence);
    queries.assign(words.tokens.begin(), words.tokens.end());
    keys = queries;
    axes = sentence_axes;
    n = m = static_cast<int>(words.tokens.size());
    d = key_width;
    const attention::ConstMatrixView x{words.x.data(), n, feature_count};
    values.assign(at(n * value_width), 0);
    attention::project(x, value_weights(), {values.data(), n, value_width});
    q_.resize(at(n * d));
    k_.resize(at(n * d));
    for (int h = 0; h < head_count; ++h) {
        if (random && h >= general) {
            compute_random(h);
            continue;
        }
        const Head& head = constructed_heads()[at(h)];
        attention::project(x, {head.w_q.data(), feature_count, d}, {q_.data(), n, d});
        attention::project(x, {head.w_k.data(), feature_count, d}, {k_.data(), n, d});
        const bool exact = h == 1 && sentence == 0;  // of the others the essay gives no numbers
        attend(q_.data(), k_.data(),
               exact         ? Origin::given
               : h < general ? Origin::pattern
                             : Origin::built,
               head.caption);
    }
}

/// Queries that are rows of a table of scores, and keys that are each a place of their own: q·k is then the
/// table's entry.
void Model::compute_words(std::string_view text) {
    queries.clear();
    for (const std::string_view word : words(text)) queries.emplace_back(word);
    empty = queries.empty();
    if (empty) queries.push_back("…");
    keys = queries;
    axes = word_axes;
    n = m = static_cast<int>(queries.size());
    d = own_width;
    values.clear();
    std::vector<std::string> same;
    for (int i = 0; i < n; ++i) {
        const std::string& word = queries[at(i)];
        values.push_back(empty ? 0.0f : static_cast<float>(letters_of(word)));
        values.push_back(static_cast<float>(i + 1));
        values.push_back(begins_with_capital(word) ? 1.0f : 0.0f);
        same.push_back(folded(word));
    }
    q_.resize(at(n * d));
    k_.resize(at(n * d));
    for (int h = 0; h < head_count; ++h) {
        if (h >= general) {
            compute_random(h);
            continue;
        }
        std::fill(q_.begin(), q_.end(), 0.0f);
        std::fill(k_.begin(), k_.end(), 0.0f);
        for (int i = 0; i < n; ++i) {
            k_[at(i * d + i)] = 1;
            for (int j = 0; j < n; ++j) {
                float& score = q_[at(i * d + j)];
                if (h == 0) score = j == i - 1 ? 5.0f : 0.0f;
                if (h == 1) score = j == i ? 1.0f : same[at(i)] == same[at(j)] ? 3.0f : -1.0f;
                if (h == 3) score = j == 0 ? 4.0f : 0.0f;
            }
        }
        static constexpr std::string_view captions[] = {"previous word", "same word", "uniform",
                                                        "first-word sink"};
        attend(q_.data(), k_.data(), Origin::built, captions[h]);
    }
}

/// Word vectors and projections that mean nothing: what heads are before training.
void Model::draw_random(int head) {
    if (head == general) {
        attention::Xoshiro random(static_cast<uint64_t>(seed_));
        fill_random(word_vectors_, at(n * random_width), random, 1);
        for (int i = 0; i < n; ++i) {
            const std::string own_word = folded(queries[at(i)]);
            for (int j = 0; j < i; ++j) {
                if (folded(queries[at(j)]) != own_word) continue;
                std::copy_n(&word_vectors_[at(j * random_width)], random_width,
                            &word_vectors_[at(i * random_width)]);
                break;
            }
        }
    }
    // Such that scores stray by about 2, however wide the head is.
    attention::Xoshiro random(static_cast<uint64_t>(seed_ * 1000 + head));
    const float scale = 1.06f / std::sqrt(std::sqrt(static_cast<float>(d)));
    fill_random(w_q_, at(random_width * d), random, scale);
    fill_random(w_k_, at(random_width * d), random, scale);
}

void Model::compute_random(int head) {
    draw_random(head);
    const attention::ConstMatrixView x{word_vectors_.data(), n, random_width};
    attention::project(x, {w_q_.data(), random_width, d}, {q_.data(), n, d});
    attention::project(x, {w_k_.data(), random_width, d}, {k_.data(), n, d});
    attend(q_.data(), k_.data(), Origin::random, random_captions[head - general]);
}

void Model::measure(HeadNumbers& head) const {
    const attention::Trace& t = head.trace;
    head.entropy = head.first = head.distance = 0;
    head.sums.clear();
    head.rings.clear();
    head.entropies.clear();
    head.exps.resize(at(n * m));
    head.map = scores_shown ? t.scores : t.weights;
    for (int i = 0; i < n; ++i) {
        const size_t row = at(i * m), count = at(m);
        head.sums.push_back(attention::exponentials({&t.scaled[row], count}, 1, 0, {&head.exps[row], count}));
        int best = -1;
        for (int j = 0; j < m; ++j) {
            const size_t one = row + at(j);
            if (std::isinf(t.scaled[one])) head.map[one] = std::numeric_limits<float>::quiet_NaN();
            if (best < 0 || t.scores[one] > t.scores[row + at(best)]) best = j;
        }
        if (std::isinf(t.scaled[row + at(best)])) head.rings.push_back({i, best});
        head.entropies.push_back(fixed(static_cast<double>(t.entropy[at(i)]), 2));
        if (i < first_row) continue;
        const float rows = static_cast<float>(n - first_row);
        head.entropy += t.entropy[at(i)] / rows;
        head.first += t.weights[row] / rows;
        for (int j = 0; j < m; ++j)
            head.distance += t.weights[row + at(j)] * static_cast<float>(std::abs(i - j)) / rows;
    }
    head.entropy_shown = fixed(static_cast<double>(head.entropy), 2);
    head.first_shown = percent(static_cast<double>(head.first), 0);
    head.distance_shown = fixed(static_cast<double>(head.distance), 1);
}

std::string Model::inputs(int head) const {
    const attention::ConstMatrixView v{values.data(), m, axis_count};
    if (by_hand())
        return python::matrix("Q", {hand_q, 1, 2}) + python::matrix("K", {hand_k, 3, 2}) +
               python::matrix("V", v);
    Phrase out;
    const auto add = [&out](const char* name, const float* values, int rows, int cols) {
        out << python::matrix(name, {values, rows, cols});
    };
    const auto add_sparse = [&out](const char* name, const float* values, int rows, int cols) {
        out << python::sparse_matrix(name, {values, rows, cols});
    };
    if (own()) {
        out << "# Of each word its letters, its place, and whether it begins with a capital.\n";
        add("V", values.data(), m, axis_count);
    } else {
        out << "# What each word is, in columns: constructed, not learned.\n";
        add_sparse("X", explainer::sentence(sentence).x.data(), n, feature_count);
        add_sparse("W_V", value_weights().data, feature_count, value_width);
        out << "V = X @ W_V\n";
    }
    if (heads_[head].origin == Origin::random) {
        // (Made again: what was made last is another head.)
        Model one;
        one.n = n;
        one.d = d;
        one.seed_ = seed_;
        one.queries = queries;
        one.draw_random(general);
        one.draw_random(head);
        out << "# Words and projections drawn at random.\n";
        add("Z", one.word_vectors_.data(), n, random_width);
        add("W_Q", one.w_q_.data(), random_width, d);
        add("W_K", one.w_k_.data(), random_width, d);
        out << "Q, K = Z @ W_Q, Z @ W_K\n";
    } else if (own()) {
        out << "# A table of scores: queries are its rows, each key is a place of its own.\n";
        add_sparse("Q", heads_[head].trace.scores.data(), n, m);
        out << "Q = np.pad(Q, ((0, 0), (0, " << d - n << ")))\nK = np.eye(" << n << ", " << d << ")\n";
    } else {
        const Head& built = constructed_heads()[at(head)];
        out << "# A head that was built to find something.\n";
        add_sparse("W_Q", built.w_q.data(), feature_count, key_width);
        add_sparse("W_K", built.w_k.data(), feature_count, key_width);
        out << "Q, K = X @ W_Q, X @ W_K\n";
    }
    return out;
}

}  // namespace explainer::attention_heads

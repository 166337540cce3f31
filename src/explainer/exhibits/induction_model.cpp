// See induction_model.h.
#include "explainer/exhibits/induction_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/mask.h"
#include "attention/trace.h"
#include "explainer/exhibits/floats.h"
#include "explainer/exhibits/head_switches.h"
#include "explainer/order.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"
#include "explainer/superlatives.h"

namespace explainer::induction {
namespace {

constexpr std::array table = {
    text_of("text", "your words", "Up to 63 words or letters, with blanks between them.",
            "the big cat saw a big", 400),
    anew_with("text", bounded(integer_of("ask", "word that asks",
                                         "The word behind which the next one is guessed; “start” is 0.", 0,
                                         most_words_read, most_words_read),
                              {.parameter = "text"})),
    toggle_of("layer1", "layer 1", "Off, no word learns what stood before it.", true),
    toggle_of("layer2", "layer 2", "Off, nothing is looked for and nothing is copied.", true),
    integer_of("step", "step", "How far the path is shown.", at_words, at_copy, at_copy),
    play_of("step"),
    piece_of("showNumbers", "numbers", "The weights of both heads, and of the next word.", true),
};

constexpr std::array states = {
    Preset{"the big cat", ""},
    Preset{"A B C A", "text=A%20B%20C%20A"},
    Preset{"two twice", "text=A%20B%20x%20A%20C%20y%20A"},
    Preset{"not seen", "text=A%20B%20C%20D"},
};

constexpr int most_named = 2;

}  // namespace

std::span<const Parameter> parameters() {
    return table;
}
std::span<const Preset> presets() {
    return states;
}

Layer Model::run(const std::vector<float>& q, const std::vector<float>& k, int width,
                 const std::vector<float>& v, float strength, const float* bias) const {
    Layer out;
    out.scores.resize(at(n * n));
    out.weights.resize(at(n * n));
    out.output.resize(at(n * size()));
    attention::Options options;
    options.causal = true;
    options.scale = strength;
    options.bias = bias;
    attention::TraceViews views;
    views.scaled = {out.scores.data(), n, n};
    views.weights = {out.weights.data(), n, n};
    views.output = {out.output.data(), n, size()};
    attention::trace_into({q.data(), n, width}, {k.data(), n, width}, {v.data(), n, size()}, options, views);
    out.map = out.weights;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            if (!attention::visible(options, i, j, n))
                out.map[at(i * n + j)] = std::numeric_limits<float>::quiet_NaN();
    return out;
}

void Model::compute(const State& state) {
    ++version;
    words = vocabulary = {"start"};
    ids = {0};
    for (const std::string_view word : explainer::words(state.text(text_typed))) {
        if (words.size() > most_words_read) break;
        words.emplace_back(word);
        // (A "start" that was typed is another word than the one that stands in front.)
        const auto known = std::find(vocabulary.begin() + 1, vocabulary.end(), word);
        ids.push_back(static_cast<int>(known - vocabulary.begin()));
        if (known == vocabulary.end()) vocabulary.emplace_back(word);
    }
    n = static_cast<int>(words.size());
    asks = std::min(state.integer(asked), n - 1);
    reached = state.integer(step);

    // One-hot: where a word stands, where it looks in layer 1, and who it is.
    std::vector<float> place(at(n * n)), before(at(n * n)), name(at(n * size())), bias(at(n * n));
    for (int i = 0; i < n; ++i) {
        place[at(i * n + i)] = 1;
        if (i > 0) before[at(i * n + i - 1)] = 1;
        name[at(i * size() + ids[at(i)])] = 1;
    }
    // Nothing stands before "start": it sees nothing in layer 1, and its slot stays empty.
    bias[0] = -std::numeric_limits<float>::infinity();
    first = run(before, place, n, name, one_back, bias.data());
    first.on = state.toggle(layer1);
    const std::vector<float> nothing(first.output.size());
    slots = first.on ? first.output : nothing;
    second = run(name, slots, size(), name, same, nullptr);
    second.on = state.toggle(layer2);
    shares = second.on ? second.output : nothing;
    without = second.on ? run(name, nothing, size(), name, same, nullptr).output : nothing;
    answers.assign(at(n), 0);
}

int Model::slot(int j) const {
    const float* const row = &slots[at(j * size())];
    const float* const most = std::max_element(row, row + size());
    return *most >= 0.5f ? static_cast<int>(most - row) : -1;
}

bool Model::found(int i) const {
    return second.on && matches(i, best(i));
}

int Model::best(int i) const {
    const float* const row = &second.scores[at(i * n)];
    return static_cast<int>(std::max_element(row, row + i + 1) - row);
}

float Model::largest(const std::vector<float>& of, int i) const {
    const float* const row = &of[at(i * size())];
    return *std::max_element(row, row + size());
}

std::vector<int> Model::winners(const std::vector<float>& of, int i) const {
    std::vector<float> percents;
    for (int word = 0; word < size(); ++word) percents.push_back(share(of, i, word) * 100);
    return largest_shown(percents, 1);
}

std::vector<int> Model::likeliest(size_t most) const {
    const float* const row = &shares[at(asks * size())];
    std::vector<int> out;
    for (const size_t word : order_of(at(size()), [row](size_t a, size_t b) { return row[a] > row[b]; }))
        if (out.size() < most) out.push_back(static_cast<int>(word));
    return out;
}

std::string Model::named(const std::vector<int>& some) const {
    if (some.size() > most_named) return Phrase() << some.size() << " words";
    std::vector<std::string> names;
    for (const int word : some) names.push_back("“" + vocabulary[at(word)] + "”");
    return listed(names);
}

const char* Model::so_far() const {
    return shows(at_match) && !second.on ? "Layer 2 is off: no word asks, nothing is copied."
           : shows(at_match)             ? "The word that asks looks for itself among those before."
           : shows(at_slots)             ? "Each word now also says who stood before it."
           : shows(at_handing)           ? "Each word looks at the one before it."
                                         : "Each word says who it is, and nothing of the others.";
}

Description Model::describe() const {
    Description out;
    const int there = best(asks);
    const auto gets = [this](const std::vector<float>& of) -> std::string {
        const std::vector<int> best = winners(of, asks);
        return Phrase() << named(best) << (best.size() > 1 ? " get " : " gets ")
                        << Percent{wide(largest(of, asks)), 1} << (best.size() > 1 ? " each" : "");
    };
    Phrase said;
    if (!shows(at_copy))
        said << "Step " << reached << " of 5. " << std::string(so_far());
    else if (!second.on)
        said << std::string(so_far());
    else if (!first.on)
        said << "Layer 1 is off, no slot is filled and every score is 0: " << gets(shares) << ".";
    else if (!found(asks))
        said << "No slot holds " << quoted(asks) << ", so nothing can be copied: " << gets(shares) << ".";
    else
        said << quoted(asks) << " finds itself in the slot of " << quoted(there) << ", with a score of "
             << Fixed{wide(score(asks, there)), 2} << ": " << gets(shares) << ".";
    if (shows(at_copy) && first.on && second.on) said << " With layer 1 off, " << gets(without) << ".";
    out.summary = said;

    if (shows(at_copy)) {
        Table next{"Next word", {"word", "share", "with layer 1 off"}, {}};
        for (int word = 0; word < size(); ++word)
            add_row(next) << vocabulary[at(word)] << share(shares, asks, word) << share(without, asks, word);
        out.tables.push_back(std::move(next));
    }
    if (shows(at_match)) {
        Table row{"Who is asked", {"word", "stood before it", "score", "weight"}, {}};
        for (int j = 0; j <= asks; ++j)
            add_row(row) << words[at(j)] << (slot(j) < 0 ? "–" : vocabulary[at(slot(j))]) << score(asks, j)
                         << weight(second, asks, j);
        out.tables.push_back(std::move(row));
        out.tables.push_back(weights_table("Weights of layer 2", "word that asks", words, second.map));
    }
    if (shows(at_handing))
        out.tables.push_back(weights_table("Weights of layer 1", "word that asks", words, first.map));
    out.add_value("weight in layer 1", there > 0 ? weight(first, there, there - 1) : 0,
                  "first[best, best - 1] if best > 0 else 0.0");
    out.add_value("score", score(asks, there), "scores[asks, best]");
    out.add_value("weight in layer 2", weight(second, asks, there), "second[asks, best]");
    out.add_value("share", largest(shares, asks), "shares[asks].max()");
    out.add_value("share with layer 1 off", largest(without, asks), "without[asks].max()");
    return out;
}

std::string Model::numpy() const {
    Phrase out;
    out << "import numpy as np\n\nwords = [";  // each by its number, as it first comes; 0 is "start"
    for (int i = 0; i < n; ++i) out << (i > 0 ? ", " : "") << ids[at(i)];
    out << "]\nasks = " << asks << "\nlayer1, layer2 = " << (first.on ? "1, " : "0, ")
        << (second.on ? "1" : "0")
        << "\n\n\n"
           "def attend(q, k, v, strength, hidden):\n"
           "    scores = np.where(hidden, -np.inf, strength * q @ k.T)\n"
           "    weights = np.exp(scores)\n"
           "    weights /= np.maximum(weights.sum(axis=1, keepdims=True), 1e-9)\n"
           "    return scores, weights, weights @ v\n"
           "\n\n"
           "n = len(words)\n"
           "name, place = np.eye(max(words) + 1)[words], np.eye(n)\n"
           "ahead = np.triu(np.ones((n, n)), 1)\n"
           "alone = ahead + (np.arange(n * n).reshape(n, n) == 0)\n"
           "first, handed = attend(np.eye(n, k=-1), place, name, "
        << Shortest{wide(one_back)}
        << ", alone)[1:]\n"
           "scores, second, shares = attend(name, layer1 * handed, name, "
        << Shortest{wide(same)}
        << ", ahead)\n"
           "shares = layer2 * shares\n"
           "without = layer2 * attend(name, 0 * handed, name, "
        << Shortest{wide(same)}
        << ", ahead)[2]\n"
           "best = scores[asks].argmax()\n";
    return out;
}

}  // namespace explainer::induction

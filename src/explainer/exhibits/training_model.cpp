// See training_model.h.
#include "explainer/exhibits/training_model.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "explainer/format.h"
#include "explainer/order.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer::training {
namespace {

constexpr std::array sentence_choices = {
    Choice{"copy", "say old cat … again old"},
    Choice{"agreement", "the cats near the dog …"},
    Choice{"pronoun", "… because"},
    Choice{"own", "your own"},
};
constexpr std::string_view sentences[] = {"say old cat bird queen soft again old", "the cats near the dog",
                                          "the girl saw the dog because"};
constexpr double by_words = std::numeric_limits<double>::quiet_NaN();
constexpr double last_words[] = {7, 4, 5, by_words};

constexpr Parameter word(std::string_view name, std::string_view label, std::string_view help, double initial,
                         std::string_view column = {}) {
    Parameter out = bounded(
        integer_of(name, label, help, 0, most_shown - 1, initial),
        {.parameter = "sentence", .by_choice = last_words, .otherwise = "words", .offset = -1}, column);
    out.initial_follows = "sentence";
    return out;
}

constexpr std::array table = {
    integer_of("checkpoint", "training", "How far the training is: one of 24 checkpoints.", 0, last, 16),
    choice_of("head", "head", "Which head is shown: its layer, and its place there.", head_choices, 7),
    choice_of("sentence", "sentence", "The words that the model reads.", sentence_choices),
    words_of("Up to 12 of the 74 words that the model knows.", "the dogs behind the girl", 120),
    word("row", "word that asks", "The word that looks back, counted from 0.", most_shown - 1, "column"),
    word("column", "word looked at", "The word that is looked at, counted from 0.", 2),
    play_of("checkpoint", "Goes through the training, or stops."),
    piece_of("showStrip", "film strip", "The map at every checkpoint.", true),
    piece_of("showMap", "map", "The map, large, and what the model says comes next.", true),
};

constexpr std::array states = {
    Preset{"before it copies", "checkpoint=11"},
    Preset{"learning to", "checkpoint=14"},
    Preset{"at the end", "checkpoint=23"},
    Preset{"head 2.1: subjects", "checkpoint=12;head=2-1;sentence=agreement;column=1"},
    Preset{"head 1.1: neither", "checkpoint=23;head=1-1"},
};

std::string word_of(int token) {
    return std::string(learned::vocabulary()[static_cast<size_t>(token)]);
}

}  // namespace

std::span<const Parameter> parameters() {
    return table;
}
std::span<const Preset> presets() {
    return states;
}

std::string step_name(int checkpoint) {
    return Phrase() << "step " << grouped(measured(checkpoint).step);
}
const char* copying_name(int head) {
    return head < learned::heads_a_layer ? "word before" : "induction";
}
int likeliest_of(const Probabilities& shares) {
    return static_cast<int>(std::max_element(shares.begin(), shares.end()) - shares.begin());
}

void Model::read(const State& state) {
    const std::vector<int> before = std::exchange(tokens, {});
    const int chosen = state.choice(sentence);
    Reading::read(chosen == own_words ? std::string_view(state.text(typed)) : sentences[at(chosen)]);
    words.resize(std::min<size_t>(words.size(), most_shown));
    tokens.resize(words.size());
    n = static_cast<int>(words.size());
    now = state.integer(checkpoint);
    head = state.choice(head_choice);
    asks = std::min(state.integer(row_focus), n - 1);
    looks = std::min(state.integer(column_focus), asks);
    strip = state.toggle(show_strip);
    map = state.toggle(show_map);
    question = learned::question(std::span(words).first(at(asks + 1)));
    if (tokens == before) return;
    ++version;
    for (Frame& one : frames) one.there = false;
}

bool Model::needed(int of) const {
    return strip || (map && (of == now || of == now - 1 || of == last));
}

void Model::run(int of) {
    Frame& to = frames[at(of)];
    const model::Weights weights = weights_at(of);
    const learned_heads::Pass pass = learned_heads::pass_over(weights, tokens);
    for (int h = 0; h < learned::head_count; ++h) to.maps[at(h)] = learned_heads::map_of(pass, h);
    const model::MatrixView logits = pass.run.logits;
    to.logits.assign(logits.data, logits.data + logits.size());
    to.there = true;
    ++version;
}

int Model::can_run() const {
    // What is shown comes first, then what it is compared with.
    for (int step = 0; step < checkpoint_count; ++step) {
        const int of = (now + checkpoint_count - step) % checkpoint_count;
        if (needed(of) && !frame(of).there && missing_for(of) < 0) return of;
    }
    return -1;
}

bool Model::run_next() {
    if (const int of = can_run(); of >= 0) run(of);
    const bool more = can_run() >= 0;
    if (!more) rank();
    return more;
}

void Model::rank() {
    likeliest.clear();
    if (!map || !frame(last).there) return;
    Probabilities most(learned::vocabulary().size()), end = shares(last);
    for (int of = 0; of < checkpoint_count; ++of) {
        if (!needed(of) || !frame(of).there) continue;
        const Probabilities then = shares(of);
        for (size_t i = 0; i < most.size(); ++i) most[i] = std::max(most[i], then[i]);
    }
    std::vector<size_t> order =
        order_of(most.size(), [&most](size_t a, size_t b) { return most[a] > most[b]; });
    order.resize(likeliest_count);
    for (const size_t i :
         order_of(order.size(), [&](size_t a, size_t b) { return end[order[a]] > end[order[b]]; }))
        likeliest.push_back(static_cast<int>(order[i]));
}

Probabilities Model::shares(int of) const {
    const size_t size = learned::vocabulary().size();
    return learned_heads::probabilities_of(std::span(frame(of).logits).subspan(at(asks) * size, size));
}

bool Model::is_right(int token) const {
    return question && std::count(question->right.begin(), question->right.end(), token) > 0;
}

Description Model::describe() const {
    Description out;
    const Measured& then = measured(now);
    Phrase summary;
    summary << "At step " << grouped(then.step) << " of " << grouped(measured(last).step) << " the loss is "
            << Fixed{then.loss, 2} << " nats a word. Head " << head_name(head) << " puts "
            << Fixed{scores(now).copying, 2}
            << (head < learned::heads_a_layer ? " of its weight on the word before a copied one, "
                                              : " of its weight on the word to copy, ")
            << Fixed{scores(now).subject, 2} << " on a verb’s subject.";
    Table course{"Training", {"step", "loss", "copies right", copying_name(head), "subject"}, {}};
    for (int of = 0; of < checkpoint_count; ++of) {
        const Measured& one = measured(of);
        add_row(course) << one.step << one.loss << one.copies_right << scores(of).copying
                        << scores(of).subject;
    }
    out.tables.push_back(std::move(course));
    out.add_value("step", then.step, "step");
    out.add_value("loss", then.loss, "loss");
    out.add_value("copies right", then.copies_right, "copies_right");
    out.add_value(copying_name(head), scores(now).copying, "scores[0]");
    out.add_value("subject", scores(now).subject, "scores[1]");
    if (map && frame(now).there) {
        const Probabilities share = shares(now), before = earlier() ? shares(now - 1) : Probabilities();
        const int most = likeliest_of(share);
        summary << " After " << quoted(asks) << ", the likeliest word is “" << word_of(most) << "” with "
                << Percent{share[at(most)], 1} << ".";
        Table next{"Next word", {"word", "a checkpoint earlier", "now"}, {}};
        for (const int token : likeliest)
            add_row(next) << word_of(token) << (before.empty() ? Cell("–") : Cell(before[at(token)]))
                          << share[at(token)];
        Table weights{"Weights of head " + head_name(head), {"word that asks"}, {}};
        for (int j = 0; j < n; ++j) weights.columns.push_back(words[at(j)]);
        for (int i = 0; i < n; ++i) {
            const RowPen row = add_row(weights);
            row << words[at(i)];
            for (int j = 0; j < n; ++j) row << (j > i ? Cell("–") : Cell(weight(now, i, j)));
        }
        out.tables.push_back(std::move(next));
        out.tables.push_back(std::move(weights));
        out.add_value("weight", weight(now, asks, looks), "maps[head][asks, looks]");
        out.add_value("likeliest word", share[at(most)], "now.max()");
        if (!before.empty())
            out.add_value("likeliest word, a checkpoint earlier", before[at(most)], "before[now.argmax()]");
        if (question) {
            double right = 0;
            for (const int token : question->right) right += share[at(token)];
            out.add_value("right", right, "now[right].sum()");
        }
    }
    if (!unknown.empty()) summary << " It does not know “" << unknown.front() << "”.";
    out.summary = summary;
    return out;
}

std::string Model::numpy() const {
    const bool runs = map && frame(now).there;
    const Measured& then = measured(now);
    Phrase out;
    if (runs)
        out << learned_heads::python_start(tokens) << "from forward import checkpoint\n";
    else
        out << "import numpy as np\n";
    out << "step, loss, copies_right = " << then.step << ", " << Shortest{then.loss} << ", "
        << Shortest{then.copies_right}
        << "  # as measured on held-out sentences\nscores = " << Shortest{scores(now).copying} << ", "
        << Shortest{scores(now).subject} << "  # of the head\n";
    if (!runs) return out;
    out << "asks, looks, head = " << asks << ", " << looks << ", (" << head / learned::heads_a_layer << ", "
        << head % learned::heads_a_layer
        << ")\nmaps, now = run(tokens, weights=checkpoint(step))\nnow = now[asks]\n";
    if (earlier())
        out << "before = run(tokens, weights=checkpoint(" << measured(now - 1).step << "))[1][asks]\n";
    if (question) out << "right = " << learned_heads::python_list(question->right) << "\n";
    return out;
}

}  // namespace explainer::training

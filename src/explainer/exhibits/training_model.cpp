// See training_model.h.
#include "explainer/exhibits/training_model.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "explainer/format.h"
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

constexpr std::array table = {
    integer_of("checkpoint", "training", "How far the training is: one of 24 checkpoints.", 0, last, 16),
    choice_of("head", "head", "Which head is shown: its layer, and its place there.", head_choices, 7),
    choice_of("sentence", "sentence", "The words that the model reads.", sentence_choices),
    words_of("Up to 12 of the 74 words that the model knows.", "the dogs behind the girl", 120),
    learned_heads::word_that_asks(most_shown, last_words),
    learned_heads::word_looked_at(most_shown, 2, last_words),
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

using learned_heads::word_of;

size_t at(int index) {
    return static_cast<size_t>(index);
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
void Model::read(const State& state) {
    const std::vector<int> before = std::exchange(tokens, {});
    HeadsReading::read(state, by, sentences, most_shown);
    now = state.integer(checkpoint);
    strip = state.toggle(show_strip);
    below = state.toggle(show_map);
    if (tokens == before) return;
    ++version;
    for (Frame& one : frames) one.there = false;
}

bool Model::needed(int of) const {
    return strip || (below && (of == now || of == now - 1 || of == last));
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
    if (!below || !frame(last).there) return;
    Probabilities most(learned::vocabulary().size());
    for (int of = 0; of < checkpoint_count; ++of) {
        if (!needed(of) || !frame(of).there) continue;
        const Probabilities then = shares(of);
        for (size_t i = 0; i < most.size(); ++i) most[i] = std::max(most[i], then[i]);
    }
    likeliest = learned_heads::likeliest(most, shares(last));
}

std::span<const float> Model::map_at(int of) const {
    return frame(of).there ? std::span<const float>(frame(of).maps[at(head)]) : std::span<const float>();
}

Probabilities Model::shares(int of) const {
    const size_t size = learned::vocabulary().size();
    return model::probabilities_of(std::span(frame(of).logits).subspan(at(asks) * size, size));
}

Description Model::describe() const {
    Description out;
    const Measured& then = measured(now);
    Phrase summary;
    summary << "At step " << grouped(then.step) << " of " << grouped(measured(last).step) << " the loss is "
            << Fixed{then.loss, 2} << " nats per word. Head " << head_name(head) << " puts "
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
    if (below && frame(now).there) {
        const Probabilities share = shares(now), before = earlier() ? shares(now - 1) : Probabilities();
        const int most = likeliest_of(share);
        summary << " After " << quoted(asks) << ", the likeliest word is “" << word_of(most) << "” with "
                << Percent{share[at(most)], 1} << ".";
        Table next{"Next word", {"word", "a checkpoint earlier", "now"}, {}};
        for (const int token : likeliest)
            add_row(next) << word_of(token) << (before.empty() ? Cell("–") : Cell(before[at(token)]))
                          << share[at(token)];
        next.piece = show_map;
        out.tables.push_back(std::move(next));
        out.tables.push_back(weights_table());
        out.tables.back().piece = show_map;
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
    const bool runs = below && frame(now).there;
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
    out << "asks, looks, head = " << asks << ", " << looks << ", " << python_head(head)
        << "\nmaps, now = run(tokens, weights=checkpoint(step))\nnow = now[asks]\n";
    if (earlier())
        out << "before = run(tokens, weights=checkpoint(" << measured(now - 1).step << "))[1][asks]\n";
    if (question) out << "right = " << learned_heads::python_list(question->right) << "\n";
    return out;
}

}  // namespace explainer::training
